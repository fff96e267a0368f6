"""Values that change nothing beside the others are said, and only those."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.strategies import rules

from laydown.rules.catalogue import OPTIONS
from laydown.rules.remarks import IDLE
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules

# The rules, the option that has no effect, the one that takes it, words of the sentence.
IDLE_VALUES = [
    ("r500 call_with_hand=on", "call_with_hand", "call_rummy", "nobody may call"),
    ("r500 call_needs_own_meld=on", "call_needs_own_meld", "call_rummy", "nobody may call"),
    ("r500 call_takes_above=on", "call_takes_above", "call_rummy", "nobody may call"),
    (
        "r500 call_rummy=board call_takes_above=on",
        "call_takes_above",
        "call_rummy",
        "only the top card",
    ),
    ("r500 call_followup=complete_turn", "call_followup", "call_rummy", "nobody may call"),
    ("r500 call_resume=left_of_caller", "call_resume", "call_rummy", "nobody may call"),
    ("r500 call_window=race", "call_window", "call_rummy", "nobody may call"),
    ("basic deep_use=meld_only", "deep_use", "pile_draw", "only the top card"),
    ("basic deep_timing=immediate", "deep_timing", "pile_draw", "only the top card"),
    ("r500j pile_draw=top_only", "deep_timing", "pile_draw", "only the top card"),
    ("r500 recycle_shuffle=on", "recycle_shuffle", "stock_out", "never turned"),
    ("r500 recycle_keep_top=on", "recycle_keep_top", "stock_out", "never turned"),
    ("r500 recycle_limit=1", "recycle_limit", "stock_out", "never turned"),
    ("basic recycle_limit=0 recycle_shuffle=on", "recycle_shuffle", "recycle_limit", "never"),
    ("basic empty_stock_use=selected_card", "empty_stock_use", "stock_out", "need no use"),
    ("r500 loop_guard=5", "loop_guard", "stock_out", "every turn puts a card"),
    ("r500 sets=3-4xdecks", "sets", "set_identical", "each suit"),
    ("r500 sets=3-4xdecks set_identical=on jokers_per_deck=2", "sets", "decks", "four cards"),
    ("r500 set_identical=on", "set_identical", "decks", "no two identical"),
    ("r500 runs=off ace_in_runs=low", "ace_in_runs", "runs", "no runs"),
    ("r500 ace_in_runs=low removed_ranks=A", "ace_in_runs", "removed_ranks", "no aces"),
    ("r500 max_wilds_per_meld=1", "max_wilds_per_meld", "deal_mode", "ever wild"),
    ("r500 min_naturals=1", "min_naturals", "deal_mode", "ever wild"),
    ("r500 wild_swap=steal", "wild_swap", "deal_mode", "ever wild"),
    ("r500 real_card_for_wild=run_only", "real_card_for_wild", "deal_mode", "ever wild"),
    ("r5000 runs=off", "real_card_for_wild", "runs", "no runs"),
    ("r500j max_wilds_per_meld=0 wild_swap=steal", "wild_swap", "max_wilds_per_meld", "no meld"),
    ("r5000 wild_split_at_six=on", "wild_split_at_six", "max_wilds_per_meld", "any number"),
    ("r500 wild_split_at_six=on", "wild_split_at_six", "deal_mode", "ever wild"),
    ("r500 joker_value=20", "joker_value", "jokers_per_deck", "no jokers"),
    ("r500j jokers_per_deck=0 joker_value=20", "joker_value", "jokers_per_deck", "no jokers"),
    ("r500 wild_value=50", "wild_value", "deal_mode", "no rank is ever wild"),
    ("r500 wild_ace_value=50", "wild_ace_value", "deal_mode", "aces are never wild"),
    ("r500 upcard_count=total", "upcard_count", "deal_mode", "same number"),
    ("r500 upcard_values=A:5", "upcard_values", "deal_mode", "same number"),
    ("r500 upcard_ace=15", "upcard_ace", "deal_mode", "same number"),
    ("r500 deal_shortfall=add_deck", "deal_shortfall", "deal_mode", "always suffices"),
    ("r5000 deal_shortfall=add_deck", "deal_shortfall", "decks", "always suffices"),
    (
        "george players=8 deal_shortfall=add_deck",
        "deal_shortfall",
        "decks",
        "two packs are in play",
    ),
    ("r5000 permanent_wild_upcard=20", "permanent_wild_upcard", "permanent_wilds", "every round"),
    ("r5000 joker_upcard=redeal", "joker_upcard", "jokers_per_deck", "no jokers"),
    ("r5000 deal_fixed=9", "deal_fixed", "deal_mode", "upcards decide"),
    ("george permanent_wilds=twos", "permanent_wilds", "removed_ranks", "no twos"),
    ("r500 second_pack_from=7", "second_pack_from", "seats_to", "never admitted"),
    ("basic scoring=table_minus_hand", "going_rummy", "scoring", "raises what the winner takes"),
    ("r500 going_rummy=flat10", "going_rummy", "scoring", "raises what the winner takes"),
    ("r500 deadwood=subtract_own", "deadwood", "scoring", "already"),
    ("basic ace_elsewhere_on_table=5", "ace_elsewhere_on_table", "scoring", "for nobody"),
    ("basic ace_in_low_run=5", "ace_in_low_run", "scoring", "for nobody"),
    ("r500 runs=off ace_in_low_run=5", "ace_in_low_run", "runs", "no runs"),
    ("r500 removed_ranks=A ace_in_hand=5", "ace_in_hand", "removed_ranks", "no aces"),
    ("r500 removed_ranks=Q queen_of_spades=40", "queen_of_spades", "removed_ranks", "no queens"),
    ("basic stock_out_hand_penalty=off", "stock_out_hand_penalty", "scoring", "never count"),
    ("basic negative_scores=sheet_floor_zero", "negative_scores", "scoring", "below zero"),
    ("r500 match_mode=n_deals target=700", "target", "match_mode", "agreed number of rounds"),
    ("basic match_mode=hands_won", "target", "match_mode", "agreed number of rounds"),
    ("r500 deals=9", "deals", "match_mode", "played to a target"),
    ("r500 match_mode=n_deals winner_rule=out_player", "winner_rule", "match_mode", "agreed"),
    ("r500 winner_rule=out_player tie_rule=shared", "tie_rule", "winner_rule", "nobody ties"),
]


@pytest.mark.parametrize(("text", "option", "taken_by", "words"), IDLE_VALUES)
def test_a_value_without_effect_is_said(text: str, option: str, taken_by: str, words: str) -> None:
    made = parse_rules(text)
    assert made.problems() == ()
    found = {remark.options[0]: remark for remark in made.remarks()}
    assert option in found
    assert found[option].options == (option, taken_by)
    assert words in found[option].sentence
    assert found[option].sentence.startswith(f"{option}={OPTIONS[option].text_of(made)} has no")
    assert str(found[option]) == found[option].sentence


def test_every_option_that_can_be_idle_is_seen_idle_above() -> None:
    assert {option for _, option, _, _ in IDLE_VALUES} == set(IDLE)


@pytest.mark.parametrize(
    "text",
    [
        "r500 call_rummy=board call_with_hand=on call_followup=complete_turn call_window=race",
        "r500 call_rummy=board_and_pile call_takes_above=on call_resume=left_of_caller",
        "r500j call_rummy=board",
        "r500j jokers_per_deck=0",  # what the game says of jokers needs no remark
        "r500j max_wilds_per_meld=2 wild_split_at_six=on min_naturals=1 wild_swap=steal",
        "r500 stock_out=recycle recycle_shuffle=on recycle_keep_top=on recycle_limit=2",
        "r500 empty_stock_use=selected_card",
        "r500 decks=2 set_identical=on sets=3-4xdecks",
        "r500 runs=off",
        "r5000 permanent_wilds=jokers joker_upcard=redeal permanent_wild_upcard=20",
        "r5000 players=3 permanent_wilds=twos permanent_wild_upcard=20 deal_shortfall=add_deck",
        "r5000 deadwood=subtract_own stock_out_hand_penalty=off",
        "r5000 max_wilds_per_meld=1 wild_split_at_six=on",
        "r5000 winner_rule=out_player_if_reached",
        "basic going_rummy=flat10 queen_of_spades=40 ace_in_hand=15 ace_in_runs=high_or_low",
        "basic ace_in_hand=as_on_table ace_elsewhere_on_table=11",
        "basic match_mode=target target=200",
        "r500 match_mode=n_deals deals=9 tie_rule=shared",
        "r500 queen_of_spades=40 negative_scores=sheet_floor_zero teams=none",
        "basic players=4",
        "george upcard_ace=15 players=6",
    ],
)
def test_what_has_an_effect_is_not_remarked_on(text: str) -> None:
    made = parse_rules(text)
    assert made.problems() == ()
    assert [str(remark) for remark in made.remarks()] == []


def test_deals_that_are_mostly_void_are_said() -> None:
    made = parse_rules("george players=8 upcard_values=A-K:13")
    assert made.problems()  # eight hands of thirteen never fit
    made = parse_rules("george players=8 upcard_values=3-7:3,8-K:20")
    assert any("Most deals will be void" in str(remark) for remark in made.remarks())


def test_remarks_compare_with_the_base_they_are_given() -> None:
    made = parse_rules("r500j jokers_per_deck=0")
    assert made.remarks() == ()
    (remark,) = made.remarks(Rules())
    assert remark.options == ("call_with_hand", "call_rummy")


@given(rules())
@settings(max_examples=60)
def test_remarks_are_about_changed_values_of_playable_rules(made: Rules) -> None:
    for remark in made.remarks():
        assert remark.clause
        assert set(remark.options) <= set(OPTIONS)
        option = OPTIONS[remark.options[0]]
        assert option.of(made) != option.fallback or "void" in remark.sentence
