"""A round brought to the moment of a case: the engine makes the draw, opens the window, ends it."""

from __future__ import annotations

import msgspec

from laydown.cards import Card, without
from laydown.cases.errors import BadCase
from laydown.cases.phases import Moment
from laydown.cases.schema import Case
from laydown.cases.seats import Seats
from laydown.cases.tokens import found_in, missing_from, read_card, read_cards
from laydown.engine.actions import Draw, Move, Take
from laydown.engine.apply import apply, begin_turn
from laydown.engine.calling import callers
from laydown.engine.state import NO_CARD, NO_SEAT, Drawn, End, Ending, Phase, Round, Turn


def brought_to(start: Round, case: Case, now: Moment, seats: Seats) -> Round:
    """The round with its turn as the engine would have it at that moment."""
    match now.phase:
        case Phase.OVER:
            return _over(start, case, seats)
        case Phase.PLAY:
            return _in_turn(start, case, now)
        case Phase.CALLING:
            return _open_to_calls(start, case, now)
        case _:
            return begin_turn(start, now.seat)


def _over(start: Round, case: Case, seats: Seats) -> Round:
    here = case.situation
    given = here.ended_by
    empty = [seat for seat, hand in enumerate(start.hands) if not hand and not start.floating[seat]]
    out = NO_SEAT
    how = Ending.STOCK_EXHAUSTED
    if given is not None:
        how = Ending.STOCK_EXHAUSTED if given.how == "stock" else Ending(given.how)
        out = NO_SEAT if given.who is None else seats.seat(given.who)
    elif here.hand_over and here.last_discard is not None:
        how, out = Ending.OUT, seats.seat(here.last_discard.by)
    elif len(empty) == 1:
        how, out = Ending.OUT, empty[0]
    if how is Ending.OUT and out == NO_SEAT:
        raise BadCase("ended_by: nobody is said to have gone out")
    if how is not Ending.OUT and out != NO_SEAT:
        raise BadCase("ended_by: somebody went out, but not so does the round end")
    if out != NO_SEAT and start.hands[out]:
        raise BadCase(f"{seats.name(out)} went out but still holds cards")
    end = End(how, out, bool(here.going_rummy))
    return msgspec.structs.replace(start, end=end)


def _in_turn(start: Round, case: Case, now: Moment) -> Round:
    """The draw is made by the engine, so that what the turn owes is the engine's word."""
    seat = now.seat
    drawn = case.situation.drawn
    faces = () if drawn is None or drawn.cards is None else read_cards(drawn.cards)
    hand = start.hands[seat]
    if drawn is not None and drawn.deep is not None:
        deep = read_card(drawn.deep)
        if faces and deep not in faces:
            raise BadCase("the deep card is not among the cards drawn")
        rest = list(faces)
        if deep in rest:
            rest.remove(deep)
        faces = (deep, *rest)
    from_pile = drawn is not None and drawn.from_ == "pile"
    if from_pile and not faces:
        raise BadCase("drawn: which cards came from the pile?")
    if not from_pile and len(faces) > 1:
        raise BadCase("drawn: one card is drawn from the stock")
    if not hand and not faces:
        raise BadCase("the player on turn holds no card")
    if not faces:
        faces = hand[:1]
    laid = missing_from(hand, faces)
    before = without(hand, found_in(hand, faces))
    held = start.hands
    start = msgspec.structs.replace(
        start,
        phase=Phase.DRAW,
        turn=Turn(fresh=not start.laid[seat]),
        hands=(*held[:seat], before, *held[seat + 1 :]),
        stock=start.stock if from_pile else (*faces, *start.stock),
        pile=(*start.pile, *faces) if from_pile else start.pile,
        idle_turns=0 if not from_pile else start.idle_turns,
    )
    after = apply(start, Move(seat, Take(len(faces)) if from_pile else Draw()))
    return _laid_since(after, seat, hand, laid) if laid else after


def _laid_since(after: Round, seat: int, hand: tuple[Card, ...], laid: tuple[Card, ...]) -> Round:
    """The turn where some of the cards drawn are already on the table, and so paid for."""
    turn = after.turn
    owed = list(turn.owed)
    for face in laid:
        if face in owed:
            owed.remove(face)
    hands = after.hands
    known = list(after.known[seat])
    for face in laid:
        if face in known:
            known.remove(face)
    return msgspec.structs.replace(
        after,
        hands=(*hands[:seat], hand, *hands[seat + 1 :]),
        known=(*after.known[:seat], tuple(known), *after.known[seat + 1 :]),
        turn=msgspec.structs.replace(
            turn,
            owed=tuple(owed),
            deep=NO_CARD if turn.deep in laid else turn.deep,
            laid=True,
        ),
    )


def _open_to_calls(start: Round, case: Case, now: Moment) -> Round:
    """A discard lies open; where nobody may call, the next player's turn has begun."""
    due = now.due
    if not start.hands[now.seat]:
        return msgspec.structs.replace(
            start, phase=Phase.OVER, end=End(Ending.OUT, now.seat, bool(case.situation.going_rummy))
        )
    start = msgspec.structs.replace(start, due=due)
    may_call = callers(start)
    if not may_call:
        return begin_turn(start, due)
    counted = case.situation.rounds_without_table_action is not None
    drawn = Drawn.NOTHING if counted else Drawn.STOCK
    return msgspec.structs.replace(start, may_call=may_call, turn=Turn(drawn=drawn))
