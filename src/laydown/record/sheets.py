"""Scores for other programs (CSV) and as people write them on a sheet.

The minus sign in files is the hyphen ``-``, never U+2212.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from laydown.engine.match import Match


def entry_text(score: int, total: int) -> str:
    """An entry of a score sheet: the round, then the running total.

    >>> entry_text(46, 81), entry_text(-12, 69)
    ('+46 / 81', '-12 / 69')
    """
    return f"{score:+d} / {total}"


def scores_csv(match: Match, names: Sequence[str]) -> str:
    """One row for every round: its number, who dealt, how it ended and who went out; then a
    column for every player with the round's score, and one for each running total."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    safe = [formula_safe(name) for name in names]
    writer.writerow(
        ("round", "dealer", "ending", "out", *safe, *(f"{name} total" for name in safe))
    )
    for number, result in enumerate(match.results, 1):
        out_name = safe[result.end.out] if result.end.out >= 0 else ""
        start = (number, safe[result.dealer], result.end.how.value, out_name)
        writer.writerow((*start, *result.entered, *result.totals))
    return out.getvalue()


def sheet_text(match: Match, names: Sequence[str]) -> str:
    """The score sheet as people keep it, a line for each round."""
    rows = [
        [entry_text(*pair) for pair in zip(result.entered, result.totals, strict=True)]
        for result in match.results
    ]
    return "\n".join(_aligned([list(names), *rows]))


def _aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


_STARTS = frozenset("=+-@\t\r\n＝＋－＠")
"""what spreadsheets take for the start of a formula; some read the wide forms alike"""


def formula_safe(name: str) -> str:
    """The name, so that no spreadsheet takes it for a formula.

    >>> formula_safe("=1+1"), formula_safe("＝1"), formula_safe("Anna")
    ("'=1+1", "'＝1", 'Anna')
    """
    return f"'{name}" if name[:1] in _STARTS else name
