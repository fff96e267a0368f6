"""The clauses by number: what the rules say, as docs/clauses.md states it.

`clauses.json` is made from that document by `scripts/docs`; change it there.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

_NUMBER = re.compile(r"\b(BR|R5|RJ|K5|GE|B|E)-(\d{1,2})\b")


class Clause(msgspec.Struct, frozen=True):
    """A clause: its number, its heading, and what it says, in paragraphs of Markdown."""

    number: str
    title: str
    text: str


class _Written(msgspec.Struct, frozen=True):
    title: str
    text: str


@cache
def _clauses() -> dict[str, Clause]:
    data = files("laydown.record").joinpath("clauses.json").read_bytes()
    written = msgspec.json.decode(data, type=dict[str, _Written])
    return {number: Clause(number, each.title, each.text) for number, each in written.items()}


def clause(number: str) -> Clause | None:
    """The clause of a number; None where there is none.

    >>> clause("BR-8").title
    'Going out'
    """
    return _clauses().get(number)


def clauses_for(text: str, series: tuple[str, ...]) -> tuple[Clause, ...]:
    """Of the clauses that a text cites those of the first series among these, and the rulings.

    What other games' pages say would only contradict it. Where none is of these series, all.

    >>> [each.number for each in clauses_for("BR-5, R5-7, B-26", ("RJ", "R5"))]
    ['R5-7', 'B-26']
    """
    cited = clauses_in(text)
    found = {each.number.partition("-")[0] for each in cited}
    own = next((each for each in series if each in found), None)
    kept = tuple(each for each in cited if each.number.partition("-")[0] in (own, "B", "E"))
    return kept or cited


def clauses_in(text: str) -> tuple[Clause, ...]:
    """The clauses that a text cites, each once, in their order.

    >>> [each.number for each in clauses_in("R5-5, B-9")]
    ['R5-5', 'B-09']
    """
    named = (
        f"{series}-{int(digits):02}" if series == "B" else f"{series}-{int(digits)}"
        for series, digits in _NUMBER.findall(text)
    )
    found = (clause(number) for number in dict.fromkeys(named))
    return tuple(each for each in found if each is not None)
