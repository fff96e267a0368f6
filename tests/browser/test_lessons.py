"""Lessons learnt by thumb on a phone and by keys at a desk."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.looking import look
from tests.browser.people import Arrive, Device, Person

from laydown.cards import parse_card


def lit(person: Person, kind: str) -> None:
    """Press the button of the dock once it is lit."""
    person.press(
        person.page.locator(f'.dock [data-kind="{kind}"]:not([aria-disabled="true"])').first
    )


def told(person: Person, text: str) -> None:
    expect(person.page.locator(".say")).to_contain_text(text)


def test_two_lessons_by_thumb(arrive: Arrive) -> None:
    anna = arrive(Device.PHONE)
    anna.go("/learn")
    anna.sees("Calling rummy")
    wrong = look(anna, "lessons")
    anna.press("Begin")
    told(anna, "Draw the top card of the stock")
    anna.press("Draw from the stock")
    told(anna, "You drew the third seven")
    anna.select("KC")
    lit(anna, "discard")
    anna.sees("The rules allow that, but it is not what is shown here")
    anna.select("7S 7H 7D")
    lit(anna, "meld")
    told(anna, "Discard a card")
    wrong += look(anna, "a lesson")
    anna.select("KC")
    lit(anna, "discard")
    told(anna, "its 21 points are yours")
    wrong += look(anna, "a lesson done")
    anna.press("Next lesson")
    told(anna, "Draw the top card of the stock")
    anna.press("Draw from the stock")
    told(anna, "lie in a row")
    anna.select("4H 5H 6H 7H")
    lit(anna, "meld")
    told(anna, "Discard a card")
    anna.select("KC")
    lit(anna, "discard")
    told(anna, "A run of four")
    anna.press("All lessons")
    anna.sees("2 of 9 done")
    anna.page.reload()
    anna.sees("2 of 9 done")
    assert not wrong, "\n".join(wrong)


def choose(person: Person, cards: str) -> None:
    for card in cards.split():
        person.page.locator(f'.hand [data-card="{parse_card(card)}"]').first.focus()
        person.page.keyboard.press("Space")


def test_going_out_by_keys(arrive: Arrive) -> None:
    """5♥ 6♥ 7♥, K♠ on the kings, 2♦ away: out with 34 points (R5-12)."""
    anna = arrive(Device.DESK)
    anna.go("/learn/going-out")
    told(anna, "Draw the top card of the stock")
    keys = anna.page.keyboard
    keys.press("s")
    told(anna, "Meld 5♥ 6♥ 7♥")
    choose(anna, "5H 6H 7H")
    expect(anna.page.locator('.dock [data-kind="meld"]')).not_to_have_attribute(
        "aria-disabled", "true"
    )
    keys.press("m")
    told(anna, "K♠ completes the kings")
    choose(anna, "KS")
    expect(anna.page.locator('.dock [data-kind="layoff"]')).not_to_have_attribute(
        "aria-disabled", "true"
    )
    keys.press("l")
    told(anna, "Discard 2♦")
    choose(anna, "2D")
    expect(anna.page.locator('.dock [data-kind="discard"]')).not_to_have_attribute(
        "aria-disabled", "true"
    )
    keys.press("d")
    anna.sees("This ends the round: you go out.")
    keys.press("Enter")
    told(anna, "Out!")
    anna.sees("+34")
    wrong = look(anna, "the last lesson done")
    assert not wrong, "\n".join(wrong)
