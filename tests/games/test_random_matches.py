"""Random matches of random accepted rules end, or are stopped, without an accident.

`scripts/soak matches` plays thousands more.
"""

from __future__ import annotations

import random

import pytest
from tests.laws.chance import random_rules
from tests.laws.matches import MOST_ROUNDS, random_match

from laydown.rules.games import GAMES


@pytest.mark.parametrize("seed", range(12))
def test_a_random_match_of_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    played = random_match(random_rules(rng), rng)
    assert played.stopped <= (played.rounds == MOST_ROUNDS)
    assert played.rounds == len(played.endings) > 0


@pytest.mark.parametrize("key", GAMES)
def test_a_random_match_of_every_game(key: str) -> None:
    played = random_match(GAMES[key].rules, random.Random(1))
    assert played.rounds > 0
