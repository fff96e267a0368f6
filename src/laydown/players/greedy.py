"""The simple greedy player, a yardstick.

It takes the top discard only when the card completes a meld, and never digs; it melds everything
at once, the dearest meld first, lays off whatever fits, and discards the dearest card it could
not lay. It calls whatever it may call.
"""

from __future__ import annotations

from laydown.engine.actions import (
    Action,
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Pass,
    RealCard,
    Take,
)
from laydown.engine.legal import LegalActions
from laydown.engine.settling import Plan, plan
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView
from laydown.players.base import Advice
from laydown.players.facts import Facts
from laydown.players.layout import lay_out
from laydown.players.reasons import Because, Ground
from laydown.players.temper import Temper

_NO_FORESIGHT = Temper(wild_flexibility=-1000.0)
"""Wilds are never kept."""


class Greedy:
    """Everything at once; looks at nothing that others do."""

    def choose(self, view: PlayerView, legal: LegalActions) -> Action:
        """The greedy action."""
        return self.explain(view, legal).action

    def explain(self, view: PlayerView, legal: LegalActions) -> Advice:
        """The greedy action, and why."""
        facts = Facts(view, _NO_FORESIGHT)
        match view.phase:
            case Phase.DRAW:
                return _draw(facts, legal)
            case Phase.CALLING:
                return _answer(legal)
            case _:
                return _play(facts, legal)


def _draw(facts: Facts, legal: LegalActions) -> Advice:
    view = facts.view
    if view.pile and not view.floating[view.viewer]:
        top = view.pile[-1]
        hand = tuple(sorted((*view.hand, top)))
        melds = [step for step in lay_out(facts, hand).steps if isinstance(step, Meld)]
        if any(top in step.cards for step in melds) and Take(1) in legal:
            return Advice(Take(1), (Ground(Because.TOP_COMPLETES, cards=(top,)),))
    for action in (Draw(), Decline()):
        if action in legal:
            return Advice(action, (Ground(Because.STOCK_BETTER),))
    return _anything(legal)


def _answer(legal: LegalActions) -> Advice:
    if Call in legal.kinds():
        call = next(legal.of(Call), None)
        if isinstance(call, Call):
            return Advice(call, (Ground(Because.CALL_GAINS, cards=call.cards),))
    return Advice(Pass(), (Ground(Because.FORCED),))


def _play(facts: Facts, legal: LegalActions) -> Advice:
    view = facts.view
    if view.turn.owed or view.turn.split:
        due = plan(view)
        if isinstance(due, Plan) and due.actions and due.actions[0] in legal:
            return Advice(due.actions[0], (Ground(Because.OWED, cards=view.turn.owed),))
    for step in lay_out(facts, view.hand).steps:
        if step in legal:
            cards = (step.card,) if isinstance(step, RealCard) else step.cards
            shed = Because.LAY_OFF_SHRINKS if isinstance(step, LayOff) else Because.LAYS_CARDS
            return Advice(step, (Ground(shed, number=len(cards)),))
    held = facts.values.held
    for face in sorted(set(view.hand), key=lambda each: (-held[each], -each)):
        if Discard(face) in legal:
            return Advice(Discard(face), (Ground(Because.DEAREST, number=held[face]),))
    return _anything(legal)


def _anything(legal: LegalActions) -> Advice:
    return Advice(legal.sample(legal.kinds()[0], 0), (Ground(Because.FORCED),))
