"""What is sent to several pages: made once for all with the same eyes, and never for others."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from tests.server.rooms import room

from laydown.engine.actions import Draw
from laydown.server import viewers
from laydown.server.telling import state_for
from laydown.server.viewers import ALIKE_SECONDS
from laydown.server.wire import State


def test_watchers_share_a_state_and_each_seat_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(*asked: object) -> State:
        made.append(asked[2])  # type: ignore[arg-type]
        return state_for(*asked)  # type: ignore[arg-type]

    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = [await table.comes(seat) for seat in (0, 1)]
            monkeypatch.setattr(viewers, "state_for", counted)

            async def shown(seat: int, since: int = 0) -> State:
                moment = table.live.moment()
                _, text = await table.live.showing.text(moment, seat, since)
                return msgspec.json.decode(text, type=State)

            for _ in range(5):
                assert (await shown(-1)).you == -1
            assert made == [-1]
            own, other = await shown(0), await shown(1)
            assert own.table is not None
            assert other.table is not None
            assert own.table.hand == table.state.match.round.hands[0]  # type: ignore[union-attr]
            assert other.table.hand == table.state.match.round.hands[1]  # type: ignore[union-attr]
            made.clear()
            table.clock.now += 2 * ALIKE_SECONDS
            assert (await shown(-1)).now == table.clock.now, "states tell the time"
            turn = table.state.match.round.seat  # type: ignore[union-attr]
            before = (await shown(-1)).seq
            await table.play(people[turn], Draw())
            assert (await shown(-1)).seq == before + 1
            assert [each.kind for each in (await shown(-1, before)).news] == ["draw"]
            assert made == [-1, -1, -1], "one for the time, one for the move, one for other news"

    asyncio.run(test())
