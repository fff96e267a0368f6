"""The web application: pages, requests and sockets around the rooms."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from laydown.server.computers import Computers
from laydown.server.hub import Hub
from laydown.server.pages import Guard, page, static_files
from laydown.server.requests import (
    backup,
    catalogue,
    join,
    live,
    lobby,
    mine,
    open_room,
    ready,
    record,
    restore,
    rounds,
    rulebook_page,
    rules,
)
from laydown.server.sockets import table_socket
from laydown.server.store import open_store

STATIC = Path(__file__).parent / "static"


def application(database: str, *, workers: int = 1) -> Starlette:
    """The application on this database; starting it opens the store and the workers."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await open_store(database)
        hub = Hub(store, Computers(workers))
        app.state.hub = hub
        await store.listen(hub.heard)
        tidy = asyncio.create_task(_tidy(hub))
        try:
            yield
        finally:
            tidy.cancel()
            await hub.close()

    app = Starlette(
        routes=[
            Route("/api/catalogue", catalogue, methods=["GET"]),
            Route("/api/rules", rules, methods=["POST"]),
            Route("/api/rulebook", rulebook_page, methods=["POST"]),
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
            *static_files(STATIC),
            Route("/{path:path}", page(STATIC), methods=["GET"]),
        ],
        lifespan=lifespan,
    )
    app.add_middleware(Guard)
    return app


async def _tidy(hub: Hub) -> None:
    while True:
        await asyncio.sleep(60)
        await hub.forget_idle()
