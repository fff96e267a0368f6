"""Explanations: nothing is left without a sentence, and the sentences read well."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.recorded import NAMES, TABLES, table

from laydown.cards import parse_card, parse_cards, rank_of
from laydown.engine.actions import (
    HOUSE,
    Call,
    ChooseDealer,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Move,
    Pass,
    PlayerAction,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.engine.errors import Reason, Why
from laydown.engine.legal import LegalActions
from laydown.engine.match import MatchWhy, Outcome
from laydown.engine.scoring import Line, LineWhy, Place, RoundScore, score
from laydown.engine.state import End, Ending, MeldKind, TableMeld
from laydown.engine.view import PlayerView, view
from laydown.record.explain import (
    explain_action,
    explain_end,
    explain_line,
    explain_move,
    explain_outcome,
    explain_plan,
    explain_reason,
    explain_result,
    explain_score,
)
from laydown.record.explain_outcomes import OUTCOMES
from laydown.record.explain_reasons import VALUES
from laydown.record.explain_scores import ENDINGS, PLACE_WORDS, WHY_WORDS
from laydown.record.facts import round_after
from laydown.record.refusals import SENTENCES
from laydown.rules.catalogue import OPTIONS, with_options
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules

RULES = Rules()
NINES = parse_cards("9C 9H 9D")


def test_tables_are_total() -> None:
    assert set(SENTENCES) == set(Why)
    assert set(ENDINGS) == set(Ending)
    assert set(WHY_WORDS) == set(LineWhy)
    assert set(PLACE_WORDS) == set(Place)
    assert set(OUTCOMES) == set(MatchWhy)


def test_the_values_that_would_allow_it_exist() -> None:
    for option, value in VALUES.items():
        assert option in OPTIONS
        with_options(RULES, {option: value})


reasons = st.builds(
    Reason,
    st.sampled_from(Why),
    st.sampled_from(("BR-7", "B-23", "")),
    st.lists(st.integers(-1, 99), max_size=4).map(tuple),
    st.sampled_from(("", "M1", "M2b")),
    st.integers(-1, 7),
    st.integers(-1, 13),
    st.sampled_from(("", *OPTIONS)),
)


@given(reasons)
def test_every_refusal_is_one_good_sentence(reason: Reason) -> None:
    said = explain_reason(reason, RULES, NAMES)
    assert said[0].isupper() or said[0].isdigit()
    assert said.endswith(".")
    assert "  " not in said
    assert " ." not in said
    assert ".." not in said
    assert " ," not in said
    assert "None" not in said
    assert "{" not in said
    if reason.clause:
        assert f"({reason.clause})" in said


def test_no_house_rule_is_named_that_is_in_force() -> None:
    """Refusals of the engine at every position of matches of every kind."""
    named: set[str] = set()
    for text in TABLES:
        for position in table(text)[1][::3]:
            round_ = position.round
            if round_ is None:
                continue
            for seat in (round_.seat, (round_.seat + 1) % round_.players):
                seen = view(round_, seat)
                legal = LegalActions(seen)
                for action in tempting(seen):
                    reason = legal.why_not(action)
                    if reason is not None and reason.option:
                        said = explain_reason(reason, seen.rules, NAMES)
                        found = re.search(r"house rule (\w+)=(\S+) would", said)
                        if found:
                            named.add(reason.option)
                            assert OPTIONS[found[1]].text_of(seen.rules) != found[2], said
    assert {"call_rummy", "pile_draw", "set_identical", "runs"} <= named


def tempting(seen: PlayerView) -> list[PlayerAction]:
    """What a clumsy player might try with these cards."""
    hand = seen.hand
    threes = [hand[at : at + 3] for at in range(len(hand) - 2)]
    by_rank = sorted(hand, key=rank_of)
    threes += [tuple(by_rank[at : at + 3]) for at in range(len(hand) - 2)]
    tried: list[PlayerAction] = [Take(1), Take(2), Take(len(seen.pile)), Draw(), Decline(), Pass()]
    tried += [Meld(cards) for cards in threes]
    tried += [Meld((*cards, cards[0])) for cards in threes]
    tried += [Discard(card) for card in hand]
    for meld in seen.melds[:4]:
        tried += [LayOff((card,), meld.id) for card in hand[:6]]
        tried += [RealCard(card, meld.id) for card in hand[:2]]
        tried += [Steal(card, meld.id) for card in hand[:2]]
        tried += [Split(meld.id, 3), Call(seen.pile[-1:], meld.id), Call(seen.pile[:1], meld.id)]
    return tried


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (
            Reason(Why.SAME_CARD_BACK, "BR-7", (34,)),
            "You took 9♦ from the pile this turn, so it may not go straight back (BR-7).",
        ),
        (
            Reason(Why.ACE_NOT_HIGH, "BR-5", option="ace_in_runs"),
            (
                "The ace is low in runs: it comes before the two, never after the king (BR-5)."
                " The house rule ace_in_runs=high_or_low would allow it."
            ),
        ),
        (
            Reason(Why.CORNER, "B-28", option="ace_in_runs"),
            (
                "An ace is the end of a run: a run does not go on around it, as K-A-2 would (B-28)."
                " The house rule ace_in_runs=corner would allow it."
            ),
        ),
        (Reason(Why.NOT_YOUR_TURN, "BR-3", seat=1), "It is Ben's turn (BR-3)."),
        (Reason(Why.NOT_YOUR_TURN, "BR-3", seat=HOUSE), "It is not your turn (BR-3)."),
        (
            Reason(Why.NOT_WILD, "RJ-3", parse_cards("6H 8C")),
            "6♥ is not wild, so it cannot stand for 8♣ (RJ-3).",
        ),
        (
            Reason(Why.MUST_USE, "R5-5", parse_cards("9D")),
            "You must still put 9♦ on the table this turn (R5-5).",
        ),
        (
            Reason(Why.DOES_NOT_FIT, "BR-6", parse_cards("8H 9H"), "M2"),
            "8♥ and 9♥ do not fit M2 (BR-6).",
        ),
        (
            Reason(Why.SAME_SUIT_TWICE, "B-27", parse_cards("9H 9S 9H")),
            "The cards of a set are of different suits, and 9♥ would be in it twice (B-27).",
        ),
    ],
)
def test_refusals(reason: Reason, said: str) -> None:
    assert explain_reason(reason, parse_rules("rummy"), NAMES) == said


RUN = TableMeld("M1", MeldKind.RUN, 0, parse_cards("9H TH JH"), parse_cards("9H TH JH"), (0, 0, 0))


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Draw(), "Ben draws from the stock"),
        (Take(1), "Ben takes the top card from the pile"),
        (Take(3), "Ben takes 3 cards from the pile"),
        (Decline(), "Ben declines the pile"),
        (Meld(NINES), "Ben melds a set: 9♣ 9♥ 9♦"),
        (
            Meld(parse_cards("X 9C TC"), parse_cards("8C 9C TC")),
            "Ben melds a run: Joker(8♣) 9♣ 10♣",
        ),
        (LayOff(parse_cards("8H"), "M1"), "Ben lays off 8♥ on M1"),
        (Discard(parse_card("KS")), "Ben discards K♠"),
        (Pass(), "Ben lets the discard lie"),
        (
            Call(parse_cards("8H"), "", parse_cards("8S 8D")),
            "Ben calls rummy and melds a set: 8♥ 8♠ 8♦",
        ),
        (Call(parse_cards("8H"), "M1"), "Ben calls rummy and lays 8♥ on M1"),
        (RealCard(parse_card("8C"), "M1"), "Ben lays down 8♣, the real card for a wild in M1"),
        (
            Steal(parse_card("8C"), "M1"),
            "Ben puts 8♣ in a wild's place in M1 and takes the wild",
        ),
        (Split("M1", 3), "Ben splits M1 before its card 4"),
    ],
)
def test_moves_alone(action: PlayerAction, said: str) -> None:
    assert explain_move(Move(1, action), NAMES) == said


def test_moves_of_the_house() -> None:
    assert explain_move(Move(HOUSE, ChooseDealer(1)), NAMES) == "Ben deals first"
    assert explain_move(Move(HOUSE, Deal(())), NAMES) == "The cards are dealt"
    assert explain_move(Move(HOUSE, Reshuffle(())), NAMES) == "The turned pile is shuffled"
    cut = Cut(parse_cards("9S KD"))
    assert explain_move(Move(HOUSE, cut), NAMES) == "The draw for the deal: Anna 9♠ and Ben K♦"


def test_the_reader_is_spoken_to() -> None:
    you = ("You", "Ben")
    assert explain_move(Move(0, Pass()), you) == "You let the discard lie"
    assert explain_move(Move(0, LayOff(parse_cards("8H"), "M1")), you) == "You lay off 8♥ on M1"


def test_whose_meld_is_told_from_the_views() -> None:
    """The first lay-off on somebody else's meld of a random match."""
    record, positions = table("rummy-500 players=2")
    for move, before, after in zip(record.moves, positions, positions[1:], strict=False):
        if isinstance(move.action, LayOff) and before.round is not None:
            meld = next(m for m in before.round.melds if m.id == move.action.meld)
            if meld.owner != move.seat:
                now = round_after(before, after)
                assert now is not None
                said = explain_move(
                    move, NAMES, before=view(before.round, None), after=view(now, None)
                )
                assert f"on {NAMES[meld.owner]}'s {meld.kind.value}" in said
                assert f"({meld.id})" in said
                return
    pytest.fail("nobody laid off on another's meld")


