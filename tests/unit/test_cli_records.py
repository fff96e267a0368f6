"""`laydown replay` and `laydown rules`, as they are typed."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path

import pytest
from tests.unit.recorded import TABLES, table

from laydown.cli.main import main
from laydown.cli.paper import Paper
from laydown.cli.stepping import frames_of, step_through
from laydown.record.jsonl import dumps, load, save
from laydown.record.seats import dumps_seat, load_seat, seat_record
from laydown.record.textform import from_toml
from laydown.rules.games import GAMES, preset
from laydown.rules.text import parse_rules, read_rules_json

RECORD, POSITIONS = table("rummy-500 players=2")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    path = tmp_path / "match.jsonl"
    save(RECORD, path)
    return path


def test_replay_tells_every_move(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path)]) == 0
    told = capsys.readouterr().out
    assert "   1  Anna deals first." in told
    assert f"{len(RECORD.moves):>4}  " in told
    assert "The round is over: Ben went out." in told
    for result in POSITIONS[-1].results:
        assert f"Anna scores {result.scores[0]:+d} and stands at {result.totals[0]}" in told


@pytest.mark.parametrize("text", TABLES)
def test_every_kind_of_match_can_be_stepped_through(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record, _ = table(text)
    frames = frames_of(record)
    assert len(frames) == len(record.moves) + 1
    typed = "\n".join(["", "n", "b", "20", "r", "999999", "-1", "?", "e", "", "b", "q", ""])
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    step_through(frames, Paper(plain=True))
    told = capsys.readouterr().out
    assert f"20/{len(record.moves)}> " in told
    assert "nothing to type here" in told
    assert f"The record has {len(record.moves)} moves." in told
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\n"))
    step_through(frames, Paper(plain=True))
    monkeypatch.setattr(sys, "stdin", io.StringIO("a\n"))
    step_through(frames, Paper(plain=True))


def test_replay_writes_every_form(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path), "--as", "toml"]) == 0
    toml = capsys.readouterr().out
    assert from_toml(toml).final() == POSITIONS[-1]
    text = path.with_suffix(".rummy.toml")
    text.write_text(toml, encoding="utf-8")
    assert main(["replay", str(text), "--as", "jsonl"]) == 0
    assert load(capsys.readouterr().out).moves == RECORD.moves
    assert main(["replay", str(path), "--as", "csv"]) == 0
    assert capsys.readouterr().out.startswith("round,dealer,ending,out,Anna,Ben,")
    assert main(["replay", str(path), "--as", "moves"]) == 0
    assert capsys.readouterr().out.startswith("house dealer p1\nhouse deal ")


def test_replay_of_one_seat(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(path), "--seat", "2"]) == 0
    told = capsys.readouterr().out
    assert "Anna draws from the stock." in told
    assert "Ben draws from the stock." not in told
    assert main(["replay", str(path), "--seat", "2", "--as", "jsonl"]) == 0
    seen = capsys.readouterr().out
    assert load_seat(seen) == seat_record(RECORD, 1)
    path.write_text(dumps_seat(seat_record(RECORD, 1)), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert capsys.readouterr().out == told
    assert main(["replay", str(path), "--as", "csv"]) == 2
    assert main(["replay", str(path), "--seat", "1"]) == 2
    assert "already" in capsys.readouterr().err


@pytest.mark.parametrize("seat", ["0", "3", "-1"])
def test_seats_that_are_not_there(
    path: Path, seat: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(path), "--seat", seat]) == 2
    assert "there is no seat" in capsys.readouterr().err


def test_damage_is_named_and_the_rest_is_shown(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = dumps(RECORD).splitlines(keepends=True)
    path.write_text("".join([*lines[:30], "rubbish\n", *lines[30:]]), encoding="utf-8")
    assert main(["replay", str(path)]) == 1
    out, err = capsys.readouterr()
    assert "match.jsonl: line 31: " in err
    assert "   1  Anna deals first." in out
    path.write_bytes(b"\x00\xff")
    assert main(["replay", str(path)]) == 1
    assert main(["replay", str(path.with_name("none"))]) == 1
    assert main(["replay", str(path.parent)]) == 1
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("key", GAMES)
def test_rules_of_every_game(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", key]) == 0
    assert "A worked round" in capsys.readouterr().out
    assert main(["rules", key, "--json"]) == 0
    assert read_rules_json(capsys.readouterr().out) == preset(key)
    assert main(["rules", key, "--short"]) == 0
    assert parse_rules(capsys.readouterr().out) == preset(key)


def test_rules_with_house_rules(capsys: pytest.CaptureFixture[str]) -> None:
    given = ["rummy-500", "queen_of_spades=40", "--players", "4", "--option", "teams=pairs",
             "go_out=discard_required"]  # fmt: skip
    assert main(["rules", *given, "--plain"]) == 0
    told = capsys.readouterr().out
    assert "3 rules differ from Rummy 500" in told
    assert "* The queen of spades counts 40" in told
    assert main(["rules", *given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scoring"]["queen_of_spades"] == 40


def test_rules_against_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "rummy-500", "--against", "rummy-500 queen_of_spades=40"]) == 0
    told = capsys.readouterr().out
    assert "these: The queen of spades counts 10" in told
    assert "those: The queen of spades counts 40" in told
    assert told.count("?") == 1
    assert main(["rules", "rummy-500", "--against", "rummy-500"]) == 0
    assert "These are the same rules." in capsys.readouterr().out
    assert main(["rules", "rummy-500", "--against", "whist"]) == 2
    assert "no game called" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given",
    [
        ["chess"],
        ["rummy-500", "queen"],
        ["rummy-500", "queen_of_spades=many"],
        ["rummy-500", "no_such=1"],
        ["rummy-500", "target=1", "target=2"],
        ["rummy-500", "--players", "8"],
        ["5000-rummy", "players=2"],
        ["rummy-500", "="],
    ],
)
def test_rules_that_are_none(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("laydown rules: ")


def test_terminals_without_suit_signs_get_letters(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["rules", "rummy", "queen_of_spades=40"]) == 0
    assert main(["replay", str(path)]) == 0
    out.flush()
    told = out.buffer.getvalue().decode()
    assert "JS JH JD JC  Player A's set; JC laid off by you" in told
    assert re.findall(r'(?<![a-z"!])\?', told) == []  # question marks only where people ask
