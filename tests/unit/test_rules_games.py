"""What each game says, row by row as the option matrix has it; dashes as the fallback decides."""

from __future__ import annotations

import pytest

from laydown.rules.catalogue import OPTIONS
from laydown.rules.errors import BadRules
from laydown.rules.games import GAMES, game, preset
from laydown.rules.rules import Rules

ORDER = ("basic", "r500", "r500j", "r5000", "george")

ONE = 1
UPCARDS = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
GEORGE_UPCARDS = (14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)
DEAL_500 = ((2, 13), (3, 7))

# Written by hand from the matrix; one value stands for all five games.
MATRIX: dict[str, tuple[object, ...]] = {
    "players": (2, 2, 2, 4, 4),
    "seats_from": (2, 2, 2, 3, 3),
    "seats_to": (6, 6, 8, 8, 8),
    "second_pack_from": (None, None, 5, 5, 3),
    "decks": (((2, 1),), ((2, 1), (6, 2)), ((2, 1), (5, 2)), ((2, 1), (5, 2)), ((2, 2),)),
    "jokers_per_deck": (0, 0, 2, 0, 0),
    "removed_ranks": ("", "", "", "", "2"),
    "deal_mode": ("fixed", "fixed", "fixed", "upcard", "upcard"),
    "deal_fixed": (((2, 10), (3, 7), (5, 6)), DEAL_500, DEAL_500, DEAL_500, DEAL_500),
    "upcard_count": ("extra", "extra", "extra", "extra", "total"),
    "upcard_values": (UPCARDS, UPCARDS, UPCARDS, UPCARDS, GEORGE_UPCARDS),
    "upcard_ace": ("as_listed", "as_listed", "as_listed", "as_listed", "14"),
    "permanent_wilds": ("none",),
    "permanent_wild_upcard": (15,),
    "joker_upcard": ("no_wild_rank",),
    "deal_shortfall": ("redeal",),
    "first_dealer": ("cut_low", "random", "random", "cut_low", "cut_low"),
    "deal_rotation": ("alternate", "left", "left", "left", "left"),
    "first_player": ("non_dealer",) + ("left_of_dealer",) * 4,
    "teams": ("none",),
    "pile_draw": ("top_only",) + ("any_depth",) * 4,
    "deep_use": ("meld_or_layoff",),
    "deep_timing": ("same_turn", "same_turn", "immediate", "same_turn", "same_turn"),
    "top_card_use": ("free",),
    "pile_needs_two_naturals": (False, False, False, False, True),
    "redeposit": ("on",),
    "stock_out": ("recycle", "must_use_then_end") + ("end_if_declined",) * 3,
    "recycle_shuffle": (False,),
    "recycle_keep_top": (False,),
    "recycle_limit": (None,),
    "empty_stock_use": ("all_taken",),
    "loop_guard": (9, 2, 2, 2, 2),
    "sets": ("3-4", "3-4", "3-4", "3-4xdecks", "3-4xdecks"),
    "set_identical": (False, False, False, True, True),
    "runs": (True, True, True, True, False),
    "ace_in_runs": ("low",) + ("high_or_low",) * 4,
    "run_max": (13,),
    "max_wilds_per_meld": (None, None, None, None, ONE),
    "min_naturals": (0,),
    "wild_split_at_six": (False,),
    "wild_named": ("yes",),
    "wild_swap": ("none",),
    "real_card_for_wild": ("off", "off", "off", "run_only", "off"),
    "layoff_targets": ("any",),
    "meld_before_layoff": (False,),
    "melds_per_turn": (None,),
    "rearrange": ("never",),
    "go_out": ("any",) * 3 + ("unplayable_discard_float",) * 2,
    "going_rummy": ("double", "off", "off", "off", "off"),
    "call_rummy": ("off", "off", "off", "board", "board"),
    "call_with_hand": (False, False, True, False, False),
    "call_needs_own_meld": (False, False, False, True, True),
    "call_takes_above": (False,),
    "call_followup": ("none",) * 3 + ("discard_if_possible",) * 2,
    "call_resume": ("original",),
    "call_window": ("fair",),
    "scoring": (
        "winner_takes_hands",
        "table_minus_hand",
        "table_minus_hand",
        "melds_plus_out_bonus",
        "melds_plus_out_bonus",
    ),
    "deadwood": ("to_winner",),
    "pip_value": ("face", "face", "face", 5, 5),
    "ten": (10,),
    "ace_in_low_run": (1, 1, 15, "as_elsewhere", "as_elsewhere"),
    "ace_elsewhere_on_table": (15, 15, 15, 100, 100),
    "ace_in_hand": (1, 15, 15, 100, 100),
    "joker_value": (15, 15, 15, 100, 100),
    "wild_value": (100,),
    "wild_ace_value": (200,),
    "queen_of_spades": (10,),
    "stock_out_hand_penalty": (True,),
    "negative_scores": ("allowed",) * 3 + ("sheet_floor_zero",) * 2,
    "match_mode": ("target",),
    "target": (100, 500, 500, 5000, 2500),
    "deals": (5,),
    "winner_rule": ("highest",),
    "tie_rule": ("extra_hand",) * 3 + ("shared",) * 2,
    "take_back": (True,),
}


