"""A disk that is really full: the system itself refuses to let the server's files grow."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from tests.server.people import Page
from tests.server.test_processes import Far, Process, free_port, process

from laydown.engine.actions import Discard, Draw
from laydown.server.wire import Done, Refused

if sys.platform != "linux":
    pytest.skip("only Linux limits another process", allow_module_level=True)

import resource

NO_ROOM = 1024
"""bytes: less than any file of the database has, so that not one page more can be written"""


def room_for_files(served: Process, size: int) -> None:
    """How large the files of the server may grow from now on."""
    _, hard = resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (size, hard))


async def turn(page: Page, acknowledged: list[str]) -> None:
    """Draw and discard."""
    await page.until(lambda page: page.state.legal and "draw" in page.state.legal.kinds)
    for action in (Draw, lambda: Discard(page.state.legal.discards[0])):  # type: ignore[union-attr]
        answer = await page.do(action())
        assert isinstance(answer, Done), answer
        acknowledged.append(answer.id)
        await page.until(lambda page, seq=answer.seq: page.state.seq >= seq)  # type: ignore[misc]


def test_a_full_disk_loses_nothing_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    database, port = str(tmp_path / "x.sqlite3"), free_port()
    acknowledged: list[str] = []

    async def play(served: Process) -> tuple[str, str, int]:
        far = Far(served.base)
        opened = await far.open("rummy-500 target=5000", "me", "greedy")
        async with far.page(opened.room, opened.token) as page:
            await turn(page, acknowledged)
            await page.until(lambda page: page.state.legal and "draw" in page.state.legal.kinds)
            before = page.state
            room_for_files(served, NO_ROOM)
            for _ in range(3):
                refused = await page.do(Draw())
                assert isinstance(refused, Refused)
                assert "could not store" in refused.text
            assert page.state.seq == before.seq, "what was not stored was not shown"
            wish = {"rules": "rummy-500", "seats": [{"who": "me"}, {"who": "open"}]}
            assert (await far.post("/api/rooms", wish)).status_code == 503
            assert (await far.http.get("/livez")).status_code == 200
            assert (await far.http.get(f"/api/rooms/{opened.room}")).status_code == 200
            room_for_files(served, resource.RLIM_INFINITY)
            for _ in range(3):
                await turn(page, acknowledged)
            await page.until(lambda page: page.state.legal is not None)
            seq = page.state.seq
        await far.http.aclose()
        return opened.room, opened.token, seq

    with process(database, port) as served:
        room, token, seq = asyncio.run(play(served))
        served.process.kill()

    async def again(served: Process) -> None:
        far = Far(served.base)
        async with far.page(room, token) as page:
            assert page.state.seq >= seq
            for command in acknowledged[-4:]:
                from laydown.server.wire import Do

                await page.send(Do(command, 1, Draw()))
                assert isinstance(await page.answer(command), Done), "it is known as obeyed"
        await far.http.aclose()

    with process(database, free_port()) as served:
        asyncio.run(again(served))
