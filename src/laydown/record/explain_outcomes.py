"""Where a match stands after a round, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from laydown.engine.match import MatchWhy, Outcome
from laydown.record.words import counted, is_you, listed, seat_name
from laydown.rules.rules import Rules

OUTCOMES: dict[MatchWhy, Callable[[Rules], str]] = {
    MatchWhy.TARGET_NOT_REACHED: lambda rules: (
        f"Nobody has reached {rules.match.target} yet, so another round is dealt (B-43)."
    ),
    MatchWhy.HIGHEST: lambda _: "The highest total wins (B-43).",
    MatchWhy.OUT_PLAYER: lambda rules: (
        f"Whoever goes out with {counted(rules.match.target, 'point')} reached wins, even if"
        " another total is higher (B-44, B-45)."
    ),
    MatchWhy.OUT_PLAYER_NOT_THERE: lambda rules: (
        f"{rules.match.target} is reached, but only a player who goes out with it wins, so play"
        " goes on (B-44)."
    ),
    MatchWhy.ONE_CROSSED: lambda rules: f"Nobody else has reached {rules.match.target} (B-45).",
    MatchWhy.BEST_OF_CROSSED: lambda rules: (
        f"The player who went out is not among those who reached {rules.match.target}, so the"
        " highest of them wins (B-45)."
    ),
    MatchWhy.DEALS_LEFT: lambda rules: (
        f"{counted(rules.match.deals, 'round')} were agreed, and some are left (BR-12)."
    ),
    MatchWhy.MOST_HANDS: lambda rules: (
        f"The most rounds won of {rules.match.deals} decide the match (BR-12)."
    ),
    MatchWhy.TIE_EXTRA: lambda _: "The best are level, so one more round is played (B-43).",
    MatchWhy.TIE_SHARED: lambda _: "The best are level, and a tie is a shared win (K5-13).",
}
"""By which rule the match is over or goes on."""


def explain_outcome(outcome: Outcome, rules: Rules, names: Sequence[str] | None = None) -> str:
    """Who has won, if anybody has, and the rule that says so.

    >>> ben = Outcome(over=True, winners=(1,), shared=False, then="", why=MatchWhy.HIGHEST)
    >>> explain_outcome(ben, Rules(), ("Anna", "Ben"))
    'Ben wins the match. The highest total wins (B-43).'
    """
    why = OUTCOMES[outcome.why](rules)
    return f"{_winners(outcome, names)} {why}" if outcome.over else why


def _winners(outcome: Outcome, names: Sequence[str] | None) -> str:
    winners = outcome.winners
    who = listed(seat_name(seat, names) for seat in winners)
    if outcome.shared:
        return f"{who} share the match."
    many = len(winners) > 1 or is_you(winners[0], names)
    return f"{who} {'win' if many else 'wins'} the match."
