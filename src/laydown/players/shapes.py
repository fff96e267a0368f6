"""Which melds some cards could make: with naturals alone, and with a few wilds in the gaps.

The engine lists every meld, which wilds make long. A player needs only the sensible ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from laydown.cards import Card
from laydown.engine.law import Law
from laydown.engine.state import MeldKind


class Shape(NamedTuple):
    """A meld in thought: the naturals it takes, and the faces that wilds must stand for."""

    kind: MeldKind
    faces: tuple[Card, ...]
    """what lies there, runs low to high"""
    gaps: tuple[int, ...] = ()
    """places of `faces` that wilds fill"""

    @property
    def naturals(self) -> tuple[Card, ...]:
        """The cards from the hand other than wilds."""
        if not self.gaps:
            return self.faces
        return tuple(face for i, face in enumerate(self.faces) if i not in self.gaps)

    @property
    def has_low_ace(self) -> bool:
        """An ace lies at the low end of a run."""
        return self.kind is MeldKind.RUN and self.faces[0] % 13 == 0


def natural_shapes(law: Law, held: list[int]) -> Iterator[Shape]:
    """All runs, and all sets but for those that leave out more than one spare copy.

    `held` counts the natural cards by face; wilds are not in it.
    """
    for rank in range(13):
        yield from _natural_sets(law, held, rank)
    if not law.runs or law.min_naturals > law.run_max:
        return
    for suit in range(4):
        yield from _natural_runs(law, held, suit * 13)


def _natural_sets(law: Law, held: list[int], rank: int) -> Iterator[Shape]:
    faces = [face for face in range(rank, 52, 13) if held[face]]
    if law.suits_differ:
        for size in range(3, len(faces) + 1):
            for names in combinations(faces, size):
                yield Shape(MeldKind.SET, names)
        return
    cards = [face for face in faces for _ in range(held[face])]
    if len(cards) < 3:
        return
    most = cards[: law.set_max]
    yield Shape(MeldKind.SET, tuple(most))
    if len(most) > 3:
        for face in dict.fromkeys(most):
            fewer = list(most)
            fewer.remove(face)
            yield Shape(MeldKind.SET, tuple(fewer))
    if len(most) > 4:
        for names in dict.fromkeys(combinations(most, 3)):
            yield Shape(MeldKind.SET, names)


def _natural_runs(law: Law, held: list[int], base: int) -> Iterator[Shape]:
    places = 14 if law.ace_high else 13
    start = 0
    while start < places - 2:
        end = start
        while end < places and held[base + end % 13] and end - start < 13:
            end += 1
        for low in range(start, end - 2):
            for high in range(low + 3, min(end, low + law.run_max) + 1):
                yield Shape(MeldKind.RUN, tuple(base + place % 13 for place in range(low, high)))
        start = max(end, start + 1)


def wild_shapes(law: Law, held: list[int], wilds: int) -> Iterator[Shape]:
    """Melds of at least one natural in which one or two wilds fill gaps.

    Only short ones: what is longer can be laid off afterwards.
    """
    most = min(wilds, law.cap, 2)
    if most < 1:
        return
    least = max(1, law.min_naturals)
    for rank in range(13):
        for shape in _wild_sets(law, held, rank, most):
            if len(shape.naturals) >= least:
                yield shape
    if not law.runs:
        return
    last = 14 if law.ace_high else 13
    for base in range(0, 52, 13):
        for start in range(last - 2):
            for length in (3, 4, 5):
                if start + length > last or length > law.run_max:
                    break
                faces = tuple(base + (start + i) % 13 for i in range(length))
                gaps = tuple(i for i, face in enumerate(faces) if not held[face])
                if not gaps or len(gaps) > most or length - len(gaps) < least:
                    continue
                if length > 3 and (gaps[0] == 0 or gaps[-1] == length - 1):
                    continue
                if all(law.in_pack[face] for face in faces):
                    yield Shape(MeldKind.RUN, faces, gaps)


def _wild_sets(law: Law, held: list[int], rank: int, most: int) -> Iterator[Shape]:
    faces = [face for face in range(rank, 52, 13) if law.in_pack[face]]
    own = [face for face in faces if held[face]]
    if not law.suits_differ:
        own = [face for face in faces for _ in range(held[face])][: law.set_max]
    if not own or law.is_wild[own[0]]:
        return
    for fill in range(1, most + 1):
        if len(own) + fill < 3 or len(own) > 3:
            continue
        if law.suits_differ:
            others = [face for face in faces if face not in own]
            if len(others) < fill:
                continue
            names = tuple(own + others[:fill])
        else:
            if len(own) + fill > law.set_max:
                continue
            names = tuple(own + [own[0]] * fill)
        yield Shape(MeldKind.SET, names, tuple(range(len(own), len(own) + fill)))


def wilds_alone(law: Law, wilds: int) -> tuple[Shape, ...]:
    """A set of three wilds named as one natural rank, where the rules let wilds lie alone."""
    if wilds < 3 or law.cap < 3 or law.min_naturals:
        return ()
    for rank in range(12, -1, -1):
        faces = tuple(face for face in range(rank, 52, 13) if law.in_pack[face])
        if len(faces) >= 3 and not law.is_wild[faces[0]]:
            return (Shape(MeldKind.SET, faces[:3], (0, 1, 2)),)
    return ()
