"""What an event makes of a room. No clock, no chance, no input or output."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from laydown.engine.actions import HOUSE, ChooseDealer, Deal, Move, Pass, Reshuffle
from laydown.engine.match import apply_match, new_match, with_dealer
from laydown.engine.state import Phase
from laydown.rules.text import read_rules_json
from laydown.server.events import (
    Answered,
    Continued,
    HandedOver,
    HostIs,
    IsReady,
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
from laydown.server.rooms import (
    COLOURS,
    COMPUTER_NAMES,
    Played,
    Reply,
    RoomState,
    SeatState,
    Undone,
    kept,
)

KEPT_COMMANDS = 64
"""so many of the last commands are known again"""


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
        clock=event.clock,
        days=event.days,
        opened_at=event.at,
        dealer=event.dealer,
        orders=event.orders,
        ready=(False,) * len(seats),
    )


def after(state: RoomState | None, event: RoomEvent) -> RoomState:
    """The room after an event that was found good before it was stored."""
    if isinstance(event, RoomOpened):
        assert state is None, "a room is opened once"
        return opened(event)
    assert state is not None, "a room's first event opens it"
    now = replace(_after(state, event), seq=state.seq + 1)
    command = getattr(event, "command", "")
    if command:
        asked = (event.seat, command)  # type: ignore[union-attr]
        now = replace(now, commands=(*now.commands, asked)[-KEPT_COMMANDS:])
    if not state.is_over and now.winners:
        now = replace(now, is_over=True, ended_at=event.at)
    return now


def _after(state: RoomState, event: RoomEvent) -> RoomState:
    match event:
        case Sat(seat=seat):
            sat = SeatState(event.name, event.colour, event.secret, event.browser)
            host = state.host if state.seats[state.host].owned else seat
            return replace(_recoloured(_with_seat(state, seat, sat), seat), host=host)
        case Stood(seat=seat):
            return _with_seat(state, seat, SeatState("", state.seats[seat].colour))
        case Planned(seat=seat):
            name = COMPUTER_NAMES[seat] if event.level else ""
            planned = SeatState(name, state.seats[seat].colour, level=event.level)
            return _with_seat(state, seat, planned)
        case Named(seat=seat):
            return _with_seat(state, seat, replace(state.seats[seat], name=event.name))
        case Started():
            seats = tuple(
                seat
                if seat.who != "open"
                else SeatState(COMPUTER_NAMES[i], seat.colour, level="plain", given="start")
                for i, seat in enumerate(state.seats)
            )
            match = state.match
            if event.dealer >= 0:
                match = with_dealer(match, event.dealer)
            return replace(
                _unready(state), started=True, seats=seats, match=match, turn_at=event.at
            )
        case Prepared():
            return replace(state, prepared=event, orders=state.orders[1:])
        case Moved():
            return _moved(state, event)
        case Answered():
            reply = Reply(event.seat, event.action, event.by)
            return replace(state, replies=(*state.replies, reply))
        case TookBack():
            return _took_back(state, event)
        case IsReady(seat=seat):
            ready = (*state.ready[:seat], True, *state.ready[seat + 1 :])
            return replace(state, ready=ready, ready_at=state.ready_at or event.at)
        case HandedOver(seat=seat):
            was = state.seats[seat]
            resigned = was.resigned or event.why == "resigned"
            given = "resigned" if resigned else event.why
            now = replace(was, level=event.level, resigned=resigned, given=given)
            return _with_seat(state, seat, now)
        case Reclaimed(seat=seat):
            return _with_seat(state, seat, replace(state.seats[seat], level="", given=""))
        case HostIs(seat=seat):
            return replace(state, host=seat)
        case Paused():
            return replace(_unready(state), paused_at=event.at)
        case Resumed():
            gone = max(0.0, event.at - state.paused_at)
            return replace(
                state,
                paused_at=0.0,
                turn_at=state.turn_at + gone,
                window_at=state.window_at + gone,
            )
        case Continued(room=room):
            return replace(state, next_room=room)
        case RoomOpened():
            raise AssertionError("a room is opened once")
        case _:
            assert_never(event)


def _unready(state: RoomState) -> RoomState:
    return replace(state, ready=(False,) * len(state.seats), ready_at=0.0)


def _recoloured(state: RoomState, seat: int) -> RoomState:
    """No two seats of one colour: a person keeps theirs, a computer or an open seat gives way."""
    for other, each in enumerate(state.seats):
        if other != seat and each.colour == state.seats[seat].colour:
            used = {one.colour for one in state.seats}
            free = next(colour for colour in COLOURS if colour not in used)
            gives = seat if each.owned else other
            return _with_seat(state, gives, replace(state.seats[gives], colour=free))
    return state


def _with_seat(state: RoomState, seat: int, value: SeatState) -> RoomState:
    ready = (*state.ready[:seat], False, *state.ready[seat + 1 :])
    if state.seats[seat].secret == value.secret:
        ready = state.ready
    seats = (*state.seats[:seat], value, *state.seats[seat + 1 :])
    return replace(state, seats=seats, ready=ready)


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
    seq = state.seq + 1
    now = replace(
        state,
        match=match,
        moves=(*state.moves, Played(state.match, move, event.by, seq, event.at)),
        prepared=prepared,
        dealt=dealt,
    )
    if not isinstance(action, Pass):
        now = replace(now, position=seq, replies=())
    if isinstance(action, Deal):
        now = _unready(now)
    now = _timed(state, now, event.at)
    if len(match.results) > len(state.match.results):
        played = now.moves
        now = replace(_unready(now), kept=(*state.kept, kept(played)), lately=played, moves=())
    return now


def _timed(before: RoomState, now: RoomState, at: float) -> RoomState:
    """Note when a turn begins and when a discard comes to lie open."""
    was, is_ = before.match.round, now.match.round
    if is_ is None:
        return now
    if is_.phase is Phase.CALLING:
        opens = was is None or was.phase is not Phase.CALLING
        return replace(now, window_at=at, ready=(False,) * len(now.seats)) if opens else now
    turns = (Phase.DRAW, Phase.PLAY)
    if is_.phase not in turns:
        return now
    begins = (
        was is None
        or was.phase not in turns
        or was.seat != is_.seat
        or (was.phase is Phase.PLAY and is_.phase is Phase.DRAW)
    )
    if begins:
        return replace(now, turn_at=at, replies=())
    return now


def _took_back(state: RoomState, event: TookBack) -> RoomState:
    last = state.moves[-1]
    stood = sum(len(kept.moves) for kept in state.kept) + len(state.moves) - 1
    now = replace(
        state,
        match=last.before,
        moves=state.moves[:-1],
        replies=(),
        position=state.seq + 1,
        undone=(*state.undone, Undone(state.seq + 1, last, stood)),
    )
    was = state.match.round
    discard = was is not None and was.phase is Phase.CALLING
    return replace(now, turn_at=event.at) if discard else now


def replayed(events: tuple[RoomEvent, ...]) -> RoomState | None:
    """The room that these events make; None for no events."""
    state: RoomState | None = None
    for event in events:
        state = after(state, event)
    return state
