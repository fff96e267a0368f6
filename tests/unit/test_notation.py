"""Notation: what is written reads back, and what people type is understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laydown.cards import BadCard, card_text, parse_card, parse_cards
from laydown.engine.actions import (
    HOUSE,
    Action,
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
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.engine.state import MeldKind, TableMeld
from laydown.record.notation import (
    action_text,
    move_text,
    moves_text,
    parse_action,
    parse_move,
    parse_moves,
)
from laydown.record.tokens import BadMove, credit_text, parse_credit, parse_tokens, tokens_text

cards = st.integers(0, 52)
hands = st.lists(cards, min_size=1, max_size=13).map(tuple)
melds = st.sampled_from(("M1", "M2", "M17", "M3b", "M3bb"))
targets = st.one_of(st.just(""), melds)


@st.composite
def named(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cards, and nothing or one stand for each."""
    these = draw(hands)
    size = len(these)
    stands = draw(
        st.one_of(
            st.just(()), st.just(these), st.lists(cards, min_size=size, max_size=size).map(tuple)
        )
    )
    return these, stands


@st.composite
def calls(draw: st.DrawFn) -> Call:
    these, stands = draw(named())
    cut = draw(st.integers(1, len(these)))
    return Call(
        these[:cut], draw(targets), these[cut:], stands, draw(st.booleans()), draw(st.booleans())
    )


actions: st.SearchStrategy[Action] = st.one_of(
    st.just(Draw()),
    st.just(Decline()),
    st.just(Pass()),
    st.integers(-5, 60).map(Take),
    named().map(lambda pair: Meld(*pair)),
    st.builds(lambda pair, meld, low: LayOff(pair[0], meld, pair[1], low), named(), targets,
              st.booleans()),
    st.builds(RealCard, cards, targets),
    st.builds(Steal, cards, targets),
    st.builds(Split, melds, st.integers(-2, 14)),
    st.builds(Discard, cards),
    calls(),
    hands.map(Cut),
    st.integers(0, 7).map(ChooseDealer),
    st.one_of(st.just(()), hands).map(Deal),
    st.one_of(st.just(()), hands).map(Reshuffle),
)  # fmt: skip
moves = st.builds(Move, st.integers(HOUSE, 7), actions)


@given(moves)
def test_a_move_reads_back_strictly(move: Move) -> None:
    assert parse_move(move_text(move), strict=True) == move


@given(moves)
def test_lower_case_and_loose_spacing_are_understood(move: Move) -> None:
    assert parse_move("  " + move_text(move).lower().replace(" ", "   ")) == move


@given(st.lists(moves, max_size=6))
def test_many_moves_one_per_line(several: list[Move]) -> None:
    assert parse_moves(moves_text(several), strict=True) == tuple(several)


@given(st.text(max_size=60))
def test_any_text_is_a_move_or_a_clear_error(text: str) -> None:
    try:
        read = parse_action(text)
    except BadMove:
        pass
    else:
        assert parse_action(action_text(read), strict=True) == read


@pytest.mark.parametrize(
    "typed",
    ["10♦", "Td", "TD", "td", "10d", "10D", "T♦", "10♦\ufe0e", "T♦\ufe0f", " 10d ", "10♢", "TD'"],
)
def test_the_ten_of_diamonds_in_every_form(typed: str) -> None:
    assert card_text(parse_card(typed)) == "TD"


@pytest.mark.parametrize("typed", ["X", "x", "X1", "x4", "joker", "Joker", "🃏", "🃟"])
def test_the_joker_in_every_form(typed: str) -> None:
    assert card_text(parse_card(typed)) == "X"


@pytest.mark.parametrize("typed", ["", "1S", "11S", "X5", "8", "H", "8HH", "S8", "??", "٨H", "8X"])
def test_what_is_no_card(typed: str) -> None:
    with pytest.raises(BadCard):
        parse_card(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "9♣-10♣-J♣",
        "9c tc jc",
        "9♣\ufe0e, 10♣\ufe0e, J♣\ufe0e",
        "9C–TC–JC",
        "9C,TC,JC",
        "9c  TC jC'",
    ],
)
def test_a_run_as_the_sources_print_it(typed: str) -> None:
    assert parse_cards(typed) == (47, 48, 49)
    assert parse_tokens(typed) == ((47, 48, 49), ())


