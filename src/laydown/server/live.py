"""A room while somebody is in it: commands are validated, stored, applied, and shown."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from random import SystemRandom

import msgspec

from laydown.engine.actions import PlayerAction
from laydown.lab.house import House
from laydown.server.answers import Answer
from laydown.server.controls import control, rematch, returned
from laydown.server.events import Answered, Continued, RoomEvent, encode
from laydown.server.playing import act, be_ready, take_back
from laydown.server.presence import Moment, Presence, Timing
from laydown.server.progress import due, next_events
from laydown.server.rooms import RoomState
from laydown.server.seats import masked, new_room
from laydown.server.store import Batch, Conflict, Store, StoreFailed
from laydown.server.stored import Projection, StoredRoom, begun
from laydown.server.thinking import Minds
from laydown.server.viewers import Showing, Viewer
from laydown.server.wire import Control

log = logging.getLogger("laydown.server")

KEPT_REPLIES = 400
MOST_TRIES = 8
"""So often a command is validated again because another server was first."""

Decision = Callable[[Moment], Sequence[RoomEvent]]


class LiveRoom(StoredRoom):
    """The one place where a room's events are made on this server."""

    def __init__(
        self,
        room_id: str,
        state: RoomState,
        store: Store,
        minds: Minds,
        projection: Projection,
        *,
        timing: Timing | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(room_id, state, store, projection)
        self.viewers: set[Viewer] = set()
        self.showing = Showing(room_id)
        self.lock = asyncio.Lock()
        self.timing = timing or Timing()
        self.clock = clock
        self.touched = clock()
        self.presence = Presence(len(state.seats), clock())
        self.told: Callable[[LiveRoom], None] = lambda _room: None
        """is called when who is present here has changed"""
        self._minds = minds
        self._house = House(SystemRandom())
        self._replies: OrderedDict[tuple[str, str], msgspec.Struct] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._failed = False
        self._closed = False

    def moment(self) -> Moment:
        """What decisions rest on now."""
        return Moment(self.state, self.presence, self.timing, self.clock())

    @property
    def is_busy(self) -> bool:
        """Something goes on here that nobody need look at."""
        return self._minds.is_thinking(self.id) or self._timer is not None

    # -------------------------------------------------------------- events

    def _applied(self, now: RoomState) -> None:
        before = self.state
        super()._applied(now)
        self.showing.forget()
        for seat, (was, is_) in enumerate(zip(before.seats, now.seats, strict=True)):
            if was.secret != is_.secret:
                self.presence.replaced(seat, self.clock())
                for viewer in self.viewers:
                    if viewer.seat == seat and viewer.secret != is_.secret:
                        viewer.close("This link opens no seat here (any more).")

    async def heard(self) -> None:
        """Another server has stored something here."""
        async with self.lock:
            try:
                await self.catch_up()
            except StoreFailed:
                log.warning("could not catch up with room %s", masked(self.id))
            await self._go_on()
        self.show()

    async def decide(self, decision: Decision) -> None:
        """Store what the decision makes of the caught-up state; the lock is held.

        :class:`Answer` where it refuses, or where the store fails.
        """
        for _ in range(MOST_TRIES):
            events = decision(self.moment())
            try:
                if not events or await self._record(events):
                    return
            except StoreFailed as failed:
                raise Answer(
                    f"The server could not store this ({failed}). Nothing has changed; try again."
                ) from failed
        raise Answer("Others were always first; look again.")

    # -------------------------------------------------------------- who is there

    def seat_of(self, secret: str) -> int:
        """The seat that this hashed token opens, -1 for none."""
        found = -1
        for i, seat in enumerate(self.state.seats):
            if seat.secret and secrets.compare_digest(seat.secret, secret):
                found = i
        return found

    async def enter(self, viewer: Viewer) -> None:
        """A page has come."""
        async with self.lock:
            if viewer.seat >= 0 and self.seat_of(viewer.secret) != viewer.seat:
                viewer.close("This link opens no seat here (any more).")
                return
            self.viewers.add(viewer)
            self.touched = self.clock()
            if viewer.seat >= 0:
                self.presence.came(viewer.seat, self.clock())
                try:
                    await self.decide(lambda moment: returned(moment, viewer.seat))
                except Answer as failed:
                    log.warning("a seat was not given back: %s", failed.text)
            await self._go_on()
        if viewer.seat >= 0:
            self.told(self)
            self.show()

    async def leave(self, viewer: Viewer) -> None:
        """A page has gone."""
        async with self.lock:
            if viewer not in self.viewers:
                return
            self.viewers.discard(viewer)
            self.touched = self.clock()
            if viewer.seat >= 0:
                self.presence.went(viewer.seat, self.clock())
                await self._go_on()
        if viewer.seat >= 0:
            self.told(self)
            self.show()

    def show(self, seat: int | None = None) -> None:
        """Tell the pages (of one seat) that there is something new to look at."""
        self.showing.forget()
        for viewer in self.viewers:
            if seat is None or viewer.seat == seat:
                viewer.refresh()

    # -------------------------------------------------------------- commands

    def remembered(self, viewer: Viewer, command: str) -> msgspec.Struct | None:
        """The answer already given to this command."""
        return self._replies.get((viewer.secret, command))

    def remember(self, viewer: Viewer, command: str, answer: msgspec.Struct) -> None:
        """Keep the answer for a repeat."""
        self._replies[viewer.secret, command] = answer
        while len(self._replies) > KEPT_REPLIES:
            self._replies.popitem(last=False)

    async def do(self, viewer: Viewer, seq: int, action: PlayerAction, command: str = "") -> None:
        """A person's action."""
        await self.command(
            viewer, command, lambda moment: act(moment, viewer.seat, seq, action, command)
        )

    async def take_back(self, viewer: Viewer, seq: int, command: str = "") -> None:
        """Undo the own last action of this turn."""
        await self.command(
            viewer, command, lambda moment: take_back(moment, viewer.seat, seq, command)
        )

    async def ready(self, viewer: Viewer, command: str = "") -> None:
        """Ready for the match or the next round."""
        await self.command(viewer, command, lambda moment: be_ready(moment, viewer.seat, command))

    async def sit(self, decision: Decision) -> None:
        """Somebody takes a seat."""
        async with self.lock:
            await self.decide(decision)
            await self._go_on()
        self.show()

    async def control(self, viewer: Viewer, asked: Control) -> None:
        """Something about the room."""
        if asked.what == "rematch":
            await self._rematch(viewer)
        else:
            await self.command(viewer, "", lambda moment: control(moment, viewer.seat, asked))

    async def command(self, viewer: Viewer, command: str, decision: Decision) -> None:
        """Obey once: a repeat of what was obeyed before, here or elsewhere, does nothing."""
        only: int | None = None
        async with self.lock:
            if command and (viewer.seat, command) in self.state.commands:
                return
            if viewer.seat >= 0 and self.seat_of(viewer.secret) != viewer.seat:
                raise Answer("This seat is not yours any more.")
            before = self.state.seq
            await self.decide(decision)
            stored = self.state.seq
            await self._go_on()
            if stored == self.state.seq == before + 1 and self.state.replies:
                only = viewer.seat  # nobody else may notice an answer in a fair window
        self.show(only)

    async def _rematch(self, viewer: Viewer) -> None:
        async with self.lock:
            if self.seat_of(viewer.secret) < 0 or viewer.seat < 0:
                raise Answer("Only those at the table may do this.")
            if not self.state.is_over:
                raise Answer("The match is not over.")
            if not self.state.next_room:
                await self._continue()
        self.show()

    async def _continue(self) -> None:
        """Open the next room and say so here, both or neither."""
        room_id = new_room()
        events = rematch(self.moment())
        _, rows = begun(room_id, events, self._project)
        here = Continued(self.clock(), room_id)
        now, own = self._foreseen([here])
        opening = Batch(f"room:{room_id}", 0, tuple(map(encode, events)), rows)
        try:
            await self._store.append_all(
                opening, Batch(self.stream, self.state.seq, (encode(here),), tuple(own))
            )
        except Conflict:
            await self.catch_up()
            if not self.state.next_room:
                raise Answer("Somebody else was first; try again.") from None
        except StoreFailed as failed:
            raise Answer(f"The server could not store this ({failed}).") from failed
        else:
            self._applied(now)

    # -------------------------------------------------------------- what goes by itself

    async def _go_on(self) -> None:
        """Do whatever the match waits for that no person has to do; the lock is held.

        Nobody's command fails because of it: where the store fails it is tried again.
        """
        self._failed = False
        if self._closed:
            return
        try:
            for _ in range(64):
                events = next_events(self.moment(), self._house)
                if not events:
                    break
                await self._record(events)
        except StoreFailed as failed:
            log.warning("room %s waits for the store: %s", masked(self.id), failed)
            self._failed = True
        if not self._failed:
            self._minds.ask(self)
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._closed:
            return
        now, until = self.clock(), due(self.moment())
        if self._failed:
            delay = self.timing.retry
        elif until:
            # what is due and still undone waits for a computer, which will say so
            delay = min(until - now + 0.005, 86_400.0) if until > now else 1.0
        else:
            return
        self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._timer = None
        task = asyncio.create_task(self.tick())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tick(self) -> None:
        """Look at the clock and go on."""
        async with self.lock:
            seq = self.state.seq
            await self._go_on()
        if self.state.seq != seq:
            self.show()

    async def chosen(self, decision: Decision) -> None:
        """A computer has chosen: its decision may find that it comes too late."""
        only: int | None = None
        async with self.lock:
            if self._closed:
                return
            seq = self.state.seq
            try:
                events = decision(self.moment())
                if events:
                    await self._record(events)
            except StoreFailed as failed:
                log.warning("room %s waits for the store: %s", masked(self.id), failed)
                self._failed = True
                self._set_timer()
                return
            if events and isinstance(events[0], Answered):
                only = -2
            stored = self.state.seq
            await self._go_on()
            if stored != self.state.seq:
                only = None
        if self.state.seq != seq:
            self.show(only)

    def stop(self) -> None:
        """Begin nothing more."""
        self._closed = True

    async def close(self) -> None:
        """Stop thinking and timing."""
        self.stop()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._minds.forget(self.id)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
