"""What is drawn and what is read out: widths, marks, names, and nothing that is hidden."""

from __future__ import annotations

import itertools
import re

import msgspec
import pytest
from tests.unit.terminal_positions import changed, meld, position

from laydown.cards import card_sign, parse_card, parse_cards
from laydown.cli.terminal import plain, screen
from laydown.cli.terminal.helping import HELP, usage
from laydown.cli.terminal.look import Look, flow
from laydown.cli.terminal.scene import Scene, marks, sorted_hand, tags
from laydown.engine.state import Drawn, Phase, Turn
from laydown.engine.view import PlayerView

RUN = meld("M2", "AS 2S 3S 4S", owner=1, seats=(1, 1, 1, 0))
LONG = meld("M3", "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", owner=2, seats=(2,) * 7 + (0,) * 6)
JOKER = meld("M4", "X 3C 4C", stands="2C 3C 4C", owner=0)


def scene(view: PlayerView, **more: object) -> Scene:
    players = view.players
    return Scene(
        title="Rummy 500",
        aim="to 500",
        round_number=2,
        view=view,
        names=("You", "Ben", "Bo", "Dora", "Maximiliana-Jane")[:players],
        totals=(120, -35, 405, 0, 12)[:players],
        on_table=(61, 10, 0, 0, 0)[:players],
        choices=(("s", "stock"), ("p", "top"), ("p3", "dig"), ("h", "hint"), ("help", "")),
        **more,  # type: ignore[arg-type]
    )


FULL = scene(
    position(
        "rummy-500-jokers players=5",
        hand="9C 9H TH JH 2S 5S KS 4H 7D X 6D QC QD 3C 4C",
        pile="KS 3H 9D JC 5S TD TH 8C 8D 2D 2C 7S 7C 6S 6C",
        melds=(meld("M1", "7S 7H 7C"), RUN, LONG, JOKER),
        turn=Turn(drawn=Drawn.PILE, taken=parse_cards("7D"), owed=parse_cards("7D")),
        known="9C",
    ),
    takes=(1, 3, 12),
    debt="You must use 7♦: lay off 7♦ on M1. Type l 7D 1.",
    fresh=parse_cards("6D"),
    news=("Ben digs for 9♦, which brings J♣ from the pile, and discards 5♠.",) * 3,
)


@pytest.mark.parametrize("width", [*range(32, 60), 72, 80, 100, 120, 200])
@pytest.mark.parametrize("signs", [True, False])
def test_no_line_is_wider_than_the_terminal(width: int, *, signs: bool) -> None:
    for line in screen.draw(FULL, Look(signs=signs), width):
        assert line.cell_len <= width, line.plain


def test_who_floats_is_shown_at_every_width() -> None:
    view = changed(FULL.view, floating=(False, True, False, False, True))
    floating = msgspec.structs.replace(FULL, view=view)
    for width in range(32, 130):
        drawn = screen.players(floating, Look(), width)
        assert all(line.cell_len <= width for line in drawn)
        assert sum(line.plain.count("floats") for line in drawn) == 2


def test_names_of_wide_letters_break_no_line() -> None:
    wide = msgspec.structs.replace(
        FULL, names=("You", "プレイヤー日本語の名前です", "Bo", "😀", "é" * 16)
    )
    for width in range(32, 130):
        for line in screen.draw(wide, Look(), width):
            assert line.cell_len <= width, line.plain


@pytest.mark.parametrize("plainly", [True, False])
@pytest.mark.parametrize("width", [32, 40, 50, 80, 200])
def test_the_help_fits(width: int, *, plainly: bool) -> None:
    text = usage(width, plain=plainly)
    if not plainly:
        assert all(len(line) < width for line in text.splitlines()[2:])
    for typed_, _ in HELP:
        assert typed_ in text


@pytest.mark.parametrize("width", [32, 40, 50, 80, 200])
def test_every_card_is_on_the_screen_at_every_width(width: int) -> None:
    view = FULL.view
    shown = "\n".join(line.plain for line in screen.hand(FULL, Look(), width))
    for face in view.hand:
        assert (card_sign(face) if face != 52 else " X ") in shown
    piled = "\n".join(line.plain for line in screen.pile(FULL, Look(), width))
    for face in view.pile:
        assert card_sign(face) in piled
    table = " ".join(line.plain for line in screen.melds(FULL, Look(), width))
    for each in view.melds:
        assert f"{each.id} " in table
        for face in each.cards:
            assert Look().sign(face) in table


def test_the_pile_lies_oldest_left_with_its_depths_below() -> None:
    top, below = (line.plain for line in screen.pile(FULL, Look(), 80)[1:3])
    assert top.split() == [card_sign(face) for face in FULL.view.pile]
    assert below.split() == [f"p{n}" if n in (1, 3, 12) else f"{n}" for n in range(15, 0, -1)]


def test_a_terminal_without_signs_gets_letters_only() -> None:
    for line in screen.draw(FULL, Look(signs=False), 80):
        assert line.plain.isascii(), line.plain


def test_whose_lay_off_counts_is_marked_and_explained() -> None:
    shown = "\n".join(line.plain for line in screen.melds(FULL, Look(), 80))
    assert "A♠ 2♠ 3♠ 4♠(Y)" in shown
    assert "counts for (Y) You" in shown
    assert "X=2♣ 3♣ 4♣" in shown


