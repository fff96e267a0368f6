"""What people type, and what they mean by it."""

from __future__ import annotations

import pytest
from tests.unit.terminal_positions import meld, position

from laydown.cards import card_text, parse_card, parse_cards
from laydown.cli.terminal.commands import Command, Do, Pick, Unclear, Word, parse
from laydown.cli.terminal.typed import typed
from laydown.engine.actions import (
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Pass,
    RealCard,
    Split,
    Take,
)
from laydown.engine.errors import Why
from laydown.engine.legal import LegalActions
from laydown.engine.state import Drawn, Phase, Turn
from laydown.engine.view import PlayerView

SEVENS = meld("M1", "7S 7H 7C")
HEARTS = meld("M2", "9H TH JH", owner=1)
DRAW = position(
    hand="9C 9H 2S 5S KS 4H 7D QH 6D 3C", pile="KH 3H 9D JC 5D", melds=(SEVENS,), phase=Phase.DRAW
)
PLAY = position(
    hand="9C 9D 9S 2S 5S KS 4H 7D QH 8H",
    melds=(SEVENS, HEARTS),
    turn=Turn(drawn=Drawn.STOCK),
)
WILDS = position(
    "rummy-500-jokers players=3", hand="6C 7C X QH 2S KD", melds=(SEVENS, HEARTS),
    turn=Turn(drawn=Drawn.STOCK),
)  # fmt: skip


def read(text: str, view: PlayerView) -> Command:
    return parse(text, view, LegalActions(view))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("s", Draw()),
        ("stock", Draw()),
        ("S", Draw()),
        ("p", Take(1)),
        ("p1", Take(1)),
        ("p3", Take(3)),
        ("p 3", Take(3)),
        ("take 3", Take(3)),
        ("p 9d", Take(3)),
        ("p9d", Take(3)),
        ("dig down to 9♦", Take(3)),
    ],
)
def test_the_draw(text: str, action: object) -> None:
    assert read(text, DRAW) == Do(action)  # type: ignore[arg-type]


def test_a_dig_nobody_can_use_is_refused_with_its_reason() -> None:
    command = read("p4", DRAW)
    assert isinstance(command, Do)
    assert command.action == Take(4)
    assert command.reason is not None
    assert command.reason.why is Why.NO_USE


@pytest.mark.parametrize("text", ["p0", "p 99", "p999999999999"])
def test_no_depth_ends_the_game(text: str) -> None:
    command = read(text, DRAW)
    assert isinstance(command, Do)
    assert command.reason is not None
    assert command.reason.why is Why.BAD_COUNT


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("m 9c 9d 9s", Meld(parse_cards("9C 9D 9S"))),
        ("m 9cds", Meld(parse_cards("9C 9D 9S"))),
        ("M 9♣, 9♦, 9♠", Meld(parse_cards("9C 9D 9S"))),
        ("meld 9c9d9s", Meld(parse_cards("9C 9D 9S"))),
        ("l 7d 1", LayOff(parse_cards("7D"), "M1")),
        ("l 7d", LayOff(parse_cards("7D"), "M1")),
        ("lay off 7d on m1", LayOff(parse_cards("7D"), "M1")),
        ("l 8h qh", LayOff(parse_cards("8H QH"), "M2")),
        ("l8h 2", LayOff(parse_cards("8H"), "M2")),
        ("d KS", Discard(parse_card("KS"))),
        ("dks", Discard(parse_card("KS"))),
        ("throw k♠", Discard(parse_card("KS"))),
    ],
)
def test_the_play(text: str, action: object) -> None:
    assert read(text, PLAY) == Do(action)  # type: ignore[arg-type]


def test_a_wild_may_be_named() -> None:
    meant = Meld(parse_cards("6C 7C X"), parse_cards("6C 7C 8C"))
    assert read("m 6c 7c x=8c", WILDS) == Do(meant)


