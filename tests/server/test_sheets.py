"""Score sheets through real sockets: several phones, one sheet, every number accounted for."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from tests.server.people import BROWSER, Server, serving
from tests.server.score_pages import Phone, fresh, join, line, open_sheet, phone

from laydown.server.sheet_live import LiveSheet, SheetViewer
from laydown.server.sheet_wire import (
    Enter,
    NextRound,
    NotStored,
    SheetHello,
    SheetPing,
    SheetPong,
    Stored,
    Typing,
)
from laydown.server.store import Batch, StoreFailed
from laydown.server.wire import WIRE_VERSION
from laydown.sheet.entries import Entry


def run(test: Callable[[Server], Awaitable[None]]) -> None:
    async def served() -> None:
        async with serving() as server:
            await test(server)

    asyncio.run(served())


def test_a_sheet_on_three_phones_and_a_wall() -> None:
    """S3's sheet: 35 and 55, then +46 / 81, live on every page."""

    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", "Carl")
        ben, carl = await join(server, opened, 1), await join(server, opened, 2)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as bens,
            phone(server, opened.sheet, carl.token) as carls,
            phone(server, opened.sheet, opened.view, wall=True) as wall,
        ):
            assert (host.state.me.role, host.state.me.may_write) == ("host", (0, 1, 2))
            assert (bens.state.me.role, bens.state.me.may_write) == ("player", (1,))
            assert (wall.state.me.role, wall.state.me.may_write, wall.state.code) == (
                "wall",
                (),
                "",
            )
            await host.until(lambda page: all(column.present for column in page.state.columns))
            assert host.state.next_deal is not None
            assert host.state.next_deal.text == "Anna deals, Ben starts, 7 cards each, 1 pack"
            answers = await asyncio.gather(
                host.enter(1, 0, 35, text="60-25"), bens.enter(1, 1, 55), carls.enter(1, 2, 0)
            )
            assert all(isinstance(answer, Stored) for answer in answers)
            await host.enter(2, 0, 46)
            for page in (host, bens, carls, wall):
                await page.until(lambda page: page.totals == (81, 55, 0))
                assert [cell.text for cell in page.state.rounds[0].cells] == [
                    "+35 / 35", "+55 / 55", "+0 / 0",
                ]  # fmt: skip
                assert page.cell(2, 0).text == "+46 / 81"
                assert page.cell(2, 1).text == ""
                assert page.cell(1, 1).by == "Ben"
            # round 2 is not complete: Ben leads after round 1, whoever was first to enter
            assert [column.leads for column in wall.state.columns] == [False, True, False]
            assert [column.behind for column in wall.state.columns] == [20, 0, 55]
            assert [column.needs for column in wall.state.columns] == [419, 445, 500]
            assert wall.state.outcome.endswith("Ben leads by 20 after round 1.")
            await bens.enter(2, 1, 5)
            await carls.enter(2, 2, 0)
            await wall.until(lambda page: page.totals == (81, 60, 0))
            assert [column.leads for column in wall.state.columns] == [True, False, False]
            assert wall.state.outcome.endswith("Anna leads by 21.")

    run(test)


def test_two_phones_edit_one_cell_at_once() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        ben = await join(server, opened, 1)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as bens,
        ):
            first = await bens.enter(1, 1, 44)
            assert isinstance(first, Stored)
            await host.until(lambda page: page.totals == (0, 44))
            answers = await asyncio.gather(
                host.enter(1, 1, 54, seen=first.seq), bens.enter(1, 1, 45, seen=first.seq)
            )
            clashes = [answer.clash for answer in answers if isinstance(answer, Stored)]
            assert sorted(clashes) == [False, True]
            for page in (host, bens):
                await page.until(lambda page: page.cell(1, 1).rivals)
                cell = page.cell(1, 1)
                shown = {cell.by: cell.entry, cell.rivals[0].by: cell.rivals[0].entry}
                assert shown == {"Anna": Entry(54), "Ben": Entry(45)}
            await bens.enter(1, 1, 45, seen=bens.cell(1, 1).version)
            await host.until(lambda page: page.totals == (0, 45))
            assert host.cell(1, 1).rivals == ()
            told = await server.http.get(
                f"/api/sheets/{opened.sheet}/cells/1/1",
                headers={"authorization": f"Bearer {ben.token}"},
            )
            texts = [change["text"] for change in told.json()["changes"]]
            assert texts[0] in (
                "Ben: round 1, 54 to 45, by Ben", "Ben: round 1, 45 to 45, by Ben",
            )  # fmt: skip
            assert texts[-1] == "Ben: round 1, 44, by Ben"
            assert len(texts) == 4

    run(test)


