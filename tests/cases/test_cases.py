"""Every adjudication case is a test of its own; and the runner counts and reports as it says."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.cases.exceptions import EXCEPTIONS

from laydown.cases import read_file, read_text, run_case, run_file
from laydown.cases.reading import Unread
from laydown.cases.schema import Case
from laydown.cli import cases as command

HERE = Path(__file__).parent
GIVEN = read_file(HERE / "cases.yaml").cases
MORE = read_file(HERE / "more.yaml").cases
WORDS = read_file(HERE / "cases-in-words.yaml").cases


def _id(case: Case | Unread) -> str:
    return case.id


@pytest.mark.parametrize("case", [each for each in GIVEN if each.id not in EXCEPTIONS], ids=_id)
def test_given_case(case: Case | Unread) -> None:
    assert run_case(case).problems == ()


@pytest.mark.parametrize("case", MORE, ids=_id)
def test_further_case(case: Case | Unread) -> None:
    assert run_case(case).problems == ()


@pytest.mark.parametrize("case", WORDS, ids=_id)
def test_case_told_in_words(case: Case | Unread) -> None:
    assert run_case(case).problems == ()


def test_nothing_given_is_left_out() -> None:
    raw = yaml.safe_load((HERE / "cases.yaml").read_text())
    assert [case.id for case in GIVEN] == [each["id"] for each in raw["cases"]]
    assert len(GIVEN) == 246
    assert len(MORE) >= 60
    assert set(EXCEPTIONS) <= {case.id for case in GIVEN}


_WRONG: dict[str, Callable[[Any], Any]] = {
    "valid": lambda value: not value,
    "legal": lambda value: ["QS"] if isinstance(value, list) else not value,
    "ends": lambda value: not value,
    "over": lambda value: not value,
    "hand_ends": lambda value: not value,
    "illegal_at": lambda value: value + 1,
    "points": lambda value: value + 1,
    "score": lambda value: {name: points + 1 for name, points in value.items()},
    "hand_sizes": lambda value: {name: size + 1 for name, size in value.items()},
    "hand_after": lambda value: f"{value} QS",
    "to_act": lambda value: "nobody",
    "next_dealer": lambda value: "nobody",
    "needed": lambda value: value + 1,
    "reason": lambda value: "void",
    "out": lambda value: "nobody",
    "floats": lambda value: not value,
    "going_rummy": lambda value: not value,
    "winners": lambda value: [*value, "nobody"],
    "then": lambda value: "void",
    "scores": lambda value: {name: points + 1 for name, points in value.items()},
    "table": lambda value: {name: points + 1 for name, points in value.items()},
    "melds": lambda value: {name: points + 1 for name, points in value.items()},
    "in_hand": lambda value: {name: points + 1 for name, points in value.items()},
    "kind": lambda value: "set" if value == "run" else "run",
    "equals": lambda value: {**value, "target": 501},
    "stock": lambda value: value + 1,
    "pile": lambda value: value + 1,
    "pack": lambda value: value + 1,
    "decks": lambda value: value + 1,
    "wild_rank": lambda value: "none",
    "also_wild": lambda value: [],
    "void": lambda value: not value,
    "first_to_act": lambda value: "nobody",
}


@pytest.mark.parametrize("case", [each for each in GIVEN if isinstance(each, Case)], ids=_id)
def test_a_wrong_expectation_fails(case: Case) -> None:
    """The runner looks: the same case with one answer turned wrong fails on just that answer."""
    for key, wrong in _WRONG.items():
        if key in case.expect:
            turned = {**case.expect, key: wrong(case.expect[key])}
            result = run_case(
                Case(
                    id=case.id,
                    game=case.game,
                    ask=case.ask,
                    expect=turned,
                    options=case.options,
                    situation=case.situation,
                )
            )
            assert result.problems, key
            assert all(line.startswith(key) for line in result.problems)


def test_every_kind_of_answer_has_a_wrong_one() -> None:
    keys = {key for case in GIVEN if isinstance(case, Case) for key in case.expect}
    assert keys - set(_WRONG) == {"why"}  # which is for people


def _run(capsys: pytest.CaptureFixture[str], *files: Path) -> tuple[int, list[str]]:
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers())
    args = parser.parse_args(["cases", *map(str, files)])
    status = args.run(args)
    return status, capsys.readouterr().out.splitlines()


def test_the_command_counts_what_passed(capsys: pytest.CaptureFixture[str]) -> None:
    status, lines = _run(capsys, HERE / "cases.yaml")
    assert (status, lines) == (0, ["246 passed, 0 failed"])


def test_the_command_names_what_failed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "two.yaml"
    file.write_text(
        "cases:\n"
        "- {id: GOOD, game: basic, ask: {type: is_meld, cards: AS 2S 3S}, expect: {valid: true}}\n"
        "- {id: BAD, game: basic, ask: {type: is_meld, cards: QS KS AS}, expect: {valid: true}}\n"
    )
    status, lines = _run(capsys, file)
    assert status == 1
    assert lines == ["FAIL BAD: valid: expected true, got false", "1 passed, 1 failed"]


def test_several_files_are_counted_together(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "one.yaml"
    file.write_text(
        "cases:\n- {id: A1, game: r500, ask: {type: is_meld, cards: 8S 8H 8D}, expect: {kind: set}}"
    )
    status, lines = _run(capsys, file, tmp_path / "missing.yaml", file)
    assert status == 1
    assert lines[-1] == "2 passed, 1 failed"
    assert re.fullmatch(
        r"FAIL .*missing\.yaml: cannot be read: No such file or directory", lines[0]
    )


def test_what_a_file_says_cannot_harm_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text(
        'cases:\n- {id: "é\\u001b[31m", game: r500, ask: {type: is_meld, cards: 8S},'
        " expect: {valid: true}}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, "-m", "laydown.cli", "cases", str(file)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        b"FAIL \\xe9 [31m: valid: expected true, got false",
        b"0 passed, 1 failed",
    ]
    assert done.stderr == b""


def test_only_given_keys_are_compared() -> None:
    (case,) = read_text(
        "cases:\n- {id: A1, game: r500, ask: {type: deal}, situation: {seats: [A, B]},"
        " expect: {pile: 1}}"
    ).cases
    assert run_case(case).passed


def test_results_stand_in_the_order_of_the_file() -> None:
    assert [each.id for each in run_file(HERE / "more.yaml")] == [each.id for each in MORE]
