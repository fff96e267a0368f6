"""What people ask: every answer is what the engine does, under the games and under any rules."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from tests.strategies import rules as any_rules
from tests.tables import legal, played, table

from laydown.cards import JOKER, RANKS, card, card_text, parse_card, parse_cards
from laydown.engine.actions import Discard, LayOff, Meld, Steal, Take
from laydown.engine.dealing import decks_for
from laydown.engine.errors import Why
from laydown.engine.law import Law
from laydown.engine.scoring import LineWhy, Place, RoundScore, score_parts
from laydown.engine.state import End, Ending, MeldKind, Phase, Round, TableMeld
from laydown.record.compared import compared
from laydown.record.questions import QUESTIONS, answer, answers
from laydown.record.questions.base import law_for
from laydown.rules.catalogue import OPTIONS
from laydown.rules.games import GAMES, preset
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules


class Unsuited(Exception):
    """The pack has not the cards for this question."""


class Bench:
    """Positions under some rules, made of natural cards that the pack has."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.law: Law = law_for(rules)
        facts = self.law
        self.ranks = [
            rank
            for rank in range(12, -1, -1)
            if facts.in_pack[card(rank, 0)] and not facts.is_wild[card(rank, 0)]
        ]
        if len(self.ranks) < 6:
            raise Unsuited

    def of(self, place: int, suits: str) -> str:
        """Cards of the place-th rank that the pack has, highest first."""
        return " ".join(RANKS[self.ranks[place]] + suit for suit in suits)

    def set_up(self, mine: str, **fields: object) -> Round:
        others = [self.of(5, "S")] * (self.rules.setup.players - 1)
        wild = RANKS[self.law.wild_rank] if self.law.wild_rank >= 0 else ""
        fields.setdefault("stock", self.of(5, "HD"))
        return table(self.rules, mine, *others, wild=wild, **fields)  # type: ignore[arg-type]

    def score(self, *, on_table: str = "", held: str = "", how: Ending = Ending.OUT) -> RoundScore:
        """Seat 1 goes out (or nobody does); seat 0 has these cards, and one laid-off card of it
        lies on seat 1's meld."""
        facts = self.law
        melds = []
        if on_table:
            cards = parse_cards(on_table)
            seats = (1,) * (len(cards) - 1) + (0,)
            melds.append(TableMeld("M1", MeldKind.SET, 1, cards, cards, seats))
        hands = (parse_cards(held), *(((),) * (self.rules.setup.players - 1)))
        return score_parts(
            self.rules,
            decks=facts.decks,
            wild_rank=facts.wild_rank,
            melds=tuple(melds),
            hands=hands,
            end=End(how, 1 if how is Ending.OUT else -1),
        )

    def ten(self) -> str:
        """A card that counts ten whatever the house rules."""
        for rank in (12, 10):
            if rank in self.ranks:
                return RANKS[rank] + "H"
        raise Unsuited

    def wild(self) -> str:
        facts = self.law
        for face in (JOKER, *range(JOKER)):
            if facts.in_pack[face] and facts.is_wild[face]:
                return card_text(face)
        raise Unsuited


def meld_of(text: str) -> Meld:
    tokens = [token.partition("=") for token in text.split()]
    cards = tuple(parse_card(face) for face, _, _ in tokens)
    stands = tuple(parse_card(stand or face) for face, _, stand in tokens)
    return Meld(cards, stands if stands != cards else ())


def plays_with(players: int) -> Callable[[Bench], bool]:
    def probe(bench: Bench) -> bool:
        setup = msgspec.structs.replace(bench.rules.setup, players=players)
        return not msgspec.structs.replace(bench.rules, setup=setup).problems()

    return probe


def melds(text: str) -> Callable[[Bench], bool]:
    """These cards may be melded, with cards to spare."""

    def probe(bench: Bench) -> bool:
        spare = bench.of(3, "SC") + " " + bench.of(4, "S")
        start = bench.set_up(f"{text} {spare}", phase=Phase.PLAY)
        return Meld(parse_cards(text)) in legal(start)

    return probe


