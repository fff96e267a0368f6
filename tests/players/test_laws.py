"""What every player keeps to, whatever the rules: legal actions, one answer, nothing hidden."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.walks import LONGEST, house_move, other_deal, random_round
from tests.strategies import rules

from laydown.engine.actions import HOUSE, Move
from laydown.engine.dealing import new_round
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import may_act, view
from laydown.players.levels import LEVELS, player
from laydown.rules.rules import Rules

SEEDS = st.integers(0, 2**32)
TABLES = st.sampled_from([("plain",), ("greedy",), ("random",), ("plain", "greedy", "random")])


@settings(max_examples=40)
@given(rules(), SEEDS, TABLES)
def test_players_play_legal_rounds_to_their_end(
    played: Rules, seed: int, levels: tuple[str, ...]
) -> None:
    rng = random.Random(seed)
    count = played.setup.players
    seats = [player(levels[seat % len(levels)], seed=seed + seat) for seat in range(count)]
    round_ = new_round(played, rng.randrange(count))
    for _ in range(LONGEST):
        if round_.phase is Phase.OVER:
            return
        seat = may_act(round_)[0]
        if seat == HOUSE:
            round_ = play(round_, house_move(round_, rng))
            continue
        seen = view(round_, seat)
        advice = seats[seat].explain(seen, LegalActions(seen))
        assert LegalActions(seen).why_not(advice.action) is None, (advice, seen)
        assert advice.grounds
        assert advice.look
        assert advice.do
        assert all(sentence.endswith(".") for sentence in advice.sentences)
        assert advice.because.startswith(advice.do)
        round_ = play(round_, Move(seat, advice.action))
    raise AssertionError(f"no end after {LONGEST} moves")


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=15)
@given(rules(), SEEDS)
def test_what_is_hidden_changes_no_choice(level: str, played: Rules, seed: int) -> None:
    """The same view of another deal gets the same answer, from another player with the seed."""
    rng = random.Random(seed)
    for number, (round_, _, _) in enumerate(random_round(played, seed)):
        seat = may_act(round_)[0]
        if seat == HOUSE or number % 7:
            continue
        seen, other = view(round_, seat), view(other_deal(round_, seat, rng), seat)
        first = player(level, seed=seed).explain(seen, LegalActions(seen))
        second = player(level, seed=seed).explain(other, LegalActions(other))
        assert first == second


def test_chance_gives_different_rounds() -> None:
    """The seed matters to the player who plays by lot, and only the seed."""

    def opening(seed: int) -> list[Move]:
        rng = random.Random(7)
        seats = [player("random", seed=seed + seat) for seat in range(2)]
        round_ = play(new_round(Rules(), 0), house_move(new_round(Rules(), 0), rng))
        made = []
        for _ in range(12):
            seat = may_act(round_)[0]
            seen = view(round_, seat)
            made.append(Move(seat, seats[seat].choose(seen, LegalActions(seen))))
            round_ = play(round_, made[-1])
        return made

    assert opening(1) == opening(1)
    assert opening(1) != opening(100)
