"""Questions that take a moment and are bounded: one after the other, in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from laydown.server.requests import BadRequest

T = TypeVar("T")

LONGEST_SECONDS = 8.0
"""A question that takes longer is given up."""


class Turns:
    """Works on one question at a time; so many more may wait for their turn."""

    def __init__(self, *, waiting: int, busy: str, too_long: str) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._most, self._busy, self._too_long = waiting, busy, too_long

    async def work(self, question: Callable[[], T]) -> T:
        """The answer; `BadRequest` where too many wait or it takes too long."""
        if self._waiting >= self._most:
            raise BadRequest(self._busy, 503)
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        work = asyncio.ensure_future(asyncio.to_thread(question))
        # A thread cannot be stopped: where it is given up, the next question waits for its end.
        work.add_done_callback(lambda _: self._turn.release())
        done, _ = await asyncio.wait((work,), timeout=LONGEST_SECONDS)
        if not done:
            raise BadRequest(self._too_long, 503)
        return work.result()
