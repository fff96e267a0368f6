"""Questions about the score sheet: who may write what, and what is written."""

from __future__ import annotations

import re

from laydown.cases.compare import Facts
from laydown.cases.errors import BadCase, cut
from laydown.cases.options import seats_and_rules
from laydown.cases.schema import AskSheet, Case
from laydown.cases.seats import Seats
from laydown.engine.match import enter
from laydown.rules.rules import Rules
from laydown.sheet.rights import decides_winner, entry_text, may_end, may_write

_NAME = r"(?:the host )?(?P<by>\w+)(?: \((?:not )?the host\))?"
_WRITES = re.compile(
    rf"{_NAME} (?:types|enters|writes|corrects|changes)\b.*?"
    r"(?:the )?(?:column|entry|score) of (?P<column>\w+)\b.*"
)
_ENDS = re.compile(rf"{_NAME} (?:taps|presses|ends|chooses) .*\bmatch\b.*", re.IGNORECASE)
_DECIDES = re.compile(r"may the sheet decide that (?P<by>\w+) wins because .* went out\??")
_ENTRY = re.compile(r"write the (?:\w+) hand of (?P<by>\w+)")
_SHORTFALL = re.compile(
    r"(?:the )?(?:next )?hand of (?P<by>\w+) is worth (?P<points>[-−]?\d+)"
    r"(?:, (?:and )?a shortfall of (?P<short>\d+) is pending)?"
)


def sheet(case: Case, ask: AskSheet) -> Facts:
    """What the score sheet allows or shows."""
    seats, rules = seats_and_rules(case)
    question = " ".join(ask.question.split()).rstrip(".")
    here = case.situation
    host = None if here.host is None else seats.seat(here.host)
    if found := _SHORTFALL.fullmatch(question):
        return _shortfall(found, case, seats, rules)
    if found := _ENTRY.fullmatch(question):
        return _entry(case, str(found["by"]))
    if found := _DECIDES.fullmatch(question):
        seats.seat(found["by"])
        decided = decides_winner(rules, out=None)
        return {"allowed": decided, "sheet_shows": None if decided else "highest total"}
    if found := _ENDS.fullmatch(question):
        return {"allowed": may_end(seats.seat(found["by"]), players=len(seats))}
    if found := _WRITES.fullmatch(question):
        by, column = seats.seat(found["by"]), seats.seat(found["column"])
        return {"allowed": may_write(by, column, host=host)}
    raise BadCase(f"the runner does not understand the question {cut(question)}")


def _shortfall(found: re.Match[str], case: Case, seats: Seats, rules: Rules) -> Facts:
    """What is entered for a hand, and what is kept against the next (B-46)."""
    seat = seats.seat(found["by"])
    pending = case.situation.pending_shortfall.get(found["by"], 0)
    if found["short"] is not None:
        pending = int(found["short"])
    points = int(found["points"].replace("−", "-"))
    scores = tuple(points if each == seat else 0 for each in range(len(seats)))
    carried = tuple(pending if each == seat else 0 for each in range(len(seats)))
    entered, left = enter(rules, scores, carried)
    return {"enter": entered[seat], "carried_shortfall": left[seat]}


def _entry(case: Case, name: str) -> Facts:
    here = case.situation
    if name not in here.hand_scores:
        raise BadCase(f"hand_scores: nothing is said of {name}")
    points = here.hand_scores[name]
    return {"entry": entry_text(points, total=here.scores_before.get(name, 0) + points)}
