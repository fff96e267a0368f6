"""The cases told in words, each by itself: the position is built here and asserted literally."""

from __future__ import annotations

from msgspec.structs import replace

from laydown.cards import Card, parse_card, parse_cards
from laydown.engine.actions import (
    HOUSE,
    Call,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    Move,
    Pass,
    Reshuffle,
    Take,
)
from laydown.engine.apply import begin_turn
from laydown.engine.dealing import first_seat, new_round, pack_of
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.match import enter, new_match, play_match
from laydown.engine.state import MeldKind, Phase, Round, TableMeld
from laydown.engine.view import view
from laydown.rules.catalogue import with_options
from laydown.rules.games import preset
from laydown.rules.rules import Rules
from laydown.sheet.rights import decides_winner, entry_text, may_end, may_write

A, B, C, D = range(4)


def _rules(game: str, players: int, **options: object) -> Rules:
    return with_options(preset(game), {"players": players, **options})


def _meld(name: str, kind: MeldKind, owner: int, cards: str) -> TableMeld:
    faces = parse_cards(cards)
    return TableMeld(name, kind, owner, faces, faces, (owner,) * len(faces))


def _hands(*hands: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(tuple(sorted(parse_cards(hand))) for hand in hands)


def _empty_stock(rules: Rules, hand: str, other: str, pile: str) -> Round:
    """A to draw with the stock empty."""
    start = replace(
        new_round(rules, B), hands=_hands(hand, other), pile=parse_cards(pile), stock=()
    )
    return begin_turn(start, A)


def _after_discard(
    rules: Rules, hands: tuple[tuple[Card, ...], ...], pile: str, melds: tuple[TableMeld, ...]
) -> Round:
    """A has just discarded the top card of the pile; the rest of the pack is the stock."""
    faces = parse_cards(pile)
    used = [face for meld in melds for face in meld.cards] + list(faces)
    stock = list(pack_of(rules, 1))
    for face in [*used, *(face for hand in hands for face in hand)]:
        stock.remove(face)
    owners = {meld.owner for meld in melds}
    start = replace(
        new_round(rules, len(hands) - 1),
        hands=((*hands[A], faces[-1]), *hands[1:]),
        pile=faces[:-1],
        stock=tuple(stock),
        melds=melds,
        melded=tuple(seat in owners for seat in range(len(hands))),
        laid=tuple(seat in owners for seat in range(len(hands))),
        laid_melds=len(melds),
        wild_rank=5 if rules.setup.deal_mode == "upcard" else -1,
    )
    begun = begin_turn(start, A)
    top = begun.stock[0]
    drawn = play(replace(begun, hands=(tuple(sorted(begun.hands[A])), *hands[1:])), Move(A, Draw()))
    thrown = play(drawn, Move(A, Discard(faces[-1])))
    kept = list(thrown.hands[A])
    kept.remove(top)
    return replace(thrown, hands=(tuple(kept), *thrown.hands[1:]))


def _nobody_calls(round_: Round) -> Round:
    while round_.phase is Phase.CALLING:
        round_ = play(round_, Move(round_.may_call[0], Pass()))
    return round_


# ------------------------------------------------------------------ the pile is turned


def test_stk_01_a_declined_pile_is_turned_unshuffled() -> None:
    start = _empty_stock(_rules("basic", 2), "2C 5D 7S 8H QD KS", "3C 6D 8S TH KD", "4S JC 9H")
    turned = play(start, Move(A, Decline()))
    assert turned.stock == parse_cards("4S JC 9H")
    assert turned.pile == ()
    assert turned.phase is Phase.DRAW
    assert turned.seat == A
    assert list(LegalActions(view(turned, A))) == [Draw()]


def test_stk_02_a_single_discard_is_drawn_and_may_go_again() -> None:
    start = _empty_stock(_rules("basic", 2), "2C 5D 7S 8H QD KS", "3C 6D 8S TH KD", "9H")
    drawn = play(play(start, Move(A, Decline())), Move(A, Draw()))
    assert parse_card("9H") in drawn.hands[A]
    assert len(drawn.hands[A]) == 7
    assert Discard(parse_card("9H")) in LegalActions(view(drawn, A))
    assert (drawn.stock, drawn.pile) == ((), ())


def test_stk_12_recycling_as_a_house_rule() -> None:
    rules = _rules("r500", 2, stock_out="recycle")
    turned = play(_empty_stock(rules, "TH KC 3C", "2C 5D 7S 8H QD", "4S JC 9H"), Move(A, Decline()))
    assert turned.stock == parse_cards("4S JC 9H")
    assert turned.pile == ()
    assert turned.phase is not Phase.OVER


def test_opt_30_recycling_with_a_shuffle() -> None:
    rules = _rules("basic", 2, recycle_shuffle=True)
    start = _empty_stock(rules, "2C 5D 7S 8H QD KS", "3C 6D 8S TH KD", "4S JC 9H")
    turned = play(start, Move(A, Decline()))
    assert turned.phase is Phase.RESHUFFLE
    shuffled = play(turned, Move(HOUSE, Reshuffle(parse_cards("9H 4S JC"))))
    assert shuffled.stock == parse_cards("9H 4S JC")
    assert shuffled.pile == ()
    assert (shuffled.phase, shuffled.seat) == (Phase.DRAW, A)
    assert view(shuffled, B).known_stock == ()


# ------------------------------------------------------------------ calls


def test_call_07_play_carries_on_from_whoever_was_due() -> None:
    melds = (
        _meld("M1", MeldKind.RUN, A, "9C TC JC"),
        _meld("M2", MeldKind.SET, C, "4S 4H 4D"),
    )
    hands = _hands("2S 7H 8S TD KH", "2H 3S 5D 7S TH KD", "8D 3D QS", "2C 3C 5H 7D 8H TS KC")
    start = _after_discard(_rules("r5000", 4), hands, "2D QC", melds)
    called = play(start, Move(C, Call((parse_card("QC"),), "M1")))
    assert (called.phase, called.seat) == (Phase.PLAY, C)
    after = _nobody_calls(play(called, Move(C, Discard(parse_card("8D")))))
    assert (after.phase, after.seat) == (Phase.DRAW, B)


_CALL_MELDS = (_meld("M1", MeldKind.RUN, A, "7C 8C 9C"),)
_CALL_HANDS = _hands("2S 3H 5D QS KD", "2H 4S 5H 7D QH KS", "3S 4D 5S 6H 8D QD KH")


def test_call_21_a_call_takes_one_card_and_leaves_the_order() -> None:
    start = _after_discard(_rules("r500", 3, call_rummy="board"), _CALL_HANDS, "2D TC", _CALL_MELDS)
    after = play(start, Move(C, Call((parse_card("TC"),), "M1")))
    assert (after.phase, after.seat) == (Phase.DRAW, B)  # C does not discard
    assert tuple(map(len, after.hands)) == (5, 6, 7)
    assert after.melds[0].seats == (A, A, A, C)


def test_call_22_a_complete_turn_passes_to_the_callers_left() -> None:
    rules = _rules(
        "r500", 3, call_rummy="board", call_followup="complete_turn", call_resume="left_of_caller"
    )
    start = _after_discard(rules, _CALL_HANDS, "2D TC", _CALL_MELDS)
    called = play(start, Move(C, Call((parse_card("TC"),), "M1")))
    assert (called.phase, called.seat) == (Phase.PLAY, C)
    after = _nobody_calls(play(called, Move(C, Discard(parse_card("3S")))))
    assert (after.phase, after.seat) == (Phase.DRAW, A)


def test_call_25_the_cards_above_come_along() -> None:
    rules = _rules("r500", 3, call_rummy="board_and_pile", call_takes_above=True)
    hands = _hands("2S 3H 5D QS KD", "2H 4S 5H 7D QH TS", "3S 4D 5S 6H 8D QD KH")
    start = _after_discard(rules, hands, "JH 6C 2D KS", _CALL_MELDS)
    after = play(start, Move(B, Call((parse_card("6C"),), "M1")))
    assert len(after.hands[B]) == 8
    assert {parse_card("2D"), parse_card("KS")} <= set(after.hands[B])
    assert after.pile == parse_cards("JH")


def test_opt_20_only_the_first_call_counts() -> None:
    start = _after_discard(_rules("r500", 3, call_rummy="board"), _CALL_HANDS, "2D TC", _CALL_MELDS)
    call = Call((parse_card("TC"),), "M1")
    after = play(start, Move(B, call))
    assert after.melds[0].seats == (A, A, A, B)
    assert call not in LegalActions(view(after, C))
    assert (after.phase, after.seat) == (Phase.DRAW, B)


# ------------------------------------------------------------------ scores and the sheet


def test_mat_26_totals_may_be_negative() -> None:
    entered, carried = enter(_rules("r500", 2), (-40, 21), (0, 0))
    assert tuple(a + b for a, b in zip((15, 49), entered, strict=True)) == (-25, 70)
    assert carried == (0, 0)


def test_mat_27_an_entry_shows_the_round_and_the_total() -> None:
    assert entry_text(46, total=35 + 46) == "+46 / 81"


def test_sheet_01_players_enter_their_own_column_only() -> None:
    alice, bob, carl = range(3)
    assert not may_write(bob, alice, host=carl)


def test_sheet_02_the_host_may_correct_anyones() -> None:
    alice, _, carl = range(3)
    assert may_write(carl, alice, host=carl)


def test_sheet_03_any_player_may_end_the_match() -> None:
    assert may_end(1, players=3)


def test_sheet_05_a_shortfall_is_kept_against_the_next_hand() -> None:
    rules = _rules("r5000", 3, deadwood="subtract_own", negative_scores="sheet_floor_zero")
    entered, carried = enter(rules, (70, 0, 0), (20, 0, 0))
    assert (entered[A], carried[A]) == (50, 0)


def test_sheet_06_numbers_alone_do_not_decide_who_went_out() -> None:
    assert not decides_winner(_rules("r5000", 3, winner_rule="out_player_if_reached"), out=None)


# ------------------------------------------------------------------ what everybody knows


def test_misc_05_cards_taken_from_the_pile_are_known() -> None:
    rules = _rules("r500", 2)
    start = replace(
        new_round(rules, B),
        hands=_hands("9C 9D", "2C 5D 7S 8H QD KS 3C 4C"),
        pile=parse_cards("9H 2D 6S"),
        stock=parse_cards("TH"),
    )
    seen = view(play(begin_turn(start, A), Move(A, Take(3))), B)
    assert seen.known[A] == tuple(sorted(parse_cards("9H 2D 6S")))
    assert seen.sizes[A] == 5


def test_misc_06_upcards_are_public() -> None:
    rules = _rules("r5000", 3)
    hands = ("4D 2S 3S 4S 5S", "QS 2H 3H 4H 5H 6H 8H 9H TH JH QH", "7H 6S 7S 8S 9S TS JS KS")
    order = [face for hand in hands for face in parse_cards(hand)]
    order += [face for face in pack_of(rules, 1) if face not in order]
    dealt = play(new_round(rules, C), Move(HOUSE, Deal(tuple(order))))
    seen = view(dealt, None)
    assert seen.upcards == parse_cards("4D QS 7H")
    assert seen.known == tuple((face,) for face in parse_cards("4D QS 7H"))
    assert seen.wild_rank == 6  # the sevens


# ------------------------------------------------------------------ the cut


def test_opt_04_low_deals() -> None:
    rules = _rules("r5000", 3)
    match = play_match(new_match(rules), Move(HOUSE, Cut(parse_cards("9D 4S QH"))))
    assert match.dealer == B
    assert first_seat(rules, match.dealer) == C


def test_opt_05_in_the_cut_the_ace_is_lowest() -> None:
    rules = _rules("r5000", 3)
    match = play_match(new_match(rules), Move(HOUSE, Cut(parse_cards("AD 4S QH"))))
    assert match.dealer == A
    assert first_seat(rules, match.dealer) == B