@pytest.mark.parametrize("text", TABLES)
def test_no_view_tells_more_than_it_shows(text: str) -> None:
    """To a spectator a card drawn from the stock has no name; to who drew it, it has."""
    record, positions = table(text)
    told = 0
    for move, before, after in zip(record.moves, positions, positions[1:], strict=False):
        was, now = before.round, round_after(before, after)
        if was is None or now is None:
            continue
        said = explain_move(move, NAMES, before=view(was, None), after=view(now, None))
        assert said[0].isalnum()
        if isinstance(move.action, Draw):
            assert re.fullmatch(r"\w+ draws from the stock", said)
            own = explain_move(move, NAMES, before=view(was, move.seat), after=view(now, move.seat))
            assert own != said
            told += 1
    assert told


def test_plans_name_the_debt_and_the_way() -> None:
    """R5-5: the example of the source, a dig for 9♦ with 9♣ 9♥ in hand."""
    assert explain_plan((Meld(NINES),), (34,)) == "You must use 9♦: set 9♣ 9♥ 9♦"
    way = (LayOff(parse_cards("QH"), "M1"), LayOff(parse_cards("KH"), "M1"))
    assert (
        explain_plan(way, parse_cards("KH"), (RUN,))
        == "You must use K♥: lay off Q♥ on M1 (9♥ 10♥ J♥), then lay off K♥ on M1 (9♥ 10♥ J♥)"
    )
    assert explain_action(Discard(12)) == "discard K♠"


