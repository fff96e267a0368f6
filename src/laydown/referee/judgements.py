"""What a question comes to before it is put into words."""

from __future__ import annotations

import msgspec

from laydown.cards import Card
from laydown.engine.actions import PlayerAction
from laydown.engine.errors import Reason
from laydown.engine.scoring import Line


class Step(msgspec.Struct, frozen=True):
    """One thing done, in words, with the cards it is about and what they stand for."""

    text: str
    cards: tuple[Card, ...] = ()
    stands: tuple[Card, ...] = ()


class Way(msgspec.Struct, frozen=True):
    """One thing that is allowed: a reading of cards, a lay-off, a take, a turn."""

    text: str
    steps: tuple[Step, ...] = ()
    lines: tuple[Line, ...] = ()
    """what it brings its player on the table, card by card"""
    actions: tuple[PlayerAction, ...] = ()

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """Allowed where `reason` is None; `ways` says in which ways, `notes` what follows from it.

    `asks` is True for questions that have an answer rather than a verdict.
    """

    reason: Reason | None = None
    lead: str = ""
    """what the reason is about, where that is not what was asked about"""
    headline: str = ""
    ways: tuple[Way, ...] = ()
    notes: tuple[str, ...] = ()
    asks: bool = False
    lines: tuple[Line, ...] = ()
    """every line of a score"""
    rule: str = ""
    """the option that says so, where another than usual does"""
