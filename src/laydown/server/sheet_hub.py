"""Which score sheets are live on this server, how others are opened, and the letters to join."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from laydown.server.answers import Answer
from laydown.server.limits import Buckets, Guesses
from laydown.server.presence import Timing
from laydown.server.seats import is_room, masked, new_room
from laydown.server.sheet_events import CodeIs, SheetContinued, SheetEvent, decode, encode
from laydown.server.sheet_listings import sheet_rows
from laydown.server.sheet_live import LiveSheet
from laydown.server.sheet_presence import Elsewhere, SheetMoment
from laydown.server.sheet_states import SheetRoom, after, replayed
from laydown.server.store import Batch, Conflict, Notice, Store, StoreFailed

log = logging.getLogger("laydown.server")

IDLE_SECONDS = 900.0
"""A sheet nobody looks at is forgotten after so long; the store has it."""
SILENT_SECONDS = 100.0
"""Another server that has not told who is present there for so long is gone."""
CODE_LETTERS = "BCDFGHJKMNPQRSTVWXZ"
"""no vowels, so that the letters are no words, and none that look alike"""
CODE_LENGTH = 6


def new_code() -> str:
    """Letters to join by: one of 47 million."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """The letters as they are kept, however they were typed; empty if they can be none."""
    code = "".join(letter for letter in text[:40].upper() if letter.isalnum())
    right = len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)
    return code if right else ""


class CodeTaken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The only event of the stream `code:LETTERS`: they are this sheet's for good."""

    at: float
    sheet: str


