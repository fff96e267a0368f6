"""Score sheets: what is entered, corrected, undone and added up. Numbers are the sources'."""

from __future__ import annotations

import pytest
from tests.sheets import Paper

from laydown.rules.text import parse_rules, rules_json
from laydown.sheet.dealers import dealers, next_deal
from laydown.sheet.edits import (
    Agreed,
    Begun,
    CameBack,
    CameLate,
    Ended,
    Entered,
    Marked,
    Named,
    Placed,
    Undone,
    WentAway,
)
from laydown.sheet.entries import Entry
from laydown.sheet.fitting import MOST_RIVALS, misfit, why_not_undo
from laydown.sheet.reckoning import account, leads, points_for
from laydown.sheet.rights import why_not
from laydown.sheet.values import Cell

ANNA, BEN, CARL, DORA = range(4)
FLOOR = "5000 deadwood=subtract_own negative_scores=sheet_floor_zero"


def test_the_printed_sheet_reads_46_and_81() -> None:
    """S3: Anna has 35 and then 46; her cell reads +46 / 81 (MAT-27)."""
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    paper.enter(2, ANNA, 46)
    assert paper.texts(1) == ("+35 / 35", "+55 / 55")
    assert paper.texts(2) == ("+46 / 81", "")
    assert paper.totals == (81, 55)


def test_alice_has_280_and_the_others_nothing() -> None:
    """S0's worked hand: one number for each, and 0 is a number."""
    paper = Paper("5000", "Alice", "Bob", "Carl")
    paper.play(280, 0, 0)
    assert paper.sheet.is_complete(1)
    assert paper.totals == (280, 0, 0)


def test_blank_is_not_zero() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.enter(1, ANNA, 0)
    assert paper.texts(1) == ("+0 / 0", "")
    assert not paper.sheet.is_complete(1)
    paper.enter(1, ANNA, None)
    assert paper.texts(1) == ("", "")


def test_rounds_and_totals_may_be_negative() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(15, -49)
    paper.play(-40, 21)
    assert paper.texts(2) == ("-40 / -25", "+21 / -28")


def test_b_46_a_shortfall_is_kept_against_the_next_round() -> None:
    """S0:143: -30 enters 0; the next round's 40 enters 10."""
    paper = Paper(FLOOR, "A", "B", "C")
    paper.play(-30, 60, 5)
    assert paper.texts(1) == ("+0 / 0", "+60 / 60", "+5 / 5")
    assert account(paper.sheet).carried == (30, 0, 0)
    paper.play(40, 0, 0)
    assert paper.texts(2)[0] == "+10 / 10"
    assert account(paper.sheet).carried == (0, 0, 0)


def test_sheet_05_seventy_with_twenty_pending_enters_fifty() -> None:
    paper = Paper(FLOOR, "A", "B", "C")
    paper.play(-20, 0, 0)
    paper.play(70, 0, 0)
    assert paper.texts(2)[0] == "+50 / 50"


def test_a_correction_recomputes_everything_and_zeroes_nothing() -> None:
    """KeepScore #40, FTC scorekeeper #430: round 1 is corrected from round 3."""
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    paper.play(46, 44)
    paper.play(10, 10)
    told = paper.do(Entered(1, BEN, Entry(54), paper.sheet.row(1).cell(BEN).version), ANNA)
    assert told.text == "Ben: round 1, 55 to 54, by Anna"
    assert paper.totals == (91, 108)
    assert [row.cell(ANNA).entry for row in paper.sheet.rows] == [Entry(35), Entry(46), Entry(10)]
    assert [past.entry for past in paper.sheet.row(1).cell(BEN).history] == [Entry(55), Entry(54)]
    assert paper.sheet.row(1).cell(BEN).changes == 1


def test_undo_puts_back_what_stood_there() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    changed = paper.enter(1, BEN, 54)
    undone = paper.do(Undone(changed.seq), BEN)
    assert undone.text == "Ben: round 1, 54 back to 55, by Ben"
    assert paper.totals == (35, 55)
    paper.do(Undone(undone.seq), BEN)  # and undoing that does it again
    assert paper.totals == (35, 54)


def test_what_has_changed_since_is_not_undone() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    first = paper.enter(1, BEN, 54)
    paper.enter(1, BEN, 55)
    assert why_not_undo(paper.sheet, first.seq) == "That has been changed again since."
    assert why_not_undo(paper.sheet, 99) == "There is no such change."


