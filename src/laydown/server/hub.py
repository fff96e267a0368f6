"""Which rooms are live on this server, and how others are opened from the store."""

from __future__ import annotations

import asyncio
import time

from laydown.rules.rules import Rules
from laydown.server.computers import Computers
from laydown.server.events import RoomEvent, decode, encode
from laydown.server.listings import rows_after
from laydown.server.live import LiveRoom
from laydown.server.rooms import RoomState, after, replayed
from laydown.server.seats import is_room, new_room
from laydown.server.store import Store

IDLE_SECONDS = 900.0
"""A room nobody looks at is forgotten after so long; the store keeps it."""


class Hub:
    """The live rooms. One for each server process."""

    def __init__(self, store: Store, computers: Computers) -> None:
        self.store = store
        self.computers = computers
        self.sockets = 0
        self._rooms: dict[str, LiveRoom] = {}
        self._opening: dict[str, asyncio.Lock] = {}

    async def room(self, room_id: str) -> LiveRoom | None:
        """The room of that name, opened from the store where it must be; None if there is none."""
        if not is_room(room_id):
            return None
        if room_id in self._rooms:
            return self._rooms[room_id]
        lock = self._opening.setdefault(room_id, asyncio.Lock())
        async with lock:
            if room_id in self._rooms:
                return self._rooms[room_id]
            stored = await self.store.read(f"room:{room_id}")
            state = replayed(tuple(decode(body) for _, body in stored))
            if state is None:
                return None
            live = self._rooms[room_id] = self._live(room_id, state)
        self._opening.pop(room_id, None)
        return live

    def _live(self, room_id: str, state: RoomState) -> LiveRoom:
        return LiveRoom(room_id, self.store, self.computers, state, rows_after)

    async def open(self, *events: RoomEvent) -> LiveRoom:
        """A new room that begins with these events."""
        room_id = new_room()
        state: RoomState | None = None
        for event in events:
            state = after(state, event)
        assert state is not None
        rows = rows_after(room_id, None, state)
        await self.store.append(f"room:{room_id}", 0, [encode(event) for event in events], rows)
        live = self._rooms[room_id] = self._live(room_id, state)
        return live

    def heard(self, stream: str) -> None:
        """Another server appended to this stream."""
        live = self._rooms.get(stream.removeprefix("room:"))
        if live is not None:
            task = asyncio.get_running_loop().create_task(self._catch_up(live))
            self._opening.setdefault("", asyncio.Lock())
            task.add_done_callback(lambda done: done.exception())

    async def _catch_up(self, live: LiveRoom) -> None:
        async with live.lock:
            await live.catch_up()

    async def forget_idle(self) -> None:
        """Let go of rooms that nobody has looked at for a while."""
        now = time.time()
        for room_id, live in list(self._rooms.items()):
            if not live.viewers and now - live.touched > IDLE_SECONDS:
                del self._rooms[room_id]
                await live.close()

    async def close(self) -> None:
        """Stop all rooms, then the computers and the store."""
        for live in self._rooms.values():
            await live.close()
        self.computers.close()
        await self.store.close()


def playable(rules: Rules) -> tuple[str, ...]:
    """Why the rules cannot be played, a sentence each; empty if they can."""
    return tuple(problem.sentence for problem in rules.problems())
