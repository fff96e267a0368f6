"""Rooms as values: events round trip, replays are exact, and what is hidden changes no message."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.rooms import Room, room

from laydown.cards import Card
from laydown.engine.actions import Draw, Pass
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase, Round
from laydown.engine.view import view
from laydown.players.levels import player
from laydown.server.events import (
    Answered,
    Continued,
    HandedOver,
    IsReady,
    Moved,
    Prepared,
    RoomEvent,
    RoomOpened,
    Sat,
    SeatPlan,
    TookBack,
    decode,
    encode,
)
from laydown.server.presence import Moment
from laydown.server.replaying import after, replayed
from laydown.server.rooms import RoomState
from laydown.server.telling import state_for
from laydown.server.viewers import Viewer

EVENTS: list[RoomEvent] = [
    RoomOpened(1.5, rules="{}", seats=(SeatPlan("open"), SeatPlan("computer", "plain")), days=True),
    Sat(2.0, 0, "secret", "Zoë", "blue", ""),
    Prepared(3.0, (1, 2, 3), "salt"),
    Moved(4.0, 1, Draw(), "clock", "command"),
    Answered(5.0, 1, Pass(), "person"),
    TookBack(6.0, 1, "c"),
    IsReady(7.0, 1),
    HandedOver(8.0, 1, "greedy", "away"),
    Continued(9.0, "room"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_are_stored_as_they_are(event: RoomEvent) -> None:
    assert decode(encode(event)) == event


@pytest.mark.parametrize("body", [b"", b"{}", b'{"is":"sat"}', b'{"is":"ready","at":1,"x":2}'])
def test_what_is_no_event_is_refused(body: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        decode(body)


def redealt(round_: Round, viewer: int, chance: random.Random) -> Round:
    """The same for this viewer: what it does not see is dealt anew."""
    hidden: list[Card] = list(round_.stock)
    kept: dict[int, Counter[Card]] = {}
    for seat, hand in enumerate(round_.hands):
        if seat != viewer:
            kept[seat] = Counter(round_.known[seat])
            hidden += (Counter(hand) - kept[seat]).elements()
    if round_.known_stock:
        return round_
    chance.shuffle(hidden)
    hands = []
    for seat, hand in enumerate(round_.hands):
        if seat == viewer:
            hands.append(hand)
            continue
        missing = len(hand) - kept[seat].total()
        hands.append(tuple(sorted((*kept[seat].elements(), *hidden[:missing]))))
        del hidden[:missing]
    return replace(round_, hands=tuple(hands), stock=tuple(hidden))


@pytest.mark.parametrize("rules", ["rummy-500-jokers call_rummy=board", "5000-rummy", "rummy"])
def test_what_a_seat_does_not_see_changes_nothing_that_it_is_sent(rules: str) -> None:
    async def test() -> None:
        chance = random.Random(7)
        checked = 0
        for _ in range(20):  # rounds are as long as chance wants
            async with room(rules, "", "", "", dealer=-1) as table:
                people = {seat: await table.comes(seat) for seat in range(3)}
                while checked <= 40 and not table.state.match.results:
                    round_ = table.state.match.round
                    assert round_ is not None
                    checked += check_redealt(table, round_, chance)
                    await one_move(table, round_, people)
        assert checked > 40

    asyncio.run(test())


def check_redealt(table: Room, round_: Round, chance: random.Random) -> int:
    state, moment = table.state, table.live.moment()
    for viewer in (-1, 0, 1, 2):
        other = redealt(round_, viewer, chance)
        changed = replace(state, match=replace(state.match, round=other))
        elsewhere = Moment(changed, moment.presence, moment.timing, moment.at)
        shown = state_for("r", moment, viewer, state.seq)
        assert state_for("r", elsewhere, viewer, state.seq) == shown
    return int(round_.phase is not Phase.DEAL)


async def one_move(table: Room, round_: Round, people: dict[int, Viewer]) -> None:
    seat = round_.may_call[0] if round_.phase is Phase.CALLING else round_.seat
    seen = view(round_, seat)
    action: Any = player("greedy").choose(seen, LegalActions(seen))
    if round_.phase is Phase.CALLING:
        for other in round_.may_call:
            if not any(reply.seat == other for reply in table.state.replies):
                await table.play(people[other], Pass())
        return
    await table.play(people[seat], action)


def test_replaying_the_events_gives_every_state_on_the_way() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "", "") as table:
            people = {seat: await table.comes(seat) for seat in range(3)}
            for _ in range(30):
                round_ = table.state.match.round
                assert round_ is not None
                if table.state.match.results:
                    break  # the rest of the room waits for its people
                await one_move(table, round_, people)
            events = [decode(body) for _, body in await table.store.read(table.live.stream)]
            state: RoomState | None = None
            for number, event in enumerate(events, start=1):
                state = after(state, event)
                assert state.seq == number
            assert state == table.state
            assert replayed(tuple(events)) == table.state

    asyncio.run(test())