def test_a_phone_offline_for_three_rounds_sends_all_of_it() -> None:
    """And sends it again, because the answers were lost on the way."""

    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", "Carl")
        ben = await join(server, opened, 1)
        queue = [
            Enter(fresh(), round_, 1, Entry(10 * round_ + step), 0)
            for round_ in (1, 2, 3)
            for step in range(40)  # typed over and over
        ]
        async with phone(server, opened.sheet, opened.token) as host:
            for round_ in (1, 2, 3):
                await host.enter(round_, 0, 5)
                await host.enter(round_, 2, -5)
            for _ in range(2):
                async with phone(server, opened.sheet, ben.token) as bens:
                    for edit in queue:
                        await bens.send(edit)
                    answer = await bens.answer(queue[-1].id)
                    assert isinstance(answer, Stored)
                    stored = [each for each in bens.messages if isinstance(each, Stored)]
                    assert [each.id for each in stored] == [edit.id for edit in queue]
            await host.until(lambda page: page.totals == (15, 49 + 59 + 69, -15))
            live = await _live(server, opened.sheet)
            assert len(live.state.sheet.row(3).cell(1).history) == 40
            assert not any(cell.rivals for row in host.state.rounds for cell in row.cells)

    run(test)


async def _live(server: Server, sheet: str) -> LiveSheet:
    live = await server.sheets.sheet(sheet)
    assert live is not None
    return live


def test_the_roles_are_kept_by_the_server() -> None:
    """K5-15, SHEET-01: whatever a page sends."""

    async def test(server: Server) -> None:
        opened = await open_sheet(server, "5000", "Carl", "Alice", "Bob")
        bob = await join(server, opened, 2)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, bob.token) as bobs,
            phone(server, opened.sheet, opened.view) as viewer,
            phone(server, opened.sheet, opened.token, wall=True) as wall,
        ):
            assert isinstance(await bobs.enter(1, 1, 280), NotStored)
            assert isinstance(await host.enter(1, 1, 270), Stored)
            await host.until(lambda page: page.totals[1] == 270)
            assert isinstance(await host.enter(1, 1, 280, host.cell(1, 1).version), Stored)
            for page in (viewer, wall):
                await page.until(lambda page: page.totals[1] == 280)
                assert not any(change.can_undo for change in page.state.changes)
                for answer in (
                    await page.enter(1, 0, 5),
                    await page.conduct("end"),
                    await page.conduct("rematch"),
                    await page.conduct("open_code"),
                    await page.conduct("ask_host"),
                    await page.mark(1, "out", 0),
                    await page.undo(3),
                ):
                    assert isinstance(answer, NotStored)
            for refused in (
                await bobs.mark(1, "strike", 1),
                await bobs.arrange("join", text="Dora"),
                await bobs.arrange("name", column=1, text="Alicia"),
                await bobs.conduct("title", text="Ours"),
                await bobs.conduct("agree", text="rummy", note="x"),
                await bobs.conduct("release", column=1),
                await bobs.conduct("close_code"),
                await bobs.conduct("open_code"),
                await bobs.conduct("give_host", column=2),
                await bobs.conduct("rematch"),
            ):
                assert isinstance(refused, NotStored)
            assert isinstance(await bobs.conduct("end"), Stored)  # any player's to do (SHEET-03)
            await host.until(lambda page: page.state.phase == "ended")
            ended = next(c for c in host.state.changes if c.text.startswith("The match is ended"))
            assert host.state.undo_until == host.state.ended_at + 10
            assert isinstance(await host.undo(ended.seq), Stored)
            await host.until(lambda page: page.state.phase == "open")

    run(test)


def test_a_sheet_shows_nothing_to_whoever_only_knows_its_name() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        other = await open_sheet(server, "rummy-500", "Eve", "Mallory")
        said = set()
        for sheet in (opened.sheet, "bcdfghjkmnpq", "x"):
            for token in ("", other.token, other.view, "é" * 32, "0" * 32):
                async with line(server.base, sheet) as page:
                    await page.send(SheetHello(WIRE_VERSION, token))
                    said.add((await page.until_failed()).text)
                    assert not page.states
        assert len(said) == 1  # nor whether there is such a sheet
        for path in ("", "/csv", "/text", "/print", "/backup", "/cells/1/0"):
            address = f"/api/sheets/{opened.sheet}{path}"
            for headers in (
                {},
                {"authorization": f"Bearer {other.token}"},
                {"authorization": f"Basic {opened.token}"},
            ):
                answer = await server.http.get(address, headers=headers)
                assert answer.status_code == 404
                assert "Anna" not in answer.text
            ok = await server.http.get(address, headers={"authorization": f"Bearer {opened.view}"})
            assert ok.status_code == (404 if "cells" in path else 200)
        body = {"code": other.code, "column": 1}
        answer = await server.post(f"/api/sheets/{opened.sheet}/join", body)
        assert answer.status_code == 404

    run(test)


