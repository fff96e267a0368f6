"""What a computer player is: a view in, an action out, and what it can say about its choice."""

from __future__ import annotations

from typing import Protocol

import msgspec

from laydown.engine.actions import Action
from laydown.engine.legal import LegalActions
from laydown.engine.view import PlayerView
from laydown.players.reasons import Ground, sentence
from laydown.players.words import look_words, order_words


class Advice(msgspec.Struct, frozen=True):
    """A choice with its grounds, the weightiest first.

    It can be given in three strengths: where to look, what to do, and what to do and why.
    """

    action: Action
    grounds: tuple[Ground, ...] = ()

    @property
    def look(self) -> str:
        """The weakest hint: only where to look."""
        return look_words(self.action)

    @property
    def do(self) -> str:
        """The action as an instruction."""
        return order_words(self.action)

    @property
    def because(self) -> str:
        """The action and the grounds for it, as a few sentences."""
        return " ".join((self.do, *self.sentences))

    @property
    def sentences(self) -> tuple[str, ...]:
        """One sentence for each ground."""
        return tuple(sentence(ground) for ground in self.grounds)


class Player(Protocol):
    """Chooses for one seat, from what that seat sees and nothing else.

    The same player with the same seed, asked the same questions, gives the same answers.
    """

    def choose(self, view: PlayerView, legal: LegalActions) -> Action:
        """A legal action for ``view.viewer``, one of ``view.may_act``."""
        ...

    def explain(self, view: PlayerView, legal: LegalActions) -> Advice:
        """The same choice with its grounds."""
        ...
