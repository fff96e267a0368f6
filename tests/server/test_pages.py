"""The files of the page as they are served: what is compressed, what may be kept, what is named."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import httpx
import pytest

from laydown.server.app import application

SCRIPT = b"let a = 1;\n" * 200


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A page as the build leaves it."""
    for name, content in {
        "index.html": b"<title>any</title>",
        "pages/home.html": b"<title>home</title>",
        "pages/room.html": b"<title>room</title>",
        "worker.js": b"worker",
        "assets/a-1.js": SCRIPT,
        "assets/a-1.js.gz": gzip.compress(SCRIPT),
        "assets/a-1.js.br": b"brotli",
        "assets/b-1.css": b"b {}",
    }.items():
        path = tmp_path / "static" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "static"


def asked(static: Path, path: str, accepts: str = "") -> httpx.Response:
    """What the server answers; the store is not needed for files."""

    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(application("sqlite://", static=static))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            request = client.build_request("GET", path, headers={"accept-encoding": accepts})
            return await client.send(request)

    return asyncio.run(get())


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "home"),
        ("/room/abcdefghjkmn", "room"),
        ("/room", "room"),
        ("/nowhere", "any"),
        ("/pages/room.html", "any"),
        ("/..%2fpages", "any"),
    ],
)
def test_each_address_has_the_first_page_that_names_its_files(
    static: Path, path: str, title: str
) -> None:
    answer = asked(static, path)
    assert answer.status_code == 200
    assert answer.text == f"<title>{title}</title>"
    assert answer.headers["cache-control"] == "no-cache"


def test_files_come_as_small_as_the_browser_can_read_them(static: Path) -> None:
    plain = asked(static, "/assets/a-1.js", "identity")
    assert "content-encoding" not in plain.headers
    assert plain.content == SCRIPT
    zipped = asked(static, "/assets/a-1.js", "gzip, deflate")
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.content == SCRIPT
    assert int(zipped.headers["content-length"]) == len(gzip.compress(SCRIPT))
    small = asked(static, "/assets/a-1.js", "gzip, deflate, br, zstd")
    assert small.headers["content-encoding"] == "br"
    assert int(small.headers["content-length"]) == len(b"brotli")
    for answer in (plain, zipped, small):
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["vary"] == "accept-encoding"
        assert "immutable" in answer.headers["cache-control"]
    small_as_it_is = asked(static, "/assets/b-1.css", "gzip, br")
    assert "content-encoding" not in small_as_it_is.headers
    assert small_as_it_is.content == b"b {}"


def test_the_worker_is_never_kept_and_may_run(static: Path) -> None:
    answer = asked(static, "/worker.js")
    assert answer.content == b"worker"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
