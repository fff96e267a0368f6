"""People who are away: play over days, the host's role, seats that a computer looks after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.looking import look
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Own, lay_out

MINUTE = 61.0
HOUR = 3600.0
FOUR = lay_out("rummy-500 players=4", people=4)


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Own]:
    """A server whose clock the test puts forward, with a table of four."""
    server = Own(tmp_path, [FOUR])
    yield server
    server.stop()


def goes(person: Person) -> None:
    """Leave for a place without the application; the browser remembers."""
    person.go("/livez")


def is_away(person: Person, name: str) -> None:
    """The page shows that somebody is not there."""
    seat = person.page.locator(".seat").filter(has_text=name)
    expect(seat.locator(".away")).to_be_visible()


def has_turn(person: Person) -> None:
    """Draw, and throw the first card away that may be thrown away."""
    person.draw()
    person.until("play")
    person.select([person.state()["legal"]["discards"][0]])
    person.act("discard")


def hands_over(person: Person, name: str) -> None:
    """Ask for a computer in an absent person's place."""
    person.press("Menu")
    person.press(f"Let a computer play for {name}")


def stands_in(person: Person, name: str) -> None:
    """The page shows that a computer plays for this person."""
    seat = person.page.locator(".seat").filter(has_text=name)
    expect(seat.locator(".cpu")).to_contain_text("standing in")


def is_back(person: Person, name: str) -> None:
    """The page shows the person at their seat, and no computer."""
    seat = person.page.locator(".seat").filter(has_text=name)
    expect(seat.locator(".cpu, .away")).to_have_count(0)


def test_a_match_over_days(arrive: Arrive, own: Own) -> None:
    anna = arrive(Device.PHONE, base=own.base)
    ben = arrive(Device.DESK, base=own.base, settings={"name": "Ben"})
    anna.go("/setup?rules=rummy-500 first_dealer=host&with=friends")
    anna.page.get_by_label("Over days").check()
    anna.press("Open the table and invite")
    anna.sees("Waiting for players")
    ben.go(anna.page.url)
    ben.press("Sit here")
    anna.press("Start the match")
    has_turn(ben)  # Anna deals, so Ben begins
    anna.until("draw")
    anna.press("Mine")
    first, *_ = anna.hand()
    anna.select([first])
    anna.press("Move right")
    has_turn(anna)
    order = anna.hand()
    assert len(order) == 13
    anna.press("Menu")
    anna.press(anna.page.locator("summary", has_text="Your seat on another device"))
    link = anna.page.get_by_label("Secret link of your seat").input_value()
    wrong = look(anna, "own link")
    goes(anna)
    is_away(ben, "Anna")
    has_turn(ben)
    own.later(8 * HOUR)
    # In the morning, from the first page: it is her turn, and she is told what happened.
    anna.go("/")
    line = anna.page.locator(".matches a")
    expect(line).to_contain_text("Your turn")
    expect(line).to_contain_text("with Ben")
    expect(line).to_contain_text("Ben is there")
    wrong += look(anna, "a match to continue")
    anna.press(line)
    anna.until("draw")
    assert anna.hand() == order
    anna.press("Recap")
    lines = anna.page.locator("dialog[open] .log .text").all_inner_texts()
    assert [re.sub(r" [^ ]*[♠♥♦♣].*", "", line) for line in lines] == [
        "Ben draws from the stock",
        "Ben discards",
    ]
    wrong += look(anna, "recap")
    # The same seat, by its own link, on another device.
    tablet = arrive(Device.TABLET, base=own.base)
    tablet.go(link)
    tablet.until("draw")
    assert sorted(tablet.hand()) == sorted(order)
    # For a day the seat is hers; then Ben, who is the host by now, need not wait any longer.
    goes(anna)
    goes(tablet)
    is_away(ben, "Anna")
    own.later(23 * HOUR)
    hands_over(ben, "Anna")
    ben.sees("when its player has been away for a day")
    own.later(HOUR + MINUTE)
    hands_over(ben, "Anna")
    stands_in(ben, "Anna")
    ben.until("draw")  # the computer has had Anna's turn
    anna.go("/")
    expect(line).to_contain_text("Ben’s turn")
    anna.press(line)
    is_back(ben, "Anna")
    anna.waits_for("document.querySelector('.hand [data-card]')")
    expect(anna.page.get_by_text("A computer plays your seat")).to_have_count(0)
    assert not wrong, "\n".join(wrong)
    assert (anna.faults, ben.faults, tablet.faults) == ([], [], [])


def test_two_who_agree_or_the_host_hand_an_absent_seat_over(arrive: Arrive, own: Own) -> None:
    names = ("Anna", "Ben", "Cleo", "Dora")
    anna, ben, cleo, dora = people = [
        arrive(Device.PHONE, base=own.base, settings={"name": name}) for name in names
    ]
    for seat, person in enumerate(people):
        person.go(FOUR.link(seat))
        person.waits_for("document.querySelector('.hand [data-card]')")
    goes(dora)
    is_away(ben, "Dora")
    hands_over(ben, "Dora")
    ben.sees("when its player has been away for a minute")
    own.later(MINUTE)
    hands_over(ben, "Dora")
    ben.sees("A computer will play for Dora once one more player agrees.")
    cleo.sees("Ben would let a computer play for Dora until Dora is back.")
    wrong = look(cleo, "asked to agree")
    is_away(anna, "Dora")  # nobody plays for Dora yet
    cleo.press("Agree")
    for person in (anna, ben, cleo):
        stands_in(person, "Dora")
    dora.go(FOUR.link(3))
    for person in (anna, ben, cleo):
        is_back(person, "Dora")
    # Anna made the table; when she has been away for a minute, Ben is the host and asks nobody.
    goes(anna)
    is_away(ben, "Anna")
    own.later(MINUTE)
    goes(cleo)
    is_away(dora, "Cleo")
    own.later(MINUTE)
    hands_over(ben, "Cleo")
    stands_in(dora, "Cleo")
    hands_over(dora, "Anna")
    ben.sees("Dora would let a computer play for Anna until Anna is back.")
    assert not wrong, "\n".join(wrong)
    assert [person.faults for person in people] == [[], [], [], []]


def test_before_the_start_the_host_may_leave_too(arrive: Arrive, own: Own) -> None:
    anna = arrive(Device.PHONE, base=own.base)
    anna.go("/setup?rules=rummy-500&with=friends")
    anna.press("Open the table and invite")
    anna.sees("Waiting for players")
    ben = arrive(Device.DESK, base=own.base, settings={"name": "Ben"})
    ben.go(anna.page.url)
    ben.press("Sit here")
    ben.sees("Anna starts the match.")
    goes(anna)
    ben.sees("Away")
    expect(ben.page.get_by_role("button", name="Start the match")).to_have_count(0)
    own.later(MINUTE)
    ben.press("Start the match")
    ben.waits_for("document.querySelector('.hand [data-card]')")
    assert (anna.faults, ben.faults) == ([], [])
