"""A room as a value: what its events add up to. No clock, no chance, no input or output."""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec
from msgspec.structs import replace

from laydown.cards import Card
from laydown.engine.actions import (
    HOUSE,
    ChooseDealer,
    Deal,
    Discard,
    LayOff,
    Meld,
    Move,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.engine.match import Match, apply_match, new_match
from laydown.engine.state import Phase
from laydown.rules.rules import Rules
from laydown.rules.text import read_rules_json
from laydown.server.events import (
    Continued,
    HandedOver,
    HostIs,
    Moved,
    Named,
    Paused,
    Planned,
    Prepared,
    Reclaimed,
    Resumed,
    RoomEvent,
    RoomOpened,
    Sat,
    Started,
    Stood,
    TookBack,
)

COMPUTER_NAMES = ("Ada", "Bea", "Cleo", "Dan", "Eli", "Fay", "Gus", "Hal")
COLOURS = ("blue", "red", "green", "gold", "violet", "teal", "orange", "pink")


class SeatState(msgspec.Struct, frozen=True):
    """A seat: who holds its secret, and who plays it."""

    name: str
    colour: str
    secret: str = ""
    browser: str = ""
    level: str = ""
    """the computer that plays it, empty while a person does or nobody yet"""
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


class RoomState(msgspec.Struct, frozen=True):
    """A room at one `seq`."""

    seq: int
    rules: Rules
    seats: tuple[SeatState, ...]
    host: int
    match: Match
    started: bool
    clock: int
    days: bool
    opened_at: float
    moves: tuple[Played, ...] = ()
    """of the round being played, and of the one before while the next is not dealt"""
    kept: tuple[tuple[Played, ...], ...] = ()
    """finished rounds, for replays and records"""
    prepared: Prepared | None = None
    """the shuffle promised for the next deal"""
    dealt: tuple[Prepared, ...] = ()
    """shuffles already used, in order"""
    orders: tuple[tuple[Card, ...], ...] = ()
    """shuffles fixed when the room was opened"""
    paused: bool = False
    next_room: str = ""
    ended_at: float = 0.0

    @property
    def round_number(self) -> int:
        """Of the round being played or awaited, from 1."""
        return len(self.match.results) + (0 if self.match.is_over else 1)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won: by the cards, or the one left when all others resigned."""
        if self.match.is_over and self.match.outcome is not None:
            return self.match.outcome.winners
        return left_alone(self)

    @property
    def is_over(self) -> bool:
        """Nothing more will be played."""
        return bool(self.winners)


def left_alone(state: RoomState) -> tuple[int, ...]:
    """The one person left when all other persons have resigned, else nobody."""
    if not state.started or not any(seat.resigned for seat in state.seats):
        return ()
    people = [i for i, seat in enumerate(state.seats) if seat.owned and not seat.resigned]
    computers = any(not seat.owned for seat in state.seats)
    return tuple(people) if len(people) == 1 and not computers else ()


def opened(event: RoomOpened) -> RoomState:
    """The room as it is opened."""
    rules = read_rules_json(event.rules)
    seats = tuple(
        SeatState(COMPUTER_NAMES[i] if plan.level else "", COLOURS[i], level=plan.level)
        for i, plan in enumerate(event.seats)
    )
    match = new_match(rules)
    if event.dealer >= 0:
        match = apply_match(match, Move(HOUSE, ChooseDealer(event.dealer)))
    return RoomState(
        seq=1,
        rules=rules,
        seats=seats,
        host=0,
        match=match,
        started=False,
        clock=event.clock,
        days=event.days,
        opened_at=event.at,
        orders=event.orders,
    )


def after(state: RoomState | None, event: RoomEvent) -> RoomState:
    """The room after an event that was found good before it was stored."""
    if isinstance(event, RoomOpened):
        assert state is None, "a room is opened once"
        return opened(event)
    assert state is not None, "a room's first event opens it"
    return replace(_after(state, event), seq=state.seq + 1)


def _after(state: RoomState, event: RoomEvent) -> RoomState:
    match event:
        case Sat(seat=seat):
            sat = SeatState(event.name, event.colour, event.secret, event.browser)
            return _with_seat(state, seat, sat)
        case Stood(seat=seat):
            return _with_seat(state, seat, SeatState("", COLOURS[seat]))
        case Planned(seat=seat):
            name = COMPUTER_NAMES[seat] if event.level else ""
            return _with_seat(state, seat, SeatState(name, COLOURS[seat], level=event.level))
        case Named(seat=seat):
            return _with_seat(state, seat, replace(state.seats[seat], name=event.name))
        case Started():
            seats = tuple(
                seat
                if seat.who != "open"
                else SeatState(COMPUTER_NAMES[i], COLOURS[i], level="plain")
                for i, seat in enumerate(state.seats)
            )
            return replace(state, started=True, seats=seats)
        case Prepared():
            return replace(state, prepared=event, orders=state.orders[1:])
        case Moved():
            return _moved(state, event)
        case TookBack():
            last = state.moves[-1]
            return replace(state, match=last.before, moves=state.moves[:-1])
        case HandedOver(seat=seat):
            was = state.seats[seat]
            now = replace(was, level=event.level, resigned=was.resigned or event.why == "resigned")
            return _ended(_with_seat(state, seat, now), event.at)
        case Reclaimed(seat=seat):
            return _with_seat(state, seat, replace(state.seats[seat], level=""))
        case HostIs(seat=seat):
            return replace(state, host=seat)
        case Paused():
            return replace(state, paused=True)
        case Resumed():
            return replace(state, paused=False)
        case Continued(room=room):
            return replace(state, next_room=room)
        case RoomOpened():
            raise AssertionError("a room is opened once")
        case _:
            assert_never(event)


def _with_seat(state: RoomState, seat: int, value: SeatState) -> RoomState:
    return replace(state, seats=(*state.seats[:seat], value, *state.seats[seat + 1 :]))


def _moved(state: RoomState, event: Moved) -> RoomState:
    action = event.action
    prepared, dealt = state.prepared, state.dealt
    if isinstance(action, Deal | Reshuffle) and prepared is not None:
        order = prepared.order
        action = Deal(order) if isinstance(action, Deal) else Reshuffle(order)
        dealt = (*dealt, prepared)
        prepared = None
    move = Move(event.seat, action)
    match = apply_match(state.match, move)
    moves = (*state.moves, Played(state.match, move, event.by, state.seq + 1, event.at))
    kept = state.kept
    if len(match.results) > len(state.match.results):
        kept, moves = (*kept, moves), ()
    return _ended(
        replace(state, match=match, moves=moves, kept=kept, prepared=prepared, dealt=dealt),
        event.at,
    )


def _ended(state: RoomState, at: float) -> RoomState:
    if state.is_over and not state.ended_at:
        return replace(state, ended_at=at)
    return state


def waits_for_shuffle(state: RoomState) -> bool:
    """The match waits for the house's order of cards, to be promised before it is dealt."""
    round_ = state.match.round
    return (
        not state.is_over and round_ is not None and round_.phase in (Phase.DEAL, Phase.RESHUFFLE)
    )


def can_take_back(state: RoomState, seat: int) -> bool:
    """The seat may undo its last action: its own, of this turn, and showing nothing new (B-49)."""
    if not state.rules.match.take_back or not state.moves or state.is_over or state.paused:
        return False
    round_ = state.match.round
    last = state.moves[-1]
    return (
        last.move.seat == seat
        and round_ is not None
        and round_.phase is Phase.PLAY
        and round_.seat == seat
        and isinstance(last.move.action, Take | Meld | LayOff | RealCard | Steal | Split)
    )


def can_take_back_discard(state: RoomState, seat: int) -> bool:
    """Teacher mode: the discard just made may be taken back while the window is open (B-39)."""
    round_ = state.match.round
    return (
        bool(state.moves)
        and round_ is not None
        and round_.phase is Phase.CALLING
        and state.moves[-1].move.seat == seat
        and isinstance(state.moves[-1].move.action, Discard)
    )


def names_of(state: RoomState) -> tuple[str, ...]:
    """A name for every seat."""
    return tuple(seat.name or f"Seat {i + 1}" for i, seat in enumerate(state.seats))


def replayed(events: tuple[RoomEvent, ...]) -> RoomState | None:
    """The room that these events make; None for no events."""
    state: RoomState | None = None
    for event in events:
        state = after(state, event)
    return state
