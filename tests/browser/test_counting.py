"""Counting cards by thumb on a phone and by keys at a desk."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.looking import look, sideways
from tests.browser.people import Arrive, Device, Person
from tests.browser.sheets import begin, cell, kept, reads

from laydown.cards import parse_card, parse_cards


def tap(person: Person, cards: str) -> None:
    for card in parse_cards(cards):
        person.press(person.page.locator(f'[data-face="{card}"]'))


def place(person: Person, name: str) -> None:
    person.page.get_by_role("radio", name=name).check()


def total(person: Person, text: str) -> None:
    """The sum is this, as the server says it."""
    expect(person.page.locator(".counter .total")).to_contain_text(text)


def test_the_sources_round_by_thumb(arrive: Arrive) -> None:
    """S3:53-60: Anna 35, Ben 55, every card tapped; two mistakes are taken back."""
    anna = arrive(Device.PHONE)
    anna.go("/count?rules=rummy-500 players=2")
    tap(anna, "7S 7H 7D 9H 10H JH QH")
    place(anna, "In hand")
    tap(anna, "KC AS")
    total(anna, "60 on the table − 25 in hand = +35.")
    tap(anna, "2C")
    total(anna, "= +33.")
    tap(anna, "2C")
    total(anna, "= +35.")
    tap(anna, "3D")
    anna.press("↶ Undo")
    total(anna, "= +35.")
    anna.page.get_by_label("Name").fill("Anna")
    wrong = look(anna, "counting")
    anna.press("Keep +35")
    anna.sees("Player 2")
    anna.page.get_by_label("Who went out?").select_option("1")
    tap(anna, "AC 2C 3C 4C KS KH KD 8H 7C")
    total(anna, "55 on the table.")
    expect(anna.page.locator('[data-face="6"]')).to_have_attribute(
        "aria-label", "seven of spades, counted for Anna"
    )
    tap(anna, "7S")
    anna.sees("7♠ is already counted for Anna.")
    tap(anna, "7S")
    anna.press("A♣ low: 1")
    total(anna, "69 on the table.")
    anna.press("A♣ high: 15")
    total(anna, "55 on the table.")
    wrong += look(anna, "a low ace")
    anna.press("Keep +55")
    anna.sees("The round")
    wrong += look(anna, "counted")
    assert anna.page.locator("table").inner_text().split() == [
        "Player", "Points", "Anna", "35", "Player", "2", "55",
    ]  # fmt: skip
    anna.page.reload()
    anna.sees("The round")
    anna.page.evaluate("document.documentElement.style.fontSize = '200%'")
    anna.page.locator('[data-face="0"]').scroll_into_view_if_needed()
    assert sideways(anna) == 0
    assert not wrong, "\n".join(wrong)
    assert anna.faults == []


def test_by_keys_and_by_text(arrive: Arrive) -> None:
    """S0:65-97: the wild rank is said once, and who went out takes what the others hold."""
    alice = arrive(Device.DESK)
    alice.go("/count?rules=5000-rummy players=3")
    page = alice.page
    page.get_by_label("Wild this round").select_option(label="sixes")
    page.locator('[data-face="0"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    total(alice, "25 on the table.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Delete")
    total(alice, "15 on the table.")
    page.keyboard.press("Enter")
    field = page.get_by_label("Type or paste cards")
    field.fill("K♠ KH kings")
    page.keyboard.press("Enter")
    alice.sees("“kings” is not a card")
    field.fill("K♠ Kh kd")
    page.keyboard.press("Enter")
    total(alice, "55 on the table.")
    page.get_by_role("button", name="Keep +55").focus()
    page.keyboard.press("Enter")
    for held, worth in (("8D 7D AC", 110), ("6S QH 3D", 115)):
        place(alice, "In hand")
        field.fill(held)
        page.keyboard.press("Enter")
        total(alice, f"The {worth} in hand go to whoever went out.")
        alice.press("Keep 0")
    page.get_by_label("Who went out?").select_option("0")
    expect(page.locator("table")).to_contain_text("280")
    alice.press("Player 1")
    total(alice, "55 on the table + 225 from the other hands = +280.")
    wrong = look(alice, "the finisher")
    assert page.locator(f'[data-face="{parse_card("6S")}"]').get_attribute("aria-label") == (
        "six of spades, wild, counted for Player 3"
    )
    refused = list(alice.faults)
    alice.page.context.set_offline(True)
    tap(alice, "QS")
    total(alice, "+290 checked once there is a network")
    alice.page.context.set_offline(False)
    total(alice, "65 on the table + 225 from the other hands = +290.")
    assert not wrong, "\n".join(wrong)
    assert refused == [
        "Failed to load resource: the server responded with a status of 400 (Bad Request)"
    ]


def test_cards_go_into_a_sheet_and_the_winner_takes_hands_counted_later(arrive: Arrive) -> None:
    """S0:65-97 on a sheet: Alice is counted first, and gets 280 once Bob and Carl are."""
    alice = arrive(Device.PHONE)
    begin(alice, "Alice", "Bob", "Carl", game="5000 Rummy")
    alice.press("Start writing")
    page = alice.page
    for column, (where, cards, words) in enumerate(
        (
            ("", "9C 10C JC KS KH KD", "55 on the table + 0 from the other hands = +55."),
            ("In hand", "8D 7D AC", "The 110 in hand go to whoever went out."),
            ("In hand", "6S QH 3D", "The 115 in hand go to whoever went out."),
        )
    ):
        alice.press(cell(alice, 1, column))
        alice.press("Cards…")
        if column == 0:
            page.get_by_label("Wild this round").select_option(label="sixes")
            page.get_by_label("Went out").check()
            alice.sees("Bob’s and Carl’s hands are not counted yet")
        else:
            assert page.get_by_label("Wild this round").input_value() == "5"
        if where:
            place(alice, where)
        tap(alice, cards)
        total(alice, words)
        if column == 1:
            wrong = look(alice, "the cards of a cell")
        alice.press("Write down")
        expect(page.locator("dialog[open]")).to_have_count(0)
    reads(alice, 1, 0, "+280 / 280")
    reads(alice, 1, 2, "0 / 0")
    assert kept(alice)["rounds"][0]["cells"][0]["entry"]["points"] == 280
    assert not wrong, "\n".join(wrong)
    assert alice.faults == []
