"""Why an action is refused: each part of the rules asked in turn, of what the actor sees."""

from __future__ import annotations

from collections import Counter

from laydown.cards import JOKER, Card
from laydown.engine import drawing
from laydown.engine.actions import (
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Pass,
    PlayerAction,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.calling import read_call
from laydown.engine.drawing import deep_card_comes_first, refuse_draw
from laydown.engine.ending import can_take, rest_after_take
from laydown.engine.errors import Reason, Why
from laydown.engine.law import NO_CAP, Law
from laydown.engine.melds import MeldShape, lay_off, read_meld
from laydown.engine.rest import (
    Rest,
    after_laying,
    halves,
    may_be_real,
    may_meld,
    replaced,
    split_table,
    steal_from,
    with_real,
)
from laydown.engine.settling import debt, is_playable, rest_of, settle
from laydown.engine.state import NO_SEAT, MeldKind, Phase, TableMeld
from laydown.engine.view import PlayerView
from laydown.rules.options import CallFollowup, GoOut, RealCardForWild, WildSwap


def refuse_actor(view: PlayerView) -> Reason | None:
    """The viewer may not act now."""
    if view.phase is Phase.OVER:
        return Reason(Why.ROUND_OVER, "BR-8")
    if view.viewer == NO_SEAT or view.viewer not in view.may_act:
        return Reason(Why.NOT_YOUR_TURN, "R5-8", seat=view.seat)
    return None


def refuse_phase(view: PlayerView, action: PlayerAction) -> Reason | None:
    """An action of this kind is not for now."""
    phase = view.phase
    match action:
        case Draw() | Take() | Decline():
            if phase is Phase.PLAY:
                return Reason(Why.ALREADY_DRAWN, "BR-4")
            if phase is not Phase.DRAW:
                return Reason(Why.NOT_YOUR_TURN, "B-39", seat=view.seat)
        case Pass():
            if phase is not Phase.CALLING:
                return Reason(Why.NOTHING_TO_PASS, "B-39")
        case _:
            if phase is Phase.DRAW:
                return Reason(Why.DRAW_FIRST, "R5-4")
            if phase is not Phase.PLAY:
                return Reason(Why.NOT_YOUR_TURN, "B-39", seat=view.seat)
    return None


def refuse_action(law: Law, view: PlayerView, action: PlayerAction) -> Reason | None:
    """Why the viewer, whose time it is, may not do this; None where it may."""
    match action:
        case Draw():
            return refuse_draw(view)
        case Take():
            return _refuse_take(law, view, action.count)
        case Decline():
            if view.stock_size:
                why = Why.STOCK_ONLY if view.turn.stock_only else Why.STOCK_NOT_EMPTY
                return Reason(why, "B-31")
            return None
        case Meld():
            return _refuse_meld(law, view, action)
        case LayOff():
            return _refuse_layoff(law, view, action)
        case RealCard():
            return _refuse_real(law, view, action)
        case Steal():
            return _refuse_steal(law, view, action)
        case Split():
            return _refuse_split(law, view, action)
        case Discard():
            return refuse_discard(law, view, action.card)
        case _:
            return None


# ------------------------------------------------------------------ drawing


def _refuse_take(law: Law, view: PlayerView, count: int) -> Reason | None:
    """A take that is forbidden, or whose cards could not be used as they must be."""
    refused = drawing.refuse_take(law, view, count)
    if refused is not None or can_take(law, view, count):
        return refused
    rest = rest_after_take(law, view, count)
    deep = view.pile[-count]
    if len(rest.owed) > 1:
        return Reason(Why.NO_USE_FOR_ALL, "B-30", rest.owed, option="empty_stock_use")
    clause = "B-24" if law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED else "B-22"
    return Reason(Why.NO_USE, clause, (deep,), number=count)


# ------------------------------------------------------------------ laying cards


def _refuse_held(view: PlayerView, cards: tuple[Card, ...]) -> Reason | None:
    """Cards that are not in the hand."""
    hand = view.hand
    if len(cards) == 1:
        return None if cards[0] in hand else Reason(Why.NOT_HELD, "B-23", cards)
    if not cards:
        return Reason(Why.NO_CARDS, "BR-5")
    missing = Counter(cards) - Counter(hand)
    if missing:
        return Reason(Why.NOT_HELD, "B-23", tuple(missing.elements()))
    return None


def _refuse_follow_up(law: Law, view: PlayerView) -> Reason | None:
    """After a call that leaves only a discard, cards are laid only if the last must be."""
    if (
        view.turn.due == NO_SEAT
        or law.rules.calling.call_followup is not CallFollowup.DISCARD_IF_POSSIBLE
    ):
        return None
    if _floats(law) and len(view.hand) == 1:
        return None
    return Reason(Why.FOLLOW_UP_DISCARD, "B-40", option="call_followup")


def _floats(law: Law) -> bool:
    """A player whose last card is playable melds it and floats (K5-9)."""
    return law.rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT


def _refuse_deep_first(law: Law, view: PlayerView, cards: tuple[Card, ...]) -> Reason | None:
    """The deep card must be among the first cards laid (B-21)."""
    turn = view.turn
    if deep_card_comes_first(law, turn) and turn.deep not in cards:
        return Reason(Why.DEEP_CARD_FIRST, "B-21", (turn.deep,), option="deep_timing")
    return None


def _refuse_rest(law: Law, rest: Rest) -> Reason | None:
    """A debt that could no longer be paid from this rest of the turn."""
    if len(rest.hand) > 1 and not rest.owed and not rest.split:
        return None
    return None if settle(law, rest) is not None else debt(rest)


def _refuse_meld(law: Law, view: PlayerView, action: Meld) -> Reason | None:
    """A new meld that is none, or that leaves a debt that could not be paid."""
    refused = _refuse_held(view, action.cards) or _refuse_follow_up(law, view)
    if refused is not None:
        return refused
    shape = read_meld(law, action.cards, action.as_)
    if isinstance(shape, Reason):
        return shape
    if not may_meld(law, view.turn.melds):
        return Reason(Why.ONE_MELD_A_TURN, "BR-5", option="melds_per_turn")
    return _refuse_deep_first(law, view, shape.cards) or _refuse_shape(law, view, shape)


def _refuse_shape(law: Law, view: PlayerView, shape: MeldShape) -> Reason | None:
    """What is owed could not be paid once this meld is laid."""
    turn = view.turn
    if len(view.hand) - len(shape.cards) > 1 and not turn.owed and not turn.split:
        return None
    meld = TableMeld(
        "new", shape.kind, view.seat, shape.cards, shape.stands, (view.seat,) * len(shape.cards)
    )
    return _refuse_rest(
        law, after_laying(law, rest_of(law, view), shape.cards, (*view.melds, meld), new_meld=True)
    )


def _target(view: PlayerView, meld_id: str) -> TableMeld | Reason:
    """The meld of this id."""
    if not meld_id:
        return Reason(Why.NAME_THE_MELD, "B-29")
    for meld in view.melds:
        if meld.id == meld_id:
            return meld
    return Reason(Why.NO_SUCH_MELD, "B-29", meld=meld_id[:20])


def refuse_laying(law: Law, view: PlayerView) -> Reason | None:
    """Nothing may be laid off before an own meld (`meld_before_layoff`)."""
    if law.rules.melds.meld_before_layoff and not view.melded[view.viewer]:
        return Reason(Why.MELD_BEFORE_LAYOFF, "R5-14", option="meld_before_layoff")
    return None


def _refuse_layoff(law: Law, view: PlayerView, action: LayOff) -> Reason | None:
    """Cards that do not fit, or that leave a debt that could not be paid."""
    refused = _refuse_held(view, action.cards) or _refuse_follow_up(law, view)
    if refused is not None:
        return refused
    meld = _target(view, action.meld)
    if isinstance(meld, Reason):
        return meld
    refused = refuse_laying(law, view)
    if refused is not None:
        return refused
    longer = lay_off(law, meld, action.cards, action.as_, low=action.low, seat=view.seat)
    if isinstance(longer, Reason):
        return longer
    refused = _refuse_deep_first(law, view, action.cards)
    if refused is not None:
        return refused
    turn = view.turn
    if len(view.hand) - len(action.cards) > 1 and not turn.owed and not turn.split:
        return None
    pays = meld.id in turn.split and any(law.is_wild[card] for card in action.cards)
    return _refuse_rest(
        law,
        after_laying(
            law,
            rest_of(law, view),
            action.cards,
            replaced(view.melds, longer),
            split=() if pays else None,
        ),
    )


def _refuse_real(law: Law, view: PlayerView, action: RealCard) -> Reason | None:
    """A real card that no wild stands for, or that leaves a debt (B-19)."""
    if law.rules.melds.real_card_for_wild is RealCardForWild.OFF:
        return Reason(Why.REAL_CARD_OFF, "B-19", option="real_card_for_wild")
    card = action.card
    refused = _refuse_held(view, (card,)) or _refuse_follow_up(law, view)
    if refused is not None:
        return refused
    meld = _target(view, action.meld)
    if isinstance(meld, Reason):
        return meld
    if card == JOKER:
        return Reason(Why.REAL_NOT_NATURAL, "B-19", (card,), meld.id)
    if meld.kind is not MeldKind.RUN:
        return Reason(Why.REAL_NOT_IN_RUN, "B-19", (card,), meld.id)
    if not may_be_real(law, meld, card):
        taken = any(real.card == card for real in meld.reals)
        why = Why.REAL_TAKEN if taken else Why.REAL_NO_WILD
        return Reason(why, "B-19", (card,), meld.id)
    return _refuse_deep_first(law, view, (card,)) or _refuse_rest(
        law,
        after_laying(
            law, rest_of(law, view), (card,), replaced(view.melds, with_real(meld, card, view.seat))
        ),
    )


def _refuse_steal(law: Law, view: PlayerView, action: Steal) -> Reason | None:
    """A wild that may not be taken, or not by this card (B-14)."""
    if law.rules.melds.wild_swap is not WildSwap.STEAL:
        return Reason(Why.STEAL_OFF, "B-14", option="wild_swap")
    refused = _refuse_held(view, (action.card,)) or _refuse_follow_up(law, view)
    if refused is not None:
        return refused
    meld = _target(view, action.meld)
    if isinstance(meld, Reason):
        return meld
    refused = refuse_laying(law, view)
    if refused is not None:
        return refused
    stolen = steal_from(law, meld, action.card, view.seat)
    if stolen is None:
        return Reason(Why.STEAL_NO_WILD, "B-14", (action.card,), meld.id)
    changed, wild = stolen
    return _refuse_deep_first(law, view, (action.card,)) or _refuse_rest(
        law,
        after_laying(
            law,
            rest_of(law, view),
            (action.card,),
            replaced(view.melds, changed),
            gained=(wild,),
        ),
    )


def _refuse_split(law: Law, view: PlayerView, action: Split) -> Reason | None:
    """A meld that may not be split, or not so (B-18)."""
    if not law.rules.melds.wild_split_at_six or law.cap >= NO_CAP:
        return Reason(Why.SPLIT_OFF, "B-18", option="wild_split_at_six")
    refused = _refuse_follow_up(law, view)
    if refused is not None:
        return refused
    meld = _target(view, action.meld)
    if isinstance(meld, Reason):
        return meld
    if view.turn.split:
        return Reason(Why.SPLIT_OWES_WILD, "B-18", meld=view.turn.split[0])
    parts = halves(law, view.melds, meld, action.at)
    if parts is None:
        return Reason(Why.SPLIT_TOO_SHORT, "B-18", meld=meld.id, number=action.at)
    rest = after_laying(
        law,
        rest_of(law, view),
        (),
        split_table(view.melds, meld, parts),
        split=(parts[0].id, parts[1].id),
    )
    if settle(law, rest) is not None:
        return None
    return Reason(Why.SPLIT_NO_WILD, "B-18", view.turn.owed, meld.id)


# ------------------------------------------------------------------ the discard and the call


def refuse_discard(law: Law, view: PlayerView, card: Card) -> Reason | None:
    """A card that may not be discarded now; the phase is not asked."""
    turn = view.turn
    refused = _refuse_held(view, (card,))
    if refused is not None:
        return refused
    if turn.owed:
        clause = "B-30" if len(turn.owed) > 1 else "R5-5"
        return Reason(Why.MUST_USE, clause, turn.owed)
    if turn.split:
        return Reason(Why.SPLIT_OWES_WILD, "B-18", meld=turn.split[0])
    if card == turn.barred and view.hand.count(card) < 2:
        return Reason(Why.SAME_CARD_BACK, "B-23", (card,))
    if _floats(law) and len(view.hand) == 1 and is_playable(law, view, card):
        return Reason(Why.PLAYABLE_LAST, "B-34", (card,), option="go_out")
    return None


def refuse_call(law: Law, view: PlayerView, action: Call) -> Reason | None:
    """A call that may not be made: who, when, which cards, and what would be left."""
    if view.phase is Phase.OVER:
        return Reason(Why.ROUND_OVER, "B-39")
    if view.viewer == NO_SEAT:
        return Reason(Why.NOT_YOUR_TURN, "B-39", seat=view.seat)
    called = read_call(law, view, action)
    if isinstance(called, Reason):
        return called
    required = law.rules.going_out.go_out is GoOut.DISCARD_REQUIRED
    if required and action.hand and not called.hand:
        return Reason(Why.KEEP_DISCARD, "B-37", option="go_out")
    return None
