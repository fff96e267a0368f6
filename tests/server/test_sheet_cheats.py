"""People who try what they should not with a score sheet, and files that nobody's page wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from tests.server.people import BROWSER, Server, serving
from tests.server.score_pages import join, open_sheet, phone

from laydown.rules.text import parse_rules
from laydown.server import sheet_controls
from laydown.server.presence import Timing
from laydown.server.rooms import COLOURS
from laydown.server.sheet_events import Edited, PersonCame, SheetEvent
from laydown.server.sheet_people import beginning
from laydown.server.sheet_presence import SheetMoment, SheetPresence
from laydown.server.sheet_states import SheetRoom, replayed
from laydown.server.sheet_telling import told, told_of_people
from laydown.server.sheet_wire import ColumnWish, NotStored, OpenSheet, SheetOpened, Stored
from laydown.sheet.edits import Entered
from laydown.sheet.entries import Entry


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def served() -> None:
        async with serving() as server:
            await test(server)

    asyncio.run(served())


def begun(*more: SheetEvent) -> SheetRoom:
    """A sheet of Anna, its host, and Ben."""
    wish = OpenSheet("rummy-500", (ColumnWish("Anna"), ColumnWish("Ben")), mine=0)
    events = (*beginning(wish, parse_rules("rummy-500 players=2"), "a" * 32, 0.0), *more)
    state = replayed(events)
    assert state is not None
    return state


def test_who_was_host_undoes_nothing_of_others_any_more() -> None:
    """K5-15: everybody their own column; what Anna entered for Ben was the host's to enter."""

    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        ben = await join(server, opened, 1)
        async with (
            phone(server, opened.sheet, opened.token) as annas,
            phone(server, opened.sheet, ben.token) as bens,
        ):
            own = await annas.enter(1, 0, 35)
            bens_score = await annas.enter(1, 1, 55)
            struck = await annas.mark(1, "strike", 1)
            assert isinstance(await annas.conduct("give_host", column=1), Stored)
            await annas.until(lambda page: page.state.me.role == "player")
            assert isinstance(bens_score, Stored)
            assert isinstance(struck, Stored)
            for done in (bens_score, struck):
                assert isinstance(await annas.undo(done.seq), NotStored)
            may = {each.seq: each.can_undo for each in annas.state.changes}
            assert isinstance(own, Stored)
            assert (may[own.seq], may[bens_score.seq], may[struck.seq]) == (True, False, False)
            assert isinstance(await annas.undo(own.seq), Stored)
            await bens.until(lambda page: page.cell(1, 0).entry is None)
            assert bens.cell(1, 1).entry == Entry(55)

    run(test)


def test_nobody_fills_a_sheet_for_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_controls, "MOST_OWN_EDITS", 3)
    monkeypatch.setattr(sheet_controls, "MOST_LINKS", 2)

    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", "Carl")
        key = "b" * 32
        links = [await join(server, opened, 1, browser=key) for _ in range(2)]
        body = {"code": opened.code, "column": 1, "browser": key}
        refused = await server.post(f"/api/sheets/{opened.sheet}/join", body)
        assert refused.status_code == 409
        await join(server, opened, 2)  # others are not kept out by that
        async with (
            phone(server, opened.sheet, links[0].token) as one,
            phone(server, opened.sheet, links[1].token) as two,
            phone(server, opened.sheet, opened.token) as host,
        ):
            for at in range(3):
                page = (one, two)[at % 2]
                assert isinstance(await page.enter(1, 1, at, seen=999), Stored)
            for page in (one, two):
                said = await page.enter(1, 1, 50, seen=999)
                assert isinstance(said, NotStored)
                assert "too often" in said.text
            assert isinstance(await host.enter(1, 1, 50, seen=999), Stored)

    run(test)


