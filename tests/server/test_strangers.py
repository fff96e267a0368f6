"""Those who come to do harm: half requests, trickles, and what the logs keep of anybody."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator

import httpx
import pytest
from tests.server.people import Server, serving
from tests.server.test_processes import Far, free_port, process

from laydown.engine.actions import Draw
from laydown.server import limits
from laydown.server.wire import Done


@contextlib.asynccontextmanager
async def half_open(server: Server, *pieces: bytes) -> AsyncIterator[asyncio.StreamReader]:
    """A connection on which these pieces were sent, and nothing after them."""
    port = int(server.base.rsplit(":", 1)[1])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0.05)
        yield reader
    finally:
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


GET = b"GET /livez HTTP/1.1\r\nhost: here\r\n\r\n"


def test_half_requests_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.5)

    async def test() -> None:
        async with serving() as server:
            opened = await server.open("rummy-500", "me", "greedy")
            async with (
                server.page(opened.room, opened.token) as page,
                contextlib.AsyncExitStack() as stack,
            ):
                lines = [
                    await stack.enter_async_context(half_open(server, *pieces))
                    for pieces in (
                        (),
                        (b"GET /livez HTTP/1.1\r\n", b"host: x\r\n"),
                        (GET, b"GET /livez HTT"),
                        *[(b"P",)] * 40,
                    )
                ]
                for reader in lines:
                    await asyncio.wait_for(reader.read(), 5)  # it ends: the server has let go
                assert (await server.http.get("/livez")).status_code == 200
                await page.until(lambda page: page.state.legal is not None)
                assert isinstance(await page.do(Draw()), Done), "a socket has a life of its own"

    asyncio.run(test())


def test_a_connection_may_ask_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HEAD_SECONDS", 0.4)

    async def test() -> None:
        async with serving() as server:
            for _ in range(4):  # one connection, kept open longer than a head may take
                assert (await server.http.get("/livez")).status_code == 200
                await asyncio.sleep(0.2)

    asyncio.run(test())


def test_a_body_that_trickles_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.4)

    async def test() -> None:
        async with serving() as server:
            head = b"POST /api/mine HTTP/1.1\r\nhost: here\r\ncontent-length: 1000\r\n\r\n{"
            async with half_open(server, head) as reader:
                answer = await asyncio.wait_for(reader.readuntil(b"}"), 5)
            assert answer.startswith(b"HTTP/1.1 408 ")
            assert b"took too long" in answer

    asyncio.run(test())


def test_nothing_of_strangers_or_players_is_left_in_the_logs(tmp_path: object) -> None:
    """Garbage, other people's tokens, secrets in the wrong place: the logs name none of it."""
    port = free_port()
    name, browser, guess = "Zoltan", secrets.token_hex(16), secrets.token_hex(16)

    async def harm(far: Far) -> tuple[str, str]:
        opened = await far.open("rummy-500", "me", "greedy", name=name, browser=browser)
        async with far.page(opened.room, opened.token) as page:
            await page.until(lambda page: page.state.legal is not None)
            for garbage in ("{", "[]" * 4000, json.dumps({"is": "do", "token": guess}), "\0"):
                await page.line.send(garbage)
            await page.do(Draw(), seq=0)
            await page.do(Draw(), seq=10_000)
        for path in (
            f"/room/{opened.room}/{opened.token}",
            f"/api/rooms/{opened.room}/rounds/1?token={opened.token}",
            f"/api/rooms/{guess}",
            f"/{guess}/..%2f..%2fetc/passwd",
            "/%00%0d%0aset-cookie:x",
            f"/assets/../../{opened.room}",
        ):
            answer = await far.http.get(path)
            assert answer.status_code < 500, path
            assert "set-cookie" not in answer.headers
            assert "Traceback" not in answer.text
        for body in (b"{", b"\xff" * 1000, b"[" * 100_000, b"x" * 400_000):
            answer = await far.http.post("/api/rooms", content=body)
            assert answer.status_code in (400, 413)
        for token in (guess, "x" * 300, opened.token[:-1]):
            with pytest.raises(AssertionError, match="closed"):
                async with far.page(opened.room, token):
                    pass
        return opened.room, opened.token

    with process(f"{tmp_path}/x.sqlite3", port, "--log", "json", "--verbose") as served:
        far = Far(served.base)

        async def visit() -> tuple[str, str]:
            try:
                return await harm(far)
            finally:
                await far.http.aclose()

        room, token = asyncio.run(visit())
        assert httpx.get(f"{served.base}/readyz", timeout=5).status_code == 200
        code, _, err = served.stop()
    assert code == 0
    lines = [json.loads(line) for line in err.splitlines()]
    assert len(lines) > 10, "requests are logged"
    assert [line for line in lines if line["level"] not in ("info", "warning")] == []
    for secret in (room, token, browser, guess, name, "Traceback"):
        assert secret not in err
