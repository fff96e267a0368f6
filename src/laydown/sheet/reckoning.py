"""Totals of a sheet: what each entry adds, who leads, what is carried and what is missing."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from laydown.engine.match import best_seat, enter
from laydown.rules.options import MatchMode, ScoringRule, Teams
from laydown.rules.rules import Rules
from laydown.sheet.values import NOBODY, Column, Sheet


class Reckoned(msgspec.Struct, frozen=True):
    """What one cell comes to; None where it is blank or its round struck out."""

    entered: int | None
    """what it adds to the total"""
    total: int | None
    """the running total after it"""


NOTHING = Reckoned(None, None)


class Account(msgspec.Struct, frozen=True):
    """All sums of a sheet, by column number."""

    cells: tuple[tuple[Reckoned, ...], ...]
    """by round, then by column"""
    race: tuple[tuple[int, ...], ...]
    """by round, the totals after it; the first are those before round 1"""
    shortfalls: tuple[tuple[int, ...], ...]
    """by round, what is kept after it against later ones (B-46); the first are zeros"""
    won: tuple[tuple[int, ...], ...]
    """by round, how many rounds each column has won up to it; the first are zeros"""

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals as they stand."""
        return self.race[-1]

    @property
    def carried(self) -> tuple[int, ...]:
        """The shortfalls as they stand."""
        return self.shortfalls[-1]


def account(sheet: Sheet, earlier: tuple[Sheet, Account] | None = None) -> Account:
    """Add the sheet up; with what it came to earlier, only from the first round that differs."""
    totals = [column.start for column in sheet.columns]
    carried = [0] * len(totals)
    won = [0] * len(totals)
    cells: list[tuple[Reckoned, ...]] = []
    race, wins, shortfalls = [tuple(totals)], [tuple(won)], [tuple(carried)]
    same = 0 if earlier is None else _same_rounds(sheet, earlier[0])
    if earlier is not None and same:
        known = earlier[1]
        cells, race = list(known.cells[:same]), list(known.race[: same + 1])
        wins, shortfalls = list(known.won[: same + 1]), list(known.shortfalls[: same + 1])
        totals, won, carried = list(race[-1]), list(wins[-1]), list(shortfalls[-1])
    for number in range(same + 1, sheet.begun + 1):
        row, rules = sheet.row(number), sheet.rules_in(number)
        line = [NOTHING] * len(totals)
        for i in range(len(totals)):
            entry = row.cell(i).entry
            if entry is None or row.is_struck:
                continue
            (points,), (carried[i],) = enter(rules, (entry.points,), (carried[i],))
            totals[i] += points
            line[i] = Reckoned(points, totals[i])
        winner = winner_of(sheet, number)
        if winner != NOBODY:
            won[winner] += 1
        cells.append(tuple(line))
        race.append(tuple(totals))
        wins.append(tuple(won))
        shortfalls.append(tuple(carried))
    return Account(tuple(cells), tuple(race), tuple(shortfalls), tuple(wins))


def _same_rounds(sheet: Sheet, earlier: Sheet) -> int:
    """How many rounds from the first on add up as before: the same values, not only like ones."""
    if (
        sheet.columns is not earlier.columns
        or sheet.order is not earlier.order
        or sheet.agreements is not earlier.agreements
    ):
        return 0
    most = min(sheet.begun, earlier.begun, len(sheet.rows), len(earlier.rows))
    pairs = zip(sheet.rows[:most], earlier.rows[:most], strict=True)
    return next((at for at, (now, then) in enumerate(pairs) if now is not then), most)


def points_for(sheet: Sheet, round_: int, column: int, total: int) -> int:
    """What a round must have scored to give this running total after it. Where it rose, that
    includes the shortfall which the rules took off first (B-46)."""
    sums = account(sheet)
    at = min(round_, len(sums.race)) - 1
    rise = total - sums.race[at][column]
    return rise + sums.shortfalls[at][column] if rise > 0 else rise


