"""Cards counted at a real table: the sources' numbers, the engine's own, and what looks wrong."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.walks import random_round
from tests.strategies import rules

from laydown.cards import card_sign
from laydown.engine.law import law
from laydown.engine.match import new_match
from laydown.engine.melds import MeldShape, read_meld
from laydown.engine.scoring import score
from laydown.engine.state import NO_CARD, Ending, MeldKind, Round
from laydown.lab.drive import play_out
from laydown.lab.house import House
from laydown.players.levels import player
from laydown.record.pasted import read_standing
from laydown.rules.games import GAMES
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules
from laydown.server.count_requests import counted
from laydown.server.count_wire import Counted, CountQuestion
from laydown.server.requests import BadRequest
from laydown.sheet.counting import Cards, count, ended, law_for, wild_faces
from laydown.sheet.entries import CountedCard
from laydown.sheet.melding import can_flip, names_for, read_table

SIX = 5
"""the rank, where sixes are wild"""


def cards(text: str) -> tuple[CountedCard, ...]:
    """Cards as the page sends them: nothing said of aces, wilds named where the text says so."""
    return tuple(
        CountedCard(each.card, stands=each.stands if each.named else NO_CARD)
        for each in read_standing(text)
    )


def asked(rules_text: str, melded: str = "", held: str = "", **more: object) -> Counted:
    question = CountQuestion(rules_text, cards(melded), cards(held))
    for name, value in more.items():
        if name == "taken":
            more[name] = cards(str(value))
        if name == "others":
            assert isinstance(value, tuple)
            more[name] = tuple((who, cards(laid), cards(left)) for who, laid, left in value)
    return counted(CountQuestion(**{**_fields(question), **more}))  # type: ignore[arg-type]


def _fields(question: CountQuestion) -> dict[str, object]:
    return {name: getattr(question, name) for name in question.__struct_fields__}


# ------------------------------------------------------------------ the sources' numbers


def test_anna_scores_35() -> None:
    found = asked("rummy-500 players=2", "7S 7H 7D 9H 10H JH QH", "KC AS")
    assert (found.table, found.hand, found.points) == (60, 25, 35)
    assert found.text == "60 on the table − 25 in hand = +35."
    assert [(group.kind, group.points) for group in found.groups] == [("set", 21), ("run", 39)]
    assert [line.text for line in found.lines][-2:] == ["K♣ in hand: -10", "A♠ in hand: -15"]
    assert found.warnings == ()


def test_ben_scores_55_with_a_low_ace_and_two_cards_laid_off() -> None:
    """S3:57: the ace in A-2-3-4 counts 1; the 8♥ and the 7♣ lie on Anna's melds."""
    found = asked(
        "rummy-500 players=2",
        "AC 2C 3C 4C KS KH KD 8H 7C",
        went_out=True,
        others=(("Anna", "7S 7H 7D 9H 10H JH QH", "KC AS"),),
    )
    assert found.points == 55
    assert found.lines[0].text == "A♣ on the table (run): +1, an ace at the low end of a run"
    assert [line.text for line in found.lines][-2:] == [
        "8♥ on the table (laid off): +8",
        "7♣ on the table (laid off): +7",
    ]
    assert found.warnings == ()


def test_ben_scores_44_with_a_joker_in_hand() -> None:
    """S2:71: three queens, 7-8-9 of hearts, an ace laid off; a king and a joker in hand."""
    found = asked("rummy-500-jokers players=3", "7H 8H 9H QS QH QD AS", "KS X")
    assert (found.table, found.hand, found.points) == (69, 25, 44)


WORKED = (("Bob", "", "8D 7D AC"), ("Carl", "", "6S QH 3D"))
"""What the others hold in the worked hand of 5000 (S0:65-97), sixes wild."""


def test_alice_scores_280_and_the_others_nothing() -> None:
    alice = asked(
        "5000-rummy players=3", "9C 10C JC KS KH KD", others=WORKED, went_out=True, wild_rank=SIX
    )
    assert (alice.table, alice.taken, alice.points) == (55, 225, 280)
    assert alice.text == "55 on the table + 225 from the other hands = +280."
    assert "6♠ from Carl's hand: +100, a wild" in [line.text for line in alice.lines]
    bob = asked("5000-rummy players=3", "", "8D 7D AC", wild_rank=SIX)
    assert (bob.points, bob.hand) == (0, 110)
    assert bob.text == "0 on the table. The 110 in hand go to whoever went out."
    carl = asked("5000-rummy players=3", "", "6S QH 3D", wild_rank=SIX)
    assert (carl.points, carl.hand) == (0, 115)


