"""More ways to call rummy; the table on a phone on its side."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.deals import CALL_WAYS, first_round
from tests.browser.looking import look
from tests.browser.people import Arrive, Device
from tests.browser.serving import Served

from laydown.cards import parse_cards


@pytest.mark.parametrize("way", CALL_WAYS)
def test_two_people_call_rummy(arrive: Arrive, served: Served, way: str) -> None:
    laid = served.table(way)
    anna, ben = arrive(Device.PHONE), arrive(Device.PHONE, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    for at in first_round(anna, ben):
        if at == "floating":
            break
    # the ten of spades that Ben discarded lies on the run it fits, and counts for Anna
    called = parse_cards("TS")[0]
    melds = anna.state()["table"]["melds"]
    run = next(meld for meld in melds if called in meld["cards"])
    assert run["seats"][run["cards"].index(called)] == 0
    assert ben.state()["table"]["melds"] == melds
    assert (anna.faults, ben.faults) == ([], [])


def test_a_teacher_has_a_discard_taken_back(arrive: Arrive, served: Served) -> None:
    laid = served.table("teacher")
    anna, ben = arrive(Device.PHONE), arrive(Device.PHONE, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    anna.draw()
    anna.discard("JC")  # it fits nothing: nobody says anything
    ben.draw()
    ben.meld("7S 8S 9S")
    ben.discard("3H")
    anna.draw()
    anna.discard("TS")  # it goes on Ben's run
    anna.sees("That card fits the table. Take it back?")
    wrong = look(anna, "asked to take it back")
    ben.sees("It fits the table: Anna may take it back.")
    assert not ben.page.locator("section.chip button").count(), "nobody calls at this table"
    anna.command("Take it back")
    anna.until("play")
    assert parse_cards("TS")[0] in anna.hand()
    expect(ben.page.locator("section.chip")).to_have_count(0)
    anna.discard("TS")
    anna.command("Let it lie")
    ben.until("draw")
    assert ben.state()["table"]["pile"] == list(parse_cards("2D JC 3H TS"))
    assert ben.state()["table"]["melds"][0]["cards"] == list(parse_cards("7S 8S 9S"))
    assert not wrong, "\n".join(wrong)
    assert (anna.faults, ben.faults) == ([], [])


def test_a_phone_on_its_side(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.SIDEWAYS)
    anna.go(served.table("long").link(0))
    anna.until("draw")
    wrong = look(anna, "draw")
    # everything that a turn needs is in sight at once
    for needed in (".hand [data-card]", ".deck", ".dock .button"):
        box = anna.page.locator(needed).last.bounding_box()
        assert box
        assert 0 <= box["y"] < 390, (needed, box)
    anna.draw()
    anna.meld("7S 7H 7D")
    wrong += look(anna, "melded")
    assert not wrong, "\n".join(wrong)
