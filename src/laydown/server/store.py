"""The event store: one append-only table, SQLite by default, PostgreSQL by URL.

Events of a stream are numbered from 1 without gaps; `(stream, seq)` is the primary key, so that
two writers can never both be first. What is appended in one call is stored whole or not at all,
and is on disk when the call returns. Lists (a browser's matches, results) are projections written
in the same transaction; they can be rebuilt from the events.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from filelock import BaseFileLock
from sqlalchemy.exc import IntegrityError

from laydown.server.connections import Database, Postgres
from laydown.server.schema import ADD_EVENTS, ADD_ROWS, REPLACE_ROWS, event, listing

log = logging.getLogger("laydown.server")

TOLD = ("room", "sheet")
"""Servers of one database tell each other of what was stored in these streams."""
MOST_AT_ONCE = 200
"""So many appends are committed as one transaction."""


class Conflict(Exception):
    """Another writer was first: catch up with the stream and ask again."""


class StoreFailed(Exception):
    """The database did not take what was given (a full disk, a lost connection); nothing was
    stored."""


class Row(msgspec.Struct, frozen=True):
    """A line of a projection, replaced where it exists."""

    browser: str
    kind: str
    key: str
    at: float
    body: bytes


class Batch(msgspec.Struct, frozen=True):
    """Events to store as numbers `seq` + 1 on of a stream, with rows of projections."""

    stream: str
    seq: int
    bodies: tuple[bytes, ...]
    rows: tuple[Row, ...] = ()
    fresh: bool = False
    """rows that exist already stay as they are"""


class _Waiting(msgspec.Struct):
    batches: tuple[Batch, ...]
    done: asyncio.Future[None]


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What servers of one database tell each other (PostgreSQL's NOTIFY)."""

    server: str
    room: str
    about: Literal["events", "here", "who", "said"]
    """stored events · the seats or people present there · who asks for them · a phrase"""
    seats: tuple[int, ...] = ()
    typing: tuple[tuple[int, int], ...] = ()
    """on a score sheet: the (column, round) of every keypad that is open there"""
    seat: int = -1
    phrase: str = ""


