"""Questions about a room's state that commands, screens and the course of play all ask."""

from __future__ import annotations

from laydown.engine.actions import Discard, LayOff, Meld, Move, Pass, RealCard, Split, Steal, Take
from laydown.engine.apply import apply
from laydown.engine.law import law_of
from laydown.engine.state import Phase, Round
from laydown.engine.view import PlayerView, view
from laydown.rules.options import CallWindow
from laydown.server.rooms import RoomState

LONG_PILE = 12
"""cards"""
MANY_WILDS = 3
"""in one hand: with each of them there are some ten times as many melds to look at"""


def is_calling(state: RoomState) -> bool:
    """A discard lies open to a call."""
    round_ = state.match.round
    return round_ is not None and round_.phase is Phase.CALLING


def window_mode(state: RoomState) -> CallWindow:
    """How the table runs its call windows; over days nobody is asked to be quick."""
    mode = state.rules.calling.call_window
    if state.days and mode is not CallWindow.TEACHER:
        return CallWindow.UNTIL_NEXT_DRAW
    return mode


def takes_long(state: RoomState) -> bool:
    """Whether something is about to be asked that may take a second, in which other tables must go
    on: whether anybody can still take from a long pile, where the stock is as good as empty; what
    somebody with many wilds could call with cards of the hand."""
    round_ = state.match.round
    if round_ is None:
        return False
    if round_.phase is Phase.CALLING and round_.rules.calling.call_with_hand:
        law = law_of(round_)
        if any(sum(law.is_wild[face] for face in hand) >= MANY_WILDS for hand in round_.hands):
            return True
    return len(round_.stock) <= 1 and len(round_.pile) >= LONG_PILE


def waits_for_shuffle(state: RoomState) -> bool:
    """The match waits for the house's order of cards, to be promised before it is dealt."""
    round_ = state.match.round
    return (
        not state.is_over and round_ is not None and round_.phase in (Phase.DEAL, Phase.RESHUFFLE)
    )


def is_between(state: RoomState) -> bool:
    """A round is finished and the next one waits for its players."""
    round_ = state.match.round
    return (
        state.started
        and not state.is_over
        and bool(state.match.results)
        and round_ is not None
        and round_.phase is Phase.DEAL
        and not round_.voids
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
    return (
        window_mode(state) is CallWindow.TEACHER
        and is_calling(state)
        and not state.paused
        and bool(state.moves)
        and state.moves[-1].move.seat == seat
        and isinstance(state.moves[-1].move.action, Discard)
    )


def has_replied(state: RoomState, seat: int) -> bool:
    """The seat has answered in the fair window that is open."""
    return any(reply.seat == seat for reply in state.replies)


def awaited(state: RoomState, seat: int) -> tuple[int, ...]:
    """The seats that the match waits for, as the person in `seat` may know it: an answer in a
    fair window is nobody else's to notice (B-39)."""
    round_ = state.match.round
    if not state.started or state.is_over or state.paused or round_ is None:
        return ()
    if is_between(state):
        people = (i for i, each in enumerate(state.seats) if each.who == "person")
        return tuple(i for i in people if not state.ready[i])
    if round_.phase in (Phase.DRAW, Phase.PLAY):
        return (round_.seat,)
    if round_.phase is not Phase.CALLING:
        return ()
    match window_mode(state):
        case CallWindow.TEACHER:
            return (round_.seat,)
        case CallWindow.UNTIL_NEXT_DRAW:
            return (round_.due,)
        case _:
            return tuple(i for i in round_.may_call if i != seat or not has_replied(state, i))


def is_free(state: RoomState, seat: int) -> bool:
    """Anybody may take the seat, as far as presence allows: before the start while it is open,
    afterwards while a computer plays it that nobody wished for."""
    who = state.seats[seat]
    if state.is_over or who.resigned:
        return False
    if not state.started:
        return who.who == "open"
    return who.given == "start" or (who.owned and who.given in ("asked", "away"))


def may_play(state: RoomState, seat: int) -> bool:
    """The seat's person is the one who acts for it, in a match that goes on."""
    return (
        seat >= 0
        and state.started
        and not state.paused
        and not state.is_over
        and state.seats[seat].who == "person"
        and not has_replied(state, seat)
        and not (window_mode(state) is CallWindow.TEACHER and is_calling(state))
    )


def round_view(round_: Round, seat: int) -> PlayerView:
    """The view of a seat, or of a spectator for -1."""
    return view(round_, None if seat < 0 else seat)


def after_passes(state: RoomState, seat: int) -> Round | None:
    """The round that the seat acts in: where the next draw is everybody's pass, after it."""
    round_ = state.match.round
    if (
        round_ is not None
        and round_.phase is Phase.CALLING
        and window_mode(state) is CallWindow.UNTIL_NEXT_DRAW
        and seat == round_.due
        and seat not in round_.may_call
    ):
        for other in round_.may_call:
            round_ = apply(round_, Move(other, Pass()))
    return round_


def acting_view(state: RoomState, seat: int) -> PlayerView | None:
    """The view to ask for legality and to show; None where nothing is dealt."""
    round_ = after_passes(state, seat)
    if round_ is None or round_.phase is Phase.DEAL:
        return None
    return round_view(round_, seat)
