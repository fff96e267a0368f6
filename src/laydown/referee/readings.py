"""What a row of cards may be: every way to read the wilds that nobody named."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from laydown.cards import JOKER, Card
from laydown.engine.errors import Reason, Why
from laydown.engine.law import Law
from laydown.engine.melds import MeldShape, read_meld
from laydown.referee.questions import Row

VAGUE = (Why.MIXED_SUITS, Why.MIXED_RANKS, Why.NOT_IN_A_ROW, Why.NAME_THE_WILD, Why.NOT_WILD,
         Why.NO_SUCH_CARD)  # fmt: skip
"""Reasons that say little where another way to name the wilds is refused for a better one."""


def readings(law: Law, row: Row) -> tuple[MeldShape, ...]:
    """Every meld that the cards make, plainest first; the engine says which of them are."""
    found: dict[tuple[object, ...], MeldShape] = {}
    for names in _names(law, row):
        shape = read_meld(law, row.cards, names)
        if isinstance(shape, MeldShape):
            pairs = tuple(sorted(zip(shape.stands, map(int, shape.cards), strict=True)))
            found.setdefault((shape.kind, shape.stands[0], pairs), shape)
    return tuple(found.values())


def reason_against(law: Law, row: Row) -> Reason:
    """Why the cards are no meld; where a wild is unnamed, why they are none in any way."""
    vague: Reason | None = None
    for names in _names(law, row):
        reason = read_meld(law, row.cards, names)
        if isinstance(reason, Reason):
            missing = reason.why is Why.NO_SUCH_CARD and not law.in_pack[reason.cards[0]]
            if reason.why not in VAGUE or (missing and reason.cards[0] in row.cards):
                return reason
            if vague is None or vague.why is Why.NAME_THE_WILD:
                vague = reason
    naturals = tuple(face for face, _, free in _places(law, row) if not free)
    if len(naturals) >= 2:
        # Two cards and a wild that lies beside the first: what is then wrong is wrong anyhow.
        guess = naturals if len(naturals) > 2 else (*naturals, _beside(naturals))
        told = read_meld(law, guess)
        if isinstance(told, Reason):
            return told
    assert vague is not None
    return vague


def _beside(faces: tuple[Card, ...]) -> Card:
    """The next card of the suit that is not among them."""
    base, rank = faces[0] // 13 * 13, faces[0] % 13
    while base + rank in faces:
        rank = (rank + 1) % 13
    return base + rank


def _places(law: Law, row: Row) -> Iterator[tuple[Card, Card, bool]]:
    """Each card, what it stands for, and whether that is still free to choose."""
    for face, stand, named in zip(row.cards, row.stands, row.named, strict=True):
        yield face, stand, not named and 0 <= face <= JOKER and law.is_wild[face]


def _names(law: Law, row: Row) -> Iterator[tuple[Card, ...]]:
    """Ways to name the wilds: as they are, then for sets, then for runs."""
    yield row.as_
    places = tuple(_places(law, row))
    free = [i for i, (_, _, is_free) in enumerate(places) if is_free]
    if not free:
        yield from _turned(row)
        return
    fixed = [stand for _, stand, is_free in places if not is_free]
    if len(row.cards) > 13:
        return
    for wanted in _wanted(law, fixed, len(free)):
        yield _dealt(row, free, wanted)


def _turned(row: Row) -> Iterator[tuple[Card, ...]]:
    """All thirteen cards of a suit are two runs: the ace may be low or high."""
    stands = tuple(sorted(row.stands))
    if len(stands) == 13 and stands == tuple(range(stands[0], stands[0] + 13)):
        high = (*stands[1:], stands[0])
        if row.cards == row.stands:
            yield high


def _wanted(law: Law, fixed: list[Card], number: int) -> Iterator[tuple[Card, ...]]:
    """The cards that so many wilds could stand for beside these."""
    ranks = {face % 13 for face in fixed}
    for rank in ranks or range(13):
        if len(ranks) < 2:
            faces = [suit * 13 + rank for suit in range(4)]
            if law.suits_differ:
                yield from combinations([face for face in faces if face not in fixed], number)
            else:
                yield (faces[0],) * number
    suits = {face // 13 for face in fixed}
    length = len(fixed) + number
    for suit in suits or range(4):
        if len(suits) > 1 or length > 13:
            return
        for start in range(13):
            names = tuple(suit * 13 + (start + i) % 13 for i in range(length))
            if set(fixed) <= set(names) and len(set(fixed)) == len(fixed):
                yield tuple(face for face in names if face not in fixed)


def _dealt(row: Row, free: list[int], wanted: tuple[Card, ...]) -> tuple[Card, ...]:
    """The names with the free wilds given these, each its own where it is among them."""
    names = list(row.stands)
    left = list(wanted)
    others = []
    for i in free:
        if row.cards[i] in left:
            left.remove(row.cards[i])
            names[i] = row.cards[i]
        else:
            others.append(i)
    for i, face in zip(others, left, strict=True):
        names[i] = face
    return tuple(names)
