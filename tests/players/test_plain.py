"""What the plain player is said to do, each in a position made for it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from tests.tables import table

from laydown.cards import Card, parse_card, parse_cards
from laydown.engine.actions import (
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Move,
    Pass,
    RealCard,
    Take,
)
from laydown.engine.dealing import pack_of
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.state import Drawn, Phase, Round, Turn
from laydown.engine.view import view
from laydown.players.base import Advice
from laydown.players.plain import Plain
from laydown.players.reasons import Because
from laydown.rules.catalogue import replaced
from laydown.rules.games import GAMES
from laydown.rules.options import CallRummy, GoingRummy
from laydown.rules.rules import Rules

BASIC, R500, R5000 = (GAMES[key].rules for key in ("rummy", "rummy-500", "5000-rummy"))
R500_JOKERS = GAMES["rummy-500-jokers"].rules
PLAYING = Turn(drawn=Drawn.STOCK)


def position(
    rules: Rules, hand: str, *others: str | int, stock: int = 20, pile: str = "", **fields: Any
) -> Round:
    """A round in which seat 0 is to act; hands given as numbers and the stock are what is left."""
    decks = fields.get("decks", 1)
    used = Counter(parse_cards(hand)) + Counter(parse_cards(pile))
    for _, text in fields.get("melds", ()):
        used += Counter(parse_card(token.partition("=")[0]) for token in text.split())
    for other in others:
        if isinstance(other, str):
            used += Counter(parse_cards(other))
    loose = list((Counter(pack_of(rules, decks)) - used).elements())
    loose = loose[::3] + loose[1::3] + loose[2::3]  # no suit in one hand
    made = table(rules, hand, *("" for _ in others), pile=pile, **fields)
    hands = [made.hands[0]]
    for other in others:
        if isinstance(other, str):
            hands.append(tuple(sorted(parse_cards(other))))
        else:
            hands.append(tuple(sorted(loose[:other])))
            del loose[:other]
    return replace(made, hands=tuple(hands), stock=tuple(loose[:stock]))


def playing(rules: Rules, hand: str, *others: str | int, **fields: Any) -> Round:
    """Seat 0 has drawn from the stock."""
    turn = fields.pop("turn", PLAYING)
    return position(rules, hand, *others, phase=Phase.PLAY, turn=turn, **fields)


def knowing(round_: Round, seat: int, cards: str) -> Round:
    """Everybody saw these cards go to that hand, which holds them."""
    seen = tuple(sorted(parse_cards(cards)))
    hand = (*seen, *round_.hands[seat][len(seen) :])
    hands = tuple(hand if at == seat else held for at, held in enumerate(round_.hands))
    known = tuple(seen if at == seat else held for at, held in enumerate(round_.known))
    return replace(round_, hands=hands, known=known)


def advice(round_: Round, seat: int = 0) -> Advice:
    seen = view(round_, seat)
    return Plain().explain(seen, LegalActions(seen))


def reasons(advised: Advice) -> list[Because]:
    return [ground.because for ground in advised.grounds]


def face(text: str) -> Card:
    return parse_card(text)


# ------------------------------------------------------------------ discards


def test_does_not_feed_a_visible_meld() -> None:
    """The dearest useless card is thrown, unless it fits what the others have laid."""
    rules = replaced(R500, {"meld_before_layoff": True})
    hand = "QH 8D 8C 5S 3S"
    free = playing(rules, hand, 2, melds=((1, "9C TC JC"),))
    assert advice(free).action == Discard(face("QH"))
    fed = playing(rules, hand, 2, melds=((1, "9H TH JH"),))
    kept = advice(fed)
    assert kept.action != Discard(face("QH"))
    assert Because.WOULD_FEED_TABLE in reasons(kept)


@pytest.mark.parametrize(
    ("known", "kept", "thrown"), [("8C 9C", "TC", "TD"), ("8D 9D", "TD", "TC")]
)
def test_does_not_feed_what_the_next_player_took(known: str, kept: str, thrown: str) -> None:
    """Of two cards alike, the one goes that does not fit the pile cards the next player took."""
    hand = "TC TD 5S 5H 4H 4S"
    round_ = playing(replaced(BASIC, {"runs": True}), hand, 7)
    chosen = advice(knowing(round_, 1, known))
    assert chosen.action == Discard(face(thrown))
    assert chosen.action != Discard(face(kept))
    assert Because.WOULD_FEED_SEAT in reasons(chosen)


def test_keeps_flexible_cards_together() -> None:
    """6♣ with 6♦ and 7♣ waits for many cards; the lone 9♠ goes, though 7♣ alone costs less."""
    advised = advice(playing(BASIC, "6C 6D 7C 9S", 7))
    assert advised.action == Discard(face("9S"))
    advised = advice(playing(BASIC, "6C 6D 7C 3S", 7))
    assert advised.action == Discard(face("3S"))
    assert Because.KEEPS_PAIRS in reasons(advised)


def test_sheds_what_hurts_when_someone_has_one_card_left() -> None:
    """Two kings are kept while there is time; before a hand of one card they go."""
    hand = "KS KH 4C 2D"
    early = advice(playing(R500, hand, 12, stock=24))
    assert early.action in (Discard(face("4C")), Discard(face("2D")))
    late = advice(playing(R500, hand, 1, melds=((1, "6H 7H 8H"), (1, "9S 9D 9C")), stock=24))
    assert late.action in (Discard(face("KS")), Discard(face("KH")))
    assert Because.DANGER in reasons(late)


def test_a_useless_ace_goes_first_late_in_the_round() -> None:
    advised = advice(playing(R500, "AS 7D 3C TH", 1, melds=((1, "QS QH QD"),), stock=3))
    assert advised.action == Discard(face("AS"))


def test_keeps_an_unplayable_card_for_the_exit() -> None:
    """Everything playable is laid, and the card nothing can use is kept for the discard."""
    round_ = playing(R5000, "9S 5D 2C", 5, 5, melds=((0, "6S 7S 8S"), (1, "5H 5C 5S")), wild="K")
    seen = []
    while round_.phase is Phase.PLAY and round_.seat == 0:
        seen.append(advice(round_))
        round_ = play(round_, Move(0, seen[-1].action))
    assert [each.action for each in seen][-1] == Discard(face("2C"))
    assert round_.end is not None
    assert round_.end.out == 0
    assert Because.EXIT_CARD in reasons(seen[0])


# ------------------------------------------------------------------ draws


def test_digs_when_it_pays() -> None:
    """The source's own example: 9♥ below two small cards, with 10♥ J♥ in hand (S3:25)."""
    round_ = position(R500, "TH JH KD QC 5D 3C 8C", 7, pile="4S JC 9H 2D 6S")
    advised = advice(round_)
    assert advised.action == Take(3)
    assert Because.DIG_PAYS in reasons(advised)


