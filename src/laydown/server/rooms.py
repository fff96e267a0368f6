"""A room as a value: the people, the match and what is kept of it, at one event of its stream."""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.cards import Card
from laydown.engine.actions import Deal, Move, PlayerAction
from laydown.engine.match import Match, apply_match, teams_of
from laydown.rules.rules import Rules
from laydown.server.events import Prepared

COMPUTER_NAMES = ("Ada", "Bea", "Cleo", "Dan", "Eli", "Fay", "Gus", "Hal")
COLOURS = ("blue", "red", "green", "gold", "violet", "teal", "orange", "pink")
"""The colours that a page has shapes for."""


class SeatState(msgspec.Struct, frozen=True):
    """A seat: who holds its secret, and who plays it."""

    name: str
    colour: str
    secret: str = ""
    browser: str = ""
    level: str = ""
    """the computer that plays it, empty while a person does or nobody yet"""
    given: Literal["", "start", "asked", "away", "resigned"] = ""
    """why a computer plays it: nobody had taken it at the start, or its person's seat was handed
    over; empty for a person, and for a computer that was wished for"""
    resigned: bool = False

    @property
    def owned(self) -> bool:
        """A person holds the seat."""
        return bool(self.secret)

    @property
    def who(self) -> Literal["open", "person", "computer"]:
        """Who plays it now."""
        if self.level:
            return "computer"
        return "person" if self.secret else "open"


class Played(msgspec.Struct, frozen=True):
    """A move of the match with the position before it and who made it."""

    before: Match
    move: Move
    by: str
    seq: int
    at: float


class Kept(msgspec.Struct, frozen=True):
    """A finished round: the match before it and its moves, from which every position follows."""

    begun: Match
    moves: tuple[tuple[Move, str, int, float], ...]
    """each with who made it, its `seq` and its time"""

    def played(self) -> tuple[Played, ...]:
        """The moves with their positions."""
        found = []
        match = self.begun
        for move, by, seq, at in self.moves:
            found.append(Played(match, move, by, seq, at))
            match = apply_match(match, move)
        return tuple(found)


def kept(moves: tuple[Played, ...]) -> Kept:
    """The moves of a round as they are kept."""
    return Kept(moves[0].before, tuple((each.move, each.by, each.seq, each.at) for each in moves))


class Undone(msgspec.Struct, frozen=True):
    """A move that was taken back (B-49): what others saw of it is theirs to remember."""

    seq: int
    """of the taking back"""
    what: Played
    after: int
    """so many moves of the match stood before it"""


class Reply(msgspec.Struct, frozen=True):
    """An answer in a fair call window, kept until it closes."""

    seat: int
    action: PlayerAction
    by: Literal["person", "computer"]


class RoomState(msgspec.Struct, frozen=True, kw_only=True):
    """A room at one `seq`."""

    seq: int
    rules: Rules
    seats: tuple[SeatState, ...]
    host: int
    match: Match
    clock: int
    days: bool
    opened_at: float
    ready: tuple[bool, ...]
    dealer: int = -1
    """the first dealer where it was fixed when the room was opened"""
    started: bool = False
    position: int = 0
    """the `seq` that made the position what it is; passes, answers and seats do not count"""
    moves: tuple[Played, ...] = ()
    """since the last finished round"""
    lately: tuple[Played, ...] = ()
    """of the round finished last"""
    kept: tuple[Kept, ...] = ()
    """finished rounds, for replays and records"""
    undone: tuple[Undone, ...] = ()
    prepared: Prepared | None = None
    """the shuffle promised for the next deal"""
    dealt: tuple[Prepared, ...] = ()
    """shuffles already used, in order"""
    orders: tuple[tuple[Card, ...], ...] = ()
    """shuffles fixed when the room was opened, those still to come"""
    replies: tuple[Reply, ...] = ()
    """of the fair call window that is open"""
    commands: tuple[tuple[int, str], ...] = ()
    """(seat, name) of the last commands that were obeyed"""
    ready_at: float = 0.0
    """when the first was ready for the next round, 0 while nobody is"""
    turn_at: float = 0.0
    """when the turn began, pauses left out"""
    window_at: float = 0.0
    """when the discard was made that lies open to a call, pauses left out"""
    paused_at: float = 0.0
    next_room: str = ""
    is_over: bool = False
    """nothing more will be played"""
    ended_at: float = 0.0

    @property
    def paused(self) -> bool:
        """The match waits until somebody resumes it."""
        return self.paused_at > 0

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: by the cards, or those left when all others resigned."""
        if self.match.is_over and self.match.outcome is not None:
            return self.match.outcome.winners
        return left_alone(self)

    @property
    def broken(self) -> Kept | None:
        """The round that was in play when all others had resigned: it is broken off, and scores
        nothing."""
        if not self.is_over or self.match.is_over:
            return None
        dealt = any(isinstance(each.move.action, Deal) for each in self.moves)
        return kept(self.moves) if dealt else None

    @property
    def open_rounds(self) -> tuple[Kept, ...]:
        """The rounds that everybody may look into: the finished ones, and one broken off."""
        broken = self.broken
        return self.kept if broken is None else (*self.kept, broken)


def left_alone(state: RoomState) -> tuple[int, ...]:
    """Whom resigning makes the winners: the only side left, or with all persons gone the best."""
    if not state.started or not any(seat.resigned for seat in state.seats):
        return ()
    sides = [
        team
        for team in teams_of(state.rules)
        if not all(state.seats[seat].resigned for seat in team)
    ]
    if len(sides) == 1:
        return sides[0]
    if any(seat.owned and not seat.resigned for seat in state.seats):
        return ()
    totals = [sum(state.match.totals[seat] for seat in team) for team in sides]
    best = max(totals)
    return tuple(
        sorted(
            seat
            for team, total in zip(sides, totals, strict=True)
            if total == best
            for seat in team
        )
    )


def names_of(state: RoomState) -> tuple[str, ...]:
    """A name for every seat."""
    return tuple(seat.name or f"Seat {i + 1}" for i, seat in enumerate(state.seats))
