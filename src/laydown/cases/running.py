"""Running cases: one result each, whatever the case holds."""

from __future__ import annotations

from pathlib import Path

import msgspec

from laydown.cases.asks import facts_of
from laydown.cases.compare import differences
from laydown.cases.errors import BadCase
from laydown.cases.reading import Unread, read_file
from laydown.cases.schema import Case


class Result(msgspec.Struct, frozen=True):
    """A case that has been run. `problems` is empty where everything expected is so."""

    id: str
    problems: tuple[str, ...]
    refused: str = ""
    """why the engine refused what the case does, where it did"""

    @property
    def passed(self) -> bool:
        return not self.problems


def run_case(case: Case | Unread) -> Result:
    """Ask the engine what the case asks and compare. Never raises."""
    if isinstance(case, Unread):
        return Result(case.id, (f"cannot be read: {case.problem}",))
    try:
        facts = facts_of(case)
        refused = str(facts.pop("refused", "") or "")
        return Result(case.id, differences(case.expect, facts), refused)
    except BadCase as bad:
        return Result(case.id, (f"cannot be understood: {bad}",))
    except Exception as fault:  # a fault of ours fails this case, not the others
        return Result(case.id, (f"the engine failed: {type(fault).__name__}: {fault}",))


def run_file(path: Path) -> tuple[Result, ...]:
    """The results of a file in order; a file that cannot be read is one failure."""
    try:
        cases = read_file(path).cases
    except BadCase as bad:
        return (Result(str(path), (str(bad),)),)
    return tuple(run_case(case) for case in cases)
