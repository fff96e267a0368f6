"""One open page: whose eyes, what it was sent last, and the answers that wait for it."""

from __future__ import annotations

import asyncio

import msgspec

MOST_REPLIES = 64
"""A page that leaves so many answers unread is let go."""


class Viewer:
    """A socket in a room. States do not queue: the newest replaces what was not sent yet."""

    def __init__(self, seat: int, since: int, secret: str = "") -> None:
        self.seat = seat
        self.since = since
        """the `seq` up to which it has been told the news"""
        self.secret = secret
        self.fresh = asyncio.Event()
        self.fresh.set()
        self.stale = True
        """what was last sent is not the whole truth any more"""
        self.replies: asyncio.Queue[msgspec.Struct] = asyncio.Queue(maxsize=MOST_REPLIES)
        self.closed = False
        self.why = ""
        """what to tell the page when it is let go"""

    def reply(self, message: msgspec.Struct) -> None:
        """Queue an answer; a page that does not read is let go."""
        try:
            self.replies.put_nowait(message)
        except asyncio.QueueFull:
            self.close()
        self.fresh.set()

    def refresh(self) -> None:
        """There is something new to look at."""
        self.stale = True
        self.fresh.set()

    def close(self, why: str = "") -> None:
        """Let the page go."""
        self.closed, self.why = True, why
        self.fresh.set()
