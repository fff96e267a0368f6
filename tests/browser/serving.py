"""The server as people start it, on a free port, and rooms laid out beforehand."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import uvicorn
from tests.server.people import Inline

import laydown.server
from laydown.cards import Card, parse_cards
from laydown.engine.dealing import decks_for, pack_of
from laydown.rules.text import parse_rules, rules_json
from laydown.server.app import application
from laydown.server.databases import open_store
from laydown.server.events import (
    RoomEvent,
    RoomOpened,
    Sat,
    SeatPlan,
    Started,
    encode,
)
from laydown.server.listings import rows_after
from laydown.server.rooms import COLOURS
from laydown.server.seats import hashed, new_room, new_token
from laydown.server.store import Batch
from laydown.server.stored import begun

STATIC = Path(laydown.server.__file__).parent / "static"
NAMES = ("Anna", "Ben", "Cleo", "Dora")


A_BATCH = 50
"""So many rooms are written at once: each writing waits for the disk."""


class Laid(msgspec.Struct, frozen=True):
    """A room laid out beforehand: its name, and the secret of each person's seat."""

    room: str
    tokens: tuple[str, ...]
    events: tuple[RoomEvent, ...]

    def link(self, seat: int) -> str:
        """The secret link of a seat."""
        return f"/room/{self.room}#{self.tokens[seat]}"


def dealt(first: str, second: str, then: str) -> str:
    """The beginning of a shuffle between two: hands card by card, then the card turned up and the
    stock."""
    pairs = zip(first.split(), second.split(), strict=True)
    return " ".join([*(card for pair in pairs for card in pair), then])


def whole(deal: str, pack: Sequence[Card]) -> tuple[Card, ...]:
    """The shuffle that begins so; the rest of the pack follows in order."""
    begun = parse_cards(deal)
    left = Counter(pack)
    left.subtract(begun)
    assert min(left.values()) >= 0, "a card is dealt more often than the pack has it"
    return (*begun, *sorted(left.elements()))


def lay_out(
    rules: str,
    *deals: str,
    dealer: int = 0,
    people: int = 2,
    at: float = 0.0,
) -> Laid:
    """A started match whose first shuffles are these, first card dealt first.

    No request can do this: it is written into the store before the server opens it. The seats
    after the people's are computers'.
    """
    at = at or time.time()
    found = parse_rules(rules)
    tokens = tuple(new_token() for _ in range(people))
    plans = tuple(
        SeatPlan("open") if seat < people else SeatPlan("computer", "greedy")
        for seat in range(found.setup.players)
    )
    pack = pack_of(found, decks_for(found))
    orders = tuple(whole(deal, pack) for deal in deals)
    return Laid(
        new_room(),
        tokens,
        (
            RoomOpened(
                at, rules=rules_json(found).decode(), seats=plans, dealer=dealer, orders=orders
            ),
            *(
                Sat(at, seat, hashed(tokens[seat]), NAMES[seat], COLOURS[seat], "")
                for seat in range(people)
            ),
            Started(at),
        ),
    )


async def store_rooms(database: Path, laid: Sequence[Laid]) -> None:
    """Write rooms into a database that no server has open."""
    store = await open_store(str(database))
    try:
        for at in range(0, len(laid), A_BATCH):
            batches = []
            for each in laid[at : at + A_BATCH]:
                _, rows = begun(each.room, each.events, rows_after)
                bodies = tuple(encode(event) for event in each.events)
                batches.append(Batch(f"room:{each.room}", 0, bodies, rows))
            await store.append_all(*batches)
    finally:
        await store.close()


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Served:
    """`laydown serve` in a process of its own. It can be killed and started again."""

    def __init__(self, folder: Path, laid: Mapping[str, Sequence[Laid]]) -> None:
        self.database = folder / "laydown.sqlite3"
        self.log = folder / "serve.log"
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._laid = {name: list(rooms) for name, rooms in laid.items()}
        every = [each for rooms in laid.values() for each in rooms]
        # in a thread of its own: Playwright keeps an event loop running in this one
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, store_rooms(self.database, every)).result()

    def table(self, name: str) -> Laid:
        """A room of that name which nobody has sat down at yet."""
        return self._laid[name].pop()

    def start(self) -> None:
        """Serve, and wait until it answers."""
        command = [sys.executable, "-m", "laydown", "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--database", str(self.database)],
                stdout=log,
                stderr=log,
                env=dict(os.environ, PYTHONUNBUFFERED="1"),
            )
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if self._process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.base}/readyz", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        said = self.log.read_text(encoding="utf-8", errors="replace")[-3000:]
        self.kill()
        raise AssertionError(f"the server did not start:\n{said}")

    def kill(self) -> None:
        """End it as a power cut would: no clean-up runs."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and see that it does so by itself."""
        assert self._end(signal.SIGTERM) in (0, -signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        return process.wait(20)


class Own:
    """A server in a thread of this process, for one test: its clock can be put forward, and its
    page can be another."""

    def __init__(self, folder: Path, laid: Sequence[Laid] = (), *, static: Path = STATIC) -> None:
        self.static = static
        self._ahead = 0.0
        self._loop: asyncio.AbstractEventLoop | None = None
        database = folder / "own.sqlite3"
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, store_rooms(database, laid)).result()
        self._app = application(
            f"sqlite:///{database}",
            static=static,
            chooser=Inline("greedy"),
            clock=lambda: time.time() + self._ahead,
        )
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        config = uvicorn.Config(self._app, log_config=None, lifespan="on", ws="websockets-sansio")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        until = time.monotonic() + 30
        while not self._server.started:
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.01)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        await self._server.serve(sockets=[self._listener])

    def later(self, seconds: float) -> None:
        """So much time goes by, and every table looks at the clock."""
        assert self._loop
        self._ahead += seconds
        asyncio.run_coroutine_threadsafe(self._look_at_the_clock(), self._loop).result(20)

    async def _look_at_the_clock(self) -> None:
        for live in list(self._app.state.hub._rooms.values()):
            await live.tick()

    def stop(self) -> None:
        """End it in order."""
        self._server.should_exit = True
        self._thread.join(20)
