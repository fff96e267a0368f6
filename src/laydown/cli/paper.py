"""Printing prose: with colours where a terminal has them, else plain lines."""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap
from typing import Any

WIDEST = 100
_LETTERS = str.maketrans("♠♥♦♣★·“”", 'SHDC*,""')
"""for terminals that lack the signs"""


class Paper:
    """Writes lines to the standard output; red suits are red, headings stand out."""

    def __init__(self, *, plain: bool) -> None:
        self.plain = plain or not sys.stdout.isatty()
        self.width = min(shutil.get_terminal_size((80, 24)).columns, WIDEST) - 2
        self._console: Any = None
        self._signs = "utf" in (sys.stdout.encoding or "").lower()
        # What a terminal lacks besides the suit signs becomes question marks, not a traceback.
        with contextlib.suppress(AttributeError, ValueError):
            sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]

    def write(self, text: str = "", style: str = "") -> None:
        """A paragraph, wrapped; its indentation is kept."""
        indent = " " * (len(text) - len(text.lstrip()))
        for line in textwrap.wrap(text, self.width, subsequent_indent=indent) or [""]:
            self.line(line, style)

    def line(self, text: str = "", style: str = "") -> None:
        """One line as it is."""
        if not self._signs:
            text = text.translate(_LETTERS)
        if self.plain:
            print(text)
            return
        from rich.text import Text

        shown = Text(text, style=style)
        shown.highlight_regex(r"(?:10|[A2-9JQK])[♥♦]", "red")
        self._rich().print(shown, soft_wrap=True)

    def _rich(self) -> Any:
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False)
        return self._console
