"""What a browser gets to see of its score sheets: projections written with the events."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from laydown.cards import ACE, JOKER
from laydown.server.sheet_groups import history_of
from laydown.server.sheet_states import SheetRoom
from laydown.server.sheet_telling import Reckoning, reckoning, rules_told
from laydown.server.sheet_wire import SheetHistory, SheetLine, SheetPlayer
from laydown.server.store import Row
from laydown.sheet.reckoning import Account, players_of
from laydown.sheet.values import NOBODY, Sheet
from laydown.sheet.values import Column as SheetColumn

KIND = "sheet"


class KeptLine(msgspec.Struct, frozen=True):
    """A sheet in a browser's list; `left` where its person has no link to it any more."""

    line: SheetLine
    left: bool = False


def sheet_rows(sheet_id: str, now: SheetRoom, reckoned: Reckoning | None = None) -> tuple[Row, ...]:
    """The sheet's row in the list of every browser that has or had a link to it."""
    line: SheetLine | None = None
    held: dict[str, KeptLine] = {}
    for person in now.people:
        if not person.browser:
            continue
        if line is None:
            line = line_of(sheet_id, now, reckoned)
        places = [column.id for column in now.sheet.seated]
        place = places.index(person.column) if person.column in places else NOBODY
        told = KeptLine(msgspec.structs.replace(line, column=place), left=person.is_gone)
        if not person.is_gone or person.browser not in held:
            held[person.browser] = told
    return tuple(
        Row(browser, KIND, sheet_id, now.changed_at, msgspec.json.encode(told))
        for browser, told in held.items()
    )


def line_of(sheet_id: str, state: SheetRoom, reckoned: Reckoning | None = None) -> SheetLine:
    """The sheet as the history has it."""
    sheet = state.sheet
    reckoned = reckoning(sheet, reckoned)
    sums, stands = reckoned.sums, reckoned.stands
    title, _, _, text = rules_told(sheet.rules)
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
    cells = [row.cell(column.id).entry for row in rows]
    entries = [entry for entry in cells if entry is not None]
    held = [each.card for entry in entries for each in entry.held or ()]
    behind = 0
    if column.id in won:
        for totals in sums.race[1:]:
            others = [totals[i] for i in contest - won]
            behind = max([behind, *(total - totals[column.id] for total in others)])
    return SheetPlayer(
        name=column.name,
        total=sums.totals[column.id],
        won=column.id in won,
        best=max((entry.points for entry in entries), default=None),
        outs=sum(row.out == column.id for row in rows),
        rounds_won=sums.won[-1][column.id],
        comeback=behind,
        left=column.left,
        played=len(entries),
        points=sum(entry.points for entry in entries),
        aces=sum(card != JOKER and card % 13 == ACE for card in held),
    )


def history(rows: Iterable[Row]) -> SheetHistory:
    """A browser's sheets and the groups of people that they make."""
    kept = [msgspec.json.decode(row.body, type=KeptLine) for row in rows]
    return history_of(each.line for each in kept if not each.left)
