"""Every page and every state of the table: accessible, and never wider than the screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.browser.deals import first_round
from tests.browser.looking import look, small_targets, violations
from tests.browser.people import Arrive, Device
from tests.browser.serving import Served

DEVICES = [Device.PHONE, Device.DESK]
IDS = ["phone", "desk"]

HOUSE = "rummy-500 queen_of_spades=40"
PAGES: dict[str, dict[str, tuple[str, str]]] = {
    "around the table": {
        "home": ("/", "Play now"),
        "verify": ("/verify", "The check"),
        "stats": ("/stats", "Statistics"),
        "settings": ("/settings", "Settings"),
        "about": ("/about", "About"),
        "not found": ("/nowhere", "This address leads to no page"),
        "no such room": ("/room/abcdefghjkmn", "Nobody sits here"),
        "no such replay": ("/replay/abcdefghjkmn/1", "Replay"),
    },
    "rules": {
        "rules": (f"/rules?rules={HOUSE}", "Play by these rules"),
        "side by side": ("/rules/compare?a=rummy-500&b=rummy", "13 rules differ."),
        "referee": ("/referee?rules=5000-rummy", "What people ask"),
        "count": ("/count?rules=5000-rummy players=3", "Wild this round"),
        "printed rules": (f"/print/rules?rules={HOUSE}", "At a glance"),
        "printed sheet": (f"/print/sheet?rules={HOUSE}&names=Anna,Ben", "Total"),
        "printed card": (f"/print/card?rules={HOUSE}", "Rummy 500"),
    },
    "learning": {
        "lessons": ("/learn", "Nine small lessons"),
        "a lesson": ("/learn/set", "Your turn"),
        "no such lesson": ("/learn/nothing", "All lessons"),
    },
    "score": {
        "start a sheet": ("/score", "Players, in seating order"),
        "join a sheet": ("/score/join", "Join"),
        "all sheets": ("/score/history", "All sheets"),
        "no such sheet": ("/score/abcdefghjkmn", "does not open"),
        "no such wall": ("/score/abcdefghjkmn/wall", "does not open"),
    },
}
"""Every page that needs nobody else, by what it is about: its address, and words on it."""


@pytest.mark.parametrize("about", PAGES)
def test_pages_that_anybody_opens(arrive: Arrive, about: str) -> None:
    anna = arrive(Device.PHONE)
    wrong = []
    for name, (address, text) in PAGES[about].items():
        anna.go(address)
        anna.sees(text)
        for summary in anna.page.locator("main details:not([open]) > summary").all():
            if summary.is_visible():
                anna.press(summary)
        wrong += look(anna, name)
    assert not wrong, "\n".join(wrong)


def test_every_page_is_looked_at() -> None:
    """A page that is new in the application is new in the tests above, or needs a table."""
    app = (Path(__file__).parents[2] / "web" / "src" / "App.svelte").read_text(encoding="utf-8")
    routes = re.findall(r"^    (\w+|\"\"): \(\) => import", app, re.MULTILINE)
    assert len(routes) > 10
    looked_at = {
        address.split("?")[0].split("/")[1]
        for pages in PAGES.values()
        for address, _ in pages.values()
    }
    assert {route.strip('"') for route in routes} <= looked_at | {"setup"}


def test_setting_up_and_waiting(arrive: Arrive) -> None:
    anna = arrive(Device.PHONE)
    anna.go(f"/setup?rules={HOUSE}&with=friends")
    anna.sees("What differs from the book")
    for group in anna.page.locator("details.group > summary").all():
        anna.press(group)
    option = anna.page.locator("#option-queen_of_spades summary").first
    anna.press(option)
    wrong = look(anna, "setup, every group open")
    anna.go("/setup?rules=rummy-500 players=2 deal_fixed=2:26")
    anna.sees("Cannot be played")
    wrong += look(anna, "setup, impossible")
    anna.go("/setup?rules=rummy-500 players=3&with=friends")
    anna.page.locator("select").nth(1).select_option("open")
    anna.press("Open the table and invite")
    anna.sees("Waiting for players")
    anna.press(anna.page.locator("summary", has_text="Your seat on another device"))
    wrong += look(anna, "lobby")
    ben = arrive(Device.PHONE)
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
    assert not wrong, "\n".join(wrong)


def test_the_dialogs_of_the_table(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.PHONE)
    anna.go(served.table("wide").link(0))
    anna.until("draw")
    wrong = []
    for name in ("Read the table", "What happened", "Keys and help"):
        anna.press("Menu")
        anna.press(anna.page.locator("dialog[open]").get_by_role("button", name=name))
        anna.page.locator("dialog[open]").wait_for()
        wrong += look(anna, name)
        anna.page.keyboard.press("Escape")
    anna.press("Menu")
    anna.press(anna.page.locator("summary", has_text="Your seat on another device"))
    wrong += look(anna, "menu")
    assert not wrong, "\n".join(wrong)


def test_after_the_match(arrive: Arrive, served: Served) -> None:
    laid = served.table("short")
    anna = arrive(Device.PHONE)
    anna.go(laid.link(0))
    anna.draw()
    anna.meld("7S 7H 7D")
    anna.press(anna.page.locator(".meld").first)
    wrong = look(anna, "a meld enlarged")
    anna.page.keyboard.press("Escape")
    anna.select("2C")
    anna.press(anna.page.locator('.dock [data-kind="discard"]'))
    anna.sees("Are you sure?")
    wrong += look(anna, "asked before the end")
    anna.command(anna.page.locator("dialog[open] .button.main"))
    anna.until("over")
    wrong += look(anna, "match over")
    anna.go(f"/replay/{laid.room}/1")
    anna.sees("Play the same deal again as")
    anna.press(anna.page.locator("summary", has_text="All moves"))
    wrong += look(anna, "replay")
    anna.go(f"/verify?room={laid.room}&round=1")
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
