"""Every page and every state of the table: accessible, and never wider than the screen."""

from __future__ import annotations

import pytest
from tests.browser.deals import first_round
from tests.browser.looking import look, sideways, small_targets, violations
from tests.browser.people import Arrive, Device
from tests.browser.serving import Served

DEVICES = [Device.PHONE, Device.DESK]
IDS = ["phone", "desk"]

PLAIN_PAGES = {
    "home": ("/", "Play now"),
    "rules": ("/rules?rules=rummy-500 queen_of_spades=40", "Play by these rules"),
    "rules side by side": ("/rules/compare?a=rummy-500&b=rummy", "13 rules differ."),
    "verify": ("/verify", "The check"),
    "stats": ("/stats", "Statistics"),
    "settings": ("/settings", "Settings"),
    "about": ("/about", "About"),
    "not found": ("/nowhere", "This address leads to no page"),
    "no such room": ("/room/abcdefghjkmn", "Nobody sits here"),
}


@pytest.mark.parametrize("device", DEVICES, ids=IDS)
def test_pages_around_the_table(arrive: Arrive, device: Device) -> None:
    anna = arrive(device)
    wrong = []
    for name, (address, text) in PLAIN_PAGES.items():
        anna.go(address)
        anna.sees(text)
        wrong += look(anna, name)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("device", DEVICES, ids=IDS)
def test_setting_up_and_waiting(arrive: Arrive, device: Device) -> None:
    anna = arrive(device)
    anna.go("/setup?rules=rummy-500 queen_of_spades=40&with=friends")
    anna.sees("What differs from the book")
    wrong = look(anna, "setup")
    for group in anna.page.locator("details.group > summary").all():
        anna.press(group)
    option = anna.page.locator("#option-queen_of_spades summary").first
    anna.press(option)
    wrong += look(anna, "setup, every group open")
    anna.go("/setup?rules=rummy-500 players=2 deal_fixed=2:26")
    anna.sees("Cannot be played")
    wrong += look(anna, "setup, impossible")
    anna.go("/setup?rules=rummy-500 players=3&with=friends")
    anna.page.locator("select").nth(1).select_option("open")
    anna.press("Open the table and invite")
    anna.sees("Waiting for players")
    wrong += look(anna, "lobby")
    ben = arrive(device)
    ben.go(anna.page.url)
    ben.sees("Choose a seat")
    wrong += look(ben, "join")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("device", DEVICES, ids=IDS)
def test_every_state_of_the_table(arrive: Arrive, served: Served, device: Device) -> None:
    laid = served.table("full")
    anna, ben = arrive(device), arrive(Device.PHONE, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    wrong = []
    for at in first_round(anna, ben):
        # a call window is open for a few seconds only
        wrong += [] if at == "call" else look(anna, at)
    for name in ("Read the table", "What happened", "Keys and help"):
        anna.press("Menu")
        anna.press(anna.page.locator("dialog[open]").get_by_role("button", name=name))
        anna.page.locator("dialog[open]").wait_for()
        wrong += look(anna, name)
        anna.page.keyboard.press("Escape")
    anna.press("Menu")
    wrong += look(anna, "menu")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("device", DEVICES, ids=IDS)
def test_after_the_match(arrive: Arrive, served: Served, device: Device) -> None:
    laid = served.table("short")
    anna = arrive(device)
    anna.go(laid.link(0))
    anna.draw()
    anna.meld("7S 7H 7D")
    anna.discard("2C")
    anna.until("over")
    wrong = look(anna, "match over")
    anna.go(f"/replay/{laid.room}/1")
    anna.sees("Play the same deal again as")
    wrong += look(anna, "replay")
    anna.go(f"/verify?room={laid.room}&round=1")
    anna.press("Check")
    anna.sees("The fingerprints are the same.")
    wrong += look(anna, "verified")
    assert not wrong, "\n".join(wrong)


def test_a_call_window_is_accessible(arrive: Arrive, served: Served) -> None:
    laid = served.table("full")
    anna, ben = arrive(Device.PHONE), arrive(Device.PHONE, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    for at in first_round(anna, ben):
        if at == "call":
            break
    assert violations(anna) + small_targets(anna) == []


@pytest.mark.parametrize("device", [Device.PHONE, Device.DESK], ids=IDS)
def test_text_twice_as_large(arrive: Arrive, served: Served, device: Device) -> None:
    anna = arrive(device)
    wide = {}
    for address, text in (
        ("/", "Play now"),
        ("/setup", "What differs from the book"),
        ("/rules", "Play by these rules"),
        (served.table("long").link(0), "Draw from the stock"),
    ):
        anna.go(address)
        anna.sees(text)
        anna.page.evaluate("document.documentElement.style.fontSize = '200%'")
        anna.page.wait_for_timeout(100)
        wide[address.split("#")[0][:6]] = sideways(anna)
    assert not any(wide.values()), wide
