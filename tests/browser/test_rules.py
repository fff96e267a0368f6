"""The rules in a browser: read, named, compared, and printed on no more paper than promised."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlencode

import pytest
from pypdf import PdfReader
from tests.browser.looking import look
from tests.browser.people import Arrive, Device

from laydown.rules.games import GAMES

HOUSE = "rummy-500 players=4 go_out=discard_required queen_of_spades=40"
HEAVY = (
    "rummy-500 players=6 permanent_wilds=twos+jokers queen_of_spades=40 go_out=discard_required"
    " call_rummy=board_and_pile call_takes_above=on call_needs_own_meld=on"
    " call_followup=complete_turn call_window=race stock_out=recycle recycle_shuffle=on"
    " recycle_keep_top=on recycle_limit=2 meld_before_layoff=on max_wilds_per_meld=1"
    " min_naturals=2 wild_split_at_six=on wild_swap=steal real_card_for_wild=run_only"
    " set_identical=on sets=3-4xdecks pip_value=5 ace_in_low_run=15 winner_rule=out_player"
    " target=1000 top_card_use=must_use deep_timing=immediate melds_per_turn=2 take_back=off"
)


@pytest.mark.parametrize("device", [Device.PHONE, Device.DESK], ids=["phone", "desk"])
def test_a_familys_rules_are_named_kept_and_compared(arrive: Arrive, device: Device) -> None:
    anna = arrive(device)
    page = anna.page
    anna.go(f"/rules?{urlencode({'rules': HOUSE})}")
    anna.sees("Play by these rules")
    anna.press(page.locator("summary", has_text="Rule card"))
    anna.press(page.locator("summary", has_text="Score sheets"))
    page.get_by_label("Name", exact=True).fill("Sundays")
    anna.press(page.get_by_role("button", name="Keep", exact=True))
    anna.sees("“Sundays” is kept in this browser.")
    # test_pages looks at both of these pages on a phone
    wrong = look(anna, "rules with everything open") if device is Device.DESK else []
    anna.go("/rules?rules=rummy-500")
    anna.press(page.locator("summary", has_text="Rule card"))
    anna.press(page.get_by_role("link", name="Compare").nth(1))
    anna.sees("3 rules differ.")
    anna.sees("The queen of spades counts 40")
    anna.press(page.locator("summary", has_text="What people ask"))
    anna.sees("Keep one card to throw away")
    wrong += look(anna, "side by side") if device is Device.DESK else []
    page.get_by_label("Second rules").select_option("rummy")
    anna.sees("Only the player who goes out scores")
    page.get_by_label("as text").nth(1).fill("whist")
    page.get_by_label("as text").nth(1).press("Enter")
    anna.sees("there is no game called 'whist'")
    anna.faults = [fault for fault in anna.faults if "400" not in fault]
    assert not wrong, "\n".join(wrong)
    # Another browser reads the link as it was handed on.
    ben = arrive(Device.PHONE)
    ben.go(f"/rules?{urlencode({'rules': HOUSE, 'name': 'Sundays'})}")
    ben.sees("Sundays")
    ben.sees("2 rules differ from Rummy 500")
    assert not anna.faults + ben.faults


def test_pages_to_print_fit_their_paper(arrive: Arrive) -> None:
    anna = arrive(Device.DESK)
    wishes = [("rules", {"rules": key}) for key in GAMES]
    wishes += [("sheet", {"rules": key}) for key in GAMES]
    for paper in ("a4", "letter"):
        for what in ("rules", "sheet", "card"):
            wishes.append((what, {"rules": HEAVY, "paper": paper}))
    most = {"rules": 2, "sheet": 2, "card": 1}
    for what, wish in wishes:
        anna.go(f"/print/{what}?{urlencode(wish)}")
        printed = anna.page.pdf(prefer_css_page_size=True)
        pages = PdfReader(BytesIO(printed)).pages
        assert len(pages) <= most[what], (what, wish)
        if what == "sheet":
            assert "Total" in pages[0].extract_text()
            assert "At a glance" in pages[1].extract_text()
    # Its style is let through, and nothing else was asked for.
    anna.go("/print/rules?rules=rummy")
    style = "getComputedStyle(document.querySelector('.card')).overflow"
    assert anna.page.evaluate(style) == "visible"
    assert all("/print/" in address for address in anna.asked)
    assert not anna.faults


def test_a_sheet_on_a_narrow_phone(arrive: Arrive) -> None:
    anna = arrive(Device.NARROW)
    wrong = []
    for what in ("rules", "sheet", "card"):
        anna.go(f"/print/{what}?{urlencode({'rules': HOUSE, 'names': 'Anna,Ben,Carl,Dora'})}")
        wide = anna.page.evaluate(
            "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
        )
        wrong += [(what, wide)] if wide > 0 else []
    assert not wrong


def test_a_sheet_with_names_is_printed_without_an_address_that_tells_them(arrive: Arrive) -> None:
    anna = arrive(Device.DESK)
    anna.go("/rules?rules=rummy-500")
    anna.sees("At a glance")
    anna.page.locator("summary", has_text="Score sheets").click()
    anna.page.get_by_label("Players, with commas").fill("Anna,Ben")
    with anna.page.context.expect_page() as opening:
        anna.page.get_by_role("button", name="A score sheet, the rules on its back").click()
    made = opening.value
    made.get_by_text("Anna").first.wait_for()
    assert made.url.endswith("/print/sheet")
    assert not anna.faults
