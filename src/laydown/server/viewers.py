"""One open page: whose eyes, what it was sent last, and the answers that wait for it."""

from __future__ import annotations

import asyncio

import msgspec

from laydown.server.asking import takes_long
from laydown.server.presence import Moment
from laydown.server.telling import state_for

MOST_REPLIES = 64
"""A page that leaves so many answers unread is let go."""
ALIKE_SECONDS = 0.1
"""States tell the time: one is sent to several pages only for so long."""

_encoder = msgspec.json.Encoder()


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


class Showing:
    """The states that a room has just sent: pages with the same eyes are sent the same text, made
    once. :meth:`forget` whenever anything has changed."""

    def __init__(self, room_id: str) -> None:
        self._room = room_id
        self._made: dict[tuple[int, int], tuple[float, asyncio.Future[tuple[int, str]]]] = {}

    def forget(self) -> None:
        """There is something new to look at."""
        self._made.clear()

    async def text(self, moment: Moment, seat: int, since: int) -> tuple[int, str]:
        """The `seq` and the text of the state for this seat with the news after `since`."""
        key = (seat, since)
        known = self._made.get(key)
        if known is not None and 0 <= moment.at - known[0] < ALIKE_SECONDS:
            return await asyncio.shield(known[1])
        made: asyncio.Future[tuple[int, str]]
        if takes_long(moment.state):
            made = asyncio.ensure_future(asyncio.to_thread(self._make, moment, seat, since))
        else:
            made = asyncio.get_running_loop().create_future()
            made.set_result(self._make(moment, seat, since))
        self._made[key] = (moment.at, made)
        return await asyncio.shield(made)

    def _make(self, moment: Moment, seat: int, since: int) -> tuple[int, str]:
        shown = state_for(self._room, moment, seat, since)
        return shown.seq, _encoder.encode(shown).decode()
