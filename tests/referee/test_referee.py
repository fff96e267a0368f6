"""The referee on the sources' examples: verdict, reason, clause, what would have to differ."""

from __future__ import annotations

from typing import Any

import pytest

from laydown.referee import Answer, Asked, AskedMeld, BadQuestion, Kind, answer
from laydown.rules.text import parse_rules


def asked(rules: str, kind: Kind, *melds: str, mine: str = "", **fields: Any) -> Answer:
    """The answer; `melds` are another player's, `mine` the own one behind them."""
    laid = (*(AskedMeld(each) for each in melds), *((AskedMeld(mine, mine=True),) if mine else ()))
    return answer(Asked(kind=kind, melds=laid, **fields), parse_rules(rules))


def options(found: Answer) -> list[str]:
    """The house rules that would allow it."""
    return [f"{each.option}={each.value}" for each in found.otherwise if each.option]


def moments(found: Answer) -> list[str]:
    return [each.text for each in found.otherwise if not each.option]


# ------------------------------------------------------------------ melds


def test_a_run_is_told_with_what_it_counts() -> None:
    found = asked("rummy-500", Kind.MELD, cards="5♣ 6♣ 7♣ 8♣")
    assert (found.verdict, found.headline) == ("allowed", "Yes, a run 5♣ 6♣ 7♣ 8♣.")
    assert [line.points for line in found.ways[0].lines] == [5, 6, 7, 8]
    assert found.ways[0].points == 26
    assert [each.number for each in found.clauses][:1] == ["R5-7"]


def test_queen_king_ace_of_the_basic_game() -> None:
    """The basic page: aces are low; as a house rule they are high as well (BR-5, BR-13)."""
    found = asked("rummy", Kind.MELD, cards="Q♠ K♠ A♠")
    assert found.verdict == "refused"
    assert "The ace is low in runs" in found.reason
    assert [each.number for each in found.clauses] == ["BR-5"]
    assert "A-2-3 is a run" in found.clauses[0].text
    assert options(found) == ["ace_in_runs=high_or_low", "ace_in_runs=corner"]


def test_king_ace_two_turns_no_corner() -> None:
    found = asked("rummy-500", Kind.MELD, cards="K♥ A♥ 2♥")
    assert (found.verdict, found.clauses[0].number) == ("refused", "B-28")
    assert "ace_in_runs=corner" in options(found)
    assert "With Q♥ in place of 2♥." in moments(found)


def test_a_run_of_two_suits_says_which_card_would_help() -> None:
    found = asked("rummy-500", Kind.MELD, cards="5S 6H 7S")
    assert "all of one suit" in found.reason
    assert "With 6♠ in place of 6♥." in moments(found)


def test_unnamed_jokers_are_read_in_every_way() -> None:
    found = asked("rummy-500-jokers", Kind.MELD, cards="7♠ 8♠ joker")
    assert [way.text for way in found.ways] == ["run Joker(6♠) 7♠ 8♠", "run 7♠ 8♠ Joker(9♠)"]
    assert [way.points for way in found.ways] == [30, 30]


def test_a_named_joker_stands_for_that_card_alone() -> None:
    assert asked("rummy-500-jokers", Kind.MELD, cards="6C 7C X=8C").verdict == "allowed"
    found = asked("rummy-500-jokers", Kind.MELD, cards="6C 7C X=9C")
    assert found.verdict == "refused"


def test_a_joker_where_there_is_none() -> None:
    found = asked("rummy-500", Kind.MELD, cards="6C 7C X")
    assert "no jokers in this pack" in found.reason
    assert found.impossible == ("Under these rules the pack has no jokers.",)
    assert "jokers_per_deck=2" in options(found)


def test_one_wild_to_a_set_of_george() -> None:
    """GE-1: at most one wild in a set; with two allowed it would be one."""
    found = asked("george players=3", Kind.MELD, cards="5C 5C 9H 9D", wild="9")
    assert (found.verdict, found.clauses[0].number) == ("refused", "B-18")
    assert "max_wilds_per_meld=2" in options(found)
    assert moments(found)[:2] == ["Without 9♥.", "Without 9♦."]