def test_the_marks_of_the_hand() -> None:
    cards = sorted_hand(FULL)
    noted = dict(zip(cards, marks(FULL, cards), strict=True))
    assert noted[parse_card("7D")] == "use"
    assert noted[parse_card("6D")] == "new"
    assert noted[parse_card("9C")] == "seen"
    assert noted[parse_card("X")] == "wild"
    assert noted[parse_card("2S")] == ""


def test_one_of_two_copies_is_marked() -> None:
    view = position("rummy-500 players=6", hand="9C 9C 2S", known="9C")
    noted = marks(scene(changed(view, players=5)), [47, 47, 1])
    assert sorted(noted) == ["", "", "seen"]


def test_the_barred_card_is_marked() -> None:
    view = position(
        hand="9C 2S 3D", turn=Turn(drawn=Drawn.PILE, taken=(47,), barred=parse_card("9C"))
    )
    assert marks(scene(view), [47, 1, 28]) == ["bar", "", ""]


def test_sorting_alternates_colours_and_puts_the_ace_where_runs_have_it() -> None:
    high = scene(position(hand="AS KS 2S 9C 9H 9D X"))
    assert [card_sign(face) for face in sorted_hand(high)] == [
        "2♠", "K♠", "A♠", "9♥", "9♣", "9♦", "Joker",
    ]  # fmt: skip
    low = scene(position("rummy players=3", hand="AS KS 2S"))
    assert [card_sign(face) for face in sorted_hand(low)] == ["A♠", "2♠", "K♠"]
    by_rank = scene(position(hand="AS KS 2S 9C 9H"), sort="rank")
    assert [card_sign(face) for face in sorted_hand(by_rank)] == ["2♠", "9♥", "9♣", "K♠", "A♠"]


def test_the_rule_of_the_empty_stock_is_shown() -> None:
    for rules, words in (
        ("rummy-500 players=3", "must be used"),
        ("rummy players=3", "turned over"),
        ("5000-rummy players=3", "the round ends"),
    ):
        empty = scene(position(rules, hand="9C", phase=Phase.DRAW, stock=0))
        shown = " ".join(line.plain for line in screen.pile(empty, Look(), 80))
        assert "Stock 0" in shown
        assert words in shown
        assert words in " ".join(plain.pile(empty))


def test_few_cards_are_warned_of() -> None:
    view = changed(position(hand="9C 2S 3D 4D"), sizes=(4, 3, 7))
    _, you, ben, bo = (line.plain for line in screen.players(scene(view), Look(), 80))
    assert "3!" in ben
    assert "!" not in you + bo


@pytest.mark.parametrize("count", range(2, 9))
@pytest.mark.parametrize("width", [40, 80, 120])
def test_every_player_has_a_line(count: int, width: int) -> None:
    view = position(f"rummy-500-jokers players={count}", hand="9C")
    names = ("You", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")[:count]
    shown = msgspec.structs.replace(
        scene(view), names=names, totals=tuple(range(100, 100 + count)), on_table=()
    )
    drawn = "\n".join(line.plain for line in screen.players(shown, Look(), width))
    for seat, name in enumerate(names):
        assert drawn.count(name) == 1
        assert f" {100 + seat}" in drawn
    read = " ".join(plain.players(shown))
    assert all(f"{name} ha" in read for name in names)


def test_reading_out_says_everything_in_words() -> None:
    said = plain.read_all(FULL)
    text = " ".join(said)
    assert not re.search(
        "[♠♥♦♣►│─╭]", " ".join(s for s in said if "Ben digs" not in s and "must use" not in s)
    )
    assert "nine of clubs (9C)" in text
    assert "seven of diamonds (7D), must be used this turn" in text
    assert "four of spades (4S) counting for you" in text
    assert "joker (X) as two of clubs (2C)" in text
    assert "three, nine of clubs" not in text
    assert "1, six of clubs (6C), may be taken" in text
    assert "You have 15 cards" in text
    for face in FULL.view.hand:
        assert plain.named(face) in text


def test_spoken_sentences_have_no_signs() -> None:
    assert plain.spoken("Ben lays off 10♦ and Q♠ on M1.") == (
        "Ben lays off ten of diamonds (TD) and queen of spades (QS) on M1."
    )


def test_spoken_rows_keep_cards_apart_and_say_what_a_wild_stands_for() -> None:
    assert plain.spoken("You meld a run: Q♦ 10♦(K♦) Joker(A♦) (M1).") == (
        "You meld a run: queen of diamonds (QD), ten of diamonds (TD) as king of diamonds (KD), "
        "Joker as ace of diamonds (AD) (M1)."
    )


def test_tags_tell_players_apart() -> None:
    assert tags(("You", "Ben", "Bo")) == ("Y", "Be", "Bo")
    assert tags(("Anna", "Ben")) == ("A", "B")
    assert tags(("A", "AB", "ABC")) == ("p1", "p2", "ABC")


def test_flow_folds_what_is_too_long_and_loses_nothing() -> None:
    from rich.text import Text

    words = ["a" * n for n in (1, 5, 30, 3, 12)]
    for width, indent in itertools.product((8, 10, 20, 40), (0, 2)):
        lines = flow([Text(word) for word in words], width, indent=indent, gap=1)
        assert all(line.cell_len <= width for line in lines)
        assert "".join(line.plain for line in lines).replace(" ", "") == "".join(words)