def test_hands_nobody_counted_are_taken_from_a_heap() -> None:
    alice = asked(
        "5000-rummy players=3",
        "9C 10C JC KS KH KD",
        others=WORKED[:1],
        taken="6S QH 3D",
        went_out=True,
        wild_rank=SIX,
    )
    assert alice.points == 280
    assert alice.remarks == ()
    early = asked(
        "5000-rummy players=3",
        "9C 10C JC KS KH KD",
        others=(WORKED[0], ("Carl", "", "")),
        went_out=True,
        wild_rank=SIX,
    )
    assert early.points == 165
    assert early.remarks == (
        "Carl’s hand is not counted yet: count them there, or tap their cards here.",
    )
    assert [(line.place, line.at) for line in alice.lines][-6:] == [
        ("taken", -1), ("taken", -1), ("taken", -1), ("taken", 0), ("taken", 1), ("taken", 2),
    ]  # fmt: skip
    assert alice.lines[-3].text == "6♠ from the others' hand: +100, a wild"


def test_thirty_points_become_sixty_by_going_rummy() -> None:
    """S4:73: the winner gets 20 and 10; the whole hand at once doubles it."""
    held = (("A", "", "KC 7D 3S"), ("B", "", "AH 9H"))
    plain = asked("rummy players=3", "", others=held, went_out=True)
    assert (plain.points, plain.facts.places) == (30, ("taken",))
    whole = asked("rummy players=3", "", others=held, went_out=True, rummy=True)
    assert (whole.taken, whole.bonus, whole.points) == (30, 30, 60)
    assert whole.text == "30 from the other hands + 30 for going rummy = +60."
    loser = asked("rummy players=3", "", "KC 7D 3S")
    assert (loser.points, loser.hand) == (0, 20)
    assert loser.text == ("Nothing counts for this player. The 20 in hand go to whoever went out.")
    flat = asked("rummy players=3 going_rummy=flat10", others=held, went_out=True, rummy=True)
    assert flat.points == 40


# ------------------------------------------------------------------ the rules, value by value


@pytest.mark.parametrize(
    ("rules_text", "melded", "held", "points"),
    [
        ("rummy-500", "AS 2S 3S", "", 6),  # B-12
        ("rummy-500", "QS KS AS", "", 35),
        ("rummy-500", "AS AH AD", "", 45),
        ("rummy-500 ace_in_low_run=15", "AS 2S 3S", "", 20),  # S3:86
        ("rummy-500-jokers players=3", "AS 2S 3S", "", 20),  # B-10
        ("rummy-500-jokers players=3 ace_in_low_run=1", "X=AS 2S 3S", "", 20),
        ("rummy-500 queen_of_spades=40", "QS QH QD", "", 60),
        ("rummy-500 queen_of_spades=40", "", "QS", -40),
        ("rummy-500-jokers players=3 pip_value=5", "2H 3H 4H 10H", "9D", 20),  # RJ-8
        ("rummy-500-jokers players=3 joker_value=as_represented", "6C 7C X", "", 21),
        ("rummy-500-jokers players=3 joker_value=as_represented", "6C 7C X=5C", "", 18),
        ("rummy-500-jokers players=3 joker_value=as_represented", "", "X", -15),
        ("rummy-500 players=6 decks=2:2", "9S 9H 9D 9S", "", 36),  # a second 9♠ was laid off
        ("5000-rummy players=5", "7S 7S 7H", "", 15),
        ("5000-rummy players=3 deadwood=subtract_own", "KS KH KD", "AC", -70),  # S0:143
        ("rummy-500", "", "AS KS", -25),
    ],
)
def test_every_card_counts_as_the_rules_say(
    rules_text: str, melded: str, held: str, points: int
) -> None:
    found = asked(rules_text, melded, held)
    assert found.points == points
    assert sum(line.points for line in found.lines) == points


