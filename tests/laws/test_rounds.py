"""Laws that hold at every step of every round, over all accepted rules, seats and orders."""

from __future__ import annotations

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.walks import all_cards, holds, other_deal, random_round
from tests.strategies import rules

from laydown.engine.actions import HOUSE, Move, public
from laydown.engine.apply import apply
from laydown.engine.dealing import new_round, pack_of
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.scoring import score, score_parts
from laydown.engine.state import Ending, Phase, Round
from laydown.engine.view import Hidden, OpenView, PlayerView, fill, may_act, open_view, view
from laydown.record.notation import action_text, parse_action
from laydown.rules.rules import Rules

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=30)
"""Each example is a whole round, and every law has its own; `scripts/soak` plays many more."""


@FEW
@given(rules(), SEEDS)
def test_cards_are_conserved(options: Rules, seed: int) -> None:
    for before, _, after in random_round(options, seed):
        if after.phase is Phase.DEAL or (after.end and after.end.how is Ending.VOID):
            continue  # a void deal goes back into the pack
        assert all_cards(after) == pack_of(options, after.decks), before


@FEW
@given(rules(), SEEDS)
def test_every_round_ends_and_until_then_somebody_can_act(options: Rules, seed: int) -> None:
    last = None
    for _, _, after in random_round(options, seed):
        seats = may_act(after)
        assert bool(seats) is (after.phase is not Phase.OVER)
        for seat in seats:
            assert seat == HOUSE or LegalActions(view(after, seat))
        last = after
    assert last is not None
    assert last.phase is Phase.OVER
    assert last.end is not None
    assert not LegalActions(view(last, 0))


@FEW
@given(rules(), SEEDS)
def test_replaying_the_moves_gives_the_same_round(options: Rules, seed: int) -> None:
    walked = list(random_round(options, seed))
    replayed = new_round(options, walked[0][0].dealer)
    applied = replayed
    for before, move, _ in walked:
        assert replayed == before
        replayed = play(replayed, move)
        applied = apply(applied, move)
    assert replayed == applied == walked[-1][2]


@FEW
@given(rules(), SEEDS)
def test_text_and_wire_give_back_what_was_written(options: Rules, seed: int) -> None:
    wire = msgspec.json.encode
    for _, move, after in random_round(options, seed):
        assert parse_action(action_text(move.action), strict=True) == move.action
        assert msgspec.json.decode(wire(move), type=Move) == move
        assert msgspec.json.decode(wire(after), type=Round) == after
        seen = view(after, may_act(after)[0] if may_act(after) not in ((), (HOUSE,)) else None)
        assert msgspec.json.decode(wire(seen), type=PlayerView) == seen
        if after.phase is Phase.OVER:
            opened = open_view(after)
            assert msgspec.json.decode(wire(opened), type=OpenView) == opened
            scored = score(after)
            assert msgspec.json.decode(wire(scored), type=type(scored)) == scored
        else:
            with pytest.raises(ValueError, match="over"):
                open_view(after)


@FEW
@given(rules(), SEEDS)
def test_a_view_filled_is_the_round_and_looks_the_same_again(options: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for _, _, after in random_round(options, seed):
        seat = rng.choice((None, *range(after.players)))
        seen = view(after, seat)
        assert fill(seen, Hidden(after.hands, after.stock)) == after
        other = other_deal(after, seat, rng)
        assert view(fill(seen, Hidden(other.hands, other.stock)), seat) == seen


@FEW
@given(rules(), SEEDS)
def test_spectators_and_other_seats_see_no_hand(options: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for _, move, after in random_round(options, seed):
        assert view(after, None).hand == ()
        seat = rng.choice((None, *range(after.players)))
        seen = view(after, seat)
        assert seen.hand == (() if seat is None else after.hands[seat])
        # What the others hold besides what all saw, and the stock, leave no trace in a view.
        assert view(other_deal(after, seat, rng), seat) == seen
        told = public(move)
        if move.seat == HOUSE:
            assert getattr(told.action, "order", ()) == ()
        else:
            assert told == move


@FEW
@given(rules(), SEEDS)
def test_known_cards_are_in_the_hand_and_the_stock_known_is_the_stock(
    options: Rules, seed: int
) -> None:
    for _, _, after in random_round(options, seed):
        for hand, known in zip(after.hands, after.known, strict=True):
            assert hand == tuple(sorted(hand))
            assert known == tuple(sorted(known))
            assert holds(hand, known)
        assert after.known_stock in ((), after.stock)


@FEW
@given(rules(), SEEDS)
def test_debts_are_in_the_hand_and_belong_to_the_turn(options: Rules, seed: int) -> None:
    for _, _, after in random_round(options, seed):
        turn = after.turn
        if after.phase is Phase.PLAY:
            assert holds(after.hands[after.seat], turn.owed)
            assert turn.deep < 0 or turn.deep in after.hands[after.seat]
        else:
            assert (turn.owed, turn.deep, turn.split) == ((), -1, ())


@FEW
@given(rules(), SEEDS)
def test_the_score_depends_on_the_table_the_hands_and_the_end(options: Rules, seed: int) -> None:
    last = [after for _, _, after in random_round(options, seed)][-1]
    assert last.end is not None
    scored = score(last)
    parts = score_parts(
        last.rules,
        decks=last.decks,
        wild_rank=last.wild_rank,
        melds=last.melds,
        hands=last.hands,
        end=last.end,
    )
    assert scored == parts
    bare = Round(
        rules=last.rules,
        players=last.players,
        dealer=(last.dealer + 1) % last.players,
        decks=last.decks,
        phase=Phase.OVER,
        seat=0,
        hands=last.hands,
        melds=last.melds,
        wild_rank=last.wild_rank,
        end=last.end,
    )
    assert score(bare) == scored
    sums = [0] * last.players
    for line in scored.lines:
        sums[line.seat] += line.points
        assert line.worth >= 0
    assert tuple(sums) == scored.totals
    if last.end.how is not Ending.OUT:
        assert last.end.out == -1
    else:
        assert last.hands[last.end.out] == ()
