"""What people ask of a score sheet: functions of a moment that give events, or refuse in words."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from laydown.rules.catalogue import with_options
from laydown.rules.errors import BadRules
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules, rules_json
from laydown.server.answers import Answer
from laydown.server.rooms import COLOURS
from laydown.server.seats import clean_line, clean_name
from laydown.server.sheet_events import (
    CodeIs,
    ColumnFreed,
    Edited,
    HostAgreed,
    HostAsked,
    HostRefused,
    PersonCame,
    SheetEvent,
    SheetHostIs,
)
from laydown.server.sheet_presence import SheetMoment
from laydown.server.sheet_states import SheetRoom
from laydown.server.sheet_wire import Arrange, Conduct, Enter, Mark, NextRound, Undo
from laydown.sheet.arithmetic import Unreadable, read_sum
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
from laydown.sheet.fitting import LONGEST_NOTE, LONGEST_TITLE, is_so, misfit
from laydown.sheet.reckoning import points_for
from laydown.sheet.recounting import why_not_counted
from laydown.sheet.rights import why_not
from laydown.sheet.values import NOBODY, Sheet

MOST_EDITS = 5000
"""edits of one sheet: twenty times what an evening needs"""
MOST_OWN_EDITS = 1500
"""edits of one player who is not the host: nobody fills a sheet for all others"""
MOST_PEOPLE = 500
"""links to one sheet, those that open nothing any more included"""
MOST_LINKS = 10
"""links to one column that open something"""
MOST_ABOUT_PEOPLE = 2000
"""events about links and hosts of one sheet"""

Asked = Enter | Mark | NextRound | Arrange | Conduct | Undo


def decide(moment: SheetMoment, person: int, asked: Asked) -> list[SheetEvent]:
    """The events that a person's message makes; :class:`Answer` where it is refused."""
    if isinstance(asked, Conduct):
        found = _about_people(moment, person, asked)
        if found is not None:
            return found
    return edited(moment, person, edit_of(moment.state.sheet, asked), asked.id[:64])


def edited(moment: SheetMoment, person: int, edit: Edit, command: str) -> list[SheetEvent]:
    """The edit as an event, where it fits and this person may make it; none where it is so."""
    state = moment.state
    if len(state.sheet.changes) >= MOST_EDITS:
        raise Answer("This sheet has been changed too often: begin another.")
    if not moment.is_host(person) and _edits_of(state, person) >= MOST_OWN_EDITS:
        raise Answer("You have changed this sheet too often: ask the host to enter the rest.")
    why = why_not(
        state.sheet,
        edit,
        person=person,
        column=state.people[person].column,
        host=moment.is_host(person),
        at=moment.at,
    )
    if not why and is_so(state.sheet, edit):
        return []
    why = why or misfit(state.sheet, edit)
    if why:
        raise Answer(why)
    if isinstance(edit, Entered):
        edit = _settled(state.sheet, edit)
        wrong = misfit(state.sheet, edit)
        if not wrong and edit.entry is not None:
            wrong = why_not_counted(state.sheet, edit.round, edit.entry)
        if wrong:
            raise Answer(wrong)
    return [Edited(moment.at, person, state.name_of(person), edit, command)]


def _edits_of(state: SheetRoom, person: int) -> int:
    """How often this person has changed the sheet, by all links to their column."""
    column = state.people[person].column
    own = {i for i, each in enumerate(state.people) if i == person or each.column == column}
    return sum(noted.by in own for noted in state.sheet.changes)


def _settled(sheet: Sheet, edit: Entered) -> Entered:
    """A running total entered: the round's points follow from the total before it, and from the
    shortfall that the rules take off first (B-46)."""
    entry = edit.entry
    if entry is None or not entry.total:
        return edit
    found = read_sum(entry.text)
    assert not isinstance(found, Unreadable)
    points = points_for(sheet, edit.round, edit.column, found)
    return replace(edit, entry=replace(entry, points=points))


def edit_of(sheet: Sheet, asked: Asked) -> Edit:
    """The edit that a message asks for, its texts cleaned."""
    match asked:
        case Enter():
            reason = clean_line(asked.reason, LONGEST_NOTE)
            return Entered(asked.round, asked.column, asked.entry, asked.seen, reason)
        case Mark():
            what = "struck" if asked.what == "strike" else asked.what
            return Marked(asked.round, what, asked.value)
        case NextRound():
            return Begun(asked.round)
        case Undo():
            return Undone(asked.seq)
        case Arrange():
            return _arranged(sheet, asked)
        case Conduct():
            return _conducted(sheet, asked)
        case _:
            assert_never(asked)


def _arranged(sheet: Sheet, asked: Arrange) -> Edit:
    match asked.what:
        case "name":
            return Named(asked.column, clean_name(asked.text, ""))
        case "colour":
            if asked.text not in COLOURS:
                raise Answer("There is no such colour.")
            return Coloured(asked.column, asked.text)
        case "join":
            name = clean_name(asked.text, f"Player {len(sheet.seated) + 1}")
            return CameLate(name, free_colour(sheet), asked.start, asked.points)
        case "leave":
            return WentAway(asked.column)
        case "return":
            return CameBack(asked.column)
        case "move":
            return Placed(asked.column, asked.points)
        case _:
            assert_never(asked.what)


