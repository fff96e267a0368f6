"""The printed rules: they say what the table plays, and their example is the engine's."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from tests.strategies import rules as any_rules

from laydown.engine.actions import HOUSE, Deal, Move
from laydown.engine.dealing import decks_for, new_round, pack_of
from laydown.engine.errors import Reason
from laydown.engine.game import play
from laydown.engine.law import law
from laydown.engine.melds import read_meld
from laydown.engine.state import Phase
from laydown.record import rulebook as pages
from laydown.record.example import example
from laydown.record.explain import explain_rules
from laydown.record.page import Rulebook, Shown
from laydown.record.questions.base import wild_rank
from laydown.record.rulebook import plain_text, rulebook
from laydown.record.ruletables import card_values, deal_table, upcard_table
from laydown.record.words import rank_letter, row
from laydown.rules.catalogue import OPTIONS, describe
from laydown.rules.differences import differences
from laydown.rules.games import GAMES, game, preset
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game, parse_rules


def words(book: Rulebook) -> str:
    return " ".join(each.text for section in book.sections for each in section.paragraphs)


def test_every_option_has_its_place() -> None:
    lists = (
        pages.PLAYERS_AND_CARDS, pages.DEAL, pages.DRAWING, pages.MELDS, pages.LAYING_OFF,
        pages.WILDS, pages.TURN, pages.GOING_OUT, pages.CALLING, pages.STOCK_END, pages.SCORING,
        pages.MATCH,
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
def test_the_worked_round_is_legal_and_uses_one_pack(rules: Rules) -> None:
    shown = example(rules, nearest_game(rules).round)
    facts = law(shown.rules, decks=decks_for(shown.rules), wild_rank=shown.wild_rank)
    used = Counter(card for hand in shown.hands for card in hand)
    for meld in shown.melds:
        used.update(meld.cards)
        stands = meld.stands if meld.stands != meld.cards else ()
        assert not isinstance(read_meld(facts, meld.cards, stands), Reason)
    assert not used - Counter(pack_of(shown.rules, facts.decks))
    assert not shown.hands[shown.end.out]
    assert len(shown.names) == len(shown.hands) == shown.rules.setup.players


@pytest.mark.parametrize("key", GAMES)
def test_every_game_prints_without_a_star(key: str) -> None:
    rules = game(key).rules
    book = rulebook(rules, game(key))
    assert not any(p.house for s in book.sections for p in s.paragraphs)
    titles = [section.title for section in book.sections]
    assert titles[0] == "At a glance"
    assert titles[-2:] == ["A worked round", "Questions and answers"]
    assert "House rules without effect" not in titles


def rounds(text: str) -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """The rows of the worked round by their words, and the sums."""
    book = rulebook(parse_rules(text))
    (section,) = (each for each in book.sections if each.title == "A worked round")
    (rows,) = (each.rows for each in section.paragraphs if each.rows)
    return {row[0]: row[1:] for row in rows}, rows[-1][2:]


def test_the_worked_round_of_rummy_500_is_its_sources() -> None:
    """R5-12: Anna 60 - 25 = 35, Ben 55; a low ace counts 1, lay-offs for whoever lays them."""
    for players in (2, 4):
        rows, sums = rounds(f"rummy-500 players={players}")
        assert sums == ("+35", "+55")
        assert rows["set 7♠ 7♥ 7♦"] == ("7 + 7 + 7", "21", "")
        assert rows["run 9♥ 10♥ J♥"] == ("9 + 10 + 10", "29", "")
        assert rows["Q♥ laid off"] == ("10", "10", "")
        assert rows["run A♣ 2♣ 3♣ 4♣"] == ("1 + 2 + 3 + 4", "", "10")
        assert rows["set K♠ K♥ K♦"] == ("10 + 10 + 10", "", "30")
        assert rows["8♥ laid off"] == ("8", "", "8")
        assert rows["7♣ laid off"] == ("7", "", "7")
        assert rows["Anna holds K♣ A♠"] == ("10 + 15", "-25", "")


def test_the_worked_round_follows_house_rules() -> None:
    """Aces 15 everywhere: Ben's low run counts 24. Pips 5: Ben 1+15+30+5+5, Anna 15+25+10-25."""
    assert rounds("rummy-500 ace_in_low_run=15")[1] == ("+35", "+69")
    assert rounds("rummy-500 pip_value=5")[1] == ("+25", "+56")
    # No runs: three nines for 27, no run to lay off on; Ben 45 in aces, 30 and the 7 of clubs.
    assert rounds("rummy-500 runs=false")[1] == ("+23", "+82")
    # A joker nobody's round knew of is caught in Anna's hand, at 15.
    assert rounds("rummy-500 jokers_per_deck=2")[1] == ("+20", "+55")


