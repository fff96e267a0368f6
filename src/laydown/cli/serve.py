"""`laydown serve`: the table in the browser."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path

MOST_FILES = 8192


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    parser = subparsers.add_parser("serve", help="serve the table to browsers")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8765, help="port to listen on")
    parser.add_argument("--database", default="", help="a SQLite file or a PostgreSQL URL")
    parser.add_argument(
        "--lan", action="store_true", help="for phones in the house, with a QR code"
    )
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument("--workers", type=int, default=1, help="processes that think")
    parser.add_argument("--log", choices=("lines", "json"), default="lines", help="how to log")
    parser.add_argument("--verbose", action="store_true", help="log every request")
    parser.set_defaults(run=run)


def data_folder() -> Path:
    """Where this user's matches are kept."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "laydown"


def own_address() -> str:
    """This machine's address on the home network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


SWITCH_SECONDS = 0.0005
"""The thread that stores events waits no longer than this for a busy loop, each time that it comes
back from the disk; with Python's own five milliseconds the tables feel it."""


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted; 1 if the database or the port is not to be had."""
    host = "0.0.0.0" if args.lan else args.host
    try:
        listener = _listen(host, args.port)
    except OSError as taken:
        print(f"Port {args.port} is not to be had ({taken.strerror}). Try --port.", file=sys.stderr)
        return 1
    _allow_many_sockets()
    sys.setswitchinterval(SWITCH_SECONDS)
    with listener:
        return asyncio.run(_serve(args, listener))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=1024)


def _allow_many_sockets() -> None:
    """Every page is an open file; the usual limit of a process is a thousand."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _serve(args: argparse.Namespace, listener: socket.socket) -> int:
    import uvicorn

    from laydown.server.app import application
    from laydown.server.databases import Held, open_store
    from laydown.server.logs import set_up
    from laydown.server.patience import Impatient
    from laydown.server.store import StoreFailed

    set_up(args.log, level=logging.INFO if args.verbose else logging.WARNING)
    try:
        store = await open_store(args.database or str(data_folder() / "laydown.sqlite3"))
    except (Held, StoreFailed) as error:
        print(f"The database cannot be used: {error}.", file=sys.stderr)
        return 1
    config = uvicorn.Config(
        application(store, workers=args.workers),
        log_config=None,
        access_log=False,
        lifespan="on",
        http=Impatient,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = uvicorn.Server(config)
    # uvicorn stops in order at these signals and then raises them once more
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    saying = asyncio.create_task(_say_where(args, server, listener.getsockname()[1]))
    await server.serve(sockets=[listener])
    saying.cancel()
    return 0 if server.started else 1


async def _say_where(args: argparse.Namespace, server: object, port: int) -> None:
    while not getattr(server, "started", False):
        await asyncio.sleep(0.02)
    name = own_address() if args.lan else args.host
    shown = f"[{name}]" if ":" in name else name
    address = f"http://{shown}:{port}/"
    print(f"Laydown is at {address}", flush=True)
    if args.lan:
        _show_code(address)
    if args.open:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _show_code(address: str) -> None:
    import segno

    segno.make(address).terminal(compact=True)
