"""Computer players think in worker processes: a view goes there, an action comes back."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

import msgspec

from laydown.engine.actions import PlayerAction
from laydown.engine.legal import LegalActions
from laydown.engine.view import PlayerView
from laydown.players.base import Player
from laydown.players.levels import player

_players: dict[tuple[str, int], Player] = {}


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
        return ProcessPoolExecutor(self._workers, mp_context=multiprocessing.get_context("spawn"))

    async def choose(self, level: str, seed: int, view: PlayerView) -> PlayerAction:
        """What a computer of this level does in the view's seat."""
        seen = msgspec.json.encode(view)
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._pool, _choose, level, seed, seen)
        except BrokenExecutor:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new_pool()
            answer = await loop.run_in_executor(self._pool, _choose, level, seed, seen)
        return msgspec.json.decode(answer, type=PlayerAction)

    def close(self) -> None:
        """Let the workers go."""
        self._pool.shutdown(wait=False, cancel_futures=True)