def test_nonsense_is_answered_and_then_sent_away() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        async with phone(server, opened.sheet, opened.token) as host:
            for answer in (
                await host.enter(1, 7, 5),
                await host.enter(1, -1, 5),
                await host.enter(10**9, 0, 5),
                await host.enter(0, 0, 5),
                await host.enter(3, 0, 5),
                await host.enter(1, 0, 10**12),
                await host.enter(1, 0, 36, text="60-25"),
                await host.enter(1, 0, 1, text="1" + "+0" * 2000),
                await host.enter(1, 0, 1, text="__import__('os')"),
                await host.mark(1, "wild", 99),
                await host.mark(1, "out", 12),
                await host.arrange("join", text="", points=10**30, start="points"),
                await host.arrange("colour", column=0, text="<script>"),
                await host.conduct("agree", text="no such game", note="x"),
                await host.conduct("release", column=0),
                await host.undo(10**9),
            ):
                assert isinstance(answer, NotStored), answer
                assert answer.text.endswith(".") or ":" in answer.text
            await host.send(SheetPing())
            await host.until(lambda page: any(isinstance(m, SheetPong) for m in page.messages))
            assert host.state.seq == 3
            for bad in ('{"is":"enter"}', "[", "x" * 20_000, '{"is":"hello","version":1,"x":2}'):
                await host.line.send(bad)
            assert isinstance(await host.enter(1, 0, 5), Stored)
            for _ in range(6):
                await host.line.send("[]")
            assert (await host.until_failed()).final
        async with line(server.base, opened.sheet) as page:
            await page.send(SheetHello(0, opened.token))
            assert "reload" in (await page.until_failed()).text

    run(test)


def test_what_two_ask_for_at_once_is_done_once_and_refused_to_nobody() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        ben = await join(server, opened, 1)
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, ben.token) as bens,
        ):
            asks: tuple[Callable[[Phone], Awaitable[Stored | NotStored]], ...] = (
                lambda page: page.ask(NextRound(fresh(), 1)),
                lambda page: page.mark(1, "out", 1),
                lambda page: page.conduct("pause"),
                lambda page: page.conduct("resume"),
                lambda page: page.conduct("end"),
                lambda page: page.conduct("reopen"),
            )
            for both in asks:
                seq = (await _live(server, opened.sheet)).state.seq
                answers = await asyncio.gather(both(host), both(bens))
                assert all(isinstance(answer, Stored) for answer in answers)
                assert (await _live(server, opened.sheet)).state.seq == seq + 1

    run(test)


def test_nothing_is_shown_that_is_not_stored() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        store = server.sheets.store
        async with (
            phone(server, opened.sheet, opened.token) as host,
            phone(server, opened.sheet, opened.view, wall=True) as wall,
        ):
            whole = store.append_all

            async def full(*_batches: Batch) -> None:
                raise StoreFailed("disk full")

            store.append_all = full  # type: ignore[method-assign]
            edit = Enter(fresh(), 1, 0, Entry(35), 0)
            refused = await host.ask(edit)
            assert isinstance(refused, NotStored)
            assert refused.again
            assert "disk full" in refused.text
            assert all(state.rounds == () for state in (*host.states, *wall.states))
            store.append_all = whole  # type: ignore[method-assign]
            await host.send(edit)
            await wall.until(lambda page: page.totals == (35, 0))

    run(test)


def test_a_page_that_reads_slowly_gets_the_newest_state_and_no_others() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben", "Carl", "Dora")
        live = await _live(server, opened.sheet)
        viewer = SheetViewer(-1, "")
        await live.enter(viewer)  # a page whose socket takes nothing
        async with phone(server, opened.sheet, opened.token) as host:
            for round_ in range(1, 40):
                for column in range(4):
                    await host.send(Enter(fresh(), round_, column, Entry(1), 0))
            await host.until(lambda page: page.totals == (39, 39, 39, 39))
            assert (viewer.stale, viewer.replies.qsize(), viewer.closed) == (True, 0, False)
            assert len(host.states) <= 2 + 39 * 4

    run(test)


