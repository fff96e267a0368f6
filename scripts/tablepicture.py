"""The table in the browser, for `scripts/picture`: a real match, played until it looks busy."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import websockets
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
DOWN, IN_HAND, ON_PILE = 12, 5, 5
"""so many cards on the table, in the hand and on the pile make a picture"""
SIZE = {"width": 1280, "height": 800}


def draw(target: Path) -> None:
    """Serve, play, and take the picture once it is the person's turn to draw again."""
    from tests.browser.chromium import ARGUMENTS, executable

    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "laydown", "serve", "--port", str(port),
             "--database", f"{folder}/rooms.sqlite3"],
            cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            _wait(base)
            room, token = _busy(base)
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=executable(), args=list(ARGUMENTS)
                )
                page = browser.new_page(viewport=SIZE, reduced_motion="reduce")  # type: ignore[arg-type]
                page.goto(f"{base}/room/{room}#{token}")
                page.locator(".pile").first.wait_for()
                page.wait_for_load_state("networkidle")
                page.wait_for_timeout(1500)  # for whatever is still announced
                page.screenshot(path=target)
                browser.close()
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait()


def _wait(base: str) -> None:
    for _ in range(600):
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{base}/readyz", timeout=2).status_code == 200:
                return
        time.sleep(0.05)
    raise TimeoutError("the server did not become ready")


def _busy(base: str) -> tuple[str, str]:
    """A room whose table is full, and the person's token: the first of several that gets there."""
    for _ in range(60):
        wish = {
            "rules": "rummy-500",
            "name": "Anna",
            "seats": [{"who": "me"}, *[{"who": "computer", "level": "plain"}] * 2],
        }
        opened = httpx.post(f"{base}/api/rooms", json=wish, timeout=20).json()
        if asyncio.run(_play(base, opened["room"], opened["token"])):
            return opened["room"], opened["token"]
    raise RuntimeError("no match became busy")


def is_busy(table: dict[str, Any]) -> bool:
    """There is enough to look at."""
    down = sum(len(meld["cards"]) for meld in table["melds"])
    return down >= DOWN and len(table["hand"]) >= IN_HAND and len(table["pile"]) >= ON_PILE


async def _play(base: str, room: str, token: str) -> bool:
    """Do what the hints say until the table is full; False where the round ends before."""
    address = f"{base.replace('http', 'ws')}/ws/{room}"
    async with websockets.connect(address, max_size=None) as line:
        await line.send(json.dumps({"is": "hello", "version": 1, "token": token}))
        asked = -1
        async for text in line:
            message: dict[str, Any] = json.loads(text)
            if message["is"] == "hinted":
                wish = {"is": "do", "id": secrets.token_hex(8), "seq": asked}
                await asyncio.sleep(0.1)  # no faster than a page may ask
                await line.send(json.dumps({**wish, "action": message["action"]}))
            if message["is"] != "state" or not message["table"]:
                continue
            if message["room"]["phase"] != "playing":
                return False
            legal, table = message["legal"], message["table"]
            if legal and "draw" in legal["kinds"] and is_busy(table):
                return True
            if legal and message["seq"] != asked:
                asked = message["seq"]
                wish = {"is": "hint", "id": "h", "seq": asked, "strength": 3}
                await line.send(json.dumps(wish))
    return False