def dug(bench: Bench, count: int) -> Round:
    """The pile has a card that makes a set with two in hand, under two others where digging."""
    pile = " ".join((bench.of(0, "S"), bench.of(1, "S"), bench.of(2, "S"))[:count])
    return bench.set_up(f"{bench.of(0, 'HD')} {bench.of(3, 'SH')}", pile=pile)


def dig(bench: Bench) -> bool:
    return Take(3) in legal(dug(bench, 3))


def dig_use(bench: Bench) -> bool:
    after = played(dug(bench, 3), Take(3))
    (other,) = parse_cards(bench.of(3, "S"))
    return legal(after).why_not(Discard(other)) is not None


def dig_layoff(bench: Bench) -> bool:
    if bench.rules.drawing.pile_needs_two_naturals:
        raise Unsuited
    start = bench.set_up(
        bench.of(3, "SH"),
        pile=f"{bench.of(0, 'S')} {bench.of(1, 'S')}",
        melds=((0, bench.of(2, "SHD")), (1, bench.of(0, "HDC"))),
    )
    return Take(2) in legal(start)


def top_card(bench: Bench) -> bool:
    after = played(dug(bench, 1), Take(1))
    (other,) = parse_cards(bench.of(3, "S"))
    return legal(after).why_not(Discard(other)) is not None


def throw_back(bench: Bench) -> bool:
    after = played(dug(bench, 1), Take(1))
    return Discard(parse_card(bench.of(0, "S"))) in legal(after)


def two_naturals(bench: Bench) -> bool:
    start = bench.set_up(bench.of(3, "SH"), pile=bench.of(0, "S"))
    reason = legal(start).why_not(Take(1))
    return reason is not None and reason.why is Why.TWO_NATURALS


def one_suit(bench: Bench) -> bool:
    return not any(
        melds(f"{RANKS[high]}S {RANKS[middle]}H {RANKS[low]}S")(bench)
        for (high, middle), (_, low) in pairwise(pairwise(bench.ranks))
    )


def identical(bench: Bench) -> bool:
    if decks_for(bench.rules) == 1:
        raise Unsuited
    return melds(f"{bench.of(0, 'SSH')}")(bench)


def must_meld(bench: Bench) -> bool:
    start = bench.set_up(f"{bench.of(0, 'SHD')} {bench.of(3, 'SH')}", phase=Phase.PLAY)
    return Discard(parse_card(bench.of(3, "S"))) not in legal(start)


def many_melds(bench: Bench) -> bool:
    hand = f"{bench.of(0, 'SHD')} {bench.of(1, 'SHD')} {bench.of(3, 'SH')} {bench.of(4, 'S')}"
    start = bench.set_up(hand, phase=Phase.PLAY)
    after = played(start, Meld(parse_cards(bench.of(0, "SHD"))))
    return Meld(parse_cards(bench.of(1, "SHD"))) in legal(after)


def lays_off(bench: Bench, *, own: bool) -> bool:
    on_table = ((1, bench.of(0, "SHD")),) + (((0, bench.of(1, "SHD")),) if own else ())
    hand = f"{bench.of(0, 'C')} {bench.of(3, 'SH')}"
    start = bench.set_up(hand, melds=on_table, phase=Phase.PLAY)
    return LayOff(parse_cards(bench.of(0, "C")), "M1") in legal(start)


def all_melded(bench: Bench) -> Round | None:
    start = bench.set_up(bench.of(0, "SHD"), phase=Phase.PLAY)
    meld = Meld(parse_cards(bench.of(0, "SHD")))
    return played(start, meld) if meld in legal(start) else None


def discard_out(bench: Bench) -> bool:
    after = all_melded(bench)
    return after is None or after.phase is not Phase.OVER


