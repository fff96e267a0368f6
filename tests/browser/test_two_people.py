"""Two people at one table, each with a browser: everything the family of games knows."""

from __future__ import annotations

import json
import re

import pytest
from tests.browser.deals import first_round, next_round, second_round, third_round
from tests.browser.looking import look
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Served

from laydown.cards import parse_cards


def shown(person: Person) -> set[str]:
    """Every face that stands somewhere on the page, also where nobody sees it."""
    found: list[str] = person.page.evaluate(
        """() => [...document.querySelectorAll("use")]
          .map((node) => node.getAttribute("href").match(/^#(face|large)-(.*)/))
          .flatMap((found) => found?.[2] ?? [])"""
    )
    return set(found)


def test_a_match_with_everything(arrive: Arrive, served: Served) -> None:
    laid = served.table("full")
    anna, ben = arrive(Device.PHONE), arrive(Device.DESK, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    seen = {}
    for at in first_round(anna, ben):
        seen[at] = anna.state()
        if at == "draw":
            own, other = parse_cards("7S 8S 9S 5D 3C KD"), parse_cards("4H 5H X 2C 2H 7H")
            up = parse_cards("2D")
            assert shown(ben) == {str(card) for card in (*own, *up)} | {"back"}
            assert shown(anna) == {str(card) for card in (*other, *up)} | {"back"}
        if at == "call":
            ben.sees("Others may call it now.")
    assert anna.page.evaluate("document.querySelector('.board').innerText").count("58") >= 2
    assert seen["dig"]["table"]["pile"] == list(parse_cards("2D JC 3H"))
    assert seen["owing"]["table"]["owed"] == list(parse_cards("2D"))
    assert seen["call"]["window"]["card"] == parse_cards("TS")[0]
    assert seen["floating"]["table"]["floating"] == [True, False]
    wild = next(m for m in seen["floating"]["table"]["melds"] if 52 in m["cards"])
    assert wild["stands"] == list(parse_cards("3H 4H 5H 6H 7H 8H"))
    for person in (anna, ben):
        assert person.state()["room"]["totals"] == [58, 6]
    next_round(anna, ben)
    second_round(anna, ben)
    anna.until("next")
    assert anna.state()["room"]["totals"] == [66, 66]
    anna.sees(re.compile("tie|level|equal", re.IGNORECASE))
    next_round(anna, ben)
    third_round(anna, ben)
    assert (anna.until("over"), ben.until("over")) == ("over", "over")
    assert anna.state()["room"]["totals"] == [126, 44]
    assert anna.state()["room"]["winners"] == [0]
    anna.sees(re.compile("Anna.*(won|wins)|You.*(won|win)"))
    assert (anna.faults, ben.faults) == ([], [])
    own_server = ("http://127.0.0.1:", "ws://127.0.0.1:")
    assert all(address.startswith(own_server) for address in anna.asked + ben.asked)


def test_the_last_one_left_is_told_that_the_match_is_won(arrive: Arrive, served: Served) -> None:
    laid = served.table("full")
    anna, ben = arrive(Device.PHONE), arrive(Device.PHONE, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    anna.draw()
    ben.waits_for("document.querySelector('.hand [data-card]')")
    anna.press("Menu")
    anna.press(anna.page.locator("dialog[open]").get_by_role("button", name="Resign"))
    anna.press(anna.page.locator("dialog[open] .button.main"))
    ben.until("over")
    ben.sees("You have won: everybody else has resigned.")
    ben.sees("Anna has resigned: the round is broken off, and scores nothing.")
    assert not re.search("another round", ben.page.locator("main").inner_text())
    assert look(ben, "resigned") == []
    assert (anna.faults, ben.faults) == ([], [])


def test_nobody_is_sent_a_hidden_card(arrive: Arrive, served: Served) -> None:
    laid = served.table("full")
    anna, ben = arrive(Device.PHONE), arrive(Device.PHONE, settings={"name": "Ben"})
    watcher = arrive(Device.DESK, settings={"name": "Walt"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    watcher.go(f"/room/{laid.room}?watch")
    watcher.waits_for("window.heard && heard.state && heard.state.table")
    story = first_round(anna, ben)
    for at in story:
        if at == "dig":
            break
    # Anna has held these all along; nobody has seen them.
    hidden = set(parse_cards("4H 5H X 2C 2H 7H"))
    for person in (ben, watcher):
        states = [json.loads(frame) for frame in person.frames() if '"is":"state"' in frame]
        assert states
        for state in states:
            own = state["table"].pop("hand", [])
            assert not own or person is ben
            assert not hidden & cards_in(state["table"]), state
        assert not {str(card) for card in hidden} & shown(person)
    assert not watcher.hand()


def test_a_watcher_sees_the_table_and_no_hand(arrive: Arrive, served: Served) -> None:
    laid = served.table("full")
    anna, ben = arrive(Device.PHONE), arrive(Device.PHONE, settings={"name": "Ben"})
    watcher = arrive(Device.PHONE, settings={"name": "Walt"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    watcher.go(f"/room/{laid.room}")  # the link that everybody has
    watcher.press("Watch")
    watcher.waits_for("document.querySelector('.pile .place')")
    anna.draw()
    anna.discard("JC")
    ben.draw()
    ben.meld("7S 8S 9S")
    ben.discard("3H")
    watcher.waits_for("document.querySelectorAll('.pile .place').length === 3")
    # What lies open and two backs are all there is: on the screen, in words, in the source.
    open_cards = {str(card) for card in parse_cards("7S 8S 9S 2D JC 3H")}
    assert shown(watcher) == open_cards | {"back"}
    faces = [
        int(face) for face in re.findall(r'data-(?:card|face)="(\d+)"', watcher.page.content())
    ]
    assert set(faces) <= {int(card) for card in parse_cards("7S 8S 9S 2D JC 3H")}
    words = " ".join([watcher.page.locator("body").inner_text(), *watcher.labels()])
    for card in ("4♥", "5♥", "2♣", "2♥", "7♥", "K♦", "5♦", "3♣"):
        assert card not in words
        assert cards_name(card) not in words
    for frame in watcher.frames():
        table = json.loads(frame).get("table")
        assert not table or not table["hand"]
    # Nothing can be pressed that plays, and the cards are told to nobody who asks.
    assert watcher.page.locator(".dock [data-kind]").count() == 0
    assert watcher.page.request.get(f"/api/rooms/{laid.room}/record").status == 404
    wrong = look(watcher, "watching")
    assert not wrong, "\n".join(wrong)
    assert (anna.faults, ben.faults, watcher.faults) == ([], [], [])


RANKS = {"2": "two", "3": "three", "4": "four", "5": "five", "7": "seven", "K": "king"}
SUITS = {"♥": "hearts", "♦": "diamonds", "♣": "clubs"}


def cards_name(sign: str) -> str:
    """A card as it is read aloud."""
    return f"{RANKS[sign[0]]} of {SUITS[sign[1]]}"


def cards_in(table: dict[str, object]) -> set[int]:
    """Every number in the fields of a table that hold cards."""
    fields = ("pile", "melds", "known", "upcards", "taken", "owed", "barred", "drew", "plan_cards")
    numbers = re.findall(r"-?\d+", json.dumps([table[name] for name in fields]))
    return {int(number) for number in numbers}


@pytest.mark.parametrize("device", [Device.PHONE, Device.DESK], ids=["phone", "desk"])
def test_friends_come_by_link(arrive: Arrive, device: Device) -> None:
    anna = arrive(device)
    anna.go("/setup?rules=rummy-500&with=friends")
    anna.press("Open the table and invite")
    anna.page.wait_for_url("**/room/*")
    anna.sees("Waiting for players")
    ben = arrive(Device.PHONE, settings={"name": "Ben"})
    ben.go(anna.page.url)
    ben.press("Sit here")
    ben.sees("starts the match")
    anna.sees("Ben")
    anna.press("Start the match")
    anna.waits_for("document.querySelector('.hand [data-card]')")
    ben.waits_for("document.querySelector('.hand [data-card]')")
    assert len(anna.hand()) == len(ben.hand()) == 13
    assert (anna.faults, ben.faults) == ([], [])
