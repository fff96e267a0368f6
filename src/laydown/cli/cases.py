"""`laydown cases FILE…`: run adjudication cases and say which fail."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from laydown.cases import run_file


def add_parser(subparsers: Any) -> None:
    """Declare the command."""
    parser = subparsers.add_parser(
        "cases",
        help="run adjudication cases (YAML) against the engine",
        description="Run adjudication cases against the engine. Prints every case that fails with"
        " what it expects and what the engine says, then a last line `N passed, N failed`;"
        " the exit status is 1 if any failed.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+", help="a case file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Run the files; 0 if every case passed."""
    passed = failed = 0
    for name in args.files:
        for result in run_file(Path(name)):
            if result.passed:
                passed += 1
                continue
            failed += 1
            where = f" (refused: {result.refused})" if result.refused else ""
            print(f"FAIL {_printable(result.id)}: {_printable('; '.join(result.problems))}{where}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _printable(text: str) -> str:
    """One line without control characters, in what the terminal can show: case files are other
    people's text."""
    line = "".join(each if each.isprintable() else " " for each in text)
    encoding = sys.stdout.encoding or "utf-8"
    return line.encode(encoding, "backslashreplace").decode(encoding)