def free_colour(sheet: Sheet) -> str:
    """A colour that nobody at the table has."""
    used = {column.colour for column in sheet.at_table}
    return next((colour for colour in COLOURS if colour not in used), COLOURS[0])


def _conducted(sheet: Sheet, asked: Conduct) -> Edit:
    match asked.what:
        case "end":
            return Ended()
        case "reopen":
            return Reopened()
        case "continue":
            return PlayedOn()
        case "pause":
            return Paused()
        case "resume":
            return Resumed()
        case "winner":
            return WinnerNamed(asked.column)
        case "title":
            return Titled(clean_line(asked.text, LONGEST_TITLE))
        case "agree":
            try:
                rules = fit_players(parse_rules(asked.text), len(sheet.at_table))
            except BadRules as bad:
                raise Answer(str(bad)) from None
            return Agreed(rules_json(rules).decode(), clean_line(asked.note, LONGEST_NOTE))
        case _:
            raise Answer("That cannot be asked here.")


def fit_players(rules: Rules, players: int) -> Rules:
    """The rules for so many players, or the nearest number that they are made for: more or fewer
    is pointed out at each deal, and never refused."""
    nearest = min(max(players, rules.setup.seats_from), rules.setup.seats_to)
    return with_options(rules, {"players": nearest})


# ------------------------------------------------------------------ people


def joins(moment: SheetMoment, column: int, secret: str, browser: str) -> list[SheetEvent]:
    """Somebody who knows the letters takes a column that nobody holds; from the browser that
    holds it a lost link is replaced."""
    sheet = moment.state.sheet
    if not moment.state.may_join:
        raise Answer("Nobody can join this sheet any more.")
    if not 0 <= column < len(sheet.columns) or not sheet.columns[column].there:
        raise Answer("There is no such player.")
    if len(moment.state.people) >= MOST_PEOPLE:
        raise Answer("Too many have joined this sheet.")
    links = sum(each.column == column and not each.is_gone for each in moment.state.people)
    if links >= MOST_LINKS:
        raise Answer("Too many links to this player are open: ask the host to free the column.")
    holder = moment.state.person_of(column)
    if holder != NOBODY and not (browser and browser == moment.state.people[holder].browser):
        name = sheet.columns[column].name
        raise Answer(f"{name} is taken: open the link on the phone that has it, or ask the host.")
    return [PersonCame(moment.at, secret, column, browser)]


def settle(moment: SheetMoment) -> list[SheetEvent]:
    """Whoever asked to be host becomes it once all others who are present have agreed, or where
    nobody is and the host has been away for long enough."""
    state = moment.state
    if state.wants == NOBODY:
        return []
    others = moment.others(state.wants)
    if others:
        agreed = {state.people[each].column for each in state.agreed}
        settled = all(each in state.agreed or state.people[each].column in agreed - {NOBODY}
                      for each in others)  # fmt: skip
    else:
        until = moment.host_away_until()
        settled = bool(until) and moment.at >= until
    return [SheetHostIs(moment.at, state.wants)] if settled else []


def _about_people(moment: SheetMoment, person: int, asked: Conduct) -> list[SheetEvent] | None:
    """What a message about people makes; None for one about the match."""
    state, at, command = moment.state, moment.at, asked.id[:64]
    asks = asked.what in ("ask_host", "agree_host", "refuse_host")
    if asks and state.seq - len(state.sheet.changes) >= MOST_ABOUT_PEOPLE:
        raise Answer("The sheet has changed hands too often: begin another.")
    match asked.what:
        case "release":
            _only_host(moment, person)
            if asked.column in (NOBODY, state.people[state.host].column):
                raise Answer("The host's own column cannot be freed: give the sheet away first.")
            if state.person_of(asked.column) == NOBODY:
                raise Answer("Nobody holds that column.")
            return [ColumnFreed(at, asked.column, command, person)]
        case "give_host":
            _only_host(moment, person)
            to = state.person_of(asked.column)
            if to == NOBODY or moment.is_host(to):
                raise Answer("Nobody who could keep the sheet holds that column.")
            return [SheetHostIs(at, to, person, command)]
        case "ask_host":
            if moment.is_host(person):
                raise Answer("You keep this sheet already.")
            if state.wants not in (NOBODY, person):
                raise Answer(f"{state.name_of(state.wants)} has asked already.")
            return [HostAsked(at, person, command)]
        case "agree_host":
            _asked_by_another(state, person)
            if moment.is_host(person):
                return [SheetHostIs(at, state.wants, person, command)]
            return [HostAgreed(at, person, command)]
        case "refuse_host":
            if state.wants == NOBODY:
                raise Answer("Nobody asks to keep the sheet.")
            return [HostRefused(at, person, command)]
        case "close_code":
            _only_host(moment, person)
            return [CodeIs(at, "", person, command)]
        case _:
            return None


def _only_host(moment: SheetMoment, person: int) -> None:
    if not moment.is_host(person):
        raise Answer("Only the host may do this.")


def _asked_by_another(state: SheetRoom, person: int) -> None:
    if state.wants == NOBODY:
        raise Answer("Nobody asks to keep the sheet.")
    if state.wants == person:
        raise Answer("The others have to agree.")
    if person in state.agreed:
        raise Answer("You have agreed already.")