def test_a_wild_with_two_readings_is_asked_for() -> None:
    command = read("m 6c 7c x", WILDS)
    assert isinstance(command, Pick)
    named = {action.as_[2] for action in command.actions if isinstance(action, Meld)}
    assert named == set(parse_cards("5C 8C"))


def test_a_wild_with_one_reading_is_named_for_the_player() -> None:
    view = position(
        "rummy-500-jokers players=3", hand="QC KC X 2S 3D", turn=Turn(drawn=Drawn.STOCK)
    )
    command = read("m qc x kc", view)
    assert isinstance(command, Pick)  # J Q K or Q K A
    gap = position("rummy-500-jokers players=3", hand="QC TC X 2S 3D", turn=Turn(drawn=Drawn.STOCK))
    assert read("m tc qc x", gap) == Do(Meld(parse_cards("TC QC X"), parse_cards("TC QC JC")))


def test_a_wild_card_that_can_be_itself_is_itself() -> None:
    view = position(
        "5000-rummy players=3", hand="6C 7C 8C 6D 2S KD", wild_rank=5, turn=Turn(drawn=Drawn.STOCK)
    )
    assert read("m 6c 7c 8c", view) == Do(Meld(parse_cards("6C 7C 8C")))
    command = read("m 6c 7c 6d", view)
    assert isinstance(command, Pick)
    for action in command.actions:
        assert isinstance(action, Meld)
        assert action.as_[0] == parse_card("6C")


def test_a_joker_laid_off_without_a_name() -> None:
    assert read("l x 1", WILDS) == Do(LayOff(parse_cards("X"), "M1", parse_cards("7D")))
    command = read("l x 2", WILDS)
    assert isinstance(command, Pick)
    assert {action.as_ for action in command.actions if isinstance(action, LayOff)} == {
        parse_cards("8H"),
        parse_cards("QH"),
    }


def test_an_ace_that_fits_both_ends_is_asked_for() -> None:
    long = meld("M1", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    view = position(hand="AS 4H 9D", melds=(long,), turn=Turn(drawn=Drawn.STOCK))
    command = read("l as", view)
    assert isinstance(command, Pick)
    assert {action.low for action in command.actions if isinstance(action, LayOff)} == {True, False}
    assert read("l as low", view) == Do(LayOff(parse_cards("AS"), "M1", low=True))


def test_a_card_that_fits_two_melds_is_asked_for() -> None:
    view = position(
        hand="7D 2S 4H",
        melds=(SEVENS, meld("M2", "8D 9D TD", owner=2)),
        turn=Turn(drawn=Drawn.STOCK),
    )
    command = read("l 7d", view)
    assert isinstance(command, Pick)
    assert [action.meld for action in command.actions if isinstance(action, LayOff)] == ["M1", "M2"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("m 9c 9d", Why.TOO_FEW),
        ("m 9c 9d 8h", Why.MIXED_RANKS),
        ("m AC AD AH", Why.NOT_HELD),
        ("l 2s 1", Why.DOES_NOT_FIT),
        ("l 7d 9", Why.NO_SUCH_MELD),
        ("d AC", Why.NOT_HELD),
        ("s", Why.ALREADY_DRAWN),
        ("real 8h 2", Why.REAL_CARD_OFF),
        ("steal 8h 2", Why.STEAL_OFF),
        ("split 2 at 3", Why.SPLIT_OFF),
        ("call", Why.CALLING_OFF),
        ("pass", Why.NOTHING_TO_PASS),
        ("decline", Why.ALREADY_DRAWN),
    ],
)
def test_a_refusal_carries_its_reason(text: str, why: Why) -> None:
    command = read(text, PLAY)
    assert isinstance(command, Do)
    assert command.reason is not None
    assert command.reason.why is why


