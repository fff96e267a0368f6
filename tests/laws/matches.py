"""Whole matches played at random, with the cheap laws asserted at every step."""

from __future__ import annotations

import random

import msgspec
from tests.laws.walks import all_cards, holds, random_move

from laydown.engine.actions import HOUSE, ChooseDealer, Cut, Move
from laydown.engine.dealing import decks_for, pack_of
from laydown.engine.match import Match, actors, new_match, play_match
from laydown.engine.state import Ending, Phase, Round
from laydown.rules.options import FirstDealer
from laydown.rules.rules import Rules

MOST_ROUNDS = 60
"""A match that random play does not bring to an end is stopped after so many rounds."""

LONGEST = 6000
"""No round of random play comes near so many moves."""


class Played(msgspec.Struct):
    """What became of a random match."""

    moves: int = 0
    rounds: int = 0
    longest: int = 0
    """moves of the longest round"""
    stopped: bool = False
    endings: tuple[str, ...] = ()


def random_match(rules: Rules, rng: random.Random) -> Played:
    """Play until somebody has won or the rounds are too many; `AssertionError` on a broken law."""
    played = Played()
    match = new_match(rules)
    in_round = 0
    while not match.is_over:
        assert actors(match), "nobody may act"
        round_ = match.round
        move = first_move(rules, rng) if round_ is None else random_move(round_, rng)
        after = play_match(match, move)
        played.moves += 1
        in_round += 1
        assert in_round <= LONGEST, f"a round without an end after {in_round} moves"
        if len(after.results) > len(match.results):
            check_result(match, after)
            assert after.last is not None
            assert after.last.end is not None
            played.endings += (after.last.end.how.value,)
            played.longest = max(played.longest, in_round)
            played.rounds += 1
            in_round = 0
            if played.rounds == MOST_ROUNDS and not after.is_over:
                played.stopped = True
                return played
        elif after.round is not None:
            check_round(after.round)
        match = after
    assert actors(match) == ()
    assert match.outcome is not None
    assert match.outcome.winners
    return played


def first_move(rules: Rules, rng: random.Random) -> Move:
    """The house finds the first dealer."""
    if rules.setup.first_dealer is FirstDealer.CUT_LOW:
        pack = pack_of(rules, decks_for(rules))
        return Move(HOUSE, Cut(tuple(rng.sample(pack, rules.setup.players))))
    return Move(HOUSE, ChooseDealer(rng.randrange(rules.setup.players)))


def check_round(round_: Round) -> None:
    """No card is lost, and what everybody knows is true."""
    if round_.phase is Phase.DEAL or (round_.end and round_.end.how is Ending.VOID):
        return
    pack = pack_of(round_.rules, round_.decks)
    assert all_cards(round_) == pack, f"cards lost or won: {all_cards(round_)}"
    for hand, known in zip(round_.hands, round_.known, strict=True):
        assert holds(hand, known), "a card known to be held is not"
    assert round_.known_stock in ((), round_.stock)


def check_result(before: Match, after: Match) -> None:
    """A finished round is added to the totals."""
    assert after.last is not None
    check_round(after.last)
    result = after.results[-1]
    added = tuple(new - old for new, old in zip(after.totals, before.totals, strict=True))
    assert result.entered == added
    assert result.totals == after.totals
