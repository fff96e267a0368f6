"""The server as a process: killed in mid-move, stopped in order, started twice, and its logs."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
from tests.server.people import Page, Server

from laydown.engine.actions import Discard, Draw
from laydown.server.request_wire import Opened
from laydown.server.wire import Control, Do, Done, Ready, State

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Process:
    """`laydown serve` in a process of its own."""

    def __init__(self, database: str, port: int, *more: str) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "laydown", "serve", "--port", str(port),
             "--database", database, *more],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        )  # fmt: skip

    def wait_until_ready(self) -> None:
        for _ in range(600):
            assert self.process.poll() is None, self.process.communicate()
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.base}/readyz", timeout=2).status_code == 200:
                    return
            time.sleep(0.05)
        raise AssertionError("the server did not become ready")

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


@contextlib.contextmanager
def process(database: str, port: int, *more: str) -> Iterator[Process]:
    started = Process(database, port, *more)
    try:
        started.wait_until_ready()
        yield started
    finally:
        if started.process.poll() is None:
            started.process.kill()
        started.process.communicate()


def children_of(pid: int) -> list[int]:
    listing = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(word) for word in listing.stdout.split()]


class Far(Server):
    """A server in another process: only its address is known."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx.AsyncClient(base_url=base, timeout=20)


async def acts(page: Page, acknowledged: list[str]) -> None:
    """Draw and discard for ever; note every command that the server acknowledged."""
    while True:
        state = page.state
        if state.room.phase == "between":
            message: Any = Ready(page.fresh())
        elif state.legal is None:
            await page.until(lambda page, state=state: page.state is not state)  # type: ignore[misc]
            continue
        elif "draw" in state.legal.kinds:
            message = Do(page.fresh(), state.seq, Draw())
        elif state.legal.discards:
            message = Do(page.fresh(), state.seq, Discard(state.legal.discards[0]))
        else:
            message = Control(page.fresh(), "resign")
        await page.send(message)
        if isinstance(await page.answer(message.id), Done):
            acknowledged.append(message.id)
        await page.until(
            lambda page, state=state: page.state is not state  # type: ignore[misc]
        )


def test_a_server_killed_in_mid_move_has_lost_nothing_that_it_acknowledged(
    tmp_path: Path,
) -> None:
    database = str(tmp_path / "x.sqlite3")
    port = free_port()

    async def first() -> tuple[list[tuple[str, list[str]]], State]:
        with process(database, port) as served:
            far = Far(served.base)
            rooms: list[tuple[str, list[str]]] = []
            async with contextlib.AsyncExitStack() as stack:
                tasks, pages = [], []
                for _ in range(4):
                    opened = await far.open("rummy-500", "me", "greedy")
                    page = await stack.enter_async_context(far.page(opened.room, opened.token))
                    told: list[str] = []
                    rooms.append((f"{opened.room} {opened.token}", told))
                    tasks.append(asyncio.create_task(acts(page, told)))
                    pages.append(page)
                async with asyncio.timeout(30):
                    while sum(len(told) for _, told in rooms) < 60:
                        await asyncio.sleep(0.01)
                workers = children_of(served.process.pid)
                served.process.kill()
                await asyncio.sleep(0.3)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            for _ in range(100):
                if not any(Path(f"/proc/{pid}").exists() for pid in workers):
                    break
                time.sleep(0.05)
            else:
                raise AssertionError("the workers outlived their server")
            await far.http.aclose()
            return rooms, pages[0].state

    rooms, last = asyncio.run(first())

    async def second() -> None:
        with process(database, port) as served:
            far = Far(served.base)
            for both, told in rooms:
                room, token = both.split()
                async with far.page(room, token, seq=0) as page:
                    if room == last.room.id:
                        assert page.state.seq >= last.seq
                    # the server knows its last commands again, and does not obey them twice
                    seq = page.state.seq
                    for command in told[-3:]:
                        await page.send(Do(command, 1, Draw()))
                        assert isinstance(await page.answer(command), Done)
                    assert page.state.seq >= seq
            await far.http.aclose()

    asyncio.run(second())


def test_a_second_server_on_the_same_file_says_who_holds_it(tmp_path: Path) -> None:
    database = str(tmp_path / "x.sqlite3")
    with process(database, free_port()) as served:
        second = Process(database, free_port())
        _, err = second.process.communicate(timeout=30)
        assert second.process.returncode == 1
        assert f"process {served.process.pid}" in err
        assert "Traceback" not in err
        third = Process(str(tmp_path / "y.sqlite3"), served.port)
        _, err = third.process.communicate(timeout=30)
        assert third.process.returncode == 1
        assert str(served.port) in err
        code, _, err = served.stop(signal.SIGINT)
        assert code == 0, "Ctrl-C is no fault"
        assert "Traceback" not in err


def test_it_stops_in_order_and_its_logs_hold_no_secrets(tmp_path: Path) -> None:
    database = str(tmp_path / "x.sqlite3")

    async def play(served: Process) -> tuple[Opened, str]:
        far = Far(served.base)
        opened = await far.open("rummy-500", "me", "greedy", browser="ab" * 16)
        async with far.page(opened.room, opened.token) as page:
            await page.until(lambda page: page.state.legal is not None)
            await page.do(Draw())
            answer = await far.http.get(f"/api/rooms/{opened.room}")
            await far.http.get(f"/api/rooms/{opened.room}/rounds/99")
            assert answer.status_code == 200
            await page.line.send("{}")
            busy = await far.open("rummy-500", "me", "greedy", "greedy", "greedy")
            async with far.page(busy.room, busy.token) as other:
                await other.control("hand_over", level="greedy")
            code, out, err = await asyncio.to_thread(served.stop)
            await page.until_closed()
        await far.http.aclose()
        assert code == 0
        assert out.startswith("Laydown is at http://")
        picture = [line for line in out.splitlines() if "█" in line or "▄" in line]
        assert len(picture) > 8, "no address to take a picture of"
        return opened, err

    with process(database, free_port(), "--log", "json", "--verbose", "--lan") as served:
        opened, err = asyncio.run(play(served))
    lines = [json.loads(line) for line in err.splitlines()]
    assert any(line.get("path", "").startswith("/api/rooms/") for line in lines)
    assert all({"at", "level", "logger", "text"} <= set(line) for line in lines)
    assert all(line["level"] in ("info", "warning") for line in lines), err
    for secret in (opened.token, opened.room, "ab" * 16):
        assert secret not in err


def test_messages_of_the_page_have_the_tags_of_the_protocol() -> None:
    assert msgspec.json.encode(Do("x", 1, Draw())) == (
        b'{"is":"do","id":"x","seq":1,"action":{"type":"draw"}}'
    )
