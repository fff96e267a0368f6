"""A page of rules as plain text: no boxes, readable aloud."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from laydown.record.page import Paragraph, Rulebook, Shown
from laydown.record.words import row

MARKS = {"": "", "yes": "yes: ", "no": "no: "}


def plain_text(book: Rulebook, *, width: int = 78) -> str:
    """The page as plain text; house rules begin with a star, tables are aligned columns."""
    lines = [book.title, "=" * len(book.title), "", *textwrap.wrap(book.blurb, width)]
    for section in book.sections:
        lines += ["", section.title, "-" * len(section.title)]
        for paragraph in section.paragraphs:
            lines += paragraph_lines(paragraph, width)
    return "\n".join(lines) + "\n"


def paragraph_lines(paragraph: Paragraph, width: int) -> list[str]:
    """The lines of one paragraph; a table and drawn cards stand between empty lines."""
    if paragraph.rows:
        return ["", *table_lines(paragraph.rows), ""]
    if paragraph.shown:
        return ["", *(line for each in paragraph.shown for line in shown_lines(each, width)), ""]
    if paragraph.pairs:
        return [line for pair in paragraph.pairs for line in _pair_lines(*pair, width)]
    star = "* " if paragraph.house else ""
    hanging = "  " if paragraph.house or paragraph.title else ""
    start = f"{paragraph.title} " if paragraph.title else ""
    return textwrap.wrap(f"{star}{start}{paragraph.text}", width, subsequent_indent=hanging)


def _pair_lines(word: str, meaning: str, width: int) -> list[str]:
    return textwrap.wrap(f"{word}: {meaning}", width, subsequent_indent="  ")


def shown_lines(shown: Shown, width: int) -> list[str]:
    """Drawn cards as signs in a row, then what they are."""
    text = f"  {row(shown.cards, shown.stands)}"
    said = f"{MARKS[shown.mark]}{shown.caption}"
    if len(text) + len(said) + 2 <= width:
        return [f"{text}  {said}"]
    return [text, *textwrap.wrap(said, width, initial_indent="    ", subsequent_indent="    ")]


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as aligned columns, the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(each, widths, strict=True))
        ).rstrip()
        for each in rows
    ]
