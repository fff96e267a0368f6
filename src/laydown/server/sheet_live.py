"""A score sheet while somebody has it open: edits are decided, stored, applied, and shown."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Sequence

from laydown.server.answers import Answer
from laydown.server.presence import Timing
from laydown.server.seats import masked
from laydown.server.sheet_controls import Asked, decide, settle
from laydown.server.sheet_events import SheetEvent, decode, encode
from laydown.server.sheet_listings import sheet_rows
from laydown.server.sheet_presence import SheetMoment, SheetPresence, is_host
from laydown.server.sheet_states import Command, SheetRoom, after
from laydown.server.sheet_telling import Reckoning, reckoning, told, told_of_people
from laydown.server.sheet_viewing import told_to
from laydown.server.sheet_wire import SheetState
from laydown.server.store import Batch, Conflict, Store, StoreFailed
from laydown.server.viewers import MOST_REPLIES, Viewer
from laydown.sheet.values import NOBODY

log = logging.getLogger("laydown.server")

MOST_TRIES = 8
"""So often a message is decided again because another server was first."""

Decision = Callable[[SheetMoment], Sequence[SheetEvent]]
SENT_AWAY = "This link opens nothing here (any more)."


class SheetViewer(Viewer):
    """A page on a sheet; `seat` is its person's number, `NOBODY` for one that only watches."""

    def __init__(self, person: int, secret: str, *, wall: bool = False) -> None:
        super().__init__(person, 0, secret)
        self.wall = wall
        self.drained = asyncio.Event()
        """all answers that waited have been written"""

    async def keep_up(self) -> None:
        """Wait until it has read its answers: a phone that sends a whole evening at once is
        served as fast as it listens."""
        while self.replies.qsize() >= MOST_REPLIES // 2 and not self.closed:
            self.drained.clear()
            await self.drained.wait()

    @property
    def writes(self) -> bool:
        """It may change the sheet as far as its person may."""
        return self.seat != NOBODY and not self.wall


