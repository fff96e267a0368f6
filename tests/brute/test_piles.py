"""Piles of which every card must be used (B-30), longer than those of whole turns: which takes the
engine allows, and that its plans pay for them."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.brute.melds import is_wild
from tests.brute.positions import random_position, state_of, turn_of
from tests.brute.turns import Judge

from laydown.engine.actions import Move, Take
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.settling import Plan, plan
from laydown.engine.state import Round
from laydown.engine.view import view
from laydown.rules.options import EmptyStockUse, PileDraw, StockOut
from laydown.rules.rules import Rules

MOST_CARDS = 8
"""Of hand and pile, a wild counting twice: the brute force takes seconds for more."""


def accepted(rules: Rules) -> bool:
    return not rules.problems()


def long_pile(seed: int) -> Round | None:
    """A random position whose stock has run out, the others' cards on its pile."""
    rng = random.Random(seed)
    try:
        position = random_position(rng, accepted)
    except IndexError:
        return None  # so few suits and ranks that no card was left to make a meld of
    drawing = msgspec.structs.replace(
        position.rules.drawing,
        stock_out=StockOut.MUST_USE_THEN_END,
        empty_stock_use=EmptyStockUse.ALL_TAKEN,
        pile_draw=PileDraw.ANY_DEPTH,
    )
    rules = msgspec.structs.replace(position.rules, drawing=drawing)
    cards = [*position.hands[1], *position.hands[2], *position.stock, *position.pile]
    rng.shuffle(cards)
    pile = tuple(cards[-rng.randint(4, 7) :])
    round_ = msgspec.structs.replace(position, rules=rules, stock=(), pile=pile)
    seen = view(round_, 0)
    held = (*seen.hand, *pile)
    size = len(held) + sum(is_wild(turn_of(seen).facts, card) for card in held)
    small = size <= MOST_CARDS and len(seen.melds) <= 1
    return round_ if small and accepted(rules) else None


@pytest.mark.parametrize("block", range(8))
def test_a_pile_may_be_taken_exactly_as_deep_as_every_card_of_it_can_be_used(block: int) -> None:
    for seed in range(block * 100, (block + 1) * 100):
        round_ = long_pile(seed)
        if round_ is None:
            continue
        seen = view(round_, 0)
        verdicts = Judge(turn_of(seen)).verdicts(state_of(seen))
        takes = {key[1] for key, (_, ok) in verdicts.items() if key[0] == "take" and ok}
        legal = LegalActions(seen)
        found = [count for count in range(1, len(seen.pile) + 1) if Take(count) in legal]
        assert set(found) == takes, seed
        for count in found:
            pay_as_planned(play(round_, Move(0, Take(count))))


def pay_as_planned(round_: Round) -> None:
    """The engine refuses no step of its own plans, and they end in a turn without debts."""
    seen = view(round_, 0)
    while seen.seat == 0 and seen.turn.owed:
        steps = plan(seen)
        assert isinstance(steps, Plan)
        round_ = play(round_, Move(0, steps.actions[0]))
        seen = view(round_, 0)
