"""A question for the referee: as people put it, with cards as text, and as it is judged."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, TypeVar

import msgspec

from laydown.cards import RANKS, BadCard, Card
from laydown.record.pasted import read_cards, read_standing
from laydown.rules.options import DealMode
from laydown.rules.rules import Rules

T = TypeVar("T")

MOST_MELDS = 40
"""So many melds on the table can be asked about; two packs make fewer."""
MOST_CARDS = 120
"""So many cards in one place; two packs with jokers are 108."""


class Kind(StrEnum):
    """What is asked."""

    MELD = "meld"
    """is this a meld?"""
    LAYOFF = "layoff"
    """may these be laid off on that meld?"""
    DIG = "dig"
    """may so many cards be taken from the pile?"""
    DISCARD = "discard"
    HAND = "hand"
    """what does the whole turn come to: can the hand go out, is it going rummy?"""
    CALL = "call"
    """may rummy be called on a discard?"""
    STOCK = "stock"
    """what happens now that the stock is empty?"""
    SCORE = "score"
    """what do these cards count?"""


Ended = Literal["", "me", "other", "stock"]
Window = Literal["open", "drawn", "own", "out"]


class BadQuestion(ValueError):
    """A question that cannot be read; the message says which part and why."""


# ------------------------------------------------------------------ as people put it


class AskedMeld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meld on the table, and whether it was laid by whoever asks."""

    cards: str
    mine: bool = False


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question as text. What a kind of question has no use for is left alone."""

    kind: Kind
    cards: str = ""
    """what is laid, laid off, discarded or called"""
    onto: int = 1
    """the meld on the table it goes on, counted from 1; for a call, 0 makes a new meld"""
    hand: str = ""
    """the own hand; after the draw, where the draw is not what is asked about"""
    melds: tuple[AskedMeld, ...] = ()
    pile: str = ""
    """deepest card first, the top card last"""
    take: int = 0
    """how many cards are taken from the pile; 0 asks about every number"""
    took: str = ""
    """cards taken from the pile this turn, deepest first; none: the draw was from the stock"""
    others: str = ""
    """cards left in the other hands at the end of a round"""
    stock: bool = True
    """there are cards in the stock"""
    wild: str = ""
    """the rank that the dealer's upcard named, where the deal has one"""
    melded: bool = False
    """has laid a meld earlier in this round, wherever it lies now"""
    ended: Ended = ""
    """how the round ended, for a score: who asks went out, another did, or the stock ran out"""
    rummy: bool = False
    """whoever went out laid the whole hand down in one turn"""
    window: Window = "open"
    """for a call: the discard lies open, the next player has drawn, it is the own discard, or
    whoever discarded it went out with it"""


# ------------------------------------------------------------------ as it is judged


class Row(msgspec.Struct, frozen=True):
    """Cards side by side; `stands` what each stands for, itself where `named` is False."""

    cards: tuple[Card, ...] = ()
    stands: tuple[Card, ...] = ()
    named: tuple[bool, ...] = ()

    @property
    def as_(self) -> tuple[Card, ...]:
        """What the cards stand for as actions say it: empty where nothing is named."""
        return self.stands if any(self.named) else ()


class LaidRow(msgspec.Struct, frozen=True):
    """A meld on the table as it was described; whether it is one is judged."""

    row: Row
    mine: bool = False


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question about cards under these rules. Fields as in :class:`Asked`."""

    rules: Rules
    kind: Kind
    row: Row = Row()
    onto: int = 1
    hand: tuple[Card, ...] = ()
    melds: tuple[LaidRow, ...] = ()
    pile: tuple[Card, ...] = ()
    take: int = 0
    took: tuple[Card, ...] = ()
    others: tuple[Card, ...] = ()
    stock: bool = True
    wild_rank: int = -1
    melded: bool = False
    ended: Ended = ""
    rummy: bool = False
    window: Window = "open"

    @property
    def has_melded(self) -> bool:
        """Whoever asks has laid a meld of their own in this round."""
        return self.melded or any(each.mine for each in self.melds)


def read_question(asked: Asked, rules: Rules) -> Question:
    """The question that the text means; :class:`BadQuestion` names what cannot be read."""
    if len(asked.melds) > MOST_MELDS:
        raise BadQuestion(f"{len(asked.melds)} melds are more than any table has.")
    return Question(
        rules=rules,
        kind=asked.kind,
        row=_row(asked.cards, "The cards"),
        onto=asked.onto,
        hand=tuple(sorted(_cards(asked.hand, "The hand"))),
        melds=tuple(
            LaidRow(_row(each.cards, f"Meld {number}"), each.mine)
            for number, each in enumerate(asked.melds, 1)
            if each.cards.strip()
        ),
        pile=_cards(asked.pile, "The pile"),
        take=asked.take,
        took=_cards(asked.took, "The cards taken from the pile"),
        others=tuple(sorted(_cards(asked.others, "The other hands"))),
        stock=asked.stock,
        wild_rank=_rank(asked.wild, rules),
        melded=asked.melded,
        ended=asked.ended,
        rummy=asked.rummy,
        window=asked.window,
    )


def _cards(text: str, where: str) -> tuple[Card, ...]:
    try:
        return _few(read_cards(text), where)
    except BadCard as bad:
        raise BadQuestion(f"{where}: {bad}") from None


def _row(text: str, where: str) -> Row:
    try:
        found = _few(read_standing(text), where)
    except BadCard as bad:
        raise BadQuestion(f"{where}: {bad}") from None
    return Row(
        tuple(each.card for each in found),
        tuple(each.stands for each in found),
        tuple(each.named for each in found),
    )


def _few(found: tuple[T, ...], where: str) -> tuple[T, ...]:
    if len(found) > MOST_CARDS:
        raise BadQuestion(f"{where}: {len(found)} cards are more than two packs have.")
    return found


def _rank(text: str, rules: Rules) -> int:
    """The wild rank; -1 where the deal names none."""
    word = text.strip().upper().replace("10", "T")
    if not word or word == "NONE" or rules.setup.deal_mode is not DealMode.UPCARD:
        return -1
    if word not in tuple(RANKS):
        raise BadQuestion(f"“{text.strip()[:20]}” is no rank: A, 2 … 10, J, Q, K or none.")
    return RANKS.index(word)


def everything(question: Question) -> Iterable[Card]:
    """Every card that the question places somewhere, each place once."""
    yield from question.hand
    yield from question.pile
    yield from question.others
    for each in question.melds:
        yield from each.row.cards
    if question.kind in (Kind.MELD, Kind.SCORE):
        yield from question.row.cards
    elif question.kind is not Kind.CALL:
        # What is laid or discarded is part of the hand, and is counted with it where it is there.
        left = list(question.hand)
        for face in question.row.cards:
            if face in left:
                left.remove(face)
            else:
                yield face
