"""Rounds and digs written down with the games, for examples that the engine then works out."""

from __future__ import annotations

import msgspec


class WorkedRound(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round as its source tells it; the engine counts it under the rules in force.

    Each meld has an owner and the ways to make it in order of preference: the first that the rules
    allow is laid, a wild written as ``X=8C``. Lay-offs are seat, card and the number of the meld.
    """

    names: tuple[str, ...]
    melds: tuple[tuple[int, tuple[str, ...]], ...]
    layoffs: tuple[tuple[int, str, int], ...] = ()
    hands: tuple[str, ...]
    """by seat, what is left in hand"""
    out: int
    """the seat that went out"""


class WorkedDig(msgspec.Struct, frozen=True, kw_only=True):
    """A take from the pile as its source tells it: hand, pile (oldest first), how many cards are
    taken, and the meld they go into."""

    hand: str
    pile: str
    take: int
    meld: str


ROUND = WorkedRound(
    names=("Anna", "Ben"),
    melds=(
        (0, ("7S 7H 7D", "8S 8H 8D")),
        (0, ("9H TH JH", "9S 9H 9D")),
        (1, ("AC 2C 3C 4C", "AC AD AH", "4S 4H 4D")),
        (1, ("KS KH KD", "TS TD TC")),
    ),
    layoffs=((0, "QH", 2), (1, "8H", 2), (1, "7C", 1)),
    hands=("KC AS", ""),
    out=1,
)
"""R5-12: Anna 35, Ben 55."""

DIG = WorkedDig(hand="TH JH 5S 3C", pile="4S JC 9H 2D 6S", take=3, meld="9H TH JH")
"""R5-5: the nine of hearts under two others."""