# ------------------------------------------------------------------ two at once


def test_two_who_edit_one_cell_at_once_are_both_kept() -> None:
    """naflm #93: neither overwrites the other, and somebody chooses."""
    paper = Paper("rummy-500", "Anna", "Ben", "Carl")
    seen = paper.enter(1, BEN, 44).seq
    paper.enter(1, BEN, 54, by=ANNA, seen=seen)
    told = paper.enter(1, BEN, 45, seen=seen)
    cell = paper.sheet.row(1).cell(BEN)
    assert cell.entry == Entry(54)
    assert [(rival.name, rival.entry) for rival in cell.rivals] == [("Ben", Entry(45))]
    assert told.text == "Ben: round 1, 54 and 45: both are kept until somebody chooses, by Ben"
    assert not paper.sheet.is_complete(1)
    assert cell.version == told.seq
    paper.enter(1, BEN, 45, by=ANNA)
    cell = paper.sheet.row(1).cell(BEN)
    assert (cell.entry, cell.rivals) == (Entry(45), ())


def test_two_who_enter_the_same_agree_in_silence() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.enter(1, BEN, 44)
    told = paper.enter(1, BEN, 44, by=ANNA, seen=0)
    cell = paper.sheet.row(1).cell(BEN)
    assert (told.text, cell.rivals, cell.name) == ("", (), "Ben")
    assert [past.effect for past in cell.history] == ["entered", "same"]


def test_one_phone_that_was_away_does_not_clash_with_itself() -> None:
    """Two corrections made offline were both made on the cell as it was before."""
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.enter(1, BEN, 44, seen=0)
    paper.enter(1, BEN, 54, seen=0)
    assert paper.sheet.row(1).cell(BEN).rivals == ()
    assert paper.totals == (0, 54)


def test_blanking_clashes_with_a_value() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    seen = paper.enter(1, BEN, 44).seq
    paper.enter(1, BEN, 54, by=ANNA, seen=seen)
    paper.enter(1, BEN, None, seen=seen)
    assert [rival.entry for rival in paper.sheet.row(1).cell(BEN).rivals] == [None]


# ------------------------------------------------------------------ totals and paper


def test_a_running_total_may_be_entered() -> None:
    """B 17: 81 after 35 is a round of 46; where scores are floored the shortfall comes off."""
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    assert points_for(paper.sheet, 2, ANNA, 81) == 46
    assert points_for(paper.sheet, 2, BEN, 40) == -15
    floored = Paper(FLOOR, "A", "B", "C")
    floored.play(-30, 0, 0)
    floored.enter(2, 0, points_for(floored.sheet, 2, 0, 10))
    assert floored.totals[0] == 10


def test_a_struck_round_is_kept_and_counts_for_nothing() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    struck = paper.do(Marked(1, "struck", 1))
    assert (paper.totals, struck.text) == ((0, 0), "Round 1: struck out, by Anna")
    assert paper.sheet.row(1).cell(ANNA).entry == Entry(35)
    paper.do(Undone(struck.seq))
    assert paper.totals == (35, 55)


# ------------------------------------------------------------------ people


@pytest.mark.parametrize(
    ("start", "points"), [("zero", 0), ("lowest", 20), ("average", 36), ("points", 7)]
)
def test_a_late_joiner_begins_with_what_was_agreed(start: str, points: int) -> None:
    """RummyPulse 3, 4. 107 points are 35 2/3 for each of three, so the nearest is 36."""
    paper = Paper("rummy-500", "Anna", "Ben", "Carl")
    paper.play(35, 52, 20)
    paper.do(CameLate("Dora", "gold", start, 7))  # type: ignore[arg-type]
    assert paper.totals[DORA] == points
    assert paper.sheet.columns[DORA].since == 2
    assert paper.sheet.is_complete(1)  # nobody waits for a round she did not play
    assert "joined in round 2" in misfit(paper.sheet, Entered(1, DORA, Entry(5), 0))
    paper.play(1, 1, 1, 10)
    assert paper.totals[DORA] == points + 10


