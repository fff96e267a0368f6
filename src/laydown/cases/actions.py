"""Actions as a case writes them, as the engine's."""

from __future__ import annotations

from typing import assert_never

import msgspec

from laydown.cards import Card
from laydown.cases.errors import BadCase, cut
from laydown.cases.schema import (
    Cards,
    Do,
    DoCall,
    DoDecline,
    DoDiscard,
    DoDrawPile,
    DoDrawStock,
    DoEndTurn,
    DoLayOff,
    DoMeld,
    DoMoveCards,
    DoPass,
    DoReal,
    DoRenameWild,
    DoSplit,
    DoSwapWild,
)
from laydown.cases.tokens import faces_and_names, read_card, read_tokens
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
from laydown.engine.errors import Reason
from laydown.engine.law import law_of
from laydown.engine.melds import read_meld
from laydown.engine.state import MeldKind, Round, TableMeld


class Never(msgspec.Struct, frozen=True):
    """Something that is no action of the engine at all, because no rule set allows it."""

    why: str


class TurnEnds(msgspec.Struct, frozen=True):
    """The claim that the turn ends here without a discard."""


def action_of(do: Do, round_: Round) -> PlayerAction | Never | TurnEnds:
    """What the engine is to be asked; the round says where a named card lies."""
    match do:
        case DoDrawStock():
            return Draw()
        case DoDrawPile():
            return _take(do, round_)
        case DoMeld(cards=given, as_=kind):
            cards, as_ = faces_and_names(read_tokens(given))
            return _of_kind(Meld(cards, as_), cards, as_, kind, round_)
        case DoLayOff(to=meld):
            cards, as_ = faces_and_names(read_tokens(_either(do.card, do.cards, "layoff")))
            return LayOff(cards, meld, as_)
        case DoReal(card=card, to=meld):
            tokens = read_tokens(card)
            if len(tokens) != 1:
                raise BadCase(f"real: {cut(card)} is not one card")
            if tokens[0].named and tokens[0].stands != tokens[0].card:
                return Never("a wild standing for another card is never the real card (B-19)")
            return RealCard(tokens[0].card, meld)
        case DoDiscard(card=card):
            return Discard(read_card(card))
        case DoCall():
            return _call(do, round_)
        case DoEndTurn():
            return TurnEnds()
        case DoDecline():
            return Decline()
        case DoPass():
            return Pass()
        case DoSplit(meld=meld, into=into):
            return _split(meld, into, round_)
        case DoSwapWild(card=card, to=meld):
            return Steal(read_card(card), meld)
        case DoRenameWild():
            return Never("what a wild stands for is fixed when it is played (RJ-3, B-15)")
        case DoMoveCards():
            return Never("cards on the table are never moved (BR-6)")
        case _:
            assert_never(do)


def _take(do: DoDrawPile, round_: Round) -> PlayerAction | Never:
    if (do.down_to is None) == (do.only is None):
        raise BadCase("draw_pile: either down_to or only")
    card = read_card(do.down_to or do.only or "")
    if card not in round_.pile:
        return Take(len(round_.pile) + 1)
    count = 1 + round_.pile[::-1].index(card)
    if do.only is not None and count > 1:
        return Never("a buried card comes only with every card on top of it (R5-4)")
    return Take(count)


def _call(do: DoCall, round_: Round) -> PlayerAction | Never:
    tokens = read_tokens(_either(do.card, do.cards, "call"))
    helpers = () if do.with_ is None else read_tokens(do.with_)
    cards, _ = faces_and_names(tokens)
    hand, _ = faces_and_names(helpers)
    _, as_ = faces_and_names(tokens + helpers)
    meld, real = do.to, bool(do.real)
    if isinstance(do.real, str):
        if meld and do.real != meld:
            raise BadCase("call: real and to name different melds")
        meld = do.real
    if meld and do.as_ is not None:
        raise BadCase("call: either `to` a meld or `as` a new one")
    call = Call(cards, meld, hand, as_, real=real)
    if do.as_ is None or real:
        return call
    return _of_kind(call, cards + hand, as_, do.as_, round_)


def _of_kind(
    action: Meld | Call,
    cards: tuple[Card, ...],
    as_: tuple[Card, ...],
    kind: str | None,
    round_: Round,
) -> Meld | Call | Never:
    """The action, or that its cards make a meld of the other kind than the case says."""
    shape = read_meld(law_of(round_), cards, as_)
    if kind is None or isinstance(shape, Reason) or shape.kind is MeldKind(kind):
        return action
    return Never(f"the cards make a {shape.kind}, not a {kind}")


def _split(meld_id: str, into: tuple[Cards, ...], round_: Round) -> PlayerAction | Never:
    if len(into) != 2:
        raise BadCase("split: `into` must have two parts")
    lower, upper = (read_tokens(part) for part in into)
    meld = next((each for each in round_.melds if each.id == meld_id), None)
    if meld is not None:
        said = [(token.card, token.stands) for token in lower + upper]
        there = list(zip(meld.cards, meld.stands, strict=True))
        if (said if meld.kind is MeldKind.RUN else sorted(said)) != (
            there if meld.kind is MeldKind.RUN else sorted(there)
        ):
            return Never(f"these are not the two ends of {meld_id}")
    return Split(meld_id, len(lower))


def arranged(do: Do, round_: Round) -> Round:
    """The round with a set's cards lying as a split wants them: in a set their order says
    nothing, but the engine splits a meld at a place."""
    if not isinstance(do, DoSplit) or len(do.into) != 2:
        return round_
    wanted = [(token.card, token.stands) for part in do.into for token in read_tokens(part)]
    melds = tuple(
        _in_order(meld, wanted) if meld.id == do.meld and meld.kind is MeldKind.SET else meld
        for meld in round_.melds
    )
    return msgspec.structs.replace(round_, melds=melds)


def _in_order(meld: TableMeld, wanted: list[tuple[Card, Card]]) -> TableMeld:
    left = list(zip(meld.cards, meld.stands, meld.seats, strict=True))
    order = []
    for card, stands in wanted:
        found = next((each for each in left if each[:2] == (card, stands)), None)
        if found is None:
            return meld
        left.remove(found)
        order.append(found)
    if left:
        return meld
    return msgspec.structs.replace(
        meld,
        cards=tuple(card for card, _, _ in order),
        stands=tuple(stands for _, stands, _ in order),
        seats=tuple(seat for _, _, seat in order),
    )


def from_hand(do: Do) -> tuple[Card, ...]:
    """The cards that an action takes from the hand of whoever does it."""
    match do:
        case DoMeld(cards=cards):
            return tuple(token.card for token in read_tokens(cards))
        case DoLayOff():
            return tuple(token.card for token in read_tokens(do.cards or do.card or ()))
        case DoReal(card=card) | DoDiscard(card=card) | DoSwapWild(card=card):
            return tuple(token.card for token in read_tokens(card))
        case DoCall(with_=helpers):
            return () if helpers is None else tuple(each.card for each in read_tokens(helpers))
        case _:
            return ()


def _either(card: str | None, cards: Cards | None, what: str) -> Cards:
    if (card is None) == (cards is None):
        raise BadCase(f"{what}: either card or cards")
    return cards if card is None else card  # type: ignore[return-value]
