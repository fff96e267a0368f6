"""Where the events are kept: a SQLite file that one server holds, or PostgreSQL by URL."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from filelock import BaseFileLock, FileLock, Timeout
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from laydown.server.connections import Database, Postgres, SqliteFile
from laydown.server.schema import metadata
from laydown.server.store import Store, StoreFailed, told


class Held(Exception):
    """Another server holds the database file."""


def database_url(text: str) -> URL:
    """A SQLAlchemy URL from a path of a SQLite file or a URL; PostgreSQL gets its driver."""
    if "://" not in text:
        return URL.create("sqlite+pysqlite", database=str(Path(text).expanduser()))
    try:
        url = make_url(text)
    except sa.exc.ArgumentError as error:
        raise StoreFailed(f"{text.partition('://')[0]}://… is no address of a database") from error
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+asyncpg")
    if url.drivername == "sqlite":
        return url.set(drivername="sqlite+pysqlite")
    return url


async def open_store(text: str) -> Store:
    """The store at this path or URL, made where there is none; :class:`Held` if it is in use."""
    url = database_url(text)
    lock: BaseFileLock | None = None
    if url.drivername.startswith("sqlite"):
        in_memory = url.database in (None, "", ":memory:")
        if not in_memory:
            lock = _held(Path(str(url.database)))
        pool = sa.pool.StaticPool if in_memory else sa.pool.QueuePool
        engine = sa.create_engine(url, poolclass=pool, connect_args={"check_same_thread": False})
        sa.event.listen(engine, "connect", _prepare_sqlite)
        database: Database = SqliteFile(engine, in_memory=in_memory)
    else:
        try:
            database = Postgres(
                create_async_engine(url, pool_size=5, max_overflow=5, pool_pre_ping=True)
            )
        except ModuleNotFoundError as missing:
            raise StoreFailed(
                f"{missing.name} is not installed; for PostgreSQL install laydown[postgresql]"
            ) from missing
    for last in (False, True):  # two servers may make the tables at the same time
        try:
            await database.run(metadata.create_all)
            break
        except (sa.exc.DBAPIError, OSError) as error:
            if not last:
                await asyncio.sleep(0.2)
                continue
            await database.close()
            if lock is not None:
                lock.release()
            raise StoreFailed(told(error)) from error
    store = Store(database, lock)
    store.start()
    return store


def _held(path: Path) -> BaseFileLock:
    """The file, made and locked. It holds shuffles to be dealt: only its owner may read it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = hold(path)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreFailed(f"{path}: {error.strerror}") from error
    return lock


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def hold(path: Path) -> BaseFileLock:
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
