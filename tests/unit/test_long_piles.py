"""Piles of dozens of cards that must all be used (B-30), at tables where nobody lays anything."""

from __future__ import annotations

import random
import time

import pytest

from laydown.cards import cards_text, parse_cards
from laydown.engine.actions import LayOff, Meld, Move, Take
from laydown.engine.dealing import pack_of
from laydown.engine.ending import Digs, end_before_draw
from laydown.engine.game import play
from laydown.engine.law import law_of
from laydown.engine.legal import LegalActions
from laydown.engine.settling import Plan, plan
from laydown.engine.state import Phase, Round, Turn
from laydown.engine.view import PlayerView, view
from laydown.rules.catalogue import replaced
from laydown.rules.games import preset
from laydown.rules.kinds import Value
from laydown.rules.options import AceInRuns, DeepTiming, PermanentWilds, WildSwap
from laydown.rules.rules import Rules


def empty_stock(rules: Rules, hands: tuple[str, ...], pile: str) -> Round:
    """Seat 0 is to draw, and the stock has run out."""
    players = len(hands)
    return Round(
        rules=rules,
        players=players,
        dealer=players - 1,
        decks=2,
        phase=Phase.DRAW,
        seat=0,
        hands=tuple(tuple(sorted(parse_cards(hand))) for hand in hands),
        stock=(),
        pile=parse_cards(pile),
        melds=(),
        turn=Turn(),
        wild_rank=-1,
        known=((),) * players,
        melded=(False,) * players,
        laid=(False,) * players,
        floating=(False,) * players,
        laid_melds=0,
    )


def idle_table(changes: dict[str, Value], seed: int) -> PlayerView:
    """Six players with two packs have only drawn and discarded: 62 cards, or 66, in the pile."""
    rules = replaced(preset("rummy-500"), {**changes, "seats_to": 8})
    assert not rules.problems()
    cards = list(pack_of(rules, 2))
    random.Random(seed).shuffle(cards)
    hands = tuple(cards_text(cards[7 * seat : 7 * seat + 7]) for seat in range(6))
    return view(empty_stock(rules, hands, cards_text(cards[42:])), 0)


def takes_of(seen: PlayerView) -> list[int]:
    legal = LegalActions(seen)
    return [count for count in range(1, len(seen.pile) + 1) if Take(count) in legal]


def two_suits(hand: str) -> PlayerView:
    """The hearts and the spades of one pack: 3♥ lies deepest, then 5♥, then the others."""
    others = "AH 2H 4H 6H 7H 8H 9H TH JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    rules = replaced(preset("rummy-500"), {"jokers_per_deck": 2})
    return view(empty_stock(rules, (hand, "KD KC"), f"3H 5H {others}"), 0)


def test_two_whole_suits_are_two_runs() -> None:
    """All 26 cards are two runs. Without 3♥ nothing takes 2♥: no set of twos, and no run."""
    found = takes_of(two_suits("9C JD"))
    assert 26 in found
    assert 25 not in found
    assert 24 not in found


def test_a_joker_stands_for_the_card_that_is_missing() -> None:
    """With a joker for 3♥ the cards above it can be used, with 5♥ and without: A♥ 2♥ X 4♥ and 6♥
    to K♥ are two runs then."""
    found = takes_of(two_suits("9C X"))
    assert 26 in found
    assert 25 in found
    assert 24 in found


@pytest.mark.parametrize("hand", ["9C JD", "9C X"])
def test_the_plan_for_a_long_pile_can_be_played(hand: str) -> None:
    seen = two_suits(hand)
    round_ = empty_stock(seen.rules, (hand, "KD KC"), cards_text(seen.pile))
    round_ = play(round_, Move(0, Take(26)))
    laid = 0
    while view(round_, 0).turn.owed:
        steps = plan(view(round_, 0))
        assert isinstance(steps, Plan)
        action = steps.actions[0]
        assert isinstance(action, Meld | LayOff)
        laid += len(action.cards)
        round_ = play(round_, Move(0, action))
    assert laid >= 26


KINDS: tuple[dict[str, Value], ...] = (
    {},
    {"jokers_per_deck": 2},
    {"permanent_wilds": PermanentWilds.TWOS_AND_JOKERS},
    {"jokers_per_deck": 2, "wild_swap": WildSwap.STEAL},
    {"jokers_per_deck": 2, "ace_in_runs": AceInRuns.CORNER},
    {"jokers_per_deck": 2, "deep_timing": DeepTiming.IMMEDIATE},
)


@pytest.mark.parametrize("changes", KINDS, ids=str)
def test_an_idle_table_is_answered_at_once(changes: dict[str, Value]) -> None:
    """E-12: a table that only draws and discards keeps nobody waiting. It took minutes."""
    for seed in range(3):
        seen = idle_table(changes, seed)
        start = time.process_time()
        end = end_before_draw(seen)
        found = LegalActions(seen).summary().takes
        assert time.process_time() - start < 3
        assert (end is None) is bool(found)
        assert list(found) == takes_of(seen)


def test_an_answer_does_not_hang_on_what_was_asked_before() -> None:
    """E-12: the effort is shared by all takes of a pile, but not by the questions."""
    seen = idle_table({"jokers_per_deck": 2}, 1)
    counts = range(1, len(seen.pile) + 1)
    upwards, downwards = Digs(law_of(seen), seen), Digs(law_of(seen), seen)
    found = {count: downwards.can(count) for count in reversed(counts)}
    assert [upwards.can(count) for count in counts] == [found[count] for count in counts]
