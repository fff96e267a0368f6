"""`laydown referee`, as it is typed."""

from __future__ import annotations

import io
import json
import sys
import threading

import pytest

from laydown.cli import referee_asking
from laydown.cli.main import main


def test_a_refusal_is_told_with_its_clause_and_what_would_allow_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """BR-5 and BR-13: aces are low in the basic game, high as a house rule."""
    assert main(["referee", "rummy", "meld", "Q♠", "K♠", "A♠"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("✗ No, that is no meld.\nThe ace is low in runs")
    assert "[ace_in_runs=high_or_low]" in told
    assert "BR-5 Melds" in told


def test_house_rules_come_before_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "rummy", "ace_in_runs=high_or_low", "meld", "QS KS AS"]) == 0
    assert "Yes, a run Q♠ K♠ A♠." in capsys.readouterr().out


def test_a_lay_off_onto_a_meld(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "layoff", "10S", "onto", "7S 8S 9S"]) == 0
    told = capsys.readouterr().out
    assert "Lay off 10♠ on M1 (7♠ 8♠ 9♠)  +10 on the table" in told


def test_a_dig_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    dig = ["dig", "--pile", "4S JC 9H 2D 6S", "--hand", "TH JH", "--take", "3", "--json"]
    assert main(["referee", "rummy-500", *dig]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["verdict"], found["ways"][0]["points"]) == ("allowed", 29)
    assert found["notes"][0] == "You must use 9♥: run 9♥ 10♥ J♥."


def test_the_hand_the_call_the_stock_and_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    for words, says in (
        (["hand", "7S 8S 9S", "KD"], "going rummy"),
        (["5000-rummy", "call", "10S", "onto", "7S 8S 9S", "--mine", "QH QD QC"], "may be called"),
        (["rummy", "stock", "--pile", "4S JC", "--hand", "TH"], "or decline"),
        (["score", "--mine", "K♠ K♥ K♦", "--hand", "Q♠ A♥"], "You score +5."),
        (["discard", "9H", "--hand", "9H 9D 2S"], "Yes, it may be discarded."),
    ):
        assert main(["referee", *words]) == 0
        assert says in capsys.readouterr().out


def test_the_questions_people_ask(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", "5000-rummy", "questions"]) == 0
    assert "Can you play with two" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["meld", "7S", "foo"], "“foo” is not a card"),
        (["nonsense"], "nonsense"),
        (["rummy", "tell", "7S"], "“tell” is no question"),
        (["rummy", "target=x", "meld", "7S"], "target"),
        (["rummy"], "say what is asked"),
    ],
)
def test_what_cannot_be_read_is_said(
    words: list[str],
    says: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert main(["referee", *words]) == 2
    assert says in capsys.readouterr().err


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_step_by_step(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A game, a question, its cards; a slip is said, and the next question asked for."""
    typed = ["rumy", "rummy-500", "9", "layoff", "10♠", "7♠ 8♠ 9♠", "meld", "", "q"]
    monkeypatch.setattr(sys, "stdin", _Terminal("\n".join(typed) + "\n"))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert main(["referee", "--plain"]) == 0
    told = capsys.readouterr().out
    assert "there is no game called 'rumy'" in told
    assert "Type a number from 1 to 8." in told
    assert "Yes, that may be laid there." in told
    assert "Lay down the cards of the meld." in told


def test_clauses_of_other_games_are_not_cited(capsys: pytest.CaptureFixture[str]) -> None:
    """R5-7 speaks of runs in Rummy 500; BR-5 and GE-1 would contradict the answer."""
    assert main(["referee", "rummy-500", "meld", "QS KS AS"]) == 0
    told = capsys.readouterr().out
    assert "R5-7" in told
    assert "BR-5" not in told
    assert "GE-1" not in told


def test_house_rules_may_follow_the_question(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["score", "--mine", "KS KH KD", "--hand", "QS", "queen_of_spades=40"]
    assert main(["referee", "rummy-500", *given]) == 0
    assert "You score -10." in capsys.readouterr().out
    assert main(["referee", "rummy-500-jokers", "meld", "6C", "7C", "Joker=8C"]) == 0


def test_a_question_that_takes_too_long_is_given_up(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    never = threading.Event()
    monkeypatch.setattr(referee_asking, "PATIENCE", 0.05)
    monkeypatch.setattr(referee_asking, "answer", lambda *_: never.wait(10))
    try:
        assert main(["referee", "rummy", "meld", "QS KS AS"]) == 2
    finally:
        never.set()
    assert "takes too long" in capsys.readouterr().err
