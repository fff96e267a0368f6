"""Three phones and a wall at one score sheet: every number arrives, each with its author."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Served
from tests.browser.sheets import (
    begin,
    cell,
    code_of,
    join,
    kept,
    link_of,
    reads,
    says,
    tap,
    totals,
    write,
)

from laydown.cards import parse_cards

ANNA, BEN, CLEO = 0, 1, 2


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server of one's own, to be killed."""
    server = Served(tmp_path, {})
    server.start()
    yield server
    server.kill()


def table_of_three(arrive: Arrive, base: str) -> tuple[Person, Person, Person, str]:
    """Anna has begun a sheet and keeps it; Ben and Cleo have joined; the wall's address."""
    anna, ben, cleo = (arrive(base=base, settings={"name": ""}) for _ in range(3))
    begin(anna, "Anna", "Ben", "Cleo")
    code = code_of(anna)
    wall = link_of(anna, "On a wall")
    anna.press("Start writing")
    join(ben, code, "Ben")
    join(cleo, code, "Cleo")
    return anna, ben, cleo, wall


def test_three_phones_and_a_wall(arrive: Arrive, own_server: Served) -> None:
    anna, ben, cleo, address = table_of_three(arrive, own_server.base)
    wall = arrive(Device.DESK, base=own_server.base)
    wall.go(address)
    wall.sees("Ben")

    # Two write in one cell at once: neither is lost, the table is asked.
    anna.press(cell(anna, 1, BEN))
    ben.press(cell(ben, 1, BEN))
    tap(anna, "5", "4", "OK")
    ben.sees("has just written")
    tap(ben, "4", "4", "OK")
    for each in (anna, ben):
        each.sees("two people wrote at once")
    ben.press("+44 by Ben")
    expect(cleo.page.locator(".toasts > [aria-live]").first).to_contain_text("Ben: round 1")
    for each in (anna, ben, cleo):
        reads(each, 1, BEN, "+44 / 44")
        expect(each.page.get_by_text("two people wrote at once")).to_have_count(0)

    # Cleo's phone is out of reach for three rounds; the others play on.
    cleo.context.set_offline(True)
    cleo.sees("No connection.")
    for round_, keys in ((1, "−10"), (2, "25"), (3, "0")):
        if round_ > 1:
            cleo.press("Next round")
        write(cleo, round_, CLEO, keys)
    cleo.sees("5 changes wait to be sent.")
    assert totals(cleo)[CLEO] == "15"
    says(cleo, 2, CLEO, "Cleo, round 2, plus 25, total 15, will be sent")
    write(anna, 1, ANNA, "46")
    anna.press("Next round")
    write(anna, 2, ANNA, "60−25")
    write(ben, 2, BEN, "−5")
    reads(anna, 2, BEN, "−5 / 39")

    # The server is killed while Ben writes, and comes back.
    own_server.kill()
    ben.sees("No connection.")
    ben.press("Next round")
    write(ben, 3, BEN, "12+11+7")
    ben.sees("2 changes wait to be sent.")
    own_server.start()
    reads(anna, 3, BEN, "+30 / 69")
    expect(ben.page.get_by_text("to be sent")).to_have_count(0)

    # Cleo is back: everything she wrote arrives, in order.
    cleo.context.set_offline(False)
    for each in (anna, ben, cleo):
        reads(each, 1, CLEO, "−10 / −10")
        reads(each, 2, CLEO, "+25 / 15")
        reads(each, 3, CLEO, "0 / 15")

    # The host vanishes; Ben takes over once Cleo has agreed.
    anna.context.close()
    ben.press("Take over as host")
    cleo.press("Agree")
    ben.waits_for("!/away/.test(document.querySelector('main').innerText)")
    write(ben, 3, ANNA, "9")
    for each in (ben, cleo):
        reads(each, 3, ANNA, "+9 / 90")
        assert totals(each) == ["90", "69", "15"]
    wall.waits_for(
        "[...document.querySelectorAll('.players .total')].map((n) => n.innerText.trim()).join()"
        " === '90,69,15'"
    )
    expect(wall.page.locator("li.leads .name")).to_contain_text("Anna")
    expect(wall.page.locator("li.leads .crown")).to_contain_text("leads")

    # Every number has its author, the one that lost the clash too.
    rounds = kept(ben)["rounds"]
    assert [[(each["entered"], each["by"]) for each in row["cells"]] for row in rounds] == [
        [(46, "Anna"), (44, "Ben"), (-10, "Cleo")],
        [(35, "Anna"), (-5, "Ben"), (25, "Cleo")],
        [(9, "Ben"), (30, "Ben"), (0, "Cleo")],
    ]
    assert rounds[1]["cells"][ANNA]["entry"]["text"] == "60-25"
    ben.press(cell(ben, 1, BEN))
    ben.press("was +44")
    history = ben.page.locator("dialog[open] li")
    expect(history.filter(has_text="54").filter(has_text="Anna").first).to_be_visible()
    assert ben.faults_apart_from_lost_lines() == []


