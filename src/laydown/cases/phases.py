"""The moment a case speaks of: the phase, whose turn it is, and who deals."""

from __future__ import annotations

import msgspec

from laydown.cases.errors import BadCase
from laydown.cases.schema import (
    AskHandScore,
    AskLegal,
    AskLegalSet,
    AskSequence,
    Case,
    Do,
    DoCall,
    DoDecline,
    DoDrawPile,
    DoDrawStock,
    DoPass,
)
from laydown.cases.seats import Seats
from laydown.engine.state import NO_SEAT, Phase


class Moment(msgspec.Struct, frozen=True):
    """`seat` is whose turn it is, in a window for calls the discarder; `due` who comes next."""

    phase: Phase
    seat: int
    dealer: int
    due: int = NO_SEAT
    drawn_since: bool = False
    """the next player has drawn since the last discard"""


def moment_of(case: Case, seats: Seats) -> Moment:
    """The moment, as the case says or as its question implies."""
    here = case.situation
    phase = _phase(case)
    to_act = None if here.to_act is None else seats.seat(here.to_act)
    next_seat = None if here.next_ is None else seats.seat(here.next_)
    dealer = None if here.dealer is None else seats.seat(here.dealer)
    if phase is Phase.CALLING:
        if here.last_discard is None:
            raise BadCase("phase call: which discard lies open? (last_discard)")
        discarder = seats.seat(here.last_discard.by)
        due = seats.after(discarder) if next_seat is None else next_seat
        where = discarder if dealer is None else dealer
        if here.window_closed:
            return Moment(Phase.PLAY, due, where, drawn_since=True)
        return Moment(phase, discarder, where, due)
    if to_act is None:
        to_act = _implied(case, seats, phase, next_seat, dealer)
    return Moment(phase, to_act, seats.before(to_act) if dealer is None else dealer)


def _implied(
    case: Case, seats: Seats, phase: Phase, next_seat: int | None, dealer: int | None
) -> int:
    """Whose turn it is where the case does not say."""
    here = case.situation
    if next_seat is not None:
        return next_seat
    if here.turn_just_ended_by is not None:
        return seats.after(seats.seat(here.turn_just_ended_by))
    asker = getattr(case.ask, "by", None)
    if asker is not None and asker != "table" and phase is not Phase.OVER:
        return seats.seat(asker)
    if isinstance(here.declines, str) and here.declines in seats.names:
        return seats.seat(here.declines)
    return 0 if dealer is None else seats.after(dealer)


def _phase(case: Case) -> Phase:
    here = case.situation
    if here.hand_over:
        return Phase.OVER
    match here.phase:
        case "draw":
            if here.drawn is not None:
                raise BadCase("phase draw, but a draw was made this turn (drawn)")
            return Phase.DRAW
        case "play" | "discard":
            return Phase.PLAY
        case "call":
            return Phase.CALLING
        case "hand_over":
            return Phase.OVER
        case None:
            return _implied_phase(case)


def _implied_phase(case: Case) -> Phase:
    here = case.situation
    if here.ended_by is not None or isinstance(case.ask, AskHandScore):
        return Phase.OVER
    if here.drawn is not None:
        return Phase.PLAY
    if here.last_discard is not None:
        return Phase.CALLING
    match case.ask:
        case AskLegal(action=first):
            return _phase_for(first)
        case AskSequence(actions=(first, *_)):
            return _phase_for(first)
        case AskLegalSet(of="discards"):
            return Phase.PLAY
        case _:
            return Phase.DRAW


def _phase_for(first: Do) -> Phase:
    match first:
        case DoDrawStock() | DoDrawPile() | DoDecline():
            return Phase.DRAW
        case DoCall() | DoPass():
            return Phase.CALLING
        case _:
            return Phase.PLAY