def test_impossible_cards_are_pointed_out_and_judged() -> None:
    found = asked("5000-rummy players=3", Kind.MELD, cards="9♠ 9♠ 9♠ 9♠", wild="2")
    assert found.verdict == "allowed"
    assert found.impossible == ("9♠ is here 4 times, and the pack has one.",)


# ------------------------------------------------------------------ laying off


def test_a_lay_off_counts_for_whoever_lays_it() -> None:
    found = asked("rummy-500", Kind.LAYOFF, "8♣ 9♣ 10♣", cards="J♣")
    assert (found.verdict, found.ways[0].points) == ("allowed", 10)
    assert any("counts for whoever lays it off" in note for note in found.notes)


def test_a_gap_is_bridged_by_one_more_card() -> None:
    found = asked("rummy-500", Kind.LAYOFF, "7♠ 8♠ 9♠", cards="J♠")
    assert (found.verdict, moments(found)) == ("refused", ["Laid off together with 10♠."])


def test_meld_before_laying_off() -> None:
    """R5-14: the house rule, and that a meld of one's own would do."""
    found = asked("rummy-500 meld_before_layoff=on", Kind.LAYOFF, "7♠ 8♠ 9♠", cards="10♠")
    assert (found.verdict, found.clauses[0].number) == ("refused", "R5-14")
    assert options(found) == ["meld_before_layoff=off"]
    assert moments(found) == ["If a meld of your own had been laid before in this round."]
    own = asked(
        "rummy-500 meld_before_layoff=on", Kind.LAYOFF, "7♠ 8♠ 9♠", mine="Q♥ Q♦ Q♣", cards="10♠"
    )
    assert own.verdict == "allowed"


def test_both_ends_of_a_run_that_an_ace_fits() -> None:
    found = asked("rummy-500", Kind.LAYOFF, "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠", cards="A♠")
    assert sorted(way.points for way in found.ways) == [1, 15]


def test_another_meld_that_takes_the_card() -> None:
    found = asked("rummy-500", Kind.LAYOFF, "7♠ 8♠ 9♠", "4♥ 4♦ 4♣", cards="4♠")
    assert found.verdict == "refused"
    assert "It can be laid off on M2 (4♥ 4♦ 4♣)." in found.notes


def test_the_last_card_and_a_required_discard() -> None:
    """B-37: where a discard is required, the last card may not be laid off."""
    rules = "rummy-500 go_out=discard_required"
    found = asked(rules, Kind.LAYOFF, "7♠ 8♠ 9♠", cards="10♠", hand="10♠")
    assert (found.verdict, found.clauses[0].number) == ("refused", "B-37")
    assert "go_out=any" in options(found)
    assert moments(found) == ["With one more card in hand, to be left for the discard."]


def test_what_lies_there_must_be_a_meld() -> None:
    found = asked("rummy-500", Kind.LAYOFF, "7♠ 8♠ 10♠", cards="J♠")
    assert (found.verdict, found.headline) == ("refused", "That on the table is no meld.")


# ------------------------------------------------------------------ the pile


def test_a_dig_that_pays() -> None:
    """9♥ with 10♥ J♥ in hand is 29 on the table; 2♦ and 6♠ come along (R5-4, R5-5)."""
    found = asked("rummy-500", Kind.DIG, pile="4♠ J♣ 9♥ 2♦ 6♠", hand="10♥ J♥", take=3)
    assert (found.verdict, found.ways[0].points) == ("allowed", 29)
    assert found.notes[0] == "You must use 9♥: run 9♥ 10♥ J♥."
    assert "2♦ and 6♠ of the cards taken stay in hand, worth 8" in found.notes[1]
    assert found.notes[2] == "Allowed as well: the top card."


def test_a_dig_without_use_names_the_cards_that_would_help() -> None:
    found = asked("rummy-500", Kind.DIG, pile="9♥ 2♦ 6♠", hand="10♥ K♥ 3♣", take=3)
    assert (found.verdict, found.clauses[0].number) == ("refused", "B-22")
    assert moments(found) == ["With 8♥ or J♥ in hand as well."]


def test_the_basic_game_has_no_dig() -> None:
    found = asked("rummy", Kind.DIG, pile="9♥ 2♦ 6♠", hand="10♥ J♥", take=3)
    assert (found.verdict, options(found)) == ("refused", ["pile_draw=any_depth"])


