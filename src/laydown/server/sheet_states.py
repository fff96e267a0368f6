"""A score sheet with its people, at one event of its stream. No clock, no chance, no input."""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec.structs import replace

from laydown.rules.text import read_rules_json
from laydown.server.sheet_events import (
    CodeIs,
    ColumnFreed,
    Edited,
    HostAgreed,
    HostAsked,
    HostRefused,
    PersonCame,
    SheetBegun,
    SheetContinued,
    SheetEvent,
    SheetHostIs,
)
from laydown.sheet.applying import apply
from laydown.sheet.values import NOBODY, Change, Sheet, new_sheet

KEPT_COMMANDS = 4000
"""so many of the last commands are known again: a phone may send a whole evening twice"""
HOST = "Host"
"""what a host without a column is called"""


class Person(msgspec.Struct, frozen=True):
    """Somebody with a link of their own; their number is the order in which they came."""

    secret: str
    browser: str
    column: int

    @property
    def is_gone(self) -> bool:
        """The link opens nothing any more."""
        return not self.secret


class Command(msgspec.Struct, frozen=True):
    """A command that was obeyed."""

    person: int
    name: str
    seq: int
    clash: bool


class SheetRoom(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet at one `seq`, with who may write on it."""

    seq: int
    sheet: Sheet
    begun: SheetBegun
    people: tuple[Person, ...] = ()
    host: int = 0
    """a person's number"""
    code: str = ""
    wants: int = NOBODY
    """the person who asks to be host"""
    agreed: tuple[int, ...] = ()
    """the people who agreed"""
    commands: tuple[Command, ...] = ()
    changed_at: float = 0.0
    next_sheet: str = ""

    @property
    def view(self) -> str:
        """The token of the viewers' link."""
        return self.begun.view

    @property
    def opened_at(self) -> float:
        """When it began."""
        return self.begun.at

    def person_of(self, column: int) -> int:
        """Who holds this column's link, `NOBODY` while it is free."""
        for number, person in enumerate(self.people):
            if person.column == column and not person.is_gone:
                return number
        return NOBODY

    def name_of(self, person: int) -> str:
        """What a person is called."""
        column = self.people[person].column
        return HOST if column == NOBODY else self.sheet.columns[column].name

    @property
    def may_join(self) -> bool:
        """Whoever has the letters may join."""
        return bool(self.code) and self.sheet.course.phase != "ended"


def begun(event: SheetBegun) -> SheetRoom:
    """The sheet as it begins."""
    sheet = new_sheet(
        read_rules_json(event.rules),
        tuple((column.name, column.colour, column.start) for column in event.columns),
        title=event.title,
        dealer=event.dealer,
        paper=event.paper,
        open_end=event.open_end,
        by_lot=event.by_lot,
        seq=1,
    )
    return SheetRoom(seq=1, sheet=sheet, begun=event, changed_at=event.at)


def after(state: SheetRoom | None, event: SheetEvent) -> SheetRoom:
    """The sheet after an event that was found good before it was stored."""
    if isinstance(event, SheetBegun):
        assert state is None, "a sheet begins once"
        return begun(event)
    assert state is not None, "a sheet's first event begins it"
    seq = state.seq + 1
    now = replace(_after(state, event, seq), seq=seq, changed_at=max(state.changed_at, event.at))
    command = getattr(event, "command", "")
    if command:
        done = Command(event.person, command, seq, _clashed(now, event))  # type: ignore[union-attr]  # has one
        now = replace(now, commands=(*now.commands, done)[-KEPT_COMMANDS:])
    return now


def _after(state: SheetRoom, event: SheetEvent, seq: int) -> SheetRoom:
    match event:
        case Edited():
            change = Change(seq, event.at, event.person, event.name, event.edit)
            return replace(state, sheet=apply(state.sheet, change))
        case PersonCame():
            person = Person(event.secret, event.browser, event.column)
            return replace(state, people=(*state.people, person))
        case ColumnFreed():
            people = tuple(
                replace(each, secret="") if each.column == event.column else each
                for each in state.people
            )
            gone = {i for i, each in enumerate(people) if each.is_gone}
            wants = NOBODY if state.wants in gone else state.wants
            agreed = tuple(i for i in state.agreed if i not in gone) if wants != NOBODY else ()
            return replace(state, people=people, wants=wants, agreed=agreed)
        case HostAsked():
            return replace(state, wants=event.person, agreed=())
        case HostAgreed():
            return replace(state, agreed=(*state.agreed, event.person))
        case HostRefused():
            return replace(state, wants=NOBODY, agreed=())
        case SheetHostIs():
            return replace(state, host=event.host, wants=NOBODY, agreed=())
        case CodeIs():
            return replace(state, code=event.code)
        case SheetContinued():
            return replace(state, next_sheet=event.sheet)
        case SheetBegun():
            raise AssertionError("a sheet begins once")
        case _:
            assert_never(event)


def _clashed(state: SheetRoom, event: SheetEvent) -> bool:
    """The edit just applied stands beside another's entry."""
    if not isinstance(event, Edited) or not state.sheet.changes:
        return False
    key = state.sheet.changes[-1].key
    match key:
        case ("cell", int(round_), int(column)):
            return any(
                rival.seq == state.sheet.seq
                for rival in state.sheet.row(round_).cell(column).rivals
            )
        case _:
            return False


def replayed(events: tuple[SheetEvent, ...]) -> SheetRoom | None:
    """The sheet that these events make; None for no events."""
    state: SheetRoom | None = None
    for event in events:
        state = after(state, event)
    return state
