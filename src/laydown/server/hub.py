"""Which rooms are live on this server, and how others are opened from the store."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from laydown.server.events import RoomEvent, decode, encode
from laydown.server.limits import MOST_SOCKETS_AN_ADDRESS, Buckets, Counts
from laydown.server.listings import rows_after
from laydown.server.live import LiveRoom
from laydown.server.presence import Timing
from laydown.server.replaying import replayed
from laydown.server.rooms import RoomState
from laydown.server.seats import is_room, masked, new_room
from laydown.server.store import Notice, Store
from laydown.server.stored import begun
from laydown.server.thinking import Chooser, Minds
from laydown.server.wire import Said

log = logging.getLogger("laydown.server")

IDLE_SECONDS = 900.0
"""A room nobody looks at and where nothing goes on is forgotten after so long; the store has it."""
SILENT_SECONDS = 100.0
"""Another server that has not told who is present there for so long is gone."""


class Hub:
    """The live rooms. One for each server process."""

    def __init__(
        self,
        store: Store,
        computers: Chooser,
        *,
        timing: Timing | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.sockets = Counts(MOST_SOCKETS_AN_ADDRESS)
        self.requests = Buckets(rate=20, burst=120)
        self.openings = Buckets(rate=0.5, burst=30)
        self._computers = computers
        self._minds = Minds(computers)
        self._timing, self._clock = timing or Timing(), clock
        self._rooms: dict[str, LiveRoom] = {}
        self._opening: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def room(self, room_id: str) -> LiveRoom | None:
        """The room of that name, opened from the store where it must be; None if there is none."""
        if not is_room(room_id):
            return None
        live = self._rooms.get(room_id)
        if live is not None:
            live.touched = self._clock()
            return live
        if room_id not in self._opening:
            task = asyncio.create_task(self._open(room_id))
            self._opening[room_id] = task
            task.add_done_callback(lambda _: self._opening.pop(room_id, None))
        return await asyncio.shield(self._opening[room_id])

    async def _open(self, room_id: str) -> LiveRoom | None:
        stored = await self.store.read(f"room:{room_id}")
        events = tuple(decode(body) for _, body in stored)
        state = await asyncio.to_thread(replayed, events)
        return None if state is None else self._live(room_id, state)

    def _live(self, room_id: str, state: RoomState) -> LiveRoom:
        live = LiveRoom(
            room_id,
            state,
            self.store,
            self._minds,
            rows_after,
            timing=self._timing,
            clock=self._clock,
        )
        live.told = self._tell_presence
        self._rooms[room_id] = live
        self._start(self.store.tell(Notice(self.store.server, room_id, "who")))
        # what another server stored while this one read was told before anybody listened here
        if self.store.is_shared:
            self._start(live.heard())
        return live

    def here(self, room_id: str) -> tuple[int, ...]:
        """The seats whose pages are open, as far as this server knows of the room."""
        live = self._rooms.get(room_id)
        seats = range(len(live.state.seats)) if live is not None else ()
        return tuple(seat for seat in seats if live is not None and live.presence.is_present(seat))

    async def open(self, *events: RoomEvent) -> LiveRoom:
        """A new room that begins with these events."""
        room_id = new_room()
        state, rows = begun(room_id, events, rows_after)
        await self.store.append(f"room:{room_id}", 0, [encode(event) for event in events], rows)
        return self._live(room_id, state)

    # -------------------------------------------------------------- other servers

    def heard(self, notice: Notice | None) -> None:
        """Another server did something; None if it may have been missed."""
        if notice is None:
            for each in self._rooms.values():
                self._start(each.heard())
            return
        live = self._rooms.get(notice.room)
        if live is None:
            return
        match notice.about:
            case "events":
                self._start(live.heard())
            case "who":
                self._tell_presence(live)
            case "here":
                seats = frozenset(i for i in notice.seats if 0 <= i < len(live.state.seats))
                if live.presence.told(notice.server, seats, self._clock()):
                    self._start(live.heard())
            case "said":
                said(live, notice.seat, notice.phrase)

    def _tell_presence(self, live: LiveRoom) -> None:
        if self.store.is_shared:
            here = tuple(sorted(live.presence.here()))
            self._start(self.store.tell(Notice(self.store.server, live.id, "here", here)))

    def say(self, live: LiveRoom, seat: int, phrase: str) -> None:
        """Pass a phrase on to everybody in the room, wherever they are."""
        said(live, seat, phrase)
        notice = Notice(self.store.server, live.id, "said", seat=seat, phrase=phrase)
        self._start(self.store.tell(notice))

    def _start(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)  # type: ignore[call-overload]
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("work for a room failed", exc_info=task.exception())

    # -------------------------------------------------------------- tidying

    async def tidy(self) -> None:
        """Tell the other servers who is here, and let go of rooms where nothing goes on."""
        now = self._clock()
        for room_id, live in list(self._rooms.items()):
            if self.store.is_shared:
                live.presence.forget_servers(now - SILENT_SECONDS, now)
                if live.presence.here():
                    self._tell_presence(live)
            if live.viewers or live.is_busy or now - live.touched <= IDLE_SECONDS:
                continue
            del self._rooms[room_id]
            await live.close()
            log.info("room %s is let go", masked(room_id))

    async def close(self) -> None:
        """Stop all rooms, then the computers and the store."""
        for live in self._rooms.values():
            live.stop()
        await self._minds.close()
        for live in self._rooms.values():
            await live.close()
            for viewer in live.viewers:
                viewer.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._computers.close()
        await self.store.close()


def said(live: LiveRoom, seat: int, phrase: str) -> None:
    """Everybody whose page is open here hears it."""
    for viewer in live.viewers:
        viewer.reply(Said(seat, phrase))