def test_typing_and_presence_are_shown_and_not_stored() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        ben = await join(server, opened, 1)
        async with phone(server, opened.sheet, opened.token) as host:
            async with phone(server, opened.sheet, ben.token) as bens:
                await bens.send(Typing(1, 1))
                await host.until(lambda page: page.state.columns[1].typing == 1)
                await bens.send(Typing(1, 0))  # not his to type in
                await bens.send(Typing(10**30, 1))
                await bens.send(SheetPing())
                await bens.until(lambda page: any(isinstance(m, SheetPong) for m in page.messages))
                assert [column.typing for column in host.state.columns] == [0, 1]
                seq = host.state.seq
            await host.until(lambda page: not page.state.columns[1].present)
            assert (host.state.columns[1].typing, host.state.seq) == (0, seq)

    run(test)


def test_paper_late_joiners_and_new_rules() -> None:
    async def test(server: Server) -> None:
        columns = [{"name": "Anna", "start": 120}, {"name": "Ben", "start": -15}]
        opened = await open_sheet(
            server, "rummy-500", columns=columns, rounds=4, mine=-1, title="  Kitchen \n table "
        )
        async with phone(server, opened.sheet, opened.token) as host:
            assert (host.state.title, host.state.paper_rounds) == ("Kitchen table", 4)
            assert (host.totals, host.state.me.name, host.state.host) == ((120, -15), "Host", -1)
            await host.enter(1, 0, 0, text="130", total=True)  # the server finds the points
            await host.until(lambda page: page.totals == (130, -15))
            assert host.cell(1, 0).text == "+10 / 130"
            assert host.state.changes[0].text == "Anna: round 1, 10, by Host"
            far = await host.enter(1, 1, 0, text="-9999999", total=True)
            assert isinstance(far, Stored)
            far = await host.enter(1, 1, 0, text="9999999", total=True, seen=far.seq)
            assert isinstance(far, NotStored)  # the round itself would be out of bounds
            await host.enter(1, 1, 5, seen=host.cell(1, 1).version)
            await host.arrange("join", text="Dora", start="lowest")
            await host.until(lambda page: len(page.state.columns) == 3)
            assert (host.state.columns[2].start, host.state.columns[2].since) == (-10, 2)
            dora = await join(server, opened, 2)
            async with phone(server, opened.sheet, dora.token) as doras:
                assert isinstance(await doras.enter(2, 2, 40), Stored)
                await host.until(lambda page: page.totals == (130, -10, 30))
            await host.conduct("agree", text="rummy-500 target=300", note="it is late")
            await host.until(lambda page: page.state.rules_changes)
            assert host.state.rules_changes[0].startswith("From round 2 on: The target is 300")
            assert host.state.rules_changes[0].endswith("(it is late, by Host)")

    run(test)


def test_the_history_of_a_browser_and_its_groups() -> None:
    """B 13: wins, best rounds, comebacks and times gone out, by the people who played."""

    async def test(server: Server) -> None:
        for columns in (("Anna", "Ben"), ("Ben", "anna")):
            opened = await open_sheet(server, "rummy-500", *columns)
            async with phone(server, opened.sheet, opened.token) as host:
                for round_, points in enumerate(((10, 100), (95, -20)), start=1):
                    for column, each in enumerate(points):
                        await host.enter(round_, column, each)
                await host.mark(2, "out", 0)
                await host.conduct("end")
        running = await open_sheet(server, "rummy-500", "Anna", "Ben")
        found = (await server.post("/api/sheets/mine", {"browser": BROWSER})).json()
        assert [each["phase"] for each in found["sheets"]] == ["open", "ended", "ended"]
        assert found["sheets"][0]["sheet"] == running.sheet
        assert found["sheets"][1]["race"] == [[10, 100], [105, 80]]
        assert found["sheets"][1]["players"][0]["comeback"] == 90
        (group,) = found["groups"]
        assert group["matches"] == 2
        people = {each["name"]: each for each in group["players"]}
        assert people["Ben"] == {
            "name": "Ben", "wins": 1, "best": 100, "comeback": 90, "outs": 1, "rounds_won": 2,
            "average": 46.2, "streak": 1, "longest": 1, "aces": 0,
        }  # fmt: skip
        other = await server.post("/api/sheets/mine", {"browser": "f" * 32})
        assert other.json() == {"sheets": [], "groups": []}
        assert (await server.post("/api/sheets/mine", {"browser": "x"})).status_code == 400

    run(test)


def test_too_many_messages_at_once_are_cut_off_and_the_rest_is_welcome_later() -> None:
    async def test(server: Server) -> None:
        opened = await open_sheet(server, "rummy-500", "Anna", "Ben")
        async with phone(server, opened.sheet, opened.token) as host:
            ping = msgspec.json.encode(SheetPing()).decode()
            for _ in range(800):
                await host.line.send(ping)
            assert not (await host.until_failed()).final
        async with phone(server, opened.sheet, opened.token) as host:
            assert isinstance(await host.enter(1, 0, 5), Stored)

    run(test)