class Store:
    """Events by stream. Open it with `databases.open_store`."""

    def __init__(self, database: Database, lock: BaseFileLock | None = None) -> None:
        self.database = database
        self._lock = lock
        self._queue: asyncio.Queue[_Waiting | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        self._closed = False
        self.server = secrets.token_hex(8)
        """this server's name among those of the database"""

    @property
    def is_shared(self) -> bool:
        """Other servers may use the same database."""
        return isinstance(self.database, Postgres)

    # -------------------------------------------------------------- writing

    async def append(
        self, stream: str, seq: int, bodies: Sequence[bytes], rows: Sequence[Row] = ()
    ) -> None:
        """Store events as numbers `seq` + 1 on, with rows of projections.

        :class:`Conflict` if one of the numbers is taken; :class:`StoreFailed` if the database
        fails. What waits at the same time is committed as one transaction.
        """
        await self.append_all(Batch(stream, seq, tuple(bodies), tuple(rows)))

    async def append_all(self, *batches: Batch) -> None:
        """Store several batches, all or none."""
        if self._closed:
            raise StoreFailed("the server is stopping")
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self._queue.put(_Waiting(batches, done))
        await done

    def start(self) -> None:
        """Begin to write what is appended."""
        self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        stop = False
        while not stop:
            first = await self._queue.get()
            if first is None:
                return
            waiting = [first]
            while len(waiting) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get_nowait()
                if more is None:
                    stop = True
                    break
                waiting.append(more)
            await self._commit(waiting)

    async def _commit(self, waiting: list[_Waiting]) -> None:
        try:
            batches = [batch for each in waiting for batch in each.batches]
            await self.database.run(lambda connection: self._insert(connection, batches))
        except IntegrityError:
            if len(waiting) > 1:  # find the one that clashes; the others are stored
                for each in waiting:
                    await self._commit([each])
                return
            _fail(waiting[0], Conflict(waiting[0].batches[0].stream))
        except Exception as error:  # whatever a driver raises, the writer goes on
            for each in waiting:
                _fail(each, StoreFailed(told(error)))
        else:
            for each in waiting:
                if not each.done.done():
                    each.done.set_result(None)

    def _insert(self, connection: sa.Connection, batches: Sequence[Batch]) -> None:
        """Everything in as few statements as can be: each is a way to the database and back."""
        now, dialect = time.time(), connection.dialect.name
        events = [
            {"stream": batch.stream, "seq": seq, "at": now, "body": body}
            for batch in batches
            for seq, body in enumerate(batch.bodies, start=batch.seq + 1)
        ]
        if events:
            connection.execute(ADD_EVENTS, events)
        # what is replaced comes first: a row put back from a file gives way to it
        for fresh, statement in ((False, REPLACE_ROWS[dialect]), (True, ADD_ROWS[dialect])):
            rows = {
                (row.browser, row.kind, row.key): msgspec.structs.asdict(row)
                for batch in batches
                if batch.fresh is fresh
                for row in batch.rows
            }
            if rows:
                connection.execute(statement, list(rows.values()))
        if self.is_shared:
            streams = dict.fromkeys(batch.stream for batch in batches if batch.bodies)
            for stream in streams:
                kind, _, name = stream.partition(":")
                if kind in TOLD:
                    _notify(connection, Notice(self.server, name, "events"))

    # -------------------------------------------------------------- reading

    async def read(self, stream: str, after: int = 0) -> tuple[tuple[int, bytes], ...]:
        """Events of a stream with numbers above `after`, in order."""
        query = (
            sa.select(event.c.seq, event.c.body)
            .where(event.c.stream == stream, event.c.seq > after)
            .order_by(event.c.seq)
        )
        found = await self._all(query)
        return tuple((int(row.seq), bytes(row.body)) for row in found)

    async def rows(self, browser: str, kind: str) -> tuple[Row, ...]:
        """A browser's projection, the newest first."""
        query = (
            sa.select(listing)
            .where(listing.c.browser == browser, listing.c.kind == kind)
            .order_by(listing.c.at.desc())
            .limit(5000)
        )
        found = await self._all(query)
        return tuple(Row(r.browser, r.kind, r.key, r.at, bytes(r.body)) for r in found)

    async def _all(self, query: sa.Select[Any]) -> Sequence[Any]:
        try:
            return await self.database.run(
                lambda connection: connection.execute(query).all(), reading=True
            )
        except (sa.exc.SQLAlchemyError, OSError) as error:
            raise StoreFailed(told(error)) from error

    async def streams(self, prefix: str) -> tuple[str, ...]:
        """The names of the streams that start so, the oldest first."""
        query = sa.select(event.c.stream).where(
            event.c.seq == 1, event.c.stream.startswith(prefix, autoescape=True)
        )
        return tuple(str(row.stream) for row in await self._all(query.order_by(event.c.at)))

    async def clear_rows(self) -> None:
        """Forget all projections, to rebuild them."""
        await self.database.run(lambda connection: connection.execute(sa.delete(listing)))

    async def answers(self) -> bool:
        """The database answers."""
        try:
            await self.database.run(
                lambda connection: connection.execute(sa.text("SELECT 1")), reading=True
            )
        except (sa.exc.SQLAlchemyError, OSError):
            return False
        return True

    # -------------------------------------------------------------- other servers

    async def tell(self, notice: Notice) -> None:
        """Tell the other servers; nothing is stored, and nobody need hear it."""
        if not self.is_shared or self._closed:
            return
        with contextlib.suppress(sa.exc.SQLAlchemyError, OSError):
            await self.database.run(lambda connection: _notify(connection, notice))

    def listen(self, heard: Callable[[Notice | None], None]) -> None:
        """Be told what other servers do (PostgreSQL only); None where something may have been
        missed while the line was broken."""
        if isinstance(self.database, Postgres):
            self._listener = asyncio.create_task(self._listen(self.database, heard))

    async def _listen(self, database: Postgres, heard: Callable[[Notice | None], None]) -> None:
        def on_notice(payload: str) -> None:
            with contextlib.suppress(msgspec.MsgspecError):
                notice = msgspec.json.decode(payload, type=Notice)
                if notice.server != self.server:
                    heard(notice)

        while True:
            try:
                await database.listen("laydown", on_notice, lambda: heard(None))
            except (sa.exc.SQLAlchemyError, OSError) as error:
                log.warning("not told of other servers: %s", told(error))
            await asyncio.sleep(1.0)

    async def close(self) -> None:
        """Write what waits, then let go of the database."""
        self._closed = True
        if self._writer is not None:
            await self._queue.put(None)
            await self._writer
        if self._listener is not None:
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await self._listener
        await self.database.close()
        if self._lock is not None:
            self._lock.release()


def _notify(connection: sa.Connection, notice: Notice) -> None:
    connection.execute(
        sa.text("SELECT pg_notify('laydown', :told)"),
        {"told": msgspec.json.encode(notice).decode()},
    )


def told(error: BaseException) -> str:
    """What the database says, in a line and without the statement."""
    lines = str(getattr(error, "orig", None) or error).splitlines()
    return re.sub(r"^<class '[^']*'>: ", "", lines[0])[:200] if lines else type(error).__name__


def _fail(each: _Waiting, error: Exception) -> None:
    if not each.done.done():
        each.done.set_exception(error)