def last_one(bench: Bench) -> Round:
    """One card is left, and it fits somebody's meld."""
    on_table = ((1, bench.of(0, "SHD")), (0, bench.of(1, "SHD")))
    return bench.set_up(bench.of(0, "C"), melds=on_table, phase=Phase.PLAY)


def floats(bench: Bench) -> bool:
    after = all_melded(bench)
    return after is not None and after.floating[0]


def can_call(bench: Bench) -> bool:
    on_table = ((1, bench.of(0, "SHD")), (1, bench.of(1, "SHD")))
    hand = f"{bench.of(0, 'C')} {bench.of(3, 'SH')}"
    start = bench.set_up(hand, melds=on_table, phase=Phase.PLAY, pile=bench.of(4, "S"))
    return played(start, Discard(parse_card(bench.of(0, "C")))).phase is Phase.CALLING


def with_a_wild(bench: Bench) -> tuple[str, str]:
    """A set of which a wild is a part, and the card it stands for."""
    return f"{bench.of(0, 'SH')} {bench.wild()}={bench.of(0, 'D')}", bench.of(0, "D")


def take_wild(bench: Bench) -> bool:
    text, real = with_a_wild(bench)
    hand = f"{real} {bench.of(3, 'SH')}"
    start = bench.set_up(hand, melds=((1, text), (0, bench.of(1, "SHD"))), phase=Phase.PLAY)
    return Steal(parse_card(real), "M1") in legal(start)


def fifth_king(bench: Bench) -> bool:
    text = f"{bench.of(0, 'SHDC')} {bench.wild()}={bench.of(0, 'S')}"
    faces = " ".join(token.partition("=")[0] for token in text.split())
    start = bench.set_up(f"{faces} {bench.of(3, 'SH')}", phase=Phase.PLAY)
    return meld_of(text) in legal(start)


def cards_left(bench: Bench) -> bool:
    return bench.score(held=bench.ten()).total(0) == -10


PROBES: dict[str, Callable[[Bench], bool]] = {
    "two-players": plays_with(2),
    "three-players": plays_with(3),
    "four-players": plays_with(4),
    "five-players": plays_with(5),
    "six-players": plays_with(6),
    "seven-players": plays_with(7),
    "eight-players": plays_with(8),
    "wild-cards": lambda bench: any(
        wild and there for wild, there in zip(bench.law.is_wild, bench.law.in_pack, strict=True)
    ),
    "dig": dig,
    "dig-use": dig_use,
    "dig-layoff": dig_layoff,
    "top-card": top_card,
    "throw-back": throw_back,
    "two-naturals": two_naturals,
    "a-2-3": melds("AH 2H 3H"),
    "q-k-a": melds("QH KH AH"),
    "k-a-2": melds("KH AH 2H"),
    "one-suit": one_suit,
    "identical": identical,
    "must-meld": must_meld,
    "many-melds": many_melds,
    "layoff-others": lambda bench: lays_off(bench, own=True),
    "layoff-first": lambda bench: lays_off(bench, own=False),
    "layoff-counts": lambda bench: any(
        line.seat == 0 and line.place is Place.TABLE
        for line in bench.score(on_table=bench.of(0, "SHDC")).lines
    ),
    "take-wild": take_wild,
    "fifth-king": fifth_king,
    "discard-out": discard_out,
    "last-layoff": lambda bench: (
        LayOff(parse_cards(bench.of(0, "C")), "M1") in legal(last_one(bench))
    ),
    "last-discard": lambda bench: Discard(parse_card(bench.of(0, "C"))) in legal(last_one(bench)),
    "float": floats,
    "call": can_call,
    "who-scores": lambda bench: not bench.score(on_table=bench.of(0, "SHDC")).lines,
    "out-bonus": lambda bench: any(
        line.place is Place.TAKEN for line in bench.score(held=bench.ten()).lines
    ),
    "cards-left": cards_left,
    "negative": lambda bench: bench.score(held=bench.ten()).total(0) < 0,
}
"""What the engine does in a position that the question is about."""


