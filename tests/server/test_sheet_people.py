"""Who keeps a sheet, who joins it, and who goes on to the next: through real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.server.people import BROWSER, Server, serving
from tests.server.score_pages import join, open_sheet, phone

from laydown.server.limits import Guesses
from laydown.server.presence import Timing
from laydown.server.sheet_hub import CODE_LENGTH, CODE_LETTERS, read_code
from laydown.server.sheet_wire import NotStored, Stored


def run(test: Callable[[Server], Awaitable[None]], *, away: float = 0.4) -> None:
    async def served() -> None:
        async with serving(timing=Timing(away=away)) as server:
            await test(server)

    asyncio.run(served())


# ------------------------------------------------------------------ the host


def test_a_host_that_vanishes_is_replaced_by_the_others() -> None:
    """The absent host is not asked; both who are present have to agree."""

    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", "Carl", "Dora")
        ben, carl = await join(server, opened, 1), await join(server, opened, 2)
        await join(server, opened, 3)  # Dora is not there
        async with phone(server, opened.sheet, opened.token) as host:
            await host.enter(1, 0, 35)
        async with (
            phone(server, opened.sheet, ben.token) as bens,
            phone(server, opened.sheet, carl.token) as carls,
        ):
            assert isinstance(await bens.enter(1, 0, 36), NotStored)
            assert isinstance(await carls.conduct("agree_host"), NotStored)
            assert isinstance(await bens.conduct("ask_host"), Stored)
            assert isinstance(await bens.conduct("agree_host"), NotStored)
            await asyncio.sleep(0.6)  # being away for long makes nobody host while others are here
            await carls.until(lambda page: page.state.wants_host == 1)
            assert (carls.state.host, carls.state.host_present) == (0, False)
            assert isinstance(await carls.conduct("agree_host"), Stored)
            await bens.until(lambda page: page.state.me.role == "host")
            assert bens.state.me.may_write == (0, 1, 2, 3)
            assert (bens.state.host_name, bens.state.wants_host) == ("Ben", -1)
            answer = await bens.enter(1, 0, 36, seen=bens.cell(1, 0).version)
            assert isinstance(answer, Stored)
            assert bens.state.changes[0].text == "Anna: round 1, 35 to 36, by Ben"
            async with phone(server, opened.sheet, opened.token) as back:
                assert back.state.me.role == "player"

    run(test, away=0.2)


def test_a_present_host_is_asked_and_may_refuse_or_give() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", "Carl")
        ben, carl = await join(server, opened, 1), await join(server, opened, 2)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as bens,
            phone(server, opened.sheet, carl.token) as carls,
        ):
            await bens.conduct("ask_host")
            assert isinstance(await carls.conduct("ask_host"), NotStored)
            await carls.conduct("agree_host")
            await host.until(lambda page: page.state.agreed == (2,))
            assert host.state.host == 0  # the host is present and has not agreed
            await host.conduct("refuse_host")
            await bens.until(lambda page: page.state.wants_host == -1)
            await carls.conduct("ask_host")
            await host.until(lambda page: page.state.wants_host == 2)
            assert isinstance(await host.conduct("agree_host"), Stored)
            await carls.until(lambda page: page.state.me.role == "host")
            assert isinstance(await carls.conduct("give_host", column=1), Stored)
            await bens.until(lambda page: page.state.me.role == "host")

    run(test)


def test_a_host_without_a_column_gives_the_sheet_away_and_watches() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", mine=-1)
        ben = await join(server, opened, 1)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as bens,
        ):
            await host.conduct("give_host", column=1)
            await bens.until(lambda page: page.state.me.may_write == (0, 1))
            await host.until(lambda page: page.state.me.role == "viewer")
            assert host.state.me.may_write == ()
            assert isinstance(await host.enter(1, 0, 5), NotStored)
            assert isinstance(await host.conduct("ask_host"), Stored)  # but may ask for it back

    run(test)


def test_who_is_alone_becomes_host_once_the_host_was_away_for_a_while() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        ben = await join(server, opened, 1)
        async with phone(server, opened.sheet, opened.token):
            pass
        async with phone(server, opened.sheet, ben.token) as bens:
            await bens.conduct("ask_host")
            assert bens.state.me.role == "player"
            await bens.until(lambda page: page.state.me.role == "host")

    run(test)


# ------------------------------------------------------------------ joining


def test_letters_let_in_to_what_is_free_and_show_no_scores() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", title="Sunday")
        assert len(opened.code) == CODE_LENGTH
        assert set(opened.code) <= set(CODE_LETTERS)
        typed = f" {opened.code[:3].lower()}-{opened.code[3:]} "
        door = await server.http.get(f"/api/sheets/code/{typed}")
        assert door.json() == {
            "sheet": opened.sheet, "title": "Sunday", "rules_title": "Rummy 500",
            "columns": [[0, "Anna", "blue", True], [1, "Ben", "red", False]], "ended": False,
        }  # fmt: skip
        browser = "b" * 32
        ben = await join(server, opened, 1, browser=browser)
        watching = await join(server, opened, -1)
        assert (watching.token, watching.view) == ("", opened.view)
        taken = {"code": opened.code, "column": 1}
        path = f"/api/sheets/{opened.sheet}/join"
        assert (await server.post(path, taken)).status_code == 409
        again = await join(server, opened, 1, browser=browser)  # the phone that lost its link
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as first,
            phone(server, opened.sheet, again.token) as second,
        ):
            assert isinstance(await first.enter(1, 1, 5), Stored)
            assert isinstance(await second.enter(2, 1, 5), Stored)
            assert isinstance(await host.conduct("release", column=1), Stored)
            for page in (first, second):
                assert (await page.until_failed()).final
            await host.until(lambda page: not page.state.columns[1].claimed)
            other = await join(server, opened, 1)
            async with phone(server, opened.sheet, other.token) as third:
                assert third.totals == (0, 10)
            assert isinstance(await host.conduct("close_code"), Stored)
            await host.until(lambda page: page.state.code == "")
            assert (await server.http.get(f"/api/sheets/code/{opened.code}")).status_code == 404
            assert isinstance(await host.conduct("open_code"), Stored)
            await host.until(lambda page: page.state.code != "")
            assert host.state.code != opened.code
            assert (await server.post(path, {**taken, "column": 0})).status_code == 404
            found = await server.http.get(f"/api/sheets/code/{host.state.code}")
            assert found.status_code == 200
            code = host.state.code
            await host.conduct("end")
            await host.until(lambda page: page.state.phase == "ended")
            assert host.state.code == ""
            assert (await server.http.get(f"/api/sheets/code/{code}")).json()["ended"]
            late = await server.post(path, {"code": code, "column": 1})
            assert late.status_code == 409

    run(test)


def test_letters_are_read_however_they_are_typed() -> None:
    assert read_code("bcd-fgh") == "BCDFGH"
    assert read_code("BCD FGH") == "BCDFGH"
    for wrong in ("", "BCDFG", "BCDFGHJ", "ABCDFG", "BCDFG1", "BCDFGÉ", "x" * 5000):
        assert read_code(wrong) == ""


def test_guessing_letters_is_stopped() -> None:
    """One address that guesses, then many; those who never guessed wrong are let through."""
    guesses = Guesses(rate=0.001, burst=3, all_rate=0.001, all_burst=5)
    for _ in range(3):
        assert guesses.may("10.0.0.1")
        guesses.wrong("10.0.0.1")
    assert not guesses.may("10.0.0.1")
    for i in range(2, 4):
        guesses.wrong(f"10.0.0.{i}")
    assert not guesses.may("10.0.0.2")  # all together have guessed too often
    assert guesses.may("10.0.0.9")


def test_guesses_are_counted_by_the_server() -> None:
    async def test(server: Server) -> None:
        server.sheets.guesses = Guesses(rate=0.001, burst=0.2, all_rate=1, all_burst=100)
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        said = [(await server.http.get("/api/sheets/code/BCDFGH")).status_code for _ in range(5)]
        assert said == [404, 404, 404, 404, 429]
        # and the right letters are not told from the wrong ones any more
        assert (await server.http.get(f"/api/sheets/code/{opened.code}")).status_code == 429

    run(test)


# ------------------------------------------------------------------ beginning and going on


def test_what_cannot_begin_is_refused_in_words() -> None:
    async def test(server: Server) -> None:
        good = {"rules": "rummy-500", "columns": [{"name": "A"}, {"name": "B"}]}
        wrongs: tuple[dict[str, object], ...] = (
            {"columns": []},
            {"columns": [{"name": "A"}]},
            {"columns": [{"name": "A"}] * 9},
            {"mine": 2},
            {"mine": -2},
            {"dealer": 5},
            {"rounds": -1},
            {"rounds": 10**9},
            {"rules": "no such game"},
            {"columns": [{"name": "A", "start": 10**12}, {"name": "B"}]},
            {"more": 1},
        )
        for wrong in wrongs:
            answer = await server.post("/api/sheets", {**good, **wrong})
            assert answer.status_code == 400, wrong
            assert answer.json()["error"]
        two = await open_sheet(server, "5000", "A", "B")  # pointed out, never blocked
        async with phone(server, two.sheet, two.token) as host:
            assert host.state.next_deal is not None
            assert "for 3 to 8 players" in host.state.next_deal.text

    run(test)


def test_lots_are_drawn_by_the_server_and_everybody_sees_it() -> None:
    """Whoever opens the sheet cannot draw until they like it."""

    async def test(server: Server) -> None:
        dealers = set()
        for _ in range(30):  # all the same in one of 2 ** 29
            opened = await open_sheet(server, "rummy-500", "Anna", "Ben", dealer=-2)
            live = await server.sheets.sheet(opened.sheet)
            assert live is not None
            deal = live.shown(0).next_deal
            assert deal is not None
            name, other = (("Anna", "Ben"), ("Ben", "Anna"))[deal.dealer]
            assert deal.text.startswith(f"{name} deals (drawn by lot), {other} starts")
            dealers.add(deal.dealer)
        assert dealers == {0, 1}
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", dealer=1)
        live = await server.sheets.sheet(opened.sheet)
        assert live is not None
        deal = live.shown(0).next_deal
        assert deal is not None
        assert deal.text.startswith("Ben deals, Anna starts")

    run(test)


def test_a_rematch_keeps_people_links_and_the_way_of_the_deal() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", "Carl")
        ben = await join(server, opened, 1, browser=BROWSER)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as bens,
        ):
            for round_ in (1, 2):
                for column in range(3):
                    await host.enter(round_, column, 10 * column)
            assert isinstance(await bens.conduct("rematch"), NotStored)
            await host.arrange("leave", column=2)
            await host.conduct("end")
            answers = await asyncio.gather(host.conduct("rematch"), bens.conduct("rematch"))
            assert all(isinstance(answer, Stored) for answer in answers)
            await bens.until(lambda page: page.state.next_sheet)
            next_ = bens.state.next_sheet
            async with (
                phone(server, next_, opened.token) as again,
                phone(server, next_, ben.token) as bens_again,
                phone(server, next_, opened.view) as wall,
            ):
                assert (again.state.me.role, bens_again.state.me.column) == ("host", 1)
                assert [column.name for column in wall.state.columns] == ["Anna", "Ben"]
                assert again.totals == (0, 0)
                assert again.state.next_deal is not None
                # Anna dealt the first, Ben the second; Carl has left, so it is Anna again
                assert again.state.next_deal.dealer == 0
                assert again.state.code != opened.code
                assert again.state.rules_text == "rummy-500"  # for two now, as the game is
                await bens_again.conduct("end")
                assert isinstance(await bens_again.conduct("rematch"), Stored)
                await again.until(lambda page: page.state.next_sheet)
                third = again.state.next_sheet
            async with phone(server, third, ben.token) as bens_third:
                assert bens_third.state.next_deal is not None
                assert bens_third.state.next_deal.dealer == 0  # nothing was dealt in between
        found = (await server.post("/api/sheets/mine", {"browser": BROWSER})).json()
        assert len(found["sheets"]) == 3

    run(test)
