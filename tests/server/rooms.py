"""Rooms without sockets: a live room on a store in memory, its time set by the test."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from random import Random
from typing import Any

from tests.server.people import Inline

from laydown.engine.actions import Call, Deal, Move, PlayerAction
from laydown.engine.legal import LegalActions
from laydown.engine.match import apply_match, new_match
from laydown.engine.state import Phase
from laydown.engine.view import view
from laydown.lab.house import House
from laydown.players.levels import player
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules, rules_json
from laydown.server.databases import open_store
from laydown.server.events import RoomEvent, RoomOpened, Sat, SeatPlan, Started, encode
from laydown.server.listings import rows_after
from laydown.server.live import LiveRoom
from laydown.server.presence import Timing
from laydown.server.replaying import after
from laydown.server.rooms import RoomState
from laydown.server.seats import hashed, new_room
from laydown.server.store import Store
from laydown.server.thinking import Minds
from laydown.server.viewers import Viewer
from laydown.server.wire import Control


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Room:
    """A live room with its clock; seats are people unless a level is named."""

    def __init__(self, live: LiveRoom, store: Store, clock: Clock) -> None:
        self.live, self.store, self.clock = live, store, clock

    @property
    def state(self) -> RoomState:
        return self.live.state

    def phase(self) -> Phase | None:
        """What the round waits for."""
        return self.state.match.round.phase if self.state.match.round is not None else None

    def who(self, seat: int) -> str:
        """Who plays the seat."""
        return self.state.seats[seat].who

    async def comes(self, seat: int, token: str = "") -> Viewer:
        """A page of this seat is opened."""
        viewer = Viewer(seat, 0, hashed(token or f"token {seat}") if seat >= 0 else "")
        await self.live.enter(viewer)
        return viewer

    async def passes(self, seconds: float) -> None:
        """Time goes by, and the room looks at the clock."""
        self.clock.now += seconds
        await self.live.tick()

    async def control(self, viewer: Viewer, what: Any, **more: Any) -> None:
        await self.live.control(viewer, Control("c", what, **more))

    async def play(self, viewer: Viewer, action: PlayerAction) -> None:
        await self.live.do(viewer, self.state.seq, action)

    async def greedy(self, people: dict[int, Viewer], *, until: Phase) -> None:
        """The seats on turn play as the greedy computer would, until this phase is reached."""
        mind = player("greedy")
        for _ in range(2000):
            round_ = self.state.match.round
            assert round_ is not None
            if round_.phase is until:
                return
            seen = view(round_, round_.seat)
            action: Any = mind.choose(seen, LegalActions(seen))
            await self.play(people[round_.seat], action)
        raise AssertionError(f"no {until} came")


@contextlib.asynccontextmanager
async def room(
    rules: str,
    *levels: str,
    order: tuple[int, ...] = (),
    started: bool = True,
    dealer: int = 0,
    database: str = "sqlite://",
    **wishes: Any,
) -> AsyncIterator[Room]:
    """A room whose seats have these levels, "" for people with the tokens `token 0` and so on,
    `open` for nobody."""
    store, clock = await open_store(database), Clock()
    read = parse_rules(f"{rules} players={len(levels)}")
    seats = tuple(
        SeatPlan("computer", level) if level not in ("", "open") else SeatPlan("open")
        for level in levels
    )
    orders = (order,) if order else ()
    opening = RoomOpened(
        clock.now, rules=rules_json(read).decode(), seats=seats, dealer=dealer, orders=orders,
        **wishes,
    )  # fmt: skip
    events: list[RoomEvent] = [opening]
    events += [
        Sat(clock.now, seat, hashed(f"token {seat}"), f"P{seat}", "blue", hashed(f"browser {seat}"))
        for seat, level in enumerate(levels)
        if not level
    ]
    if started:
        events.append(Started(clock.now))
    state: RoomState | None = None
    for event in events:
        state = after(state, event)
    assert state is not None
    name = new_room()
    await store.append(f"room:{name}", 0, [*map(encode, events)])
    minds = Minds(Inline())
    live = LiveRoom(name, state, store, minds, rows_after, timing=Timing(rival=0), clock=clock)
    try:
        yield Room(live, store, clock)
    finally:
        await live.close()
        await minds.close()
        await store.close()


def order_with_a_call(rules_text: str, players: int) -> tuple[tuple[int, ...], int]:
    """A deal in which greedy play comes to a discard that some seat can call: the order of the
    cards, with seat 0 dealing, and how many windows come before it."""
    rules: Rules = parse_rules(f"{rules_text} players={players}")
    for seed in range(400):
        found = _windows_before_a_call(rules, seed)
        if found is not None:
            return found
    raise AssertionError("no deal has a call")


def _windows_before_a_call(rules: Rules, seed: int) -> tuple[tuple[int, ...], int] | None:
    from laydown.engine.actions import HOUSE, ChooseDealer, Pass

    match = apply_match(new_match(rules), Move(HOUSE, ChooseDealer(0)))
    assert match.round is not None
    deal = House(Random(seed)).answer_round(match.round).action
    assert isinstance(deal, Deal)
    match = apply_match(match, Move(HOUSE, deal))
    mind, windows = player("greedy"), 0
    while match.round is not None and not match.results:
        round_ = match.round
        if round_.phase is Phase.RESHUFFLE:
            return None
        if round_.phase is Phase.CALLING:
            callers = [i for i in round_.may_call
                       if Call in LegalActions(view(round_, i)).kinds()]  # fmt: skip
            if callers:
                return deal.order, windows
            windows += 1
            for seat in round_.may_call:
                match = apply_match(match, Move(seat, Pass()))
            continue
        seen = view(round_, round_.seat)
        match = apply_match(match, Move(round_.seat, mind.choose(seen, LegalActions(seen))))
    return None


def first_call(state: RoomState) -> tuple[int, Call] | None:
    """Some seat that may call now, with a call."""
    round_ = state.match.round
    assert round_ is not None
    for seat in round_.may_call:
        for action in LegalActions(view(round_, seat)).of(Call):
            assert isinstance(action, Call)
            return seat, action
    return None
