"""Rules as text, as JSON and as YAML has them; wrong names and values are refused in words."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import any_rules

from laydown.rules.catalogue import OPTIONS, describe, with_options
from laydown.rules.differences import differences
from laydown.rules.errors import BadRules
from laydown.rules.games import GAMES, preset
from laydown.rules.rules import Rules
from laydown.rules.text import (
    nearest_game,
    parse_rules,
    read_rules_dict,
    read_rules_json,
    rules_dict,
    rules_json,
    rules_text,
)


@given(any_rules())
@settings(max_examples=80)
def test_any_rules_come_back_from_text_and_json(rules: Rules) -> None:
    text = rules_text(rules)
    assert parse_rules(text) == rules
    assert "\n" not in text
    assert read_rules_json(rules_json(rules)) == rules


@given(any_rules(), st.sampled_from(list(GAMES)))
@settings(max_examples=50)
def test_any_rules_come_back_from_the_text_against_any_game(rules: Rules, key: str) -> None:
    text = rules_text(rules, key)
    assert text.split(" ")[0] == key
    assert parse_rules(text) == rules


@pytest.mark.parametrize("key", GAMES)
def test_a_game_as_it_stands_is_its_key(key: str) -> None:
    assert rules_text(preset(key)) == key
    assert nearest_game(preset(key)).key == key


def test_the_text_names_what_differs() -> None:
    rules = with_options(
        preset("r500"), {"players": 4, "go_out": "discard_required", "queen_of_spades": 40}
    )
    assert rules_text(rules) == "rummy-500 players=4 go_out=discard_required queen_of_spades=40"
    assert rules.setup.players == 4
    assert rules.going_out.go_out == "discard_required"
    assert rules.scoring.queen_of_spades == 40


def option_from(text: str, base: str = "r500") -> object:
    """The value of the one option in a line of YAML."""
    ((name, value),) = yaml.safe_load(text).items()
    return OPTIONS[name].of(with_options(preset(base), {name: value}))


@pytest.mark.parametrize(
    ("line", "base", "expected"),
    [
        ("call_rummy: off", "r5000", "off"),  # YAML says False
        ("call_rummy: 'off'", "r5000", "off"),
        ("real_card_for_wild: off", "r5000", "off"),
        ("going_rummy: off", "basic", "off"),
        ("going_rummy: no", "basic", "off"),
        ("redeposit: on", "r500", "on"),  # YAML says True
        ("wild_named: yes", "r500", "yes"),
        ("permanent_wilds: null", "r5000", "none"),
        ("permanent_wilds: none", "r5000", "none"),
        ("permanent_wilds: twos + jokers", "r5000", "twos+jokers"),
        ("upcard_ace: 15", "george", "15"),
        ("upcard_ace: 14", "r5000", "14"),
        ("sets: 3-4", "r5000", "3-4"),
        ("sets: 3–4×decks", "r500", "3-4xdecks"),
        ("sets: 3 – 4×decks", "r500", "3-4xdecks"),
        ("go_out: discard-required", "r500", "discard_required"),
        ("go_out: DISCARD_REQUIRED", "r500", "discard_required"),
        ("runs: off", "r500", False),
        ("runs: 'no'", "r500", False),
        ("take_back: 'off'", "r500", False),
        ("set_identical: 1", "r500", True),
        ("set_identical: 'true'", "r500", True),
        ("removed_ranks: [2]", "r500", "2"),
        ("removed_ranks: 2", "r500", "2"),
        ("removed_ranks: [10, A, 2]", "r500", "A2T"),
        ("removed_ranks: 3,2", "r500", "23"),
        ("removed_ranks: none", "george", ""),
        ("removed_ranks: []", "george", ""),
        ("decks: 2", "r500", ((2, 2),)),
        ("decks: 1", "r500j", ((2, 1),)),
        ("decks: {2: 1, 4: 2}", "r500", ((2, 1), (4, 2))),
        ("deal_fixed: {2: 13, 3: 7}", "basic", ((2, 13), (3, 7))),
        ("deal_fixed: '2:13,3-4:7,5+:6'", "r500", ((2, 13), (3, 7), (5, 6))),
        ("deal_fixed: '2:10, 3–4:7, 5–6:6'", "r500", ((2, 10), (3, 7), (5, 6))),
        ("deal_fixed: 2:13", "basic", ((2, 13),)),  # YAML reads 133, in base sixty
        ("deal_fixed: [[2, 9], [3, 8]]", "r500", ((2, 9), (3, 8))),
        ("deal_fixed: 9", "r500", ((2, 9),)),
        ("upcard_values: {A: 14, J: 11}", "r500", (14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 10, 10)),
        ("upcard_values: 'J-K:12'", "r500", (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 12, 12)),
        ("upcard_values: '2-10:3'", "r500", (11, *([3] * 9), 10, 10, 10)),
        ("max_wilds_per_meld: unlimited", "george", None),
        ("max_wilds_per_meld: none", "george", None),
        ("max_wilds_per_meld: off", "george", None),
        ("melds_per_turn: 1", "r500", 1),
        ("recycle_limit: 1", "basic", 1),
        ("recycle_limit: '0'", "basic", 0),
        ("second_pack_from: none", "r500j", None),
        ("pip_value: face", "r5000", "face"),
        ("pip_value: 5", "r500", 5),
        ("ace_in_low_run: as elsewhere", "r500", "as_elsewhere"),
        ("ace_in_hand: as_on_table", "r500", "as_on_table"),
        ("joker_value: as_represented", "r500j", "as_represented"),
        ("target: '1500'", "r5000", 1500),
    ],
)
def test_values_as_people_and_yaml_write_them(line: str, base: str, expected: object) -> None:
    found = option_from(line, base)
    assert found == expected
    assert type(found) is bool or not isinstance(expected, bool)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["begin with a game", "rummy-500"]),
        ("players=3", ["begin with a game"]),
        ("rummy-50", ["rummy-50", "did you mean rummy-500?"]),
        ("r500 goout=any", ["goout", "did you mean go_out?"]),
        ("r500 zzz=1", ["zzz", "the options are players"]),
        ("r500 go_out=discard", ["go_out", "any, discard_required", "did you mean discard_req"]),
        ("r500 stock_out=recyle", ["did you mean recycle?"]),
        ("r500 players=9", ["players", "from 2 to 8"]),
        ("r500 players=two", ["players", "'two'"]),
        ("r500 players=2 players=3", ["players is given twice"]),
        ("r500 players=2.5", ["players", "whole number"]),
        ("r500 loop_guard=off", ["loop_guard", "from 1 to 9"]),
        ("r500 loop_guard=10", ["loop_guard", "from 1 to 9"]),
        ("r500 target=0", ["target", "from 1 to"]),
        ("r500 target=-5", ["target"]),
        ("r500 deals=0", ["deals"]),
        ("r500 queen_of_spades=lots", ["queen_of_spades", "from 0 to 1000"]),
        ("r500 queen_of_spades=1001", ["queen_of_spades", "from 0 to 1000"]),
        ("r500 pip_value=", ["pip_value", "nothing", "or face"]),
        ("r500 jokers_per_deck=1", ["jokers_per_deck", "0 or 2"]),
        ("r500 permanent_wild_upcard=16", ["15 or 20"]),
        ("r500 run_max=12", ["run_max", "13"]),
        ("r500 min_naturals=4", ["min_naturals", "from 0 to 3"]),
        ("r500 decks=3", ["decks", "from 1 to 2"]),
        ("r500 decks=0", ["decks"]),
        ("r500 deal_fixed=2:13,3-4:7,6+:6", ["deal_fixed", "gap"]),
        ("r500 deal_fixed=2:13,3-4:7,4:6", ["deal_fixed", "overlap"]),
        ("r500 deal_fixed=2:13,2:7", ["deal_fixed"]),
        ("r500 deal_fixed=9:13", ["deal_fixed"]),
        ("r500 deal_fixed=2:0", ["deal_fixed", "from 1 to 50"]),
        ("r500 upcard_values=J:face", ["upcard_values"]),
        ("r500 upcard_values=1:3", ["upcard_values"]),
        ("r500 upcard_values=A:0", ["upcard_values", "from 1 to 26"]),
        ("r500 upcard_values=K-A:5", ["upcard_values"]),
        ("r500 removed_ranks=1", ["removed_ranks"]),
        ("r500 removed_ranks=2X", ["removed_ranks"]),
        ("r500 runs=maybe", ["runs", "on or off"]),
        ("r500 call_rummy=on", ["call_rummy", "off, board or board_and_pile"]),
        ("r500 layoff_targets=own", ["layoff_targets", "must be any"]),
        ("r500 rearrange=always", ["rearrange", "never"]),
        ("r500 players", ["r500 players"]),
    ],
)
def test_wrong_texts_are_refused_in_words(text: str, words: list[str]) -> None:
    with pytest.raises(BadRules) as caught:
        parse_rules(text)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize("given", [1.5, {"a": 1}, object(), [[]], True, float("nan"), "١٢", "1e3"])
def test_nothing_but_whole_numbers_are_numbers(given: object) -> None:
    with pytest.raises(BadRules, match="target"):
        with_options(preset("r500"), {"target": given})


@given(
    st.sampled_from(list(OPTIONS)),
    st.one_of(
        st.text(),
        st.integers(),
        st.none(),
        st.booleans(),
        st.lists(st.one_of(st.text(), st.integers(), st.none()), max_size=13),
        st.dictionaries(st.one_of(st.text(), st.integers()), st.one_of(st.text(), st.integers())),
    ),
)
@settings(max_examples=250)
def test_any_value_is_understood_or_refused(name: str, value: object) -> None:
    rules = understood(lambda: with_options(preset("george"), {name: value}), name)
    if rules:
        assert OPTIONS[name].kind.fits(OPTIONS[name].of(rules))
        assert describe(rules, name).endswith(".")


def understood(read: Callable[[], Rules], words: str = "") -> Rules | None:
    """The rules read, None where they are refused with a message that has the words."""
    try:
        return read()
    except BadRules as error:
        message = str(error)
    assert message
    assert words in message
    return None


@given(st.text(max_size=60))
@settings(max_examples=200)
def test_any_line_is_understood_or_refused(text: str) -> None:
    for line in (text, f"rummy-500 {text}", f"george players={text}"):
        rules = understood(lambda line=line: parse_rules(line))  # type: ignore[misc]
        assert rules is None or parse_rules(rules_text(rules)) == rules


def test_options_are_found_as_people_write_them() -> None:
    written = with_options(preset("r500"), {"Queen-of-Spades": "40"})
    assert written.scoring.queen_of_spades == 40
    spaced = parse_rules("Rummy 500  players = 4, sets = 3 – 4×decks ;queen_of_spades=50")
    assert rules_text(spaced) == "rummy-500 players=4 sets=3-4xdecks queen_of_spades=50"


def test_the_json_is_complete_grouped_and_readable() -> None:
    found = json.loads(rules_json(preset("george")))
    assert list(found) == [
        "setup", "drawing", "melds", "going_out", "calling", "scoring", "match"
    ]  # fmt: skip
    assert sorted(name for group in found.values() for name in group) == sorted(OPTIONS)
    assert found["setup"]["decks"] == 2
    assert found["setup"]["deal_fixed"] == "2:13,3:7"
    assert found["setup"]["upcard_values"] == "A:14,2-10:face,J:11,Q:12,K:13"
    assert found["melds"]["runs"] is False
    assert found["drawing"]["recycle_limit"] == "none"


def without(rules: Rules, group: str, name: str) -> dict[str, dict[str, object]]:
    """The JSON of rules that leave one option out."""
    found: dict[str, dict[str, object]] = {k: dict(v) for k, v in rules_dict(rules).items()}
    del found[group][name]
    return found


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"melds": {"runs": "perhaps"}}, "runs cannot be 'perhaps'"),
        ({"melds": {"runs": None}}, "runs cannot be nothing"),
        ({"melds": {"rums": True}}, "did you mean runs"),
        ({"melds": {"target": 5}}, "target belongs to match"),
        ({"match": {"target": 5.5}}, "target cannot be 5.5"),
        ({"match": {"target": True}}, "target cannot be True"),
        ({"meld": {}}, "no group called 'meld'"),
        ({"melds": []}, "the group melds must be an object"),
    ],
)
def test_wrong_json_is_refused_by_name(change: dict[str, object], words: str) -> None:
    found: dict[str, object] = dict(rules_dict(preset("r500")))
    for group, options in change.items():
        old = found.get(group)
        found[group] = (
            {**old, **options} if isinstance(old, dict) and isinstance(options, dict) else options
        )
    with pytest.raises(BadRules, match=words.replace("(", r"\(")):
        read_rules_json(json.dumps(found))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"\xff", "not JSON"),
        (b"[]", "must be an object"),
        (b'"rummy"', "must be an object"),
        (b"[" * 10_000, "not JSON"),
        (b"{" + b" " * 30_000 + b"}", "bytes long"),
        (b'{"melds": {"runs": true, "runs": false}}', "twice"),
        (b"{}", "do not say setup.players"),
        (b"1" * 6000, "not JSON"),
    ],
)
def test_broken_json_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(BadRules, match=words):
        read_rules_json(data)


@pytest.mark.parametrize("name", OPTIONS)
def test_json_must_say_every_option(name: str) -> None:
    group = OPTIONS[name].group
    with pytest.raises(BadRules, match=f"do not say {group}.{name}"):
        read_rules_dict(without(preset("r500"), group, name))


def test_differences_name_both_values_and_say_the_second() -> None:
    changed = parse_rules("r500 queen_of_spades=40 deal_fixed=9")
    first, second = differences(preset("r500"), changed)
    assert (first.option, first.a, first.b) == ("deal_fixed", ((2, 13), (3, 7)), ((2, 9),))
    assert first.sentence == "Deal 9 cards each."
    assert (second.option, second.a, second.b) == ("queen_of_spades", 10, 40)
    assert second.sentence == "The queen of spades counts 40, on the table and in hand."
    assert differences(changed, changed) == ()
