"""Cards for hands and stocks of which a case gives only the number: dull ones.

A case's answer must not hang on them, so they keep off what the case names: no wilds, no cards of
a named rank, no neighbours of a named card, and nothing that goes with the hand they come to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from laydown.cards import JOKER, Card, card_text
from laydown.cases.errors import BadCase
from laydown.engine.law import Law

_WILD, _NAMED, _SAME_RANK, _NEAR = 1000, 60, 10, 6


class Filler:
    """The cards of the pack that a case does not place, handed out dullest first."""

    def __init__(self, law: Law, pack: Iterable[Card], placed: Iterable[Card]) -> None:
        self._law = law
        self._left = Counter(pack)
        named = Counter(placed)
        for face, number in sorted(named.items()):
            if number > self._left[face]:
                raise BadCase(_too_many(face, number, self._left[face]))
        self._left -= named
        self._named: Counter[Card] = named
        self._mentioned: set[Card] = set()

    def keep_off(self, mentioned: Iterable[Card]) -> None:
        """Cards that the question speaks of: used only where nothing else is left."""
        self._mentioned |= set(mentioned)

    def take(self, number: int, beside: tuple[Card, ...] = ()) -> tuple[Card, ...]:
        """So many cards, to go to a hand that has these already."""
        if number < 0:
            raise BadCase("fewer than no cards cannot be held")
        hand = list(beside)
        taken: list[Card] = []
        for _ in range(number):
            if not self._left:
                raise BadCase("the case has more cards than the pack")
            face = min(self._left, key=lambda each: (self._interest(each, hand), each))
            self._remove(face)
            hand.append(face)
            taken.append(face)
        return tuple(taken)

    def has(self, face: Card) -> bool:
        """The card is not placed elsewhere."""
        return self._left[face] > 0

    def give(self, face: Card) -> tuple[Card, ...]:
        """Just this card."""
        self._remove(face)
        return (face,)

    def rest(self) -> tuple[Card, ...]:
        """All that is left, dullest first."""
        faces = sorted(self._left.elements(), key=lambda each: (self._interest(each, []), each))
        self._left.clear()
        return tuple(faces)

    def __len__(self) -> int:
        return self._left.total()

    def _remove(self, face: Card) -> None:
        self._left[face] -= 1
        self._left += Counter()

    def _interest(self, face: Card, hand: list[Card]) -> int:
        if face == JOKER or self._law.is_wild[face]:
            return _WILD
        interest = _NAMED if face in self._mentioned else 0
        for other, weight in [(each, 1) for each in self._named] + [(each, 3) for each in hand]:
            if other == JOKER:
                continue
            if other % 13 == face % 13:
                interest += _SAME_RANK * weight
            elif other // 13 == face // 13 and _distance(other, face) <= 2:
                interest += _NEAR * weight
        return interest


def _distance(one: Card, other: Card) -> int:
    """How far two ranks are apart, the ace next to the two and to the king."""
    apart = abs(one % 13 - other % 13)
    return min(apart, 13 - apart)


def _too_many(face: Card, number: int, there: int) -> str:
    times = {0: "no", 1: "one", 2: "two"}.get(there, str(there))
    return f"the case has {number} cards {card_text(face)}, the pack {times}"
