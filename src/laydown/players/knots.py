"""Melds that compete for the same cards: which of them together are worth most."""

from __future__ import annotations

from laydown.cards import Card
from laydown.players.facts import Facts
from laydown.players.shapes import Shape, natural_shapes


def best_melds(facts: Facts, held: list[int]) -> list[Shape]:
    """Melds that share no card and are together worth most, of naturals alone.

    Melds that compete for no card are independent, so each knot of competing melds is solved by
    itself.
    """
    shapes = list(natural_shapes(facts.law, held))
    if not shapes:
        return []
    chosen: list[Shape] = []
    for knot in _knots(shapes):
        if len(knot) == 1:
            chosen += knot
        else:
            chosen += _Knot(facts, held, knot).best()
    chosen.sort(key=lambda shape: -sum(facts.values.lays[face] for face in shape.faces))
    return chosen


def _knots(shapes: list[Shape]) -> list[list[Shape]]:
    """The shapes in groups that share faces."""
    groups: list[tuple[set[Card], list[Shape]]] = []
    for shape in shapes:
        faces, members = set(shape.faces), [shape]
        apart = []
        for group in groups:
            if group[0].isdisjoint(faces):
                apart.append(group)
            else:
                faces |= group[0]
                members += group[1]
        apart.append((faces, members))
        groups = apart
    return [members for _, members in groups]


class _Knot:
    """Searches melds that compete for cards: every card is in one of them or in none."""

    LIMIT = 600

    def __init__(self, facts: Facts, held: list[int], shapes: list[Shape]) -> None:
        self.facts = facts
        self.held = held
        self.faces = sorted({face for shape in shapes for face in shape.faces})
        self.by_face: dict[Card, list[tuple[float, Shape]]] = {face: [] for face in self.faces}
        lays = facts.values.lays
        for shape in shapes:
            worth = float(sum(lays[face] for face in shape.faces))
            if shape.has_low_ace:
                worth += facts.values.low_ace - lays[shape.faces[0]]
            for face in set(shape.faces):
                self.by_face[face].append((worth, shape))
        for options in self.by_face.values():
            options.sort(key=lambda option: -option[0])
        self.seen: dict[tuple[int, ...], tuple[float, tuple[Shape, ...]]] = {}

    def best(self) -> tuple[Shape, ...]:
        counts = [self.held[face] for face in self.faces]
        self.place = {face: i for i, face in enumerate(self.faces)}
        return self._search(counts)[1]

    def _search(self, counts: list[int]) -> tuple[float, tuple[Shape, ...]]:
        at = next((i for i, count in enumerate(counts) if count), -1)
        if at < 0:
            return 0.0, ()
        key = tuple(counts)
        known = self.seen.get(key)
        if known is not None:
            return known
        face = self.faces[at]
        best: tuple[float, tuple[Shape, ...]] = (-1.0, ())
        if len(self.seen) < self.LIMIT:
            for worth, shape in self.by_face[face]:
                left = list(counts)
                if not all(self._spend(left, each) for each in shape.faces):
                    continue
                more, others = self._search(left)
                if worth + more > best[0]:
                    best = (worth + more, (shape, *others))
        left = list(counts)
        left[at] -= 1
        alone = self.facts.values.lays[face] if self.facts.fits_mine >> face & 1 else 0.0
        more, others = self._search(left)
        if alone + more > best[0]:
            best = (alone + more, others)
        self.seen[key] = best
        return best

    def _spend(self, counts: list[int], face: Card) -> bool:
        at = self.place[face]
        counts[at] -= 1
        return counts[at] >= 0