def test_every_depth_that_may_be_taken() -> None:
    found = asked("rummy-500", Kind.DIG, pile="4♠ J♣ 9♥ 2♦ 6♠", hand="10♥ J♥")
    assert [way.steps[0].cards for way in found.ways] == [(5,), (21, 27, 5)]


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("rummy", "The player to draw may take the top card, or decline."),
        ("rummy-500", "The round is over at once: the stock ran out."),
    ],
)
def test_the_stock_is_empty(rules: str, says: str) -> None:
    """BR-9 turns the pile; R5-11 ends the round where nothing can be used."""
    found = asked(rules, Kind.STOCK, pile="4♠ J♣ 9♥ 2♦ 6♠", hand="10♥ J♥", stock=False)
    assert (found.verdict, found.headline) == ("answered", says)


# ------------------------------------------------------------------ the turn


def test_the_top_card_does_not_go_straight_back() -> None:
    found = asked("rummy-500", Kind.DISCARD, cards="9♥", hand="9♥ 2♠", took="9♥")
    assert (found.verdict, found.clauses[0].number) == ("refused", "B-23")
    assert moments(found) == [
        "If the draw had been from the stock.",
        "With another card of the same face in hand: one of the two may go.",
    ]


def test_a_dug_card_is_used_before_the_discard() -> None:
    found = asked("rummy-500", Kind.DISCARD, cards="2♠", hand="9♥ 2♠ 10♥ J♥ 5♣", took="9♥ 5♣")
    assert (found.verdict, found.clauses[0].number) == ("refused", "R5-5")
    assert "You must use 9♥: run 9♥ 10♥ J♥." in found.notes


def test_the_last_card_of_5000_must_be_unplayable() -> None:
    """K5-9, B-34: a playable last card is laid, and its player floats."""
    found = asked("5000-rummy", Kind.DISCARD, "7♠ 8♠ 9♠", cards="10♠", hand="10♠")
    assert (found.verdict, found.clauses[0].number) == ("refused", "B-34")
    assert "go_out=any" in options(found)
    other = asked("5000-rummy", Kind.DISCARD, "7♠ 8♠ 9♠", cards="2♦", hand="2♦")
    assert other.verdict == "allowed"
    assert "goes out" in other.notes[0]


def test_the_worked_example_of_the_basic_page() -> None:
    """4♥ 5♥ 6♥, 9♠ 9♦ 9♣, J♣ on the jacks and a discard: out, and not rummy."""
    hand = "4♥ 5♥ 6♥ 9♠ 9♦ 9♣ J♣ K♦"
    found = asked("rummy players=3", Kind.HAND, "J♠ J♥ J♦", hand=hand)
    assert found.headline == "Yes, and it is going rummy: the whole hand in one turn."
    assert [step.text for step in found.ways[0].steps] == [
        "Run 4♥ 5♥ 6♥", "Set 9♠ 9♦ 9♣", "Lay off J♣ on M1 (J♠ J♥ J♦)", "Discard K♦",
    ]  # fmt: skip
    later = asked("rummy players=3", Kind.HAND, "J♠ J♥ J♦", hand=hand, melded=True)
    assert later.headline == "Yes: the whole hand goes, and the round is over."
    assert any("not going rummy" in note for note in later.notes)


def test_a_hand_that_cannot_go_out_is_laid_as_well_as_it_can() -> None:
    found = asked("rummy-500", Kind.HAND, hand="4♥ 5♥ 6♥ 9♠ 9♦ 9♣ J♣ K♦")
    assert (found.verdict, found.ways[0].points) == ("answered", 42)
    assert found.headline == "It cannot go out this turn: 2 cards would stay in hand."


def test_a_hand_that_floats() -> None:
    found = asked("5000-rummy", Kind.HAND, "7♠ 8♠ 9♠", hand="4♥ 4♦ 4♣ 10♠", wild="2")
    assert "floats" in found.headline


# ------------------------------------------------------------------ calling rummy


