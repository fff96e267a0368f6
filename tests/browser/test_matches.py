"""Whole matches through the page, played by taps on what it offers and hints at."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.people import Arrive, Device

MATCHES = [
    ("rummy", "target=10", Device.PHONE),
    ("rummy-500", "target=10 deal_fixed=2:7", Device.DESK),
    ("rummy-500-jokers", "players=3 target=10", Device.PHONE),
    ("5000-rummy", "players=3 target=50", Device.DESK),
    ("george", "players=3 target=50", Device.PHONE),
]
"""A match of each game, to targets that are reached soon."""


@pytest.mark.parametrize(("game", "house", "device"), MATCHES, ids=[each[0] for each in MATCHES])
def test_a_whole_match_through_the_page(
    arrive: Arrive, game: str, house: str, device: Device
) -> None:
    anna = arrive(device)
    anna.go(f"/setup?rules={game} {house}")
    anna.press("Deal the cards")
    anna.play_on()
    expect(anna.page.locator(".board .result")).to_be_visible()
    state = anna.state()
    assert state["room"]["phase"] == "over"
    assert state["room"]["winners"]
    best = max(state["room"]["totals"])
    assert best >= state["room"]["target"] > 0
    assert anna.faults == []
