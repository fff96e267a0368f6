"""The messages of counting cards: what a real table's cards score, line by line."""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.cards import Card
from laydown.sheet.entries import CountedCard

# ------------------------------------------------------------------ counting cards


class CountQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/count: what these cards score for one player.

    `others` are the cards counted so far for the other players of the round, in seating order
    from this player's left: (name, melded, held). They are checked against the packs, and give
    what a player who went out takes; `taken` are cards of other hands that nobody else counted.
    `text` is pasted text, read and added to the place named by `into`.
    """

    rules: str
    melded: tuple[CountedCard, ...] = ()
    held: tuple[CountedCard, ...] = ()
    taken: tuple[CountedCard, ...] = ()
    others: tuple[tuple[str, tuple[CountedCard, ...], tuple[CountedCard, ...]], ...] = ()
    players: int = 0
    wild_rank: int = -1
    went_out: bool = False
    """this player"""
    ended_out: bool = True
    """the round ended with somebody out, not at the end of the stock"""
    rummy: bool = False
    """all in one turn"""
    text: str = ""
    into: Literal["", "melded", "held", "taken"] = ""


class CountLine(msgspec.Struct, frozen=True):
    """A line of the count. `at`: the card's place in `melded`, `held` or `taken`, -1 for none."""

    card: Card
    stands: Card
    place: Literal["table", "hand", "taken", "bonus"]
    at: int
    points: int
    text: str


class CountGroup(msgspec.Struct, frozen=True):
    """Cards that seem to form a meld, as places in `melded`."""

    kind: Literal["set", "run"]
    at: tuple[int, ...]
    points: int


class CountFacts(msgspec.Struct, frozen=True):
    """What the rules ask to be counted, and what there is to count."""

    title: str
    players: int
    decks: int
    places: tuple[Literal["table", "hand", "taken"], ...]
    """where cards matter for this player"""
    copies: tuple[int, ...]
    """by face, how many the packs hold"""
    wilds: tuple[Card, ...]
    asks_wild_rank: bool
    asks_rummy: bool
    """going rummy earns something, for who went out"""
    on_table: tuple[int, ...]
    """by face, what a card counts, to add up while no network is there"""
    in_hand: tuple[int, ...]
    low_ace: int
    hand_counts: bool
    """cards in hand count against this player"""


class Counted(msgspec.Struct, frozen=True):
    """What the cards score, line by line, and what looks wrong: pointed out, never blocked."""

    points: int
    table: int
    hand: int
    """what the cards in hand are worth, never negative"""
    taken: int
    bonus: int
    text: str
    """the sum in a sentence"""
    lines: tuple[CountLine, ...]
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]
    melded: tuple[CountedCard, ...]
    """as read, with low aces and what wilds stand for where the melds say so"""
    held: tuple[CountedCard, ...]
    taken_cards: tuple[CountedCard, ...]
    added: tuple[CountedCard, ...]
    """the cards that the pasted text names, as it names them"""
    groups: tuple[CountGroup, ...]
    """the melds that the melded cards seem to form; the rest was laid off elsewhere"""
    flips: tuple[int, ...]
    """places in `melded` of aces that count otherwise at the other end"""
    names: tuple[tuple[int, tuple[Card, ...]], ...]
    """(place in `melded`, what that wild may stand for, the present reading first)"""
    facts: CountFacts
