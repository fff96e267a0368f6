"""Who has won on a score sheet: the rule that was agreed is applied, and said."""

from __future__ import annotations

from tests.sheets import Paper

from laydown.sheet.edits import Ended, Marked, Paused, PlayedOn, Resumed, WinnerNamed

A, B, C, D = range(4)
REACHED = "5000 winner_rule=out_player_if_reached"


def test_highest_wins_once_the_target_is_reached() -> None:
    """R5-13: both pass 500 in one round, the higher wins."""
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(480, 490)
    assert paper.verdict.text == "Nobody has reached 500 yet. Ben leads by 10."
    paper.play(55, 20)
    found = paper.verdict
    assert (found.phase, found.winners, found.round) == ("decided", (A,), 2)
    assert found.text == (
        "Anna and Ben reached 500 in round 2. Anna wins with 535: it was agreed that the highest"
        " total wins."
    )


def test_nobody_leads_by_entering_first() -> None:
    """Who leads is told after complete rounds; in the first of all nobody does."""
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.enter(1, 0, 35)
    assert "lead" not in paper.verdict.text
    paper.enter(1, 1, 55)
    paper.enter(2, 0, 46)
    assert paper.verdict.text.endswith("Ben leads by 20 after round 1.")
    paper.enter(2, 1, 0)
    assert paper.verdict.text.endswith("Anna leads by 26.")


def test_a_half_entered_round_decides_nothing() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(480, 490)
    paper.enter(2, A, 55)
    assert paper.verdict.phase == "open"


def test_a_correction_of_an_old_round_changes_who_has_won() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(480, 490)
    paper.play(55, 50)
    assert paper.verdict.winners == (B,)
    paper.enter(1, B, 440, by=A)
    assert paper.verdict.winners == (A,)
    paper.enter(1, A, 400)
    found = paper.verdict
    assert (found.phase, found.winners) == ("open", ())


def test_an_old_gap_is_named() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(10, 10)
    paper.play(10, 10)
    paper.enter(1, B, None)
    paper.play(600, 0)
    assert "Round 1 is not complete: the score of Ben is missing." in paper.verdict.text
    assert paper.verdict.phase == "open"


def test_b_43_a_tie_is_played_off() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(510, 510)
    assert paper.verdict.phase == "open"
    assert paper.verdict.text == (
        "Anna and Ben are level: it was agreed that ties are broken by another round."
    )
    paper.play(5, 0)
    assert (paper.verdict.phase, paper.verdict.winners) == ("decided", (A,))


def test_k5_13_a_tie_is_shared() -> None:
    paper = Paper("5000 tie_rule=shared", "A", "B", "C")
    paper.play(5100, 5100, 20)
    found = paper.verdict
    assert (found.phase, found.winners, found.shared) == ("decided", (A, B), True)
    assert found.text == "A and B are level and share the win, as it was agreed."


def test_b_45_the_player_who_went_out_wins_if_among_those_who_crossed() -> None:
    paper = Paper(REACHED, "Alice", "Bob", "Carl")
    paper.play(4900, 4900, 3000)
    paper.play(110, 300, 100, out=A)
    assert paper.verdict.winners == (A,)
    assert "Alice went out and had reached it" in paper.verdict.text


def test_b_45_else_the_best_of_those_who_crossed() -> None:
    paper = Paper(REACHED, "Alice", "Bob", "Carl")
    paper.play(5010, 5200, 3100, out=C)
    assert paper.verdict.winners == (B,)
    assert "Carl went out but is not among them" in paper.verdict.text


def test_b_50_the_sheet_asks_where_nobody_recorded_who_went_out() -> None:
    """SHEET-06: the numbers alone do not say; the highest total is shown."""
    paper = Paper(REACHED, "Alice", "Bob", "Carl")
    paper.play(5010, 5200, 3100)
    found = paper.verdict
    assert (found.phase, found.asks, found.winners) == ("decided", "out", (B,))
    assert "Who went out?" in found.text
    assert "Bob has the highest total, 5200" in found.text
    paper.do(Marked(1, "out", A))
    assert (paper.verdict.asks, paper.verdict.winners) == ("", (A,))


