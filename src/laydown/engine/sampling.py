"""Choosing one of many without listing them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from laydown.cards import Card
from laydown.engine.finding import meld_families
from laydown.engine.law import Law
from laydown.engine.melds import MeldShape

T = TypeVar("T")

_MASK = (1 << 64) - 1


class Digits:
    """A number unrolled into as many small numbers as are wanted (splitmix64)."""

    __slots__ = ("state",)

    def __init__(self, number: int) -> None:
        self.state = number & _MASK

    def next(self) -> int:
        """The next 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _MASK
        return mixed ^ mixed >> 31

    def below(self, limit: int) -> int:
        """A number from 0 to `limit` - 1."""
        return self.next() % limit


def pick(items: Iterator[T], digits: Digits, *, window: int = 8) -> T | None:
    """One of the items, each with positive chance; None if there are none.

    The window looked at is mostly small and now and then very large, so that long lists are
    seldom walked to their end.
    """
    bits = digits.next()
    while bits & 1:
        window *= 2
        bits >>= 1
    wanted = digits.below(window)
    seen: list[T] = []
    for item in items:
        if len(seen) == wanted:
            return item
        seen.append(item)
    return seen[wanted % len(seen)] if seen else None


def sample_meld(law: Law, hand: tuple[Card, ...], digits: Digits) -> Iterator[MeldShape]:
    """Melds of the hand, one from each rank and suit that has some, from a random one on."""
    families = meld_families(law, hand)
    first = digits.below(len(families))
    for family in families[first:] + families[:first]:
        shape = pick(family, digits)
        if shape is not None:
            yield shape
