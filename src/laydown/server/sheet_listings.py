"""What a browser gets to see of its score sheets: projections written with the events."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from laydown.server.sheet_states import SheetRoom
from laydown.server.sheet_wire import GroupPlayer, SheetGroup, SheetHistory, SheetLine, SheetPlayer
from laydown.server.showing import rules_notes
from laydown.server.store import Row
from laydown.sheet.deciding import verdict
from laydown.sheet.reckoning import Account, account, players_of
from laydown.sheet.values import NOBODY, Sheet
from laydown.sheet.values import Column as SheetColumn

KIND = "sheet"


class KeptLine(msgspec.Struct, frozen=True):
    """A sheet in a browser's list; `left` where its person has no link to it any more."""

    line: SheetLine
    left: bool = False


def sheet_rows(sheet_id: str, now: SheetRoom) -> tuple[Row, ...]:
    """The sheet's row in the list of every browser that has or had a link to it."""
    line: SheetLine | None = None
    held: dict[str, KeptLine] = {}
    for person in now.people:
        if not person.browser:
            continue
        if line is None:
            line = line_of(sheet_id, now)
        places = [column.id for column in now.sheet.seated]
        place = places.index(person.column) if person.column in places else NOBODY
        told = KeptLine(msgspec.structs.replace(line, column=place), left=person.is_gone)
        if not person.is_gone or person.browser not in held:
            held[person.browser] = told
    return tuple(
        Row(browser, KIND, sheet_id, now.changed_at, msgspec.json.encode(told))
        for browser, told in held.items()
    )


def line_of(sheet_id: str, state: SheetRoom) -> SheetLine:
    """The sheet as the history has it."""
    sheet = state.sheet
    sums = account(sheet)
    stands = verdict(sheet, sums)
    title, _, _, text = rules_notes(sheet.rules)
    seated = sheet.seated
    contest = {column.id for column in players_of(sheet)}
    won = set(stands.winners) if stands.phase == "ended" else set[int]()
    return SheetLine(
        sheet=sheet_id,
        column=NOBODY,
        title=sheet.title,
        rules_title=title,
        rules_text=text,
        phase=stands.phase,
        players=tuple(_player(sheet, sums, column, contest, won) for column in seated),
        rounds=sheet.next_round() - 1,
        race=tuple(tuple(totals[column.id] for column in seated) for totals in sums.race[1:]),
        outcome=stands.text,
        opened=state.opened_at,
        changed=state.changed_at,
        ended_at=sheet.course.ended_at,
        next_sheet=state.next_sheet,
    )


def _player(
    sheet: Sheet, sums: Account, column: SheetColumn, contest: set[int], won: set[int]
) -> SheetPlayer:
    rows = [row for row in sheet.rows[: sheet.begun] if not row.is_struck]
    entries = [row.cell(column.id).entry for row in rows]
    behind = 0
    if column.id in won:
        for totals in sums.race[1:]:
            others = [totals[i] for i in contest - won]
            behind = max([behind, *(total - totals[column.id] for total in others)])
    return SheetPlayer(
        name=column.name,
        total=sums.totals[column.id],
        won=column.id in won,
        best=max((entry.points for entry in entries if entry is not None), default=None),
        outs=sum(row.out == column.id for row in rows),
        rounds_won=sums.won[-1][column.id],
        comeback=behind,
        left=column.left,
    )


def history(rows: Iterable[Row]) -> SheetHistory:
    """A browser's sheets and the groups of people that they make."""
    kept = [msgspec.json.decode(row.body, type=KeptLine) for row in rows]
    lines = [each.line for each in kept if not each.left]
    lines.sort(key=lambda line: line.changed, reverse=True)
    groups: dict[tuple[str, ...], list[SheetLine]] = {}
    for line in lines:
        if line.phase == "ended" and line.rounds:
            key = tuple(sorted(player.name.casefold() for player in line.players))
            groups.setdefault(key, []).append(line)
    found = [_group(each) for each in groups.values()]
    return SheetHistory(
        tuple(lines), tuple(sorted(found, key=lambda group: group.last, reverse=True))
    )


def _group(lines: list[SheetLine]) -> SheetGroup:
    """The same people over all their matches; the newest says how their names are written."""
    names = sorted(player.name for player in lines[0].players)
    people = []
    for name in names:
        of = [p for line in lines for p in line.players if p.name.casefold() == name.casefold()]
        people.append(
            GroupPlayer(
                name=name,
                wins=sum(p.won for p in of),
                best=max((p.best for p in of if p.best is not None), default=None),
                comeback=max(p.comeback for p in of),
                outs=sum(p.outs for p in of),
                rounds_won=sum(p.rounds_won for p in of),
            )
        )
    people.sort(key=lambda each: (-each.wins, each.name.casefold()))
    return SheetGroup(tuple(names), len(lines), tuple(people), max(line.ended_at for line in lines))