def test_wild_aces_count_200_each_and_a_wild_100_whatever_it_stands_for() -> None:
    """B-09."""
    aces = asked("5000-rummy players=4", "AS KS KD", wild_rank=0)
    assert aces.points == 220
    sixes = asked("5000-rummy players=4", "5C 6C 7C", wild_rank=SIX)
    assert sixes.points == 110
    assert asked("5000-rummy players=4", "6S 6H 6D", wild_rank=SIX).points == 300


def test_a_round_that_nobody_ended() -> None:
    """R5-11 takes hands off; B-31's option does not; 5000 gives no bonus (B-46)."""
    assert asked("rummy-500", "KS KH KD", "AS", ended_out=False).points == 15
    kept = "rummy-500 stock_out_hand_penalty=off"
    assert asked(kept, "KS KH KD", "AS", ended_out=False).points == 30
    left = asked("5000-rummy players=3", "KS KH KD", "AS", ended_out=False, others=WORKED)
    assert left.points == 30
    assert left.text == "30 on the table. The 100 in hand count for nobody."


def test_the_shortfall_is_carried() -> None:
    """B-46: −30 enters 0, and 30 stay against the next rounds."""
    found = asked(
        "5000-rummy players=3 deadwood=subtract_own", "KS KH KD", "10S JS QS KC 8S 9S 2S 3S"
    )
    assert found.points == -30
    assert any("writes 0" in remark and "30" in remark for remark in found.remarks)


# ------------------------------------------------------------------ reading


def signs(melded: str, rules_text: str = "rummy-500", *, wild_rank: int = -1) -> list[str]:
    """The melds that the cards seem to form, in signs, then what lies alone."""
    found = asked(rules_text, melded, wild_rank=wild_rank)
    row = found.melded
    groups = [
        " ".join(
            card_sign(row[at].stands if row[at].stands >= 0 else row[at].card) for at in group.at
        )
        for group in found.groups
    ]
    grouped = {at for group in found.groups for at in group.at}
    return [
        *sorted(groups),
        *(card_sign(row[at].card) for at in range(len(row)) if at not in grouped),
    ]


@pytest.mark.parametrize(
    ("melded", "read"),
    [
        ("7C 8C 9C 9S 9H 9D", ["7♣ 8♣ 9♣", "9♠ 9♥ 9♦"]),
        ("4D 5D 6D 8D 9D 10D", ["4♦ 5♦ 6♦", "8♦ 9♦ 10♦"]),
        ("AS 2S 3S AH AD AC", ["A♠ 2♠ 3♠", "A♥ A♦ A♣"]),
        ("QS KS AS", ["Q♠ K♠ A♠"]),
        ("KS AS 2S", ["K♠", "A♠", "2♠"]),
        ("8H 7C", ["8♥", "7♣"]),
        ("", []),
    ],
)
def test_the_reading_leaves_the_fewest_cards_over(melded: str, read: list[str]) -> None:
    assert signs(melded) == read


def test_wilds_fill_what_is_missing() -> None:
    jokers = "rummy-500-jokers players=3"
    assert signs("6C X 8C", jokers) == ["6♣ 7♣ 8♣"]
    assert signs("6C 7C X", jokers) == ["6♣ 7♣ 8♣"], "the upper end before the lower"
    assert signs("5S 5H X 9C", jokers) == ["5♠ 5♥ 5♦", "9♣"]
    assert signs("X=4C X=5C X=6C", jokers) == ["4♣ 5♣ 6♣"], "wild cards alone, if named (B-17)"
    assert signs("9C 6H JC 6S 6D 6C", "5000-rummy players=3", wild_rank=SIX) == [
        "6♠ 6♦ 6♣", "9♣ 10♣ J♣",
    ]  # fmt: skip


def test_an_ace_that_could_lie_elsewhere_is_asked_about_and_turned() -> None:
    found = asked("rummy-500", "AS 2S 3S 4S AH AD AC")
    assert found.points == 1 + 9 + 45
    assert any(remark.startswith("A♠ is counted low") for remark in found.remarks)
    assert found.flips == (0,), "the three others lie in a set"
    said = (CountedCard(0, low=False, said=True), *cards("2S 3S 4S AH AD AC"))
    turned = counted(CountQuestion("rummy-500", said))
    assert turned.points == 60 + 9
    assert [group.kind for group in turned.groups] == ["set", "run"]
    assert turned.remarks == ()