def test_the_worked_round_of_the_jokers_game_is_its_sources() -> None:
    """RJ-6: Ben's 24 + 30 + 15 on the table less a king and a joker in hand."""
    rows, sums = rounds("rummy-500-jokers")
    assert sums[1] == "+44"
    assert rows["run 7♥ 8♥ 9♥"][2] == "24"
    assert rows["set Q♠ Q♥ Q♦"][2] == "30"
    assert rows["A♥ laid off"] == ("15", "", "15")
    assert rows["Ben holds K♦ Joker"] == ("10 + 15", "", "-25")


def test_the_worked_round_of_5000_is_its_sources() -> None:
    """K5-12: Alice's own 55, 110 from Bob and 115 from Carl; sixes are wild."""
    for players in (3, 4, 5):
        rows, sums = rounds(f"5000-rummy players={players}")
        assert sums == ("+280", "0", "0")
        assert rows["run 9♣ 10♣ J♣"] == ("5 + 10 + 10", "25", "", "")
        assert rows["Bob holds 8♥ 7♦ A♣"] == ("5 + 5 + 100", "110", "", "")
        assert rows["Carl holds 6♦ Q♦ 3♠"] == ("100 + 10 + 5", "115", "", "")
    against = rounds("5000-rummy players=3 deadwood=subtract_own")[1]
    assert against == ("+55", "-110", "-115")
    assert "sixes are wild" in explain_rules(parse_rules("5000-rummy players=3"))


def test_the_worked_round_of_the_basic_game_is_its_sources() -> None:
    """BR-10, BR-11: 20 and 10 are thirty, and going rummy makes sixty of them."""
    rows, sums = rounds("rummy")
    assert sums == ("+30", "0", "0")
    assert rows["Player A holds K♣ 7♦ 3♠"] == ("10 + 7 + 3", "20", "", "")
    assert rows["Player B holds A♥ 9♥"] == ("1 + 9", "10", "", "")
    assert "going rummy: +60." in explain_rules(parse_rules("rummy"))
    assert "going rummy: +40." in explain_rules(parse_rules("rummy going_rummy=flat10"))
    off = explain_rules(parse_rules("rummy going_rummy=off"))
    assert "it would have been going rummy" not in off


def drawings(text: str) -> dict[str, Shown]:
    book = rulebook(parse_rules(text))
    shown = [each for s in book.sections for p in s.paragraphs for each in p.shown]
    return {row(each.cards, each.stands): each for each in reversed(shown)}


def test_the_dig_is_the_sources_and_the_engines() -> None:
    """R5-5 and RJ-4: the nine under two others; the basic game takes the top card (BR-4)."""
    text = explain_rules(parse_rules("rummy-500"), width=1000)
    assert "You dig for 9♥, which brings 2♦ and 6♠ with it, and must use 9♥ in this turn" in text
    assert "You put down 9♥ 10♥ J♥. 2♦ and 6♠ stay in your hand." in text
    assert "J♣ is out of reach" in text
    pile = drawings("rummy-500")["4♠ J♣ 9♥ 2♦ 6♠"]
    assert pile.lifted == (2, 3, 4)
    jokers = explain_rules(parse_rules("rummy-500-jokers"), width=1000)
    assert "J♣ and 5♠ stay in your hand" in jokers
    basic = explain_rules(parse_rules("rummy"), width=1000)
    assert "You take 6♥ and might simply keep it. You put down 4♥ 5♥ 6♥." in basic
    sets = explain_rules(parse_rules("rummy-500 runs=false"), width=1000)
    assert "You put down 9♥ 9♦ 9♣." in sets


