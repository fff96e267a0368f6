"""Where a sheet's match stands under the rules that were agreed, and which rule says so."""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.engine.match import MatchWhy, Outcome, standing
from laydown.rules.options import MatchMode, WinnerRule
from laydown.rules.rules import Rules
from laydown.sheet.reckoning import (
    Account,
    account,
    compared_rounds,
    is_paired,
    leads,
    players_of,
    rules_for,
)
from laydown.sheet.rights import decides_winner
from laydown.sheet.values import NOBODY, Column, Sheet
from laydown.sheet.verdicts import behind_text, early_text, explained, level_text, listed

Phase = Literal["open", "paused", "decided", "ended"]


class Verdict(msgspec.Struct, frozen=True):
    """Where the match stands. `winners` are columns, also provisional ones where it `asks`."""

    phase: Phase
    text: str
    asks: Literal["", "out", "winner"] = ""
    winners: tuple[int, ...] = ()
    shared: bool = False
    round: int = 0
    """the round that decided it, 0 for none"""


class _Contest(msgspec.Struct, frozen=True):
    """Who can win, in seating order, and by which rules; `highest` are the same without any rule
    about who went out."""

    players: tuple[Column, ...]
    rules: Rules
    highest: Rules


def _contest(sheet: Sheet) -> _Contest:
    players = players_of(sheet)
    rules = rules_for(sheet, len(players))
    match = msgspec.structs.replace(rules.match, winner_rule=WinnerRule.HIGHEST)
    return _Contest(players, rules, msgspec.structs.replace(rules, match=match))


class _Judged(msgspec.Struct, frozen=True):
    """What the rules say after one round."""

    round: int
    outcome: Outcome
    asks: bool


def verdict(sheet: Sheet, sums: Account | None = None) -> Verdict:
    """Where the match stands after complete rounds: a half-entered one decides nothing."""
    sums = sums or account(sheet)
    found = _found(sheet, sums)
    course = sheet.course
    if course.winner != NOBODY:
        winners = _side(sheet, course.winner)
        text = f"{_names(sheet, winners)} won: the table has said so."
        phase: Phase = "ended" if course.phase == "ended" else "decided"
        return Verdict(phase, text, "", winners, shared=False, round=found.round)
    if course.phase == "ended":
        return _ended(sheet, sums, found)
    if course.phase == "paused":
        return msgspec.structs.replace(found, phase="paused")
    return found


def _found(sheet: Sheet, sums: Account) -> Verdict:
    if sheet.open_end:
        return Verdict("open", _goes_on(sheet, sums, "There is no target: the table ends it."))
    last, gap = _complete(sheet)
    contest = _contest(sheet)
    judged = None
    deals = sheet.paper
    for number in range(1, last + 1):
        if sheet.row(number).is_struck:
            continue
        deals += 1
        judged = _judge(sheet, sums, contest, number, deals=deals, last=number == last)
        if judged.outcome.over or judged.asks:
            break
    text = "" if judged is None else _said(sheet, sums, judged)
    if judged is not None and (judged.outcome.over or judged.asks):
        winners = _columns(sheet, judged.outcome.winners)
        since = sheet.next_round() - 1 - judged.round
        if since and not sheet.course.plays_on:
            text += f" {'One round was' if since == 1 else f'{since} rounds were'} played after it."
        asks: Literal["", "out"] = "out" if judged.asks else ""
        phase: Phase = "open" if sheet.course.plays_on else "decided"
        if sheet.course.plays_on:
            text = _goes_on(sheet, sums, f"{text} The table plays on.")
        shared = judged.outcome.shared
        return Verdict(phase, text, asks, winners, shared=shared, round=judged.round)
    if gap:
        text = f"{text} {_missing(sheet, gap)}".strip()
    return Verdict("open", _goes_on(sheet, sums, text))


def _complete(sheet: Sheet) -> tuple[int, int]:
    """The last round up to which all are complete, and the first incomplete one before others
    that are, 0 for none."""
    for number in range(1, sheet.begun + 1):
        if not sheet.row(number).is_struck and not sheet.is_complete(number):
            later = any(sheet.is_complete(n) for n in range(number + 1, sheet.begun + 1))
            return number - 1, number if later else 0
    return sheet.begun, 0


