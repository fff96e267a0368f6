"""What an edit makes of a sheet: no clock, no chance, and an answer for every stored edit.

One edit touches one thing, its key. So what it changed can be put back by the same key, as long as
nothing else has touched it since; and edits of different keys give the same sheet in any order.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from laydown.sheet.edits import (
    Agreed,
    Begun,
    CameBack,
    CameLate,
    Coloured,
    Edit,
    Ended,
    Entered,
    Marked,
    Named,
    Paused,
    Placed,
    PlayedOn,
    Reopened,
    Resumed,
    Titled,
    Undone,
    WentAway,
    WinnerNamed,
)
from laydown.sheet.fitting import agreed_rules, misfit
from laydown.sheet.reckoning import late_start
from laydown.sheet.sentences import sentence
from laydown.sheet.values import (
    BLANK,
    NOBODY,
    Agreement,
    Cell,
    Change,
    Column,
    Course,
    Key,
    Noted,
    Past,
    Rival,
    Row,
    Sheet,
)


def apply(sheet: Sheet, change: Change) -> Sheet:
    """The sheet after the change; one that does not fit is kept, and changes nothing."""
    noted = Noted(change.seq, change.at, change.by, change.name, change.edit, "")
    if misfit(sheet, change.edit):
        return replace(sheet, seq=change.seq, changes=(*sheet.changes, noted))
    round_, column = place_of(sheet, change.edit)
    noted = replace(noted, round=round_, column=column)
    key = key_of(sheet, change.edit)
    before = value_at(sheet, key)
    value = _wanted(sheet, change, before)
    now = _put(sheet, key, value)
    if round_ > now.begun and not isinstance(change.edit, Undone):
        now = replace(now, begun=round_)
    if isinstance(change.edit, CameLate):
        now = replace(now, order=(*now.order, column))
    changed = not (isinstance(value, Cell) and value.version != change.seq)
    if changed:
        text = sentence(sheet, change, before, value)
        # The cell keeps its history: kept here again, it would grow with the square of the edits.
        kept = replace(before, history=()) if isinstance(before, Cell) else before
        noted = replace(noted, key=key, before=kept, text=text)
    return replace(now, seq=change.seq, changes=(*sheet.changes, noted))


# ------------------------------------------------------------------ what is touched


def key_of(sheet: Sheet, edit: Edit) -> Key:
    """What an edit touches; one that fits."""
    match edit:
        case Entered():
            return ("cell", edit.round, edit.column)
        case Marked():
            return ("row", edit.round, edit.what)
        case Named():
            return ("column", edit.column, "name")
        case Coloured():
            return ("column", edit.column, "colour")
        case WentAway() | CameBack():
            return ("column", edit.column, "absences")
        case CameLate():
            return ("column", len(sheet.columns), "there")
        case Begun():
            return ("sheet", "begun")
        case Placed():
            return ("sheet", "order")
        case Titled():
            return ("sheet", "title")
        case Agreed():
            return ("sheet", "agreements")
        case Paused() | Resumed() | PlayedOn() | WinnerNamed() | Ended() | Reopened():
            return ("sheet", "course")
        case Undone():
            return noted_of(sheet, edit.seq).key
        case _:
            assert_never(edit)


def place_of(sheet: Sheet, edit: Edit) -> tuple[int, int]:
    """The round and the column that an edit is about: 0 and `NOBODY` for none."""
    if isinstance(edit, Undone):
        undone = noted_of(sheet, edit.seq)
        return undone.round, undone.column
    column = len(sheet.columns) if isinstance(edit, CameLate) else getattr(edit, "column", -1)
    return getattr(edit, "round", 0), column


def noted_of(sheet: Sheet, seq: int) -> Noted:
    """The change of this number; `LookupError` if there is none."""
    for noted in reversed(sheet.changes):
        if noted.seq == seq:
            return noted
    raise LookupError(seq)


def value_at(sheet: Sheet, key: Key) -> object:
    """What stands there."""
    match key:
        case ("cell", int(round_), int(column)):
            return sheet.row(round_).cell(column)
        case ("row", int(round_), str(what)):
            return getattr(sheet.row(round_), what)
        case ("column", int(column), str(what)):
            return getattr(sheet.columns[column], what) if column < len(sheet.columns) else False
        case ("sheet", str(what)):
            return getattr(sheet, what)
        case _:
            raise AssertionError(key)


def _put(sheet: Sheet, key: Key, value: object) -> Sheet:
    match key:
        case ("cell", int(round_), int(column)):
            assert isinstance(value, Cell)
            row = sheet.row(round_)
            cells = [*row.cells, *[BLANK] * (column + 1 - len(row.cells))]
            cells[column] = value
            return _with_row(sheet, round_, replace(row, cells=tuple(cells)))
        case ("row", int(round_), str(what)):
            return _with_row(sheet, round_, replace(sheet.row(round_), **{what: value}))
        case ("column", int(column), str(what)):
            if isinstance(value, Column):
                return replace(sheet, columns=(*sheet.columns, value))
            columns = list(sheet.columns)
            columns[column] = replace(columns[column], **{what: value})
            return replace(sheet, columns=tuple(columns))
        case ("sheet", str(what)):
            return replace(sheet, **{what: value})
        case _:
            raise AssertionError(key)


def _with_row(sheet: Sheet, round_: int, row: Row) -> Sheet:
    rows = [*sheet.rows, *[Row()] * (round_ - len(sheet.rows))]
    rows[round_ - 1] = row
    return replace(sheet, rows=tuple(rows))


# ------------------------------------------------------------------ what it becomes


def _wanted(sheet: Sheet, change: Change, before: object) -> object:
    """What the edit makes of what it touches."""
    edit, course = change.edit, sheet.course
    match edit:
        case Entered():
            assert isinstance(before, Cell)
            return entered(before, change, edit)
        case Marked():
            return edit.value
        case Begun():
            return edit.round
        case Named():
            return edit.name
        case Coloured():
            return edit.colour
        case CameLate():
            start = late_start(sheet, edit.start, edit.points)
            since = sheet.next_round()
            return Column(len(sheet.columns), edit.name, edit.colour, start, since)
        case WentAway():
            return (*sheet.columns[edit.column].absences, (_first_missed(sheet, edit.column), 0))
        case CameBack():
            *others, (first, _) = sheet.columns[edit.column].absences
            again = max(first, sheet.next_round())
            return (*others, (first, again)) if again > first else tuple(others)
        case Placed():
            order = [each.id for each in sheet.seated if each.id != edit.column]
            order.insert(edit.place, edit.column)
            return (*order, *(i for i in sheet.order if not sheet.columns[i].there))
        case Titled():
            return edit.title
        case Agreed():
            return _agreements(sheet, change, edit)
        case Paused():
            return replace(course, phase="paused")
        case Resumed() | Reopened():
            return replace(course, phase="open", ended_at=0.0)
        case PlayedOn():
            return replace(course, plays_on=True, winner=-1)
        case WinnerNamed():
            return replace(course, winner=edit.column)
        case Ended():
            return replace(course, phase="ended", ended_at=change.at)
        case Undone():
            return _put_back(sheet, change, edit, before)
        case _:
            assert_never(edit)


def entered(cell: Cell, change: Change, edit: Entered) -> Cell:
    """The cell with this entry: in place of the last, or beside it where the two clash."""
    entry = edit.entry
    elsewhere = any(
        past.seq > edit.seen
        and past.effect != "same"
        and (past.by != change.by or change.by == NOBODY)
        for past in cell.history
    )
    stale = edit.seen < cell.version and elsewhere
    points = None if entry is None else entry.points
    standing = [None if each is None else each.points
                for each in (cell.entry, *(rival.entry for rival in cell.rivals))]  # fmt: skip
    past = Past(change.seq, change.at, change.by, change.name, entry, "entered", edit.reason)
    if (stale and points in standing) or (cell.entry == entry and not cell.rivals):
        return replace(cell, history=(*cell.history, replace(past, effect="same")))
    if stale:
        rival = Rival(change.seq, change.at, change.name, entry)
        return replace(
            cell,
            version=change.seq,
            rivals=(*cell.rivals, rival),
            history=(*cell.history, replace(past, effect="rival")),
        )
    return Cell(change.seq, entry, change.name, change.at, (), (*cell.history, past))


def _first_missed(sheet: Sheet, column: int) -> int:
    """The first round that somebody who leaves now has no part in."""
    number = sheet.begun
    while number and sheet.row(number).cell(column).entry is None:
        number -= 1
    return max(number + 1, sheet.columns[column].since)


def _agreements(sheet: Sheet, change: Change, edit: Agreed) -> tuple[Agreement, ...]:
    """Before anything is entered the rules are simply other ones; afterwards those of finished
    rounds stay in force for them."""
    rules = agreed_rules(edit.rules)
    assert rules is not None
    if sheet.rows and any(not row.is_blank for row in sheet.rows):
        since = next(n for n in range(1, sheet.begun + 2) if not sheet.is_complete(n))
        first, *later = sheet.agreements
        kept = (each for each in later if each.since < since)
        return (first, *kept, Agreement(rules, since, edit.note, change.name, change.at))
    return (Agreement(rules, 1),)


def _put_back(sheet: Sheet, change: Change, edit: Undone, now: object) -> object:
    before = noted_of(sheet, edit.seq).before
    if isinstance(before, Cell):
        assert isinstance(now, Cell)
        past = Past(change.seq, change.at, change.by, change.name, before.entry, "undone")
        return replace(before, version=change.seq, history=(*now.history, past))
    if isinstance(before, Course) and before.phase != "ended":
        return replace(before, ended_at=0.0)
    return before
