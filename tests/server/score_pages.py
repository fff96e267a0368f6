"""Pages of a score sheet for tests: they read what comes, and send what they are told to."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
import websockets
from tests.server.people import BROWSER, Server

from laydown.server.sheet_wire import (
    Arrange,
    Cell,
    Conduct,
    Enter,
    FromSheetPage,
    Mark,
    NotStored,
    SheetFailed,
    SheetHello,
    SheetOpened,
    SheetState,
    Stored,
    ToSheetPage,
    Undo,
)
from laydown.server.wire import WIRE_VERSION
from laydown.sheet.entries import Entry


async def open_sheet(server: Server, rules: str, *names: str, **wishes: object) -> SheetOpened:
    """A sheet whose host has the first column."""
    body = {
        "rules": rules, "columns": [{"name": name} for name in names], "dealer": 0,
        "browser": BROWSER, **wishes,
    }  # fmt: skip
    answer = await server.post("/api/sheets", body)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=SheetOpened)


async def join(server: Server, opened: SheetOpened, column: int, **more: object) -> SheetOpened:
    """Take a column by the letters."""
    body = {"code": opened.code, "column": column, **more}
    answer = await server.post(f"/api/sheets/{opened.sheet}/join", body)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=SheetOpened)


class Phone:
    """An open page of a sheet."""

    def __init__(self, line: websockets.ClientConnection) -> None:
        self.line = line
        self.messages: list[ToSheetPage] = []
        self.states: list[SheetState] = []
        self.closed = False
        self._news = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.line:
                message = msgspec.json.decode(text, type=ToSheetPage)
                self.messages.append(message)
                if isinstance(message, SheetState):
                    self.states.append(message)
                self._news.set()
        except websockets.ConnectionClosed:
            pass
        finally:
            self.closed = True
            self._news.set()

    @property
    def state(self) -> SheetState:
        """The newest state."""
        return self.states[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals in the newest state."""
        return tuple(column.total for column in self.state.columns)

    def cell(self, round_: int, place: int) -> Cell:
        """A cell of the newest state."""
        return self.state.rounds[round_ - 1].cells[place]

    async def until(self, ready: Callable[[Phone], object], *, seconds: float = 15.0) -> None:
        """Wait until it is so."""
        async with asyncio.timeout(seconds):
            while not ready(self):
                assert not self.closed, f"the socket was closed: {self.messages[-1:]}"
                self._news.clear()
                await self._news.wait()

    async def until_failed(self) -> SheetFailed:
        """Wait until the server lets the page go; what it said."""
        async with asyncio.timeout(15):
            while not self.closed:
                self._news.clear()
                await self._news.wait()
        return [each for each in self.messages if isinstance(each, SheetFailed)][-1]

    async def send(self, message: FromSheetPage) -> None:
        await self.line.send(msgspec.json.encode(message).decode())

    async def ask(self, message: Any) -> Stored | NotStored:
        """Send, and wait for the answer."""
        await self.send(message)
        return await self.answer(message.id)

    async def answer(self, command: str) -> Stored | NotStored:
        """The answer to this command."""

        def found() -> list[Stored | NotStored]:
            return [each for each in self.messages
                    if isinstance(each, Stored | NotStored) and each.id == command]  # fmt: skip

        await self.until(lambda _: found())
        return found()[-1]

    async def enter(
        self, round_: int, column: int, points: int | None, seen: int = 0, **more: Any
    ) -> Stored | NotStored:
        """Enter points in a cell."""
        entry = None if points is None else Entry(points, **more)
        return await self.ask(Enter(fresh(), round_, column, entry, seen))

    async def conduct(self, what: Any, **more: Any) -> Stored | NotStored:
        return await self.ask(Conduct(fresh(), what, **more))

    async def arrange(self, what: Any, **more: Any) -> Stored | NotStored:
        return await self.ask(Arrange(fresh(), what, **more))

    async def mark(self, round_: int, what: Any, value: int | None) -> Stored | NotStored:
        return await self.ask(Mark(fresh(), round_, what, value))

    async def undo(self, seq: int) -> Stored | NotStored:
        return await self.ask(Undo(fresh(), seq))


def fresh() -> str:
    """A name for a command that no other page uses."""
    return secrets.token_hex(8)


@contextlib.asynccontextmanager
async def line(base: str, sheet: str) -> AsyncIterator[Phone]:
    """A socket that has not said hello."""
    address = f"{base.replace('http', 'ws')}/ws/sheet/{sheet}"
    async with websockets.connect(address, max_size=None, max_queue=None) as found:
        phone = Phone(found)
        try:
            yield phone
        finally:
            phone.reading.cancel()


@contextlib.asynccontextmanager
async def phone(
    server: Server | str, sheet: str, token: str, *, wall: bool = False
) -> AsyncIterator[Phone]:
    """A page that has seen its first state."""
    base = server if isinstance(server, str) else server.base
    async with line(base, sheet) as found:
        await found.send(SheetHello(WIRE_VERSION, token, wall))
        await found.until(lambda page: page.states)
        yield found