def test_melds_are_drawn_as_the_rules_allow_them() -> None:
    plain = drawings("rummy-500")
    assert plain["Q♦ K♦ A♦"].mark == "yes"
    assert plain["K♦ A♦ 2♦"].mark == "no"
    assert drawings("rummy")["Q♦ K♦ A♦"].mark == "no"
    assert drawings("rummy-500 ace_in_runs=corner")["K♦ A♦ 2♦"].mark == "yes"
    assert drawings("5000-rummy players=5")["7♠ 7♠ 7♥"].mark == "yes"
    assert drawings("rummy-500 players=6")["7♠ 7♠ 7♥"].mark == "no"
    assert drawings("rummy-500-jokers")["6♣ 7♣ Joker(8♣)"].mark == "yes"
    assert drawings("rummy-500-jokers")["K♠ K♥ K♦ K♣ Joker(K♠)"].mark == "no"
    assert drawings("rummy-500")["5♣ 6♣ 7♣ 8♣ 9♣"].lifted == (4,)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_rules())
def test_drawings_are_what_the_engine_reads(rules: Rules) -> None:
    facts = law(rules, decks=decks_for(rules), wild_rank=wild_rank(rules))
    (section,) = (each for each in rulebook(rules).sections if each.title == "Melds")
    for each in (each for p in section.paragraphs for each in p.shown):
        stands = each.stands if each.stands != each.cards else ()
        refused = isinstance(read_meld(facts, each.cards, stands), Reason)
        assert refused is (each.mark == "no")


def test_the_deal_table_of_the_jokers_game() -> None:
    """RJ-1: the stocks that the source names."""
    rows = {row[0]: row[1:] for row in deal_table(parse_rules("rummy-500-jokers players=5"))}
    stocks = {2: 27, 3: 32, 4: 25, 6: 65, 7: 58, 8: 51}
    for players, stock in stocks.items():
        assert rows[str(players)][-1] == str(stock)
    assert rows["5 (here)"] == ("2", "108", "7", "72")


@pytest.mark.parametrize("key", GAMES)
def test_the_tables_are_what_the_engine_deals(key: str) -> None:
    """The packs, the hands and the stock of the deal table and of the table of upcards."""
    chance = Random(7)
    for told in deal_table(game(key).rules)[1:]:
        rules = preset(key, int(told[0].split()[0]))
        start = new_round(rules, 0)
        order = list(pack_of(rules, start.decks))
        chance.shuffle(order)
        dealt = play(start, Move(HOUSE, Deal(tuple(order))))
        assert (str(start.decks), str(len(order))) == told[1:3]
        if dealt.phase is Phase.DEAL:
            continue  # the hands asked for more than there is, and the deal is void
        sizes = [str(len(hand)) for hand in dealt.hands]
        if len(told) > 3:
            assert set(sizes) == {told[3]}
            assert str(len(dealt.stock)) == told[4]
        else:
            by_rank = dict(zip(*upcard_table(rules), strict=True))
            assert sizes == [by_rank[rank_letter(card % 13)] for card in dealt.upcards]
        assert len(dealt.pile) == 1


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
    assert basic["2 to 9"] == ("face value",)
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


def test_a_page_is_read_without_the_clauses_at_hand() -> None:
    """No clause's number and no option's key stands on a page for people."""
    for text in ("rummy-500 queen_of_spades=40", "george", "5000-rummy max_wilds_per_meld=0"):
        page = plain_text(rulebook(parse_rules(text)))
        assert not re.search(r"\b(BR|R5|RJ|K5|GE|B|E)-\d", page)
        assert "_" not in page


def test_partners_are_counted_together() -> None:
    """R5-15: Anna 35 and Carl -15 are 20; Ben 55 and Dora -18 are 37."""
    page = plain_text(rulebook(parse_rules("rummy-500 players=4 teams=pairs")), width=200)
    assert "Anna and Carl are partners: +20. Ben and Dora are partners: +37." in page


def test_a_round_below_zero_says_what_is_entered() -> None:
    """B-46: the sheet holds 0, and 110 and 115 come off the next round."""
    text = "5000-rummy players=3 deadwood=subtract_own"
    page = plain_text(rulebook(parse_rules(text)), width=200)
    assert "Bob enters 0 and has 110 taken off the next round." in page
    assert "Carl enters 0 and has 115 taken off the next round." in page


def test_nobody_scores_where_the_pile_was_turned_in_vain() -> None:
    """B-33: the basic round is void; where tables count it is scored."""
    assert "the round ends and nobody scores" in plain_text(rulebook(preset("rummy")), width=500)
    turned = plain_text(rulebook(parse_rules("rummy-500 stock_out=recycle")), width=500)
    assert "nobody scores" not in turned
