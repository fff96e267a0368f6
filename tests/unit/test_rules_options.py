"""Every option is declared whole: a label, a question, clauses, values and their sentences."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from tests.strategies import any_rules

from laydown.rules import choices
from laydown.rules.catalogue import GROUPS, OPTIONS, describe, option, with_options
from laydown.rules.choices import Choice
from laydown.rules.errors import BadRules
from laydown.rules.games import GAMES, preset
from laydown.rules.kinds import Choices, Number, Switch
from laydown.rules.rules import Rules

CLAUSES = re.compile(r"(BR|R5|RJ|K5|GE|B)-\d{1,2}(, (BR|R5|RJ|K5|GE|B)-\d{1,2})*")
SENTENCE = re.compile(r"[A-Z0-9].*[a-z0-9]\.")
EVERY_CHOICE = [
    each
    for each in vars(choices).values()
    if isinstance(each, type) and issubclass(each, Choice) and each is not Choice
]


@pytest.mark.parametrize("kind", EVERY_CHOICE, ids=lambda kind: kind.__name__)
def test_every_listed_value_has_a_sentence_and_a_clause(kind: type[Choice]) -> None:
    assert list(kind)
    for member in kind:
        assert SENTENCE.fullmatch(member.sentence), member
        assert CLAUSES.fullmatch(member.clause), member
    assert len({member.sentence for member in kind}) == len(kind)


def test_every_list_of_values_belongs_to_one_option() -> None:
    used = [each.kind.of for each in OPTIONS.values() if isinstance(each.kind, Choices)]
    assert sorted(used, key=lambda kind: kind.__name__) == sorted(
        EVERY_CHOICE, key=lambda kind: kind.__name__
    )


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_declared_whole(name: str) -> None:
    each = OPTIONS[name]
    assert re.fullmatch(r"[A-Z][^.?]*", each.about.label)
    assert each.about.question.endswith("?")
    assert CLAUSES.fullmatch(each.about.clause)
    assert each.kind.fits(each.fallback)
    assert each.kind.allowed
    assert all(each.kind.fits(value) for value in each.about.offered)
    if isinstance(each.kind, Switch):
        assert SENTENCE.fullmatch(each.kind.on)
        assert SENTENCE.fullmatch(each.kind.off)
    if isinstance(each.kind, Number):
        values = [each.kind.low, each.kind.high, *each.kind.only]
        assert all(each.kind.fits(value) for value in values)
        assert all(SENTENCE.fullmatch(each.kind.says(value)) for value in values)
        assert not each.kind.fits(each.kind.low - 1)
        assert not each.kind.fits(each.kind.high + 1)
        assert not each.kind.fits(True)


def test_labels_are_unique_and_groups_are_those_of_rules() -> None:
    labels = [each.about.label for each in OPTIONS.values()]
    assert len(labels) == len(set(labels))
    assert tuple(GROUPS) == Rules.__struct_fields__


@given(any_rules())
@settings(max_examples=60)
def test_every_value_reads_as_a_sentence(rules: Rules) -> None:
    for name, each in OPTIONS.items():
        assert SENTENCE.fullmatch(describe(rules, name)), name
        assert CLAUSES.fullmatch(each.clause(rules)), name
        assert " " not in each.text_of(rules)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("players", 4, "4 players take part."),
        ("deal_fixed", "2:13,3:7", "Deal 13 cards each to two players, 7 each to three or more."),
        (
            "deal_fixed",
            "2:10,3-4:7,5:6",
            "Deal 10 cards each to two players, 7 each to three or four, 6 each to five or more.",
        ),
        (
            "deal_fixed",
            "2:10,3-5:1,6:6",
            "Deal 10 cards each to two players, 1 each to three to five, 6 each to six or more.",
        ),
        ("deal_fixed", 1, "Deal 1 card each."),
        ("deal_fixed", "3:7", "Deal 7 cards each to three or more players."),
        ("decks", 2, "Play with two packs."),
        (
            "decks",
            "2:1,5:2",
            "Play with one pack with two to four players, two with five or more.",
        ),
        ("removed_ranks", "none", "The pack is complete."),
        ("removed_ranks", "2", "All twos are taken out of the pack."),
        ("removed_ranks", "2,3,6", "All twos, threes and sixes are taken out of the pack."),
        ("upcard_ace", 14, "An ace turned up counts 14."),
        ("max_wilds_per_meld", "none", "A meld may hold any number of wild cards."),
        (
            "max_wilds_per_meld",
            1,
            "A meld may hold at most 1 wild card; a card of a wild rank is one even as itself.",
        ),
        ("min_naturals", 2, "A meld must hold at least 2 natural cards."),
        ("pip_value", "face", "Cards from two to nine count their number."),
        ("pip_value", 5, "Cards from two to nine count 5 each."),
        ("runs", False, "There are no runs, only sets."),
        ("target", 1500, "The target is 1500 points."),
        ("recycle_limit", 0, "The pile is never turned: the round ends."),
        ("second_pack_from", 5, "With 5 players or more, two packs are compulsory."),
    ],
)
def test_values_read_as_players_say_them(name: str, value: object, sentence: str) -> None:
    assert describe(with_options(preset("r500"), {name: value}), name) == sentence


def test_the_list_of_upcards_follows_the_ace() -> None:
    fourteen = "Upcards count: ace 14, 2 to 10 their own number, jack 11, queen 12, king 13."
    assert describe(preset("george"), "upcard_values") == fourteen
    fifteen = with_options(preset("george"), {"upcard_ace": 15})
    assert describe(fifteen, "upcard_values") == fourteen.replace("14", "15")


def test_unknown_options_are_refused_by_every_door() -> None:
    for ask in (option, lambda name: describe(Rules(), name)):
        with pytest.raises(BadRules, match="did you mean queen_of_spades"):
            ask("queen_of_spade")


def test_only_one_module_names_games() -> None:
    """No key of a game stands in any other module of the package."""
    package = Path(choices.__file__).parents[1]
    keys = re.compile("|".join(rf"[\"']{re.escape(key)}[\"']" for key in GAMES if key != "rummy"))
    for path in (package / "rules").glob("*.py"):
        if path.name != "games.py":
            code = re.sub(r'""".*?"""', "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            assert not keys.search(code), path.name


def test_the_page_of_options_is_up_to_date() -> None:
    root = Path(__file__).parents[2]
    made = subprocess.run(
        [sys.executable, str(root / "scripts" / "docs"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    page = (root / "docs" / "options.md").read_text(encoding="utf-8")
    for name, each in OPTIONS.items():
        assert f"`{name}`" in page
        if isinstance(each.kind, Choices):
            assert all(member.sentence in page for member in each.kind.of)
