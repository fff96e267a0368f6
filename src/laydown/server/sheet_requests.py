"""Requests about score sheets: open, join, look, and take away."""

from __future__ import annotations

import secrets
import time

from starlette.requests import Request
from starlette.responses import Response

from laydown.record.tallies import tally_csv, tally_text
from laydown.server.answers import Answer
from laydown.server.print_requests import printable
from laydown.server.requests import BadRequest, answered, body_of, hub_of, read_rules, sender
from laydown.server.seats import hashed, is_key, new_token
from laydown.server.sheet_controls import fit_players, joins
from laydown.server.sheet_files import (
    MOST_BACKUP,
    RestoreSheet,
    backup_of,
    restored,
    tally_of,
)
from laydown.server.sheet_groups import history_csv
from laydown.server.sheet_hub import SheetHub, read_code
from laydown.server.sheet_listings import KIND, history
from laydown.server.sheet_live import LiveSheet, SheetViewer
from laydown.server.sheet_people import beginning, browser_of
from laydown.server.sheet_sockets import viewer_of
from laydown.server.sheet_viewing import cell_history, door
from laydown.server.sheet_wire import JoinSheet, MySheets, OpenSheet, SheetHistory, SheetOpened
from laydown.sheet.values import NOBODY

WRONG_CODE = "These letters open no sheet: look at them again."
EDITS_A_SHEET = 500
"""so many edits of a backup cost as much as one more sheet"""
NOTHING = "There is nothing here for this link."


def sheets_of(request: Request) -> SheetHub:
    """The sheets of this server."""
    sheets: SheetHub = request.app.state.sheets
    return sheets


async def _watched(request: Request) -> tuple[LiveSheet, SheetViewer]:
    """The sheet that the address names, for somebody whose token opens it. Whoever has none is
    not told whether there is such a sheet."""
    live = await sheets_of(request).sheet(request.path_params["sheet"])
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    viewer = None
    if live is not None and scheme.lower() == "bearer" and token:
        viewer = viewer_of(live, token.strip())
    if live is None or viewer is None:
        raise BadRequest(NOTHING, 404)
    if sheets_of(request).store.is_shared:
        await live.heard()
    return live, viewer


# ------------------------------------------------------------------ opening and joining


@answered
async def open_sheet(request: Request) -> object:
    """Open a sheet; whoever asks keeps it."""
    sheets = sheets_of(request)
    if not sheets.openings.take(sender(request)):
        raise BadRequest("Too many sheets at once; wait a moment.", 429)
    wish = await body_of(request, OpenSheet)
    rules = fit_players(read_rules(wish.rules), len(wish.columns))
    problems = rules.problems()
    if problems:
        raise BadRequest(" ".join(problem.sentence for problem in problems))
    token = new_token()
    try:
        events = beginning(wish, rules, token, time.time())
    except Answer as refused:
        raise BadRequest(refused.text) from None
    live = await sheets.open(*events)
    return SheetOpened(live.id, token, live.state.code, live.state.view)


@answered
async def by_code(request: Request) -> object:
    """The sheet that these letters let in to, without its scores."""
    live = await _by_code(request, request.path_params["code"])
    return door(live.id, live.state)


async def _by_code(request: Request, text: str) -> LiveSheet:
    """The sheet of these letters; wrong ones count as a guess."""
    sheets, who = sheets_of(request), sender(request)
    if not sheets.guesses.may(who):
        raise BadRequest("Too many wrong letters; wait a minute.", 429)
    code = read_code(text)
    live = await sheets.by_code(code) if code else None
    if live is None:
        sheets.guesses.wrong(who)
        raise BadRequest(WRONG_CODE, 404)
    return live


@answered
async def join_sheet(request: Request) -> object:
    """Take a column, or watch."""
    wish = await body_of(request, JoinSheet)
    live = await _by_code(request, wish.code)
    if not secrets.compare_digest(live.id.encode(), str(request.path_params["sheet"]).encode()):
        sheets_of(request).guesses.wrong(sender(request))
        raise BadRequest(WRONG_CODE, 404)
    if wish.column == NOBODY:
        return SheetOpened(live.id, "", "", live.state.view)
    token = new_token()
    browser = browser_of(wish.browser)
    await live.change(lambda moment: joins(moment, wish.column, hashed(token), browser))
    return SheetOpened(live.id, token, live.state.code, live.state.view)


# ------------------------------------------------------------------ looking


@answered
async def look_at_sheet(request: Request) -> object:
    """The sheet as its socket shows it."""
    live, viewer = await _watched(request)
    return live.shown(viewer.seat)


@answered
async def cell(request: Request) -> object:
    """Everything that was ever entered in a cell."""
    live, viewer = await _watched(request)
    sheet = live.state.sheet
    round_, column = request.path_params["round"], request.path_params["column"]
    if not (1 <= round_ <= sheet.begun and 0 <= column < len(sheet.columns)):
        raise BadRequest("There is no such cell.", 404)
    return cell_history(live.state, round_, column, person=viewer.seat, at=live.clock())


async def _mine(request: Request) -> SheetHistory:
    browser = (await body_of(request, MySheets)).browser
    if not is_key(browser):
        raise BadRequest("That is no browser key.")
    return history(await hub_of(request).store.rows(hashed(browser), KIND))


@answered
async def my_sheets(request: Request) -> object:
    """This browser's sheets, and the people it plays with."""
    return await _mine(request)


# ------------------------------------------------------------------ taking away


def _file(text: bytes, kind: str, name: str) -> Response:
    return Response(
        text,
        media_type=kind,
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@answered
async def sheet_csv(request: Request) -> object:
    """The sheet for a spreadsheet."""
    live, _ = await _watched(request)
    text = tally_csv(tally_of(live.state))
    return _file(text.encode(), "text/csv; charset=utf-8", f"laydown-{live.id[:4]}.csv")


@answered
async def my_sheets_csv(request: Request) -> object:
    """All sheets of this browser for a spreadsheet."""
    text = history_csv(await _mine(request))
    return _file(text.encode(), "text/csv; charset=utf-8", "laydown-sheets.csv")


@answered
async def sheet_print(request: Request) -> object:
    """What the page to print is asked with."""
    live, _ = await _watched(request)
    return printable(live.state.sheet.rules, tally_of(live.state))


@answered
async def sheet_text(request: Request) -> object:
    """The sheet for a chat."""
    live, _ = await _watched(request)
    return Response(tally_text(tally_of(live.state)), media_type="text/plain; charset=utf-8")


@answered
async def sheet_backup(request: Request) -> object:
    """All edits, without secrets."""
    live, _ = await _watched(request)
    return _file(backup_of(live.state), "application/json", f"laydown-{live.id[:4]}.json")


@answered
async def restore_sheet(request: Request) -> object:
    """A new sheet of a backup; whoever puts it back keeps it."""
    sheets = sheets_of(request)
    if not sheets.openings.take(sender(request)):
        raise BadRequest("Too many sheets at once; wait a moment.", 429)
    wish = await body_of(request, RestoreSheet, most=MOST_BACKUP)
    for _ in range(len(wish.backup.changes) // EDITS_A_SHEET):
        if not sheets.openings.take(sender(request)):
            raise BadRequest("Too many sheets at once; wait a moment.", 429)
    token = new_token()
    live = await sheets.open(*await restored(wish, token))
    return SheetOpened(live.id, token, live.state.code, live.state.view)