def test_does_not_dig_when_it_costs() -> None:
    """Six small points against five pictures, with the next player about to go out."""
    round_ = position(
        R500,
        "2H 3H 9C",
        1,
        pile="AH KS QD JC KC QS",
        stock=2,
        melds=((1, "7S 7H 7D"), (1, "8S 8H 8D")),
    )
    assert Take(6) in LegalActions(view(round_, 0))
    advised = advice(round_)
    assert advised.action == Draw()
    assert Because.DIG_COSTS in reasons(advised)


def test_takes_the_top_card_that_completes_a_meld() -> None:
    advised = advice(position(BASIC, "7S 7H KD QC 2C 3D 9S", 7, pile="4S 7D"))
    assert advised.action == Take(1)
    assert Because.TOP_COMPLETES in reasons(advised)


def test_leaves_a_useless_top_card() -> None:
    assert advice(position(BASIC, "7S 7H 8D 6C 2C 3D 9S", 7, pile="4S KD")).action == Draw()


@pytest.mark.parametrize(("melds", "action"), [("KS KH KD", Decline()), ("2S 2H 2D", Take(1))])
def test_with_the_stock_empty_it_compares_how_the_round_stands(
    melds: str, action: Decline | Take
) -> None:
    """Ahead it lets the round end; behind it swaps a card and plays on."""
    ahead = melds.startswith("K")
    lying = ((0, melds), (1, "3S 3H 3D")) if ahead else ((0, melds), (1, "QS QH QD"))
    round_ = position(R500_JOKERS, "5C 9D", 2, pile="8H 4C", stock=0, melds=lying)
    advised = advice(round_)
    assert advised.action == action
    assert reasons(advised) == [Because.END_NOW if ahead else Because.PLAY_ON]


# ------------------------------------------------------------------ melds, lay-offs, wilds


