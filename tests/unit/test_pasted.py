"""Cards read from any text people paste."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laydown.cards import FACES, JOKER, BadCard, card_name, card_sign, card_text, parse_cards
from laydown.record.pasted import LONGEST, read_cards, read_standing

ACE_TEN_JACK = "AS TH JD"


@pytest.mark.parametrize(
    ("pasted", "meant"),
    [
        ("A♠ 10h jd", ACE_TEN_JACK),
        ("A♠️ 10♥️ J♦️", ACE_TEN_JACK),
        ("  a♠,10♥,J♦\n", ACE_TEN_JACK),
        ("[A♠] (10♥) {J♦}", ACE_TEN_JACK),
        ("A♤ 10♡ J♢", ACE_TEN_JACK),
        ("AS/TH/JD", ACE_TEN_JACK),
        ("as10hjd", ACE_TEN_JACK),
        ("A♠10♥J♦", ACE_TEN_JACK),
        ("ace of spades, ten of hearts and the jack of diamonds", ACE_TEN_JACK),
        ("Ace of ♠; 10 ❤️; Jack ♦", ACE_TEN_JACK),
        ("♠A ♥10 ♦J", ACE_TEN_JACK),
        ("SA H10 DJ", ACE_TEN_JACK),
        ("🂡 🂺 🃋", ACE_TEN_JACK),
        ("\ufeffＡ♠ １０♥ J♦", ACE_TEN_JACK),
        ("**A♠** _10♥_ `J♦`", ACE_TEN_JACK),
        ("• A♠\n• 10♥\n• J♦", ACE_TEN_JACK),
        ("♠ A K 7  ♥ 9 4", "AS KS 7S 9H 4H"),
        ("Spades: A, K, 7; Hearts: 9, 4", "AS KS 7S 9H 4H"),
        ("♠AK7 ♥94", "AS KS 7S 9H 4H"),
        ("A ♠ K ♥", "AS KH"),
        ("7-8-9♣", "7C 8C 9C"),
        ("7 - 8 - 9 of clubs", "7C 8C 9C"),
        ("789c", "7C 8C 9C"),
        ("9chd", "9C 9H 9D"),
        ("9♠×2 2×K♥", "9S 9S KH KH"),
        ("9S'", "9S"),
        ("joker", "X"),
        ("X 🃏 jk", "X X X"),
        ("2 jokers and 3♠", "X X 3S"),
        ("Q♠ 🂾🂽", "QS KH QH"),
        ("", ""),
        (" , ; ", ""),
    ],
)
def test_what_people_paste(pasted: str, meant: str) -> None:
    assert [card_text(face) for face in read_cards(pasted)] == meant.split()


@pytest.mark.parametrize(
    ("pasted", "bad"),
    [
        ("A♠ 11h jd", "11h"),
        ("A♠ foo", "foo"),
        ("K 9♠", "K"),
        ("7 8♠ 9", "7"),
        ("A♠ 7", "7"),
        ("1♠", "1♠"),
        ("A♠ ♥", "♥"),
        ("♥ ♠ A", "♥"),
        ("A♠ <script>", "script"),
        ("9♠×0", "9♠×0"),
        ("5\x00\x1b[31m", "5"),
    ],
)
def test_the_piece_that_is_no_card_is_named(pasted: str, bad: str) -> None:
    with pytest.raises(BadCard, match="Type a rank and a suit") as told:
        read_cards(pasted)
    assert str(told.value).startswith(f"“{bad}")


def test_text_without_end_is_not_read() -> None:
    with pytest.raises(BadCard, match="too many"):
        read_cards("9♠ " * LONGEST)


@pytest.mark.parametrize("pasted", ["7C X=8C 9C", "7♣ joker = 8♣ 9♣", "7c X for 8♣ 9c"])
def test_what_a_wild_stands_for(pasted: str) -> None:
    seven, wild, nine = read_standing(pasted)
    assert (wild.card, wild.stands, wild.named) == (JOKER, parse_cards("8C")[0], True)
    assert not seven.named
    assert not nine.named


@pytest.mark.parametrize("pasted", ["=8C", "7C=", "X=8C=9C"])
def test_an_equals_sign_out_of_place(pasted: str) -> None:
    with pytest.raises(BadCard, match="equals sign"):
        read_standing(pasted)


def test_plain_cards_stand_for_themselves() -> None:
    with pytest.raises(BadCard, match="stand for themselves"):
        read_cards("X=8C")


WAYS = (card_text, card_sign, card_name)


@given(st.lists(st.tuples(st.integers(0, FACES - 1), st.sampled_from(WAYS)), max_size=20))
def test_whatever_is_written_is_read(cards: list[tuple[int, object]]) -> None:
    text = " ".join(way(face) for face, way in cards)  # type: ignore[operator]
    assert list(read_cards(text)) == [face for face, _ in cards]


@given(st.text(max_size=60))
def test_any_text_gives_cards_or_a_word_about_them(text: str) -> None:
    told = ""
    faces: tuple[int, ...] = ()
    try:
        faces = read_cards(text)
    except BadCard as bad:
        told = str(bad)
    assert all(0 <= face < FACES for face in faces)
    assert not (faces and told)
