"""The terminal itself: where lines are read and written, whatever it is."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from laydown.cli.terminal.plain import spoken

if TYPE_CHECKING:
    from rich.text import Text

    from laydown.cli.terminal.look import Look

LONGEST_LINE = 65_536
NARROW, WIDE = 32, 120


class Manner(msgspec.Struct, frozen=True, kw_only=True):
    """How the table is to look and how fast it goes."""

    plain: bool = False
    four_colour: bool = False
    pace: float = 0.0
    """seconds between the moves of computer players"""


class Console:
    """Reads commands and shows sentences and pictures; plain where that is asked for."""

    def __init__(self, manner: Manner) -> None:
        self.manner = manner
        self.plain = manner.plain
        self.screen = sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
        self.typed = sys.stdin.isatty()
        for stream in (sys.stdin, sys.stdout):
            with contextlib.suppress(AttributeError, ValueError):
                stream.reconfigure(errors="replace")  # type: ignore[union-attr]
        if self.typed:
            with contextlib.suppress(ImportError):
                import readline  # noqa: F401 - gives input() its line editing
        self._rich: Any = None
        self._look: Look | None = None

    @property
    def width(self) -> int:
        """Cells of a line, asked anew each time: windows are resized."""
        return max(NARROW, min(shutil.get_terminal_size((80, 24)).columns, WIDE))

    @property
    def height(self) -> int:
        """Lines that a picture and the prompt may take; 0 where nothing is lost above."""
        return shutil.get_terminal_size((80, 24)).lines - 1 if self.screen else 0

    @property
    def look(self) -> Look:
        """How cards look here."""
        from laydown.cli.terminal.look import Look

        if self._look is None:
            signs = "utf" in (sys.stdout.encoding or "").lower()
            self._look = Look(four_colour=self.manner.four_colour, signs=signs)
        return self._look

    def say(self, *sentences: str, style: str = "") -> None:
        """Show sentences, each on lines of its own."""
        for sentence in sentences:
            if self.plain:
                self._plain(sentence)
            else:
                from laydown.cli.terminal.look import flow

                words = [w for w in self.look.words(sentence).split(" ") if w.plain]
                if sentence.startswith(" ") and words:
                    words[0].pad_left(1)
                for line in flow(words, self.width - 1, indent=2, gap=1):
                    if style:
                        line.stylize_before(style)
                    self.draw([line])

    def _plain(self, sentence: str) -> None:
        said = spoken(sentence)
        for line in textwrap.wrap(said, self.width - 1) or [""]:
            print(line)
        sys.stdout.flush()

    def draw(self, lines: Iterable[Text]) -> None:
        """Show lines that fit already."""
        if self._rich is None:
            from rich.console import Console as Rich

            self._rich = Rich(highlight=False, markup=False, emoji=False, soft_wrap=True)
        for line in lines:
            self._rich.print(line, soft_wrap=True)
        sys.stdout.flush()

    def blocks(self, text: str) -> None:
        """Show text that has its own lines and paragraphs."""
        for line in text.splitlines():
            if not line.strip():
                print()
            elif self.plain or len(line) >= self.width:
                indent = " " * (len(line) - len(line.lstrip()) + 2 * line.lstrip().startswith("- "))
                said = spoken(line) if self.plain else line
                print(
                    textwrap.fill(
                        said, self.width - 1, subsequent_indent=indent, break_on_hyphens=False
                    )
                )
            else:
                print(line)
        sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        """One line as typed; `EOFError` where the input has ended."""
        if self.typed:
            try:
                return input(prompt)
            except UnicodeDecodeError:
                return "\N{REPLACEMENT CHARACTER}"
        print(prompt, end="", flush=True)
        line = sys.stdin.readline(LONGEST_LINE)
        print(flush=True)
        if not line:
            raise EOFError
        return line.rstrip("\n")

    def yes(self, question: str, *, default: bool) -> bool:
        """A yes or a no; an empty line takes the default."""
        while True:
            said = self.ask(f"{question} {'[Y/n]' if default else '[y/N]'} ").strip().lower()
            if said in ("", "y", "yes", "n", "no"):
                return default if not said else said.startswith("y")
            self.say("Type y for yes or n for no.")

    def choose(self, question: str, options: Sequence[str]) -> int:
        """The number of an option from 0, or -1 where the person chooses none."""
        self.say(question)
        for number, option in enumerate(options, 1):
            self.say(f"  {number}) {option}")
        while True:
            said = self.ask(f"1-{len(options)}, Enter for none: ").strip().rstrip(").")
            if not said or said.lower() in ("q", "n", "no", "none", "0"):
                return -1
            if said.isdecimal() and said.isascii() and 1 <= int(said[:4]) <= len(options):
                return int(said[:4]) - 1
            self.say(f"Type a number from 1 to {len(options)}, or only Enter to choose none.")

    def clear(self) -> None:
        """An empty screen for the next picture; plain terminals only get an empty line."""
        if self.screen and not self.plain:
            print("\x1b[H\x1b[2J", end="", flush=True)
        else:
            print(flush=True)

    def hide(self) -> None:
        """Nothing of what was shown may stay to be read, nor be recalled from what was typed."""
        if self.screen and not self.plain:
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)
        else:
            print("\n" * max(shutil.get_terminal_size((80, 24)).lines, 24), flush=True)
        with contextlib.suppress(ImportError, AttributeError):
            import readline

            readline.clear_history()

    def wait(self) -> None:
        """The pause between the moves of computer players."""
        if self.manner.pace > 0:
            time.sleep(self.manner.pace)
