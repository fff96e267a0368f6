"""What one viewer of a score sheet is told: their role, what they may write, undo and pass on."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from laydown.server.sheet_presence import is_host
from laydown.server.sheet_states import SheetRoom
from laydown.server.sheet_telling import WATCHER, rules_told
from laydown.server.sheet_wire import CellHistory, Me, SheetChange, SheetDoor, SheetState
from laydown.sheet.edits import Undone
from laydown.sheet.fitting import why_not_undo
from laydown.sheet.rights import why_not
from laydown.sheet.sentences import past_sentence
from laydown.sheet.values import NOBODY


def told_to(
    shown: SheetState, state: SheetRoom, person: int, at: float, *, wall: bool = False
) -> SheetState:
    """The sheet for one person; a wall view writes nothing, whoever opened it."""
    changes = tuple(
        replace(
            each,
            can_undo=each.can_undo and not wall and may_undo(state, person, each.seq, at),
        )
        for each in shown.changes
    )
    if wall or person == NOBODY:
        me = Me("", "wall", NOBODY, ()) if wall else WATCHER
        return replace(shown, me=me, changes=changes, now=at)
    column, host = state.people[person].column, is_host(state, person)
    if host:
        writes = tuple(each.id for each in shown.columns)
    else:
        writes = () if column == NOBODY else (column,)
    return replace(
        shown,
        me=Me(state.name_of(person), _role(host=host, column=column), column, writes),
        code=state.code if state.may_join else "",
        changes=changes,
        now=at,
    )


def _role(*, host: bool, column: int) -> Literal["host", "player", "viewer"]:
    """Who gave a sheet away without having a column of their own only watches."""
    if host:
        return "host"
    return "viewer" if column == NOBODY else "player"


def may_undo(state: SheetRoom, person: int, seq: int, at: float) -> bool:
    """This person may undo the change, if it can be undone at all."""
    if person == NOBODY:
        return False
    column, host = state.people[person].column, is_host(state, person)
    return not why_not(state.sheet, Undone(seq), person=person, column=column, host=host, at=at)


def door(sheet_id: str, state: SheetRoom) -> SheetDoor:
    """What whoever knows the letters sees before joining: no scores."""
    return SheetDoor(
        sheet=sheet_id,
        title=state.sheet.title,
        rules_title=rules_told(state.sheet.rules)[0],
        columns=tuple(
            (column.id, column.name, column.colour, state.person_of(column.id) != NOBODY)
            for column in state.sheet.at_table
        ),
        ended=state.sheet.course.phase == "ended",
    )


def cell_history(
    state: SheetRoom, round_: int, column: int, *, person: int, at: float
) -> CellHistory:
    """Everything that was ever entered in a cell, the newest first, for one person."""
    sheet = state.sheet
    name = sheet.columns[column].name
    lines = []
    earlier = None
    for past in sheet.row(round_).cell(column).history:
        text = past_sentence(name, round_, past, earlier)
        undo = not why_not_undo(sheet, past.seq) and may_undo(state, person, past.seq, at)
        lines.append(SheetChange(past.seq, past.at, past.name, text, round_, column, undo))
        if past.effect in ("entered", "undone"):
            earlier = past.entry
    return CellHistory(tuple(reversed(lines)))
