"""One socket: hello, commands in, the newest state out."""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket

from laydown.server.answers import Answer
from laydown.server.hub import Hub
from laydown.server.limits import (
    HELLO_SECONDS,
    MOST_BAD_MESSAGES,
    MOST_SOCKETS_A_SEAT,
    MOST_WATCHERS_A_ROOM,
    Bucket,
)
from laydown.server.live import LiveRoom
from laydown.server.questions import hint, look, suggest, why
from laydown.server.seats import hashed, masked
from laydown.server.showing import PHRASES
from laydown.server.store import StoreFailed
from laydown.server.talking import conversation, last_words, received, until_either_ends
from laydown.server.viewers import Viewer
from laydown.server.wire import (
    WIRE_VERSION,
    Back,
    Control,
    Do,
    Done,
    Failed,
    FromPage,
    Hello,
    Hint,
    Look,
    Ping,
    Pong,
    Ready,
    Refused,
    Say,
    Suggest,
    Why,
)

log = logging.getLogger("laydown.server")

_decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)
_encoder = msgspec.json.Encoder()


async def table_socket(socket: WebSocket) -> None:
    """The life of one socket of a room."""
    hub: Hub = socket.app.state.hub
    fault = Failed("Something went wrong on the server.", final=False)
    await conversation(socket, lambda: _converse(hub, socket), fault)


async def _converse(hub: Hub, socket: WebSocket) -> None:
    try:
        first = received(socket, _decoder)
        hello = await asyncio.wait_for(first, HELLO_SECONDS)
    except TimeoutError:
        await _fail(socket, "The page did not say hello.")
        return
    try:
        live = await hub.room(socket.path_params["room"])
        if live is not None and hub.store.is_shared:
            await live.heard()  # the page may come from another server that is ahead
    except StoreFailed as failed:
        await _fail(socket, f"The server could not open the room ({failed}).", final=False)
        return
    why = _unwelcome(live, hello)
    if live is None or not isinstance(hello, Hello) or why:
        await _fail(socket, why)
        return
    secret = hashed(hello.token) if hello.token else ""
    seat = live.seat_of(secret) if secret else -1
    since = hello.seq if 0 <= hello.seq <= live.state.seq else 0
    viewer = Viewer(seat, since, secret)
    try:
        await live.enter(viewer)
        await _serve(hub, live, socket, viewer)
    finally:
        await live.leave(viewer)


def _unwelcome(live: LiveRoom | None, hello: FromPage | None) -> str:
    """Why the page is sent away, empty if it is welcome."""
    if live is None:
        return "There is no such room."
    if not isinstance(hello, Hello):
        return "The first message must be hello."
    if hello.version != WIRE_VERSION:
        return "This page is older than the server: reload it."
    seat = live.seat_of(hashed(hello.token)) if hello.token else -1
    if hello.token and seat < 0:
        return "This link opens no seat here (any more)."
    same = sum(viewer.seat == seat for viewer in live.viewers)
    if seat < 0 and same >= MOST_WATCHERS_A_ROOM:
        return "This room is full of watchers."
    if seat >= 0 and same >= MOST_SOCKETS_A_SEAT:
        return "This seat is open on too many pages."
    return ""


async def _serve(hub: Hub, live: LiveRoom, socket: WebSocket, viewer: Viewer) -> None:
    """Read and write until either ends: the page has gone, or is let go."""
    await until_either_ends(_read(hub, live, socket, viewer), _write(live, socket, viewer))
    if viewer.closed:
        await _fail(socket, viewer.why or "The server let this page go.", final=bool(viewer.why))


async def _fail(socket: WebSocket, text: str, *, final: bool = True) -> None:
    await last_words(socket, Failed(text, final))


async def _write(live: LiveRoom, socket: WebSocket, viewer: Viewer) -> None:
    """Send answers, and the newest state only: what a slow page missed is in its news."""
    while not viewer.closed:
        await viewer.fresh.wait()
        viewer.fresh.clear()
        while not viewer.replies.empty() and not viewer.closed:
            await socket.send_text(_encoder.encode(viewer.replies.get_nowait()).decode())
        if viewer.stale and not viewer.closed:
            viewer.stale = False
            seq, shown = await live.showing.text(live.moment(), viewer.seat, viewer.since)
            await socket.send_text(shown)
            viewer.since = seq


async def _read(hub: Hub, live: LiveRoom, socket: WebSocket, viewer: Viewer) -> None:
    limits = Limits()
    bad = 0
    while not viewer.closed:
        message = await received(socket, _decoder)
        if not limits.any.take():
            await _fail(socket, "Too many messages at once.", final=False)
            return
        if message is None:
            bad += 1
            if bad > MOST_BAD_MESSAGES:
                await _fail(socket, "These messages make no sense here.")
                return
            viewer.reply(Refused("", "The server could not read that message.", "", ""))
            continue
        await _handle(hub, live, viewer, message, limits)


class Limits:
    """How much one socket may send."""

    def __init__(self) -> None:
        self.any = Bucket(rate=20, burst=60)
        self.rare = Bucket(rate=0.5, burst=10)
        """phrases, and controls of the room"""
        self.thought = Bucket(rate=2, burst=10)
        """hints and suggestions"""

    def allow(self, message: FromPage) -> bool:
        """The message is not one too many of its kind."""
        if isinstance(message, Say | Control):
            return self.rare.take()
        return self.thought.take() if isinstance(message, Hint | Suggest) else True


async def _handle(
    hub: Hub, live: LiveRoom, viewer: Viewer, message: FromPage, limits: Limits
) -> None:
    if isinstance(message, Ping):
        viewer.reply(Pong(live.clock()))
        return
    if isinstance(message, Hello):
        viewer.reply(Refused("", "Hello has been said.", "", ""))
        return
    command = message.id[:64]
    changes = isinstance(message, Do | Back | Ready | Control) and viewer.seat >= 0
    known = live.remembered(viewer, command) if changes else None
    if known is not None:
        viewer.reply(known)
        return
    answer: msgspec.Struct
    try:
        if not limits.allow(message):
            raise Answer("Not so fast; wait a moment.")
        answer = await _obey(hub, live, viewer, message, command)
    except Answer as refused:
        answer = Refused(command, refused.text, refused.clause, refused.option)
        viewer.refresh()
    except Exception:
        log.exception("a command failed in room %s", masked(live.id))
        answer = Refused(command, "Something went wrong on the server; nothing changed.", "", "")
    if changes and isinstance(answer, Done):
        live.remember(viewer, command, answer)
    viewer.reply(answer)


async def _obey(
    hub: Hub,
    live: LiveRoom,
    viewer: Viewer,
    message: Do | Back | Look | Suggest | Why | Hint | Ready | Say | Control,
    command: str,
) -> msgspec.Struct:
    seat = viewer.seat
    match message:
        case Do():
            await live.do(viewer, message.seq, message.action, command)
        case Back():
            await live.take_back(viewer, message.seq, command)
        case Ready():
            await live.ready(viewer, command)
        case Control():
            await live.control(viewer, message)
        case Say():
            if seat < 0 or message.phrase not in PHRASES:
                raise Answer("That cannot be said here.")
            hub.say(live, seat, message.phrase)
        case Look():
            return look(live.state, viewer.seat, message)
        case Suggest():
            return suggest(live.state, viewer.seat, message)
        case Why():
            return why(live.state, viewer.seat, message)
        case Hint():
            return await asyncio.to_thread(hint, live.state, viewer.seat, message)
    return Done(command, live.state.seq)
