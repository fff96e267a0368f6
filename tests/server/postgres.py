"""A PostgreSQL server of the tests' own: a temporary folder, a random port, nothing left behind."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def programs() -> Path:
    """The folder of PostgreSQL's programs; where there is none, Debian's package is installed."""
    found = _programs()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        for command in (["apt-get", "update"], ["apt-get", "install", "--yes", "postgresql"]):
            subprocess.run(
                command, check=True, capture_output=True,
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            )  # fmt: skip
        found = _programs()
    assert found is not None, "PostgreSQL is needed: install the package postgresql"
    return found


def _programs() -> Path | None:
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    path = shutil.which("postgres")
    if path is not None and (Path(path).resolve().parent / "initdb").exists():
        return Path(path).resolve().parent
    return None


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database."""
    folder = Path(tempfile.mkdtemp(prefix="laydown-postgres-"))
    user = None
    if os.geteuid() == 0:  # it refuses to run as root
        user = "postgres"
        account = pwd.getpwnam(user)
        os.chown(folder, account.pw_uid, account.pw_gid)
    where = programs()
    data = folder / "data"
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    subprocess.run(
        [where / "initdb", "--pgdata", data, "--username", "laydown", "--auth", "trust",
         "--no-sync", "--encoding", "UTF8", "--locale", "C.UTF-8"],
        check=True, capture_output=True, user=user, cwd=folder,
    )  # fmt: skip
    server = subprocess.Popen(
        [where / "postgres", "-D", data, "-p", str(port), "-k", folder, "-F",
         "-c", "listen_addresses=127.0.0.1"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user, cwd=folder,
    )  # fmt: skip
    try:
        for _ in range(400):
            ready = subprocess.run(
                [where / "pg_isready", "-h", "127.0.0.1", "-p", str(port)],
                capture_output=True, check=False, cwd=folder,
            )  # fmt: skip
            if ready.returncode == 0:
                break
            assert server.poll() is None, "PostgreSQL did not start"
            time.sleep(0.05)
        yield f"postgresql://laydown@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)
