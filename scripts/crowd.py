"""A crowd at the server's door, for `scripts/bench server`: many who watch, and many who play."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import websockets

ROOT = Path(__file__).resolve().parents[1]
WATCHERS_A_ROOM = 50
THINKING = 4.0
"""seconds that a player takes for a move"""
LIMIT = 180.0
"""seconds after which the whole measurement is given up"""


class Figures:
    """What was counted in one part."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.moves = 0
        self.refused = 0

    def line(self, name: str, seconds: float) -> str:
        found = sorted(self.latencies) or [0.0]
        p50, p99 = (found[int((len(found) - 1) * part)] * 1000 for part in (0.5, 0.99))
        return (
            f"{name:<34}{self.moves / seconds:>9,.0f} moves/s"
            f"{p50:>10.1f} ms p50{p99:>10.1f} ms p99{found[-1] * 1000:>10.1f} ms max"
            + (f"   {self.refused} refused" if self.refused else "")
        )


class Crowd:
    """Everybody, in one process: its own work is in the figures too."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.figures = Figures()
        self.pause = 0.0
        """seconds a player thinks, on average"""
        self.http = httpx.AsyncClient(base_url=base, timeout=60)
        self._tasks: list[asyncio.Task[None]] = []

    def line(self, room: str) -> websockets.connect:
        address = f"{self.base.replace('http', 'ws')}/ws/{room}"
        return websockets.connect(
            address, max_size=None, compression=None, open_timeout=60, ping_interval=None
        )

    async def open(self, *seats: dict[str, str]) -> tuple[str, str]:
        wish = {"rules": "rummy-500 target=100000", "seats": seats, "name": "Crowd"}
        opened = (await self.http.post("/api/rooms", json=wish)).json()
        return opened["room"], opened["token"]

    async def watch(self, number: int) -> None:
        """So many sockets that only watch, in rooms where nothing happens."""
        ready = asyncio.Semaphore(0)
        for start in range(0, number, WATCHERS_A_ROOM):
            room, _ = await self.open({"who": "me"}, {"who": "open"})
            for _ in range(min(WATCHERS_A_ROOM, number - start)):
                self._tasks.append(asyncio.create_task(self._watch(room, ready)))
                await asyncio.sleep(0.001)
        for _ in range(number):
            await ready.acquire()

    async def _watch(self, room: str, ready: asyncio.Semaphore) -> None:
        async with self.line(room) as line:
            await line.send(json.dumps({"is": "hello", "version": 1}))
            await line.recv()
            ready.release()
            with contextlib.suppress(websockets.ConnectionClosed):
                async for _ in line:
                    pass

    async def play(self, number: int) -> None:
        """So many matches of one of us against one computer."""
        for _ in range(number):
            room, token = await self.open({"who": "me"}, {"who": "computer", "level": "greedy"})
            self._tasks.append(asyncio.create_task(self._play(room, token)))

    async def _play(self, room: str, token: str) -> None:
        chance = random.Random(room)
        async with self.line(room) as line:
            await line.send(json.dumps({"is": "hello", "version": 1, "token": token}))
            seq, number, asked, sent = 0, 0, "", 0.0
            with contextlib.suppress(websockets.ConnectionClosed):
                async for text in line:
                    message = json.loads(text)
                    if message["is"] == "refused":
                        self.figures.refused += 1
                        asked = ""
                    if message["is"] != "state":
                        continue
                    if asked and message["seq"] > seq:
                        self.figures.latencies.append(time.perf_counter() - sent)
                        asked = ""
                    self.figures.moves += len(message["news"]) if seq else 0
                    seq = message["seq"]
                    wish = self._wish(message)
                    if wish is None or asked:
                        continue
                    if self.pause:
                        await asyncio.sleep(chance.uniform(0.2, 1.8) * self.pause)
                    number += 1
                    asked = f"{room}{number}"
                    sent = time.perf_counter()
                    await line.send(json.dumps({"id": asked, **wish}))

    @staticmethod
    def _wish(state: dict[str, Any]) -> dict[str, Any] | None:
        legal = state["legal"]
        if state["room"]["phase"] == "between" and not state["room"]["seats"][0]["ready"]:
            return {"is": "ready"}
        if not legal:
            return None
        if "draw" in legal["kinds"]:
            action: dict[str, Any] = {"type": "draw"}
        elif "decline" in legal["kinds"]:
            action = {"type": "decline"}
        elif meld := meld_in(state["table"]["hand"]):
            action = {"type": "meld", "cards": meld}
        elif legal["discards"]:
            action = {"type": "discard", "card": random.choice(legal["discards"])}
        else:
            name, cards = legal["layoffs"][0]
            action = {"type": "layoff", "cards": [cards[0]], "meld": name}
        return {"is": "do", "seq": state["seq"], "action": action}

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.http.aclose()


def meld_in(hand: list[int]) -> list[int]:
    """A set or a run of three in the hand, faces being suit times 13 plus rank; empty for none."""
    for face in hand:
        if face % 13 < 11 and {face + 1, face + 2} <= set(hand):
            return [face, face + 1, face + 2]
        same = [other for other in hand if other % 13 == face % 13]
        if len(same) >= 3:
            return same
    return []


def memory(pid: int) -> float:
    """Megabytes that the process holds."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


async def _measure(base: str, pid: int, *, idle: int, matches: int, seconds: float) -> None:
    crowd = Crowd(base)
    print(f"{'server alone':<34}{memory(pid):>9,.0f} MB")
    begin = time.perf_counter()
    await crowd.watch(idle)
    took = time.perf_counter() - begin
    print(f"{f'{idle} idle sockets':<34}{memory(pid):>9,.0f} MB   connected in {took:.1f} s")
    crowd.pause = THINKING
    await crowd.play(matches)
    for name, pause in (
        (f"{matches} matches, {THINKING:.0f} s a move", THINKING),
        (f"{matches} matches, as fast as they can", 0.0),
    ):
        crowd.pause = pause
        await asyncio.sleep(2)
        crowd.figures = Figures()
        start = time.perf_counter()
        await asyncio.sleep(seconds)
        print(crowd.figures.line(name, time.perf_counter() - start), flush=True)
    print(f"{'all of them':<34}{memory(pid):>9,.0f} MB")
    await crowd.close()


def measure(*, idle: int, matches: int, seconds: float, database: str) -> int:
    """Start a server, let the crowd in, print what was measured, stop it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 16_384)), hard))
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "laydown", "serve", "--port", str(port),
             "--database", database or str(Path(folder) / "bench.sqlite3")],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        base = f"http://127.0.0.1:{port}"
        try:
            for _ in range(600):
                with contextlib.suppress(httpx.HTTPError):
                    if httpx.get(f"{base}/readyz", timeout=2).status_code == 200:
                        break
                time.sleep(0.05)
            work = _measure(base, process.pid, idle=idle, matches=matches, seconds=seconds)
            asyncio.run(asyncio.wait_for(work, LIMIT))
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    return 0
