"""Files and cases that cannot be read, or cannot be, fail with a message and never a traceback."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laydown.cases import read_text, run_case, run_file
from laydown.cases.errors import BadCase
from laydown.cases.loading import load

_MELD = "game: r500, ask: {type: is_meld, cards: 8S 8H 8D}, expect: {valid: true}"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "must be a mapping"),
        ("- 1", "must be a mapping"),
        ("cases: [", "line 1: this is not YAML"),
        ("cases: []", "at least one case"),
        ("cases: {A: 1}", "must be a list"),
        ("schema_version: 3\ncases: [{id: A}]", "schema_version is 3"),
        ("other: 1\ncases: [{id: A}]", "unknown key 'other'"),
        ("cases: &a [*a]\ncases: 1", "given twice"),
        ("!!python/object:os.system x", "this is not YAML"),
        ("cases: \x00", "this is not YAML"),
        ("[" * 3000, "nested too deeply"),
        ("a: 1\n---\nb: 2", "another document"),
        ("? [1]\n: 2", "a key must be a word"),
    ],
)
def test_a_file_that_is_no_case_file(text: str, says: str) -> None:
    with pytest.raises(BadCase, match="^.*" + says.replace("[", r"\[")):
        read_text(text)


def _malformed() -> list[tuple[dict[str, object], str]]:
    raw = load((Path(__file__).parent / "malformed.yaml").read_text())
    assert isinstance(raw, list)
    return [(each["case"], each["says"]) for each in raw]


@pytest.mark.parametrize(("case", "says"), _malformed())
def test_a_case_that_cannot_be(case: object, says: str) -> None:
    (read,) = read_text(json.dumps({"cases": [case]})).cases
    (problem,) = run_case(read).problems
    assert says in problem
    assert not problem.startswith("the engine failed")


def test_one_bad_case_spoils_no_other() -> None:
    cases = read_text(f"cases:\n- {{id: A}}\n- {{id: B, {_MELD}}}\n- {{id: B, {_MELD}}}").cases
    assert [run_case(case).passed for case in cases] == [False, True, False]


@pytest.mark.parametrize("content", [b"\xff\xfe\x00cases", b"\x80", b""])
def test_a_file_of_bytes(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bytes.yaml"
    file.write_bytes(content)
    (result,) = run_file(file)
    assert not result.passed


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (result,) = run_file(tmp_path)
    assert "cannot be read" in result.problems[0]


def _given() -> list[dict[str, Any]]:
    raw = load((Path(__file__).parent / "cases.yaml").read_text())
    assert isinstance(raw, dict)
    people = ("reason", "source", "rule", "origin", "confidence")
    return [
        {key: value for key, value in case.items() if key not in people} for case in raw["cases"]
    ]


_SCRAPS = st.sampled_from(
    [
        *(None, True, -1, 0, 1, 3, 60, [], ["A"], {}, {"A": 3}, {"A": "KS"}, "", "A", "M1"),
        *("KS", "KS KS", "6H=8C", "X", "X=8C", "4S 5S 6S", "8H@Ben"),
        *("run", "none", "draw", "play", "call", "out"),
    ]
)


def _places(value: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    if not isinstance(value, dict | list):
        return [at]
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    return [at, *(place for key, each in inner for place in _places(each, (*at, key)))]


@settings(max_examples=300, deadline=None)
@given(case=st.sampled_from(_given()), data=st.data())
def test_a_spoilt_case_never_breaks_the_runner(case: dict[str, Any], data: st.DataObject) -> None:
    """One or two places of a given case hold something else: it may fail, never blow up."""
    spoilt = copy.deepcopy(case)
    for _ in range(data.draw(st.integers(1, 2))):
        *path, last = data.draw(st.sampled_from(_places(spoilt)[1:]))
        inside: Any = spoilt
        for key in path:
            inside = inside[key]
        inside[last] = copy.deepcopy(data.draw(_SCRAPS))
    (read,) = read_text(json.dumps({"cases": [spoilt]})).cases
    for problem in run_case(read).problems:
        assert not problem.startswith("the engine failed"), problem
