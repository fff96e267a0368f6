"""What a browser's ended sheets say of the people who play together."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from io import StringIO

from laydown.record.sheets import formula_safe
from laydown.server.sheet_wire import GroupPlayer, SheetGroup, SheetHistory, SheetLine, SheetPlayer

COLUMNS = (
    "sheet", "date", "title", "game", "state", "rounds", "player", "total", "won", "best round",
    "average", "rounds won", "went out", "comeback", "aces left",
)  # fmt: skip
"""of the file with all sheets"""


def history_of(lines: Iterable[SheetLine]) -> SheetHistory:
    """The sheets, the newest first, and the groups of people that they make."""
    newest = sorted(lines, key=lambda line: line.changed, reverse=True)
    groups: dict[tuple[str, ...], list[SheetLine]] = {}
    for line in newest:
        if line.phase == "ended" and line.rounds:
            key = tuple(sorted(player.name.casefold() for player in line.players))
            groups.setdefault(key, []).append(line)
    found = [_group(each) for each in groups.values()]
    return SheetHistory(
        tuple(newest), tuple(sorted(found, key=lambda group: group.last, reverse=True))
    )


def _group(lines: list[SheetLine]) -> SheetGroup:
    """The same people over all their matches; the newest says how their names are written."""
    ended = sorted(lines, key=lambda line: line.ended_at)
    names = sorted(player.name for player in lines[0].players)
    people = [_person(name, ended) for name in names]
    people.sort(key=lambda each: (-each.wins, each.name.casefold()))
    order = [each.name for each in people]
    return SheetGroup(
        names=tuple(names),
        matches=len(lines),
        players=tuple(people),
        ahead=tuple(tuple(_ahead(one, other, ended) for other in order) for one in order),
        last=ended[-1].ended_at,
    )


def _of(name: str, line: SheetLine) -> list[SheetPlayer]:
    return [each for each in line.players if each.name.casefold() == name.casefold()]


def _person(name: str, ended: Sequence[SheetLine]) -> GroupPlayer:
    """One player over these matches, the oldest first."""
    of = [player for line in ended for player in _of(name, line)]
    played = sum(each.played for each in of)
    streak = longest = 0
    for line in ended:
        streak = streak + 1 if any(each.won for each in _of(name, line)) else 0
        longest = max(longest, streak)
    return GroupPlayer(
        name=name,
        wins=sum(each.won for each in of),
        best=max((each.best for each in of if each.best is not None), default=None),
        comeback=max(each.comeback for each in of),
        outs=sum(each.outs for each in of),
        rounds_won=sum(each.rounds_won for each in of),
        average=round(sum(each.points for each in of) / played, 1) if played else None,
        streak=streak,
        longest=longest,
        aces=sum(each.aces for each in of),
    )


def _ahead(name: str, other: str, ended: Sequence[SheetLine]) -> int:
    """In how many of these matches one ended with more points than the other."""
    return sum(
        one.total > two.total
        for line in ended
        for one in _of(name, line)[:1]
        for two in _of(other, line)[:1]
    )


def history_csv(history: SheetHistory) -> str:
    """All sheets for a spreadsheet: a row for every player of each, the newest sheet first."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, line in enumerate(history.sheets):
        day = datetime.fromtimestamp(line.ended_at or line.changed, UTC).date().isoformat()
        start = (len(history.sheets) - number, day, formula_safe(line.title), line.rules_title)
        for each in line.players:
            writer.writerow(
                (
                    *start,
                    line.phase,
                    line.rounds,
                    formula_safe(each.name),
                    each.total,
                    "yes" if each.won else "",
                    "" if each.best is None else each.best,
                    round(each.points / each.played, 1) if each.played else "",
                    each.rounds_won,
                    each.outs,
                    each.comeback or "",
                    each.aces or "",
                )
            )
    return out.getvalue()