def test_the_sheet_changes_hands_only_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_controls, "MOST_ABOUT_PEOPLE", 8)

    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        ben = await join(server, opened, 1)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as bens,
        ):
            said: Stored | NotStored | None = None
            for _ in range(5):
                said = await bens.conduct("ask_host")
                await bens.conduct("refuse_host")
            assert isinstance(said, NotStored)
            assert isinstance(await bens.enter(1, 1, 5), Stored)  # scores are still entered
            assert isinstance(await host.conduct("release", column=1), Stored)

    run(test)


def test_a_host_with_two_phones_is_away_when_the_last_has_gone() -> None:
    """The minute begins when nobody of theirs is there any more."""
    state = begun(PersonCame(1.0, "b" * 64, 1, ""), PersonCame(2.0, "c" * 64, 0, ""))
    presence = SheetPresence(0.0)
    moment = SheetMoment(state, presence, Timing(), 0.0)
    presence.came(2)  # Anna's second phone; her first was never opened again
    presence.came(1)
    presence.went(2, 1000.0)
    assert moment.host_away_until() == 1000.0 + Timing().away


def test_who_is_here_is_told_alike_from_a_state_and_anew() -> None:
    state = begun(
        PersonCame(1.0, "b" * 64, 1, ""),
        Edited(2.0, 0, "Anna", Entered(1, 0, Entry(35), 0)),
    )
    presence = SheetPresence(0.0)
    before = told("x", SheetMoment(state, presence, Timing(), 3.0), watchers=0)
    presence.came(0)
    presence.came(1)
    presence.typed("page", 1, 2)
    moment = SheetMoment(state, presence, Timing(), 4.0)
    anew = told("x", moment, watchers=2)
    assert anew != before
    assert told_of_people(before, moment, watchers=2) == anew


EVIL = "\u202e\u200b<script>alert(1)</script>" + "Z\u0301\u0301\u0301\u0301" * 40


def test_a_file_that_no_page_wrote_is_put_back_as_a_page_would_have_written_it() -> None:
    """Names, colours and reasons are cleaned; a change that undoes itself harms nobody."""
    edits: list[dict[str, Any]] = [
        {"is": "named", "column": 0, "name": EVIL},
        {"is": "coloured", "column": 0, "colour": "red;position:fixed"},
        {"is": "titled", "title": EVIL},
        {"is": "came", "name": EVIL, "colour": "url(//evil)", "start": "zero", "points": 0},
        {"is": "entered", "round": 1, "column": 0, "entry": {"points": 35}, "seen": 0,
         "reason": EVIL},
        {"is": "undone", "seq": 6},
        {"is": "undone", "seq": 900},
        {"is": "undone", "seq": -(10**15)},
    ]  # fmt: skip
    changes = [
        {"seq": at, "at": 5.0, "by": 0, "name": EVIL, "edit": edit}
        for at, edit in enumerate(edits, 1)
    ]
    kept = {
        "laydown_sheet": 1, "rules": "rummy-500", "title": EVIL, "dealer": 0, "rounds": 0,
        "open_end": False, "changes": changes,
        "columns": [{"name": EVIL, "colour": "#000"}, {"name": "Ben"}],
    }  # fmt: skip

    async def test(server: Server) -> None:
        answer = await server.post("/api/sheets/restore", {"backup": kept, "browser": BROWSER})
        assert answer.status_code == 200, answer.text
        back = msgspec.json.decode(answer.content, type=SheetOpened)
        ben = await join(server, back, 1)
        async with (
            phone(server, back.sheet, back.token) as host,
            phone(server, back.sheet, ben.token) as bens,
        ):
            state = host.state
            texts = [state.title, *(each.name for each in state.columns)]
            texts += [each.text for each in state.changes]
            for text in texts:
                assert text.isprintable(), text
                assert "\u0301\u0301" not in text
            assert all(len(each.name) <= 24 for each in state.columns)
            assert {each.colour for each in state.columns} <= set(COLOURS)
            assert host.totals[0] == 35
            live = await server.sheets.sheet(back.sheet)
            assert live is not None
            for noted in live.state.sheet.changes:
                # words, whatever is asked; who made them in the file is nobody of this sheet
                assert isinstance(await bens.undo(noted.seq), NotStored)

    run(test)