def test_who_leaves_neither_deals_nor_is_waited_for() -> None:
    paper = Paper("rummy-500", "Anna", "Ben", "Carl")
    paper.play(35, 55, 20)
    paper.do(WentAway(BEN), BEN)
    paper.enter(2, ANNA, 10)
    paper.enter(2, CARL, 10)
    assert paper.sheet.is_complete(2)
    assert dealers(paper.sheet, 4) == (ANNA, CARL, ANNA, CARL)
    assert paper.totals == (45, 55, 30)  # what Ben had stays to be seen
    marks = leads(paper.sheet, account(paper.sheet))
    assert [mark.leads for mark in marks] == [True, False, False]
    paper.do(CameBack(BEN), BEN)
    assert dealers(paper.sheet, 4) == (ANNA, CARL, ANNA, BEN)
    assert paper.sheet.is_complete(2)  # he missed it
    assert not paper.sheet.is_complete(3)


def test_joining_can_be_undone_as_long_as_nothing_was_entered() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    came = paper.do(CameLate("Dora", "gold", "zero"))
    assert [column.name for column in paper.sheet.seated] == ["Anna", "Ben", "Dora"]
    paper.enter(1, 2, 5, by=ANNA)
    assert why_not_undo(paper.sheet, came.seq)
    paper.do(Undone(paper.sheet.changes[-1].seq))
    assert why_not_undo(paper.sheet, came.seq)  # it was entered and taken away: that is kept


def test_the_deal_goes_round_past_corrections() -> None:
    paper = Paper("rummy-500", "Anna", "Ben", "Carl", dealer=BEN)
    for _ in range(3):
        paper.play(1, 1, 1)
    assert dealers(paper.sheet, 4) == (BEN, CARL, ANNA, BEN)
    paper.do(Marked(2, "dealer", ANNA))  # Carl was in the kitchen
    assert dealers(paper.sheet, 4) == (BEN, ANNA, BEN, CARL)
    paper.do(Placed(CARL, 1))
    assert dealers(paper.sheet, 4) == (BEN, ANNA, CARL, BEN)


def test_the_next_deal_is_told() -> None:
    """R5-1: three and more get 7 cards, two get 13; K5-2: upcards decide."""
    three = Paper("rummy-500", "Anna", "Ben", "Carl", dealer=CARL)
    assert next_deal(three.sheet).text == "Carl deals, Anna starts, 7 cards each, 1 pack"
    three.do(WentAway(BEN))
    assert next_deal(three.sheet).cards == 13
    five = Paper("5000", "A", "B", "C", "D", "E")
    assert next_deal(five.sheet).decks == 2
    assert "upcards say" in next_deal(five.sheet).text
    two = Paper("5000", "A", "B")
    assert "for 3 to 8 players" in next_deal(two.sheet).text
    unknown = Paper("rummy", "Anna", "Ben", dealer=-1)  # BR-1
    assert "lowest deals first" in next_deal(unknown.sheet).text
    lots = Paper("rummy-500", "Anna", "Ben", dealer=-1)
    assert next_deal(lots.sheet).text.startswith("Draw lots for who deals first, 13 cards each")
    lots.play(10, 20)
    assert next_deal(lots.sheet).text.startswith("13 cards each")


# ------------------------------------------------------------------ rights and rules


def test_k5_15_everybody_writes_their_own_column_and_the_host_any() -> None:
    """SHEET-01, SHEET-02, SHEET-03."""
    sheet = Paper("5000", "Alice", "Bob", "Carl").sheet
    alices = Entered(1, ANNA, Entry(280), 0)
    assert why_not(sheet, alices, person=1, column=BEN, host=False, at=0)
    assert not why_not(sheet, alices, person=0, column=ANNA, host=False, at=0)
    assert not why_not(sheet, alices, person=2, column=CARL, host=True, at=0)
    assert not why_not(sheet, alices, person=3, column=-1, host=True, at=0)
    assert not why_not(sheet, Ended(), person=1, column=BEN, host=False, at=0)
    assert why_not(sheet, Ended(), person=4, column=-1, host=False, at=0)


def test_the_end_is_undone_by_anybody_within_ten_seconds() -> None:
    paper = Paper("5000", "Alice", "Bob", "Carl")
    ended = paper.do(Ended(), ANNA)
    undo = Undone(ended.seq)
    assert not why_not(paper.sheet, undo, person=1, column=BEN, host=False, at=ended.at + 9.9)
    late = why_not(paper.sheet, undo, person=1, column=BEN, host=False, at=ended.at + 10.1)
    assert "reopen" in late
    paper.do(undo, BEN)
    assert paper.sheet.course.phase == "open"


