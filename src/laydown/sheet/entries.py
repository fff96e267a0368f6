"""What is entered for one player's round. Stored with the sheet, and a source of protocol.ts."""

from __future__ import annotations

import msgspec

from laydown.cards import Card

# ---------------------------------------------------- a score sheet: what is entered


class CountedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card somebody counts. `low`: an ace at the low end of a run; `stands`: the card that a
    wild one stands for, -1 where that decides nothing; `said`: the player said whether it is low,
    so that no reading of the melds changes that."""

    card: Card
    low: bool = False
    stands: Card = -1
    said: bool = False


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is entered for one player's round, and how: at most one of `text`, the two lines and
    the cards, from which `points` follows; the server reckons it again and refuses another sum.
    """

    points: int
    """what the round scored, before what the rules do with scores below zero (B-46)"""
    text: str = ""
    """as it was typed: `60-25`, `12+11+7`"""
    table: int | None = None
    """on the table"""
    hand: int | None = None
    """left in hand, never negative"""
    melded: tuple[CountedCard, ...] | None = None
    held: tuple[CountedCard, ...] | None = None
    total: bool = False
    """`text` was the new running total, not the round's score: the server finds the points"""
