"""Computers at the tables: whom to ask, and what becomes of an answer that comes too late."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Protocol

from laydown.engine.actions import Call, Move, Pass, PlayerAction
from laydown.engine.legal import LegalActions
from laydown.engine.match import why_not_match
from laydown.engine.view import PlayerView, view
from laydown.rules.options import CallWindow
from laydown.server.asking import is_calling, window_mode
from laydown.server.events import Answered, Moved, RoomEvent
from laydown.server.presence import Moment
from laydown.server.progress import Thinker, thinkers
from laydown.server.rooms import RoomState

log = logging.getLogger("laydown.server")


class Chooser(Protocol):
    """Where the computers think."""

    async def choose(self, level: str, seed: int, view: PlayerView) -> PlayerAction:
        """What a computer of this level does in the view's seat."""
        ...

    def close(self) -> None:
        """Think no more."""
        ...


class Table(Protocol):
    """The room that asks, and is told."""

    id: str

    @property
    def state(self) -> RoomState: ...

    def moment(self) -> Moment:
        """What decisions rest on now."""
        ...

    async def chosen(self, decision: Decided) -> None:
        """Store what an answer makes of the state as it is then."""
        ...


class Decided(Protocol):
    """An answer, applied to the moment in which it comes."""

    def __call__(self, moment: Moment) -> Sequence[RoomEvent]: ...


class Minds:
    """One question at a time for each seat and position."""

    def __init__(self, chooser: Chooser) -> None:
        self._chooser = chooser
        self._asked: dict[tuple[str, int], tuple[int, Thinker, asyncio.Task[None]]] = {}

    def is_thinking(self, room_id: str) -> bool:
        """Some computer of this room is being asked."""
        return any(room == room_id for room, _ in self._asked)

    def ask(self, table: Table) -> None:
        """Ask every computer that the table waits for and that is not being asked already."""
        state = table.state
        for thinker in thinkers(table.moment()):
            key = (table.id, thinker.seat)
            running = self._asked.get(key)
            if running is not None:
                if running[:2] == (state.position, thinker):
                    continue
                running[2].cancel()
            task = asyncio.create_task(self._think(table, thinker, state.position))
            self._asked[key] = (state.position, thinker, task)

    async def _think(self, table: Table, thinker: Thinker, position: int) -> None:
        try:
            action = await self._choose(table, thinker)
            await self._wait(table.moment(), action)
        finally:
            key = (table.id, thinker.seat)
            known = self._asked.get(key)
            if known is not None and known[2] is asyncio.current_task():
                del self._asked[key]
        await table.chosen(lambda moment: decided(moment, thinker, position, action))

    async def _choose(self, table: Table, thinker: Thinker) -> PlayerAction:
        round_ = table.state.match.round
        assert round_ is not None
        seen = view(round_, thinker.seat)
        seed = int.from_bytes(table.id.encode()) % 2**31 + thinker.seat
        try:
            action = await self._chooser.choose(thinker.level, seed, seen)
            if action in LegalActions(seen):
                return action
            log.error("a computer of level %s chose what is not legal", thinker.level)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("a computer of level %s failed", thinker.level)
        return any_action(seen)

    @staticmethod
    async def _wait(moment: Moment, action: PlayerAction) -> None:
        """Where the first call counts, people get the time to say it first."""
        if isinstance(action, Call) and window_mode(moment.state) is not CallWindow.FAIR:
            until = moment.state.window_at + moment.timing.rival
            await asyncio.sleep(max(0.0, until - moment.at))

    def forget(self, room_id: str) -> None:
        """Stop asking for this room."""
        for key, (_, _, task) in list(self._asked.items()):
            if key[0] == room_id:
                task.cancel()
                del self._asked[key]

    async def close(self) -> None:
        """Stop asking."""
        tasks = [task for _, _, task in self._asked.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._asked.clear()


def any_action(seen: PlayerView) -> PlayerAction:
    """Something legal, where a computer has none to offer: to pass, or else the first there is."""
    legal = LegalActions(seen)
    return Pass() if Pass() in legal else next(iter(legal))


def decided(
    moment: Moment, thinker: Thinker, position: int, action: PlayerAction
) -> Sequence[RoomEvent]:
    """What an answer becomes: nothing, where the table has moved on or does not wait for it."""
    state = moment.state
    if state.position != position or thinker not in thinkers(moment):
        return []
    if why_not_match(state.match, Move(thinker.seat, action)) is not None:
        return []
    if is_calling(state) and window_mode(state) is CallWindow.FAIR:
        assert isinstance(action, Call | Pass), "nothing else is legal in a window"
        return [Answered(moment.at, thinker.seat, action, "computer")]
    return [Moved(moment.at, thinker.seat, action, thinker.by)]