def test_nobody_undoes_what_another_entered_but_the_host() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    undo = Undone(paper.enter(1, BEN, 5).seq)
    assert why_not(paper.sheet, undo, person=0, column=ANNA, host=False, at=0)
    assert not why_not(paper.sheet, undo, person=0, column=ANNA, host=True, at=0)
    assert not why_not(paper.sheet, undo, person=1, column=BEN, host=False, at=0)


def test_agreed_rules_change_only_with_a_note() -> None:
    """B 15: before anything is entered they are simply other ones."""
    paper = Paper("rummy-500", "Anna", "Ben")
    other = rules_json(parse_rules("rummy-500 players=2 target=300")).decode()
    paper.do(Agreed(other, ""))
    assert len(paper.sheet.agreements) == 1
    paper.play(35, 55)
    back = rules_json(parse_rules("rummy-500 players=2")).decode()
    assert "a note has to say why" in misfit(paper.sheet, Agreed(back, " "))
    told = paper.do(Agreed(back, "it went too fast"))
    assert told.text == "Other rules from round 2 on (it went too fast), by Anna"
    assert paper.sheet.rules_in(1).match.target == 300
    assert paper.sheet.rules.match.target == 500
    assert misfit(paper.sheet, Agreed("{}", "x")) == "These rules cannot be read."


def test_changed_rules_leave_what_was_entered_as_it_was() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(-30, 55)
    floor = rules_json(parse_rules("rummy-500 players=2 negative_scores=sheet_floor_zero"))
    paper.do(Agreed(floor.decode(), "no more minus"))
    paper.play(-10, 5)
    assert paper.totals == (-30, 60)


def test_an_ended_match_is_corrected_and_not_played_on() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    paper.do(Ended())
    assert "reopen it" in misfit(paper.sheet, Entered(2, ANNA, Entry(1), 0))
    assert "reopen it" in misfit(paper.sheet, Begun(2))
    paper.enter(1, ANNA, 36)  # a phone that was away brings what it had
    assert paper.totals == (36, 55)


def test_who_went_out_and_names_are_told() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55, out=BEN)
    assert paper.sheet.changes[-1].text == "Round 1: Ben went out, by Anna"
    assert paper.do(Named(BEN, "Benno"), BEN).text == "Ben is now called Benno, by Ben"
    assert paper.do(Marked(1, "wild", 6)).text == "Round 1: sevens are wild, by Anna"
    assert misfit(paper.sheet, Marked(1, "wild", 13))
    assert misfit(paper.sheet, Marked(1, "out", 2))


def test_a_sheet_grows_with_its_edits_and_no_faster() -> None:
    """A cell that is changed all evening is remembered once, not again with every change."""
    paper = Paper("rummy-500", "Anna", "Ben")
    for points in range(50):
        paper.enter(1, ANNA, points)
    assert len(paper.sheet.row(1).cell(ANNA).history) == 50
    for noted in paper.sheet.changes:
        assert isinstance(noted.before, Cell)
        assert noted.before.history == ()
    paper.do(Undone(paper.sheet.changes[-1].seq))
    cell = paper.sheet.row(1).cell(ANNA)
    assert (cell.entry, len(cell.history)) == (Entry(48), 51)


def test_rules_that_change_again_in_the_same_round_are_kept_once() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.enter(1, ANNA, 5)
    for target in range(100, 200):
        rules = rules_json(parse_rules(f"rummy-500 players=2 target={target}")).decode()
        paper.do(Agreed(rules, "again"))
    assert [each.rules.match.target for each in paper.sheet.agreements] == [500, 199]


def test_only_so_many_scores_stand_side_by_side() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.enter(1, ANNA, 0, by=0)
    for at in range(MOST_RIVALS + 10):
        paper.store(Entered(1, ANNA, Entry(at + 1), 0), by=1)
    cell = paper.sheet.row(1).cell(ANNA)
    assert len(cell.rivals) == MOST_RIVALS
    paper.enter(1, ANNA, 7)
    assert (paper.sheet.row(1).cell(ANNA).rivals, paper.totals) == ((), (7, 0))
