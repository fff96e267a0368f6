"""Questions about scores: of a round, and of a match."""

from __future__ import annotations

from laydown.cases.compare import Facts, Names
from laydown.cases.errors import BadCase, cut
from laydown.cases.options import seats_and_rules
from laydown.cases.position import position_of
from laydown.cases.schema import Case, Situation
from laydown.cases.seats import Seats
from laydown.engine.match import enter, standing, teams_of
from laydown.engine.scoring import score
from laydown.engine.state import NO_SEAT, Phase
from laydown.rules.options import MatchMode
from laydown.rules.rules import Rules


def hand_score(case: Case) -> Facts:
    """The score of a finished round, player by player."""
    seats, rules = seats_and_rules(case)
    round_ = position_of(case, rules, seats).round
    if round_.phase is not Phase.OVER:
        raise BadCase("the round is not over, so it cannot be scored")
    found = score(round_)
    table = {name: found.table(seat) for seat, name in enumerate(seats.names)}
    facts: Facts = {
        "table": table,
        "melds": table,
        "in_hand": {name: found.in_hand(seat) for seat, name in enumerate(seats.names)},
        "score": {name: found.total(seat) for seat, name in enumerate(seats.names)},
        "out": None
        if round_.end is None or round_.end.out == NO_SEAT
        else seats.name(round_.end.out),
    }
    if case.situation.teams:
        facts["team"] = {
            team: sum(found.total(seat) for seat in members)
            for team, members in teams(case.situation, rules, seats).items()
        }
    return facts


def teams(here: Situation, rules: Rules, seats: Seats) -> dict[str, tuple[int, ...]]:
    """The teams by name, which must be those that the rules make."""
    real = {frozenset(team) for team in teams_of(rules)}
    named = {
        team: tuple(seats.seat(name) for name in members) for team, members in here.teams.items()
    }
    for team, members in named.items():
        if frozenset(members) not in real:
            raise BadCase(f"teams: {cut(team)} is no team under these rules (R5-15)")
    return named


def match(case: Case) -> Facts:
    """Whether the match is over after these totals, and who has won."""
    seats, rules = seats_and_rules(case)
    here = case.situation
    totals = _totals(case, rules, seats)
    ended = here.ended_by
    out = NO_SEAT if ended is None or ended.who is None else seats.seat(ended.who)
    if ended is not None and (ended.how == "out") != (out != NO_SEAT):
        raise BadCase("ended_by: somebody went out exactly where the round ended so")
    for name in here.hands_won:
        if name not in here.teams:
            seats.seat(name)
    won = tuple(here.hands_won.get(name, 0) for name in seats.names)
    deals = here.deals_played
    if deals is None:
        deals = sum(won) or 0
    if rules.match.match_mode is not MatchMode.TARGET and not deals:
        raise BadCase("how many deals were played? (deals_played)")
    found = standing(rules, totals, out=out, deals=deals, won=won)
    winners = tuple(seats.name(seat) for seat in found.winners)
    if here.teams:
        named = teams(here, rules, seats)
        winners = tuple(
            team for team, members in named.items() if set(members) <= set(found.winners)
        )
    return {
        "over": found.over,
        "winners": Names(winners),
        "shared": found.shared,
        "then": found.then or None,
        "scores": {name: totals[seat] for seat, name in enumerate(seats.names)},
    }


def _totals(case: Case, rules: Rules, seats: Seats) -> tuple[int, ...]:
    here = case.situation
    if here.scores:
        return by_seat(here.scores, case, rules, seats, "scores")
    if here.scores_before or here.hand_scores:
        before = by_seat(here.scores_before, case, rules, seats, "scores_before")
        earned = by_seat(here.hand_scores, case, rules, seats, "hand_scores")
        entered, _ = enter(rules, earned, (0,) * len(seats))
        return tuple(a + b for a, b in zip(before, entered, strict=True))
    if here.hands_won and rules.match.match_mode is MatchMode.HANDS_WON:
        return (0,) * len(seats)
    raise BadCase("what are the totals? (scores)")


def by_seat(
    given: dict[str, int], case: Case, rules: Rules, seats: Seats, what: str
) -> tuple[int, ...]:
    """Points by seat; given by team, a team's points stand with its first player."""
    here = case.situation
    if here.teams and given and set(given) <= set(here.teams):
        points = [0] * len(seats)
        for team, members in teams(here, rules, seats).items():
            points[members[0]] = given.get(team, 0)
        return tuple(points)
    for name in given:
        seats.seat(name)
    missing = [name for name in seats.names if name not in given]
    if given and missing:
        raise BadCase(f"{what}: nothing is said of {', '.join(missing)}")
    return tuple(given.get(name, 0) for name in seats.names)
