"""A turn without a pointer, spoken; and motion for those who want none."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.deals import first_round
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Served

from laydown.cards import parse_cards


def key(person: Person, *names: str) -> None:
    """Press keys one after another."""
    for name in names:
        person.page.keyboard.press(name)


def focused(person: Person) -> str:
    """What has the focus, as it is spoken."""
    found: str = person.page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
    )
    return found.strip()


def raise_card(person: Person, card: str) -> None:
    """Go to a card with the arrows, as its own words tell, and raise it."""
    face = parse_cards(card)[0]
    key(person, "1")
    for _ in range(20):
        here = person.page.evaluate("Number(document.activeElement.dataset.card)")
        if here == face:
            break
        key(person, "ArrowRight")
    assert f"of {len(person.hand())}" in focused(person)
    key(person, "Space")
    person.waits_for("document.activeElement.getAttribute('aria-pressed') === 'true'")
    assert "selected" in focused(person)


def test_a_turn_by_keys_alone(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.DESK)
    anna.go(served.table("long").link(0))
    anna.until("draw")
    key(anna, "s")
    anna.becomes("play")
    for card in ("7S", "7H", "7D"):
        raise_card(anna, card)
    anna.waits_for("document.querySelector('.dock [data-kind=meld]:not([aria-disabled=true])')")
    key(anna, "m")
    anna.waits_for("document.querySelectorAll('.hand [data-card]').length === 1")
    anna.waits_for("document.activeElement !== document.body")
    raise_card(anna, "2C")
    anna.waits_for("document.querySelector('.dock [data-kind=discard]:not([aria-disabled=true])')")
    key(anna, "d")
    anna.becomes("ask")  # the round would be over
    for _ in range(4):
        if anna.page.evaluate("document.activeElement.matches('.button.main')"):
            break
        key(anna, "Tab")
    key(anna, "Enter")
    anna.becomes("next")
    anna.waits_for("document.activeElement.matches('.board h2')")
    assert anna.state()["room"]["totals"][0] == 21


def test_digging_by_keys(arrive: Arrive, served: Served) -> None:
    laid = served.table("full")
    anna, ben = arrive(Device.DESK), arrive(Device.PHONE, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    anna.draw()
    anna.discard("JC")
    ben.draw()
    ben.meld("7S 8S 9S")
    ben.discard("3H")
    anna.until("draw")
    key(anna, "g", "ArrowLeft", "ArrowLeft")
    spoken = "document.activeElement.getAttribute('aria-label') ?? ''"
    anna.waits_for(f"/^two of diamonds, .*lifted/.test({spoken})")
    anna.waits_for("document.querySelector('.bubble .button.main')?.innerText === 'Take 3'")
    key(anna, "Enter")
    anna.becomes("play")
    assert anna.state()["table"]["owed"] == list(parse_cards("2D"))


LISTEN_LIVE = """() => {
  window.spoken = [];
  for (const region of document.querySelectorAll("[aria-live]")) {
    new MutationObserver(() => {
      const text = region.textContent.trim();
      if (text) spoken.push([region.getAttribute("aria-live"), text]);
    }).observe(region, { childList: true, subtree: true, characterData: true });
  }
}"""


def hears(person: Person, how: str, words: str, *, times: int = 1) -> None:
    """The words are spoken, politely or assertively, at least so many times."""
    said = f"spoken.filter(([how, text]) => how === '{how}' && /{words}/.test(text)).length"
    person.waits_for(f"{said} >= {times}")


def test_what_is_spoken(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.DESK)
    anna.go(served.table("long").link(0))
    anna.until("draw")
    anna.page.evaluate(LISTEN_LIVE)
    key(anna, "d")  # nothing has been drawn yet
    hears(anna, "assertive", "A turn begins with a draw")
    key(anna, "d")  # the same refusal is said again
    hears(anna, "assertive", "A turn begins with a draw", times=2)
    key(anna, "m", "l")
    hears(anna, "assertive", "A turn begins with a draw", times=4)
    key(anna, "c")
    hears(anna, "assertive", "called on a discard")
    key(anna, "x")
    hears(anna, "assertive", "no discard to let lie")
    key(anna, "n")
    hears(anna, "polite", "Everything has been shown")
    key(anna, "p")
    hears(anna, "polite", "nine of clubs")
    key(anna, "t")
    hears(anna, "polite", "[Tt]otal")
    key(anna, "?")
    anna.page.locator("dialog[open]").wait_for()
    key(anna, "Escape")
    anna.waits_for("!document.querySelector('dialog[open]')")
    key(anna, "s")
    anna.becomes("play")
    key(anna, "s")
    hears(anna, "assertive", "already drawn|have drawn|drawn once")
    key(anna, "g")
    hears(anna, "assertive", "only at the start of your turn")
    key(anna, "d")
    hears(anna, "assertive", "Select the card to discard first")
    key(anna, "m")
    hears(anna, "assertive", "Select the cards of a set or a run first")
    key(anna, "l")
    hears(anna, "assertive", "Select one or more cards first")
    key(anna, "u")
    hears(anna, "assertive", "take back|taken back")


def test_a_meld_is_suggested_raised_and_laid_by_keys(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.DESK)
    anna.go(served.table("long").link(0))
    anna.until("draw")
    anna.page.evaluate(LISTEN_LIVE)
    key(anna, "e")  # nothing is drawn yet, but a hand may be looked through at any time
    hears(anna, "polite", "1 meld in your hand. 1 of 1: Set 7♠ 7♥ 7♦, 21 points")
    raised = anna.page.locator('.hand [aria-pressed="true"]')
    expect(raised).to_have_count(3)
    key(anna, "Escape", "s")
    anna.becomes("play")
    expect(raised).to_have_count(0)
    key(anna, "e")
    anna.waits_for("document.querySelector('.dock [data-kind=meld]:not([aria-disabled=true])')")
    assert anna.state()["table"]["melds"] == []  # nothing is laid by it
    key(anna, "m")
    anna.waits_for("document.querySelectorAll('.hand [data-card]').length === 1")
    assert anna.state()["table"]["melds"][0]["title"] == "set of sevens"


def test_a_rummy_is_called_by_keys_and_take_backs_are_told(arrive: Arrive, served: Served) -> None:
    laid = served.table("full")
    anna, ben = arrive(Device.DESK), arrive(Device.DESK, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    anna.until("draw")
    ben.waits_for("document.querySelector('.hand [data-card]')")
    ben.page.evaluate(LISTEN_LIVE)
    for at in first_round(anna, ben):
        if at == "owing":
            anna.command("Undo")
            hears(ben, "polite", "Taken back: Anna digs for 2♦")
            struck = ben.page.locator(".side .log s")
            expect(struck).to_have_text("Anna digs for 2♦, which brings J♣ and 3♥ from the pile")
            anna.dig(3)
        if at == "call":
            break
    anna.page.evaluate(LISTEN_LIVE)
    key(anna, "c")
    hears(ben, "polite", "Anna calls rummy and lays 10♠ on your run 7–9 of spades")
    anna.until("draw")
    for person in (anna, ben):  # nobody has to know how commands call melds
        assert not re.search(r"\bM\d\b", person.page.locator("body").inner_text())
        assert not [label for label in person.labels() if re.search(r"\bM\d\b", label)]


def test_reduced_motion_is_obeyed(arrive: Arrive, served: Served) -> None:
    moves = {}
    for motion in ("reduce", "no-preference"):
        anna = arrive(Device.DESK, motion=motion)
        anna.go(served.table("long").link(0))
        anna.until("draw")
        anna.page.evaluate(
            """() => {
              window.moved = 0;
              const watch = () => {
                window.moved += document.getAnimations()
                  .filter((one) => one.playState === "running")
                  .filter((one) => one.effect.getComputedTiming().duration > 20).length;
                requestAnimationFrame(watch);
              };
              requestAnimationFrame(watch);
            }"""
        )
        anna.draw()
        anna.select("7S 7H")
        anna.page.wait_for_timeout(100)
        moves[motion] = anna.page.evaluate("moved")
    assert moves["reduce"] == 0
    assert moves["no-preference"] > 0