def test_lines_say_card_place_points_and_why() -> None:
    ace = parse_card("AC")
    low = Line(0, ace, ace, Place.TABLE, "M3", 0, 1, 1, LineWhy.LOW_ACE)
    assert explain_line(low, NAMES) == "A♣ on the table (M3): +1, an ace at the low end of a run"
    taken = Line(1, ace, ace, Place.TAKEN, "", 0, 100, 100, LineWhy.ACE)
    assert explain_line(taken, NAMES) == "A♣ from Anna's hand: +100"
    wild = Line(0, 18, 46, Place.TABLE, "M1", 0, 100, 100, LineWhy.WILD)
    assert explain_line(wild, NAMES) == "6♥ as 8♣ on the table (M1): +100, a wild"
    held = Line(0, ace, ace, Place.HAND, "", 0, 15, -15, LineWhy.ACE)
    assert explain_line(held, NAMES) == "A♣ in hand: -15"
    bonus = Line(0, -1, -1, Place.BONUS, "", 0, 30, 30, LineWhy.GOING_RUMMY)
    assert explain_line(bonus, NAMES) == "bonus: +30, going rummy: the whole hand in one turn"
    score_ = RoundScore(2, (low, held, taken))
    assert explain_score(score_, NAMES) == (
        "Anna: -14 (+1 on the table, -15 in hand)",
        "  A♣ on the table (M3): +1, an ace at the low end of a run",
        "  A♣ in hand: -15",
        "Ben: +100",
        "  A♣ from Anna's hand: +100",
    )


@pytest.mark.parametrize("text", TABLES)
def test_the_lines_add_up_to_what_is_said(text: str) -> None:
    _, positions = table(text)
    finished = positions[-1].last
    assert finished is not None
    found = score(finished)
    sums: list[int] = []
    said: list[int] = []
    for line in explain_score(found, NAMES):
        number = int(re.search(r": ([+-]?\d+)", line)[1])  # type: ignore[index]
        if line.startswith("  "):
            sums[-1] += number
        else:
            said.append(number)
            sums.append(0)
    assert sums == said == list(found.totals)


def test_ends_results_and_outcomes() -> None:
    assert explain_end(End(Ending.OUT, 1), NAMES) == "The round is over: Ben went out."
    assert explain_end(End(Ending.STOCK_EXHAUSTED)) == "The round is over: the stock ran out."
    assert "whole hand" in explain_end(End(Ending.OUT, 0, going_rummy=True), NAMES)
    assert explain_result((46, -5), (81, 40), ("You", "Ben")) == (
        "You score +46 and stand at 81",
        "Ben scores -5 and stands at 40",
    )
    for why in MatchWhy:
        for winners, shared in (((1,), False), ((0, 2), False), ((0, 1), True)):
            over = Outcome(over=True, winners=winners, shared=shared, then="", why=why)
            said = explain_outcome(over, RULES, NAMES)
            assert all(NAMES[seat] in said for seat in winners)
            assert ("share" in said.split(".")[0]) == shared
        goes_on = Outcome(over=False, winners=(), shared=False, then="", why=why)
        assert explain_outcome(goes_on, RULES, NAMES).endswith(".")
