"""Who answers for the house: cuts, dealers and shuffles, from whichever chance it is given."""

from __future__ import annotations

from random import Random

from laydown.engine.actions import HOUSE, ChooseDealer, Cut, Deal, Move, Reshuffle
from laydown.engine.dealing import decks_for, pack_of
from laydown.engine.match import Match
from laydown.engine.state import Phase, Round
from laydown.rules.options import FirstDealer


class House:
    """Shuffles with the generator it is given: `Random(seed)`, or `SystemRandom()` in earnest."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def answer(self, match: Match) -> Move:
        """The house's move where a match waits for the house."""
        if match.round is not None:
            return self.answer_round(match.round)
        rules = match.rules
        if rules.setup.first_dealer is FirstDealer.CUT_LOW:
            pack = pack_of(rules, decks_for(rules))
            cards = self._chance.sample(pack, rules.setup.players)
            return Move(HOUSE, Cut(tuple(cards)))
        return Move(HOUSE, ChooseDealer(self._chance.randrange(rules.setup.players)))

    def answer_round(self, round_: Round) -> Move:
        """The shuffle that a round waits for."""
        if round_.phase is Phase.RESHUFFLE:
            cards = list(round_.stock)
            self._chance.shuffle(cards)
            return Move(HOUSE, Reshuffle(tuple(cards)))
        cards = list(pack_of(round_.rules, round_.decks))
        self._chance.shuffle(cards)
        return Move(HOUSE, Deal(tuple(cards)))
