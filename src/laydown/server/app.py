"""The web application: pages, requests and sockets around the rooms."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from laydown.server.computers import Computers
from laydown.server.count_requests import count
from laydown.server.databases import open_store
from laydown.server.hub import Hub
from laydown.server.own_requests import backup, live, mine, ready, restore
from laydown.server.pages import Guard, page, static_files
from laydown.server.presence import Timing
from laydown.server.room_requests import join, lobby, open_room, record, rounds
from laydown.server.rule_requests import catalogue, rulebook_page, rules
from laydown.server.sockets import table_socket
from laydown.server.store import Store
from laydown.server.thinking import Chooser

log = logging.getLogger("laydown.server")

STATIC = Path(__file__).parent / "static"


def application(
    database: str | Store,
    *,
    workers: int = 1,
    chooser: Chooser | None = None,
    timing: Timing | None = None,
    static: Path = STATIC,
) -> Starlette:
    """The application on this database; starting it opens the store and the workers.

    `chooser` thinks for the computers in the workers' place; `static` has the built page.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await open_store(database) if isinstance(database, str) else database
        hub = Hub(store, chooser or _warm(Computers(workers)), timing=timing)
        app.state.hub = hub
        store.listen(hub.heard)
        tidy = asyncio.create_task(_tidy(hub))
        try:
            yield
        finally:
            tidy.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await tidy
            await hub.close()

    app = Starlette(
        routes=[
            Route("/api/catalogue", catalogue, methods=["GET"]),
            Route("/api/rules", rules, methods=["POST"]),
            Route("/api/rulebook", rulebook_page, methods=["POST"]),
            Route("/api/count", count, methods=["POST"]),
            Route("/api/rooms", open_room, methods=["POST"]),
            Route("/api/rooms/{room}", lobby, methods=["GET"]),
            Route("/api/rooms/{room}/join", join, methods=["POST"]),
            Route("/api/rooms/{room}/rounds/{number:int}", rounds, methods=["GET"]),
            Route("/api/rooms/{room}/record", record, methods=["GET"]),
            Route("/api/mine", mine, methods=["POST"]),
            Route("/api/mine/backup", backup, methods=["POST"]),
            Route("/api/mine/restore", restore, methods=["POST"]),
            Route("/livez", live, methods=["GET"]),
            Route("/readyz", ready, methods=["GET"]),
            WebSocketRoute("/ws/{room}", table_socket),
            *static_files(static),
            Route("/{path:path}", page(static), methods=["GET"]),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(Guard)
    return app


def _warm(computers: Computers) -> Computers:
    computers.warm()
    return computers


async def _tidy(hub: Hub) -> None:
    while True:
        await asyncio.sleep(30)
        try:
            await hub.tidy()
        except Exception:
            log.exception("tidying failed")
