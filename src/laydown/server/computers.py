"""Computer players think in worker processes: a view goes there, an action comes back."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

import msgspec

from laydown.engine.actions import PlayerAction
from laydown.engine.legal import LegalActions
from laydown.engine.view import PlayerView
from laydown.players.base import Player
from laydown.players.levels import player

_players: dict[tuple[str, int], Player] = {}


def follow_parent() -> None:
    """In a worker: go when the server goes, however it goes; Ctrl-C is the server's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def follow() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _choose(level: str, seed: int, seen: bytes) -> bytes:
    """In a worker: the level's action for a view, both as JSON."""
    view = msgspec.json.decode(seen, type=PlayerView)
    if len(_players) > 256:
        _players.clear()
    mind = _players.setdefault((level, seed), player(level, seed=seed))
    return msgspec.json.encode(mind.choose(view, LegalActions(view)))


class Computers:
    """A pool of workers; a worker that dies is replaced and asked again."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, mp_context=context, initializer=follow_parent)

    def warm(self) -> None:
        """Start the workers before they are asked."""
        for _ in range(self._workers):
            self._pool.submit(int)

    async def choose(self, level: str, seed: int, view: PlayerView) -> PlayerAction:
        """What a computer of this level does in the view's seat."""
        seen = msgspec.json.encode(view)
        pool = self._pool
        try:
            answer = await self._ask(pool, level, seed, seen)
        except BrokenExecutor:
            if pool is self._pool:  # the first to find out replaces it
                pool.shutdown(wait=False, cancel_futures=True)
                self._pool = self._new_pool()
            answer = await self._ask(self._pool, level, seed, seen)
        return msgspec.json.decode(answer, type=PlayerAction)

    @staticmethod
    async def _ask(pool: ProcessPoolExecutor, level: str, seed: int, seen: bytes) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(pool, _choose, level, seed, seen)

    def close(self) -> None:
        """Let the workers go."""
        self._pool.shutdown(wait=False, cancel_futures=True)
