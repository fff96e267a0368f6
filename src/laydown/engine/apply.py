"""What a move does. Legality is assumed: :mod:`laydown.engine.game` asks first, search need not."""

from __future__ import annotations

from typing import TypeVar, assert_never

from msgspec.structs import replace

from laydown.cards import Card, added, without
from laydown.engine.actions import (
    Call,
    ChooseDealer,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Move,
    Pass,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.engine.calling import Called, callers, read_call
from laydown.engine.dealing import (
    MOST_VOID_DEALS,
    Shortfall,
    decks_after_void,
    lay_out,
    named_wild,
)
from laydown.engine.drawing import IDLE_TURNS, ending_on_decline, turn_after_take
from laydown.engine.ending import end_before_draw
from laydown.engine.errors import Reason
from laydown.engine.law import Law, law_of
from laydown.engine.melds import lay_off, read_meld
from laydown.engine.rest import halves, pay, replaced, split_table, steal_from, with_real
from laydown.engine.state import (
    NO_SEAT,
    Drawn,
    End,
    Ending,
    Phase,
    Round,
    TableMeld,
    Turn,
)
from laydown.engine.view import view
from laydown.rules.options import CallFollowup, CallResume, GoOut

T = TypeVar("T")


def apply(round_: Round, move: Move) -> Round:
    """The round after a legal move. What an illegal one gives is undefined."""
    action = move.action
    match action:
        case Draw():
            return _draw(round_)
        case Take():
            return _take(round_, action.count)
        case Discard():
            return _discard(round_, action.card)
        case Meld():
            return _meld(round_, action)
        case LayOff():
            return _lay_off(round_, action)
        case RealCard():
            return _real(round_, action)
        case Steal():
            return _steal(round_, action)
        case Split():
            return _split(round_, action)
        case Decline():
            return _decline(round_)
        case Call():
            return _call(round_, move.seat, action)
        case Pass():
            return _pass(round_, move.seat)
        case Deal():
            return _deal(round_, action.order)
        case Reshuffle():
            return replace(round_, stock=action.order, phase=Phase.DRAW, turn=_stock_only(round_))
        case Cut() | ChooseDealer():
            raise ValueError("the dealer is chosen before a round, by the match")
        case _:
            assert_never(action)


# ------------------------------------------------------------------ the deal


def _deal(round_: Round, order: tuple[Card, ...]) -> Round:
    layout = lay_out(round_.rules, round_.dealer, order)
    if isinstance(layout, Shortfall):
        voids = round_.voids + 1
        if voids >= MOST_VOID_DEALS:
            return replace(round_, voids=voids, phase=Phase.OVER, end=End(Ending.VOID))
        return replace(round_, voids=voids, decks=decks_after_void(round_, layout))
    dealt = replace(
        round_,
        hands=tuple(tuple(sorted(hand)) for hand in layout.hands),
        upcards=layout.upcards,
        known=tuple((card,) for card in layout.upcards) or round_.known,
        pile=layout.pile,
        stock=layout.stock,
        wild_rank=named_wild(round_.dealer, layout.upcards),
    )
    return begin_turn(dealt, round_.seat)


# ------------------------------------------------------------------ turns


def begin_turn(round_: Round, seat: int) -> Round:
    """The round with this seat to draw, or over where a clause ends it here."""
    begun = replace(
        round_,
        phase=Phase.DRAW,
        seat=seat,
        turn=Turn(fresh=not round_.laid[seat]),
        may_call=(),
        due=NO_SEAT,
    )
    if begun.stock and begun.idle_turns < IDLE_TURNS:
        return begun  # no guard is met sooner (E-1)
    end = end_before_draw(view(begun, seat))
    return begun if end is None else replace(begun, phase=Phase.OVER, end=end)


def _end_turn(round_: Round) -> Round:
    """The turn of `round_.seat` is done and no call is possible: whose is next?"""
    turn = round_.turn
    idle = round_.idle_turns + 1
    if turn.laid or turn.drawn is Drawn.STOCK:
        idle = 0
    following = (round_.seat + 1) % round_.players if turn.due == NO_SEAT else turn.due
    return begin_turn(replace(round_, idle_turns=idle), following)


def _empty_handed(round_: Round) -> Round:
    """The seat on turn has laid its last card: it is out, or it floats (B-36)."""
    if round_.rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT:
        return _end_turn(replace(round_, floating=_set(round_.floating, round_.seat, value=True)))
    return _out(round_)


def _out(round_: Round) -> Round:
    turn = round_.turn
    end = End(Ending.OUT, round_.seat, turn.fresh and turn.laid)
    return replace(round_, phase=Phase.OVER, end=end)


def _set(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


# ------------------------------------------------------------------ drawing


def _draw(round_: Round) -> Round:
    seat = round_.seat
    card = round_.stock[0]
    known, known_stock = round_.known, round_.known_stock
    if known_stock:
        known = _set(known, seat, added(known[seat], (card,)))
        known_stock = known_stock[1:]
    return replace(
        round_,
        phase=Phase.PLAY,
        hands=_set(round_.hands, seat, added(round_.hands[seat], (card,))),
        stock=round_.stock[1:],
        known=known,
        known_stock=known_stock,
        idle_turns=0,
        turn=replace(round_.turn, drawn=Drawn.STOCK, stock_only=False),
    )


def _take(round_: Round, count: int) -> Round:
    seat = round_.seat
    seen = view(round_, seat)
    taken = round_.pile[len(round_.pile) - count :]
    return replace(
        round_,
        phase=Phase.PLAY,
        hands=_set(round_.hands, seat, added(round_.hands[seat], taken)),
        known=_set(round_.known, seat, added(round_.known[seat], taken)),
        pile=round_.pile[: len(round_.pile) - count],
        turn=turn_after_take(law_of(round_), seen, count),
    )


def _decline(round_: Round) -> Round:
    how = ending_on_decline(view(round_, round_.seat))
    if how is not None:
        return replace(round_, phase=Phase.OVER, end=End(how))
    keep = round_.rules.drawing.recycle_keep_top
    shuffle = round_.rules.drawing.recycle_shuffle
    stock = round_.pile[:-1] if keep else round_.pile
    return replace(
        round_,
        phase=Phase.RESHUFFLE if shuffle else Phase.DRAW,
        stock=stock,
        pile=round_.pile[-1:] if keep else (),
        known_stock=() if shuffle else stock,
        recycles=round_.recycles + 1,
        idle_recycles=round_.idle_recycles + 1,
        turn=_stock_only(round_),
    )


def _stock_only(round_: Round) -> Turn:
    return Turn(fresh=round_.turn.fresh, stock_only=True)


# ------------------------------------------------------------------ laying cards


def _laid(
    round_: Round,
    cards: tuple[Card, ...],
    melds: tuple[TableMeld, ...],
    turn: Turn,
    *,
    gained: tuple[Card, ...] = (),
    new_meld: bool = False,
) -> Round:
    """The round once the seat on turn has put these cards on the table."""
    seat = round_.seat
    law = law_of(round_)
    owed, deep = pay(law, turn.owed, turn.deep, cards, new_meld=new_meld)
    hand = without(round_.hands[seat], cards)
    known = forget(round_.known[seat], cards)
    if gained:
        hand, known = added(hand, gained), added(known, gained)
    after = replace(
        round_,
        hands=_set(round_.hands, seat, hand),
        known=_set(round_.known, seat, known),
        melds=melds,
        melded=_set(round_.melded, seat, value=True) if new_meld else round_.melded,
        laid=_set(round_.laid, seat, value=True),
        laid_melds=round_.laid_melds + new_meld,
        idle_recycles=0,
        idle_turns=0,
        turn=replace(turn, owed=owed, deep=deep, laid=True, melds=turn.melds + new_meld),
    )
    return after if hand else _empty_handed(after)


def forget(known: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """What is known of a hand once the cards have left it: `known` loses one of a face first."""
    left = list(known)
    for card in cards:
        if card in left:
            left.remove(card)
    return tuple(left)


def _meld(round_: Round, action: Meld) -> Round:
    shape = read_meld(law_of(round_), action.cards, action.as_)
    assert not isinstance(shape, Reason)
    meld = TableMeld(
        f"M{round_.laid_melds + 1}",
        shape.kind,
        round_.seat,
        shape.cards,
        shape.stands,
        (round_.seat,) * len(shape.cards),
    )
    return _laid(round_, shape.cards, (*round_.melds, meld), round_.turn, new_meld=True)


def _find(round_: Round, meld_id: str) -> TableMeld:
    return next(meld for meld in round_.melds if meld.id == meld_id)


def _lay_off(round_: Round, action: LayOff) -> Round:
    law = law_of(round_)
    meld = lay_off(
        law,
        _find(round_, action.meld),
        action.cards,
        action.as_,
        low=action.low,
        seat=round_.seat,
    )
    assert not isinstance(meld, Reason)
    turn = round_.turn
    if action.meld in turn.split and any(law.is_wild[card] for card in action.cards):
        turn = replace(turn, split=())
    return _laid(round_, action.cards, replaced(round_.melds, meld), turn)


def _real(round_: Round, action: RealCard) -> Round:
    meld = with_real(_find(round_, action.meld), action.card, round_.seat)
    return _laid(round_, (action.card,), replaced(round_.melds, meld), round_.turn)


def _steal(round_: Round, action: Steal) -> Round:
    stolen = steal_from(law_of(round_), _find(round_, action.meld), action.card, round_.seat)
    assert stolen is not None
    meld, wild = stolen
    return _laid(round_, (action.card,), replaced(round_.melds, meld), round_.turn, gained=(wild,))


def _split(round_: Round, action: Split) -> Round:
    meld = _find(round_, action.meld)
    parts = halves(law_of(round_), round_.melds, meld, action.at)
    assert parts is not None
    return replace(
        round_,
        melds=split_table(round_.melds, meld, parts),
        turn=replace(round_.turn, split=(parts[0].id, parts[1].id)),
    )


# ------------------------------------------------------------------ the discard and the call


def _discard(round_: Round, card: Card) -> Round:
    seat = round_.seat
    hand = without(round_.hands[seat], (card,))
    after = replace(
        round_,
        hands=_set(round_.hands, seat, hand),
        known=_set(round_.known, seat, forget(round_.known[seat], (card,))),
        pile=(*round_.pile, card),
    )
    if not hand:
        return _out(after)
    asked = callers(after)
    if not asked:
        return _end_turn(after)
    turn = after.turn
    due = (seat + 1) % after.players if turn.due == NO_SEAT else turn.due
    return replace(after, phase=Phase.CALLING, may_call=asked, due=due)


def _pass(round_: Round, seat: int) -> Round:
    left = tuple(other for other in round_.may_call if other != seat)
    if left:
        return replace(round_, may_call=left)
    turn = replace(round_.turn, due=round_.due)
    return _end_turn(replace(round_, turn=turn))


def _call(round_: Round, seat: int, action: Call) -> Round:
    law = law_of(round_)
    called = read_call(law, view(round_, seat), action)
    assert isinstance(called, Called)
    melds = (*round_.melds, called.meld) if called.is_new else replaced(round_.melds, called.meld)
    held_before = bool(round_.hands[seat])
    due = round_.due
    if round_.rules.calling.call_resume is CallResume.LEFT_OF_CALLER:
        due = (seat + 1) % round_.players
    known = added(forget(round_.known[seat], action.hand), called.above)
    after = replace(
        round_,
        seat=seat,
        hands=_set(round_.hands, seat, called.hand),
        known=_set(round_.known, seat, known),
        pile=called.pile,
        melds=melds,
        melded=_set(round_.melded, seat, value=True) if called.is_new else round_.melded,
        laid=_set(round_.laid, seat, value=True),
        laid_melds=round_.laid_melds + called.is_new,
        may_call=(),
        due=NO_SEAT,
        idle_recycles=0,
        idle_turns=0,
        turn=Turn(
            drawn=Drawn.CALL,
            taken=(*action.cards, *called.above),
            laid=True,
            melds=int(called.is_new),
            fresh=not round_.laid[seat],
            due=due,
        ),
    )
    return _after_call(law, after, held_before=held_before)


def _after_call(law: Law, round_: Round, *, held_before: bool) -> Round:
    """What follows a call: a discard, the rest of a turn, or nothing (B-40, B-41)."""
    hand = round_.hands[round_.seat]
    if not hand:
        if held_before:
            return _empty_handed(round_)
        return _end_turn(round_)  # a floater's call leaves it floating
    if round_.floating[round_.seat]:
        # Cards taken from above the called one end the floating.
        round_ = replace(round_, floating=_set(round_.floating, round_.seat, value=False))
    if law.rules.calling.call_followup is CallFollowup.NONE:
        return _end_turn(round_)
    return replace(round_, phase=Phase.PLAY)
