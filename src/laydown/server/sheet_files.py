"""A score sheet as a file: for spreadsheets and chats, and as a backup that can be put back."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from laydown.record.tallies import Tally, TallyRound
from laydown.server.answers import Answer
from laydown.server.requests import BadRequest, read_rules
from laydown.server.rooms import COLOURS
from laydown.server.seats import clean_line, clean_name
from laydown.server.sheet_controls import MOST_EDITS
from laydown.server.sheet_events import Edited, SheetEvent
from laydown.server.sheet_people import beginning
from laydown.server.sheet_states import HOST, SheetRoom
from laydown.server.sheet_wire import ColumnWish, OpenSheet
from laydown.sheet.dealers import dealers
from laydown.sheet.deciding import verdict
from laydown.sheet.edits import Agreed, CameLate, Coloured, Edit, Entered, Named, Titled, Undone
from laydown.sheet.fitting import LONGEST_NOTE, LONGEST_TITLE
from laydown.sheet.reckoning import account, is_paired
from laydown.sheet.values import NOBODY

MOST_BACKUP = 4 * 1024 * 1024
"""bytes of a backup: as many edits as a sheet may have, a hand of cards in each"""
FORMAT = 1
LATEST = 1e11
"""seconds since the epoch that no clock has reached"""
RESTORED = -2
"""People of a sheet that was put back are known by name alone; they count down from here, so
that one is still told from another."""


class KeptChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An edit in a backup. `by` tells people apart, `seq` is what other edits refer to."""

    seq: int
    at: float
    by: int
    name: str
    edit: Edit


class SheetBackup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole sheet without its secrets: how it began, and every edit."""

    laydown_sheet: int
    rules: str
    columns: tuple[ColumnWish, ...]
    title: str
    dealer: int
    rounds: int
    open_end: bool
    changes: tuple[KeptChange, ...]


class RestoreSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/sheets/restore: a backup, and whose column the host wants."""

    backup: SheetBackup
    mine: int = 0
    browser: str = ""


# ------------------------------------------------------------------ away


def tally_of(state: SheetRoom) -> Tally:
    """The sheet as a table of names and numbers."""
    sheet = state.sheet
    sums, stands = account(sheet), verdict(sheet)
    seated = sheet.seated
    dealt = dealers(sheet, sheet.begun)
    rounds = []
    for number in range(1, sheet.next_round()):
        row = sheet.row(number)
        entries = [row.cell(column.id).entry for column in seated]
        entered = [sums.cells[number - 1][column.id].entered for column in seated]
        points = [None if entry is None else entry.points for entry in entries]
        dealer = dealt[number - 1]
        out = NOBODY if row.out is None else row.out
        rounds.append(
            TallyRound(
                points=tuple(points if row.is_struck else entered),
                dealer=sheet.columns[dealer].name if dealer != NOBODY else "",
                out=sheet.columns[out].name if out != NOBODY else "",
                struck=row.is_struck,
            )
        )
    over = stands.phase in ("decided", "ended")
    places = {column.id: place for place, column in enumerate(seated)}
    return Tally(
        names=tuple(column.name for column in seated),
        rounds=tuple(rounds),
        title=sheet.title,
        starts=tuple(column.start for column in seated),
        sides=tuple(place % 2 for place in range(len(seated))) if is_paired(sheet) else (),
        winners=tuple(places[i] for i in stands.winners if i in places) if over else (),
        outcome=stands.text,
    )


def backup_of(state: SheetRoom) -> bytes:
    """The sheet with all its edits."""
    sheet = state.sheet
    begun = state.begun
    kept = SheetBackup(
        laydown_sheet=FORMAT,
        rules=begun.rules,
        columns=tuple(ColumnWish(each.name, each.colour, each.start) for each in begun.columns),
        title=begun.title,
        dealer=begun.dealer,
        rounds=begun.paper,
        open_end=begun.open_end,
        changes=tuple(
            KeptChange(noted.seq, noted.at, noted.by, noted.name, noted.edit)
            for noted in sheet.changes
        ),
    )
    return msgspec.json.encode(kept)


# ------------------------------------------------------------------ and back


async def restored(wish: RestoreSheet, token: str) -> list[SheetEvent]:
    """The events of a new sheet that is what the backup was; :class:`BadRequest` where it is
    none."""
    kept = wish.backup
    if kept.laydown_sheet != FORMAT:
        raise BadRequest("That backup was written by another version.")
    if len(kept.changes) > MOST_EDITS:
        raise BadRequest(f"A backup has {MOST_EDITS} changes at most.")
    seqs = [change.seq for change in kept.changes]
    if any(later <= earlier for earlier, later in pairwise(seqs)):
        raise BadRequest("The changes in that backup are out of order.")
    if not all(0 <= change.at <= LATEST for change in kept.changes):
        raise BadRequest("The times in that backup cannot be.")
    opening = OpenSheet(
        kept.rules,
        kept.columns,
        kept.title,
        mine=wish.mine,
        dealer=kept.dealer,
        rounds=kept.rounds,
        open_end=kept.open_end,
        browser=wish.browser,
    )
    try:
        events = beginning(opening, read_rules(kept.rules), token, time.time())
    except Answer as refused:
        raise BadRequest(refused.text) from None
    return await asyncio.to_thread(_renumbered, events, kept.changes)


def _renumbered(events: list[SheetEvent], changes: tuple[KeptChange, ...]) -> list[SheetEvent]:
    """The edits after these events, what they refer to renumbered with them."""
    first = len(events) + 1
    old = [change.seq for change in changes]
    known = set(old)

    def new(seq: int) -> int:
        """The last edit up to this one as it is numbered now, 0 for none."""
        at = bisect_right(old, seq)
        return first + at - 1 if at else 0

    found = list(events)
    for change in changes:
        edit = change.edit
        if isinstance(edit, Undone):
            edit = Undone(new(edit.seq) if edit.seq in known else 0)
        elif isinstance(edit, Entered):
            edit = replace(edit, seen=new(edit.seen))
        edit = _clean(edit)
        by = RESTORED - change.by if change.by >= 0 else change.by
        found.append(Edited(change.at, by, clean_name(change.name, HOST), edit))
    return found


def _clean(edit: Edit) -> Edit:
    """The edit with its texts as a page's would have been: a file may have been written by
    anybody."""
    match edit:
        case Named():
            return replace(edit, name=clean_name(edit.name, ""))
        case CameLate():
            return replace(edit, name=clean_name(edit.name, ""), colour=_colour(edit.colour))
        case Coloured():
            return replace(edit, colour=_colour(edit.colour))
        case Titled():
            return replace(edit, title=clean_line(edit.title, LONGEST_TITLE))
        case Entered():
            return replace(edit, reason=clean_line(edit.reason, LONGEST_NOTE))
        case Agreed():
            return replace(edit, note=clean_line(edit.note, LONGEST_NOTE))
        case _:
            return edit


def _colour(text: str) -> str:
    return text if text in COLOURS else COLOURS[0]
