"""What every socket has in common, whatever is said on it: who is let in, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from laydown.server.hub import Hub
from laydown.server.limits import LAST_WORDS_SECONDS, MOST_MESSAGE, sender_of
from laydown.server.pages import is_own_page

T = TypeVar("T")

log = logging.getLogger("laydown.server")

_encoder = msgspec.json.Encoder()

GONE = (WebSocketDisconnect, RuntimeError, ConnectionError)
"""What a socket raises when its page is gone: while receiving, and while sending."""


async def conversation(
    socket: WebSocket, converse: Callable[[], Awaitable[None]], fault: msgspec.Struct
) -> None:
    """The life of one socket: pages of other sites are refused, and those that are too many;
    `fault` is said where the server fails."""
    hub: Hub = socket.app.state.hub
    sender = sender_of(socket.client.host if socket.client else "")
    if not is_own_page(socket.headers) or not hub.requests.take(sender):
        await socket.close(1008)
        return
    if not hub.sockets.add(sender):
        await socket.close(1013)
        return
    try:
        await socket.accept()
        with contextlib.suppress(*GONE):
            await converse()
    except Exception:
        log.exception("a socket failed")
        with contextlib.suppress(*GONE):
            await last_words(socket, fault)
    finally:
        hub.sockets.remove(sender)


async def received(socket: WebSocket, decoder: msgspec.json.Decoder[T]) -> T | None:
    """The next message; None where it is none, or is too long."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    data = message.get("text") or message.get("bytes") or b""
    if len(data) > MOST_MESSAGE:
        return None
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        return None


async def last_words(socket: WebSocket, message: msgspec.Struct) -> None:
    """Say why, and close; a page that does not listen is not waited for."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LAST_WORDS_SECONDS):
            await socket.send_text(_encoder.encode(message).decode())
            await socket.close(1008)


async def until_either_ends(*halves: Coroutine[None, None, None]) -> None:
    """Read and write until one of them ends: the page has gone, or is let go."""
    tasks = {asyncio.create_task(half) for half in halves}
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
