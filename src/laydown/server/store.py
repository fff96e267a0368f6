"""The event store: one append-only table, SQLite by default, PostgreSQL by URL.

Events of a stream are numbered from 1 without gaps; `(stream, seq)` is the primary key, so that
two writers can never both be first. What is appended in one call is stored whole or not at all,
and is on disk when the call returns. Lists (a browser's matches, results) are projections written
in the same transaction; they can be rebuilt from the events.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from filelock import FileLock, Timeout
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

metadata = sa.MetaData()

event = sa.Table(
    "event",
    metadata,
    sa.Column("stream", sa.String(80), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)

listing = sa.Table(
    "listing",
    metadata,
    sa.Column("browser", sa.String(64), primary_key=True),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("key", sa.String(80), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
"""Projections: what a browser's key gets to see of its own matches and rounds."""


class Conflict(Exception):
    """Another writer was first: catch up with the stream and ask again."""


class StoreFailed(Exception):
    """The database did not take what was given (a full disk, a lost connection); nothing was
    stored."""


class Held(Exception):
    """Another server holds the database file."""


class Row(msgspec.Struct, frozen=True):
    """A line of a projection, replaced where it exists."""

    browser: str
    kind: str
    key: str
    at: float
    body: bytes


class _Waiting(msgspec.Struct):
    stream: str
    seq: int
    bodies: tuple[bytes, ...]
    rows: tuple[Row, ...]
    done: asyncio.Future[None]


