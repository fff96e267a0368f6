"""The player that plays by lot: a kind of action, then an action of that kind."""

from __future__ import annotations

from random import Random

from laydown.engine.actions import Action
from laydown.engine.legal import LegalActions
from laydown.engine.view import PlayerView
from laydown.players.base import Advice
from laydown.players.reasons import Because, Ground


class Uniform:
    """Every kind of legal action is equally likely; within it chance decides."""

    def __init__(self, *, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: PlayerView, legal: LegalActions) -> Action:  # noqa: ARG002 chance is blind
        """Drawn by lot; the number of draws depends on nothing hidden."""
        kinds = legal.kinds()
        kind = kinds[self._random.randrange(len(kinds))]
        return legal.sample(kind, self._random.getrandbits(64))

    def explain(self, view: PlayerView, legal: LegalActions) -> Advice:
        """The choice, for which there is no ground but chance."""
        return Advice(self.choose(view, legal), (Ground(Because.CHANCE),))
