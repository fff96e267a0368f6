"""A turn without a pointer, spoken; and motion for those who want none."""

from __future__ import annotations

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


def test_what_is_spoken(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.DESK)
    anna.go(served.table("long").link(0))
    anna.until("draw")
    anna.page.evaluate(
        """() => {
          window.spoken = [];
          for (const region of document.querySelectorAll("[aria-live]")) {
            new MutationObserver(() => {
              const text = region.textContent.trim();
              if (text) spoken.push([region.getAttribute("aria-live"), text]);
            }).observe(region, { childList: true, subtree: true, characterData: true });
          }
        }"""
    )
    key(anna, "d")  # nothing has been drawn yet
    anna.waits_for("spoken.some(([how]) => how === 'assertive')")
    key(anna, "d")  # the same refusal is said again
    anna.waits_for("spoken.filter(([how]) => how === 'assertive').length >= 2")
    key(anna, "p")
    anna.waits_for("spoken.some(([how, text]) => how === 'polite' && /nine of clubs/.test(text))")
    key(anna, "t")
    anna.waits_for("spoken.some(([how, text]) => how === 'polite' && /[Tt]otal/.test(text))")
    key(anna, "?")
    anna.page.locator("dialog[open]").wait_for()
    key(anna, "Escape")
    anna.waits_for("!document.querySelector('dialog[open]')")


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