def _judge(
    sheet: Sheet, sums: Account, contest: _Contest, number: int, *, deals: int, last: bool
) -> _Judged:
    """What the rules say after this round. Where a rule needs to know who went out and nobody
    recorded it, the highest total is shown and the table is asked (B-50); play that went on since
    has answered it for rules by which only who goes out can win."""
    players, rules = contest.players, contest.rules
    totals = tuple(sums.race[number][column.id] for column in players)
    row = sheet.row(number)
    seats = {column.id: seat for seat, column in enumerate(players)}
    won = tuple(sums.won[number][column.id] for column in players)
    out = NOBODY if row.out is None else seats.get(row.out, NOBODY)
    outcome = standing(rules, totals, out=out, deals=deals, won=won)
    unknown = rules.match.match_mode is MatchMode.TARGET and not decides_winner(rules, out=row.out)
    if not unknown or outcome.why in (MatchWhy.TARGET_NOT_REACHED, MatchWhy.ONE_CROSSED):
        return _Judged(number, outcome, asks=False)
    if rules.match.winner_rule is WinnerRule.OUT_PLAYER and not last:
        return _Judged(number, outcome, asks=False)
    highest = standing(contest.highest, totals, deals=deals, won=won)
    return _Judged(number, highest, asks=True)


def _said(sheet: Sheet, sums: Account, judged: _Judged) -> str:
    players = players_of(sheet)
    names = tuple(column.name for column in players)
    totals = tuple(sums.race[judged.round][column.id] for column in players)
    won = tuple(sums.won[judged.round][column.id] for column in players)
    out = sheet.row(judged.round).out
    went = sheet.columns[out].name if out is not None and out != NOBODY else ""
    rules = rules_for(sheet, len(players))
    return explained(
        rules, judged.outcome, names, totals=totals, won=won, out=went, round_=judged.round,
        asks=judged.asks, deals_left=_deals_left(sheet, judged.round),
    )  # fmt: skip


def _deals_left(sheet: Sheet, number: int) -> int:
    struck = sum(sheet.row(n).is_struck for n in range(1, number + 1))
    return max(0, sheet.rules.match.deals - (number - struck + sheet.paper))


def _missing(sheet: Sheet, number: int) -> str:
    row = sheet.row(number)
    names = [
        column.name
        for column in sheet.seated
        if column.plays(number)
        and (row.cell(column.id).entry is None or row.cell(column.id).rivals)
    ]
    doubt = any(cell.rivals for cell in row.cells)
    what = "is in doubt" if doubt else "is missing"
    return f"Round {number} is not complete: the score of {listed(names)} {what}."


def _goes_on(sheet: Sheet, sums: Account, text: str) -> str:
    """Who leads and by how much, after what the rules say."""
    if all(row.is_blank for row in sheet.rows):
        return text
    marks = leads(sheet, sums)
    players = players_of(sheet)
    rounds = compared_rounds(sheet)
    after = rounds if any(not row.is_blank for row in sheet.rows[rounds:]) else 0
    first = [column for column in players if marks[column.id].leads]
    others = [marks[column.id].behind for column in players if column not in first]
    gap = min((each for each in others if each), default=0)
    names = [column.name for column in first]
    return f"{text} {behind_text(names, gap, after=after) if first else ''}".strip()


def _ended(sheet: Sheet, sums: Account, found: Verdict) -> Verdict:
    """The match was ended: as the rules had it, or early with the highest total."""
    if found.winners and not sheet.course.plays_on:
        return msgspec.structs.replace(found, phase="ended")
    players = players_of(sheet)
    if all(row.is_blank for row in sheet.rows):
        return Verdict("ended", "The match was ended before anything was entered.")
    rules = rules_for(sheet, len(players))
    by_rounds = rules.match.match_mode is MatchMode.HANDS_WON and not sheet.open_end
    values = sums.won[-1] if by_rounds else sums.totals
    sides = {_side(sheet, column.id) for column in players}
    stands = {side: sum(values[i] for i in side) for side in sides}
    best = max(stands.values())
    top = sorted(side for side, value in stands.items() if value == best)
    winners = tuple(sorted(i for side in top for i in side))
    names = _names(sheet, winners)
    if len(top) > 1:
        return Verdict("ended", level_text(names, best), "winner", winners, shared=True)
    return Verdict("ended", early_text(rules, names, best, many=len(winners) > 1), "", winners)


def _columns(sheet: Sheet, seats: tuple[int, ...]) -> tuple[int, ...]:
    players = players_of(sheet)
    return tuple(players[seat].id for seat in seats)


def _side(sheet: Sheet, column: int) -> tuple[int, ...]:
    """The column with its partner."""
    if not is_paired(sheet):
        return (column,)
    order = [each.id for each in sheet.seated]
    place = order.index(column) if column in order else 0
    return tuple(sorted((order[place], order[(place + 2) % 4])))


def _names(sheet: Sheet, columns: tuple[int, ...]) -> str:
    return listed([sheet.columns[i].name for i in columns])
