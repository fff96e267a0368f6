"""How large print may be for its text to fit: lines are counted before any layout is made."""

from __future__ import annotations

from collections.abc import Sequence

from laydown.printing.content import MARGIN, SIZES, CardPage, Paper, RulesPages, SheetPage
from laydown.record.page import Paragraph, Shown

POINT = 25.4 / 72
"""millimetres"""

LARGEST, SMALLEST, STEP = 10.0, 5.0, 0.25
"""points"""

GAP = 7.0
"""between two columns, in millimetres"""

LEADING = 1.24
"""from line to line, in heights of the print"""

CARD_EMS = 1.9
"""how wide a drawn card is"""

CARD_GAP = 0.12
SHEET_SIZE = 8.5
"""points, of the words around the grid of a sheet"""

_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
"""In thousandths of the height of the print, from the space to the tilde, of the plain sans serif
that documents are set in."""

_OTHER = 0.78
"""of letters and signs beyond these"""

_BOLD = 1.07


def width_of(text: str, *, bold: bool = False) -> float:
    """How wide a text is, in heights of its print."""
    plain = sum(
        _WIDTHS[ord(letter) - 32] / 1000 if 32 <= ord(letter) < 127 else _OTHER for letter in text
    )
    return plain * _BOLD if bold else plain


def lines_of(text: str, ems: float, *, start: float = 0.0) -> int:
    """Lines of a text so many heights of print wide, the first of which begins after `start`."""
    lines, at = 1, start
    for word in text.split():
        wide = width_of(word)
        if at and at + 0.28 + wide > ems:
            lines, at = lines + 1, wide
        else:
            at += wide + (0.28 if at else 0)
        while at > ems:
            lines, at = lines + 1, at - ems
    return lines


def rules_size(page: RulesPages, paper: Paper) -> float:
    """The largest print, in points, in which the rules fit their pages in two columns."""
    width, height = SIZES[paper]
    column = (width - 2 * MARGIN - GAP) / 2
    room = (height - 2 * MARGIN) * 2 * page.most
    for size in sizes():
        ems = column / POINT / size
        need = 2 * (3.4 + lines_of(page.book.blurb, ems * 2) * LEADING)
        for section in page.book.sections:
            need += 2.35 + sum(_height(each, ems) for each in section.paragraphs)
        # What may not be torn leaves gaps at the foot of columns.
        if need * size * POINT <= room - 2 * page.most * 5 * size * POINT:
            return size
    return SMALLEST


def sizes() -> list[float]:
    """The sizes of print that are tried, the largest first."""
    steps = round((LARGEST - SMALLEST) / STEP)
    return [LARGEST - STEP * at for at in range(steps + 1)]


def _height(paragraph: Paragraph, ems: float) -> float:
    """Of a paragraph in a column so wide, both in heights of the print."""
    if paragraph.rows:
        return _table_height(paragraph.rows, ems)
    if paragraph.shown:
        return sum(map(max, _packed_heights(paragraph.shown, ems))) + 0.1
    if paragraph.pairs:
        lines = sum(
            lines_of(meaning, ems - 0.9, start=width_of(word, bold=True) + 0.3 - 0.9)
            for word, meaning in paragraph.pairs
        )
        return lines * LEADING + 0.1 * len(paragraph.pairs)
    inset = 1.1 if paragraph.house else 0.0
    start = width_of(paragraph.title, bold=True) + 0.3 if paragraph.title else 0.0
    extra, start = divmod(start, ems)
    return (lines_of(paragraph.text, ems - inset, start=start) + extra) * LEADING + 0.3


def _table_height(rows: tuple[tuple[str, ...], ...], ems: float) -> float:
    columns = list(zip(*rows, strict=True))
    wide = [max(width_of(cell, bold=True) for cell in column) + 0.9 for column in columns]
    over = max(1.0, sum(wide) * 0.95 / ems)
    folded = sum(
        max(lines_of(cell, max(space / over, 2)) for cell, space in zip(row, wide, strict=True))
        if over > 1
        else 1
        for row in rows
    )
    return 0.95 * (folded * LEADING + len(rows) * 0.2 + 0.65)


def shown_width(shown: Shown) -> float:
    """Of drawn cards with their caption on one line."""
    cards = len(shown.cards) * (CARD_EMS + CARD_GAP)
    return cards + 0.7 + (1.1 if shown.mark else 0) + width_of(shown.caption)


def packed(every: Sequence[Shown], ems: float) -> list[list[Shown]]:
    """Drawings side by side where they fit a line."""
    lines: list[list[Shown]] = []
    left = 0.0
    for shown in every:
        wide = shown_width(shown)
        if lines and wide <= left:
            lines[-1].append(shown)
            left -= wide + 1.2
        else:
            lines.append([shown])
            left = ems - wide - 1.2
    return lines


def _packed_heights(every: Sequence[Shown], ems: float) -> list[tuple[float, ...]]:
    """By line the heights of the drawings in it."""
    return [
        tuple(
            max(
                CARD_EMS * 1.4 + 0.2,
                lines_of(
                    shown.caption, max(ems - len(shown.cards) * (CARD_EMS + CARD_GAP) - 1.8, 4)
                )
                * LEADING,
            )
            + 0.5
            for shown in line
        )
        for line in packed(every, ems)
    ]


def sheet_row(page: SheetPage, paper: Paper) -> float:
    """How high a row of the sheet may be, in millimetres."""
    width, height = SIZES[paper]
    ems = (width - 2 * MARGIN) / POINT / SHEET_SIZE
    lines = sum(
        lines_of(meaning, ems - 0.9, start=width_of(word, bold=True))
        for word, meaning in page.facts
    )
    if page.ticks:
        boxes = " ".join("oo" + tick.label.replace(" ", "n") + "oo" for tick in page.ticks)
        lines += lines_of(boxes, ems, start=12)
    if page.agreed:
        lines += lines_of(" ".join(page.agreed), ems, start=8)
    words = (lines + lines_of(page.foot, ems) + 3) * SHEET_SIZE * (LEADING + 0.06) * POINT
    room = height - 2 * MARGIN - words - 10
    return min(15.0, room / (len(page.grid.rows) + 2.5))


def card_size(page: CardPage) -> float:
    """The largest print in which a rule card fits its page."""
    letters = sum(
        len(block.text) + len(block.title) + sum(len(a) + len(b) for a, b in block.pairs)
        for block in page.blocks
    )
    return max(6.5, min(11.0, 11.0 - (letters - 900) / 700))