def test_a_call_needs_an_own_meld() -> None:
    """K5-7."""
    found = asked("5000-rummy", Kind.CALL, "7♠ 8♠ 9♠", cards="10♠")
    assert (found.verdict, found.clauses[0].number) == ("refused", "K5-7")
    assert "call_needs_own_meld=off" in options(found)
    own = asked("5000-rummy", Kind.CALL, "7♠ 8♠ 9♠", mine="Q♥ Q♦ Q♣", cards="10♠")
    assert (own.verdict, own.ways[0].points) == ("allowed", 10)


def test_where_rummy_is_not_called() -> None:
    found = asked("rummy-500", Kind.CALL, "7♠ 8♠ 9♠", cards="10♠")
    assert found.verdict == "refused"
    assert options(found) == ["call_rummy=board", "call_rummy=board_and_pile"]


def test_nobody_calls_too_late_or_on_the_own_discard() -> None:
    for window, says in (("drawn", "before the next player draws"), ("own", "own discard")):
        found = asked(
            "5000-rummy", Kind.CALL, "7♠ 8♠ 9♠", mine="Q♥ Q♦ Q♣", cards="10♠", window=window
        )
        assert (found.verdict, says in found.reason) == ("refused", True), window


# ------------------------------------------------------------------ scores


@pytest.mark.parametrize(("rummy", "points"), [(False, 30), (True, 60)])
def test_thirty_points_become_sixty(rummy: bool, points: int) -> None:  # noqa: FBT001
    """The basic page: K♣ 7♦ 3♠ are 20 and A♥ 9♥ are 10; going rummy doubles (BR-11)."""
    found = asked("rummy players=3", Kind.SCORE, others="K♣ 7♦ 3♠ A♥ 9♥", ended="me", rummy=rummy)
    assert found.total == points


def test_table_less_hand_line_by_line() -> None:
    """R5-12: thirty for kings, six for A-2-3 with the ace low; queen ten and ace fifteen held."""
    found = answer(
        Asked(
            kind=Kind.SCORE,
            melds=(AskedMeld("K♠ K♥ K♦", mine=True), AskedMeld("A♠ 2♠ 3♠", mine=True)),
            hand="Q♠ A♥",
        ),
        parse_rules("rummy-500"),
    )
    assert found.total == 30 + 6 - 25
    assert [line.points for line in found.lines] == [10, 10, 10, 1, 2, 3, -10, -15]
    assert found.lines[3].why == "an ace at the low end of a run"


def test_cards_that_make_no_meld_are_counted_one_by_one() -> None:
    found = asked("rummy-500", Kind.SCORE, mine="K♠ 4♥")
    assert found.total == 14
    assert "no meld" in found.notes[0]


# ------------------------------------------------------------------ what cannot be read


@pytest.mark.parametrize(
    ("kind", "fields", "says"),
    [
        (Kind.MELD, {}, "Lay down the cards"),
        (Kind.MELD, {"cards": "7♠ foo"}, "“foo” is not a card"),
        (Kind.LAYOFF, {"cards": "7♠"}, "the meld that they go on"),
        (Kind.DIG, {"hand": "7♠"}, "Lay out the pile"),
        (Kind.DIG, {"pile": "7♠", "take": 2}, "The pile has 1 card"),
        (Kind.DISCARD, {"cards": "7♠ 8♠"}, "which one card"),
        (Kind.HAND, {}, "Lay out the hand"),
        (Kind.CALL, {}, "which card was discarded"),
        (Kind.SCORE, {}, "Lay out cards"),
        (Kind.MELD, {"cards": "7♠ " * 200}, "more than two packs"),
    ],
)
def test_what_is_missing_is_asked_for(kind: Kind, fields: dict[str, Any], says: str) -> None:
    with pytest.raises(BadQuestion, match=says):
        asked("rummy-500", kind, **fields)


def test_the_wild_rank_is_a_rank() -> None:
    with pytest.raises(BadQuestion, match="is no rank"):
        asked("5000-rummy", Kind.MELD, cards="7♠ 7♥ 7♦", wild="joker")


def test_the_rule_that_refused_is_offered_first() -> None:
    """K5-9: a playable card may not go out; how one goes out comes before other house rules."""
    found = asked("5000-rummy", Kind.DISCARD, "7S 8S 9S", cards="TS", hand="TS", wild="6")
    rules = [each.option for each in found.otherwise if each.option]
    assert rules[0] == "go_out"
