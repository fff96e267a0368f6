"""The event store: order, conflicts, failing databases, holders, and lists rebuilt from events."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.people import BROWSER, plays, serving

from laydown.cli.main import main
from laydown.server.databases import Held, open_store
from laydown.server.store import Batch, Conflict, Row, Store, StoreFailed
from laydown.server.wire import Done, Refused


def test_events_are_numbered_without_gaps_and_the_second_writer_conflicts(tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store(str(tmp_path / "x.sqlite3"))
        await store.append("a", 0, [b"1", b"2"])
        await store.append("a", 2, [b"3"])
        with pytest.raises(Conflict):
            await store.append("a", 2, [b"other"])
        assert await store.read("a") == ((1, b"1"), (2, b"2"), (3, b"3"))
        assert await store.read("a", 2) == ((3, b"3"),)
        answers = await asyncio.gather(
            *(store.append("b", 0, [bytes([i])]) for i in range(20)), return_exceptions=True
        )
        assert [type(each) for each in answers].count(Conflict) == 19
        await store.append_all(Batch("c", 0, (b"c",)), Batch("d", 0, (b"d",)))
        with pytest.raises(Conflict):
            await store.append_all(Batch("e", 0, (b"e",)), Batch("d", 0, (b"again",)))
        assert await store.read("e") == (), "all or none"
        await store.close()
        with pytest.raises(StoreFailed):
            await store.append("a", 3, [b"4"])

    asyncio.run(test())


def test_a_second_server_is_told_who_holds_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.sqlite3"

    async def test() -> None:
        store = await open_store(str(path))
        with pytest.raises(Held, match="laydown serve, process"):
            await open_store(str(path))
        status = await asyncio.to_thread(main, ["store", "rebuild", "--database", str(path)])
        assert status == 1
        await store.close()
        again = await open_store(str(path))
        await again.close()

    asyncio.run(test())
    assert "in use by laydown serve" in capsys.readouterr().err
    assert path.stat().st_mode & 0o077 == 0, "others could read the shuffles"


def test_a_folder_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    async def test() -> None:
        with pytest.raises(StoreFailed):
            await open_store(str(tmp_path / "file" / "x.sqlite3"))

    asyncio.run(test())


def test_a_full_disk_is_told_and_the_room_goes_on_when_there_is_space(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(str(tmp_path / "x.sqlite3")) as server:
            opened = await server.open("rummy-500", "me", "greedy")
            live = await server.live(opened.room)
            async with server.page(opened.room, opened.token) as page:
                await page.until(lambda page: page.state.legal is not None)
                mind_seq = page.state.seq
                await limit_pages(server.hub.store, full=True)
                from laydown.engine.actions import Draw

                refused = await page.do(Draw())
                assert isinstance(refused, Refused)
                assert "full" in refused.text
                assert live.state.seq == mind_seq
                assert (await server.http.get("/livez")).status_code == 200
                answer = await server.post(
                    "/api/rooms",
                    {"rules": "rummy-500", "seats": [{"who": "me"}, {"who": "open"}],
                     "name": "n" * 200_000},
                )  # fmt: skip
                assert answer.status_code in (200, 503)
                await limit_pages(server.hub.store, full=False)
                assert isinstance(await page.do(Draw()), Done)
                await asyncio.wait_for(plays_one_turn(page), 10)
            stored = await server.hub.store.read(live.stream)
            assert [seq for seq, _ in stored] == list(range(1, live.state.seq + 1))

    asyncio.run(test())


async def limit_pages(store: Store, *, full: bool) -> None:
    """Let SQLite believe that there is no more space than it has used."""

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    engine = store.database.engine
    if full:
        sa.event.listen(engine, "before_cursor_execute", fail)
        store.__dict__["fail"] = fail
    else:
        sa.event.remove(engine, "before_cursor_execute", store.__dict__.pop("fail"))


async def plays_one_turn(page: Any) -> None:
    from laydown.engine.actions import Discard

    await page.until(lambda page: page.state.legal and page.state.legal.discards)
    await page.do(Discard(page.state.legal.discards[0]))


def test_what_goes_by_itself_is_tried_again_after_the_store_failed() -> None:
    async def test() -> None:
        async with serving() as server:
            opened = await server.open("rummy-500", "me", "greedy")
            live = await server.live(opened.room)
            await limit_pages(server.hub.store, full=True)
            async with server.page(opened.room, opened.token) as page:
                assert page.state.table is None, "nothing could be dealt"
                assert live.state.moves == ()
                await limit_pages(server.hub.store, full=False)
                await page.until(lambda page: page.state.legal is not None)

    asyncio.run(test())


def test_lists_rebuilt_from_the_events_are_those_that_were_written(tmp_path: Path) -> None:
    path = str(tmp_path / "x.sqlite3")
    other = "f" * 32

    async def play() -> None:
        async with serving(path) as server:
            for _ in range(2):
                opened = await server.open("5000-rummy match_mode=n_deals deals=1 tie_rule=shared",
                                           "me", "open", "greedy")  # fmt: skip
                joined = await server.join(opened.room, 1, "Ben", browser=other)
                live = await server.live(opened.room)
                async with (
                    server.page(opened.room, opened.token) as mine,
                    server.page(opened.room, joined.token) as theirs,
                ):
                    await mine.control("start")
                    await asyncio.gather(plays(mine, live), plays(theirs, live))
            resigned = await server.open("rummy-500", "me", "greedy")
            async with server.page(resigned.room, resigned.token) as page:
                await page.control("resign")
            answer = await server.post("/api/mine", {"browser": BROWSER})
            found = answer.json()
            assert len(found["matches"]) == 3
            assert {each["phase"] for each in found["matches"]} == {"over"}
            assert len(found["rounds"]) == 2
            kept = (await server.post("/api/mine/backup", {"browser": other})).json()
            assert len(kept["matches"]) == 2
            kept["browser"] = "e" * 32
            restored = await server.post("/api/mine/restore", kept)
            assert restored.json() == {"matches": 2, "rounds": 2}
            twice = await server.post("/api/mine/restore", kept)
            assert twice.status_code == 200
            again = (await server.post("/api/mine", {"browser": "e" * 32})).json()
            assert again == {"matches": kept["matches"], "rounds": kept["rounds"], "here": {}}

    asyncio.run(play())
    before = lines(path)
    assert len(before) == 3 + 2 + 2 + 2 + 2 + 2
    with sqlite3.connect(path) as direct:
        direct.execute("DELETE FROM listing")
    assert main(["store", "rebuild", "--database", path]) == 0
    assert lines(path) == before
    assert main(["store", "rebuild", "--database", path]) == 0
    assert lines(path) == before


def lines(path: str) -> list[tuple[str, str, str, float, Any]]:
    with sqlite3.connect(path) as direct:
        rows = direct.execute("SELECT browser, kind, key, at, body FROM listing").fetchall()
    return sorted((b, k, key, at, json.loads(body)) for b, k, key, at, body in rows)


def test_a_damaged_stream_is_left_out_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "x.sqlite3")

    async def fill() -> None:
        store = await open_store(path)
        await store.append("room:aaaaaaaaaaaa", 0, [b"{}"])
        await store.close()

    asyncio.run(fill())
    assert main(["store", "rebuild", "--database", path]) == 1
    assert "room:aaaaaaaaaaaa" in capsys.readouterr().err


def test_rows_replace_each_other_and_kept_files_do_not(tmp_path: Path) -> None:
    async def test() -> None:
        store = await open_store("sqlite://")
        await store.append("a", 0, [], [Row("b", "match", "r", 1.0, b"old")])
        await store.append("a", 0, [], [Row("b", "match", "r", 2.0, b"new")])
        await store.append_all(
            Batch("", 0, (), (Row("b", "match", "r", 3.0, b"kept"),), fresh=True)
        )
        assert [(row.at, row.body) for row in await store.rows("b", "match")] == [(2.0, b"new")]
        await store.close()

    asyncio.run(test())
