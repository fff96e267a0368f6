"""Matches laid out beforehand, and how they go; every number here is worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.people import Person
from tests.browser.serving import Laid, dealt, lay_out

FULL_RULES = (
    "rummy-500-jokers players=2 deal_fixed=2:6 call_rummy=board call_with_hand=off"
    " go_out=unplayable_discard_float deep_timing=same_turn stock_out=must_use_then_end target=60"
)
FULL_DEALS = (
    # Anna begins: she digs three deep, names a wild, calls, floats and goes out.
    dealt("4H 5H X 2C 2H 7H", "7S 8S 9S 5D 3C KD", "2D JC 3H TS 8H QC JD"),
    # Ben begins, and comes level.
    dealt("KS KH KC TD JD QD", "4S 5S 6S 2H 3C 2C", "7D 8C 9H 2S"),
    # Anna begins, and goes out at once.
    dealt("KS KH KC TD JD QD", "4S 5S 6S 2H 3C 2C", "7D 2S"),
)
SHORT_DEAL = dealt("7S 7H 7D", "3S 5D KH", "9C 2C")


WIDE_DEAL = dealt(
    "4H 5H 6H 7H 7S 7C AD QH 9C 3C 2D KH JD", "2S 3D KS JC TD 8S 4C 5C 6C TS QD QC 2C", "9D 5S"
)
"""Thirteen cards lie in two rows on a phone; melds are 4-5-6 of hearts and three sevens."""
PILE_RULES = (
    "rummy-500 players=2 deal_fixed=2:4 call_rummy=board_and_pile call_window=until_next_draw"
)
PILE_DEAL = dealt("KS KD 4C 9H", "KH 3S 8D 2C", "5D 6C JS 9S")
"""Anna, Ben and Anna discard a king each: all three lie in the pile then."""


CALL_WAYS = ("race", "until_next_draw")
"""Ways to call rummy that another may be quicker in (rules.md B-39); `full` has the fair window,
and with a teacher nobody calls."""

COPIES = 40
"""More than all tests of one process sit down at, further tries included."""


def rooms_laid_out() -> dict[str, list[Laid]]:
    """By name, as many of each as tests sit down at."""
    return {
        "full": [lay_out(FULL_RULES, *FULL_DEALS, dealer=1) for _ in range(COPIES)],
        "wide": [
            lay_out("rummy-500 players=2", WIDE_DEAL, dealer=1, people=1) for _ in range(COPIES)
        ],
        "pile": [lay_out(PILE_RULES, PILE_DEAL, dealer=1) for _ in range(COPIES)],
        **{
            way: [
                lay_out(f"{FULL_RULES} call_window={way}", *FULL_DEALS, dealer=1) for _ in range(9)
            ]
            for way in (*CALL_WAYS, "teacher")
        },
        "short": [
            lay_out("rummy-500 players=2 deal_fixed=2:3 target=20", SHORT_DEAL, dealer=1, people=1)
            for _ in range(COPIES)
        ],
        "long": [
            lay_out("rummy-500 players=2 deal_fixed=2:3", SHORT_DEAL, dealer=1, people=1)
            for _ in range(COPIES)
        ],
    }


def first_round(anna: Person, ben: Person) -> Iterator[str]:
    """The first round of `full`, stopping wherever the table shows something new.

    Anna lays twos (6), 4-5-6 of hearts with a joker (4 + 5 + 15), 3, 7 and 8 of hearts (18) and
    the called ten of spades (10): 58. Ben lays 7-8-9 of spades (24) and is caught with the five
    of diamonds, the three of clubs and the king of diamonds (18): 6.
    """
    anna.until("draw")
    yield "draw"
    anna.draw()
    yield "play"
    anna.discard("JC")
    ben.draw()
    ben.meld("7S 8S 9S")
    ben.discard("3H")
    anna.until("draw")
    anna.press(anna.page.locator(".pile .place").first)
    anna.waits_for("document.querySelector('.bubble .button.main')")
    yield "dig"
    anna.command(anna.page.locator(".bubble .button.main"))
    yield "owing"
    anna.meld("2C 2H 2D")
    anna.select("4H 5H X")
    anna.waits_for("document.querySelector('.dock [data-kind=meld]:not([aria-disabled=true])')")
    yield "selected"
    anna.press(anna.page.locator(".dock [data-kind=meld]"))
    anna.waits_for("document.querySelector('dialog[open] .choices .button')")
    yield "wild"
    way = anna.page.locator("dialog[open] .choices .button").filter(has_text="6♥")
    anna.command(way.first)
    anna.discard("JC")
    ben.draw()
    ben.discard("TS")
    anna.until("call")
    yield "call"
    anna.command(anna.page.locator("section.chip .button.main"))
    anna.draw()
    anna.lay_off("3H 7H 8H")
    yield "floating"
    ben.draw()
    ben.discard("QC")
    anna.draw()
    anna.discard("JD")
    anna.until("next")
    ben.until("next")
    yield "round over"


def next_round(*people: Person) -> None:
    """Everybody has seen the board."""
    for person in people:
        person.until("next")
        person.command(person.page.locator("[data-next]"))


def second_round(anna: Person, ben: Person) -> None:
    """Ben lays kings and 10-J-Q of diamonds (60): 66 in all. Anna lays 4-5-6 of spades (15) and is
    caught with 2, 3 and 2 (7), which makes 66 as well."""
    ben.draw()
    ben.discard("8C")
    anna.draw()
    anna.meld("4S 5S 6S")
    anna.discard("9H")
    ben.draw()
    ben.meld("KS KH KC")
    ben.meld("TD JD QD")
    ben.discard("2S")


def third_round(anna: Person, ben: Person) -> None:
    """Anna lays the same 60 and is out: 126. Ben is caught with 22: 44."""
    anna.draw()
    anna.meld("KS KH KC")
    anna.meld("TD JD QD")
    anna.discard("2S")
