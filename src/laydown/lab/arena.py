"""Which player is better: the same deals played with the seats exchanged, and intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, stdev

import msgspec

from laydown.engine.dealing import new_round
from laydown.engine.match import new_match
from laydown.engine.scoring import score
from laydown.engine.state import Ending
from laydown.lab.drive import play_out, play_round
from laydown.lab.house import House
from laydown.players.levels import player
from laydown.rules.rules import Rules

MAX_ROUNDS = 60
"""A match still undecided then is counted by its totals."""


class Pairing(msgspec.Struct, frozen=True):
    """One deal (or match), played once for every exchange of the seats."""

    scores: tuple[float, ...]
    """by level: its mean score a seat"""
    wins: tuple[float, ...]
    """by level: how many of the games it won, a shared one in parts"""
    games: int
    undecided: int
    """games in which nobody won: void rounds, and matches stopped"""


class Interval(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float


class Report(msgspec.Struct, frozen=True):
    """What an arena found. Differences and shares are of the first level against the second."""

    levels: tuple[str, ...]
    deals: int
    difference: Interval
    """mean score a seat and game, first level less second"""
    share: Interval
    """share of the games won, 0.5 being even"""
    undecided: int


def seatings(levels: Sequence[str], players: int) -> Iterator[tuple[str, ...]]:
    """The levels round the table, shifted so that every level sits everywhere equally often.

    >>> list(seatings(("a", "b"), 3))
    [('a', 'b', 'a'), ('b', 'a', 'b')]
    """
    for shift in range(len(levels)):
        yield tuple(levels[(seat + shift) % len(levels)] for seat in range(players))


def play_deal(rules: Rules, levels: tuple[str, ...], seed: str, *, whole: bool) -> Pairing:
    """One deal played with every seating; with `whole` one match each instead of one round."""
    players = rules.setup.players
    scores: dict[str, list[float]] = {level: [] for level in levels}
    wins = dict.fromkeys(levels, 0.0)
    games = undecided = 0
    for seating in seatings(levels, players):
        games += 1
        result = (_match if whole else _round)(rules, seating, seed)
        totals, winners = result
        for seat, level in enumerate(seating):
            scores[level].append(totals[seat])
        if not winners:
            undecided += 1
        for seat in winners:
            wins[seating[seat]] += 1 / len(winners)
    return Pairing(
        tuple(fmean(scores[level]) for level in levels),
        tuple(wins[level] for level in levels),
        games,
        undecided,
    )


def _round(
    rules: Rules, seating: tuple[str, ...], seed: str
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One round: the scores by seat, and the seats with the best."""
    chance = Random(seed)
    dealer = chance.randrange(rules.setup.players)
    seats = [player(level, seed=chance.getrandbits(32)) for level in seating]
    over = play_round(new_round(rules, dealer), seats, House(chance))
    totals = score(over).totals
    assert over.end is not None
    if over.end.how is Ending.VOID or len(set(totals)) == 1:
        return totals, ()
    return totals, tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def _match(
    rules: Rules, seating: tuple[str, ...], seed: str
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One match: the totals by seat, and the winners."""
    chance = Random(seed)
    seats = [player(level, seed=chance.getrandbits(32)) for level in seating]
    over = play_out(new_match(rules), seats, House(chance), max_rounds=MAX_ROUNDS)
    winners = over.outcome.winners if over.outcome is not None and over.is_over else ()
    return over.totals, winners


def compete(
    rules: Rules,
    levels: tuple[str, ...],
    *,
    deals: int,
    seed: int,
    whole: bool = False,
    jobs: int = 1,
) -> Report:
    """Play so many deals with every seating and report the first level against the second."""
    seeds = [f"{seed}:{deal}" for deal in range(deals)]
    one = partial(play_deal, rules, levels, whole=whole)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            pairings = list(pool.map(one, seeds, chunksize=max(1, deals // (8 * jobs))))
    else:
        pairings = [one(each) for each in seeds]
    return report(levels, pairings)


def report(levels: tuple[str, ...], pairings: Sequence[Pairing]) -> Report:
    """Means over deals with their intervals; a deal is one observation."""
    decided = [each for each in pairings if sum(each.wins) > 0]
    return Report(
        levels,
        len(pairings),
        interval([each.scores[0] - each.scores[1] for each in pairings]),
        interval([each.wins[0] / (each.wins[0] + each.wins[1] or 1) for each in decided]),
        sum(each.undecided for each in pairings),
    )


def interval(samples: Sequence[float]) -> Interval:
    """The mean of independent samples and its normal 95 % interval."""
    if len(samples) < 2:
        mean = samples[0] if samples else 0.0
        return Interval(mean, float("-inf"), float("inf"))
    mean, reach = fmean(samples), 1.96 * stdev(samples) / sqrt(len(samples))
    return Interval(mean, mean - reach, mean + reach)
