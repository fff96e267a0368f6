"""What a person's action, take-back or readiness becomes: events, or a refusal in words."""

from __future__ import annotations

from collections.abc import Sequence

from laydown.engine.actions import Call, Decline, Draw, Move, Pass, PlayerAction, Take
from laydown.engine.legal import LegalActions
from laydown.engine.match import why_not_match
from laydown.engine.state import Phase
from laydown.engine.view import view
from laydown.rules.options import CallWindow
from laydown.server.answers import Answer, refused
from laydown.server.asking import (
    after_passes,
    can_take_back,
    can_take_back_discard,
    has_replied,
    is_between,
    is_calling,
    window_mode,
)
from laydown.server.events import Answered, IsReady, Moved, RoomEvent, TookBack
from laydown.server.presence import Moment
from laydown.server.rooms import RoomState

MOST_TAKEN_BACK = 60
"""in one turn: what is taken back is kept for ever"""


def need_current(state: RoomState, seq: int) -> None:
    """Refuse a command about a position that is gone; others' passes and seats do not matter."""
    if seq > state.seq:
        raise Answer("This page is ahead of the table: reload it.")
    if seq < state.position:
        raise Answer("The table has moved on; look again.")


def _need_turn(state: RoomState, seat: int) -> None:
    if seat < 0:
        raise Answer("Spectators do not play.")
    if not state.started or state.is_over:
        raise Answer("No match is being played here.")
    if state.paused:
        raise Answer("The match is paused.")
    if state.seats[seat].who != "person":
        raise Answer("A computer plays this seat; take it back first.")


def act(
    moment: Moment, seat: int, seq: int, action: PlayerAction, command: str
) -> Sequence[RoomEvent]:
    """A person's action on the position of `seq`."""
    state, now = moment.state, moment.at
    _need_turn(state, seat)
    need_current(state, seq)
    if is_calling(state):
        return _in_window(moment, seat, action, command)
    reason = why_not_match(state.match, Move(seat, action))
    if reason is not None:
        raise refused(state, seat, reason)
    return [Moved(now, seat, action, "person", command)]


def _in_window(
    moment: Moment, seat: int, action: PlayerAction, command: str
) -> Sequence[RoomEvent]:
    state, now = moment.state, moment.at
    mode, round_ = window_mode(state), state.match.round
    assert round_ is not None
    passed = after_passes(state, seat)
    if isinstance(action, Draw | Take | Decline) and passed is not round_ and passed is not None:
        reason = LegalActions(view(passed, seat)).why_not(action)
        if reason is not None:
            raise refused(state, seat, reason)
        passes = [Moved(now, other, Pass(), "house") for other in round_.may_call]
        return [*passes, Moved(now, seat, action, "person", command)]
    reason = why_not_match(state.match, Move(seat, action))
    if reason is not None:
        raise refused(state, seat, reason)
    if mode is CallWindow.TEACHER:
        raise Answer("At this table a discard is not called: its player is told of it.", "B-39")
    if mode is CallWindow.FAIR:
        assert isinstance(action, Call | Pass), "nothing else is legal in a window"
        if has_replied(state, seat):
            raise Answer("You have answered already.", "B-39")
        return [Answered(now, seat, action, "person", command)]
    return [Moved(now, seat, action, "person", command)]


def take_back(moment: Moment, seat: int, seq: int, command: str) -> Sequence[RoomEvent]:
    """The own last action of this turn undone, or in teacher mode the discard."""
    state = moment.state
    _need_turn(state, seat)
    need_current(state, seq)
    if not (can_take_back(state, seat) or can_take_back_discard(state, seat)):
        raise Answer(
            "There is nothing to take back: a draw from the stock, a discard, a call and"
            " other players' moves stay (B-49).",
            "B-49",
            "" if state.rules.match.take_back else "take_back",
        )
    others = [each.seq for each in state.moves if each.move.seat != seat]
    began = max(others, default=0)
    if sum(each.seq > began for each in state.undone) >= MOST_TAKEN_BACK:
        raise Answer("That is enough taking back for one turn.", "B-49")
    return [TookBack(moment.at, seat, command)]


def be_ready(moment: Moment, seat: int, command: str) -> Sequence[RoomEvent]:
    """Ready for the match or the next round; in a teacher's window, the discard stays."""
    state = moment.state
    if seat < 0:
        raise Answer("Spectators need not be ready.")
    if state.ready[seat] or state.paused:
        return []
    round_ = state.match.round
    own_discard = (
        round_ is not None
        and round_.phase is Phase.CALLING
        and window_mode(state) is CallWindow.TEACHER
        and round_.seat == seat
    )
    if not state.started or is_between(state) or own_discard:
        return [IsReady(moment.at, seat, command)]
    return []