def compare(rules: Rules) -> int:
    """Every answer of yes or no is what the engine does; the number of those asked."""
    try:
        bench = Bench(rules)
    except Unsuited:
        return 0
    asked = 0
    for each in answers(rules):
        probe = PROBES.get(each.key)
        if probe is None or each.verdict == "":
            continue
        try:
            does = probe(bench)
        except Unsuited:
            continue
        asked += 1
        expected = each.verdict != "no"
        assert does is expected, f"{each.question} {each.text}"
        if each.key == "layoff-others":
            assert (each.verdict == "depends") is not lays_off(bench, own=False)
        if each.key == "cards-left":
            stock = bench.score(held=bench.ten(), how=Ending.STOCK_EXHAUSTED).total(0)
            assert stock == (-10 if each.verdict == "yes" else 0)
    return asked


@pytest.mark.parametrize("key", GAMES)
def test_answers_are_what_the_engine_does(key: str) -> None:
    assert compare(GAMES[key].rules) > 25


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_rules())
def test_answers_are_what_the_engine_does_under_any_rules(rules: Rules) -> None:
    compare(rules)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_rules())
def test_answers_are_sentences_and_name_where_they_come_from(rules: Rules) -> None:
    for each in answers(rules):
        assert each.text[0].isupper() or each.text[0].isdigit()
        assert each.text.endswith((".", rules_end(rules))), each
        assert set(each.options) <= set(OPTIONS)
        assert each.clause
        if each.verdict in ("yes", "no"):
            assert each.text.startswith(each.verdict.capitalize()), each


def rules_end(rules: Rules) -> str:
    return answer(rules, "printable").text[-1]


ASKED = {
    # The sources' questions, and what they answer for their own game.
    "rummy": {
        "cards-each": "10 cards each to two players, 7 each to three or four, 6 each to five",
        "ace": "A-2-3 is a run, Q-K-A is not",
        "q-k-a": "No",
        "k-a-2": "No",
        "ace-value": "in hand 1",
        "discard-out": "No",
        "layoff-others": "Yes",
        "rearrange": "No",
        "going-rummy": "double",
        "deck-runs-out": "turned face down and becomes the stock. The turned pile is not shuffled",
        "who-scores": "Yes",
        "throw-back": "No",
        "one-suit": "Yes",
    },
    "rummy-500": {
        "cards-each": "13 cards each to two players, 7 each to three or more",
        "four-players": "deal 7 cards each from one pack",
        "five-players": "leaves 16 in the stock, so rounds are short",
        "six-players": "two packs shuffled together, 104 cards",
        "discard-out": "No",
        "discard-each": "Yes",
        "on-the-board": "Neither is played here",
        "queen": "10, like any queen",
        "deck-runs-out": "only to be used in that turn",
        "no-cards": "the round ends at once",
        "last-layoff": "Yes",
        "dig-use": "Yes",
        "layoff-counts": "Yes",
        "negative": "Yes",
        "two-past": "the highest total wins",
        "ace-value": "On the table 15, but 1 at the low end of a run. Left in hand 15.",
    },
    "rummy-500-jokers": {
        "joker-value": "15",
        "wild-named": "Yes",
        "take-wild": "No",
        "fifth-king": "No",
        "identical": "No",
        "dig-use": "at once",
        "eight-players": "two packs",
        "tie": "further rounds",
    },
    "5000-rummy": {
        "cards-each": "with 2 to 10 the number and one more; with J, Q or K 11; with A 12.",
        "wild-cards": "the rank that the dealer's upcard names",
        "two-players": "No. At least three must play.",
        "five-players": "two packs",
        "cards-left": "No",
        "same-number": "set by your own upcard",
        "two-past": "the highest total wins",
        "discard-out": "nothing on the table may be able to use it",
        "float": "Yes",
        "call": "Yes",
        "on-the-board": "Only rummy on the board",
        "out-bonus": "Yes",
        "ace-value": "On the table 100. Left in hand 100. While aces are wild, each counts 200.",
    },
    "george": {
        "ace": "there are no runs",
        "two-naturals": "Yes",
        "wild-limit": "at most 1 wild card",
        "a-2-3": "No",
    },
}
"""By game, what its source answers (clauses.md has them clause by clause)."""


