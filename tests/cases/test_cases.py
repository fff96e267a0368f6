"""Every adjudication case is a test of its own; and the runner counts and reports as it says."""

from __future__ import annotations

import argparse
import re
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


def test_only_given_keys_are_compared() -> None:
    (case,) = read_text(
        "cases:\n- {id: A1, game: r500, ask: {type: deal}, situation: {seats: [A, B]},"
        " expect: {pile: 1}}"
    ).cases
    assert run_case(case).passed


def test_results_stand_in_the_order_of_the_file() -> None:
    assert [each.id for each in run_file(HERE / "more.yaml")] == [each.id for each in MORE]
