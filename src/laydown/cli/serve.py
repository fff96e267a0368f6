"""`laydown serve`: the table in the browser."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from pathlib import Path


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


def run(args: argparse.Namespace) -> int:
    """Serve until interrupted; 1 if the database or the port is not to be had."""
    import uvicorn

    from laydown.server.app import application
    from laydown.server.store import Held, StoreFailed

    database = args.database or str(data_folder() / "laydown.sqlite3")
    host = "0.0.0.0" if args.lan else args.host
    try:
        listener = socket.create_server((host, args.port), reuse_port=False)
    except OSError as taken:
        print(f"Port {args.port} is not free ({taken.strerror}). Try --port.", file=sys.stderr)
        return 1
    address = f"http://{own_address() if args.lan else args.host}:{args.port}/"
    print(f"Laydown is at {address}", flush=True)
    if args.lan:
        _show_code(address)
    if args.open:
        threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
    config = uvicorn.Config(
        application(database, workers=args.workers),
        log_level="info" if args.verbose else "warning",
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = uvicorn.Server(config)
    try:
        server.run(sockets=[listener])
    except (Held, StoreFailed) as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        pass
    return 0 if server.started else 1


def _show_code(address: str) -> None:
    import segno

    segno.make(address).terminal(compact=True)


def _open_browser(address: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(address + "livez", timeout=1):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
