"""The worked examples of the four sources, with their numbers, played and scored by the engine.

The suits that a source leaves open are filled in.
"""

from __future__ import annotations

import msgspec
import pytest

from laydown.cards import Card, parse_card, parse_cards
from laydown.engine.actions import HOUSE, Deal, Discard, Draw, LayOff, Meld, Move, Pass, Steal, Take
from laydown.engine.dealing import Layout, decks_for, lay_out, new_round, pack_of
from laydown.engine.errors import Reason, Why
from laydown.engine.game import play
from laydown.engine.law import law
from laydown.engine.legal import LegalActions
from laydown.engine.match import standing
from laydown.engine.melds import MeldShape, read_meld
from laydown.engine.scoring import RoundScore, card_points, meld_points, score, score_parts
from laydown.engine.state import Drawn, End, Ending, MeldKind, Phase, Round, TableMeld, Turn
from laydown.engine.view import view
from laydown.rules.games import preset
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules


def c(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def named(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Cards and what they stand for, from ``6C X=7C 8C``."""
    pairs = [token.partition("=") for token in text.split()]
    cards = tuple(parse_card(face) for face, _, _ in pairs)
    return cards, tuple(parse_card(stand or face) for face, _, stand in pairs)


def meld(rules: Rules, text: str, *, wild: str = "", decks: int = 1) -> MeldShape | Reason:
    cards, stands = named(text)
    rank = parse_card(wild + "S") if wild else -1
    return read_meld(law(rules, decks=decks, wild_rank=rank), cards, stands)


def kind(rules: Rules, text: str, *, wild: str = "", decks: int = 1) -> MeldKind | None:
    shape = meld(rules, text, wild=wild, decks=decks)
    return shape.kind if isinstance(shape, MeldShape) else None


def points(rules: Rules, text: str, *, wild: str = "") -> int:
    shape = meld(rules, text, wild=wild)
    assert isinstance(shape, MeldShape)
    rank = parse_card(wild + "S") if wild else -1
    return meld_points(law(rules, decks=1, wild_rank=rank), shape)


def in_hand(rules: Rules, text: str, *, wild: str = "") -> int:
    rank = parse_card(wild + "S") if wild else -1
    facts = law(rules, decks=1, wild_rank=rank)
    return sum(card_points(facts, face, on_table=False)[0] for face in c(text))


def on_table(
    number: int, owner: int, text: str, *, layer: dict[str, int] | None = None
) -> TableMeld:
    """A meld of the owner's; `layer` says which cards others laid off."""
    cards, stands = named(text)
    seats = tuple(
        next((seat for card, seat in (layer or {}).items() if parse_card(card) == face), owner)
        for face in cards
    )
    what = MeldKind.SET if len({face % 13 for face in stands}) == 1 else MeldKind.RUN
    return TableMeld(f"M{number}", what, owner, cards, stands, seats)


def scored(
    rules: Rules,
    melds: list[TableMeld],
    hands: list[str],
    *,
    out: int,
    wild: str = "",
    going_rummy: bool = False,
) -> RoundScore:
    return score_parts(
        rules,
        decks=decks_for(rules),
        wild_rank=parse_card(wild + "S") if wild else -1,
        melds=tuple(melds),
        hands=tuple(tuple(sorted(c(hand))) for hand in hands),
        end=End(Ending.OUT, out, going_rummy),
    )


def dealt(rules: Rules, hands: list[str], pile: str, stock: str) -> Round:
    """The deal that gives these hands (seat 0 first), this pile and the stock's first cards."""
    players = rules.setup.players
    size = len(c(hands[0]))
    order = [c(hands[seat])[i] for i in range(size) for seat in range(players)]
    order += [*c(pile), *c(stock)]
    rest = list(pack_of(rules, 1))
    for face in order:
        rest.remove(face)
    return play(new_round(rules, players - 1), Move(HOUSE, Deal((*order, *rest))))


def position(rules: Rules, hands: list[str], pile: str, *melds: TableMeld, wild: int = -1) -> Round:
    """Seat 0 about to draw from a stock of one card."""
    players = len(hands)
    owners = tuple(any(each.owner == seat for each in melds) for seat in range(players))
    return Round(
        rules=rules,
        players=players,
        dealer=players - 1,
        decks=decks_for(rules),
        phase=Phase.DRAW,
        seat=0,
        hands=tuple(tuple(sorted(c(hand))) for hand in hands),
        stock=c("2S"),
        pile=c(pile),
        melds=melds,
        turn=Turn(fresh=not owners[0]),
        wild_rank=wild,
        known=((),) * players,
        melded=owners,
        laid=owners,
        floating=(False,) * players,
        laid_melds=len(melds),
    )


def legal(round_: Round) -> LegalActions:
    return LegalActions(view(round_, round_.seat))


def sizes(rules: Rules) -> tuple[tuple[int, ...], int]:
    """Hand sizes and stock of an ordinary deal."""
    laid = lay_out(rules, 0, pack_of(rules, decks_for(rules)))
    assert isinstance(laid, Layout)
    assert len(laid.pile) == 1
    return tuple(map(len, laid.hands)), len(laid.stock)


class TestBasicRummy:
    @pytest.mark.parametrize(
        ("players", "each", "stock"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)]
    )
    def test_the_deal(self, players: int, each: int, stock: int) -> None:
        assert sizes(preset("rummy", players)) == ((each,) * players, stock)

    def test_what_melds_are(self) -> None:
        rules = preset("rummy")
        assert kind(rules, "9C 9D 9H") is MeldKind.SET
        assert kind(rules, "4S 5S 6S") is MeldKind.RUN
        assert kind(rules, "AS 2S 3S") is MeldKind.RUN
        assert kind(rules, "QS KS AS") is None
        assert kind(rules, "KS AS 2S") is None
        assert kind(rules, "5S 6H 7S") is None
        high = parse_rules("rummy ace_in_runs=high_or_low")
        assert kind(high, "QS KS AS") is MeldKind.RUN
        assert kind(high, "KS AS 2S") is None

    def test_laying_off_the_fourth_nine_and_the_ends_of_runs(self) -> None:
        rules = preset("rummy", 2)
        table = (
            on_table(1, 1, "9C 9D 9H"),
            on_table(2, 1, "4S 5S 6S"),
            on_table(3, 0, "7H 8H 9H"),
        )
        round_ = play(position(rules, ["9S 7S TH KC", "3C"], "5D", *table), Move(0, Draw()))
        assert LayOff(c("9S"), "M1") in legal(round_)
        assert LayOff(c("7S"), "M2") in legal(round_)
        assert LayOff(c("TH"), "M3") in legal(round_)
        assert LayOff(c("KC"), "M1") not in legal(round_)

    def test_the_worked_hand(self) -> None:
        rules = preset("rummy", 3)
        round_ = dealt(
            rules,
            ["4H 5H 9S 9D 9C JC KD", "JS JH JD 7H KC 7D 3S", "2C 3C 4C 5C 6C AH 9H"],
            "6H",
            "8S TD 2S",
        )
        for move in (
            Move(0, Take(1)),
            Move(0, Meld(c("4H 5H 6H"))),
            Move(0, Meld(c("9S 9D 9C"))),
            Move(0, Discard(parse_card("KD"))),
            Move(1, Draw()),
            Move(1, Meld(c("JS JH JD"))),
            Move(1, LayOff(c("7H"), "M1")),
            Move(1, Discard(parse_card("8S"))),
            Move(2, Draw()),
            Move(2, Meld(c("2C 3C 4C 5C 6C"))),
            Move(2, Discard(parse_card("TD"))),
            Move(0, Draw()),
        ):
            round_ = play(round_, move)
        assert round_.hands[0] == tuple(sorted(c("JC 2S")))
        round_ = play(round_, Move(0, LayOff(c("JC"), "M3")))
        round_ = play(round_, Move(0, Discard(parse_card("2S"))))
        assert round_.end == End(Ending.OUT, 0)
        assert round_.hands[1:] == (tuple(sorted(c("KC 7D 3S"))), tuple(sorted(c("AH 9H"))))
        assert in_hand(rules, "KC 7D 3S") == 10 + 7 + 3 == 20
        assert in_hand(rules, "AH 9H") == 1 + 9 == 10
        assert score(round_).totals == (30, 0, 0)

    def test_the_same_hand_laid_down_in_one_turn_is_going_rummy_and_pays_60(self) -> None:
        rules = preset("rummy", 3)
        round_ = position(
            rules,
            ["4H 5H 6H 9S 9D 9C JC", "KC 7D 3S", "AH 9H"],
            "8C",
            on_table(1, 1, "JS JH JD"),
        )
        for action in (
            Draw(),
            Meld(c("4H 5H 6H")),
            Meld(c("9S 9D 9C")),
            LayOff(c("JC"), "M1"),
            Discard(parse_card("2S")),
        ):
            round_ = play(round_, Move(0, action))
        assert round_.end == End(Ending.OUT, 0, going_rummy=True)
        assert score(round_).totals == (60, 0, 0)

    def test_the_taken_discard_does_not_go_straight_back(self) -> None:
        round_ = play(position(preset("rummy", 2), ["KC 3C", "5D"], "6S"), Move(0, Take(1)))
        assert Discard(parse_card("6S")) not in legal(round_)
        assert Discard(parse_card("3C")) in legal(round_)


class TestRummy500:
    @pytest.mark.parametrize(
        ("players", "packs", "each", "stock"),
        [(2, 1, 13, 25), (3, 1, 7, 30), (4, 1, 7, 23), (5, 1, 7, 16), (6, 1, 7, 9), (6, 2, 7, 61)],
    )
    def test_the_deal(self, players: int, packs: int, each: int, stock: int) -> None:
        rules = parse_rules(f"rummy-500 players={players} decks={packs}")
        assert sizes(rules) == ((each,) * players, stock)

    def test_two_packs_are_104_cards(self) -> None:
        rules = preset("rummy-500", 6)
        assert decks_for(rules) == 2
        assert len(pack_of(rules, 2)) == 104

    def test_what_melds_are(self) -> None:
        rules = preset("rummy-500")
        assert kind(rules, "8S 8H 8D") is MeldKind.SET
        assert kind(rules, "5C 6C 7C 8C") is MeldKind.RUN
        assert kind(rules, "AH 2H 3H") is MeldKind.RUN
        assert kind(rules, "QH KH AH") is MeldKind.RUN
        assert kind(rules, "KH AH 2H") is None
        assert kind(rules, "9S 9S 9H", decks=2) is None
        identical = parse_rules("rummy-500 players=6 set_identical=on")
        assert kind(identical, "9S 9S 9H", decks=2) is MeldKind.SET
        assert kind(identical, "4H 5H 5H 6H", decks=2) is None

    def test_digging_for_the_nine(self) -> None:
        round_ = position(preset("rummy-500", 2), ["TH JH 3C", "5D"], "4S JC 9H 2D 6S")
        assert [n for n in range(1, 6) if Take(n) in legal(round_)] == [1, 3]
        round_ = play(round_, Move(0, Take(3)))
        assert round_.pile == c("4S JC")
        assert Discard(parse_card("3C")) not in legal(round_)
        round_ = play(round_, Move(0, Meld(c("9H TH JH"))))
        assert round_.hands[0] == tuple(sorted(c("2D 6S 3C")))
        assert Discard(parse_card("3C")) in legal(round_)

    def test_anna_and_ben(self) -> None:
        rules = preset("rummy-500", 2)
        assert points(rules, "7S 7H 7D") == 21
        assert points(rules, "9H TH JH") == 29
        assert points(rules, "AC 2C 3C 4C") == 1 + 2 + 3 + 4 == 10
        assert points(rules, "KS KH KD") == 30
        found = scored(
            rules,
            [
                on_table(1, 0, "7S 7H 7D 7C", layer={"7C": 1}),
                on_table(2, 0, "8H 9H TH JH QH", layer={"8H": 1}),
                on_table(3, 1, "AC 2C 3C 4C"),
                on_table(4, 1, "KS KH KD"),
            ],
            ["KC AS", ""],
            out=1,
        )
        assert (found.table(0), found.in_hand(0), found.total(0)) == (60, 25, 35)
        assert (found.table(1), found.in_hand(1), found.total(1)) == (55, 0, 55)

    def test_the_ace_melded_instead_of_held_is_a_swing_of_30(self) -> None:
        rules = preset("rummy-500", 2)
        held = scored(rules, [on_table(1, 0, "AH AD AC")], ["AS", ""], out=1).total(0)
        laid = scored(rules, [on_table(1, 0, "AH AD AC AS")], ["", ""], out=1).total(0)
        assert laid - held == 30

    @pytest.mark.parametrize("value", [10, 40, 50])
    def test_the_queen_of_spades(self, value: int) -> None:
        rules = parse_rules(f"rummy-500 queen_of_spades={value}")
        assert points(rules, "QS QH QD") == value + 20
        assert in_hand(rules, "QS") == value

    def test_two_past_500_and_the_higher_wins(self) -> None:
        rules = preset("rummy-500", 2)
        ending = standing(rules, (512, 507), out=1)
        assert (ending.over, ending.winners) == (True, (0,))


class TestRummy500WithJokers:
    @pytest.mark.parametrize(
        ("players", "packs", "each", "stock"),
        [
            (2, 1, 13, 27),
            (3, 1, 7, 32),
            (4, 1, 7, 25),
            (5, 2, 7, 72),
            (6, 2, 7, 65),
            (7, 2, 7, 58),
            (8, 2, 7, 51),
        ],
    )
    def test_the_deal(self, players: int, packs: int, each: int, stock: int) -> None:
        rules = preset("rummy-500-jokers", players)
        assert decks_for(rules) == packs
        assert len(pack_of(rules, packs)) == 54 * packs
        assert sizes(rules) == ((each,) * players, stock)

    def test_the_joker_is_the_eight_and_stays_it(self) -> None:
        rules = preset("rummy-500-jokers", 2)
        assert kind(rules, "6C 7C X=8C") is MeldKind.RUN
        table = on_table(1, 1, "6C 7C X=8C")
        round_ = play(position(rules, ["5C 9C 8C KD", "3C"], "5D", table), Move(0, Draw()))
        assert LayOff(c("5C"), "M1") in legal(round_)
        assert LayOff(c("9C"), "M1") in legal(round_)
        assert LayOff(c("8C"), "M1") not in legal(round_)
        swap = legal(round_).why_not(Steal(parse_card("8C"), "M1"))
        assert swap is not None
        assert swap.why is Why.STEAL_OFF

    def test_four_kings_and_a_joker_are_impossible(self) -> None:
        assert kind(preset("rummy-500-jokers"), "KS KH KD KC X=KS") is None

    def test_melds_and_the_eight_on_the_run(self) -> None:
        rules = preset("rummy-500-jokers", 2)
        assert kind(rules, "8S 8H 8C") is MeldKind.SET
        assert kind(rules, "KS AS 2S") is None
        table = on_table(1, 1, "4D 5D 6D 7D")
        round_ = play(position(rules, ["8D KD", "3C"], "5D", table), Move(0, Draw()))
        assert LayOff(c("8D"), "M1") in legal(round_)

    def test_digging_for_the_nine_at_once(self) -> None:
        round_ = position(preset("rummy-500-jokers", 2), ["9C 9H QD", "5D"], "KS 3H 9D JC 5S")
        assert [n for n in range(1, 6) if Take(n) in legal(round_)] == [1, 3]
        round_ = play(round_, Move(0, Take(3)))
        round_ = play(round_, Move(0, Meld(c("9C 9H 9D"))))
        assert round_.hands[0] == tuple(sorted(c("JC 5S QD")))
        assert {a.card for a in legal(round_) if isinstance(a, Discard)} == set(c("JC 5S QD"))

    def test_ben_scores_44(self) -> None:
        rules = preset("rummy-500-jokers", 2)
        assert points(rules, "7H 8H 9H") == 24
        assert points(rules, "QS QH QD") == 30
        assert in_hand(rules, "KC X") == 25
        found = scored(
            rules,
            [
                on_table(1, 0, "7H 8H 9H"),
                on_table(2, 0, "QS QH QD"),
                on_table(3, 1, "AS AH AD AC", layer={"AC": 0}),
            ],
            ["KC X", ""],
            out=1,
        )
        assert (found.table(0), found.in_hand(0), found.total(0)) == (69, 25, 44)

    def test_pips_of_five(self) -> None:
        assert points(parse_rules("rummy-500-jokers pip_value=5"), "7H 8H 9H") == 15

    def test_a_tie_needs_further_hands_and_going_out_may_be_needed_to_win(self) -> None:
        tied = standing(preset("rummy-500-jokers", 3), (510, 510, 300), out=0)
        assert (tied.over, tied.then) == (False, "extra_hand")
        rules = parse_rules("rummy-500-jokers players=3 winner_rule=out_player")
        assert standing(rules, (505, 530, 300), out=0).winners == (0,)
        assert not standing(rules, (495, 530, 300), out=0).over


def first_hand(rules: Rules, upcard: str) -> int:
    """How many cards the first hand gets that starts with this upcard."""
    packs = decks_for(rules)
    rest = list(pack_of(rules, packs))
    rest.remove(parse_card(upcard))
    laid = lay_out(rules, rules.setup.players - 1, (parse_card(upcard), *rest))
    assert isinstance(laid, Layout)
    return len(laid.hands[0])


class Test5000Rummy:
    @pytest.mark.parametrize(
        ("upcard", "size"),
        [("2", 3), ("3", 4), ("9", 10), ("T", 11), ("J", 11), ("Q", 11), ("K", 11), ("A", 12)],
    )
    def test_the_upcard_says_how_many_more(self, upcard: str, size: int) -> None:
        assert first_hand(preset("5000-rummy", 3), upcard + "H") == size

    def test_seven_counted_as_a_total_is_six_more(self) -> None:
        rules = parse_rules("5000-rummy players=3 upcard_count=total")
        assert first_hand(rules, "7H") == 7

    @pytest.mark.parametrize(("more", "size"), [(15, 16), (20, 21)])
    def test_a_permanent_wild_brings_15_or_20_more(self, more: int, size: int) -> None:
        rules = parse_rules(
            f"5000-rummy players=3 permanent_wilds=twos permanent_wild_upcard={more}"
        )
        assert first_hand(rules, "2D") == size

    def test_the_smallest_stock_is_three_cards(self) -> None:
        """Four aces turned up among four players: 48 cards dealt, one turned (B-07)."""
        rules = preset("5000-rummy", 4)
        aces = c("AS AH AD AC")
        rest = [face for face in pack_of(rules, 1) if face not in aces]
        order: list[Card] = []
        for ace in aces:
            order += [ace, *rest[:11]]
            del rest[:11]
        laid = lay_out(rules, 3, (*order, *rest))
        assert isinstance(laid, Layout)
        assert [len(hand) for hand in laid.hands] == [12, 12, 12, 12]
        assert len(laid.stock) == 3

    def test_two_cannot_play_and_three_can(self) -> None:
        assert preset("5000-rummy", 2).problems()
        assert not preset("5000-rummy", 3).problems()

    def test_three_identical_sevens_are_fine_with_two_packs(self) -> None:
        assert kind(preset("5000-rummy", 5), "7C 7C 7C", decks=2) is MeldKind.SET

    def test_what_runs_are(self) -> None:
        rules = preset("5000-rummy", 3)
        assert kind(rules, "AC 2C 3C", wild="6") is MeldKind.RUN
        assert kind(rules, "QC KC AC", wild="6") is MeldKind.RUN
        assert kind(rules, "KC AC 2C", wild="6") is None

    def test_values(self) -> None:
        rules = preset("5000-rummy", 3)
        assert in_hand(rules, "KS QS JS TS", wild="6") == 40
        assert in_hand(rules, "2S 5S 9S", wild="6") == 15
        assert in_hand(rules, "AS", wild="6") == 100
        assert in_hand(rules, "6S", wild="6") == 100
        assert in_hand(rules, "AS", wild="A") == 200

    def test_alice_collects_280(self) -> None:
        rules = preset("5000-rummy", 3)
        assert points(rules, "9C TC JC", wild="6") == 25
        assert points(rules, "KS KH KD", wild="6") == 30
        assert in_hand(rules, "8D 7H AC", wild="6") == 110
        assert in_hand(rules, "6S QH 3D", wild="6") == 115
        found = scored(
            rules,
            [on_table(1, 0, "9C TC JC"), on_table(2, 0, "KS KH KD")],
            ["", "8D 7H AC", "6S QH 3D"],
            out=0,
            wild="6",
        )
        assert found.table(0) == 55
        assert found.totals == (280, 0, 0)

    def test_alice_played_out(self) -> None:
        """She melds her kings and throws a two that fits nothing on the table."""
        rules = preset("5000-rummy", 3)
        run = on_table(1, 0, "9C TC JC")
        hands = ["KS KH KD", "8D 7H AC", "6S QH 3D"]
        round_ = position(rules, hands, "5D", run, wild=5)
        for action in (Draw(), Meld(c("KS KH KD")), Discard(parse_card("2S"))):
            round_ = play(round_, Move(0, action))
        assert round_.end == End(Ending.OUT, 0)
        assert score(round_).totals == (280, 0, 0)

    def test_a_playable_last_card_floats_instead(self) -> None:
        rules = preset("5000-rummy", 3)
        run = on_table(1, 0, "9C TC JC")
        round_ = position(rules, ["QC", "8D 7H AC", "6S QH 3D"], "5D", run, wild=5)
        round_ = play(round_, Move(0, Draw()))
        round_ = play(round_, Move(0, Discard(parse_card("2S"))))
        while round_.phase is Phase.CALLING:
            round_ = play(round_, Move(round_.may_call[0], Pass()))
        assert round_.hands[0] == c("QC")
        last = msgspec.structs.replace(
            round_, phase=Phase.PLAY, seat=0, turn=Turn(drawn=Drawn.STOCK)
        )
        refusal = legal(last).why_not(Discard(parse_card("QC")))
        assert refusal is not None
        assert refusal.why is Why.PLAYABLE_LAST
        floats = play(last, Move(0, LayOff(c("QC"), "M1")))
        assert floats.floating[0]
        assert floats.seat == 1

    def test_both_past_5000(self) -> None:
        rules = preset("5000-rummy", 3)
        assert standing(rules, (5010, 5200, 3100), out=0).winners == (1,)
        other = parse_rules("5000-rummy players=3 winner_rule=out_player_if_reached")
        assert standing(other, (5010, 5200, 3100), out=0).winners == (0,)
        assert standing(other, (4900, 5100, 5300), out=0).winners == (2,)
        shared = standing(other, (4900, 5100, 5100), out=0)
        assert (shared.winners, shared.shared) == ((1, 2), True)


class TestGeorge:
    @pytest.mark.parametrize(
        ("upcard", "size"), [("3", 3), ("9", 9), ("T", 10), ("J", 11), ("Q", 12), ("K", 13)]
    )
    def test_the_upcard_is_the_hand_size(self, upcard: str, size: int) -> None:
        assert first_hand(preset("george", 3), upcard + "H") == size

    @pytest.mark.parametrize("ace", [14, 15])
    def test_the_ace_is_14_or_15(self, ace: int) -> None:
        assert first_hand(parse_rules(f"george upcard_ace={ace}"), "AH") == ace

    def test_the_pack_has_96_cards(self) -> None:
        assert len(pack_of(preset("george", 3), 2)) == 96

    def test_no_runs_and_one_wild_to_a_set(self) -> None:
        rules = preset("george", 5)
        assert kind(rules, "9C TC JC", wild="6", decks=2) is None
        assert kind(rules, "5C 5D 9H=5S", wild="9", decks=2) is MeldKind.SET
        assert kind(rules, "5C 9H=5S 9D=5D", wild="9", decks=2) is None

    def test_two_naturals_for_the_pile(self) -> None:
        rules = preset("george", 3)
        holds = position(rules, ["8C 8H 4S", "3C", "3D"], "QS 8D", wild=8)
        assert Take(1) in legal(holds)
        lacks = position(rules, ["8C 9H 4S", "3C", "3D"], "QS 8D", wild=8)
        assert Take(1) not in legal(lacks)
        wild = position(rules, ["9C 9H 4S", "3C", "3D"], "QS 9D", wild=8)
        assert Take(1) not in legal(wild)