def test_every_option_is_a_row_of_the_matrix() -> None:
    assert list(MATRIX) == list(OPTIONS)


@pytest.mark.parametrize("name", MATRIX)
def test_each_game_has_the_value_of_its_column(name: str) -> None:
    row = MATRIX[name]
    expected = row * 5 if len(row) == 1 else row
    assert len(expected) == 5
    found = [OPTIONS[name].of(preset(key)) for key in ORDER]
    assert found == list(expected)
    assert [type(each) is bool for each in found] == [type(each) is bool for each in expected]


def test_the_game_against_the_computer_is_rummy_500_for_exactly_two() -> None:
    duel = preset("rummy-500-duel")
    assert (duel.setup.seats_from, duel.setup.seats_to, duel.setup.players) == (2, 2, 2)
    same = [n for n, o in OPTIONS.items() if o.of(duel) == o.of(preset("r500"))]
    assert [name for name in OPTIONS if name not in same] == ["seats_to"]


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("basic", "rummy"),
        ("rummy", "rummy"),
        ("r500", "rummy-500"),
        ("Rummy 500", "rummy-500"),
        ("RUMMY_500", "rummy-500"),
        ("r500j", "rummy-500-jokers"),
        ("r5000", "5000-rummy"),
        ("5000", "5000-rummy"),
        ("george", "george"),
        ("2500", "george"),
        ("George (2500)", "george"),
        ("duel", "rummy-500-duel"),
    ],
)
def test_games_are_found_by_key_alias_and_title(given: str, key: str) -> None:
    assert game(given).key == key


def test_keys_and_aliases_name_one_game_each() -> None:
    names = [name for each in GAMES.values() for name in (each.key, *each.aliases)]
    assert len(names) == len(set(names))
    assert set(GAMES) == {
        "rummy", "rummy-500", "rummy-500-jokers", "5000-rummy", "george", "rummy-500-duel"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "hint"),
    [("rumy", "did you mean rummy?"), ("gorge", "did you mean george?"), ("whist", "rummy-500,")],
)
def test_an_unknown_game_is_refused_with_the_nearest(given: str, hint: str) -> None:
    with pytest.raises(BadRules, match=given) as caught:
        game(given)
    assert hint in str(caught.value)


@pytest.mark.parametrize(
    ("key", "seats"),
    [
        ("rummy", range(2, 7)),
        ("rummy-500", range(2, 7)),
        ("rummy-500-jokers", range(2, 9)),
        ("5000-rummy", range(3, 9)),
        ("george", range(3, 9)),
        ("rummy-500-duel", range(2, 3)),
    ],
)
def test_each_game_admits_its_seats_and_has_nothing_idle(key: str, seats: range) -> None:
    for players in range(2, 9):
        rules = preset(key, players)
        assert rules.setup.players == players
        assert (not rules.problems()) == (players in seats)
        assert rules.remarks() == ()


def test_the_fallback_of_every_option_is_rummy_500() -> None:
    assert Rules() == preset("r500")
