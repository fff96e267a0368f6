"""`laydown store`: look after the event store while no server uses it."""

from __future__ import annotations

import argparse
import asyncio
import sys


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("store", help="look after the stored matches")
    parser.add_argument("what", choices=("rebuild",), help="make all lists again from the events")
    parser.add_argument("--database", default="", help="a SQLite file or a PostgreSQL URL")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Rebuild the lists; 1 if the database is not to be had."""
    return asyncio.run(_rebuild(args.database))


async def _rebuild(database: str) -> int:
    from laydown.cli.serve import data_folder
    from laydown.server.databases import Held, open_store
    from laydown.server.rebuilding import rebuild
    from laydown.server.store import StoreFailed

    try:
        store = await open_store(database or str(data_folder() / "laydown.sqlite3"))
    except (Held, StoreFailed) as error:
        print(f"The database cannot be used: {error}.", file=sys.stderr)
        return 1
    try:
        done = await rebuild(store)
    except StoreFailed as error:
        print(f"The lists could not be rebuilt: {error}.", file=sys.stderr)
        return 1
    finally:
        await store.close()
    print(
        f"Rebuilt {done.rows} lines from {done.rooms} rooms, {done.sheets} score sheets and"
        f" {done.files} kept files."
    )
    for stream in done.damaged:
        print(f"{stream} cannot be read and was left out.", file=sys.stderr)
    return 1 if done.damaged else 0
