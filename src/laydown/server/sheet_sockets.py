"""One socket of a score sheet: hello, edits in, the newest state out."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket

from laydown.server.answers import Answer
from laydown.server.limits import (
    HELLO_SECONDS,
    MOST_BAD_MESSAGES,
    MOST_SOCKETS_A_SEAT,
    MOST_WATCHERS_A_ROOM,
    Bucket,
)
from laydown.server.seats import hashed, masked
from laydown.server.sheet_controls import Asked
from laydown.server.sheet_hub import SheetHub
from laydown.server.sheet_live import SENT_AWAY, LiveSheet, SheetViewer
from laydown.server.sheet_people import open_letters, rematch
from laydown.server.sheet_wire import (
    Conduct,
    FromSheetPage,
    NotStored,
    SheetFailed,
    SheetHello,
    SheetPing,
    SheetPong,
    Stored,
    Typing,
)
from laydown.server.store import StoreFailed
from laydown.server.talking import conversation, last_words, received, until_either_ends
from laydown.server.wire import WIRE_VERSION
from laydown.sheet.values import NOBODY

log = logging.getLogger("laydown.server")

_decoder: msgspec.json.Decoder[FromSheetPage] = msgspec.json.Decoder(FromSheetPage)
_encoder = msgspec.json.Encoder()

EDITS_AT_ONCE = 600
"""A phone that was away for a whole evening sends what it kept in one go."""


async def sheet_socket(socket: WebSocket) -> None:
    """The life of one socket of a sheet."""
    sheets: SheetHub = socket.app.state.sheets
    fault = SheetFailed("Something went wrong on the server.", final=False)
    await conversation(socket, lambda: _converse(sheets, socket), fault)


async def _converse(sheets: SheetHub, socket: WebSocket) -> None:
    try:
        first = received(socket, _decoder)
        hello = await asyncio.wait_for(first, HELLO_SECONDS)
    except TimeoutError:
        await _fail(socket, "The page did not say hello.")
        return
    try:
        live = await sheets.sheet(socket.path_params["sheet"])
        if live is not None and sheets.store.is_shared:
            await live.heard()  # the page may come from another server that is ahead
    except StoreFailed as failed:
        await _fail(socket, f"The server could not open the sheet ({failed}).", final=False)
        return
    if not isinstance(hello, SheetHello):
        await _fail(socket, "The first message must be hello.")
        return
    if hello.version != WIRE_VERSION:
        await _fail(socket, "This page is older than the server: reload it.")
        return
    viewer = None if live is None else viewer_of(live, hello.token, wall=hello.wall)
    if live is None or viewer is None:
        await _fail(socket, SENT_AWAY)  # the same words, whether or not there is such a sheet
        return
    full = _full(live, viewer)
    if full:
        await _fail(socket, full, final=False)
        return
    try:
        await live.enter(viewer)
        await _serve(sheets, live, socket, viewer)
    finally:
        await live.leave(viewer)


def viewer_of(live: LiveSheet, token: str, *, wall: bool = False) -> SheetViewer | None:
    """Whose page this token opens; None where it opens nothing here."""
    secret = hashed(token)
    person = live.person_of(secret)
    if person != NOBODY:
        return SheetViewer(person, secret, wall=wall)
    return SheetViewer(NOBODY, "", wall=wall) if live.may_view(token) else None


def _full(live: LiveSheet, viewer: SheetViewer) -> str:
    """Why one more page is too many, empty if it is not."""
    same = sum(each.seat == viewer.seat for each in live.viewers)
    if viewer.seat == NOBODY and same >= MOST_WATCHERS_A_ROOM:
        return "Too many watch this sheet."
    if viewer.seat != NOBODY and same >= MOST_SOCKETS_A_SEAT:
        return "This link is open on too many pages."
    return ""


async def _serve(sheets: SheetHub, live: LiveSheet, socket: WebSocket, viewer: SheetViewer) -> None:
    """Read and write until either ends: the page has gone, or is let go."""
    await until_either_ends(_read(sheets, live, socket, viewer), _write(live, socket, viewer))
    if viewer.closed:
        await _fail(socket, viewer.why or "The server let this page go.", final=bool(viewer.why))


async def _fail(socket: WebSocket, text: str, *, final: bool = True) -> None:
    await last_words(socket, SheetFailed(text, final))


async def _write(live: LiveSheet, socket: WebSocket, viewer: SheetViewer) -> None:
    """Send the newest state only, and answers after the state that they are about."""
    while not viewer.closed:
        await viewer.fresh.wait()
        viewer.fresh.clear()
        answers = viewer.replies.qsize()  # whatever they are about is in the state made next
        if viewer.stale and not viewer.closed:
            viewer.stale = False
            shown = live.shown(viewer.seat, wall=viewer.wall)
            await socket.send_text(_encoder.encode(shown).decode())
        for _ in range(answers):
            await socket.send_text(_encoder.encode(viewer.replies.get_nowait()).decode())
        viewer.drained.set()


async def _read(sheets: SheetHub, live: LiveSheet, socket: WebSocket, viewer: SheetViewer) -> None:
    limits = Limits()
    bad = 0
    while not viewer.closed:
        await viewer.keep_up()
        message = await received(socket, _decoder)
        if not limits.any.take():
            await _fail(socket, "Too many messages at once.", final=False)
            return
        if message is None:
            bad += 1
            if bad > MOST_BAD_MESSAGES:
                await _fail(socket, "These messages make no sense here.")
                return
            viewer.reply(NotStored("", "The server could not read that message."))
            continue
        await _handle(sheets, live, viewer, message, limits)


class Limits:
    """How much one socket may send."""

    def __init__(self) -> None:
        self.any = Bucket(rate=20, burst=EDITS_AT_ONCE)
        self.rare = Bucket(rate=0.5, burst=20)
        """about the sheet as a whole"""
        self.typing = Bucket(rate=4, burst=20)


async def _handle(
    sheets: SheetHub,
    live: LiveSheet,
    viewer: SheetViewer,
    message: FromSheetPage,
    limits: Limits,
) -> None:
    match message:
        case SheetPing():
            viewer.reply(SheetPong(live.clock()))
        case SheetHello():
            viewer.reply(NotStored("", "Hello has been said."))
        case Typing():
            if limits.typing.take():
                live.typed(viewer, message.column, message.round)
        case _:
            viewer.reply(await _obey(sheets, live, viewer, message, limits))


async def _obey(
    sheets: SheetHub, live: LiveSheet, viewer: SheetViewer, asked: Asked, limits: Limits
) -> Stored | NotStored:
    command = asked.id[:64]
    try:
        if isinstance(asked, Conduct):
            if not limits.rare.take():
                raise Answer("Not so fast; wait a moment.")
            if asked.what in ("open_code", "rematch"):
                about = open_letters if asked.what == "open_code" else rematch
                await about(sheets, live, viewer, command)
                return Stored(command, live.state.seq)
        done = await live.ask(viewer, asked)
        return Stored(command, done.seq, done.clash)
    except Answer as refused:
        viewer.refresh()
        return NotStored(command, refused.text)
    except StoreFailed as failed:
        log.warning("sheet %s could not store an edit: %s", masked(live.id), failed)
        return NotStored(command, f"The server could not store this ({failed}).", again=True)
    except Exception:
        log.exception("an edit failed in sheet %s", masked(live.id))
        return NotStored(command, "Something went wrong on the server; nothing changed.")
