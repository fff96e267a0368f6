"""The sentences that say where a match stands: what happened, which rule was agreed, who won."""

from __future__ import annotations

from collections.abc import Sequence

from laydown.engine.match import MatchWhy, Outcome, teams_of
from laydown.rules.options import MatchMode, Teams, WinnerRule
from laydown.rules.rules import Rules


def explained(
    rules: Rules,
    outcome: Outcome,
    names: Sequence[str],
    *,
    totals: Sequence[int],
    won: Sequence[int],
    out: str,
    round_: int,
    asks: bool,
    deals_left: int,
) -> str:
    """What the agreed rules make of the totals after a round. `out` is who went out, if known."""
    target = rules.match.target
    crossed = _crossed(rules, names, totals)
    reached = f"{listed(crossed)} reached {target} in round {round_}"
    if asks:
        return _asking(rules, names, totals, reached)
    winners = listed([names[seat] for seat in outcome.winners])
    many = len(outcome.winners) > 1
    wins = f"{winners} {'win' if many else 'wins'} with {_points(rules, outcome, totals)}"
    match outcome.why:
        case MatchWhy.TARGET_NOT_REACHED:
            return f"Nobody has reached {target} yet."
        case MatchWhy.HIGHEST if rules.match.match_mode is MatchMode.N_DEALS:
            return f"All {_rounds(rules.match.deals)} are played. {wins}: the highest total wins."
        case MatchWhy.HIGHEST if len(crossed) > 1:
            return f"{reached}. {wins}: it was agreed that the highest total wins."
        case MatchWhy.HIGHEST:
            return f"{reached}. {wins}."
        case MatchWhy.OUT_PLAYER:
            return (
                f"{reached}. {wins}: {out} went out and had reached it, which was agreed to win"
                " whatever the others have."
            )
        case MatchWhy.OUT_PLAYER_NOT_THERE:
            who = f"{out} went out" if out else "nobody went out"
            return (
                f"{listed(crossed)} {_have(crossed)} reached {target}, but {who} in round"
                f" {round_}: it was agreed that only a player who goes out with {target} reached"
                " wins, so play goes on."
            )
        case MatchWhy.ONE_CROSSED:
            return f"{reached}, and nobody else did. {wins}."
        case MatchWhy.BEST_OF_CROSSED:
            who = f"{out} went out but is not among them" if out else "nobody went out"
            return f"{reached}; {who}. {wins}: then the highest of them wins."
        case MatchWhy.DEALS_LEFT:
            return f"{_rounds(rules.match.deals)} were agreed; {deals_left} to play."
        case MatchWhy.MOST_HANDS:
            best = sum(won[seat] for seat in outcome.winners)
            verb = "win" if many else "wins"
            return (
                f"All {_rounds(rules.match.deals)} are played. {winners} {verb}, having won"
                f" {_rounds(best)}: it was agreed that this decides."
            )
        case MatchWhy.TIE_EXTRA:
            return (
                f"{listed(_level(rules, names, totals, won))} are level: it was agreed that ties"
                " are broken by another round."
            )
        case _:
            return f"{winners} are level and share the win, as it was agreed."


def _asking(rules: Rules, names: Sequence[str], totals: Sequence[int], reached: str) -> str:
    best = max(totals)
    top = [name for name, total in zip(names, totals, strict=True) if total == best]
    if rules.match.winner_rule is WinnerRule.OUT_PLAYER:
        rule = "only a player who goes out with it reached wins"
    else:
        rule = "the win goes to whoever went out if they reached it"
    return (
        f"{reached}. It was agreed that {rule}, but nobody has recorded who went out."
        f" {listed(top)} {_have(top)} the highest total, {best}. Who went out?"
    )


def behind_text(names: Sequence[str], gap: int, *, after: int = 0) -> str:
    """Who leads, and by how much; `after` so many rounds, where another is being entered."""
    verb = "leads" if len(names) == 1 else "lead"
    when = f" after round {after}" if after else ""
    return f"{listed(names)} {verb}{f' by {gap}' if gap else ''}{when}."


def level_text(names: str, best: int) -> str:
    """The match was ended while the best were level."""
    return f"The match was ended with {names} level at {best}. If you agreed on a winner, say who."


def early_text(rules: Rules, names: str, best: int, *, many: bool) -> str:
    """The match was ended before the rules decided it."""
    wins = "win" if many else "wins"
    if rules.match.match_mode is MatchMode.HANDS_WON:
        return f"The match was ended. {names} {wins}, having won {_rounds(best)}."
    return f"The match was ended. {names} {wins} with the highest total, {best}."


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["Anna", "Ben", "Cy"])
    'Anna, Ben and Cy'
    """
    if len(names) <= 1:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _crossed(rules: Rules, names: Sequence[str], totals: Sequence[int]) -> list[str]:
    """Who has reached the target; partners are counted together."""
    return [
        " with ".join(names[seat] for seat in team)
        for team in teams_of(rules)
        if sum(totals[seat] for seat in team) >= rules.match.target
    ]


def _level(
    rules: Rules, names: Sequence[str], totals: Sequence[int], won: Sequence[int]
) -> list[str]:
    values = won if rules.match.match_mode is MatchMode.HANDS_WON else totals
    teams = teams_of(rules)
    sums = [sum(values[seat] for seat in team) for team in teams]
    best = max(sums)
    return [
        " with ".join(names[seat] for seat in team)
        for team, value in zip(teams, sums, strict=True)
        if value == best
    ]


def _points(rules: Rules, outcome: Outcome, totals: Sequence[int]) -> str:
    points = sum(totals[seat] for seat in outcome.winners)
    if rules.setup.teams is Teams.PAIRS and len(outcome.winners) == 2:
        each = " and ".join(str(totals[seat]) for seat in outcome.winners)
        return f"{points} together ({each})"
    return str(points)


def _have(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 else "have"


def _rounds(count: int) -> str:
    return f"{count} round{'' if count == 1 else 's'}"