def test_lays_off_for_its_own_points() -> None:
    advised = advice(playing(R500, "QH 4C 8D", 5, melds=((1, "9H TH JH"),)))
    assert advised.action == LayOff((face("QH"),), "M1")
    assert Because.LAY_OFF_COUNTS in reasons(advised)
    assert "It counts 10 for you, whoever laid M1." in advised.sentences


def test_lays_off_to_shrink_its_hand() -> None:
    advised = advice(playing(BASIC, "QH 4C 8D", 3, melds=((1, "QS QC QD"),)))
    assert advised.action == LayOff((face("QH"),), "M1")
    assert Because.LAY_OFF_SHRINKS in reasons(advised)


def test_melds_the_better_way() -> None:
    """With 7♠ in two melds the three sevens would leave 8♠ 9♠ 10♠ short of nothing: run and set."""
    round_ = playing(R500, "7S 7H 7D 7C 8S 9S 2C", 6)
    laid: list[Card] = []
    while round_.phase is Phase.PLAY and round_.seat == 0:
        action = advice(round_).action
        if isinstance(action, Meld):
            laid += action.cards
        round_ = play(round_, Move(0, action))
    assert sorted(laid) == sorted(parse_cards("7S 7H 7D 7C 8S 9S"))


def test_lays_the_real_card_for_a_wild() -> None:
    round_ = playing(R5000, "8C 2D 4S 9H", 5, 5, melds=((1, "6C 7C KS=8C"),), wild="K")
    advised = advice(round_)
    assert advised.action == RealCard(face("8C"), "M1")
    assert Because.REAL_COUNTS in reasons(advised)


def test_times_its_wilds() -> None:
    """A joker is not wasted on another's meld early, and is laid when the round may end."""
    melds = ((0, "5S 5H 5D"), (1, "9C TC JC"))
    early = advice(playing(R500_JOKERS, "X 2D 7H KS QD 4C 8S", 12, melds=melds, stock=24))
    assert isinstance(early.action, Discard)
    assert early.action != Discard(face("X"))
    assert Because.WILD_KEPT in reasons(early)
    late = advice(playing(R500_JOKERS, "X 2D 7H KS QD 4C 8S", 1, melds=melds, stock=24))
    assert isinstance(late.action, LayOff)
    assert late.action.cards == (face("X"),)
    assert Because.WILD_NOW in reasons(late)


def test_holds_back_for_a_rummy_only_while_nobody_is_near_going_out() -> None:
    """Nine of ten cards are in melds and would count double if the tenth went with them."""
    hand = "7S 7H 7D 8C 9C TC QS QH QD KS 2D"
    early = advice(playing(BASIC, hand, 10))
    assert isinstance(early.action, Discard)
    assert Because.HOLDS_BACK in reasons(early)
    near = advice(playing(BASIC, hand, 2))
    assert isinstance(near.action, Meld)
    never = advice(playing(replaced(BASIC, {"going_rummy": GoingRummy.OFF}), hand, 10))
    assert isinstance(never.action, Meld)


# ------------------------------------------------------------------ calls


def calling(rules: Rules, hand: str, pile: str, **fields: Any) -> Round:
    """Seat 1 has discarded, seat 0 and seat 2 may call."""
    round_ = position(
        rules, hand, 5, 5, pile=pile, phase=Phase.CALLING, seat=1, due=2, may_call=(0,), **fields
    )
    return replace(round_, turn=Turn())


def test_calls_when_it_gains() -> None:
    rules = replaced(R500, {"call_rummy": CallRummy.BOARD})
    advised = advice(calling(rules, "4C 8D 2S", "5S QH", melds=((0, "9H TH JH"),)))
    assert advised.action == Call((face("QH"),), "M1")
    assert Because.CALL_GAINS in reasons(advised)


def test_does_not_call_what_costs_more_than_it_brings() -> None:
    """The called card brings four points and five pictures and aces come with it."""
    rules = replaced(R500, {"call_rummy": CallRummy.BOARD_AND_PILE, "call_takes_above": True})
    pile = "4H KS QD AC JC KD 2C"
    round_ = calling(rules, "9D 8S", pile, melds=((0, "AH 2H 3H"),), stock=2)
    assert any(isinstance(each, Call) for each in LegalActions(view(round_, 0)))
    advised = advice(round_)
    assert advised.action == Pass()
    assert Because.CALL_COSTS in reasons(advised)
