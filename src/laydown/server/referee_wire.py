"""The messages of the referee: a question about cards on a table, and the answer."""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.cards import Card

# ------------------------------------------------------------------ the referee


class RefereeMeld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meld on the table, as text, and whether whoever asks has laid it."""

    cards: str
    mine: bool = False


class RefereeQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """POST /api/referee: a question under a rule set, with cards as any text names them.

    What a kind of question has no use for may be left out.
    """

    rules: str
    kind: Literal["meld", "layoff", "dig", "discard", "hand", "call", "stock", "score"]
    cards: str = ""
    """what is laid, laid off, discarded or called"""
    onto: int = 1
    """the meld on the table it goes on, counted from 1; for a call, 0 makes a new meld"""
    hand: str = ""
    melds: tuple[RefereeMeld, ...] = ()
    pile: str = ""
    """deepest card first"""
    take: int = 0
    """cards taken from the pile; 0 asks about every number"""
    took: str = ""
    """cards taken from the pile this turn, deepest first"""
    others: str = ""
    stock: bool = True
    wild: str = ""
    """the rank that is wild this round, where the deal names one"""
    melded: bool = False
    ended: Literal["", "me", "other", "stock"] = ""
    rummy: bool = False
    window: Literal["open", "drawn", "own", "out"] = "open"


class RefereeStep(msgspec.Struct, frozen=True):
    """One thing done, with its cards and what they stand for."""

    text: str
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]


class RefereeLine(msgspec.Struct, frozen=True):
    """One card of a score; `seat` 0 is whoever asks."""

    seat: int
    card: Card
    stands: Card
    place: str
    points: int
    text: str
    why: str


class RefereeWay(msgspec.Struct, frozen=True):
    """One thing that is allowed, step by step, and what it brings on the table."""

    text: str
    steps: tuple[RefereeStep, ...]
    lines: tuple[RefereeLine, ...]
    points: int


class RefereeClause(msgspec.Struct, frozen=True):
    """A clause with what it says."""

    number: str
    title: str
    text: str


class RefereeChange(msgspec.Struct, frozen=True):
    """What would make it allowed; `option` and `value` name a house rule where it is one."""

    text: str
    option: str
    value: str
    clause: str


class RefereeRule(msgspec.Struct, frozen=True):
    """A rule in force that has to do with the question."""

    option: str
    sentence: str
    clause: str


class RefereeRead(msgspec.Struct, frozen=True):
    """The cards of the question as they were read."""

    cards: str
    hand: str
    melds: tuple[str, ...]
    pile: str
    took: str
    others: str


class RefereeAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What the referee says. `unread`: something is missing or cannot be read; `headline` says."""

    kind: str
    verdict: Literal["allowed", "refused", "answered", "unread"]
    headline: str
    reason: str = ""
    clauses: tuple[RefereeClause, ...] = ()
    ways: tuple[RefereeWay, ...] = ()
    lines: tuple[RefereeLine, ...] = ()
    total: int = 0
    otherwise: tuple[RefereeChange, ...] = ()
    notes: tuple[str, ...] = ()
    impossible: tuple[str, ...] = ()
    rules: tuple[RefereeRule, ...] = ()
    read: RefereeRead | None = None


class QuestionAnswered(msgspec.Struct, frozen=True):
    """A question that people ask, answered for these rules."""

    key: str
    topic: str
    question: str
    verdict: Literal["yes", "no", "depends", ""]
    text: str
    clause: str


class RefereeFacts(msgspec.Struct, frozen=True):
    """POST /api/referee/facts: what there is to ask about under a rule set."""

    rules: str
    """the rule set in its short form"""
    title: str
    players: int
    decks: int
    copies: tuple[int, ...]
    """by face, how many the packs hold"""
    wilds: tuple[Card, ...]
    """wild in every round"""
    asks_wild_rank: bool
    questions: tuple[QuestionAnswered, ...]