class Store:
    """Events by stream. Open it with :func:`open_store`."""

    def __init__(self, engine: AsyncEngine, lock: FileLock | None = None) -> None:
        self._engine = engine
        self._lock = lock
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue(maxsize=10_000)
        self._writer: asyncio.Task[None] | None = None
        self._listener: Any = None
        self._heard: Callable[[str], None] | None = None

    # -------------------------------------------------------------- writing

    async def append(
        self, stream: str, seq: int, bodies: Sequence[bytes], rows: Sequence[Row] = ()
    ) -> int:
        """Store events as numbers `seq` + 1 on, with rows of projections; the last number.

        :class:`Conflict` if one of the numbers is taken; :class:`StoreFailed` if the database
        fails. What waits at the same time is committed as one transaction.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put(_Waiting(stream, seq, tuple(bodies), tuple(rows), done))
        await done
        return seq + len(bodies)

    def start(self) -> None:
        """Begin to write what is appended."""
        self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        while True:
            first = await self._queue.get()
            if first is None:
                return
            batch = [first]
            stop = False
            while len(batch) < 200 and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    stop = True
                    break
                batch.append(more)
            await self._commit(batch)
            if stop:
                return

    async def _commit(self, batch: list[_Waiting]) -> None:
        try:
            async with self._engine.begin() as connection:
                for each in batch:
                    await self._insert(connection, each)
        except IntegrityError:
            if len(batch) > 1:  # find the one that clashes; the others are stored
                for each in batch:
                    await self._commit([each])
                return
            _fail(batch[0], Conflict(batch[0].stream))
        except (OperationalError, sa.exc.DBAPIError, OSError) as error:
            for each in batch:
                _fail(each, StoreFailed(str(getattr(error, "orig", error))[:200]))
        else:
            for each in batch:
                if not each.done.done():
                    each.done.set_result(None)

    async def _insert(self, connection: AsyncConnection, each: _Waiting) -> None:
        now = time.time()
        if each.bodies:
            await connection.execute(
                sa.insert(event),
                [
                    {"stream": each.stream, "seq": each.seq + i, "at": now, "body": body}
                    for i, body in enumerate(each.bodies, start=1)
                ],
            )
        for row in each.rows:
            await connection.execute(
                sa.delete(listing).where(
                    listing.c.browser == row.browser,
                    listing.c.kind == row.kind,
                    listing.c.key == row.key,
                )
            )
            await connection.execute(sa.insert(listing), [msgspec.structs.asdict(row)])
        if each.bodies and self._engine.dialect.name == "postgresql":
            await connection.execute(
                sa.text("SELECT pg_notify('laydown', :stream)"), {"stream": each.stream}
            )

    # -------------------------------------------------------------- reading

    async def read(self, stream: str, after: int = 0) -> tuple[tuple[int, bytes], ...]:
        """Events of a stream with numbers above `after`, in order."""
        query = (
            sa.select(event.c.seq, event.c.body)
            .where(event.c.stream == stream, event.c.seq > after)
            .order_by(event.c.seq)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return tuple((int(seq), bytes(body)) for seq, body in found)

    async def rows(self, browser: str, kind: str) -> tuple[Row, ...]:
        """A browser's projection, the newest first."""
        query = (
            sa.select(listing)
            .where(listing.c.browser == browser, listing.c.kind == kind)
            .order_by(listing.c.at.desc())
            .limit(5000)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return tuple(Row(r.browser, r.kind, r.key, r.at, bytes(r.body)) for r in found)

    async def streams(self, prefix: str) -> AsyncIterator[str]:
        """The names of the streams that start so."""
        query = sa.select(event.c.stream).where(
            event.c.seq == 1, event.c.stream.startswith(prefix, autoescape=True)
        )
        async with self._engine.connect() as connection:
            for (stream,) in (await connection.execute(query)).all():
                yield str(stream)

    async def clear_rows(self) -> None:
        """Forget all projections, to rebuild them."""
        async with self._engine.begin() as connection:
            await connection.execute(sa.delete(listing))

    async def answers(self) -> bool:
        """The database answers."""
        try:
            async with self._engine.connect() as connection:
                await connection.execute(sa.text("SELECT 1"))
        except (sa.exc.SQLAlchemyError, OSError):
            return False
        return True

    # -------------------------------------------------------------- other servers

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Be told of streams that other servers append to (PostgreSQL only)."""
        self._heard = heard
        if self._engine.dialect.name != "postgresql":
            return
        connection = await self._engine.raw_connection()
        self._listener = connection
        driver = connection.driver_connection
        assert driver is not None

        def on_notice(_connection: object, _pid: int, _channel: str, payload: str) -> None:
            heard(payload)

        await driver.add_listener("laydown", on_notice)

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        if self._writer is not None:
            await self._queue.put(None)
            await self._writer
        if self._listener is not None:
            with contextlib.suppress(Exception):
                self._listener.invalidate()
        await self._engine.dispose()
        if self._lock is not None:
            self._lock.release()


def _fail(each: _Waiting, error: Exception) -> None:
    if not each.done.done():
        each.done.set_exception(error)


def database_url(text: str) -> URL:
    """A SQLAlchemy URL from a path of a SQLite file or a URL; PostgreSQL gets its driver."""
    if "://" not in text:
        return URL.create("sqlite+aiosqlite", database=str(Path(text).expanduser()))
    url = make_url(text)
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+asyncpg")
    if url.drivername == "sqlite":
        return url.set(drivername="sqlite+aiosqlite")
    return url


async def open_store(text: str) -> Store:
    """The store at this path or URL, made where there is none; :class:`Held` if it is in use."""
    url = database_url(text)
    lock: FileLock | None = None
    if url.drivername.startswith("sqlite"):
        if url.database and url.database != ":memory:":
            path = Path(url.database)
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = hold(path)
        engine = create_async_engine(
            url, pool_size=1, max_overflow=0, poolclass=sa.pool.AsyncAdaptedQueuePool
        )
        sa.event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    else:
        engine = create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(metadata.create_all)
    except (sa.exc.DBAPIError, OSError) as error:
        await engine.dispose()
        if lock is not None:
            lock.release()
        raise StoreFailed(str(getattr(error, "orig", error))[:200]) from error
    store = Store(engine, lock)
    store.start()
    return store


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def hold(path: Path) -> FileLock:
    """Lock the file beside the database; :class:`Held` says which process has it."""
    note = path.with_name(path.name + ".holder")
    lock = FileLock(str(path) + ".lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        holder = note.read_text("utf-8").strip() if note.exists() else "another process"
        raise Held(f"{path} is in use by {holder}") from None
    note.write_text(f"laydown serve, process {os.getpid()}", "utf-8")
    return lock
