"""A test for clauses that no adjudication case and no worked example speaks of, by number."""

from __future__ import annotations

import pytest
from tests.tables import lying, played, refused, table

from laydown.cards import parse_card, parse_cards
from laydown.engine.actions import (
    HOUSE,
    Call,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Move,
    Pass,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.calling import callers
from laydown.engine.dealing import cut_dealer, decks_for, new_round, pack_of
from laydown.engine.errors import IllegalAction, Why
from laydown.engine.game import play
from laydown.engine.match import enter, new_match, play_match, round_winner, standing
from laydown.engine.scoring import Place, score, score_parts
from laydown.engine.settling import Plan, plan
from laydown.engine.state import NO_SEAT, Drawn, End, Ending, Phase, Turn
from laydown.engine.view import view
from laydown.rules.games import preset
from laydown.rules.pack import upcard_size
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules

c = parse_cards
one = parse_card


def rules(text: str) -> Rules:
    return parse_rules(text)


class TestTheRound:
    def test_r5_3_the_whole_pile_is_seen_in_order(self) -> None:
        round_ = table(preset("rummy-500"), "9H KC", "4D", pile="4S JC 9D 2D 6S", stock="3C")
        for seat in (0, 1, None):
            assert view(round_, seat).pile == c("4S JC 9D 2D 6S")

    def test_r5_9_a_discard_ends_the_turn(self) -> None:
        round_ = table(preset("rummy-500"), "9H KC 2C", "4D 5S", stock="3C 4C", pile="8D")
        after = played(round_, Draw(), Discard(one("KC")))
        assert (after.seat, after.phase, after.pile) == (1, Phase.DRAW, c("8D KC"))

    def test_rj_2_two_packs_do_not_make_a_set_of_five(self) -> None:
        six = preset("rummy-500-jokers", 6)
        hands = ["9S 9H 9D 9C X 2C", *["3C 4D"] * 5]
        round_ = table(six, *hands, stock="8D 8S", pile="7D")
        drawn = played(round_, Draw())
        meld = Meld(c("9S 9H 9D 9C X"), c("9S 9H 9D 9C 9S"))
        assert refused(drawn, meld) is Why.SAME_SUIT_TWICE
        assert refused(drawn, Meld(c("9S 9H 9D X"), c("9S 9H 9D 9C"))) is None

    def test_k5_3_everybody_picks_up_the_upcard_and_it_stays_known(self) -> None:
        three = preset("5000-rummy", 3)
        order = c("3S 2H 2D 2C  4S 5H 5D 5C 6H  3H 6D 6C 7H  KS")
        rest = list(pack_of(three, 1))
        for face in order:
            rest.remove(face)
        dealt = play(new_round(three, 2), Move(HOUSE, Deal((*order, *rest))))
        assert dealt.hands[0] == tuple(sorted(c("3S 2H 2D 2C")))
        assert dealt.known == ((one("3S"),), (one("4S"),), (one("3H"),))
        assert dealt.pile == c("KS")
        assert dealt.seat == 0

    def test_k5_6_the_sole_top_card_does_not_go_back(self) -> None:
        three = preset("5000-rummy", 3)
        taken = played(table(three, "9H KC", "4D", "5D", pile="2D 8S", stock="3C"), Take(1))
        assert refused(taken, Discard(one("8S"))) is Why.SAME_CARD_BACK
        assert refused(taken, Discard(one("9H"))) is None

    def test_k5_10_the_round_ends_when_the_pile_is_declined(self) -> None:
        three = preset("5000-rummy", 3)
        round_ = table(three, "9H KC", "4D 5S", "5D", pile="2D 8S")
        after = played(round_, Decline())
        assert after.end == End(Ending.STOCK_EXHAUSTED)

    def test_b_35_with_two_cards_left_either_may_be_thrown(self) -> None:
        three = preset("5000-rummy", 3)
        round_ = table(
            three,
            "QC 8C",
            "4D",
            "5D",
            melds=((1, "9C TC JC"),),
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
            stock="2D",
        )
        assert refused(round_, Discard(one("QC"))) is None
        laid = played(round_, LayOff(c("QC"), "M1"))
        assert refused(laid, Discard(one("8C"))) is Why.PLAYABLE_LAST
        floats = played(laid, LayOff(c("8C"), "M1"))
        assert floats.floating[0]
        assert floats.seat == 1


class TestTheDeal:
    @pytest.mark.parametrize(
        ("upcard", "cards"), [("2S", 3), ("9S", 10), ("TS", 11), ("JS", 11), ("KS", 11), ("AS", 12)]
    )
    def test_b_01_a_ten_brings_ten_more(self, upcard: str, cards: int) -> None:
        assert upcard_size(preset("5000-rummy"), one(upcard)) == cards

    @pytest.mark.parametrize("more", [15, 20])
    def test_b_03_a_permanent_wild_brings_more_cards_even_under_total(self, more: int) -> None:
        total = rules(
            f"5000-rummy upcard_count=total permanent_wilds=twos permanent_wild_upcard={more}"
        )
        assert upcard_size(total, one("2S")) == 1 + more
        assert upcard_size(total, one("7S")) == 7

    def test_b_05_an_ace_upcard_makes_all_aces_wild_at_200(self) -> None:
        three = preset("5000-rummy", 3)
        ended = score_parts(
            three,
            decks=1,
            wild_rank=0,
            melds=(lying(1, 0, "5C AS=6C 7C"),),
            hands=((), c("AH"), ()),
            end=End(Ending.OUT, 0),
        )
        assert ended.table(0) == 210
        assert ended.in_hand(1) == 200
        assert ended.total(0) == 410

    def test_b_06_and_ge_2_george_has_96_cards_and_an_ace_of_14(self) -> None:
        george = preset("george", 3)
        assert len(pack_of(george, decks_for(george))) == 96
        assert not any(face % 13 == 1 for face in pack_of(george, 2))
        assert upcard_size(george, one("AS")) == 14
        assert upcard_size(rules("george upcard_ace=15"), one("AS")) == 15
        assert upcard_size(george, one("3S")) == 3
        assert george.setup.seats_from == 3

    def test_b_08_five_players_without_jokers_share_one_pack(self) -> None:
        assert decks_for(preset("rummy-500", 5)) == 1
        assert decks_for(preset("rummy-500", 6)) == 2
        assert decks_for(preset("rummy-500-jokers", 5)) == 2

    def test_e_5_a_number_of_packs_may_depend_on_the_seats(self) -> None:
        assert decks_for(rules("rummy players=4 decks=2:1,4:2")) == 2
        assert decks_for(rules("rummy players=3 decks=2:1,4:2")) == 1
        jokers = rules("5000-rummy players=4 permanent_wilds=jokers")
        assert pack_of(jokers, 1).count(52) == 2


class TestWilds:
    def test_b_15_the_suit_of_a_wild_is_free_where_sets_ignore_suits(self) -> None:
        round_ = table(
            preset("5000-rummy", 3),
            "KS KH 6D 2C",
            "4D",
            "5D",
            wild="6",
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
        )
        for suit in "SHDC":
            assert refused(round_, Meld(c("KS KH 6D"), c(f"KS KH K{suit}"))) is None
        jokers = table(
            preset("rummy-500-jokers"),
            "KS KH X 2C",
            "4D",
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
        )
        assert refused(jokers, Meld(c("KS KH X"), c("KS KH KH"))) is Why.SAME_SUIT_TWICE
        assert refused(jokers, Meld(c("KS KH X"))) is Why.NAME_THE_WILD

    def test_b_16_a_joker_may_stand_for_a_card_that_lies_elsewhere(self) -> None:
        round_ = table(
            preset("rummy-500-jokers"),
            "6C X 8C 2C",
            "4D",
            melds=((1, "7S 7H 7C"),),
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
        )
        assert refused(round_, Meld(c("6C X 8C"), c("6C 7C 8C"))) is None

    def test_e_2_a_stolen_wild_goes_to_hand_and_the_card_counts_for_the_thief(self) -> None:
        steal = rules("rummy-500-jokers wild_swap=steal")
        round_ = table(
            steal,
            "7C 2D 9H",
            "4D",
            melds=((1, "6C X=7C 8C"),),
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
        )
        after = played(round_, Steal(one("7C"), "M1"))
        assert after.hands[0] == tuple(sorted(c("2D 9H X")))
        assert after.known[0] == c("X")
        assert after.melds[0].cards == c("6C 7C 8C")
        assert after.melds[0].seats == (1, 0, 1)
        assert refused(round_, Steal(one("9H"), "M1")) is Why.STEAL_NO_WILD

    def test_e_7_a_wild_as_itself_is_natural_but_counts_under_a_cap(self) -> None:
        sixes = ("6S 6H 6D 2C", "4D", "5D")
        naturals = rules("5000-rummy players=3 min_naturals=3")
        capped = rules("5000-rummy players=3 max_wilds_per_meld=2")
        for these, answer in ((naturals, None), (capped, Why.TOO_MANY_WILDS)):
            round_ = table(these, *sixes, wild="6", phase=Phase.PLAY, turn=Turn(drawn=Drawn.STOCK))
            assert refused(round_, Meld(c("6S 6H 6D"))) is answer

    def test_e_8_identical_cards_make_suits_irrelevant_with_one_pack_too(self) -> None:
        three = preset("5000-rummy", 3)
        round_ = table(
            three,
            "KC 2S 4S",
            "4D",
            "5D",
            wild="6",
            melds=((1, "KS KH 6H=KC"),),
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
        )
        assert refused(round_, LayOff(c("KC"), "M1")) is None

    def test_e_10_what_may_not_be_laid_off_yet_is_not_playable(self) -> None:
        later = rules("5000-rummy players=3 meld_before_layoff=true")
        melds = ((1, "9C TC JC"),)
        round_ = table(
            later, "QC", "4D", "5D", melds=melds, phase=Phase.PLAY, turn=Turn(drawn=Drawn.STOCK)
        )
        assert refused(round_, LayOff(c("QC"), "M1")) is Why.MELD_BEFORE_LAYOFF
        assert played(round_, Discard(one("QC"))).end == End(Ending.OUT, 0)

    def test_e_10_a_split_does_not_make_a_wild_playable_but_may_be_used(self) -> None:
        split = rules("5000-rummy players=3 max_wilds_per_meld=1 wild_split_at_six=true")
        round_ = table(
            split,
            "6D",
            "4D",
            "5D",
            wild="6",
            melds=((1, "8C 9C 6H=TC JC QC KC"),),
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
        )
        assert refused(round_, Discard(one("6D"))) is None
        cut = played(round_, Split("M1", 3))
        assert [meld.id for meld in cut.melds] == ["M1", "M1b"]
        assert refused(cut, Discard(one("6D"))) is Why.SPLIT_OWES_WILD
        assert refused(cut, LayOff(c("6D"), "M1", c("7C"))) is Why.TOO_MANY_WILDS
        floats = played(cut, LayOff(c("6D"), "M1b", c("AC")))
        assert floats.floating[0]


class TestCalling:
    def test_e_4_a_call_lays_off_one_card_and_melds_several(self) -> None:
        both = rules("rummy-500 players=3 call_rummy=board_and_pile")
        round_ = table(
            both,
            "2S 3D",
            "4D 5D",
            "6S 7S",
            pile="TC 3H KS 8H KH JC KD",
            stock="2D 2H",
            melds=((0, "7C 8C 9C"),),
            phase=Phase.CALLING,
            may_call=(1, 2),
            due=1,
        )
        assert refused(round_, Call(c("TC JC"), "M1"), seat=1) is Why.CALL_ONE_CARD
        assert refused(round_, Call(c("TC"), "M1"), seat=2) is None
        after = played(round_, Call(c("KS KH KD")), seat=2)
        assert after.pile == c("TC 3H 8H JC")
        assert (after.seat, after.phase) == (1, Phase.DRAW)
        assert after.melds[-1].owner == 2

    def test_e_11_cards_taken_above_the_called_one_end_the_floating(self) -> None:
        above = rules(
            "rummy-500 players=3 call_rummy=board_and_pile call_takes_above=true "
            "go_out=unplayable_discard_float"
        )
        round_ = table(
            above,
            "2S 3D",
            "",
            "6S 7S",
            pile="JH 6C 2D KS",
            stock="2D 2H",
            melds=((0, "7C 8C 9C"),),
            phase=Phase.CALLING,
            may_call=(1, 2),
            due=1,
            floating=(False, True, False),
        )
        after = played(round_, Call(c("6C"), "M1"), seat=1)
        assert after.hands[1] == tuple(sorted(c("2D KS")))
        assert after.floating == (False, False, False)

    def test_b_41_a_floaters_call_leaves_it_floating(self) -> None:
        round_ = table(
            preset("5000-rummy", 3),
            "2S 3D",
            "",
            "6S 7S",
            pile="JH TC",
            stock="2D 2H",
            melds=((1, "7C 8C 9C"),),
            phase=Phase.CALLING,
            may_call=(1,),
            due=1,
            floating=(False, True, False),
        )
        assert callers(round_) == (1,)
        after = played(round_, Call(c("TC"), "M1"), seat=1)
        assert after.floating[1]
        assert (after.seat, after.phase) == (1, Phase.DRAW)

    def test_b_39_all_passes_close_the_window(self) -> None:
        board = rules("rummy-500 players=3 call_rummy=board")
        start = table(
            board, "2S TC", "4D 5D", "6S 7S", pile="JH", stock="2D 2H", melds=((0, "7C 8C 9C"),)
        )
        opened = played(start, Draw(), Discard(one("TC")))
        assert (opened.phase, opened.may_call) == (Phase.CALLING, (1, 2))
        passed = played(opened, Pass(), seat=2)
        assert passed.may_call == (1,)
        assert played(passed, Pass(), seat=1).phase is Phase.DRAW


class TestTheEnd:
    def test_e_1_endless_swaps_of_the_top_card_end_the_round(self) -> None:
        round_ = table(preset("rummy"), "9H KC 2C", "4D 5S JD", stock="3C 4C", pile="8D")
        turns = 0
        while round_.phase is not Phase.OVER:
            seat = round_.seat
            round_ = played(round_, Take(1), seat=seat)
            card = next(f for f in round_.hands[seat] if f != round_.turn.barred)
            round_ = played(round_, Discard(card), seat=seat)
            turns += 1
        assert turns == 50
        assert round_.end == End(Ending.LOOP_GUARD)
        assert score(round_).totals == (0, 0)

    def test_e_6_a_floater_with_the_stock_empty_ends_the_round(self) -> None:
        round_ = table(
            preset("5000-rummy", 3),
            "2S 3D 8H",
            "",
            "6S 7S",
            pile="JH",
            melds=((1, "7C 8C 9C"),),
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
            floating=(False, True, False),
        )
        assert played(round_, Discard(one("2S"))).end == End(Ending.STOCK_EXHAUSTED)

    def test_b_44_nobody_wins_by_a_total_alone_where_one_must_go_out(self) -> None:
        out = rules("rummy-500-jokers players=3 winner_rule=out_player")
        assert not standing(out, (495, 900, 300), out=0).over
        assert not standing(out, (505, 900, 300), out=NO_SEAT).over
        assert standing(out, (505, 900, 300), out=0).winners == (0,)

    def test_b_50_a_sheet_enters_no_negative_number_where_it_floors(self) -> None:
        floor = rules("5000-rummy players=3 deadwood=subtract_own")
        entered, carried = enter(floor, (-30, 70, 10), (0, 20, 15))
        assert entered == (0, 50, 0)
        assert carried == (30, 0, 5)
        entered, carried = enter(floor, (40, 0, 0), carried)
        assert entered == (10, 0, 0)
        assert carried == (0, 0, 5)

    def test_e_3_a_round_is_won_by_who_went_out_or_by_the_best_score(self) -> None:
        out = End(Ending.OUT, 1)
        assert round_winner(rules("rummy match_mode=hands_won"), (0, 30), out) == 1
        assert round_winner(rules("rummy-500 match_mode=hands_won"), (40, 30), out) == 0
        assert round_winner(rules("rummy-500 match_mode=hands_won"), (30, 30), out) == NO_SEAT
        three = rules("rummy players=3 match_mode=hands_won deals=3")
        assert not standing(three, (0, 0, 0), deals=2, won=(2, 0, 0)).over
        assert standing(three, (0, 0, 0), deals=3, won=(2, 1, 0)).winners == (0,)
        assert standing(three, (0, 0, 0), deals=3, won=(1, 1, 1)).then == "extra_hand"

    def test_e_9_a_partners_cards_are_not_collected(self) -> None:
        pairs = rules("rummy players=4 teams=pairs")
        ended = score_parts(
            pairs,
            decks=1,
            wild_rank=-1,
            melds=(),
            hands=((), c("KS"), c("QS"), c("2S")),
            end=End(Ending.OUT, 0),
        )
        assert ended.total(0) == 12
        assert {line.holder for line in ended.of(0) if line.place is Place.TAKEN} == {1, 3}


class TestTheMatch:
    def test_k5_2_low_deals_and_a_tie_is_cut_again(self) -> None:
        match = new_match(preset("5000-rummy", 3))
        tied = play_match(match, Move(HOUSE, Cut(c("4D 4S QH"))))
        assert tied.dealer == NO_SEAT
        assert play_match(tied, Move(HOUSE, Cut(c("9D 4S QH")))).dealer == 1
        assert cut_dealer(c("AD 4S QH")) == 0

    def test_a_shuffle_must_be_the_pack(self) -> None:
        match = play_match(new_match(preset("rummy")), Move(HOUSE, Cut(c("4D 9S"))))
        with pytest.raises(IllegalAction) as refusal:
            play_match(match, Move(HOUSE, Deal(tuple(range(51)))))
        assert refusal.value.reason.why is Why.WRONG_ORDER
        assert match.round is not None
        assert match.round.phase is Phase.DEAL


class TestDebts:
    def test_b_21_bridging_lay_offs_may_come_first_unless_use_is_immediate(self) -> None:
        hands = ("JS 7H", "4D 5D")
        for timing, answer in (("same_turn", None), ("immediate", Why.DEEP_CARD_FIRST)):
            these = rules(f"rummy-500 deep_timing={timing}")
            start = table(
                these, *hands, pile="3S 8H 2C KD", stock="2D 2H", melds=((1, "4H 5H 6H"),)
            )
            dug = played(start, Take(3))
            assert refused(dug, LayOff(c("7H"), "M1")) is answer
            assert refused(dug, LayOff(c("7H 8H"), "M1")) is None
            settled = plan(view(dug, 0))
            assert isinstance(settled, Plan)
            assert settled.actions == (LayOff(c("7H 8H"), "M1"),)

    def test_b_23_a_meld_may_not_leave_only_the_card_taken(self) -> None:
        start = table(preset("rummy"), "4C 4H 4S", "5D 5S", pile="9D 7D", stock="2D 2H")
        taken = played(start, Take(1))
        assert refused(taken, Meld(c("4S 4H 4C"))) is Why.STUCK_WITH_TAKEN

    def test_b_19_one_real_card_for_each_wild(self) -> None:
        five = table(
            preset("5000-rummy", 5),
            "8C 8C QD 4S",
            "4D",
            "5D",
            "3D",
            "2D",
            wild="6",
            melds=((1, "7C 6H=8C 9C"),),
            phase=Phase.PLAY,
            turn=Turn(drawn=Drawn.STOCK),
        )
        after = played(five, RealCard(one("8C"), "M1"))
        assert refused(after, RealCard(one("8C"), "M1")) is Why.REAL_TAKEN
        assert after.melds[0].cards == c("7C 6H 9C")
