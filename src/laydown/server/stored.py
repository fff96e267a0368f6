"""A room and its stream: what is decided is stored first and applied then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from laydown.server.asking import takes_long
from laydown.server.events import RoomEvent, decode, encode
from laydown.server.replaying import after
from laydown.server.rooms import RoomState
from laydown.server.store import Conflict, Row, Store

Projection = Callable[[str, RoomState | None, RoomState], Sequence[Row]]
"""The rows of lists that change with an event: (room, before, after)."""


class StoredRoom:
    """The state of a room as this server knows it. Whoever changes it holds a lock."""

    def __init__(
        self, room_id: str, state: RoomState, store: Store, projection: Projection
    ) -> None:
        self.id = room_id
        self.state = state
        self._store = store
        self._project = projection

    @property
    def stream(self) -> str:
        """The room's stream in the store."""
        return f"room:{self.id}"

    async def _record(self, events: Sequence[RoomEvent]) -> bool:
        """Store events and apply them; False if another server was first. The lock is held.

        Where the store fails it is :class:`StoreFailed`, and nothing has changed.
        """
        if takes_long(self.state):
            now, rows = await asyncio.to_thread(self._foreseen, events)
        else:
            now, rows = self._foreseen(events)
        try:
            await self._store.append(self.stream, self.state.seq, [*map(encode, events)], rows)
        except Conflict:
            await self.catch_up()
            return False
        self._applied(now)
        return True

    def _foreseen(self, events: Sequence[RoomEvent]) -> tuple[RoomState, list[Row]]:
        now, rows = self.state, list[Row]()
        for event in events:
            following = after(now, event)
            rows += self._project(self.id, now, following)
            now = following
        return now, rows

    async def catch_up(self) -> None:
        """Apply what other servers have stored; the lock is held."""
        for seq, body in await self._store.read(self.stream, self.state.seq):
            if seq == self.state.seq + 1:
                self._applied(after(self.state, decode(body)))

    def _applied(self, now: RoomState) -> None:
        """The room has become this."""
        self.state = now


def begun(
    room_id: str, events: Sequence[RoomEvent], projection: Projection
) -> tuple[RoomState, tuple[Row, ...]]:
    """A new room that begins with these events, and the rows of its lists."""
    state: RoomState | None = None
    rows: list[Row] = []
    for event in events:
        following = after(state, event)
        rows += projection(room_id, state, following)
        state = following
    assert state is not None, "a room begins with an event"
    return state, tuple(rows)