def test_an_ace_laid_off_lies_low_where_only_a_low_end_takes_it() -> None:
    """B-12: an ace laid off later on 2-3-4 is low too."""
    alone = asked("rummy-500 players=2", "AC KS KH KD")
    assert alone.points == 45
    seen = asked("rummy-500 players=2", "AC KS KH KD", others=(("Anna", "2C 3C 4C", "5D"),))
    assert seen.points == 31
    either = (("Anna", "2C 3C 4C AS AH AD", "5D"),)
    assert asked("rummy-500 players=2", "AC KS KH KD", others=either).points == 45


def test_a_wild_may_be_named_again() -> None:
    rules_ = GAMES["rummy-500-jokers"].rules
    facts = law_for(rules_, players=3)
    row = tuple(CountedCard(each.card) for each in read_standing("6C 7C X"))
    reading = read_table(facts, row)
    assert [card_sign(face) for face in names_for(facts, reading, 2)] == ["8♣", "5♣"]
    assert names_for(facts, reading, 0) == ()


# ------------------------------------------------------------------ what looks wrong


@pytest.mark.parametrize(
    ("rules_text", "melded", "others", "words"),
    [
        (
            "rummy-500 players=2",
            "KS KH KD KC KS",
            (),
            "There are five kings here, but one pack has four.",
        ),
        ("rummy-500 players=2", "9S", (("Ben", "9S 9H 9D", ""),), "9♠ is already counted for Ben."),
        (
            "5000-rummy players=5",
            "9S 9S 9S 9S",
            (),
            "9♠ is counted four times here, but two packs have it twice.",
        ),
        (
            "5000-rummy players=5",
            "9S 9S",
            (("Ben", "9S", ""), ("Carl", "", "9S")),
            "9♠ is counted four times, here and for Ben and Carl, but two packs have it twice.",
        ),
        ("rummy-500 players=2", "X 5S 5H", (), "This game is played without jokers."),
        ("george players=3", "2S 5S 5H", (), "The twos are not in this pack."),
        (
            "rummy-500-jokers players=3",
            "X X X",
            (),
            "A joker is counted three times here, but one pack has it twice.",
        ),
    ],
)  # fmt: skip
def test_what_the_packs_cannot_hold_is_pointed_out(
    rules_text: str, melded: str, others: tuple[tuple[str, str, str], ...], words: str
) -> None:
    found = asked(rules_text, melded, others=others)
    assert words in found.warnings
    assert found.lines, "and counted all the same"


def test_a_card_that_fits_nowhere_is_pointed_out_once_everybody_is_counted() -> None:
    anna = (("Anna", "7S 7H 7D", "KC"),)
    found = asked("rummy-500 players=2", "7C 5H 2S 3S 4S", others=anna)
    assert found.warnings == ("5♥ fits none of the melds that are counted.",)
    assert asked("rummy-500 players=3", "7C 5H 2S 3S 4S", others=anna).warnings == ()


def test_who_went_out_holds_nothing() -> None:
    found = asked("rummy-500", "KS KH KD", "AS", went_out=True)
    assert "Who goes out holds no card, but one card is counted in hand." in found.warnings


def test_pasted_text_is_read_and_nonsense_is_named() -> None:
    found = counted(CountQuestion("rummy-500", text="A♠ 10h, jd", into="held"))
    assert [card_sign(each.card) for each in found.held] == ["A♠", "10♥", "J♦"]
    assert found.added == found.held
    with pytest.raises(BadRequest, match="Zz"):
        counted(CountQuestion("rummy-500", text="A♠ Zz", into="melded"))
    with pytest.raises(BadRequest, match="more than can be counted"):
        counted(CountQuestion("rummy-500", held=cards("AS") * 300))
    with pytest.raises(BadRequest):
        counted(CountQuestion("rummy-500", held=(CountedCard(99),)))


# ------------------------------------------------------------------ the engine's own numbers


