"""The built page and the headers that every answer carries."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from laydown.server.seats import is_key, is_room, masked

log = logging.getLogger("laydown.server")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self';"
    " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

FRESH = {"cache-control": "no-cache"}
"""For files whose names stay: a browser asks for them anew each time."""

ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
MEDIA = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


def is_own_page(headers: Headers) -> bool:
    """The request comes from a page of this server, or from no page at all."""
    if headers.get("sec-fetch-site") == "cross-site":
        return False
    origin = headers.get("origin")
    return origin is None or origin.split("://")[-1] == headers.get("host")


class Guard:
    """Adds the security headers to every answer, keeps strangers' pages from posting, and logs."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"]
        began = time.perf_counter()
        status = 500

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                built = path.startswith("/assets/") and status < 400
                cache = "public, max-age=31536000, immutable" if built else "no-store"
                headers.setdefault("cache-control", cache)
            await send(message)

        try:
            # A form that opens a page to print has no origin under our referrer policy; such a page
            # holds what the form sent and nothing else, so there is nothing to keep strangers from.
            changes = scope["method"] not in ("GET", "HEAD") and not path.startswith("/print/")
            if changes and not is_own_page(Headers(scope=scope)):
                refusal = Response(
                    b'{"error":"Another site may not ask this."}', 403,
                    media_type="application/json",
                )  # fmt: skip
                await refusal(scope, receive, guarded)
            else:
                await self._app(scope, receive, guarded)
        finally:
            log.info(
                "request",
                extra={
                    "method": scope["method"],
                    "path": _masked_path(path),
                    "status": status,
                    "milliseconds": round((time.perf_counter() - began) * 1000, 1),
                },
            )


def _masked_path(path: str) -> str:
    """The path without the name of a room, whoever has the whole of which may watch, without the
    letters that let people join a sheet, and without a token, wherever one was put."""
    parts = path.split("/")
    if "code" in parts:
        parts = [*parts[: parts.index("code") + 1], "…"]
    return "/".join(
        masked(part) if is_room(part) or is_key(part) else part[:40] for part in parts[:8]
    )


class Compressed(StaticFiles):
    """Files as the build compressed them, for browsers that can read that."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The smallest form there is that the browser accepts."""
        readable = Headers(scope=scope).get("accept-encoding", "")
        for name, ending in ENCODINGS:
            packed = Path(f"{os.fspath(full_path)}{ending}")
            if name in readable and packed.is_file():
                response = super().file_response(packed, packed.stat(), scope, status_code)
                response.headers["content-encoding"] = name
                # the ending would say that it is an archive
                response.headers["content-type"] = media_type(full_path)
                break
        else:
            response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["vary"] = "accept-encoding"
        return response


def media_type(path: str | os.PathLike[str]) -> str:
    """What a file of the page is, whatever the machine's own list says."""
    return MEDIA.get(Path(path).suffix, "application/octet-stream")


def static_files(folder: Path) -> list[BaseRoute]:
    """The built scripts, styles and pictures, where the page has been built."""
    assets = folder / "assets"
    return [Mount("/assets", Compressed(directory=assets))] if assets.is_dir() else []


def page(folder: Path) -> Callable[[Request], Awaitable[Response]]:
    """The one page behind every address; files beside it are served as they are.

    The build makes a first page for each kind of address, which names the files that are needed
    there, so that a browser asks for all of them at once.
    """

    async def serve(request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith(("api/", "ws/")):
            return PlainTextResponse("There is nothing here.", status_code=404)
        named = folder / path
        if path and "/" not in path and "." in path[1:] and named.is_file():
            return FileResponse(named, headers=FRESH)
        kind = path.split("/")[0] or "home"
        first = folder / "pages" / f"{kind}.html" if kind.isascii() and kind.isalpha() else folder
        index = first if first.is_file() else folder / "index.html"
        if not index.is_file():
            return PlainTextResponse(
                "The page has not been built; install the package to build it.", status_code=503
            )
        return FileResponse(index, headers=FRESH)

    return serve
