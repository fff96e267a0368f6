"""Playing a round: legality is asked through the actor's view, then the move is applied."""

from __future__ import annotations

from laydown.cards import Card
from laydown.engine.actions import HOUSE, ChooseDealer, Cut, Deal, Move, Reshuffle
from laydown.engine.apply import apply
from laydown.engine.dealing import pack_of
from laydown.engine.errors import IllegalAction, Reason, Why
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase, Round
from laydown.engine.view import view


def play(round_: Round, move: Move) -> Round:
    """The round after the move; `IllegalAction` with the reason if the rules refuse it."""
    reason = why_not(round_, move)
    if reason is not None:
        raise IllegalAction(reason)
    return apply(round_, move)


def why_not(round_: Round, move: Move) -> Reason | None:
    """Why the move is refused in this round; None where it is legal."""
    match move.action:
        case Deal(order):
            return _refuse_order(
                round_, move, order, Phase.DEAL, pack_of(round_.rules, round_.decks)
            )
        case Reshuffle(order):
            return _refuse_order(round_, move, order, Phase.RESHUFFLE, tuple(sorted(round_.stock)))
        case Cut() | ChooseDealer():
            return Reason(Why.HOUSE_ONLY, "K5-2")
        case action:
            if not 0 <= move.seat < round_.players:
                return Reason(Why.PLAYERS_ONLY, "B-49", seat=move.seat)
            return LegalActions(view(round_, move.seat)).why_not(action)


def _refuse_order(
    round_: Round, move: Move, order: tuple[Card, ...], phase: Phase, cards: tuple[Card, ...]
) -> Reason | None:
    """The house may shuffle only when it is asked, and only the cards there are."""
    if move.seat != HOUSE or round_.phase is not phase:
        return Reason(Why.HOUSE_ONLY, "B-49", seat=move.seat)
    if tuple(sorted(order)) != cards:
        return Reason(Why.WRONG_ORDER, "B-49", number=len(cards))
    return None
