"""A sheet taken away and put back, and its lists made again from the events."""

from __future__ import annotations

import asyncio
import copy
import csv
import io
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from tests.server.people import BROWSER, Server, serving
from tests.server.score_pages import join, open_sheet, phone

from laydown.server.rebuilding import rebuild
from laydown.server.seats import hashed
from laydown.server.sheet_listings import KIND
from laydown.server.sheet_wire import SheetOpened
from laydown.server.store import Batch
from laydown.sheet.reckoning import account


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def served() -> None:
        async with serving() as server:
            await test(server)

    asyncio.run(served())


async def played(server: Server) -> SheetOpened:
    """A sheet with a correction, an undo, a clash, a struck round and a late joiner."""
    opened = await open_sheet(server, "rummy-500", "Anna", "=Ben", title="Sunday")
    ben = await join(server, opened, 1)
    async with (
        phone(server, opened.sheet, opened.token) as host,
        phone(server, opened.sheet, ben.token) as bens,
    ):
        await host.enter(1, 0, 35, text="60-25")
        await host.enter(1, 1, 44)
        await bens.enter(1, 1, 54)
        await bens.until(lambda page: page.cell(1, 1).rivals)
        await bens.enter(1, 1, 55, seen=bens.cell(1, 1).version)
        await host.mark(1, "out", 1)
        await host.enter(2, 0, 400)
        wrong = await host.enter(2, 1, 99)
        await host.until(lambda page: page.state.seq == getattr(wrong, "seq", -1))
        await host.undo(host.state.seq)
        await host.mark(2, "strike", 1)
        await host.enter(3, 0, 46)
        await host.arrange("join", text="Dora", start="points", points=20)
        await host.enter(3, 1, -5)
    return opened


def bearer(opened: SheetOpened) -> dict[str, str]:
    return {"authorization": f"Bearer {opened.token}"}


def test_a_sheet_for_spreadsheets_and_chats() -> None:
    async def test(server: Server) -> None:
        opened = await played(server)
        path = f"/api/sheets/{opened.sheet}"
        found = await server.http.get(f"{path}/csv", headers=bearer(opened))
        assert found.headers["content-type"] == "text/csv; charset=utf-8"
        rows = list(csv.reader(io.StringIO(found.text)))
        # the rows S3 prints: 35 and 55, then +46 / 81; the struck round counts for nothing
        assert rows[0][4:6] == ["Anna", "'=Ben"]
        assert [row[:4] for row in rows[-3:]] == [
            ["1", "Anna", "'=Ben", ""], ["2", "'=Ben", "", "yes"], ["3", "Anna", "", ""],
        ]  # fmt: skip
        assert rows[-1][4:6] == ["46", "-5"]
        assert rows[-1][7:9] == ["81", "50"]
        text = (await server.http.get(f"{path}/text", headers=bearer(opened))).text
        assert "Sunday" in text
        assert "+46" in text

    run(test)


def test_the_chat_sees_partners_together() -> None:
    """While the first round is being written, the table stands for itself: 110 and 210 are 320."""

    async def test(server: Server) -> None:
        rules = "rummy-500 teams=pairs players=4"
        opened = await open_sheet(server, rules, "Anna", "Ben", "Cleo", "Dora")
        async with phone(server, opened.sheet, opened.token) as host:
            for column, points in ((0, 100), (1, 110), (3, 210)):
                await host.enter(1, column, points)
        path = f"/api/sheets/{opened.sheet}/text"
        text = (await server.http.get(path, headers=bearer(opened))).text
        assert text.endswith("Ben and Dora lead with 320, 220 ahead of Anna and Cleo.\n")

    run(test)


def test_a_backup_holds_every_edit_and_no_secret_and_can_be_put_back() -> None:
    async def test(server: Server) -> None:
        opened = await played(server)
        live = await server.sheets.sheet(opened.sheet)
        assert live is not None
        path = f"/api/sheets/{opened.sheet}/backup"
        text = (await server.http.get(path, headers=bearer(opened))).text
        for secret in (opened.token, opened.view, opened.code, BROWSER):
            assert secret not in text
            assert hashed(secret) not in text
        kept = msgspec.json.decode(text)
        answer = await server.post("/api/sheets/restore", {"backup": kept, "mine": 1})
        assert answer.status_code == 200, answer.text
        back = msgspec.json.decode(answer.content, type=SheetOpened)
        again = await server.sheets.sheet(back.sheet)
        assert again is not None
        one, two = live.state.sheet, again.state.sheet
        assert account(two) == account(one)
        assert [noted.text for noted in two.changes] == [noted.text for noted in one.changes]
        assert [noted.at for noted in two.changes] == [noted.at for noted in one.changes]
        assert two.columns == one.columns
        async with phone(server, back.sheet, back.token) as host:
            assert (host.state.me.role, host.state.me.column) == ("host", 1)
            assert [column.claimed for column in host.state.columns] == [False, True, False]
            assert isinstance(await host.undo(host.state.changes[0].seq), object)
            await host.until(lambda page: page.totals[1] == 55)

    run(test)


def _changed(kept: dict[str, Any], **values: object) -> dict[str, Any]:
    return {**copy.deepcopy(kept), **values}


def test_malformed_backups_are_refused_in_words() -> None:
    async def test(server: Server) -> None:
        opened = await played(server)
        path = f"/api/sheets/{opened.sheet}/backup"
        kept = (await server.http.get(path, headers=bearer(opened))).json()
        change = kept["changes"][0]
        wrongs: tuple[object, ...] = (
            {},
            [],
            {"laydown_sheet": 1},
            _changed(kept, laydown_sheet=2),
            _changed(kept, rules="{}"),
            _changed(kept, columns=[]),
            _changed(kept, columns=kept["columns"] * 10),
            _changed(kept, dealer=9),
            _changed(kept, rounds=10**9),
            _changed(kept, extra=1),
            _changed(kept, changes=[change, change]),
            _changed(kept, changes=[{**change, "seq": "1"}]),
            _changed(kept, changes=[{**change, "at": -1}]),
            _changed(kept, changes=[{**change, "at": 1e300}]),
            _changed(kept, changes=[{**change, "edit": {"is": "nothing"}}]),
            _changed(kept, changes=[{**change, "seq": n} for n in range(5001)]),
        )
        for wrong in wrongs:
            answer = await server.post("/api/sheets/restore", {"backup": wrong})
            assert answer.status_code == 400, answer.text
            assert answer.json()["error"]
        huge = _changed(kept, title="x" * 5_000_000)
        assert (await server.post("/api/sheets/restore", {"backup": huge})).status_code == 413
        # edits that fit nothing are kept as what they are, and change nothing
        odd = {**change, "seq": 1, "edit": {**change["edit"], "round": 10**9}}
        answer = await server.post("/api/sheets/restore", {"backup": _changed(kept, changes=[odd])})
        assert answer.status_code == 200
        back = await server.sheets.sheet(answer.json()["sheet"])
        assert back is not None
        assert account(back.state.sheet).totals == (0, 0)

    run(test)


def test_the_lists_are_made_again_from_the_events() -> None:
    async def test(server: Server) -> None:
        opened = await played(server)
        store, key = server.hub.store, hashed(BROWSER)
        before = await store.rows(key, KIND)
        assert [row.key for row in before] == [opened.sheet]
        await store.append_all(Batch("sheet:bcdfghjkmnpq", 0, (b"{}",)))
        done = await rebuild(store)
        assert (done.sheets, done.damaged) == (1, ["sheet:bcdfghjkmnpq"])
        assert await store.rows(key, KIND) == before

    run(test)
