"""Counting cards over the wire: the source's round, and what is refused."""

from __future__ import annotations

import asyncio
import time

from tests.server.people import serving


def face(rank: int, suit: int) -> dict[str, int]:
    return {"card": suit * 13 + rank}


def test_the_sources_round_is_counted_and_nonsense_is_refused() -> None:
    async def test() -> None:
        async with serving() as server:
            anna = {
                "rules": "rummy-500 players=2",
                "text": "7♠ 7♥ 7♦ 9♥-10♥-J♥ Q♥",
                "into": "melded",
                "held": [face(12, 3), face(0, 0)],
            }
            said = (await server.post("/api/count", anna)).json()
            assert (said["points"], said["table"], said["hand"]) == (35, 60, 25)
            assert said["text"] == "60 on the table − 25 in hand = +35."
            assert said["groups"][0] == {"kind": "set", "at": [0, 1, 2], "points": 21}
            assert said["facts"]["places"] == ["table", "hand"]
            assert said["facts"]["copies"][52] == 0
            for body in (
                {"rules": "rummy-500", "cards": []},
                {"rules": "no-such-game"},
                {"rules": "rummy-500", "text": "seven fishes", "into": "held"},
                {"rules": "rummy-500", "melded": [{"card": 53}]},
                {"rules": "rummy-500", "wild_rank": 40},
                {"rules": "rummy-500", "melded": [{"card": 1}] * 500},
            ):
                refused = await server.post("/api/count", body)
                assert refused.status_code == 400, body
                assert refused.json()["error"]

    asyncio.run(test())


def test_no_number_of_aces_takes_the_servers_time() -> None:
    """Two hundred aces are no round that anybody played: in 5000, where sets may have any number
    of cards, they have more subsets than can be tried."""

    async def test() -> None:
        async with serving() as server:
            row = [face(0, at % 4) for at in range(160)]
            asked = {"rules": "5000", "wild_rank": 3, "melded": row, "held": row}
            begun = time.monotonic()
            said = await server.post("/api/count", asked)
            assert said.status_code == 200
            assert len(said.json()["melded"]) == 160
            assert time.monotonic() - begun < 6
            crowd = [["x", row, []] for _ in range(3)]
            refused = await server.post("/api/count", {"rules": "rummy-500", "others": crowd})
            assert refused.status_code == 400

    asyncio.run(test())
