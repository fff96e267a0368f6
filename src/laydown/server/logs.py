"""What the server writes about itself: lines for people, or one JSON object a line."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Literal

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


def _extras(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _OWN}


class Lines(logging.Formatter):
    """For people: the time, the level, what happened, and its particulars."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        extras = " ".join(f"{name}={value}" for name, value in _extras(record).items())
        return f"{text} {extras}" if extras else text


class Objects(logging.Formatter):
    """For programs: a line is an object with `at`, `level`, `logger`, `text` and particulars."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
            **_extras(record),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def set_up(style: Literal["lines", "json"], *, level: int) -> None:
    """Log to the error stream. The server's own request lines replace uvicorn's, which would
    show the names of rooms."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        Objects() if style == "json" else Lines("%(asctime)s %(levelname)s %(message)s")
    )
    for name in ("laydown", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(level)
        logger.propagate = False
    for name in ("uvicorn.access", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = name != "uvicorn.access"
    # uvicorn tells every socket's address with its path
    logging.getLogger("uvicorn.error").setLevel(max(level, logging.WARNING))
