"""Drawing: from the stock, from the pile, and what a take from the pile makes one owe."""

from __future__ import annotations

import msgspec

from laydown.cards import Card
from laydown.engine.errors import Reason, Why
from laydown.engine.law import Law
from laydown.engine.state import NO_CARD, Drawn, Ending, Turn
from laydown.engine.view import PlayerView
from laydown.rules.options import (
    DeepTiming,
    EmptyStockUse,
    PileDraw,
    StockOut,
    TopCardUse,
)

IDLE_TURNS = 50
"""With cards in the stock, so many turns in a row without a stock draw, a meld or a lay-off end
the round (clauses.md E-1): two players cannot swap the top discard for ever."""


def refuse_draw(view: PlayerView) -> Reason | None:
    """Why no card may be drawn from the stock; only asked in the draw phase."""
    if not view.stock_size:
        return Reason(Why.STOCK_EMPTY, "B-31")
    return None


def refuse_take(law: Law, view: PlayerView, count: int) -> Reason | None:
    """Why so many cards may not be taken from the pile, their use left aside (settling asks)."""
    pile = view.pile
    if view.floating[view.seat]:
        return Reason(Why.FLOATER_DRAWS_STOCK, "B-36")
    if view.turn.stock_only:
        return Reason(Why.STOCK_ONLY, "B-32")
    if not 1 <= count <= len(pile):
        return Reason(Why.BAD_COUNT, "R5-4", number=len(pile))
    if count > 1 and law.rules.drawing.pile_draw is PileDraw.TOP_ONLY:
        return Reason(Why.TOP_ONLY, "BR-4", (pile[-count],), option="pile_draw")
    if law.rules.drawing.pile_needs_two_naturals:
        deep = pile[-count]
        rank = deep % 13
        held = sum(face % 13 == rank and not law.is_wild[face] for face in view.hand)
        if law.is_wild[deep] or held < 2:
            return Reason(Why.TWO_NATURALS, "GE-4", (deep,), option="pile_needs_two_naturals")
    return None


def owed_after_take(law: Law, view: PlayerView, count: int) -> tuple[tuple[Card, ...], Card]:
    """The faces that a take obliges to use this turn, and the deepest card of a dig."""
    options = law.rules.drawing
    taken = view.pile[len(view.pile) - count :]
    if not view.stock_size and options.stock_out is StockOut.MUST_USE_THEN_END:
        # B-30: every card taken must be used, or in the milder form the chosen one.
        everything = options.empty_stock_use is EmptyStockUse.ALL_TAKEN
        owed = tuple(sorted(taken)) if everything else taken[:1]
    elif count > 1 or options.top_card_use is TopCardUse.MUST_USE:
        owed = taken[:1]
    else:
        owed = ()
    return owed, taken[0] if count > 1 else NO_CARD


def turn_after_take(law: Law, view: PlayerView, count: int) -> Turn:
    """The turn once the cards are taken (B-20 … B-23, B-30)."""
    owed, deep = owed_after_take(law, view, count)
    taken = view.pile[len(view.pile) - count :]
    return msgspec.structs.replace(
        view.turn,
        drawn=Drawn.PILE,
        taken=taken,
        owed=owed,
        deep=deep,
        barred=taken[0] if count == 1 else NO_CARD,
        fresh=not view.laid[view.seat],
        stock_only=False,
    )


def deep_card_comes_first(law: Law, turn: Turn) -> bool:
    """The next card laid must be the deep card (`deep_timing=immediate`, B-21)."""
    return (
        turn.deep != NO_CARD
        and not turn.laid
        and law.rules.drawing.deep_timing is DeepTiming.IMMEDIATE
    )


def ending_on_decline(view: PlayerView) -> Ending | None:
    """How the round ends if the pile is declined with the stock empty; None: it is turned."""
    options = view.rules.drawing
    if options.stock_out is not StockOut.RECYCLE:
        return Ending.STOCK_EXHAUSTED
    if len(view.pile) < (2 if options.recycle_keep_top else 1):
        return Ending.STOCK_EXHAUSTED
    if options.recycle_limit is not None and view.recycles >= options.recycle_limit:
        return Ending.RECYCLE_LIMIT
    if view.idle_recycles >= options.loop_guard:
        return Ending.LOOP_GUARD
    return None


def idle_limit(view: PlayerView) -> int:
    """After so many turns without a stock draw, a meld or a lay-off the round ends (B-33, E-1)."""
    rounds = view.rules.drawing.loop_guard * view.players
    if not view.stock_size and view.rules.drawing.stock_out is not StockOut.RECYCLE:
        return rounds
    return max(IDLE_TURNS, rounds)
