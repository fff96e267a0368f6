"""The plain player: a readable heuristic that plays every game and every option.

It compares what a turn would come to (:mod:`outcome`): the cards it could lay, what stays in hand
judged by the chance of each card to get to the table before the round ends (:mod:`worth`), and
what a discard would give away (:mod:`discarding`).
"""

from __future__ import annotations

from laydown.engine.actions import Action
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView
from laydown.players.answering import answer
from laydown.players.base import Advice
from laydown.players.drawing import draw
from laydown.players.facts import Facts
from laydown.players.laying import play
from laydown.players.temper import Temper


class Plain:
    """Weighs what it sees; the same view always gets the same answer."""

    def __init__(self, temper: Temper | None = None) -> None:
        self._temper = temper or Temper()

    def choose(self, view: PlayerView, legal: LegalActions) -> Action:
        """The action it holds best."""
        return self.explain(view, legal).action

    def explain(self, view: PlayerView, legal: LegalActions) -> Advice:
        """The action it holds best, and why."""
        facts = Facts(view, self._temper)
        match view.phase:
            case Phase.DRAW:
                return draw(facts, legal)
            case Phase.CALLING:
                return answer(facts, legal)
            case _:
                return play(facts, legal)
