"""Rounds entered by their cards: the sources' rounds are taken, other sums are not."""

from __future__ import annotations

from tests.sheets import Paper

from laydown.record.pasted import read_standing
from laydown.sheet.edits import Entered, Marked
from laydown.sheet.entries import CountedCard, Entry
from laydown.sheet.recounting import comes_to, why_not_counted


def cards(text: str, *, low: str = "") -> tuple[CountedCard, ...]:
    """Cards by name; those of `low` are aces at the low end of a run."""
    lows = [each.card for each in read_standing(low)]
    return tuple(CountedCard(each.card, low=each.card in lows) for each in read_standing(text))


def test_annas_35_and_bens_55() -> None:
    """S3:53-60: 60 on the table less 25 in hand; an ace in A-2-3-4 counts 1."""
    sheet = Paper("rummy-500", "Anna", "Ben").sheet
    anna = Entry(35, melded=cards("7S 7H 7D 9H 10H JH QH"), held=cards("KC AS"))
    ben = Entry(55, melded=cards("AC 2C 3C 4C KS KH KD 8H 7C", low="AC"), held=())
    assert why_not_counted(sheet, 1, anna) == ""
    assert why_not_counted(sheet, 1, ben) == ""
    wrong = Entry(85, melded=anna.melded, held=anna.held)
    assert why_not_counted(sheet, 1, wrong) == "These cards come to 35, not to 85."


def test_bens_44_with_a_joker_in_hand() -> None:
    """S2:71: 24 + 30 + 15 on the table, a king and a joker in hand."""
    sheet = Paper("rummy-500-jokers", "Anna", "Ben").sheet
    melded = cards("7H 8H 9H QS QH QD AS")
    held = (*cards("KS"), CountedCard(52))
    assert why_not_counted(sheet, 1, Entry(44, melded=melded, held=held)) == ""
    assert "come to 44" in why_not_counted(sheet, 1, Entry(69, melded=melded, held=held))


def test_alices_280_takes_what_the_others_hold() -> None:
    """S0:65-97: 55 of her own and 225 of theirs; without having gone out 55."""
    paper = Paper("5000", "Alice", "Bob", "Carl")
    melded = cards("9C 10C JC KS KH KD")
    assert why_not_counted(paper.sheet, 1, Entry(1, melded=melded)) == ""  # no wild rank yet
    paper.do(Marked(1, "wild", 5))
    for points in (280, 55):
        assert why_not_counted(paper.sheet, 1, Entry(points, melded=melded)) == ""
    assert why_not_counted(paper.sheet, 1, Entry(54, melded=melded))
    bob = Entry(0, held=cards("8C 7C AC"))
    assert why_not_counted(paper.sheet, 1, bob) == ""


def test_thirty_points_become_sixty() -> None:
    """BR-11: who goes rummy takes the others' hands twice."""
    sheet = Paper("rummy", "Anna", "Ben").sheet
    for points in (30, 60):
        assert why_not_counted(sheet, 1, Entry(points, melded=cards("7S 7H 7D"), held=())) == ""
    assert why_not_counted(sheet, 1, Entry(-5, melded=cards("7S 7H 7D"), held=()))


def test_numbers_without_cards_are_taken_as_they_are() -> None:
    assert why_not_counted(Paper("rummy-500", "A", "B").sheet, 1, Entry(99)) == ""


def test_alice_comes_to_280_once_everybody_is_counted() -> None:
    """S0:65-97, sixes wild: she entered her 55 before the others had counted their 225."""
    paper = Paper("5000-rummy", "Alice", "Bob", "Carl")
    paper.do(Marked(1, "wild", 5))

    def enter(column: int, points: int, melded: str, held: str) -> None:
        seen = paper.sheet.row(1).cell(column).version
        entry = Entry(points, melded=cards(melded), held=cards(held))
        paper.do(Entered(1, column, entry, seen), column)

    enter(0, 55, "9C 10C JC KS KH KD", "")
    paper.do(Marked(1, "out", 0))
    enter(1, 0, "", "8D 7D AC")
    assert comes_to(paper.sheet, 1) is None  # Carl's cards are not there yet
    enter(2, 0, "", "6S QH 3D")
    assert comes_to(paper.sheet, 1) == 280
    enter(0, 280, "9C 10C JC KS KH KD", "")
    assert comes_to(paper.sheet, 1) is None
    paper.enter(1, 1, 0)  # a number without cards says nothing of what he held
    assert comes_to(paper.sheet, 1) is None
    enter(1, 0, "", "8D 7D")
    less = comes_to(paper.sheet, 1)
    assert less is not None
    assert less < 280
    paper.do(Marked(1, "struck", 1))
    assert comes_to(paper.sheet, 1) is None
