"""A browser's own lists: whose turn it is, who is there, and which digs paid."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from tests.browser.serving import dealt, whole
from tests.server.people import BROWSER, Server, serving
from tests.server.rooms import Room, room

from laydown.cards import parse_cards
from laydown.engine.actions import Discard, Draw, LayOff, Meld, PlayerAction, Take
from laydown.engine.dealing import pack_of
from laydown.rules.text import parse_rules, rules_json
from laydown.server.events import RoomOpened, Sat, SeatPlan, Started, decode
from laydown.server.listings import MatchLine, digs_of
from laydown.server.replaying import replayed
from laydown.server.seats import hashed


def cards(text: str) -> tuple[int, ...]:
    return parse_cards(text)


DUEL = "rummy-500 deal_fixed=2:4"
ANNA, BEN = "2C 2H 4S 6D", "7S 8S 9S JH"


async def turns(table: Room, *actions: tuple[int, PlayerAction]) -> None:
    people = {seat: await table.comes(seat) for seat in (0, 1)}
    for seat, action in actions:
        await table.play(people[seat], action)


@pytest.mark.parametrize(
    ("stock", "bens", "annas", "expected"),
    [
        # She digs two of diamonds, queen, two of spades: four twos lie (8), the queen is discarded.
        ("2D QH 2S TS", "2S", ("2C 2H 2D 2S", "QH"), (1, 8, 1)),
        # She digs two of diamonds, queen, jack and is caught with both: 2 against 20.
        ("2D QH 3C TS", "JH", ("2C 2H 2D", "4S"), (1, 6, 0)),
    ],
)
def test_a_dig_pays_if_its_cards_bring_more_than_they_cost(
    stock: str, bens: str, annas: tuple[str, str], expected: tuple[int, int, int]
) -> None:
    async def test() -> None:
        order = whole(dealt(ANNA, BEN, stock), pack_of(parse_rules(DUEL), 1))
        async with room(DUEL, "", "", order=order, dealer=1) as table:
            melded, discarded = annas
            last = "3C" if bens == "JH" else "JH"
            await turns(
                table,
                (0, Draw()),
                (0, Discard(*cards("QH"))),
                (1, Draw()),
                (1, Meld(cards("7S 8S 9S"))),
                (1, Discard(*cards(bens))),
                (0, Take(3)),
                (0, Meld(cards(melded))),
                (0, Discard(*cards(discarded))),
                (1, Draw()),
                (1, LayOff(cards("TS"), "M1")),
                (1, Discard(*cards(last))),
            )
            assert len(table.state.match.results) == 1
            assert digs_of(table.state, 0) == expected
            assert digs_of(table.state, 1) == (0, 0, 0)

    asyncio.run(test())


async def line_of(table: Room, seat: int) -> MatchLine:
    (row,) = await table.store.rows(hashed(f"browser {seat}"), "match")
    return msgspec.json.decode(row.body, type=MatchLine)


def test_every_list_says_whose_turn_it_is() -> None:
    async def test() -> None:
        order = whole(dealt(ANNA, BEN, "2D QH 3C TS"), pack_of(parse_rules(DUEL), 1))
        async with room(DUEL, "", "", order=order, dealer=1) as table:
            anna, ben = await table.comes(0), await table.comes(1)
            assert [(await line_of(table, seat)).turn for seat in (0, 1)] == [(0,), (0,)]
            table.clock.now += 500
            await table.play(anna, Draw())
            await table.play(anna, Discard(*cards("QH")))
            found = await line_of(table, 0)
            assert found.turn == (1,)
            assert found.changed == table.clock.now, "the list tells when something happened last"
            await table.control(ben, "pause")
            assert (await line_of(table, 1)).turn == ()
            assert (await line_of(table, 1)).phase == "paused"
            await table.control(ben, "resume")
            await table.control(ben, "resign")
            assert [(await line_of(table, seat)).turn for seat in (0, 1)] == [(), ()]

    asyncio.run(test())


def test_an_answer_in_a_fair_window_shows_in_nobody_elses_list() -> None:
    from tests.server.test_table import CALLING, calling_deal, to_a_call

    from laydown.engine.actions import Pass

    async def test() -> None:
        order, _ = calling_deal(3)
        async with room(CALLING, "", "", "", order=order) as table:
            people = {seat: await table.comes(seat) for seat in range(3)}
            await to_a_call(table, people)
            round_ = table.state.match.round
            assert round_ is not None
            callers = round_.may_call
            assert len(callers) == 2
            first, second = callers
            assert (await line_of(table, first)).turn == callers
            await table.play(people[first], Pass())
            assert (await line_of(table, first)).turn == (second,)
            assert (await line_of(table, second)).turn == callers

    asyncio.run(test())


def test_mine_tells_who_is_there() -> None:
    async def test() -> None:
        async with serving() as server:
            opened = await server.open("rummy-500", "me", "open")
            joined = await server.join(opened.room, 1, "Ben")
            assert await here(server) == {}
            async with server.page(opened.room, joined.token):
                assert await here(server) == {opened.room: [1]}

    asyncio.run(test())


async def here(server: Server) -> dict[str, list[int]]:
    found: dict[str, list[int]] = (await server.post("/api/mine", {"browser": BROWSER})).json()[
        "here"
    ]
    return found


def test_a_match_stored_before_hosts_had_their_own_deal_is_replayed_as_it_was() -> None:
    assert decode(b'{"is":"started","at":1.0}') == Started(1.0, -1)
    rules = rules_json(parse_rules("rummy-500 players=2 first_dealer=host")).decode()
    opening = RoomOpened(1.0, rules=rules, seats=(SeatPlan("computer", "plain"), SeatPlan("open")))
    sat = Sat(1.0, 1, "s" * 64, "Anna", "blue", "")
    for begun, dealer in ((Started(2.0), 0), (Started(2.0, 1), 1)):
        state = replayed((opening, sat, begun))
        assert state is not None
        assert state.match.dealer == dealer
