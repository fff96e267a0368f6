"""The referee answers every adjudication case that it can be asked as the case does."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.referee.asking import question_of

from laydown.cases import read_file
from laydown.cases.schema import AskIsMeld, AskMeldPoints, Case
from laydown.referee import answer_to

HERE = Path(__file__).parent.parent / "cases"
CASES = [
    case
    for name in ("cases.yaml", "more.yaml")
    for case in read_file(HERE / name).cases
    if isinstance(case, Case) and question_of(case) is not None
]


def test_most_kinds_of_questions_are_among_them() -> None:
    kinds = [question.kind for case in CASES if (question := question_of(case))]
    assert {kind: kinds.count(kind) for kind in set(kinds)}.keys() >= {
        "meld", "layoff", "dig", "discard", "call",
    }  # fmt: skip
    assert len(CASES) >= 98


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_referee_agrees(case: Case) -> None:
    question = question_of(case)
    assert question is not None
    found = answer_to(question)
    if isinstance(case.ask, AskMeldPoints):
        assert case.expect["points"] in [way.points for way in found.ways]
        return
    if case.id == "OPT-06":
        # The case lays the joker unnamed and is refused; the referee, asked whether the cards are
        # a meld, tells both that they can be.
        assert [way.text for way in found.ways] == ["run Joker(5♣) 6♣ 7♣", "run 6♣ 7♣ Joker(8♣)"]
        assert any("says which" in note for note in found.notes)
        return
    expected = case.expect["valid" if isinstance(case.ask, AskIsMeld) else "legal"]
    assert (found.verdict == "allowed") == expected, found.reason
    if expected and "kind" in case.expect:
        assert found.ways[0].text.startswith(str(case.expect["kind"]))
    if not expected:
        assert found.reason
        assert found.clauses