def players_of(sheet: Sheet) -> tuple[Column, ...]:
    """Those who can still win, in seating order: partners stay partners, whoever leaves."""
    if is_paired(sheet):
        return sheet.seated
    return sheet.at_table or sheet.seated


def is_paired(sheet: Sheet) -> bool:
    """Two pairs play: there are four places, and the rules say so."""
    return sheet.rules.setup.teams is Teams.PAIRS and len(sheet.seated) == 4


def rules_for(sheet: Sheet, players: int) -> Rules:
    """The rules agreed last, for so many players."""
    rules = sheet.rules
    teams = rules.setup.teams if is_paired(sheet) else Teams.NONE
    return replace(rules, setup=replace(rules.setup, players=players, teams=teams))


def winner_of(sheet: Sheet, round_: int) -> int:
    """The column that won a complete round, `NOBODY` where two did or it is not known."""
    row = sheet.row(round_)
    if row.is_struck or not sheet.is_complete(round_):
        return NOBODY
    if row.out is not None and sheet.rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
        return row.out
    players = [column for column in sheet.seated if row.cell(column.id).entry is not None]
    if is_paired(sheet):
        players = list(sheet.seated)
    if not players:
        return NOBODY
    entries = [row.cell(column.id).entry for column in players]
    scores = tuple(0 if entry is None else entry.points for entry in entries)
    out = next((i for i, column in enumerate(players) if column.id == row.out), NOBODY)
    seat = best_seat(rules_for(sheet, len(players)), scores, out=out)
    return NOBODY if seat == NOBODY else players[seat].id


def late_start(
    sheet: Sheet, start: Literal["zero", "lowest", "average", "points"], points: int
) -> int:
    """What a late joiner begins with: the average is rounded to the nearest whole number."""
    totals = [account(sheet).totals[column.id] for column in sheet.at_table]
    match start:
        case "points":
            return points
        case "lowest" if totals:
            return min(totals)
        case "average" if totals:
            return (2 * sum(totals) + len(totals)) // (2 * len(totals))
        case _:
            return 0


class Lead(msgspec.Struct, frozen=True):
    """How one column stands."""

    behind: int
    needs: int
    leads: bool
    team: int


def compared_rounds(sheet: Sheet) -> int:
    """The rounds by which it is told who leads: without those at the end that are not complete,
    in which whoever enters first would lead."""
    number = sheet.begun
    while number and not sheet.row(number).is_struck and not sheet.is_complete(number):
        number -= 1
    return number


def leads(sheet: Sheet, sums: Account) -> tuple[Lead, ...]:
    """By column: points behind the leader after the rounds that are compared, who leads after
    them, and points to the target as the total stands. Those who left stand outside; partners
    stand together."""
    contest = {column.id for column in players_of(sheet)}
    team = {
        column.id: (place % 2 if is_paired(sheet) else column.id)
        for place, column in enumerate(sheet.seated)
    }
    rounds = compared_rounds(sheet)
    totals, won = sums.race[rounds], sums.won[rounds]
    sides = set(team.values())
    stands = {side: sum(totals[i] for i in team if team[i] == side) for side in sides}
    points = {side: sum(sums.totals[i] for i in team if team[i] == side) for side in sides}
    rivals = {team[i] for i in contest}
    best = max((stands[side] for side in rivals), default=0)
    match = sheet.rules.match
    by_rounds = match.match_mode is MatchMode.HANDS_WON
    counts = {
        side: sum(won[i] for i in team if team[i] == side) if by_rounds else stands[side]
        for side in rivals
    }
    top = max(counts.values(), default=0)
    apart = len(set(counts.values())) > 1
    target = match.target if match.match_mode is MatchMode.TARGET and not sheet.open_end else 0
    found = []
    for column in sheet.columns:
        side = team.get(column.id, NOBODY)
        inside = column.id in contest
        found.append(
            Lead(
                behind=max(0, best - stands.get(side, 0)),
                needs=max(0, target - points.get(side, 0)) if target and inside else 0,
                leads=inside and apart and counts.get(side) == top,
                team=side if is_paired(sheet) else NOBODY,
            )
        )
    return tuple(found)
