"""What goes by itself: dealing, call windows, clocks, the host's role, computers."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Literal

import msgspec

from laydown.engine.actions import HOUSE, Call, Deal, Move, Pass, Reshuffle
from laydown.engine.match import why_not_match
from laydown.engine.state import Phase, Round
from laydown.lab.house import House
from laydown.rules.options import CallWindow, FirstDealer
from laydown.rules.rules import Rules
from laydown.server.asking import has_replied, is_between, waits_for_shuffle, window_mode
from laydown.server.events import HostIs, Moved, Prepared, RoomEvent, Started
from laydown.server.presence import Moment

By = Literal["person", "computer", "house", "clock"]


class Thinker(msgspec.Struct, frozen=True):
    """A seat for which a computer is to choose."""

    seat: int
    level: str
    by: By


def next_events(moment: Moment, house: House) -> Sequence[RoomEvent]:
    """What the room waits for that no person has to do; empty where it waits for people, for
    computers or for time."""
    state, now = moment.state, moment.at
    heir = _heir(moment)
    if heir >= 0:
        return [HostIs(now, heir)]
    if not state.started:
        people = [i for i, seat in enumerate(state.seats) if seat.owned]
        full = all(seat.who != "open" for seat in state.seats)
        if people and full and all(state.ready[i] for i in people):
            return [started(state.rules, state.host, now)]
        return []
    if state.paused or state.is_over:
        return []
    round_ = state.match.round
    if round_ is None:
        return [Moved(now, HOUSE, house.answer(state.match).action, "house")]
    if waits_for_shuffle(state):
        return _shuffle(moment, round_, house)
    if round_.phase is Phase.CALLING:
        return _close_window(moment, round_)
    return []


def started(rules: Rules, host: int, now: float) -> Started:
    """The match begins; the host deals first where the table wants it so."""
    return Started(now, host if rules.setup.first_dealer is FirstDealer.HOST else -1)


# ------------------------------------------------------------------ the host


def _heir(moment: Moment) -> int:
    """Who becomes host: the longest here, once the host is a minute away; -1 for nobody."""
    until = host_until(moment)
    return moment.others(moment.state.host)[0] if until and moment.at >= until else -1


def host_until(moment: Moment) -> float:
    """When the host's role passes; 0 while the host is here, or nobody else is."""
    host, presence = moment.state.host, moment.presence
    if presence.is_present(host) or not moment.others(host):
        return 0.0
    return (presence.away_since[host] or moment.at) + moment.timing.away


# ------------------------------------------------------------------ dealing


def _shuffle(moment: Moment, round_: Round, house: House) -> Sequence[RoomEvent]:
    state, now = moment.state, moment.at
    if state.prepared is None:
        order = state.orders[0] if state.orders else ()
        action = Deal(order) if round_.phase is Phase.DEAL else Reshuffle(order)
        if not order or why_not_match(state.match, Move(HOUSE, action)) is not None:
            chosen = house.answer_round(round_).action
            assert isinstance(chosen, Deal | Reshuffle)
            order = chosen.order
        return [Prepared(now, order, secrets.token_hex(16))]
    if round_.phase is Phase.RESHUFFLE:
        return [Moved(now, HOUSE, Reshuffle(()), "house")]
    if is_between(state) and not _all_ready(moment):
        return []
    return [Moved(now, HOUSE, Deal(()), "house")]


def ready_until(moment: Moment) -> float:
    """When the next round begins whoever is ready; 0 while nobody is."""
    state = moment.state
    if not state.ready_at or not is_between(state) or state.paused:
        return 0.0
    return state.ready_at + moment.timing.ready


def _all_ready(moment: Moment) -> bool:
    """Everybody present is ready, or half a minute has passed since the first was."""
    until = ready_until(moment)
    waiting = [
        i
        for i, seat in enumerate(moment.state.seats)
        if seat.who == "person" and moment.presence.is_present(i) and not moment.state.ready[i]
    ]
    return bool(until) and (moment.at >= until or not waiting)


# ------------------------------------------------------------------ call windows


def window_until(moment: Moment) -> float:
    """When the open call window closes; 0 without a limit. While nobody is there, none closes."""
    state, timing = moment.state, moment.timing
    round_ = state.match.round
    if round_ is None or round_.phase is not Phase.CALLING or state.paused:
        return 0.0
    began = max(state.window_at, moment.presence.since)
    somebody = moment.presence.anybody()
    match window_mode(state):
        case CallWindow.TEACHER:
            if state.seats[round_.seat].who != "person" or state.ready[round_.seat]:
                return moment.at
            return began + timing.teacher if somebody else 0.0
        case CallWindow.UNTIL_NEXT_DRAW:
            if state.seats[round_.due].who == "computer":
                return state.window_at + timing.window
            return began + state.clock if state.clock and somebody else 0.0
        case _:
            people = any(state.seats[i].who == "person" for i in round_.may_call)
            return began + timing.window if people and somebody else 0.0


def _close_window(moment: Moment, round_: Round) -> Sequence[RoomEvent]:
    """The answers of a window once it closes, in turn order from the discarder (B-39)."""
    state, now = moment.state, moment.at
    until = window_until(moment)
    late = bool(until) and now >= until
    mode = window_mode(state)
    if mode is not CallWindow.FAIR:
        by: By = "clock" if mode is CallWindow.RACE else "house"
        return [Moved(now, i, Pass(), by) for i in round_.may_call] if late else []
    waiting = [i for i in round_.may_call if not has_replied(state, i)]
    if waiting and not (late and all(state.seats[i].who == "person" for i in waiting)):
        return []
    replies = {reply.seat: reply for reply in state.replies}
    events: list[RoomEvent] = []
    for seat in round_.may_call:
        reply = replies.get(seat)
        action = reply.action if reply is not None else Pass()
        events.append(Moved(now, seat, action, reply.by if reply is not None else "clock"))
        if isinstance(action, Call):
            break
    return events


# ------------------------------------------------------------------ clocks and computers


def turn_until(moment: Moment) -> float:
    """When the turn of the person who plays is over; 0 without a clock, or with nobody there."""
    state = moment.state
    round_ = state.match.round
    runs = (
        state.clock
        and state.started
        and not state.paused
        and not state.is_over
        and round_ is not None
        and round_.phase in (Phase.DRAW, Phase.PLAY)
        and state.seats[round_.seat].who == "person"
        and moment.presence.anybody()
    )
    return max(state.turn_at, moment.presence.since) + state.clock if runs else 0.0


def thinkers(moment: Moment) -> list[Thinker]:
    """The seats for which a computer is to choose now."""
    state = moment.state
    round_ = state.match.round
    if not state.started or state.paused or state.is_over or round_ is None:
        return []
    if round_.phase in (Phase.DRAW, Phase.PLAY):
        level = state.seats[round_.seat].level
        if level:
            return [Thinker(round_.seat, level, "computer")]
        until = turn_until(moment)
        return [Thinker(round_.seat, "plain", "clock")] if until and moment.at >= until else []
    if round_.phase is not Phase.CALLING or window_mode(state) is CallWindow.TEACHER:
        return []
    return [
        Thinker(seat, state.seats[seat].level, "computer")
        for seat in round_.may_call
        if state.seats[seat].level and not has_replied(state, seat)
    ]


def due(moment: Moment) -> float:
    """When something goes by itself next; 0 for never."""
    moments = (
        ready_until(moment),
        window_until(moment),
        turn_until(moment),
        0.0 if moment.state.is_over and moment.state.next_room else host_until(moment),
    )
    return min((each for each in moments if each), default=0.0)