@pytest.mark.parametrize(
    "text",
    ["m", "l", "d", "m 9", "m nine", "d 9c 9d", "l 1", "zzz", "9c", "9c9d9s", "p zz", "p qs",
     "m 6c=", "real", "real 8h 9h", "\x1b[A", "♥♥♥", "m " + "9c " * 90, "x" * 10_000, "🂡",
     "\u202em", "l 8h 1 2", "M1", "-1", "d d d", "m x=x=x", "\x00", "p 9d 9c"],
)  # fmt: skip
def test_wrong_input_explains_itself(text: str) -> None:
    command = read(text, PLAY)
    if isinstance(command, Do):  # read as a command, and refused by the rules
        assert command.reason is not None
    elif isinstance(command, Unclear):
        assert command.text.isprintable()
        assert 10 < len(command.text) < 200
    else:
        assert command == Word("steps")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", Word("steps")),
        ("   ", Word("steps")),
        ("u", Word("undo")),
        ("h", Word("hint")),
        ("?", Word("why")),
        ("? l 8h 2", Word("why", "l 8h 2")),
        ("?l 8h 2", Word("why", "l 8h 2")),
        ("help", Word("help")),
        ("sort rank", Word("sort", "rank")),
        ("Q", Word("quit")),
        ("quit", Word("quit")),
        ("pile", Word("pile")),
        ("score", Word("score")),
        ("rules", Word("rules")),
        ("log", Word("log")),
    ],
)
def test_words_about_the_table(text: str, word: Word) -> None:
    assert read(text, PLAY) == word


def test_a_word_nearly_right_is_guessed() -> None:
    command = read("discrad ks", PLAY)
    assert isinstance(command, Unclear)
    assert "“discard”" in command.text


def test_the_call_window() -> None:
    view = position(
        "5000-rummy players=3",
        hand="2S 4H 9D",
        pile="3S QH",
        melds=(SEVENS, HEARTS),
        phase=Phase.CALLING,
    )
    assert read("call", view) == Do(Call(parse_cards("QH"), "M2"))
    assert read("call 2", view) == Do(Call(parse_cards("QH"), "M2"))
    assert read("", view) == Do(Pass())
    assert read("pass", view) == Do(Pass())
    refused = read("call 1", view)
    assert isinstance(refused, Do)
    assert refused.reason is not None


def test_the_empty_stock() -> None:
    view = position(hand="2S 4H 9D", pile="3S QH", phase=Phase.DRAW, stock=0)
    assert read("decline", view) == Do(Decline())
    refused = read("s", view)
    assert isinstance(refused, Do)
    assert refused.reason is not None
    assert refused.reason.why is Why.STOCK_EMPTY


def test_a_card_that_lies_twice_in_the_pile() -> None:
    view = position("rummy-500 players=6", hand="9C 9H 2S", pile="9D KH 9D 3C", phase=Phase.DRAW)
    command = read("p 9d", view)
    assert command == Pick("It lies there twice. How deep?", (Take(2), Take(4)))


@pytest.mark.parametrize("view", [DRAW, PLAY, WILDS], ids=["draw", "play", "wilds"])
def test_what_a_hint_says_to_type_means_the_same(view: PlayerView) -> None:
    legal = LegalActions(view)
    for count, action in enumerate(legal):
        assert parse(typed(action), view, legal) == Do(action), typed(action)
        if count > 60:
            break
    assert count > 1


def test_actions_that_need_other_rules_are_typed_back_too() -> None:
    long = meld("M1", "3H 4H X 6H 7H 8H", stands="3H 4H 5H 6H 7H 8H")
    view = position(
        "5000-rummy players=3 permanent_wilds=jokers max_wilds_per_meld=1 wild_split_at_six=true",
        hand="5H X 2S KD", melds=(long,), turn=Turn(drawn=Drawn.STOCK),
    )  # fmt: skip
    assert read("real 5h", view) == Do(RealCard(parse_card("5H"), "M1"))
    assert read("split", view) == Do(Split("M1", 3))
    assert typed(Split("M1", 3)) == "split 1 at 3"
    assert card_text(parse_card("5H")) == "5H"
