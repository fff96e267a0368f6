"""Where the match stands: who leads, what a tie means, who has won and why, who deals next."""

from __future__ import annotations

from collections.abc import Sequence

from laydown.engine.match import Match, MatchWhy, teams_of
from laydown.record.explain_outcomes import explain_outcome
from laydown.record.words import YOU, listed
from laydown.rules.options import MatchMode


def outcome_words(match: Match, names: Sequence[str]) -> tuple[str, ...]:
    """Sentences for the end of a round or of the match."""
    if match.outcome is None:
        return ()
    why = explain_outcome(match.outcome, match.rules, names)
    if match.is_over:
        return (why,)
    said = () if match.outcome.why is MatchWhy.TARGET_NOT_REACHED else (why,)
    deals = "deal" if names[match.dealer] == YOU else "deals"
    return (_lead(match, names), *said, f"{names[match.dealer]} {deals} next.")


def _lead(match: Match, names: Sequence[str]) -> str:
    """Who is ahead and by how much: by totals or by rounds won, partners together."""
    rules = match.rules
    by_rounds = rules.match.match_mode is MatchMode.HANDS_WON
    counted = match.won if by_rounds else match.totals
    unit = f" {'rounds' if by_rounds else 'points'}"
    sums = [(sum(counted[seat] for seat in team), team) for team in teams_of(rules)]
    best = max(total for total, _ in sums)
    ahead = [seat for total, team in sums if total == best for seat in team]
    behind = [total for total, _ in sums if total < best]
    who = listed(names[seat] for seat in ahead)
    if not behind:
        return f"All are level at {best}{unit}."
    leads = "leads" if len(ahead) == 1 and who != YOU else "lead"
    aim = rules.match.target - best
    short = f", {aim} short of {rules.match.target}" if aim > 0 and not by_rounds else ""
    return f"{who} {leads} with {best}{unit}, {best - max(behind)} ahead{short}."
