"""Whatever brute force finds to be a completable turn is legal, and nothing else."""

from __future__ import annotations

import random

import pytest
from tests.brute.compare import differences, smallest
from tests.brute.positions import random_position

from laydown.rules.rules import Rules
from laydown.rules.text import rules_text

BLOCK = 30


def accepted(rules: Rules) -> bool:
    return not rules.problems()


@pytest.mark.parametrize("block", range(30))
def test_the_engine_agrees_with_brute_force_through_whole_turns(block: int) -> None:
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        position = random_position(random.Random(number), accepted)
        found = next(differences(position, seed=number), None)
        if found is not None:
            least = smallest(position, seed=number)
            pytest.fail(
                f"position {number}: {next(differences(least, seed=number))}\n"
                f"{rules_text(least.rules)}\n"
                f"wild rank {least.wild_rank}, packs {least.decks}\nat first: {found}"
            )
