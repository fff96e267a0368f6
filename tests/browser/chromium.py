"""Where Chromium is, and what it is started with."""

from __future__ import annotations

import os
import shutil

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """The Chromium of this machine; None where only Playwright's own will do.

    The variable CHROMIUM names another one.
    """
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