def test_b_45_one_who_crosses_alone_needs_no_question() -> None:
    paper = Paper(REACHED, "Alice", "Bob", "Carl")
    paper.play(5010, 4200, 3100)
    assert (paper.verdict.asks, paper.verdict.winners) == ("", (A,))


def test_b_44_only_who_goes_out_wins() -> None:
    paper = Paper("rummy-500 winner_rule=out_player", "Anna", "Ben")
    paper.play(520, 100, out=B)
    found = paper.verdict
    assert (found.phase, found.winners) == ("open", ())
    assert "Ben went out in round 1" in found.text
    assert "play goes on" in found.text
    paper.play(-10, 100, out=A)
    assert (paper.verdict.phase, paper.verdict.winners) == ("decided", (A,))


def test_b_44_play_that_went_on_answers_an_old_question() -> None:
    paper = Paper("rummy-500 winner_rule=out_player", "Anna", "Ben")
    paper.play(520, 100)
    assert paper.verdict.asks == "out"
    paper.play(10, 10, out=B)
    assert (paper.verdict.phase, paper.verdict.asks) == ("open", "")


def test_n_deals_ends_after_the_agreed_rounds_struck_ones_left_out() -> None:
    paper = Paper("rummy match_mode=n_deals deals=2", "Anna", "Ben")
    paper.play(10, 0)
    assert "2 rounds were agreed; 1 to play." in paper.verdict.text
    paper.play(0, 30)
    assert paper.verdict.winners == (B,)
    paper.do(Marked(2, "struck", 1))
    assert paper.verdict.phase == "open"


def test_hands_won_counts_rounds() -> None:
    """B-48: each round won is one point; a level round is nobody's."""
    paper = Paper("rummy match_mode=hands_won deals=3", "Anna", "Ben")
    paper.play(0, 90, out=B)
    paper.play(10, 0, out=A)
    paper.play(5, 0, out=A)
    found = paper.verdict
    assert (found.phase, found.winners) == ("decided", (A,))
    assert "having won 2 rounds" in found.text


def test_b_47_partners_reach_the_target_together() -> None:
    """R5-15: 260 and 250 are 510; partners sit opposite."""
    paper = Paper("rummy-500 teams=pairs", "N", "E", "S", "W")
    paper.play(260, 400, 250, 90)
    found = paper.verdict
    assert (found.phase, found.winners) == ("decided", (A, C))
    assert (
        found.text
        == "N with S reached 500 in round 1. N and S win with 510 together (260 and 250)."
    )


def test_the_table_may_play_on_and_end_it_later() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(510, 490)
    paper.do(PlayedOn())
    assert paper.verdict.phase == "open"
    assert "The table plays on." in paper.verdict.text
    paper.play(0, 50)
    paper.do(Ended())
    assert (paper.verdict.phase, paper.verdict.winners) == ("ended", (B,))


def test_the_end_banks_the_highest_total() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    paper.do(Ended(), B)
    assert paper.verdict.text == "The match was ended. Ben wins with the highest total, 55."


def test_level_at_the_end_the_table_is_asked_who_won() -> None:
    paper = Paper("rummy-500", "Anna", "Ben", "Carl")
    paper.play(55, 55, 3)
    paper.do(Ended())
    found = paper.verdict
    assert (found.asks, found.winners, found.shared) == ("winner", (A, B), True)
    paper.do(WinnerNamed(B))
    assert (paper.verdict.phase, paper.verdict.winners) == ("ended", (B,))


def test_without_a_target_the_table_ends_it() -> None:
    paper = Paper("rummy-500", "Anna", "Ben", open_end=True)
    paper.play(5000, 20)
    assert paper.verdict.phase == "open"
    assert paper.verdict.text == "There is no target: the table ends it. Anna leads by 4980."


def test_a_pause_is_said() -> None:
    paper = Paper("rummy-500", "Anna", "Ben")
    paper.play(35, 55)
    paper.do(Paused())
    paused = paper.verdict
    assert paused.phase == "paused"
    paper.do(Resumed())
    resumed = paper.verdict
    assert resumed.phase == "open"
