"""Whatever brute force finds to be a completable turn is legal, and nothing else."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.brute.compare import differences, smallest
from tests.brute.positions import random_position, state_of, turn_of
from tests.brute.turns import Judge

from laydown.engine.ending import end_before_draw
from laydown.engine.view import view
from laydown.rules.options import StockOut
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


@pytest.mark.parametrize("block", range(4))
def test_with_the_stock_empty_the_round_ends_where_no_card_may_be_taken(block: int) -> None:
    """It ends without asking (B-31), unless the pile can be turned (B-32)."""
    for number in range(block * 50, (block + 1) * 50):
        position = random_position(random.Random(number), accepted)
        position = msgspec.structs.replace(position, stock=())
        seen = view(position, 0)
        verdicts = Judge(turn_of(seen)).verdicts(state_of(seen))
        takes = any(key[0] == "take" and ok for key, (_, ok) in verdicts.items())
        turns = seen.rules.drawing.stock_out is StockOut.RECYCLE and bool(seen.pile)
        assert (end_before_draw(seen) is None) is (takes or turns), number
