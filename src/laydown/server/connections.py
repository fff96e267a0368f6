"""How the store's statements reach a database. A piece of work is a function of a connection, and
one transaction: done whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
Work = Callable[[sa.Connection], T]


class Database(Protocol):
    """A database that work is given to."""

    engine: sa.Engine

    async def run(self, work: Work[T], *, reading: bool = False) -> T:
        """What the work gives, done in a transaction of its own."""
        ...

    async def close(self) -> None:
        """Let go of all connections."""
        ...


class SqliteFile:
    """A file of this machine. Each piece of work goes to a thread and comes back once, because
    every way between threads costs a busy server milliseconds. What is written has a thread of its
    own, so that no long reading holds it up; a database in memory has one for all."""

    def __init__(self, engine: sa.Engine, *, in_memory: bool) -> None:
        self.engine = engine
        self._writing = ThreadPoolExecutor(1, "laydown-store")
        self._reading = self._writing if in_memory else ThreadPoolExecutor(1, "laydown-read")

    async def run(self, work: Work[T], *, reading: bool = False) -> T:
        """Do it in its thread."""
        thread = self._reading if reading else self._writing
        return await asyncio.get_running_loop().run_in_executor(thread, self._done, work)

    def _done(self, work: Work[T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Finish what was begun and close the file."""
        for thread in (self._writing, self._reading):
            await asyncio.to_thread(thread.shutdown)
        self.engine.dispose()


class Postgres:
    """A database that other servers may share."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine.sync_engine
        self._engine = engine

    async def run(self, work: Work[T], *, reading: bool = False) -> T:  # noqa: ARG002  # as one
        """Do it on a connection of the pool."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def listen(
        self, channel: str, heard: Callable[[str], None], ready: Callable[[], None]
    ) -> None:
        """Hear what is told on the channel until the line breaks; `ready` once it can be heard."""
        ended = asyncio.Event()
        connection = await self._engine.raw_connection()
        driver: Any = connection.driver_connection
        try:
            driver.add_termination_listener(lambda _: ended.set())
            await driver.add_listener(channel, lambda _line, _pid, _channel, told: heard(told))
            ready()
            await ended.wait()
        finally:
            connection.invalidate()

    async def close(self) -> None:
        """Let the connections go."""
        await self._engine.dispose()
