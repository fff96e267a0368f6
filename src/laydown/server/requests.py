"""Plain requests: strictly read, limited, and answered in words where they are refused."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from laydown.rules.errors import BadRules
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules, read_rules_json
from laydown.server import limits
from laydown.server.answers import Answer
from laydown.server.hub import Hub
from laydown.server.limits import MOST_BODY, sender_of
from laydown.server.live import LiveRoom
from laydown.server.request_wire import Fault
from laydown.server.store import StoreFailed

T = TypeVar("T")

log = logging.getLogger("laydown.server")

MOST_FIELDS = 20
"""of a form"""
MOST_RULES = 20_000
"""characters of a rule set"""


class BadRequest(Exception):
    """A request refused: the words and the status."""

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.text, self.status = text, status


def answered(
    function: Callable[[Request], Awaitable[object]],
) -> Callable[[Request], Awaitable[Response]]:
    """An endpoint whose refusals and faults are answered in words."""

    async def serve(request: Request) -> Response:
        try:
            if not hub_of(request).requests.take(sender(request)):
                raise BadRequest("Too many requests at once; wait a moment.", 429)
            return reply(await function(request))
        except BadRequest as bad:
            return reply(Fault(bad.text), bad.status)
        except BadRules as bad:
            return reply(Fault(str(bad)), 400)
        except Answer as refused:
            return reply(Fault(refused.text), 409)
        except StoreFailed as failed:
            log.warning("a request failed: %s", failed)
            return reply(Fault(f"The server could not store or read this ({failed})."), 503)
        except Exception:
            log.exception("a request failed")
            return reply(Fault("Something went wrong on the server."), 500)

    return serve


def reply(value: object, status: int = 200) -> Response:
    """A value as JSON."""
    if isinstance(value, Response):
        return value
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def sender(request: Request) -> str:
    """Whom the limits count this request for."""
    return sender_of(request.client.host if request.client else "")


async def body_of(request: Request, type_: type[T], *, most: int = MOST_BODY) -> T:
    """The body, strictly read and at most so many bytes long."""
    body = await _whole_body(request, most=most)
    try:
        return msgspec.json.decode(body, type=type_)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as bad:
        raise BadRequest(f"The request could not be read: {str(bad)[:200]}") from None


async def form_of(request: Request, *, most: int = MOST_BODY) -> dict[str, str]:
    """The fields of a form as a browser sends it, the last of each name."""
    body = await _whole_body(request, most=most)
    try:
        return dict(parse_qsl(body.decode(), max_num_fields=MOST_FIELDS))
    except ValueError as bad:
        raise BadRequest(f"The form could not be read: {str(bad)[:200]}") from None


async def _whole_body(request: Request, *, most: int) -> bytes:
    size = 0
    pieces = []
    try:
        async with asyncio.timeout(limits.BODY_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size > most:
                    raise BadRequest("That is too much for one request.", 413)
                pieces.append(piece)
    except TimeoutError:
        raise BadRequest("The request took too long to arrive.", 408) from None
    except ClientDisconnect:
        raise BadRequest("The request was broken off.") from None
    return b"".join(pieces)


def hub_of(request: Request) -> Hub:
    """The rooms of this server."""
    hub: Hub = request.app.state.hub
    return hub


async def room_of_request(request: Request) -> LiveRoom:
    """The room that the address names."""
    live = await hub_of(request).room(request.path_params["room"])
    if live is None:
        raise BadRequest("There is no such room.", 404)
    return live


def read_rules(text: str) -> Rules:
    """Rules from the short text or from JSON."""
    if len(text) > MOST_RULES:
        raise BadRules("these rules are too long")
    return read_rules_json(text) if text.lstrip().startswith("{") else parse_rules(text)
