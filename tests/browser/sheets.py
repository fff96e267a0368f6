"""People at a score sheet: they begin it, join it, and write with its keys."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Locator, expect
from tests.browser.people import PATIENCE, Person


def begin(person: Person, *names: str, game: str = "Rummy 500", rules: str = "") -> None:
    """Start a sheet as people do: the game, or a link with rules, the names, done."""
    person.go(f"/score?{urlencode({'rules': rules})}" if rules else "/score")
    if not rules:
        person.press(person.page.get_by_role("radio", name=game, exact=True))
    field = person.page.locator("form.add input")
    for seat, name in enumerate(names, 1):
        field.fill(name)
        field.press("Enter")
        expect(person.page.locator("section ol > li")).to_have_count(seat)
    person.page.get_by_label("Deals first").select_option(label=names[0])
    person.press("Start the sheet")
    person.page.locator("dialog[open]").wait_for()


def code_of(person: Person) -> str:
    """The letters to join by, as they stand in the dialog of a new sheet."""
    return person.page.locator("dialog[open] .letters [aria-hidden]").inner_text().strip()


def link_of(person: Person, whom: str) -> str:
    """A link out of the dialog."""
    person.press(person.page.locator("dialog[open]").get_by_role("radio", name=whom))
    field = person.page.locator("dialog[open] input[readonly]")
    expect(field).to_have_count(1)
    return field.input_value()


def join(person: Person, code: str, name: str) -> None:
    """Type the letters, tap one's name."""
    person.go("/score")
    person.page.get_by_label("Join with a code").fill(code)
    person.page.get_by_label("Join with a code").press("Enter")
    person.press(name)
    person.page.locator("table").wait_for()


def cell(person: Person, round_: int, column: int) -> Locator:
    """A number of the sheet; columns count from 0."""
    return person.page.locator(f'[data-round="{round_}"][data-column="{column}"]')


def tap(person: Person, *keys: str) -> None:
    """The sheet's own keys, by what stands on them."""
    for key in keys:
        begins = re.compile(rf"^\s*{re.escape(key)}")
        person.press(person.page.locator(".keys .key").filter(has_text=begins).first)


def write(person: Person, round_: int, column: int, keys: str) -> None:
    """Tap a cell, its number on the keys, OK."""
    person.press(cell(person, round_, column))
    tap(person, *keys, "OK")
    expect(person.page.locator(".keypad")).to_have_count(0)


def reads(person: Person, round_: int, column: int, text: str) -> None:
    """The cell shows it, now or soon: `+46 / 81`."""
    parts = r"\s*".join(re.escape(part) for part in text.split())
    expect(cell(person, round_, column)).to_have_text(re.compile(rf"^\s*{parts}"), timeout=PATIENCE)


def says(person: Person, round_: int, column: int, words: str) -> None:
    """The cell is read aloud so, now or soon: `Ben, round 3, plus 44, total 210`."""
    found = cell(person, round_, column)
    expect(found).to_have_attribute("aria-label", words, timeout=PATIENCE)


def totals(person: Person) -> list[str]:
    """The row of totals."""
    return person.page.locator("tfoot .totals .sum").all_inner_texts()


def kept(person: Person) -> dict[str, Any]:
    """The sheet as the server keeps it, asked for with this person's own secret."""
    found: dict[str, Any] = person.page.evaluate(
        """async () => {
          const id = location.pathname.split("/")[2];
          const { token } = JSON.parse(localStorage.getItem("laydown.sheets"))
            .find((each) => each.id === id);
          const asked = { headers: { authorization: `Bearer ${token}` } };
          return (await fetch(`/api/sheets/${id}`, asked)).json();
        }"""
    )
    return found