def as_counted(round_: Round, *, told: bool) -> list[Cards]:
    """By seat, the cards of a finished round; with `told`, what only the melds would say."""
    found = []
    for seat, hand in enumerate(round_.hands):
        row = []
        for meld in round_.melds:
            for place, (face, stands) in enumerate(zip(meld.cards, meld.stands, strict=True)):
                low = place == 0 and meld.kind is MeldKind.RUN
                if meld.seats[place] == seat:
                    row.append(CountedCard(face, low, stands) if told else CountedCard(face))
            row += [CountedCard(real.card) for real in meld.reals if real.seat == seat]
        found.append(Cards(tuple(row), tuple(CountedCard(face) for face in hand)))
    return found


@settings(max_examples=60)
@given(rules(), st.integers(0, 2**32 - 1))
def test_a_finished_round_counts_what_the_engine_scores(options: Rules, seed: int) -> None:
    *_, (_, _, last) = random_round(options, seed)
    assert last.end is not None
    facts = law(options, decks=last.decks, wild_rank=last.wild_rank)
    if last.end.how is Ending.VOID:
        return
    assert count(facts, as_counted(last, told=True), last.end).totals == score(last).totals


@settings(max_examples=80)
@given(rules(), st.data())
def test_a_reading_is_made_of_legal_melds(options: Rules, data: st.DataObject) -> None:
    """Whatever anybody taps: no card twice, none lost, and every meld one that the engine reads."""
    facts = law_for(options, wild_rank=data.draw(st.integers(-1, 12)))
    pack = [face for face in range(53) for _ in range(facts.copies[face])]
    row = tuple(
        CountedCard(face, low=data.draw(st.booleans()), said=data.draw(st.booleans()))
        for face in data.draw(st.lists(st.sampled_from(pack), max_size=24))
    )
    reading = read_table(facts, row)
    grouped = [at for group in reading.groups for at in group.at]
    assert sorted([*grouped, *reading.alone]) == list(range(len(row)))
    assert [each.card for each in reading.cards] == [each.card for each in row]
    for group in reading.groups:
        cards_ = tuple(reading.cards[at] for at in group.at)
        stands = tuple(each.card if each.stands == NO_CARD else each.stands for each in cards_)
        shape = read_meld(facts, tuple(each.card for each in cards_), stands)
        assert isinstance(shape, MeldShape)
        assert shape.kind is group.kind
        lows = [at for at, each in zip(group.at, cards_, strict=True) if each.low]
        assert lows in ([], [group.at[0]]), "an ace is low at the start of a run alone"
    for at, each in enumerate(row):
        if each.said and can_flip(facts, reading.cards[at]) and at in grouped:
            assert reading.cards[at].low is each.low, "what the player said holds"


TABLES = (
    "rummy players=4",
    "rummy-500 players=2",
    "rummy-500 players=6 set_identical=on",
    "rummy-500-jokers players=4",
    "rummy-500-jokers players=3 ace_in_low_run=1 queen_of_spades=50",
    "5000-rummy players=4",
    "george players=3",
)


@pytest.mark.parametrize("text", TABLES)
def test_reading_bare_cards_gives_the_same_but_for_aces(text: str) -> None:
    """Nobody says what the melds are: only where an ace lies may be read otherwise."""
    options = parse_rules(text)
    seats = options.setup.players
    players = [player("plain", seed=seat) for seat in range(seats)]
    match = play_out(new_match(options), players, House(Random(7)), max_rounds=3)
    last = match.last
    assert last is not None
    assert last.end is not None
    facts = law(options, decks=last.decks, wild_rank=last.wild_rank)
    bare = as_counted(last, told=False)
    read = [Cards(read_table(facts, each.melded).cards, each.held) for each in bare]
    found, truly = count(facts, read, last.end), score(last)
    assert any(each.melded for each in bare)
    for seat in range(seats):
        if not any(can_flip(facts, each) for each in read[seat].melded):
            assert found.total(seat) == truly.total(seat)
    assert set(wild_faces(facts)) <= set(range(53))


def test_ended_says_who_went_out() -> None:
    assert ended(out=1).out == 1
    assert ended().how is Ending.STOCK_EXHAUSTED
    assert ended(out=1, by_stock=True).how is Ending.STOCK_EXHAUSTED
