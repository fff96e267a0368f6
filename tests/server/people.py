"""A server on a random port of this machine, and people who play through the wire."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeVar

import httpx
import msgspec
import uvicorn
import websockets

from laydown.engine.actions import PlayerAction
from laydown.engine.legal import LegalActions
from laydown.engine.view import PlayerView
from laydown.players.levels import player
from laydown.server.app import application
from laydown.server.asking import acting_view
from laydown.server.hub import Hub
from laydown.server.live import LiveRoom
from laydown.server.patience import Impatient
from laydown.server.presence import Timing
from laydown.server.request_wire import Opened
from laydown.server.sheet_hub import SheetHub
from laydown.server.wire import (
    WIRE_VERSION,
    Control,
    Do,
    Done,
    Failed,
    FromPage,
    Hello,
    Ready,
    Refused,
    State,
    ToPage,
)

QUICK = Timing(window=0.3, teacher=0.3, rival=0.0, ready=5.0, retry=0.05)
BROWSER = "0123456789abcdef0123456789abcdef"
T = TypeVar("T", bound=msgspec.Struct)


class Inline:
    """Thinks in this process: for tests that are not about the workers."""

    def __init__(self, level: str = "") -> None:
        self._level = level

    async def choose(self, level: str, seed: int, view: PlayerView) -> PlayerAction:
        action: Any = player(self._level or level, seed=seed).choose(view, LegalActions(view))
        chosen: PlayerAction = action
        return chosen

    def close(self) -> None:
        """There is nothing to let go."""


class Server:
    """A server that is being served."""

    def __init__(self, base: str, hub: Hub, sheets: SheetHub) -> None:
        self.base, self.hub, self.sheets = base, hub, sheets
        self.http = httpx.AsyncClient(base_url=base, timeout=20)

    async def post(self, path: str, body: object) -> httpx.Response:
        return await self.http.post(path, content=msgspec.json.encode(body))

    async def open(self, rules: str, *seats: str, **wishes: object) -> Opened:
        """A room; seats are `me`, `open` or a computer's level."""
        wished = [
            {"who": seat} if seat in ("me", "open") else {"who": "computer", "level": seat}
            for seat in seats
        ]
        body = {"rules": rules, "seats": wished, "name": "Anna", "browser": BROWSER, **wishes}
        answer = await self.post("/api/rooms", body)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=Opened)

    async def join(self, room: str, seat: int, name: str, **more: object) -> Opened:
        answer = await self.post(f"/api/rooms/{room}/join", {"seat": seat, "name": name, **more})
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=Opened)

    async def live(self, room: str) -> LiveRoom:
        live = await self.hub.room(room)
        assert live is not None
        return live

    @contextlib.asynccontextmanager
    async def page(self, room: str, token: str = "", seq: int = 0) -> AsyncIterator[Page]:
        """A page at the table, which has seen its first state."""
        address = f"{self.base.replace('http', 'ws')}/ws/{room}"
        async with websockets.connect(address, max_size=None, max_queue=None) as line:
            page = Page(line, token)
            await page.send(Hello(WIRE_VERSION, token, seq))
            await page.until(lambda page: page.states)
            try:
                yield page
            finally:
                page.reading.cancel()


@contextlib.asynccontextmanager
async def serving(
    database: str = "sqlite://",
    *,
    timing: Timing = QUICK,
    chooser: Inline | None = None,
    workers: bool = False,
) -> AsyncIterator[Server]:
    """A whole server in this process: real sockets, real store."""
    app = application(database, timing=timing, chooser=None if workers else chooser or Inline())
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        log_config=None,
        lifespan="on",
        http=Impatient,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign,assignment]
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
        assert not task.done(), "the server did not start"
    served = Server(
        f"http://127.0.0.1:{listener.getsockname()[1]}", app.state.hub, app.state.sheets
    )
    try:
        yield served
    finally:
        await served.http.aclose()
        server.should_exit = True
        await task


class Page:
    """An open page: it reads what comes, and sends what it is told to."""

    def __init__(self, line: websockets.ClientConnection, token: str) -> None:
        self.line, self.token = line, token
        self.messages: list[ToPage] = []
        self.raw: list[str] = []
        self.states: list[State] = []
        self.closed = False
        self._news = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            async for text in self.line:
                self.raw.append(str(text))
                message = msgspec.json.decode(text, type=ToPage)
                self.messages.append(message)
                if isinstance(message, State):
                    self.states.append(message)
                self._news.set()
        except websockets.ConnectionClosed:
            pass
        finally:
            self.closed = True
            self._news.set()

    @property
    def state(self) -> State:
        """The newest state."""
        return self.states[-1]

    @property
    def failed(self) -> Failed:
        """What the server said last."""
        found = [each for each in self.messages if isinstance(each, Failed)]
        return found[-1]

    async def until(self, ready: Callable[[Page], object], *, seconds: float = 20.0) -> None:
        """Wait until it is so."""
        async with asyncio.timeout(seconds):
            while not ready(self):
                assert not self.closed, f"the socket was closed: {self.messages[-1:]}"
                self._news.clear()
                await self._news.wait()

    async def until_closed(self) -> None:
        async with asyncio.timeout(10):
            while not self.closed:
                self._news.clear()
                await self._news.wait()

    async def send(self, message: FromPage) -> None:
        await self.line.send(msgspec.json.encode(message).decode())

    def fresh(self) -> str:
        """A name for a command that no other page uses."""
        return secrets.token_hex(8)

    async def ask(self, message: FromPage, kind: type[T]) -> T:
        """Send, and wait for the answer of this kind to it."""
        await self.send(message)
        command = getattr(message, "id", "")

        def found() -> list[Any]:
            return [
                each
                for each in self.messages
                if isinstance(each, kind | Refused) and getattr(each, "id", command) == command
            ]

        await self.until(lambda _: found())
        answer = found()[-1]
        assert isinstance(answer, kind), answer
        return answer

    async def do(self, action: PlayerAction, seq: int | None = None) -> Done | Refused:
        """Play on the newest state, or on an older one."""
        message = Do(self.fresh(), self.state.seq if seq is None else seq, action)
        await self.send(message)
        return await self.answer(message.id)

    async def control(self, what: Any, **more: Any) -> Done | Refused:
        message = Control(self.fresh(), what, **more)
        await self.send(message)
        return await self.answer(message.id)

    async def ready(self) -> Done | Refused:
        message = Ready(self.fresh())
        await self.send(message)
        return await self.answer(message.id)

    async def answer(self, command: str) -> Done | Refused:
        def found() -> list[Done | Refused]:
            return [
                each
                for each in self.messages
                if isinstance(each, Done | Refused) and each.id == command
            ]

        await self.until(lambda _: found())
        return found()[-1]


async def plays(page: Page, live: LiveRoom, level: str = "greedy") -> None:
    """Play a seat to the end of the match: what to do comes from the seat's own view, what may
    be done from the state that was sent."""
    mind = player(level, seed=page.state.you)
    played = -1
    while page.state.room.phase != "over":
        state = page.state
        if state.room.phase == "between":
            if not state.room.seats[state.you].ready:
                await page.ready()
        elif state.legal is not None and state.seq != played:
            seen = acting_view(live.state, state.you)
            if live.state.seq == state.seq and seen is not None:
                action: Any = mind.choose(seen, LegalActions(seen))
                if isinstance(await page.do(action, state.seq), Done):
                    played = state.seq
        seq = state
        await page.until(lambda page, seq=seq: page.state is not seq, seconds=30)  # type: ignore[misc]
