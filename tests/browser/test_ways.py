"""More ways to call rummy; the table on a phone on its side, and in high contrast."""

from __future__ import annotations

import pytest
from tests.browser.deals import CALL_WAYS, first_round
from tests.browser.looking import look, violations
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


def test_high_contrast(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.PHONE, settings={"theme": "contrast"})
    wrong = []
    for address, text in (("/", "Play now"), ("/setup", "What differs from the book")):
        anna.go(address)
        anna.sees(text)
        wrong += violations(anna)
    anna.go(served.table("long").link(0))
    anna.draw()
    anna.meld("7S 7H 7D")
    wrong += violations(anna)
    assert not wrong, "\n".join(wrong)
