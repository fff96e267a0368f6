"""The referee's page: cards tapped and pasted, the verdict, a house rule tried, a link."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.looking import look
from tests.browser.people import Arrive, Device, Person

from laydown.cards import parse_cards


def tap(person: Person, cards: str) -> None:
    for card in parse_cards(cards):
        person.press(person.page.locator(f'[data-face="{card}"]'))


def verdict(person: Person, text: str) -> None:
    expect(person.page.locator(".verdict")).to_contain_text(text)


def test_an_argument_about_aces_by_thumb(arrive: Arrive) -> None:
    """BR-5: Q-K-A is no run of the basic game; the house rule of BR-13 makes it one."""
    anna = arrive(Device.PHONE)
    anna.go("/referee?rules=rummy")
    anna.sees("What people ask")
    tap(anna, "QS KS AS")
    verdict(anna, "No, that is no meld.")
    verdict(anna, "The ace is low in runs")
    wrong = look(anna, "refused")
    anna.press(anna.button("Try it: Ace in runs high_or_low"))
    verdict(anna, "Yes, a run Q♠ K♠ A♠.")
    wrong += look(anna, "allowed")
    ben = arrive(Device.DESK)
    ben.go(anna.page.url.removeprefix(anna.base))
    verdict(ben, "Yes, a run Q♠ K♠ A♠.")
    wrong += look(ben, "linked")
    assert not wrong, "\n".join(wrong)


def test_a_dig_by_keys(arrive: Arrive) -> None:
    """Pasted cards, places chosen and depths named from the keyboard alone."""
    anna = arrive(Device.DESK)
    anna.go("/referee?rules=rummy-500&ask=dig")
    field = anna.page.get_by_label("Type or paste cards")
    field.fill("4♠ J♣ 9♥ 2♦ 6♠")
    field.press("Enter")
    expect(field).to_have_value("")
    anna.page.get_by_role("radio", name="The hand before the draw").focus()
    anna.page.keyboard.press("Space")
    field.fill("10h foo")
    field.press("Enter")
    anna.sees("“foo” is not a card")
    field.fill("10h jh")
    field.press("Enter")
    anna.page.get_by_role("radio", name="3", exact=True).focus()
    anna.page.keyboard.press("Space")
    verdict(anna, "Yes, you may take that.")
    anna.sees("29 points on the table")
    anna.sees("You must use 9♥: run 9♥ 10♥ J♥.")
    wrong = look(anna, "a dig")
    assert not wrong, "\n".join(wrong)


def test_a_wild_card_is_named_by_a_tap(arrive: Arrive) -> None:
    """RJ-3: 6-7-joker is the five or the eight, and whoever lays it says which."""
    anna = arrive(Device.PHONE)
    anna.go("/referee?rules=rummy-500-jokers")
    anna.sees("What people ask")
    tap(anna, "6C 7C X")
    verdict(anna, "Yes, and it can be read in 2 ways.")
    eight = anna.page.get_by_role("radio", name="run 6♣ 7♣ Joker(8♣)")
    eight.check()
    verdict(anna, "Yes, a run 6♣ 7♣ Joker(8♣).")
    assert "X%3D8C" in anna.page.url
    wrong = look(anna, "a wild named")
    anna.page.get_by_role("radio", name="Not said").check()
    verdict(anna, "Yes, and it can be read in 2 ways.")
    assert not wrong, "\n".join(wrong)
    assert not anna.faults
