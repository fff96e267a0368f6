"""Two servers on one PostgreSQL database: one match, whoever is connected where."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from tests.server.people import BROWSER, QUICK, Page, Server, plays, serving
from tests.server.postgres import postgres

from laydown.engine.actions import Draw
from laydown.server.databases import open_store
from laydown.server.presence import Timing
from laydown.server.rebuilding import rebuild
from laydown.server.store import Conflict
from laydown.server.wire import Done, Said, Say


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgres() as url:
        yield url


def run(
    database: str,
    test: Callable[[Server, Server], Awaitable[None]],
    timing: Timing = QUICK,
) -> None:
    async def served() -> None:
        async with (
            serving(database, timing=timing) as one,
            serving(database, timing=timing) as two,
        ):
            await test(one, two)

    asyncio.run(served())


def test_a_match_between_two_servers(database: str) -> None:
    async def test(one: Server, two: Server) -> None:
        rules = "rummy-500-jokers call_rummy=board match_mode=n_deals deals=2 tie_rule=shared"
        opened = await one.open(rules, "me", "open", "greedy")
        joined = await two.join(opened.room, 1, "Ben")
        async with (
            one.page(opened.room, opened.token) as mine,
            two.page(opened.room, joined.token) as theirs,
        ):
            await mine.until(lambda page: page.state.room.seats[1].present)
            await theirs.until(lambda page: page.state.room.seats[0].present)
            await mine.send(Say("s", "hello"))
            await theirs.until(lambda page: Said(0, "hello") in page.messages)
            await mine.control("start")
            live, other = await one.live(opened.room), await two.live(opened.room)
            assert live is not other
            await asyncio.gather(plays(mine, live), plays(theirs, other))
            await theirs.until(lambda page: page.state.seq == mine.state.seq)
            assert theirs.state.room.totals == mine.state.room.totals
            assert other.state == live.state
            stored = await one.hub.store.read(live.stream)
            assert [seq for seq, _ in stored] == list(range(1, live.state.seq + 1))
        for server in (one, two):
            found = (await server.post("/api/mine", {"browser": BROWSER})).json()
            assert [each["phase"] for each in found["matches"]] == ["over"]
            assert len(found["rounds"]) == 2
        before = [*await one.hub.store.rows(_key(), "match")]
        before += await one.hub.store.rows(_key(), "round")
        await rebuild(two.hub.store)
        after = [*await one.hub.store.rows(_key(), "match")]
        after += await one.hub.store.rows(_key(), "round")
        assert before == after

    run(database, test)


def _key() -> str:
    from laydown.server.seats import hashed

    return hashed(BROWSER)


def test_one_seat_on_two_servers_moves_once(database: str) -> None:
    async def test(one: Server, two: Server) -> None:
        opened = await one.open("rummy-500", "me", "open")
        ben = await two.join(opened.room, 1, "Ben")
        for _ in range(3):
            async with (
                one.page(opened.room, opened.token) as a1,
                two.page(opened.room, opened.token) as a2,
                one.page(opened.room, ben.token) as b1,
                two.page(opened.room, ben.token) as b2,
            ):
                if a1.state.room.phase == "lobby":
                    await a1.control("start")
                pages: list[Page] = [a1, a2, b1, b2]
                for page in pages:
                    await page.until(lambda page: page.state.table is not None)
                seq = max(page.state.seq for page in pages)
                for page in pages:
                    await page.until(lambda page, seq=seq: page.state.seq >= seq)  # type: ignore[misc]
                pair = [page for page in pages if page.state.legal is not None]
                assert len(pair) == 2
                kinds = pair[0].state.legal
                assert kinds is not None
                if "draw" not in kinds.kinds:
                    break
                answers = await asyncio.gather(*(page.do(Draw(), seq) for page in pair))
                assert [type(answer) for answer in answers].count(Done) == 1

    run(database, test)


def test_the_next_round_waits_for_people_on_the_other_server(database: str) -> None:
    async def test(one: Server, two: Server) -> None:
        rules = "rummy-500 match_mode=n_deals deals=2 tie_rule=shared"
        opened = await one.open(rules, "me", "open")
        ben = await two.join(opened.room, 1, "Ben")
        async with (
            one.page(opened.room, opened.token) as mine,
            two.page(opened.room, ben.token) as theirs,
        ):
            await mine.control("start")
            here, there = await one.live(opened.room), await two.live(opened.room)
            tasks = [asyncio.create_task(plays_a_round(page, live))
                     for page, live in ((mine, here), (theirs, there))]  # fmt: skip
            await asyncio.gather(*tasks)
            await mine.ready()
            await asyncio.sleep(0.5)
            assert here.state.prepared is not None, "dealt without the one on the other server"
            await theirs.ready()
            await mine.until(lambda page: page.state.room.phase == "playing")

    run(database, test, Timing(ready=60))


async def plays_a_round(page: Page, live: object) -> None:
    task = asyncio.create_task(plays(page, live))  # type: ignore[arg-type]
    real = page.ready

    async def never() -> Done:
        task.cancel()
        return Done("", 0)

    page.ready = never  # type: ignore[method-assign]
    await asyncio.gather(task, return_exceptions=True)
    page.ready = real  # type: ignore[method-assign]
    assert page.state.room.phase == "between"


def test_a_conflict_is_found_whoever_was_first(database: str) -> None:
    async def test() -> None:
        one, two = await open_store(database), await open_store(database)
        await one.append("t", 0, [b"1"])
        with pytest.raises(Conflict):
            await two.append("t", 0, [b"1"])
        answers = await asyncio.gather(
            *(store.append(f"s{i}", 0, [b"x"]) for i in range(50) for store in (one, two)),
            return_exceptions=True,
        )
        assert [type(each) for each in answers].count(Conflict) == 50
        await one.close()
        await two.close()

    asyncio.run(test())


def test_a_server_listens_again_after_the_line_was_cut(database: str) -> None:
    async def test(one: Server, two: Server) -> None:
        import sqlalchemy as sa

        opened = await one.open("rummy-500", "me", "open")
        async with (
            one.page(opened.room, opened.token) as mine,
            two.page(opened.room) as watcher,
        ):
            cut = sa.text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )
            await one.hub.store.database.run(lambda connection: connection.execute(cut))
            for name in ("Bea", "Cleo", "Dora"):
                answer = await mine.control("name", text=name)
                if isinstance(answer, Done):
                    break
            assert isinstance(answer, Done)
            await watcher.until(lambda page: page.state.room.seats[0].name == name)

    run(database, test)
