"""Plain requests: rules, rooms, joining, replays, lists; and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.server.people import BROWSER, Server, plays, serving

from laydown.engine.actions import Deal
from laydown.record.jsonl import load
from laydown.rules.catalogue import OPTIONS
from laydown.rules.games import GAMES
from laydown.server.wire import Done


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def served() -> None:
        async with serving() as server:
            await test(server)

    asyncio.run(served())


def test_the_catalogue_declares_every_game_and_option() -> None:
    async def test(server: Server) -> None:
        found = (await server.http.get("/api/catalogue")).json()
        assert [game["key"] for game in found["games"]] == list(GAMES)
        assert [option["name"] for option in found["options"]] == list(OPTIONS)
        assert all(option["values"] for option in found["options"] if option["kind"] == "choices")

    run(test)


def test_cited_clauses_are_read() -> None:
    async def test(server: Server) -> None:
        found = (await server.http.get("/api/clauses?cited=R5-5, B-22")).json()
        assert [(each["number"], each["title"]) for each in found] == [
            ("R5-5", "What a dig owes"),
            ("B-22", "Which card may be dug for"),
        ]
        assert (await server.http.get("/api/clauses?cited=Z-1")).json() == []
        assert (await server.http.get("/api/clauses")).json() == []

    run(test)


def test_rules_say_what_differs_and_what_cannot_be() -> None:
    async def test(server: Server) -> None:
        said = await server.post(
            "/api/rules", {"text": "rummy-500", "values": {"target": 300, "players": 4}}
        )
        answer = said.json()
        assert "300" in answer["text"]
        assert [option for option, _ in answer["differs"]] == ["target"]
        assert "300" in answer["differs"][0][1]
        assert answer["problems"] == []
        bad = await server.post("/api/rules", {"text": "rummy-500", "values": {"players": 9}})
        assert bad.status_code == 400 or bad.json()["problems"]
        unknown = await server.post("/api/rules", {"text": "no-such-game"})
        assert unknown.status_code == 400
        assert "no-such-game" in unknown.json()["error"]
        book = (await server.post("/api/rulebook", {"text": "rummy-500"})).json()
        assert book["sections"]

    run(test)


def test_a_room_is_opened_only_with_rules_that_can_be_played() -> None:
    async def test(server: Server) -> None:
        me, free = {"who": "me"}, {"who": "open"}
        for body, words in (
            ({"rules": "rummy-500", "seats": [me]}, ""),
            ({"rules": "rummy-500", "seats": [free, free]}, "yours"),
            ({"rules": "rummy-500", "seats": [me, *[free] * 8]}, "8 seats"),
            ({"rules": "rummy-500", "seats": [me, {"who": "computer", "level": "x"}]}, "level"),
            ({"rules": "rummy-500", "seats": [me, free], "clock": -1}, "clock"),
            ({"rules": "rummy-500", "seats": [me, free], "clock": 9, "days": True}, "clock"),
            ({"rules": "rummy-500", "seats": [me, free], "replay_of": "x/1"}, "finished round"),
            ({"rules": "x" * 30_000, "seats": [me, free]}, "long"),
            ({"rules": "rummy-500", "seats": [me, free], "more": 1}, "more"),
        ):
            answer = await server.post("/api/rooms", body)
            assert 400 <= answer.status_code < 500, body
            assert words in answer.json()["error"]
        for path in (
            "/api/rooms/nosuchroom22",
            "/api/rooms/..%2f..%2fx",
            "/api/rooms/" + "x" * 500,
        ):
            assert (await server.http.get(path)).status_code == 404

    run(test)


def test_seats_are_taken_once() -> None:
    async def test(server: Server) -> None:
        opened = await server.open("rummy-500", "open", "me", "open", "greedy")
        shown = (await server.http.get(f"/api/rooms/{opened.room}")).json()
        assert shown["host"] == opened.seat == 1
        assert [seat["free"] for seat in shown["seats"]] == [True, False, True, False]
        wishes = [
            server.post(f"/api/rooms/{opened.room}/join", {"seat": 0, "name": f"N{i}"})
            for i in range(8)
        ]
        codes = sorted(answer.status_code for answer in await asyncio.gather(*wishes))
        assert codes == [200] + [409] * 7
        for seat, code in ((1, 409), (3, 409), (9, 409), (-1, 409)):
            answer = await server.post(
                f"/api/rooms/{opened.room}/join", {"seat": seat, "name": "x"}
            )
            assert answer.status_code == code

    run(test)


def test_the_lobby_belongs_to_its_host() -> None:
    async def test(server: Server) -> None:
        opened = await server.open("rummy-500", "me", "open", "open")
        ben = await server.join(opened.room, 1, "Ben")
        live = await server.live(opened.room)
        async with server.page(opened.room, opened.token) as host:
            async with server.page(opened.room, ben.token) as page:
                for what, more in (("start", {}), ("kick", {"seat": 0}), ("level", {"seat": 2})):
                    refused = await page.control(what, **more)
                    assert not isinstance(refused, Done)
                    assert "host" in refused.text
                await host.control("level", seat=2, level="greedy")
                assert live.state.seats[2].level == "greedy"
                await host.control("level", seat=2, text="open")
                assert live.state.seats[2].who == "open"
                await host.control("kick", seat=1)
                await page.until_closed()
                assert page.failed.final
            assert live.state.seats[1].who == "open"
            assert isinstance(await host.control("start"), Done)
            await host.until(lambda page: page.state.table is not None)
            assert [seat.level for seat in live.state.seats] == ["", "plain", "plain"]
            late = await server.join(opened.room, 2, "Late")
            assert live.state.seats[late.seat].who == "person"

    run(test)


def test_who_all_are_ready_begin_without_the_host() -> None:
    async def test(server: Server) -> None:
        opened = await server.open("rummy-500", "me", "open")
        ben = await server.join(opened.room, 1, "Ben")
        async with (
            server.page(opened.room, opened.token) as a,
            server.page(opened.room, ben.token) as b,
        ):
            await a.ready()
            assert a.state.room.phase == "lobby"
            await b.ready()
            await a.until(lambda page: page.state.table is not None)

    run(test)


@pytest.mark.parametrize("first_dealer", ["random", "cut_low", "host"])
def test_the_same_deal_is_played_again(first_dealer: str) -> None:
    async def test(server: Server) -> None:
        rules = "rummy-500 match_mode=n_deals deals=1 tie_rule=shared"
        rules += f" first_dealer={first_dealer}"
        opened = await server.open(rules, "me", "greedy")
        live = await server.live(opened.room)
        async with server.page(opened.room, opened.token) as page:
            await plays(page, live)
        again = await server.open(rules, "me", "greedy", replay_of=f"{opened.room}/1")
        second = await server.live(again.room)
        async with server.page(again.room, again.token) as page:
            await page.until(lambda page: page.state.table is not None)
        first_deal = next(move.action for move, *_ in live.state.kept[0].moves
                          if isinstance(move.action, Deal))  # fmt: skip
        assert second.state.moves[0].move.action == first_deal
        assert second.state.match.dealer == live.state.match.results[0].dealer
        async with server.page(again.room, again.token) as page:
            await plays(page, second)
        answer = await server.http.get(f"/api/rooms/{again.room}/record")
        record = load(answer.text)
        assert record.final().totals == second.state.match.totals
        assert record.final().results[0].dealer == live.state.match.results[0].dealer
        other = await server.post(
            "/api/rooms",
            {"rules": "rummy", "seats": [{"who": "me"}, {"who": "open"}],
             "replay_of": f"{opened.room}/1"},
        )  # fmt: skip
        assert other.status_code == 400

    run(test)


@pytest.mark.parametrize("by_itself", [True, False])
def test_where_the_host_deals_it_is_from_the_hosts_own_seat(by_itself: bool) -> None:  # noqa: FBT001
    rules = "rummy-500 first_dealer=host match_mode=n_deals deals=1 tie_rule=shared"

    async def test(server: Server) -> None:
        others = ("greedy", "greedy") if by_itself else ("open", "greedy")
        opened = await server.open(rules, others[0], "me", others[1])
        live = await server.live(opened.room)
        async with server.page(opened.room, opened.token) as page:
            if not by_itself:
                await page.control("start")
            await plays(page, live)
        assert live.state.match.results[0].dealer == 1
        record = load((await server.http.get(f"/api/rooms/{opened.room}/record")).text)
        assert record.header.dealer == 1
        assert record.final().results == live.state.match.results

    run(test)


def test_a_browser_finds_its_own_matches_and_nobody_elses() -> None:
    async def test(server: Server) -> None:
        opened = await server.open("rummy-500", "me", "greedy")
        found = (await server.post("/api/mine", {"browser": BROWSER})).json()
        assert [each["room"] for each in found["matches"]] == [opened.room]
        nothing = (await server.post("/api/mine", {"browser": "0" * 32})).json()
        assert nothing == {"matches": [], "rounds": [], "here": {}}
        for key in ("", "x" * 32, BROWSER.upper(), BROWSER + "0"):
            assert (await server.post("/api/mine", {"browser": key})).status_code == 400
        for body in (
            {"browser": BROWSER, "matches": [], "rounds": [{"room": "x"}]},
            {"browser": BROWSER, "matches": [1], "rounds": []},
            {"browser": "short", "matches": [], "rounds": []},
        ):
            assert (await server.post("/api/mine/restore", body)).status_code == 400

    run(test)


def test_every_answer_carries_the_headers_that_keep_strangers_out() -> None:
    async def test(server: Server) -> None:
        for path in ("/livez", "/readyz", "/api/catalogue", "/", "/nothing/here", "/api/nothing"):
            answer = await server.http.get(path)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "http" not in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "camera=()" in answer.headers["permissions-policy"]
        assert (await server.http.get("/readyz")).json() == {"ok": True}
        for path in ("/../pyproject.toml", "/%2e%2e/app.py", "/..%2fapp.py", "/assets/../app.py"):
            answer = await server.http.get(path)
            assert "application(" not in answer.text

    run(test)


def test_a_match_that_nobody_looks_at_goes_on_until_it_needs_a_person() -> None:
    async def test(server: Server) -> None:
        opened = await server.open("rummy-500", "me", "greedy", "greedy", "greedy")
        live = await server.live(opened.room)
        async with server.page(opened.room, opened.token) as page:
            await page.until(lambda page: page.state.table is not None)
        for _ in range(300):
            await asyncio.sleep(0.01)
            round_: Any = live.state.match.round
            if live.state.seats[round_.seat].who == "person":
                break
        assert live.state.match.round is not None
        assert live.state.match.round.seat == opened.seat

    run(test)
