"""One socket: hello, commands in, the newest state out."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from laydown.engine.legal import LegalActions
from laydown.engine.view import PlayerView
from laydown.players.levels import player
from laydown.server.hub import Hub
from laydown.server.limits import (
    HELLO_SECONDS,
    MOST_MESSAGE,
    MOST_SOCKETS,
    MOST_SOCKETS_A_ROOM,
    Bucket,
)
from laydown.server.live import Answer, LiveRoom, Viewer
from laydown.server.offers import offers, take_offer
from laydown.server.seats import hashed
from laydown.server.showing import PHRASES, names_seen
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
    Hinted,
    Look,
    Offers,
    Ping,
    Pong,
    Ready,
    Refused,
    Said,
    Say,
    Why,
)

log = logging.getLogger("laydown.server")

_decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)
_encoder = msgspec.json.Encoder()

GONE = (WebSocketDisconnect, RuntimeError, ConnectionError)
"""What a socket raises when its page is gone: while receiving, and while sending."""


async def table_socket(socket: WebSocket) -> None:
    """The life of one socket of a room."""
    hub: Hub = socket.app.state.hub
    if hub.sockets >= MOST_SOCKETS:
        await socket.close(1013)
        return
    origin = socket.headers.get("origin")
    if origin is not None and origin.split("://")[-1] != socket.headers.get("host"):
        await socket.close(1008)
        return
    await socket.accept()
    hub.sockets += 1
    try:
        with contextlib.suppress(*GONE):
            await _converse(hub, socket)
    finally:
        hub.sockets -= 1


async def _converse(hub: Hub, socket: WebSocket) -> None:
    live = await hub.room(socket.path_params["room"])
    if live is None:
        await _fail(socket, "There is no such room.")
        return
    try:
        hello = await asyncio.wait_for(_receive(socket), HELLO_SECONDS)
    except TimeoutError:
        await _fail(socket, "The page did not say hello.")
        return
    if not isinstance(hello, Hello):
        await _fail(socket, "The first message must be hello.")
        return
    if hello.version != WIRE_VERSION:
        await _fail(socket, "This page is older than the server: reload it.")
        return
    seat = live.seat_of(hashed(hello.token)) if hello.token else -1
    if hello.token and seat < 0:
        await _fail(socket, "This link opens no seat here (any more).")
        return
    if len(live.viewers) >= MOST_SOCKETS_A_ROOM:
        await _fail(socket, "This room is full of watchers.")
        return
    viewer = Viewer(seat, hello.seq if 0 <= hello.seq <= live.state.seq else 0)
    await live.enter(viewer)
    writer = asyncio.create_task(_write(live, socket, viewer))
    try:
        await _read(live, socket, viewer)
    finally:
        writer.cancel()
        await live.leave(viewer)
        with contextlib.suppress(asyncio.CancelledError, *GONE):
            await writer


async def _fail(socket: WebSocket, text: str, *, final: bool = True) -> None:
    await socket.send_text(_encoder.encode(Failed(text, final)).decode())
    await socket.close(1008)


async def _receive(socket: WebSocket) -> FromPage | None:
    """The next message; None where it is none, or is too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    data = message.get("text") or message.get("bytes") or b""
    if len(data) > MOST_MESSAGE:
        return None
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


async def _write(live: LiveRoom, socket: WebSocket, viewer: Viewer) -> None:
    """Send answers, and the newest state only: what a slow page missed is in its news."""
    while not viewer.closed:
        await viewer.fresh.wait()
        viewer.fresh.clear()
        while not viewer.replies.empty():
            await socket.send_text(_encoder.encode(viewer.replies.get_nowait()).decode())
        if viewer.stale:
            viewer.stale = False
            await socket.send_text(_encoder.encode(live.state_for(viewer)).decode())
    await socket.close(1008)


async def _read(live: LiveRoom, socket: WebSocket, viewer: Viewer) -> None:
    bucket = Bucket(rate=20, burst=60)
    bad = 0
    while not viewer.closed:
        message = await _receive(socket)
        if message is None:
            bad += 1
            if bad > 5:
                await _fail(socket, "These messages make no sense here.")
                return
            viewer.reply(Refused("", "The server could not read that message.", "", ""))
            continue
        if not bucket.take():
            await _fail(socket, "Too many messages at once.", final=False)
            return
        await _handle(live, viewer, message)


