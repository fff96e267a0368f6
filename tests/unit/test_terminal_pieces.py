"""Cards out of what people type."""

from __future__ import annotations

import pytest

from laydown.cards import JOKER, BadCard, parse_cards
from laydown.cli.terminal.pieces import NOT_NAMED, Piece, read_faces, read_pieces


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("9h", "9H"),
        ("10♦", "TD"),
        ("q♠️", "QS"),
        ("9c9h10d", "9C 9H TD"),
        ("9chd", "9C 9H 9D"),
        ("10hd", "TH TD"),
        ("789h", "7H 8H 9H"),
        ("9TJqkh", "9H TH JH QH KH"),
        ("910jd", "9D TD JD"),
        ("x", "X"),
        ("6c7cX", "6C 7C X"),
    ],
)
def test_a_word_of_cards(typed: str, meant: str) -> None:
    assert read_faces(typed) == parse_cards(meant)


@pytest.mark.parametrize("typed", ["", "1h", "z", "9", "h", "99", "9hz", "9h\x07", "♠", "hh", "m2"])
def test_what_is_no_card_is_said_back(typed: str) -> None:
    with pytest.raises(BadCard, match="is not a card"):
        read_faces(typed)


def test_what_is_said_back_is_short_and_printable() -> None:
    with pytest.raises(BadCard) as told:
        read_faces("\x1b[31m" + "y" * 5000)
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 150


@pytest.mark.parametrize(
    "typed", ["6c 7c x=8c", "6c,7c,X = 8c", "6c-7c-x:8c", "6c 7c joker for 8c"]
)
def test_a_wild_with_what_it_stands_for(typed: str) -> None:
    six, seven, eight = parse_cards("6C 7C 8C")
    read = read_pieces(typed, melds=False)
    assert read.cards == (Piece(six), Piece(seven), Piece(JOKER, eight))


@pytest.mark.parametrize(
    ("typed", "meld", "low"),
    [
        ("8h 2", "M2", None),
        ("8h m2", "M2", None),
        ("8h on M2b", "M2b", None),
        ("m12 8h", "M12", None),
        ("8h", "", None),
        ("8h 3 low", "M3", True),
        ("8h 3 high", "M3", False),
    ],
)
def test_the_meld_of_a_lay_off(typed: str, meld: str, *, low: bool | None) -> None:
    read = read_pieces(typed, melds=True)
    assert (read.cards, read.meld, read.low) == ((Piece(20, NOT_NAMED),), meld, low)


@pytest.mark.parametrize("typed", ["8h 2 3", "8h=9h=2c", "x=", "=8c", "x=8c9c", "8h two"])
def test_pieces_that_cannot_be_read(typed: str) -> None:
    with pytest.raises(BadCard):
        read_pieces(typed, melds=True)
