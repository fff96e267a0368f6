"""When all others have resigned, the round in play is broken off: kept and opened, not scored."""

from __future__ import annotations

import asyncio

from tests.browser.serving import dealt, whole
from tests.server.people import Server, plays, serving
from tests.server.rooms import room

from laydown.cards import parse_cards
from laydown.engine.actions import Deal, Discard, Draw, Meld
from laydown.engine.dealing import pack_of
from laydown.record.jsonl import load
from laydown.record.shuffles import verify
from laydown.rules.text import parse_rules
from laydown.server.telling import state_for

SHORT = "rummy-500 deal_fixed=2:3"


async def broken_off(server: Server) -> tuple[str, str, list[str]]:
    """Anna plays a round against Ben, and in the second one Ben resigns after a turn: the room,
    Anna's token, and the promises that were shown."""
    opened = await server.open("rummy-500 target=1000", "me", "open")
    joined = await server.join(opened.room, 1, "Ben")
    live = await server.live(opened.room)
    async with (
        server.page(opened.room, opened.token) as anna,
        server.page(opened.room, joined.token) as ben,
    ):
        await anna.control("start")
        players = [asyncio.create_task(plays(page, live, "plain")) for page in (anna, ben)]
        await anna.until(lambda page: len(page.state.room.rounds) == 1, seconds=60)
        for task in players:
            task.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        for page in (anna, ben):
            await page.ready()
        await anna.until(lambda page: page.state.room.phase == "playing")
        page = anna if anna.state.legal else ben
        await page.do(Draw())
        await page.until(lambda page: page.state.legal and page.state.legal.discards)
        assert page.state.legal is not None
        await page.do(Discard(page.state.legal.discards[0]))
        shown = [state.room.commitment for state in anna.states]
        await ben.control("resign")
        await anna.until(lambda page: page.state.room.phase == "over")
        board = anna.state.room.rounds[-1]
        assert len(anna.state.room.rounds) == 2
        assert board.broken
        assert board.ending == "Ben has resigned: the round is broken off, and scores nothing."
        assert board.totals == anna.state.room.rounds[0].totals
        assert anna.state.room.result == "You have won: everybody else has resigned."
        assert anna.state.room.opening, "its shuffle is opened"
    return opened.room, opened.token, shown


def test_the_round_is_kept_opened_and_not_scored() -> None:
    async def test() -> None:
        async with serving() as server:
            room_id, _, shown = await broken_off(server)
            live = await server.live(room_id)
            found = (await server.http.get(f"/api/rooms/{room_id}/rounds/2")).json()
            assert found["result"] is None
            dealt = found["positions"][0]
            assert all(len(hand) == 13 for hand in dealt["hands"]), "all hands are open"
            (shuffle,) = found["shuffles"]
            assert verify(shuffle["commitment"], tuple(shuffle["order"]), shuffle["salt"])
            assert shuffle["commitment"] in shown, "it was promised before it was dealt"
            assert (await server.http.get(f"/api/rooms/{room_id}/rounds/3")).status_code == 404
            record = load((await server.http.get(f"/api/rooms/{room_id}/record")).text)
            final = record.final()
            assert len(final.results) == 1
            assert final.round == live.state.match.round
            assert len(record.shuffles) == 2
            last = record.remarks[-1]
            assert last.after == len(record.moves)
            assert last.text == (
                "Ben has resigned: the round is broken off, and scores nothing."
                " Anna has won: everybody else has resigned."
            )
            await plays_it_again(server, room_id, record.moves)

    asyncio.run(test())


async def plays_it_again(server: Server, room_id: str, moves: tuple[object, ...]) -> None:
    again = await server.open("rummy-500 target=1000", "me", "greedy", replay_of=f"{room_id}/2")
    live = await server.live(again.room)
    async with server.page(again.room, again.token) as page:
        await page.until(lambda page: page.state.table is not None)
    deals = [move.action for move in moves if isinstance(move.action, Deal)]  # type: ignore[attr-defined]
    assert live.state.moves[0].move.action == deals[1]


def test_what_is_broken_off_is_shown_to_watchers_and_stays_closed_at_the_table() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            anna, ben = await table.comes(0), await table.comes(1)
            assert anna.seat == 0
            assert table.state.broken is None
            await table.control(ben, "resign")
            assert table.state.broken is not None
            watcher = state_for(table.live.id, table.live.moment(), -1, 0)
            assert watcher.room.rounds[0].ending.startswith("P1 has resigned: ")
            assert watcher.table is not None
            assert watcher.table.hand == (), "open hands are in the replay, not at the table"

    asyncio.run(test())


def test_between_two_rounds_nothing_is_broken_off() -> None:
    async def test() -> None:
        order = whole(dealt("7S 7H 7D", "3S 5D KH", "9C 2C"), pack_of(parse_rules(SHORT), 1))
        async with room(SHORT, "", "", order=order, dealer=1) as table:
            anna, ben = await table.comes(0), await table.comes(1)
            for action in (Draw(), Meld(parse_cards("7S 7H 7D")), Discard(parse_cards("2C")[0])):
                await table.play(anna, action)
            assert len(table.state.kept) == 1
            await table.control(ben, "resign")
            assert table.state.winners == (0,)
            assert table.state.broken is None
            assert len(table.state.open_rounds) == 1

    asyncio.run(test())