class SheetHub:
    """The live sheets. One for each server process."""

    def __init__(
        self,
        store: Store,
        *,
        timing: Timing | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.openings = Buckets(rate=0.5, burst=30)
        self.guesses = Guesses(rate=0.1, burst=10, all_rate=5, all_burst=300)
        self._timing, self._clock = timing or Timing(), clock
        self._sheets: dict[str, LiveSheet] = {}
        self._opening: dict[str, asyncio.Task[LiveSheet | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def sheet(self, sheet_id: str) -> LiveSheet | None:
        """The sheet of that name, opened from the store where it must be; None for none."""
        if not is_room(sheet_id):
            return None
        live = self._sheets.get(sheet_id)
        if live is not None:
            live.touched = self._clock()
            return live
        if sheet_id not in self._opening:
            task = asyncio.create_task(self._open(sheet_id))
            self._opening[sheet_id] = task
            task.add_done_callback(lambda _: self._opening.pop(sheet_id, None))
        return await asyncio.shield(self._opening[sheet_id])

    async def _open(self, sheet_id: str) -> LiveSheet | None:
        stored = await self.store.read(f"sheet:{sheet_id}")
        state = await asyncio.to_thread(replayed, tuple(decode(body) for _, body in stored))
        return None if state is None else self._live(sheet_id, state)

    def _live(self, sheet_id: str, state: SheetRoom) -> LiveSheet:
        if sheet_id in self._sheets:  # a page was faster than the answer that told it the name
            return self._sheets[sheet_id]
        live = LiveSheet(sheet_id, state, self.store, timing=self._timing, clock=self._clock)
        live.told = self._tell_presence
        self._sheets[sheet_id] = live
        if self.store.is_shared:
            self._start(self.store.tell(Notice(self.store.server, sheet_id, "who")))
            # what another server stored while this one read was told before anybody listened
            self._start(live.heard())
        return live

    async def open(self, *events: SheetEvent) -> LiveSheet:
        """A new sheet that begins with these events, with letters to join by."""
        sheet_id = new_room()
        for _ in range(8):
            code = new_code()
            all_events = (*events, CodeIs(self._clock(), code))
            # a sheet that is put back has thousands of edits to be gone through
            state, batches = await asyncio.to_thread(self._begun, sheet_id, code, all_events)
            try:
                await self.store.append_all(*batches)
            except Conflict:
                continue
            return self._live(sheet_id, state)
        raise StoreFailed("no letters to join by are free")

    def _begun(
        self, sheet_id: str, code: str, events: Sequence[SheetEvent]
    ) -> tuple[SheetRoom, tuple[Batch, Batch]]:
        state: SheetRoom | None = None
        for event in events:
            state = after(state, event)
        assert state is not None, "a sheet begins with an event"
        rows = sheet_rows(sheet_id, state)
        begun = Batch(f"sheet:{sheet_id}", 0, tuple(map(encode, events)), rows)
        return state, (begun, self._taken(code, sheet_id))

    def _taken(self, code: str, sheet_id: str) -> Batch:
        taken = msgspec.json.encode(CodeTaken(self._clock(), sheet_id))
        return Batch(f"code:{code}", 0, (taken,))

    async def by_code(self, code: str) -> LiveSheet | None:
        """The sheet that these letters belong to; None where they are wrong or were closed."""
        for _, body in await self.store.read(f"code:{code}"):
            live = await self.sheet(msgspec.json.decode(body, type=CodeTaken).sheet)
            if live is not None and live.state.code == code:
                return live
        return None

    async def open_code(self, live: LiveSheet, person: int, command: str) -> None:
        """Let people join again, by new letters."""
        code = new_code()

        def opened(moment: SheetMoment) -> list[SheetEvent]:
            if not moment.is_host(person):
                raise Answer("Only the host may do this.")
            return [CodeIs(live.clock(), code, person, command)]

        await live.change(opened, self._taken(code, live.id))

    async def rematch(
        self, live: LiveSheet, events: Sequence[SheetEvent], person: int, command: str
    ) -> None:
        """Open the next sheet and say so here, both or neither."""
        sheet_id, code = new_room(), new_code()
        state, batches = self._begun(sheet_id, code, (*events, CodeIs(self._clock(), code)))

        def continued(moment: SheetMoment) -> list[SheetEvent]:
            if moment.state.next_sheet:
                raise Answer("The next sheet has been opened already.")
            return [SheetContinued(live.clock(), sheet_id, person, command)]

        await live.change(continued, *batches)
        self._live(sheet_id, state)

    # -------------------------------------------------------------- other servers

    def heard(self, notice: Notice | None) -> None:
        """Another server did something; None if it may have been missed."""
        if notice is None:
            for each in self._sheets.values():
                self._start(each.heard())
            return
        live = self._sheets.get(notice.room)
        if live is None:
            return
        match notice.about:
            case "events":
                self._start(live.heard())
            case "who":
                self._tell_presence(live)
            case "here":
                people = frozenset(i for i in notice.seats if i >= 0)
                told = Elsewhere(self._clock(), people, notice.typing)
                if live.presence.told(notice.server, told):
                    live.seen += 1
                    self._start(live.tick())
            case _:
                pass

    def _tell_presence(self, live: LiveSheet) -> None:
        if self.store.is_shared:
            here = tuple(sorted(live.presence.pages))
            typing = tuple(live.presence.typing.values())
            notice = Notice(self.store.server, live.id, "here", here, typing)
            self._start(self.store.tell(notice))

    def _start(self, work: Awaitable[None]) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("work for a sheet failed", exc_info=task.exception())

    # -------------------------------------------------------------- tidying

    async def tidy(self) -> None:
        """Tell the other servers who is here, and let go of sheets that nobody looks at."""
        now = self._clock()
        for sheet_id, live in list(self._sheets.items()):
            if self.store.is_shared:
                live.presence.forget_servers(now - SILENT_SECONDS, now)
                if live.presence.pages:
                    self._tell_presence(live)
            if live.viewers or now - live.touched <= IDLE_SECONDS:
                continue
            del self._sheets[sheet_id]
            await live.close()
            log.info("sheet %s is let go", masked(sheet_id))

    async def close(self) -> None:
        """Let go of all sheets and their pages."""
        for live in self._sheets.values():
            await live.close()
            for viewer in live.viewers:
                viewer.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
