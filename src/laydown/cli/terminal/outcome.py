"""Where the match stands: who leads, what a tie means, who has won and why, who deals next."""

from __future__ import annotations

from collections.abc import Sequence

from laydown.engine.match import Match, MatchWhy, Outcome, teams_of
from laydown.record.words import YOU, listed
from laydown.rules.options import MatchMode
from laydown.rules.rules import Rules


def outcome_words(match: Match, names: Sequence[str]) -> tuple[str, ...]:
    """Sentences for the end of a round or of the match."""
    if match.outcome is None:
        return ()
    if match.is_over:
        return (_won(match.outcome, names), _why(match, match.outcome))
    return (_lead(match, names), *_goes_on(match, match.outcome), _next(match, names))


def sums(match: Match) -> list[tuple[tuple[int, ...], int]]:
    """What decides the match, by team, best first: totals, or rounds won."""
    rules = match.rules
    counted = match.won if rules.match.match_mode is MatchMode.HANDS_WON else match.totals
    found = [(team, sum(counted[seat] for seat in team)) for team in teams_of(rules)]
    return sorted(found, key=lambda pair: -pair[1])


def _who(seats: Sequence[int], names: Sequence[str]) -> str:
    said = [names[seat] for seat in seats]
    return listed(said)


def _verb(seats: Sequence[int], names: Sequence[str], one: str, many: str) -> str:
    return many if len(seats) > 1 or names[seats[0]] == YOU else one


def _lead(match: Match, names: Sequence[str]) -> str:
    (first, best), (_, second), *_ = sums(match)
    if best == second:
        tied = [seat for team, total in sums(match) if total == best for seat in team]
        return f"{_who(tied, names)} lead together with {best}."
    return f"{_who(first, names)} {_verb(first, names, 'leads', 'lead')} by {best - second}."


def _goes_on(match: Match, outcome: Outcome) -> tuple[str, ...]:
    rules = match.rules.match
    match outcome.why:
        case MatchWhy.OUT_PLAYER_NOT_THERE:
            said = f"The target of {rules.target} is reached, but only a player who goes out with "
            return (f"{said}it wins, so play goes on (B-44).",)
        case MatchWhy.TIE_EXTRA:
            return ("The best are level, so one more round is played (B-43).",)
        case MatchWhy.DEALS_LEFT:
            left = rules.deals - len(match.results)
            return (f"{left} more {'round' if left == 1 else 'rounds'} to play.",)
        case _:
            (first, best), *_ = sums(match)
            short = rules.target - best
            return (f"{short} more would reach {rules.target}.",) if short > 0 and first else ()


def _next(match: Match, names: Sequence[str]) -> str:
    return f"{names[match.dealer]} {_verb((match.dealer,), names, 'deals', 'deal')} next."


def _won(outcome: Outcome, names: Sequence[str]) -> str:
    winners = outcome.winners
    if outcome.shared:
        return f"{_who(winners, names)} share the win!"
    return f"{_who(winners, names)} {_verb(winners, names, 'wins', 'win')} the match!"


def _why(match: Match, outcome: Outcome) -> str:
    rules: Rules = match.rules
    target = rules.match.target
    match outcome.why:
        case MatchWhy.OUT_PLAYER:
            return f"Whoever goes out with {target} reached wins, even if another has more."
        case MatchWhy.ONE_CROSSED:
            return f"Nobody else has reached {target}."
        case MatchWhy.BEST_OF_CROSSED:
            return f"Of those who reached {target} in this round, the highest total wins (B-45)."
        case MatchWhy.MOST_HANDS:
            return f"Most rounds won of {rules.match.deals}."
        case MatchWhy.TIE_SHARED:
            return "They are level, and a tie is shared at this table."
        case _ if rules.match.match_mode is MatchMode.N_DEALS:
            return f"The highest total after {rules.match.deals} rounds wins."
        case _:
            return f"{target} is reached, and the highest total wins."
