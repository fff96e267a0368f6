"""Every page of the score sheet: accessible, never wider than the screen, written by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.looking import look, sideways
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Served
from tests.browser.sheets import begin, cell, code_of, kept, link_of, reads, says, totals, write

DEVICES = [Device.PHONE, Device.DESK]
IDS = ["phone", "desk"]
EIGHT = ("Anna", "Benedikt", "Cleo", "Dorothea", "Emil", "Frida", "Gwendolyn", "Hal")


def typed(person: Person, *keys: str) -> None:
    """On a keyboard; words letter by letter."""
    for key in keys:
        if key in ("Enter", "Tab", "Escape", "ArrowUp"):
            person.page.keyboard.press(key)
        else:
            person.page.keyboard.type(key)


@pytest.mark.parametrize("device", DEVICES, ids=IDS)
def test_pages_of_the_sheet(arrive: Arrive, served: Served, device: Device) -> None:
    anna = arrive(device, base=served.base)
    anna.go("/score")
    anna.sees("Players, in seating order")
    wrong = look(anna, "start")
    begin(anna, *EIGHT)
    wrong += look(anna, "share")
    code, wall = code_of(anna), link_of(anna, "On a wall")
    anna.press("Start writing")
    for column in range(8):
        write(anna, 1, column, ("−45", "105", "0")[column % 3])
    wrong += look(anna, "sheet of eight")
    anna.press(cell(anna, 2, 3))
    wrong += look(anna, "keypad")
    anna.press("Close the keypad")
    for name, opens in (
        ("menu", "Menu"),
        ("changes", "Changes"),
        ("race", "Race"),
        ("round", "Round 1"),
        ("player", "Dorothea"),
    ):
        anna.press(opens)
        anna.page.locator("dialog[open]").wait_for()
        wrong += look(anna, name)
        anna.page.keyboard.press("Escape")
    anna.press("The target is")
    anna.press("Change them, with a note")
    anna.sees("Find a rule")
    wrong += look(anna, "what was agreed")
    anna.page.keyboard.press("Escape")
    anna.press("Menu")
    anna.press("Take it along")
    anna.sees("Page to print")
    wrong += look(anna, "take it along")
    anna.page.keyboard.press("Escape")
    anna.go(wall)
    anna.sees("Scan to watch")
    wrong += look(anna, "wall")
    anna.go("/score/history")
    anna.sees("All sheets")
    wrong += look(anna, "all sheets")
    ben = arrive(device, base=served.base)
    ben.go(f"/score/join#{code}")
    ben.sees("Who are you?")
    wrong += look(ben, "join")
    assert not wrong, "\n".join(wrong)
    assert anna.faults + ben.faults == []


def test_the_sheet_with_text_twice_as_large(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.NARROW, base=served.base)
    begin(anna, *EIGHT)
    anna.press("Start writing")
    anna.page.evaluate("document.documentElement.style.fontSize = '200%'")
    anna.page.wait_for_timeout(100)
    assert sideways(anna) == 0
    write(anna, 1, 7, "60−25")
    reads(anna, 1, 7, "+35 / 35")
    assert sideways(anna) == 0


def test_by_keyboard_alone(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.DESK, base=served.base, settings={"name": ""})
    anna.go("/score")
    anna.page.get_by_label("Who sits first?").focus()
    typed(anna, "Ben", "Enter")
    expect(anna.page.locator("section ol > li")).to_have_count(1)
    typed(anna, "Anna", "Enter")
    expect(anna.page.locator("section ol > li")).to_have_count(2)
    # Anna sits first after all
    anna.page.get_by_role("button", name="Move Anna").focus()
    typed(anna, "ArrowUp")
    expect(anna.page.locator("section ol > li").first).to_contain_text("Anna")
    anna.page.get_by_role("button", name="Start the sheet").focus()
    typed(anna, "Enter")
    anna.page.locator("dialog[open]").wait_for()
    typed(anna, "Escape")
    expect(anna.page.locator("dialog[open]")).to_have_count(0)
    typed(anna, "n")  # to the first number that is missing
    expect(anna.page.get_by_role("heading", name="Anna, round 1")).to_be_visible()
    typed(anna, "60-25", "Enter")
    expect(anna.page.get_by_role("heading", name="Ben, round 1")).to_be_visible()
    typed(anna, "12+11+7", "Tab")  # to Ben's next round
    expect(anna.page.get_by_role("heading", name="Ben, round 2")).to_be_visible()
    typed(anna, "-5", "Enter")
    expect(anna.page.get_by_role("heading", name="Anna, round 2")).to_be_visible()
    typed(anna, "0", "Enter")
    expect(anna.page.locator(".keypad")).to_have_count(0)
    expect(cell(anna, 2, 0)).to_be_focused()
    assert totals(anna) == ["35", "25"]
    typed(anna, "u")  # the last number is taken back
    says(anna, 2, 0, "Anna, round 2, missing")
    entries = [each["entry"] for each in kept(anna)["rounds"][0]["cells"]]
    assert sorted((each["text"], each["points"]) for each in entries) == [
        ("12+11+7", 30),
        ("60-25", 35),
    ]
    assert anna.faults == []
