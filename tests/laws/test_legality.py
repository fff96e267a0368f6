"""Laws of legality: iteration, membership, reasons, kinds and samples tell one story."""

from __future__ import annotations

import random
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.walks import other_deal, random_round
from tests.strategies import rules

from laydown.cards import FACES
from laydown.engine.actions import (
    HOUSE,
    Action,
    Call,
    ChooseDealer,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    HouseAction,
    LayOff,
    Meld,
    Move,
    Pass,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.engine.errors import IllegalAction, Reason
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.settling import Plan, plan
from laydown.engine.state import Phase, Round
from laydown.engine.view import PlayerView, may_act, view
from laydown.rules.rules import Rules

SEEDS = st.integers(0, 2**32 - 1)
FEW = settings(max_examples=30)
"""Each example is a whole round, and every law has its own."""
MOST = 150
"""Named wilds make complete lists long: longer ones are looked at so far."""


def positions(options: Rules, seed: int, every: int) -> list[tuple[Round, PlayerView]]:
    """Some positions of a random round, each with the view of a seat that may act."""
    rng = random.Random(seed)
    found = []
    for _, _, after in random_round(options, seed):
        seats = may_act(after)
        if seats and seats != (HOUSE,) and rng.randrange(every) == 0:
            found.append((after, view(after, rng.choice(seats))))
    return found


@FEW
@given(rules(), SEEDS)
def test_what_is_iterated_is_contained_once_and_in_the_same_order(
    options: Rules, seed: int
) -> None:
    for _, seen in positions(options, seed, 4):
        legal = LegalActions(seen)
        listed = list(islice(legal, MOST))
        assert listed
        assert len(set(listed)) == len(listed)
        for action in listed:
            assert action in legal
            assert legal.why_not(action) is None
        assert list(islice(LegalActions(seen), MOST)) == listed
        for kind in legal.kinds():
            of_kind = list(islice(legal.of(kind), MOST))
            assert of_kind
            assert all(type(action) is kind for action in of_kind)
            in_list = [action for action in listed if type(action) is kind]
            assert of_kind[: len(in_list)] == in_list
        if len(listed) < MOST:
            kinds = {type(action) for action in listed}
            assert set(legal.kinds()) == kinds
            assert len(legal.kinds()) == len(kinds)


@FEW
@given(rules(), SEEDS)
def test_samples_are_legal_and_reach_everything(options: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for _, seen in positions(options, seed, 8):
        legal = LegalActions(seen)
        for kind in legal.kinds():
            every = list(islice(legal.of(kind), 25))
            if len(every) == 25:
                continue
            missing = set(every)
            for _ in range(8000):  # some have one chance in hundreds
                action = legal.sample(kind, rng.getrandbits(32))
                assert type(action) is kind
                assert action in legal
                missing.discard(action)
                if not missing:
                    break
            assert not missing, (kind, missing)


@FEW
@given(rules(), SEEDS)
def test_one_number_gives_one_sample(options: Rules, seed: int) -> None:
    for _, seen in positions(options, seed, 8):
        for kind in LegalActions(seen).kinds():
            first = LegalActions(seen).sample(kind, seed)
            assert LegalActions(seen).sample(kind, seed) == first


def nonsense(rng: random.Random, seen: PlayerView) -> Action:
    """Any action at all, often with cards and melds that are there."""
    near = [*seen.hand, *seen.pile[-3:], rng.randrange(-1, FACES + 1)]
    cards = tuple(rng.choices(near, k=rng.choice([0, 1, 1, 2, 3, 3, 4])))
    as_ = tuple(rng.choices(near, k=rng.choice([0, 0, len(cards), 2])))
    meld = rng.choice([*(meld.id for meld in seen.melds), "", "M99"])
    number = rng.randint(-2, 9)
    card = rng.choice(near)
    actions: list[Action] = [
        Cut(cards),
        ChooseDealer(number),
        Deal(cards),
        Reshuffle(cards),
        Draw(),
        Take(number),
        Decline(),
        Meld(cards, as_),
        LayOff(cards, meld, as_, rng.random() < 0.5),
        RealCard(card, meld),
        Steal(card, meld),
        Split(meld, number),
        Discard(card),
        Call(cards, meld, as_, (), rng.random() < 0.5, rng.random() < 0.2),
        Call(cards[:1], meld, cards[1:], as_),
        Pass(),
    ]
    return rng.choice(actions)


def refusal(round_: Round, seat: int, action: Action) -> Reason | None:
    """Why the action cannot be played; None if it can."""
    try:
        play(round_, Move(seat, action))
    except IllegalAction as refused:
        return refused.reason
    return None


@FEW
@given(rules(), SEEDS)
def test_any_action_gets_a_yes_or_a_reason_and_play_agrees(options: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for round_, seen in positions(options, seed, 3):
        legal = LegalActions(seen)
        for _ in range(12):
            action = nonsense(rng, seen)
            reason = legal.why_not(action)
            assert (action in legal) is (reason is None)
            refused = refusal(round_, seen.viewer, action)
            if isinstance(action, HouseAction):
                assert refused is not None
                assert reason is not None
                assert refused.why == reason.why
            else:
                assert refused == reason
            if reason is not None:
                assert isinstance(reason, Reason)
                assert reason.clause


@FEW
@given(rules(), SEEDS)
def test_who_may_not_act_may_do_nothing(options: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for round_, seen in positions(options, seed, 6):
        listed = list(islice(LegalActions(seen), 5))
        for seat in {*range(round_.players)} - {*seen.may_act}:
            other = LegalActions(view(round_, seat))
            assert not other
            assert other.kinds() == ()
            assert list(other) == []
            for action in (*listed, nonsense(rng, seen)):
                assert other.why_not(action) is not None
        assert not LegalActions(view(round_, None))


@FEW
@given(rules(), SEEDS)
def test_dealing_anew_what_a_view_hides_changes_no_legality(options: Rules, seed: int) -> None:
    rng = random.Random(seed)
    for round_, seen in positions(options, seed, 4):
        other = other_deal(round_, seen.viewer, rng)
        there = LegalActions(view(other, seen.viewer))
        here = LegalActions(seen)
        assert there.kinds() == here.kinds()
        assert list(islice(there, MOST)) == list(islice(here, MOST))
        for action in [nonsense(rng, seen) for _ in range(6)]:
            assert there.why_not(action) == here.why_not(action)
            if not isinstance(action, HouseAction):
                assert refusal(other, seen.viewer, action) == here.why_not(action)


@FEW
@given(rules(), SEEDS)
def test_the_summary_says_what_is_legal(options: Rules, seed: int) -> None:
    for _, seen in positions(options, seed, 4):
        legal = LegalActions(seen)
        summary = legal.summary()
        assert tuple(summary.takes) == tuple(
            count for count in range(1, len(seen.pile) + 1) if Take(count) in legal
        )
        assert tuple(summary.discards) == tuple(
            card for card in sorted(set(seen.hand)) if Discard(card) in legal
        )


@FEW
@given(rules(), SEEDS)
def test_the_plan_can_be_carried_out_and_pays_everything(options: Rules, seed: int) -> None:
    for round_, seen in positions(options, seed, 1):
        if seen.phase is not Phase.PLAY or not (seen.turn.owed or seen.turn.split):
            continue
        found = plan(seen)
        assert isinstance(found, Plan)
        assert found.actions
        after = round_
        for action in found.actions:
            assert after.phase is Phase.PLAY
            assert after.seat == seen.seat
            after = play(after, Move(seen.seat, action))
        if after.phase is Phase.PLAY and after.seat == seen.seat:
            assert (after.turn.owed, after.turn.split) == ((), ())
            assert LegalActions(view(after, after.seat))
