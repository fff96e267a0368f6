"""What somebody did, and what somebody must do, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import assert_never

from laydown.cards import JOKER, Card, card_sign, rank_of
from laydown.engine.actions import (
    Action,
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
from laydown.engine.state import MeldKind, TableMeld
from laydown.engine.view import PlayerView
from laydown.record.titles import meld_called
from laydown.record.words import (
    counted,
    does,
    is_you,
    listed,
    meld_name,
    row,
    seat_name,
    signs,
    standings,
)


def explain_move(
    move: Move,
    names: Sequence[str] | None = None,
    *,
    before: PlayerView | None = None,
    after: PlayerView | None = None,
    ids: bool = True,
) -> str:
    """The move as a sentence without a full stop.

    The views before and after, of any seat or a spectator, add what a move alone does not say:
    which cards a take brought, whose meld it was, that somebody went out or floats. Nothing is
    told that the view does not show. Without `ids` melds are called by what they are, not as
    commands call them.

    >>> explain_move(Move(1, Discard(12)), ("Anna", "Ben"))
    'Ben discards K♠'
    """
    sentence = _sentence(move, names, before, after, ids=ids)
    return sentence + _consequence(move.seat, names, before, after)


def _sentence(
    move: Move,
    names: Sequence[str] | None,
    before: PlayerView | None,
    after: PlayerView | None,
    *,
    ids: bool,
) -> str:
    def do(verb: str) -> str:
        return does(move.seat, names, verb)

    def named(meld: str) -> str:
        return _meld_named(meld, names, move.seat, before, after, ids=ids)

    action = move.action
    match action:
        case Cut(cards):
            drawn = (f"{seat_name(at, names)} {card_sign(card)}" for at, card in enumerate(cards))
            return f"The draw for the deal: {listed(drawn)}"
        case ChooseDealer(seat):
            return f"{does(seat, names, 'deal')} first"
        case Deal():
            if before and after and after.voids > before.voids:
                return "The hands ask for more cards than there are, so the deal is void"
            return "The cards are dealt"
        case Reshuffle():
            return "The turned pile is shuffled"
        case Draw():
            drawn_card = _drawn(move.seat, before, after)
            what = f" {card_sign(drawn_card)}" if drawn_card is not None else ""
            return f"{do('draw')}{what} from the stock"
        case Take(count):
            return _take(move.seat, count, names, before)
        case Decline():
            turned = before and after and after.recycles > before.recycles
            more = ", and the pile is turned over" if turned else ""
            return f"{do('decline')} the pile{more}"
        case Meld(cards, as_):
            return f"{do('meld')} {_new_meld(cards, as_, before, after, ids=ids)}"
        case LayOff(cards, meld, as_):
            on = named(meld)
            return f"{do('lay off')} {standings(cards, as_)} on {on}"
        case RealCard(card, meld):
            on = named(meld)
            return f"{do('lay down')} {card_sign(card)}, the real card for a wild in {on}"
        case Steal(card, meld):
            on = named(meld)
            return f"{do('put')} {card_sign(card)} in a wild's place in {on} and takes the wild"
        case Split(meld, at):
            long = named(meld)
            return f"{do('split')} {long} before its card {at + 1}"
        case Discard(card):
            return f"{do('discard')} {card_sign(card)}"
        case Call():
            return _call(move.seat, action, names, before, after, ids=ids)
        case Pass():
            return f"{do('let')} the discard lie"
        case _:
            assert_never(action)


def _drawn(seat: int, before: PlayerView | None, after: PlayerView | None) -> Card | None:
    """The card drawn, where the view is of the drawing seat's hand."""
    if before is None or after is None or after.viewer != seat or before.viewer != seat:
        return None
    new = (Counter(after.hand) - Counter(before.hand)).elements()
    return next(new, None)


def _take(seat: int, count: int, names: Sequence[str] | None, before: PlayerView | None) -> str:
    if before is None or not 1 <= count <= len(before.pile):
        what = "the top card" if count == 1 else counted(count, "card")
        return f"{does(seat, names, 'take')} {what} from the pile"
    deep, *above = before.pile[-count:]
    if not above:
        return f"{does(seat, names, 'take')} {card_sign(deep)} from the pile"
    with_it = f"which brings {signs(above)} from the pile"
    return f"{does(seat, names, 'dig')} for {card_sign(deep)}, {with_it}"


def _new_meld(
    cards: Sequence[Card],
    as_: Sequence[Card],
    before: PlayerView | None,
    after: PlayerView | None,
    *,
    ids: bool,
) -> str:
    if before and after and after.laid_melds > before.laid_melds:
        laid = f"M{after.laid_melds}"
        for meld in after.melds:
            if meld.id == laid:
                kind = "run" if meld.kind is MeldKind.RUN else "set"
                named = f" ({meld.id})" if ids else ""
                return f"a {kind}: {row(meld.cards, meld.stands)}{named}"
    return f"a {kind_word(cards, as_)}: {row(cards, as_)}"


