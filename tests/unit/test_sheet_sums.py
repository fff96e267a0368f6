"""What may be typed into a cell of a score sheet, and what it comes to."""

from __future__ import annotations

import pytest

from laydown.sheet.arithmetic import Unreadable, read_sum
from laydown.sheet.entries import CountedCard, Entry
from laydown.sheet.fitting import entry_trouble


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("0", 0),
        ("00", 0),
        ("44", 44),
        ("-44", -44),
        ("+7", 7),
        ("12+11+7", 30),
        ("60-25", 35),
        (" 60 \u2212 25 ", 35),  # the minus sign that pages send
        ("60\u201325", 35),  # the dash that some keyboards send
        ("-5-6", -11),
        ("10-25", -15),
        ("9999999", 9_999_999),
    ],
)
def test_sums_are_read(text: str, points: int) -> None:
    assert read_sum(text) == points


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "missing"),
        ("-", "missing"),
        ("12+", "after the last sign"),
        ("12++3", "side by side"),
        ("60--25", "side by side"),
        ("12 11", "between two numbers"),
        ("2*3", "*"),
        ("__import__('os')", "_"),
        ("1e9", "e"),
        ("12.5", "."),
        ("\u0661\u0662", "no number"),  # digits of another script are not guessed at
        ("99999999", "9,999,999"),
        ("9999999+1", "9,999,999"),
        ("9" * 5000, "too long"),
        ("1+" * 80 + "1", "too long"),
    ],
)
def test_what_is_no_sum_is_refused_in_words(text: str, why: str) -> None:
    found = read_sum(text)
    assert isinstance(found, Unreadable)
    assert why in found.why


def test_an_entry_says_what_it_comes_to() -> None:
    assert entry_trouble(Entry(35, text="60-25")) == ""
    assert entry_trouble(Entry(36, text="60-25")) == "60-25 comes to 35, not to 36."
    assert entry_trouble(None) == ""  # blank is not zero, and nothing is wrong with it


def test_two_lines_are_reckoned_again() -> None:
    assert entry_trouble(Entry(35, table=60, hand=25)) == ""
    assert entry_trouble(Entry(-25, hand=25)) == ""
    assert "is 35, not 85" in entry_trouble(Entry(85, table=60, hand=25))
    assert "without a minus" in entry_trouble(Entry(85, table=60, hand=-25))


def test_a_round_is_entered_in_one_way() -> None:
    assert "one way" in entry_trouble(Entry(35, text="35", table=35))
    assert "no such card" in entry_trouble(Entry(5, melded=(CountedCard(53),)))
    assert "9,999,999" in entry_trouble(Entry(10**9))
