"""How a sheet begins, and how its people go on to the next one."""

from __future__ import annotations

import secrets

from laydown.rules.rules import Rules
from laydown.rules.text import rules_json
from laydown.server.answers import Answer
from laydown.server.rooms import COLOURS
from laydown.server.seats import clean_line, clean_name, hashed, is_key, new_token
from laydown.server.sheet_controls import fit_players
from laydown.server.sheet_events import BegunColumn, PersonCame, SheetBegun, SheetEvent
from laydown.server.sheet_hub import SheetHub
from laydown.server.sheet_live import LiveSheet, SheetViewer
from laydown.server.sheet_presence import is_host
from laydown.server.sheet_states import SheetRoom
from laydown.server.sheet_wire import ColumnWish, OpenSheet
from laydown.sheet.arithmetic import MOST_POINTS
from laydown.sheet.dealers import after, dealers
from laydown.sheet.fitting import LONGEST_TITLE
from laydown.sheet.values import MOST_AT_TABLE, NOBODY

FEWEST = 2
BY_LOT = -2
"""the wish that the server draws who deals first"""
MOST_PAPER = 1000


def beginning(wish: OpenSheet, rules: Rules, token: str, at: float) -> list[SheetEvent]:
    """The events of a new sheet; :class:`Answer` says what is wrong with the wish."""
    count = len(wish.columns)
    if not FEWEST <= count <= MOST_AT_TABLE:
        raise Answer(f"A sheet has {FEWEST} to {MOST_AT_TABLE} players.")
    by_lot = wish.dealer == BY_LOT
    if not NOBODY <= wish.mine < count or not (by_lot or NOBODY <= wish.dealer < count):
        raise Answer("There is no such player.")
    if not 0 <= wish.rounds <= MOST_PAPER:
        raise Answer(f"At most {MOST_PAPER} rounds can have been played on paper.")
    if any(abs(column.start) > MOST_POINTS for column in wish.columns):
        raise Answer(f"A sheet counts up to {MOST_POINTS:,} points, above and below zero.")
    return [
        SheetBegun(
            at,
            rules=rules_json(rules).decode(),
            columns=_columns(wish.columns),
            view=new_token(),
            title=clean_line(wish.title, LONGEST_TITLE),
            dealer=secrets.randbelow(count) if by_lot else wish.dealer,
            paper=wish.rounds,
            open_end=wish.open_end,
            by_lot=by_lot,
        ),
        PersonCame(at, hashed(token), wish.mine, browser_of(wish.browser)),
    ]


def browser_of(key: str) -> str:
    """What is stored of a browser's key, empty for none."""
    return hashed(key) if is_key(key) else ""


def _columns(wishes: tuple[ColumnWish, ...]) -> tuple[BegunColumn, ...]:
    """Every player with a name and a colour of their own."""
    wished = [wish.colour for wish in wishes if wish.colour in COLOURS]
    free = [colour for colour in COLOURS if colour not in wished]
    found: list[BegunColumn] = []
    for i, wish in enumerate(wishes):
        used = {column.colour for column in found}
        own = wish.colour if wish.colour in COLOURS and wish.colour not in used else ""
        colour = own or next(each for each in (*free, *COLOURS) if each not in used)
        found.append(BegunColumn(clean_name(wish.name, f"Player {i + 1}"), colour, wish.start))
    return tuple(found)


# ------------------------------------------------------------------ the next sheet


async def open_letters(
    sheets: SheetHub, live: LiveSheet, viewer: SheetViewer, command: str
) -> None:
    """Let people join again, by new letters."""
    _writes(live, viewer)
    if live.obeyed(viewer.seat, command) is None:
        await sheets.open_code(live, viewer.seat, command)


async def rematch(sheets: SheetHub, live: LiveSheet, viewer: SheetViewer, command: str) -> None:
    """The same people go on to another sheet, where the deal has moved on and every link opens
    what it opened here. Who asks second finds it opened."""
    _writes(live, viewer)
    if live.state.next_sheet:
        return
    if live.state.sheet.course.phase != "ended":
        raise Answer("End this match first.")
    events = next_beginning(live.state, live.clock())
    try:
        await sheets.rematch(live, events, viewer.seat, command)
    except Answer:
        if not live.state.next_sheet:
            raise


def _writes(live: LiveSheet, viewer: SheetViewer) -> None:
    if not viewer.writes or live.person_of(viewer.secret) != viewer.seat:
        raise Answer("Only those who play may do this.")


def next_beginning(state: SheetRoom, at: float) -> list[SheetEvent]:
    """The events with which the rematch begins: those who left are left out, the host first."""
    sheet = state.sheet
    columns = sheet.at_table
    new = {column.id: place for place, column in enumerate(columns)}
    played = sheet.next_round() - 1
    dealer = dealers(sheet, played)[-1] if played else sheet.dealer
    if played and dealer != NOBODY:
        dealer = after(sheet, dealer, sheet.begun + 1)
    begun = SheetBegun(
        at,
        rules=rules_json(fit_players(sheet.rules, len(columns))).decode(),
        columns=tuple(BegunColumn(column.name, column.colour) for column in columns),
        view=state.view,
        title=sheet.title,
        dealer=new.get(dealer, NOBODY),
        open_end=sheet.open_end,
    )
    people = [number for number, each in enumerate(state.people) if not each.is_gone]
    people.sort(key=lambda number: not is_host(state, number))
    kept = [state.people[number] for number in people]
    return [
        begun,
        *(
            PersonCame(at, each.secret, new.get(each.column, NOBODY), each.browser)
            for i, each in enumerate(kept)
            if each.column in new or i == 0
        ),
    ]