def kind_word(cards: Sequence[Card], as_: Sequence[Card] = ()) -> str:
    """``set`` where all stand for one rank, else ``run``; nothing is checked."""
    ranks = {rank_of(card) for card in (as_ or cards) if card != JOKER}
    return "set" if len(ranks) == 1 else "run"


def _meld_named(
    meld: str,
    names: Sequence[str] | None,
    by: int,
    before: PlayerView | None,
    after: PlayerView | None,
    *,
    ids: bool,
) -> str:
    """The meld as it was called before the move."""
    if not ids:
        return meld_called(meld, before.melds if before else (), names, by=by)
    melds = {each.id: each for view in (before, after) if view for each in view.melds}
    known = melds.get(meld)
    return meld_name(known, names, by=by) if known else (meld or "no meld")


def _call(
    seat: int,
    call: Call,
    names: Sequence[str] | None,
    before: PlayerView | None,
    after: PlayerView | None,
    *,
    ids: bool,
) -> str:
    start = f"{does(seat, names, 'call')} rummy"
    stands = call.as_[: len(call.cards)] if call.as_ else call.cards
    cards = standings(call.cards, stands)
    if not call.meld:
        every = (*call.cards, *call.hand)
        return f"{start} and melds {_new_meld(every, call.as_, before, after, ids=ids)}"
    on = _meld_named(call.meld, names, seat, before, after, ids=ids)
    help_ = f" with {standings(call.hand, call.as_[len(call.cards) :])}" if call.hand else ""
    how = " as the real card for a wild" if call.real else ""
    return f"{start} and lays {cards}{help_} on {on}{how}"


def _consequence(
    seat: int,
    names: Sequence[str] | None,
    before: PlayerView | None,
    after: PlayerView | None,
) -> str:
    """What the move brought about, where the views show it."""
    if before is None or after is None or seat < 0:
        return ""
    if after.end is not None and before.end is None:
        if after.end.out == seat:
            whole = ", the whole hand in one turn" if after.end.going_rummy else ""
            return f" and {'go' if is_you(seat, names) else 'goes'} out{whole}"
        return ", and the round is over"
    if after.floating[seat] and not before.floating[seat]:
        return " and float" if is_you(seat, names) else " and floats"
    return ""


def explain_action(action: Action, melds: Sequence[TableMeld] = ()) -> str:
    """The action as an instruction: ``set 9♣ 9♥ 9♦``, ``lay off 8♥ on M1``.

    >>> explain_action(Meld((47, 21, 34)))
    'set 9♣ 9♥ 9♦'
    """
    match action:
        case Meld(cards, as_):
            return f"{kind_word(cards, as_)} {row(cards, as_)}"
        case LayOff(cards, meld, as_):
            return f"lay off {row(cards, as_)} on {_described(meld, melds)}"
        case RealCard(card, meld):
            return (
                f"lay {card_sign(card)} as the real card for the wild in {_described(meld, melds)}"
            )
        case Steal(card, meld):
            return f"lay {card_sign(card)} for the wild in {_described(meld, melds)}"
        case Split(meld, at):
            return f"split {_described(meld, melds)} before its card {at + 1}"
        case Discard(card):
            return f"discard {card_sign(card)}"
        case Draw():
            return "draw from the stock"
        case Take(count):
            return f"take {counted(count, 'card')} from the pile"
        case Decline():
            return "leave the pile alone"
        case Pass():
            return "let the discard lie"
        case Call(cards, meld, hand, as_):
            if meld:
                return f"call rummy on {row((*cards, *hand), as_)} for {_described(meld, melds)}"
            kind = kind_word((*cards, *hand), as_)
            return f"call rummy on the {kind} {row((*cards, *hand), as_)}"
        case Cut() | ChooseDealer() | Deal() | Reshuffle():
            return "leave it to the house"
        case _:
            assert_never(action)


def _described(meld: str, melds: Sequence[TableMeld]) -> str:
    for known in melds:
        if known.id == meld:
            return f"{meld} ({row(known.cards, known.stands)})"
    return meld


def explain_plan(
    actions: Sequence[Action], owed: Sequence[Card] = (), melds: Sequence[TableMeld] = ()
) -> str:
    """What must still be done this turn, and a way to do it.

    >>> explain_plan((Meld((47, 21, 34)),), (34,))
    'You must use 9♦: set 9♣ 9♥ 9♦'
    """
    steps = ", then ".join(explain_action(action, melds) for action in actions)
    if owed:
        start = f"You must use {signs(owed)}"
        return f"{start}: {steps}" if steps else start
    return f"This way through: {steps}" if steps else "Nothing is owed"
