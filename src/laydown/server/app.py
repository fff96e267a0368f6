"""The web application: pages, requests and sockets around the rooms."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute

from laydown.server.bench import Bench
from laydown.server.computers import Computers
from laydown.server.count_requests import count, turns
from laydown.server.databases import open_store
from laydown.server.hub import Hub
from laydown.server.lesson_requests import lesson, lessons
from laydown.server.own_requests import backup, live, mine, ready, restore
from laydown.server.pages import Guard, page, static_files
from laydown.server.presence import Timing
from laydown.server.print_requests import (
    compare,
    print_card,
    print_filled,
    print_rules,
    print_sheet,
)
from laydown.server.referee_requests import referee, referee_facts
from laydown.server.room_requests import join, lobby, open_room, record, rounds
from laydown.server.rule_requests import catalogue, clauses, rulebook_page, rules
from laydown.server.sheet_hub import SheetHub
from laydown.server.sheet_requests import (
    by_code,
    cell,
    join_sheet,
    look_at_sheet,
    my_sheets,
    my_sheets_csv,
    open_sheet,
    restore_sheet,
    sheet_backup,
    sheet_csv,
    sheet_print,
    sheet_text,
)
from laydown.server.sheet_sockets import sheet_socket
from laydown.server.sockets import table_socket
from laydown.server.store import Notice, Store
from laydown.server.thinking import Chooser

log = logging.getLogger("laydown.server")

STATIC = Path(__file__).parent / "static"


def application(
    database: str | Store,
    *,
    workers: int = 1,
    chooser: Chooser | None = None,
    timing: Timing | None = None,
    clock: Callable[[], float] = time.time,
    static: Path = STATIC,
) -> Starlette:
    """The application on this database; starting it opens the store and the workers.

    `chooser` thinks for the computers in the workers' place; `static` has the built page.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store = await open_store(database) if isinstance(database, str) else database
        hub = Hub(store, chooser or _warm(Computers(workers)), timing=timing, clock=clock)
        sheets = SheetHub(store, timing=timing, clock=clock)
        app.state.hub, app.state.sheets, app.state.bench = hub, sheets, Bench()
        app.state.counting = turns()

        def heard(notice: Notice | None) -> None:
            hub.heard(notice)
            sheets.heard(notice)

        store.listen(heard)
        tidy = asyncio.create_task(_tidy(hub, sheets))
        try:
            yield
        finally:
            tidy.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await tidy
            await sheets.close()
            app.state.bench.close()
            await hub.close()

    app = Starlette(
        routes=[
            Route("/api/catalogue", catalogue, methods=["GET"]),
            Route("/api/clauses", clauses, methods=["GET"]),
            Route("/api/rules", rules, methods=["POST"]),
            Route("/api/lessons", lessons, methods=["GET"]),
            Route("/api/lessons/{name}", lesson, methods=["POST"]),
            Route("/api/referee", referee, methods=["POST"]),
            Route("/api/referee/facts", referee_facts, methods=["POST"]),
            Route("/api/rulebook", rulebook_page, methods=["POST"]),
            Route("/api/rules/compare", compare, methods=["POST"]),
            Route("/api/print/sheet", print_filled, methods=["POST"]),
            Route("/print/rules", print_rules, methods=["GET"]),
            Route("/print/sheet", print_sheet, methods=["GET", "POST"]),
            Route("/print/card", print_card, methods=["GET"]),
            Route("/api/count", count, methods=["POST"]),
            Route("/api/rooms", open_room, methods=["POST"]),
            Route("/api/rooms/{room}", lobby, methods=["GET"]),
            Route("/api/rooms/{room}/join", join, methods=["POST"]),
            Route("/api/rooms/{room}/rounds/{number:int}", rounds, methods=["GET"]),
            Route("/api/rooms/{room}/record", record, methods=["GET"]),
            Route("/api/mine", mine, methods=["POST"]),
            Route("/api/mine/backup", backup, methods=["POST"]),
            Route("/api/mine/restore", restore, methods=["POST"]),
            Route("/api/sheets", open_sheet, methods=["POST"]),
            Route("/api/sheets/mine", my_sheets, methods=["POST"]),
            Route("/api/sheets/mine/csv", my_sheets_csv, methods=["POST"]),
            Route("/api/sheets/restore", restore_sheet, methods=["POST"]),
            Route("/api/sheets/code/{code}", by_code, methods=["GET"]),
            Route("/api/sheets/{sheet}", look_at_sheet, methods=["GET"]),
            Route("/api/sheets/{sheet}/join", join_sheet, methods=["POST"]),
            Route("/api/sheets/{sheet}/cells/{round:int}/{column:int}", cell, methods=["GET"]),
            Route("/api/sheets/{sheet}/csv", sheet_csv, methods=["GET"]),
            Route("/api/sheets/{sheet}/print", sheet_print, methods=["GET"]),
            Route("/api/sheets/{sheet}/text", sheet_text, methods=["GET"]),
            Route("/api/sheets/{sheet}/backup", sheet_backup, methods=["GET"]),
            Route("/livez", live, methods=["GET"]),
            Route("/readyz", ready, methods=["GET"]),
            WebSocketRoute("/ws/{room}", table_socket),
            WebSocketRoute("/ws/sheet/{sheet}", sheet_socket),
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


async def _tidy(hub: Hub, sheets: SheetHub) -> None:
    while True:
        await asyncio.sleep(30)
        try:
            await hub.tidy()
            await sheets.tidy()
        except Exception:
            log.exception("tidying failed")
