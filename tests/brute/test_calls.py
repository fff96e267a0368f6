"""Every call that brute force finds is legal, and nothing else; windows open where one exists."""

from __future__ import annotations

import random

import msgspec
import pytest
from tests.brute.calls import above, alike, call_of, lawful_calls, random_window, shape_of
from tests.brute.positions import facts_of
from tests.laws.walks import all_cards

from laydown.cards import JOKER
from laydown.engine.actions import Call, Move, Pass
from laydown.engine.apply import apply
from laydown.engine.calling import callers
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase, Round
from laydown.engine.view import may_act, view
from laydown.rules.text import rules_text

BLOCK = 25


def clumsy(position: Round, rng: random.Random) -> Call:
    """A call near enough to a lawful one to be mistaken for it."""
    faces = [*position.hands[1], *position.pile, rng.randrange(JOKER)]
    cards = tuple(rng.choices(faces, k=rng.choice([1, 1, 2, 3])))
    hand = tuple(rng.choices(faces, k=rng.choice([0, 0, 1, 2])))
    as_ = tuple(rng.choice([face, rng.randrange(JOKER)]) for face in cards + hand)
    meld = rng.choice(["", *(meld.id for meld in position.melds), "M9"])
    return Call(cards, meld, hand, rng.choice([(), as_]))


def told(position: Round) -> str:
    return f"{rules_text(position.rules)}\n{view(position, 1)}"


@pytest.mark.parametrize("block", range(10))
def test_the_engine_agrees_with_brute_force_on_calls(block: int) -> None:
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        rng = random.Random(number)
        position = random_window(rng)
        seen = view(position, 1)
        legal = LegalActions(seen)
        lawful = lawful_calls(seen)
        for shape in lawful:
            assert legal.why_not(call_of(shape)) is None, (number, call_of(shape), told(position))
        for _ in range(20):
            call = clumsy(position, rng)
            shape = shape_of(call)
            assert (call in legal) is (shape in lawful), (number, call, told(position))
        facts = facts_of(position.rules, position.decks, position.wild_rank)
        kinds = {meld.id: meld.kind for meld in position.melds}
        listed = [call for call in legal.of(Call) if isinstance(call, Call)]
        assert len(set(listed)) == len(listed), number
        assert {shape_of(call) for call in listed} <= lawful, (number, told(position))
        reached = {alike(facts, kinds, shape_of(call)) for call in listed}
        missing = {alike(facts, kinds, shape) for shape in lawful} - reached
        assert not missing, (number, missing, told(position))
        assert legal.kinds() == ((Call, Pass) if lawful else (Pass,)), number


@pytest.mark.parametrize("block", range(4))
def test_what_a_call_takes(block: int) -> None:
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        rng = random.Random(number)
        position = random_window(rng)
        lawful = sorted(lawful_calls(view(position, 1)))
        if not lawful:
            continue
        call = call_of(rng.choice(lawful))
        after = apply(position, Move(1, call))
        assert all_cards(after) == all_cards(position)
        came = above(position.rules, position.pile, call.cards)
        hand = list(position.hands[1])
        for face in call.hand:
            hand.remove(face)
        assert after.hands[1] == tuple(sorted((*hand, *came))), (number, call, told(position))
        assert len(after.pile) == len(position.pile) - len(call.cards) - len(came)
        if after.phase is not Phase.OVER:
            assert may_act(after)
            assert all(LegalActions(view(after, seat)) for seat in may_act(after)), number


@pytest.mark.parametrize("block", range(4))
def test_a_window_opens_for_those_who_could_call(block: int) -> None:
    """Where the hand may help, everybody who could ever call is asked (B-39)."""
    for number in range(block * BLOCK, (block + 1) * BLOCK):
        position = random_window(random.Random(number))
        asked = callers(position)
        if position.rules.calling.call_with_hand:
            own = position.rules.calling.call_needs_own_meld
            assert asked == tuple(seat for seat in (1, 2) if position.melded[seat] or not own)
            continue
        bare = msgspec.structs.replace(position, may_call=(1, 2))
        could = tuple(seat for seat in (1, 2) if lawful_calls(view(bare, seat)))
        assert asked == could, (number, told(position))