@pytest.mark.parametrize("key", ASKED)
def test_the_sources_questions(key: str) -> None:
    for question, words in ASKED[key].items():
        found = answer(preset(key), question).text
        assert words.lower() in found.lower(), (question, found)


@pytest.mark.parametrize(
    ("rules", "key", "words"),
    [
        ("rummy-500 go_out=discard_required", "discard-out", "Yes"),
        ("rummy-500 go_out=discard_required", "last-layoff", "No"),
        ("rummy-500 queen_of_spades=40", "queen", "40 instead of 10: for you on the table"),
        ("rummy-500 stock_out=recycle recycle_shuffle=on", "deck-runs-out", "is shuffled"),
        ("rummy-500 call_rummy=board_and_pile", "on-the-board", "Both are played here"),
        ("rummy-500 call_rummy=board_and_pile call_takes_above=on", "call-above", "Yes"),
        ("rummy-500 ace_in_runs=corner", "k-a-2", "Yes"),
        ("rummy-500 ace_in_low_run=15", "ace-value", "On the table 15. Left in hand 15."),
        ("rummy-500 top_card_use=must_use", "top-card", "Yes"),
        ("rummy-500 deep_use=meld_only", "dig-layoff", "No"),
        ("rummy-500 teams=pairs players=4", "pairs", "Yes"),
        ("5000 deadwood=subtract_own", "negative", "the shortfall is taken off the next round"),
        ("5000 deadwood=subtract_own", "cards-left", "Yes"),
        ("rummy-500-jokers winner_rule=out_player", "two-past", "goes out with a total"),
        ("rummy match_mode=n_deals deals=7", "two-past", "There is no target"),
    ],
)
def test_house_rules_change_the_answer(rules: str, key: str, words: str) -> None:
    assert words in answer(parse_rules(rules), key).text


def test_the_value_of_the_queen_is_the_engines() -> None:
    for value in (10, 40, 50):
        rules = parse_rules(f"rummy-500 queen_of_spades={value}")
        (line,) = Bench(rules).score(held="QS").lines
        assert line.points == -value
        assert answer(rules, "queen").text.startswith(str(value))
        assert line.why is (LineWhy.PLAIN if value == 10 else LineWhy.QUEEN_OF_SPADES)


def test_every_question_is_asked_once() -> None:
    assert len({question.words for question in QUESTIONS.values()}) == len(QUESTIONS)
    assert set(PROBES) <= set(QUESTIONS)


def test_two_packs_have_no_three_identical_cards() -> None:
    """B-27: a set may repeat a card, of which two packs have two."""
    assert answer(preset("george"), "identical").text == "Yes. With two packs 7♠ 7♠ 7♥ is a set."


def test_a_cap_on_wilds_is_not_contradicted() -> None:
    """GE-1: one wild at most, so no set is of wilds alone."""
    assert "wild cards alone" not in answer(preset("george"), "wild-limit").text
    assert "wild cards alone" in answer(preset("5000-rummy"), "wild-limit").text


def test_what_has_no_effect_is_not_compared() -> None:
    """Rummy 500 has no calls and no wilds, so nothing is said of who may call."""
    found = compared(preset("rummy-500", 3), preset("5000-rummy", 3))
    said = {each.option: each.a for _, some in found.groups for each in some}
    assert said["call_needs_own_meld"].startswith("This does not come up")
    two = compared(preset("rummy-500"), parse_rules("rummy-500 call_needs_own_meld=on"))
    assert two.groups == ()