def test_anybody_ends_it_and_anybody_undoes_that(arrive: Arrive, served: Served) -> None:
    anna, ben, _, address = table_of_three(arrive, served.base)
    wall = arrive(Device.DESK, base=served.base)
    wall.go(address)
    wall.sees("Scan to watch")
    wall.page.evaluate(
        """() => {
          window.spoken = [];
          speechSynthesis.speak = (said) => window.spoken.push(said.text);
        }"""
    )
    wall.press("Speak totals")
    for column, keys in ((ANNA, "46"), (BEN, "81"), (CLEO, "−30")):
        write(anna, 1, column, keys)
    wall.waits_for("window.spoken.includes('Ben plus 81, total 81.')")
    ben.press("Menu")
    ben.press("End the match")
    anna.sees("Ben wins with the highest total, 81.")
    anna.press("Undo the end")
    ben.sees("Write round 2")
    asked = anna.page.get_by_role("group", name="Who went out in round 1?")
    anna.press(asked.get_by_role("button", name="Ben"))
    says(ben, 1, BEN, "Ben, round 1, plus 81, total 81, went out")
    assert anna.faults + ben.faults == []


def test_a_number_is_corrected_with_a_reason_and_put_back(arrive: Arrive, served: Served) -> None:
    anna, ben, _, _ = table_of_three(arrive, served.base)
    write(anna, 1, BEN, "30")
    anna.press(cell(anna, 1, BEN))
    anna.press("Reason")
    anna.page.get_by_placeholder("forgot the queen").fill("counted on the table, not off it")
    tap(anna, "6", "0", "±", "OK")
    reads(ben, 1, BEN, "−60 / −60")
    ben.press("Changes")
    changes = ben.page.locator("dialog[open] li")
    expect(changes.first).to_contain_text("30")
    expect(changes.first).to_contain_text("counted on the table, not off it")
    ben.page.keyboard.press("Escape")
    anna.press("Undo")
    reads(ben, 1, BEN, "+30 / 30")
    anna.press(cell(anna, 1, BEN))
    tap(anna, "Blank")
    says(ben, 1, BEN, "Ben, round 1, blank")


def test_written_without_a_network_kept_through_a_reload(arrive: Arrive, served: Served) -> None:
    anna = arrive(base=served.base, settings={"name": ""}, offline=True)
    begin(anna, "Anna", "Ben")
    anna.press("Start writing")
    anna.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    anna.context.set_offline(True)
    anna.sees("No connection.")
    write(anna, 1, ANNA, "46")
    write(anna, 1, BEN, "55")
    anna.page.reload()
    anna.sees("2 changes wait to be sent.")
    reads(anna, 1, BEN, "+55 / 55")
    anna.context.set_offline(False)
    # An edit is kept on the device until the server has said that it is stored.
    anna.waits_for("!Object.keys(localStorage).some((key) => key.startsWith('laydown.edit.'))")
    assert [each["entered"] for each in kept(anna)["rounds"][0]["cells"]] == [46, 55]


def test_cards_counted_into_a_cell(arrive: Arrive, served: Served) -> None:
    anna = arrive(base=served.base, settings={"name": ""})
    begin(anna, "Anna", "Ben")
    anna.press("Start writing")
    anna.press(cell(anna, 1, BEN))
    anna.press("Cards")
    dialog = anna.page.locator("dialog[open]")
    dialog.get_by_placeholder("or type").fill("ks kh kd 4♣ 5♣ 6♣")
    dialog.get_by_placeholder("or type").press("Enter")
    anna.press(dialog.get_by_role("button", name="Write down +45"))
    reads(anna, 1, BEN, "+45 / 45")  # three kings of ten, and 4, 5 and 6
    entry = kept(anna)["rounds"][0]["cells"][BEN]["entry"]
    cards = parse_cards("KS KH KD 4C 5C 6C")
    assert sorted(each["card"] for each in entry["melded"]) == sorted(cards)


def test_a_match_played_here_goes_on_with_real_cards(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.DESK)
    anna.go(served.table("long").link(0))
    anna.draw()
    anna.meld("7S 7H 7D")
    anna.discard("2C")
    anna.until("next")
    anna.press("Copy to score sheet")
    anna.press("Start writing")
    reads(anna, 1, ANNA, "+21 / 21")
    expect(anna.page.get_by_text("to be sent")).to_have_count(0)
    (row,) = kept(anna)["rounds"]
    assert row["cells"][ANNA]["entered"] == 21
    assert row["out"] == ANNA


def test_an_outsider_sees_nothing(arrive: Arrive, served: Served) -> None:
    anna, _, _, _ = table_of_three(arrive, served.base)
    write(anna, 1, ANNA, "46")
    stranger = arrive(base=served.base)
    stranger.go(anna.page.url.split("#")[0].split("?")[0])
    stranger.sees("This sheet does not open")
    assert "Anna" not in stranger.page.locator("main").inner_text()
    assert not any("Anna" in frame for frame in stranger.frames())
