"""What one seat is shown: its view, field by field, put into the words of the wire."""

from __future__ import annotations

from laydown.cards import Card, card_sign
from laydown.engine.actions import HOUSE, Discard
from laydown.engine.law import law_of
from laydown.engine.legal import LegalActions
from laydown.engine.scoring import card_points, table_lines
from laydown.engine.settling import Plan, plan
from laydown.engine.state import Drawn, MeldKind, Phase, TableMeld
from laydown.engine.view import PlayerView
from laydown.record.explain_moves import explain_plan
from laydown.record.titles import meld_titles, titled
from laydown.record.words import row
from laydown.rules.catalogue import describe
from laydown.rules.options import ScoringRule, StockOut
from laydown.rules.rules import Rules
from laydown.server.offers import call_offers
from laydown.server.table_wire import Legal, MeldOnTable, Table


def table_of(view: PlayerView, names: tuple[str, ...] = (), *, drew: Card = -1) -> Table:
    """The table for the viewer. `drew` is the card it drew this turn, its own to know."""
    law = law_of(view)
    counts = table_counts(view.rules)
    points = [0] * view.players
    if counts:
        for line in table_lines(law, view.melds):
            points[line.seat] += line.points
    settled = None
    if view.phase is Phase.PLAY and view.viewer == view.seat:
        settled = plan(view)
    actions = settled.actions if isinstance(settled, Plan) else ()
    titles = meld_titles(view.melds)
    named = [titled(action, view.melds, names) for action in actions]
    return Table(
        phase=view.phase.value,
        dealer=view.dealer,
        seat=view.seat,
        may_act=view.may_act if view.may_act != (HOUSE,) else (),
        hand=view.hand,
        sizes=view.sizes,
        stock=view.stock_size,
        pile=view.pile,
        melds=tuple(_lying(view, meld, titles[meld.id], counts=counts) for meld in view.melds),
        points=tuple(points),
        known=view.known,
        floating=view.floating,
        wild_ranks=tuple(rank for rank in range(13) if law.is_wild[rank]),
        upcards=view.upcards,
        taken=view.turn.taken,
        owed=view.turn.owed if view.phase is Phase.PLAY else (),
        barred=view.turn.barred if view.phase is Phase.PLAY else -1,
        drew=drew,
        stock_rule=stock_rule(view),
        plan=explain_plan(named, view.turn.owed) if actions else "",
        plan_cards=tuple(card for action in actions for card in getattr(action, "cards", ())),
    )


def table_counts(rules: Rules) -> bool:
    """Melds count points for whoever laid them."""
    return rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS


def _lying(view: PlayerView, meld: TableMeld, title: str, *, counts: bool) -> MeldOnTable:
    law = law_of(view)
    run = meld.kind is MeldKind.RUN
    points = tuple(
        card_points(law, face, stand, on_table=True, low_ace=run and i == 0)[0]
        for i, (face, stand) in enumerate(zip(meld.cards, meld.stands, strict=True))
    )
    return MeldOnTable(
        id=meld.id,
        kind=meld.kind.value,
        owner=meld.owner,
        cards=meld.cards,
        stands=meld.stands,
        seats=meld.seats,
        reals=tuple((real.card, real.seat) for real in meld.reals),
        title=title,
        points=points if counts else (),
    )


def stock_rule(view: PlayerView) -> str:
    """With the stock empty, the rule that now applies."""
    if view.stock_size or view.phase in (Phase.DEAL, Phase.RESHUFFLE, Phase.OVER):
        return ""
    sentence = describe(view.rules, "stock_out")
    if view.rules.drawing.stock_out is StockOut.MUST_USE_THEN_END:
        sentence += " " + describe(view.rules, "empty_stock_use")
    return f"The stock is empty. {sentence}"


def legal_of(view: PlayerView, names: tuple[str, ...], *, can_take_back: bool) -> Legal | None:
    """What the viewer may do; None for a spectator and for a seat that is not to act."""
    if view.viewer not in view.may_act:
        return None
    legal = LegalActions(view)
    summary = legal.summary()
    return Legal(
        kinds=summary.kinds,
        takes=summary.takes,
        discards=summary.discards,
        layoffs=tuple(pair for pair in summary.layoffs if pair[1]),
        can_take_back=can_take_back,
        step=_step(view, legal, summary.takes),
        calls=call_offers(view, names),
    )


def _step(view: PlayerView, legal: LegalActions, takes: tuple[int, ...]) -> str:
    match view.phase:
        case Phase.DRAW:
            if view.turn.stock_only:
                return "Draw from the stock: the pile has been turned over."
            if not view.stock_size:
                return "The stock is empty: take from the pile, or decline."
            if view.floating[view.seat]:
                return "You float: draw from the stock."
            if any(count > 1 for count in takes):
                return "Draw: the stock, or any card of the pile."
            return "Draw: the stock, or the top of the pile." if takes else "Draw a card."
        case Phase.PLAY:
            if view.turn.owed:
                return f"Use {row(view.turn.owed)} this turn."
            if view.turn.split:
                return "Add a wild to one half of the split meld."
            if view.turn.drawn is Drawn.CALL:
                return "You called: finish, then discard."
            if len(view.hand) == 1 and Discard(view.hand[0]) not in legal:
                return f"Your last card is playable: lay {card_sign(view.hand[0])} off and float."
            return "Meld and lay off as you like, then discard one card."
        case Phase.CALLING:
            return "Call the discard, or let it lie."
        case _:
            return ""