async def _handle(live: LiveRoom, viewer: Viewer, message: FromPage) -> None:
    if isinstance(message, Ping):
        import time

        viewer.reply(Pong(time.time()))
        return
    if isinstance(message, Hello):
        viewer.reply(Refused("", "Hello has been said.", "", ""))
        return
    command = message.id[:64]
    known = live.remembered(viewer.seat, command) if viewer.seat >= 0 else None
    if known is not None:
        viewer.reply(known)
        return
    changes = isinstance(message, Do | Back | Ready | Control)
    try:
        answer = await _obey(live, viewer, message, command)
    except Answer as refused:
        answer = Refused(command, refused.text, refused.clause, refused.option)
        viewer.stale = True
    except Exception:
        log.exception("a command failed in room %s", live.id)
        answer = Refused(command, "Something went wrong on the server; nothing changed.", "", "")
    if answer is not None:
        if changes and viewer.seat >= 0:
            live.remember(viewer.seat, command, answer)
        viewer.reply(answer)


async def _obey(
    live: LiveRoom,
    viewer: Viewer,
    message: Do | Back | Look | Why | Hint | Ready | Say | Control,
    command: str,
) -> msgspec.Struct | None:
    seat = viewer.seat
    match message:
        case Do():
            await live.do(seat, message.seq, message.action)
        case Back():
            await live.take_back(seat, message.seq)
        case Ready():
            await live.ready(seat)
        case Control():
            await live.control(seat, message.what, message.seat, message.level, message.text)
        case Say():
            if seat < 0 or message.phrase not in PHRASES:
                raise Answer("That cannot be said here.")
            for other in live.viewers:
                other.reply(Said(seat, message.phrase))
        case Look():
            return _look(live, viewer, message)
        case Why():
            return _why(live, viewer, message)
        case Hint():
            return await asyncio.to_thread(_hint, live, viewer, message)
    return Done(command, live.state.seq)


def _seen(live: LiveRoom, viewer: Viewer) -> PlayerView:
    round_ = live.state.match.round
    if viewer.seat < 0 or round_ is None or not live.state.started:
        raise Answer("There is nothing to look at yet.")
    return live.acting_view(round_, viewer.seat)


def _look(live: LiveRoom, viewer: Viewer, message: Look) -> Offers:
    seen = _seen(live, viewer)
    names = names_seen(live.state, viewer.seat)
    if len(message.cards) > 40:
        raise Answer("So many cards are in no hand.")
    if message.take:
        found = take_offer(seen, message.take, names)
    else:
        found = offers(seen, message.cards, names)
    return msgspec.structs.replace(found, id=message.id[:64], seq=live.state.seq)


def _why(live: LiveRoom, viewer: Viewer, message: Why) -> Refused:
    reason = LegalActions(_seen(live, viewer)).why_not(message.action)
    if reason is None:
        return Refused(message.id[:64], "That is allowed.", "", "")
    return live.refusal(reason, viewer.seat, message.id[:64])


def _hint(live: LiveRoom, viewer: Viewer, message: Hint) -> Hinted:
    seen = _seen(live, viewer)
    legal = LegalActions(seen)
    if not legal.kinds():
        raise Answer("It is not your turn.")
    advice = player("plain").explain(seen, legal)
    action = advice.action
    text = {1: advice.look, 2: advice.do, 3: advice.because}[message.strength]
    cards = tuple(getattr(action, "cards", ())) or (
        (action.card,) if hasattr(action, "card") else ()
    )
    strong = message.strength > 1
    tag = str(type(action).__struct_config__.tag)
    place = {"draw": "stock", "take": "pile", "call": "pile", "layoff": "meld"}.get(tag, "hand")
    return Hinted(
        message.id[:64],
        text,
        cards if strong else (),
        getattr(action, "meld", "") if strong else "",
        place,
        action if strong else None,  # type: ignore[arg-type]
    )
