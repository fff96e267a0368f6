"""The table in one hand: what lies under the thumb stays there, and nothing is off the screen."""

from __future__ import annotations

from tests.browser.looking import THUMB, look
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Served

from laydown.cards import parse_cards

OFF_SCREEN = """() => [...document.querySelectorAll(".hand .held, .dock button, .bubble button")]
  .filter((node) => node.checkVisibility())
  .filter((node) => node.getBoundingClientRect().bottom > innerHeight + 0.5)
  .map((node) => node.textContent.trim())"""

FREE = """at => {
  // How much of a card's height can be tapped, along the middle of its strip.
  const card = document.querySelector(`.hand [data-at="${at}"]`);
  const box = card.getBoundingClientRect();
  let free = 0;
  for (let y = box.top - 20; y < box.bottom; y += 1) {
    free += card.contains(document.elementFromPoint(box.left + box.width / 2, y)) ? 1 : 0;
  }
  return free;
}"""


def on_screen(person: Person, where: str) -> None:
    """Hand and buttons are all within reach without scrolling."""
    off = person.page.evaluate(OFF_SCREEN)
    assert not off, f"{where}: {off}"


def test_everything_to_play_with_is_within_reach(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.PHONE)
    anna.go(served.table("wide").link(0))
    anna.until("draw")
    on_screen(anna, "draw")
    # What phones leave of their screens while the browser shows its bars.
    for width, height in ((390, 664), (360, 640)):
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.waits_for(f"innerHeight === {height}")
        on_screen(anna, f"draw, {width}×{height}")
    anna.page.set_viewport_size({"width": 390, "height": 844})
    anna.page.keyboard.press("d")
    anna.press("rule R5-4")
    anna.sees("Drawing")
    anna.press("Close")
    anna.press(anna.page.locator(".pile .place").first)
    anna.waits_for("document.querySelector('.bubble .button.main')")
    on_screen(anna, "dig")
    anna.press("Leave it")
    anna.draw()
    hand = anna.page.evaluate("document.querySelector('.hand').getBoundingClientRect().bottom")
    anna.press("Suggest")
    anna.waits_for("document.querySelector('.dock [data-kind=meld]:not([aria-disabled=true])')")
    on_screen(anna, "suggested")
    assert look(anna, "suggested") == []
    anna.press("Side by side")
    anna.press("Mine")
    anna.waits_for('document.querySelector(\'.hand [data-at="0"][data-card="6"]\')')
    assert anna.hand()[:6] == list(parse_cards("7S 7H 7C 4H 5H 6H"))
    anna.select("QH")
    on_screen(anna, "one raised, to be moved")
    after = anna.page.evaluate("document.querySelector('.hand').getBoundingClientRect().bottom")
    assert after == hand, "the hand moved under the finger"
    assert anna.faults == []


def test_a_raised_card_leaves_room_to_tap_the_one_above(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.PHONE)
    anna.go(served.table("wide").link(0))
    anna.draw()
    lower = anna.page.locator(".hand .lower .held")
    assert lower.count() > 2
    for at in range(2):
        anna.press(lower.nth(at), {"x": 14, "y": 50})
    anna.waits_for("document.querySelectorAll('.hand .lower [aria-pressed=true]').length === 2")
    for at in range(2):
        assert anna.page.evaluate(FREE, at) >= THUMB


def test_cards_of_the_pile_are_chosen_to_be_called(arrive: Arrive, served: Served) -> None:
    laid = served.table("pile")
    anna, ben = arrive(Device.PHONE), arrive(Device.PHONE, settings={"name": "Ben"})
    anna.go(laid.link(0))
    ben.go(laid.link(1))
    anna.draw()
    anna.discard("KS")
    ben.draw()
    ben.discard("KH")
    anna.draw()
    anna.discard("KD")
    ben.until("call")
    places = ben.page.locator(".pile .place")
    assert places.count() == 4  # the five of diamonds was turned up
    for place in (1, 2):
        ben.press(places.nth(place), {"x": 10, "y": 30})
    ben.sees("cannot be called")
    ben.press(places.nth(3), {"x": 10, "y": 30})
    ben.sees("Call rummy on the set K♠ K♥ K♦ (+30)")
    on_screen(ben, "call")
    ben.command("Call rummy on the set")
    ben.until("draw")
    assert ben.state()["table"]["melds"][0]["owner"] == 1
    assert ben.state()["table"]["pile"] == list(parse_cards("5D"))
    anna.sees("Ben calls rummy and melds a set: K♠ K♥ K♦ (+30)")
    assert (anna.faults, ben.faults) == ([], [])
