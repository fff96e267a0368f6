"""A sheet on a server that is killed in between, and on two servers at once."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.server.people import BROWSER, QUICK, serving
from tests.server.postgres import postgres
from tests.server.score_pages import fresh, join, open_sheet, phone
from tests.server.test_processes import free_port, process

from laydown.server.rebuilding import rebuild
from laydown.server.seats import hashed
from laydown.server.sheet_listings import KIND
from laydown.server.sheet_wire import Enter, SheetOpened, Stored, Typing
from laydown.sheet.entries import Entry


def test_a_killed_server_has_every_number_and_knows_repeats(tmp_path: Path) -> None:
    database, port = str(tmp_path / "sheets.db"), free_port()
    edits = [Enter(fresh(), 1 + i // 2, i % 2, Entry(10 + i), 0) for i in range(8)]

    async def first(base: str) -> SheetOpened:
        async with httpx.AsyncClient(base_url=base) as http:
            body = {"rules": "rummy-500", "columns": [{"name": "Anna"}, {"name": "Ben"}]}
            opened = msgspec.json.decode((await http.post("/api/sheets", json=body)).content,
                                         type=SheetOpened)  # fmt: skip
        async with phone(base, opened.sheet, opened.token) as host:
            for edit in edits[:5]:
                assert isinstance(await host.ask(edit), Stored)
            for edit in edits[5:]:
                await host.send(edit)  # and nobody waits for the answer
            served.stop(signal.SIGKILL)
        return opened

    async def second(base: str, opened: SheetOpened) -> None:
        async with phone(base, opened.sheet, opened.token) as host:
            kept = [cell.entry for row in host.state.rounds for cell in row.cells if cell.entry]
            assert kept[:5] == [edit.entry for edit in edits[:5]]
            assert host.state.code == opened.code
            for edit in edits:  # the whole queue again, as a page does
                assert isinstance(await host.ask(edit), Stored)
            assert host.totals == (10 + 12 + 14 + 16, 11 + 13 + 15 + 17)
            assert all(cell.changes == 0 for row in host.state.rounds for cell in row.cells)
            told = [change.text for change in host.state.changes]
            assert len(told) == len(edits)

    with process(database, port) as served:
        opened = asyncio.run(first(served.base))
    with process(database, port, "--log", "json") as served:
        asyncio.run(second(served.base, opened))
        httpx.get(f"{served.base}/api/sheets/code/{opened.code}")
        httpx.get(
            f"{served.base}/api/sheets/{opened.sheet}",
            headers={"authorization": f"Bearer {opened.token}"},
        )
        _, _, logged = served.stop()
    assert all(json.loads(line) for line in logged.splitlines())
    for secret in (opened.token, opened.view, opened.code, opened.sheet):
        assert secret not in logged


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


def test_one_sheet_on_two_servers(database: str) -> None:
    async def test() -> None:
        async with serving(database, timing=QUICK) as one, serving(database, timing=QUICK) as two:
            opened = await open_sheet(one, "rummy-500", "Anna", "Ben")
            ben = await join(two, opened, 1, browser="c" * 32)
            async with (
                phone(one, opened.sheet, opened.token) as host,
                phone(two, opened.sheet, ben.token) as bens,
            ):
                await host.until(lambda page: page.state.columns[1].present)
                await bens.until(lambda page: page.state.host_present)
                await bens.send(Typing(1, 1))
                await host.until(lambda page: page.state.columns[1].typing == 1)
                for round_ in range(1, 6):  # both begin every round, at the same time
                    answers = await asyncio.gather(
                        host.enter(round_, 0, round_), bens.enter(round_, 1, -round_)
                    )
                    assert all(isinstance(answer, Stored) for answer in answers)
                for page in (host, bens):
                    await page.until(lambda page: page.totals == (15, -15))
                seen = host.cell(5, 1).version
                answers = await asyncio.gather(
                    host.enter(5, 1, 50, seen=seen), bens.enter(5, 1, 51, seen=seen)
                )
                clashes = [each.clash for each in answers if isinstance(each, Stored)]
                assert sorted(clashes) == [False, True]
                for page in (host, bens):
                    await page.until(lambda page: page.cell(5, 1).rivals)
                assert isinstance(await bens.conduct("ask_host"), Stored)
                await host.until(lambda page: page.state.wants_host == 1)
                await host.conduct("agree_host")
                await bens.until(lambda page: page.state.me.role == "host")
                assert isinstance(await bens.conduct("open_code"), Stored)
                code = bens.state.code
            door = await one.http.get(f"/api/sheets/code/{code}")
            assert door.json()["sheet"] == opened.sheet
            here, there = await one.sheets.sheet(opened.sheet), await two.sheets.sheet(opened.sheet)
            assert here is not None
            assert there is not None
            await here.heard()
            assert here.state == there.state
            before = await one.hub.store.rows(hashed(BROWSER), KIND)
            await rebuild(two.hub.store)
            assert await one.hub.store.rows(hashed(BROWSER), KIND) == before

    asyncio.run(test())