def test_wilds_stand_for_the_card_after_the_equals_sign() -> None:
    # 6♥ 7♣ 🃏 with the six of hearts wild
    assert parse_tokens("6H=8C 7C X=9C") == ((18, 45, 52), (46, 45, 47))
    assert tokens_text((18, 45, 52), (46, 45, 47)) == "6H=8C 7C X=9C"
    assert parse_tokens("x = 8c") == ((52,), (46,))


def test_saying_that_a_card_is_itself_is_kept() -> None:
    assert tokens_text((46, 45), (46, 45)) == "8C=8C 7C"
    assert parse_tokens("8C=8C 7C") == ((46, 45), (46, 45))


def test_stands_must_be_as_many_as_cards() -> None:
    with pytest.raises(BadMove):
        action_text(Meld((1, 2, 3), (1, 2)))


def test_a_credit_names_the_seat_it_counts_for() -> None:
    meld = TableMeld("M1", MeldKind.RUN, 0, (52, 20), (19, 20), (0, 1))
    tokens = [
        credit_text(c, s, seat, 0)
        for c, s, seat in zip(meld.cards, meld.stands, meld.seats, strict=True)
    ]
    assert tokens == ["X=7H", "8H@p2"]
    assert [parse_credit(token, 0) for token in tokens] == [(52, 19, 0), (20, 20, 1)]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("take 3", Take(3)),
        ("lay off 8♥ on m1", LayOff((20,), "M1")),
        ("layoff AS to 2 low", LayOff((0,), "M2", low=True)),
        ("layoff 8H", LayOff((20,), "")),
        ("steal 8H from M3", Steal(20, "M3")),
        ("split M1 at 3", Split("M1", 3)),
        ("call 8H to M1", Call((20,), "M1")),
        ("call 8H with 8S X=8D", Call((20,), "", (7, 52), (20, 7, 33))),
        ("call 8H real to M1", Call((20,), "M1", real=True)),
        ("dealer p3", ChooseDealer(2)),
        ("deal ??", Deal(())),
    ],
)
def test_forms(typed: str, action: Action) -> None:
    assert parse_action(typed) == action


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "no move"),
        ("shuffle", "no action"),
        ("take", "how many"),
        ("take three", "not a number"),
        ("take 3 4", "nothing may follow"),
        ("take ٣", "not a number"),
        ("draw 8H", "nothing may follow"),
        ("meld", "name the cards"),
        ("meld 8H ??", "not seen"),
        ("meld 8H 9Z", "not a card"),
        ("meld 8H=", "not a card"),
        ("layoff 8H to", "name the meld"),
        ("layoff 8H to first", "no meld"),
        ("discard 8H 9H", "one card"),
        ("discard X=8H", "one card"),
        ("split M1", "split M1 at 3"),
        ("dealer 1", "no seat"),
        ("deal", "in their order"),
        ("cut ??", "every seat"),
        ("meld " + "8H " * 5000, "too many"),
    ],
)
def test_errors_say_what_is_wrong(typed: str, says: str) -> None:
    with pytest.raises(BadMove, match=says):
        parse_action(typed)


@pytest.mark.parametrize("typed", ["Draw", "draw ", "take 03", "meld 9c 9h 9d", "discard 10D",
                                   "layoff 8H on M1", "lay off 8H to M1"])  # fmt: skip
def test_strict_takes_only_what_is_written(typed: str) -> None:
    parse_action(typed)
    with pytest.raises(BadMove):
        parse_action(typed, strict=True)


def test_names_and_comments() -> None:
    text = "# a round\nAnna draw\n\nben take 2   # digs\nhouse dealer p1\n"
    assert parse_moves(text, ("Anna", "Ben")) == (
        Move(0, Draw()), Move(1, Take(2)), Move(HOUSE, ChooseDealer(0)),
    )  # fmt: skip
    with pytest.raises(BadMove, match="line 2"):
        parse_moves("p1 draw\np9x draw\n")
