"""The printed rules: they say what the table plays, and their example is the engine's."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from tests.strategies import rules as any_rules

from laydown.engine.dealing import decks_for, pack_of
from laydown.engine.errors import Reason
from laydown.engine.law import law
from laydown.engine.melds import read_meld
from laydown.record import rulebook as pages
from laydown.record.example import example
from laydown.record.explain import explain_rules
from laydown.record.rulebook import Rulebook, plain_text, rulebook
from laydown.record.ruletables import card_values, deal_table, upcard_table
from laydown.rules.catalogue import OPTIONS, describe
from laydown.rules.differences import differences
from laydown.rules.games import GAMES, game
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game, parse_rules


def words(book: Rulebook) -> str:
    return " ".join(each.text for section in book.sections for each in section.paragraphs)


def test_every_option_has_its_place() -> None:
    lists = (
        pages.PLAYERS_AND_CARDS, pages.DEAL, pages.DRAWING, pages.MELDS, pages.LAYING_OFF,
        pages.WILDS, pages.GOING_OUT, pages.CALLING, pages.STOCK_END, pages.SCORING, pages.MATCH,
    )  # fmt: skip
    placed = Counter(name for names in lists for name in names)
    assert placed == Counter(list(OPTIONS))


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_rules())
def test_the_page_mentions_every_option_that_differs_from_the_game(rules: Rules) -> None:
    start = nearest_game(rules)
    book = rulebook(rules, start)
    said = words(book)
    starred = [p.text for s in book.sections for p in s.paragraphs if p.house]
    for difference in differences(start.rules, rules):
        assert describe(rules, difference.option) in said
        if difference.option != "players":
            sentence = describe(rules, difference.option)
            assert any(sentence in text for text in starred)
    assert plain_text(book, width=60).endswith("\n")
    assert all(len(line) <= 60 or "  " in line for line in plain_text(book, width=60).splitlines())


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_rules())
def test_the_example_is_legal_and_uses_one_pack(rules: Rules) -> None:
    shown = example(rules)
    facts = law(rules, decks=decks_for(rules), wild_rank=shown.wild_rank)
    used = Counter(card for hand in shown.hands for card in hand)
    for meld in shown.melds:
        used.update(meld.cards)
        stands = meld.stands if meld.stands != meld.cards else ()
        assert not isinstance(read_meld(facts, meld.cards, stands), Reason)
    assert not used - Counter(pack_of(rules, facts.decks))
    assert not shown.hands[1]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_prints_without_a_star(key: str) -> None:
    rules = game(key).rules
    book = rulebook(rules, game(key))
    assert not any(p.house for s in book.sections for p in s.paragraphs)
    titles = [section.title for section in book.sections]
    assert titles[0] == "At a glance"
    assert titles[-1] == "A worked example"
    assert "House rules without effect" not in titles
    assert {meld.owner for meld in example(rules).melds} == {0, 1}


def test_the_example_of_rummy_500_counted_by_hand() -> None:
    """Anna: 7+7+7, 9+10+10 on the table, K 10 and A 15 in hand. Ben: lay-offs 7, 8 and 10, A-2-3-4
    with a low ace 1+2+3+4, three kings."""
    score = example(parse_rules("rummy-500 players=2")).score
    assert score.totals == (50 - 25, 25 + 10 + 30)
    dear = example(parse_rules("rummy-500 players=2 queen_of_spades=40 ace_in_low_run=15")).score
    assert dear.totals == (50 - 25, 25 + 24 + 30)


def test_the_example_of_5000_counted_by_hand() -> None:
    """Sixes wild: Anna 15 + 5+10+10; Ben 5+5+10, A 100 + 15, the six 100 + 5 + 10, and Anna's
    ace 100 and king 10."""
    score = example(parse_rules("5000-rummy players=3")).score
    assert score.totals == (40, 20 + 115 + 115 + 110, 0)
    lines = explain_rules(parse_rules("5000-rummy players=3"))
    assert "all sixes wild" in lines
    assert "6♥ as 8♣ on the table (M4): +100, a wild" in lines


def test_the_example_of_the_basic_game_counted_by_hand() -> None:
    """Only who goes out scores: K 10 and A 1 from Anna's hand."""
    assert example(parse_rules("rummy players=3")).score.totals == (0, 11, 0)


def test_the_deal_table_of_the_jokers_game() -> None:
    """RJ-1: the stocks that the source names."""
    rows = {row[0]: row[1:] for row in deal_table(parse_rules("rummy-500-jokers players=5"))}
    stocks = {2: 27, 3: 32, 4: 25, 6: 65, 7: 58, 8: 51}
    for players, stock in stocks.items():
        assert rows[str(players)][-1] == str(stock)
    assert rows["5 (here)"] == ("2", "108", "7", "72")


def test_upcards_and_values() -> None:
    """K5-2 and GE-3; the table of K5-11."""
    five = upcard_table(parse_rules("5000-rummy"))
    assert dict(zip(*five, strict=True))["7"] == "8"
    assert dict(zip(*five, strict=True))["A"] == "12"
    george = dict(zip(*upcard_table(parse_rules("george upcard_ace=15")), strict=True))
    assert "2" not in george
    assert (george["7"], george["K"], george["A"]) == ("7", "13", "15")
    values = {row[0]: row[1:] for row in card_values(parse_rules("5000-rummy"))}
    assert values["ace"] == ("100", "100")
    assert values["ace while aces are wild"] == ("200", "200")
    assert values["2 to 9"] == ("5", "5")
    assert values["kings, queens and jacks"] == ("10", "10")
    basic = {row[0]: row[1:] for row in card_values(parse_rules("rummy"))}
    assert basic["ace"] == ("1",)
    assert basic["7"] == ("7",)
    held = {row[0]: row[1:] for row in card_values(parse_rules("rummy-500 queen_of_spades=40"))}
    assert held["ace at the low end of a run"] == ("1", "")
    assert held["queen of spades"] == ("40", "40")


def test_house_rules_are_starred_and_idle_ones_say_so() -> None:
    rules = parse_rules("rummy-500 players=4 go_out=discard_required call_takes_above=true")
    book = rulebook(rules, game("rummy-500"))
    text = plain_text(book, width=1000)
    assert "* A player goes out only with a discard" in text
    assert "This has no effect here: nobody may call rummy." in text
    assert "2 rules differ from Rummy 500" in text
    assert msgspec.structs.asdict(book)["title"] == "Rummy 500"
