"""Adjudication cases: a question about a position, and the answer the rules give.

Reads the case files (YAML), builds the position, asks the engine and compares. No rule is decided
here.
"""

from __future__ import annotations

from laydown.cases.reading import CaseFile, read_file, read_text
from laydown.cases.running import Result, run_case, run_file

__all__ = ["CaseFile", "Result", "read_file", "read_text", "run_case", "run_file"]