class LiveSheet:
    """The one place where a sheet's events are made on this server."""

    def __init__(
        self,
        sheet_id: str,
        state: SheetRoom,
        store: Store,
        *,
        timing: Timing | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.id, self.state = sheet_id, state
        self.viewers: set[SheetViewer] = set()
        self.lock = asyncio.Lock()
        self.clock = clock
        self.touched = clock()
        self.presence = SheetPresence(clock())
        self.told: Callable[[LiveSheet], None] = lambda _sheet: None
        """is called when who is here, or types, has changed"""
        self.seen = 0
        """counts what changed beside the events: who is here, who types"""
        self._timing = timing or Timing()
        self._store = store
        self._shown: tuple[tuple[int, int, int], SheetState] | None = None
        self._reckoned: Reckoning | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def stream(self) -> str:
        """The sheet's stream in the store."""
        return f"sheet:{self.id}"

    def moment(self) -> SheetMoment:
        """What decisions rest on now."""
        return SheetMoment(self.state, self.presence, self._timing, self.clock())

    def shown(self, person: int, *, wall: bool = False) -> SheetState:
        """What a page is sent; what is the same for all is made once."""
        watchers = sum(not viewer.writes for viewer in self.viewers)
        key = (self.state.seq, self.seen, watchers)
        if self._shown is None or self._shown[0][0] != self.state.seq:
            self._reckoned = reckoning(self.state.sheet, self._reckoned)
            made = told(self.id, self.moment(), watchers=watchers, reckoned=self._reckoned)
            self._shown = key, made
        elif self._shown[0] != key:
            self._shown = key, told_of_people(self._shown[1], self.moment(), watchers=watchers)
        return told_to(self._shown[1], self.state, person, self.clock(), wall=wall)

    # -------------------------------------------------------------- events

    async def _record(self, events: Sequence[SheetEvent], *more: Batch) -> bool:
        """Store events and apply them; False if another server was first. The lock is held."""
        now = self.state
        for event in events:
            now = after(now, event)
        reckoned = reckoning(now.sheet, self._reckoned)
        rows = sheet_rows(self.id, now, reckoned)
        batch = Batch(self.stream, self.state.seq, tuple(map(encode, events)), rows)
        try:
            await self._store.append_all(batch, *more)
        except Conflict:
            await self.catch_up()
            return False
        self._reckoned = reckoned
        self._applied(now)
        return True

    async def catch_up(self) -> None:
        """Apply what other servers have stored; the lock is held."""
        for seq, body in await self._store.read(self.stream, self.state.seq):
            if seq == self.state.seq + 1:
                self._applied(after(self.state, decode(body)))

    def _applied(self, now: SheetRoom) -> None:
        self.state = now
        for viewer in self.viewers:
            if viewer.seat != NOBODY and now.people[viewer.seat].is_gone:
                viewer.close(SENT_AWAY)

    async def heard(self) -> None:
        """Another server has stored something here."""
        async with self.lock:
            try:
                await self.catch_up()
            except StoreFailed:
                log.warning("could not catch up with sheet %s", masked(self.id))
        self.show()

    async def decide(self, decision: Decision, *more: Batch) -> None:
        """Store what the decision makes of the caught-up state; the lock is held.

        :class:`Answer` where it refuses, or where the store fails.
        """
        for _ in range(MOST_TRIES):
            events = decision(self.moment())
            if not events or await self._record(events, *more):
                return
        raise Answer("Others were always first; look again.")

    # -------------------------------------------------------------- who is there

    def person_of(self, secret: str) -> int:
        """The person that this hashed token belongs to, `NOBODY` for none."""
        found = NOBODY
        for number, person in enumerate(self.state.people):
            if person.secret and secrets.compare_digest(person.secret, secret):
                found = number
        return found

    def may_view(self, token: str) -> bool:
        """The token is that of the viewers' link."""
        return secrets.compare_digest(self.state.view.encode(), token.encode())

    async def enter(self, viewer: SheetViewer) -> None:
        """A page has come."""
        async with self.lock:
            if viewer.seat != NOBODY and self.person_of(viewer.secret) != viewer.seat:
                viewer.close(SENT_AWAY)
                return
            self.viewers.add(viewer)
            self.touched = self.clock()
            if viewer.writes:
                self.presence.came(viewer.seat)
            await self._settle()
        self.changed()

    async def leave(self, viewer: SheetViewer) -> None:
        """A page has gone."""
        async with self.lock:
            if viewer not in self.viewers:
                return
            self.viewers.discard(viewer)
            self.touched = self.clock()
            self.presence.typed(viewer, 0, 0)
            if viewer.writes:
                self.presence.went(viewer.seat, self.clock())
            await self._settle()
        self.changed()

    def changed(self) -> None:
        """Who is here or types has changed: tell the pages and the other servers."""
        self.seen += 1
        self.told(self)
        self.show()

    def typed(self, viewer: SheetViewer, column: int, round_: int) -> None:
        """A keypad was opened or closed: on the own column, or by the host on any."""
        if not viewer.writes:
            return
        own = self.state.people[viewer.seat].column == column
        if round_ > self.state.sheet.begun + 1:
            return
        any_ = is_host(self.state, viewer.seat) and 0 <= column < len(self.state.sheet.columns)
        if (own or any_ or round_ <= 0) and self.presence.typed(viewer, column, round_):
            self.changed()

    def show(self) -> None:
        """Tell the pages that there is something new to look at."""
        for viewer in self.viewers:
            viewer.refresh()

    # -------------------------------------------------------------- commands

    def obeyed(self, person: int, command: str) -> Command | None:
        """What was made of this command before, here or elsewhere."""
        for done in reversed(self.state.commands):
            if done.person == person and done.name == command:
                return done
        return None

    async def ask(self, viewer: SheetViewer, asked: Asked) -> Command:
        """Obey once: a repeat of what was obeyed before does nothing and is answered alike."""
        person, command = viewer.seat, asked.id[:64]
        async with self.lock:
            if not viewer.writes or self.person_of(viewer.secret) != person:
                raise Answer("Only those who play may do this.")
            done = self.obeyed(person, command) if command else None
            if done is not None:
                return done
            await self.decide(lambda moment: decide(moment, person, asked))
            done = self.obeyed(person, command)
            found = done or Command(person, command, self.state.seq, clash=False)
            await self._settle()
        self.show()
        return found

    async def change(self, decision: Decision, *more: Batch) -> None:
        """Something that no page's message asked for: joining, new letters, a rematch."""
        async with self.lock:
            await self.decide(decision, *more)
            await self._settle()
        self.show()

    # -------------------------------------------------------------- what goes by itself

    async def _settle(self) -> None:
        """Make whoever asked the host once nothing stands against it; the lock is held."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.state.wants == NOBODY:
            return
        moment = self.moment()
        events = settle(moment)
        try:
            if events:
                await self._record(events)
        except StoreFailed as failed:
            log.warning("sheet %s waits for the store: %s", masked(self.id), failed)
        until = moment.host_away_until()
        if self.state.wants != NOBODY and until:
            delay = max(0.05, until - moment.at + 0.005)
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        self._timer = None
        task = asyncio.create_task(self.tick())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def tick(self) -> None:
        """Look at the clock and go on."""
        async with self.lock:
            await self._settle()
        self.show()

    async def close(self) -> None:
        """Begin nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
