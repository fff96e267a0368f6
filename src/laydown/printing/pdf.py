"""A document as PDF, from the same content as the HTML; needs the extra ``pdf``."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from reportlab.lib.colors import HexColor, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    FrameBreak,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Spacer,
    Table,
)
from reportlab.platypus import Paragraph as Prose
from reportlab.platypus.doctemplate import LayoutError

from laydown.printing.content import (
    MARGIN,
    SIZES,
    CardPage,
    Document,
    Grid,
    Page,
    RulesPages,
    SheetPage,
)
from laydown.printing.drawings import CardRow, side_by_side
from laydown.printing.files import CannotPrint
from laydown.printing.fitting import (
    GAP,
    LEADING,
    SHEET_SIZE,
    SMALLEST,
    STEP,
    card_size,
    rules_size,
    sheet_row,
)
from laydown.printing.fonts import BOLD, ITALIC, PLAIN, NoLetters, markup
from laydown.printing.words import (
    AGAIN,
    AGREED,
    DEALER,
    HOUSE_RULES,
    NAME,
    ROUND,
    STAR,
    TICKED,
    TOTAL,
    UNTICKED,
)
from laydown.record.page import Paragraph, Rulebook

INK, SOFT, LINE = HexColor("#16191b"), HexColor("#4a5054"), HexColor("#b9bec2")


def pdf(document: Document) -> bytes:
    """The document; :class:`CannotPrint` where names have letters that no font here can write."""
    try:
        fitted = [_fitted(document, page) for page in document.pages]
        return _built(document, list(zip(document.pages, fitted, strict=True)))
    except NoLetters as missing:
        raise CannotPrint(
            f"no font here can write {missing.letters!r}: print to a file that ends in .html"
        ) from None


def _fitted(document: Document, page: Page) -> float:
    """The print, in points, in which the page takes no more paper than it may."""
    match page:
        case RulesPages():
            size, most = rules_size(page, document.paper), page.most
        case SheetPage():
            size, most = SHEET_SIZE, 1
        case CardPage():
            size, most = card_size(page), 1
    while size > SMALLEST and _count(document, page, size) > most:
        size -= STEP
    return size


def _count(document: Document, page: Page, size: float) -> int:
    template = _Template(document, BytesIO(), first=page, size=size)
    try:
        template.build(_flow(document, page, size))
    except LayoutError:  # a card larger than its paper
        return TOO_MANY
    return template.page


TOO_MANY = 99


def _built(document: Document, pages: list[tuple[Page, float]]) -> bytes:
    out = BytesIO()
    flow: list[Flowable] = []
    for page, size in pages:
        if flow:
            flow += (NextPageTemplate(_kind(page)), PageBreak())
        flow += _flow(document, page, size)
    # At most one page is of rules; the heights of its heading are those of its print.
    size = next((size for page, size in pages if isinstance(page, RulesPages)), 0.0)
    _Template(document, out, first=pages[0][0], size=size).build(flow)
    return out.getvalue()


def _kind(page: Page) -> str:
    return "rules" if isinstance(page, RulesPages) else "whole"


class _Template(BaseDocTemplate):
    """Three kinds of pages: one column, two under a heading, two."""

    def __init__(self, document: Document, out: BytesIO, *, first: Page, size: float) -> None:
        wide, high = (side * mm for side in SIZES[document.paper])
        edge = MARGIN * mm
        super().__init__(
            out,
            pagesize=(wide, high),
            title=document.title,
            author="Laydown",
            invariant=1,
        )
        inner, tall = wide - 2 * edge, high - 2 * edge
        column = (inner - GAP * mm) / 2
        head = size * HEAD
        right = edge + column + GAP * mm
        kinds = {
            "whole": [_frame(edge, edge, inner, tall)],
            "rules": [
                _frame(edge, edge + tall - head, inner, head),
                _frame(edge, edge, column, tall - head),
                _frame(right, edge, column, tall - head),
            ],
            "more": [
                _frame(edge, edge, column, tall),
                _frame(right, edge, column, tall),
            ],
        }
        order = sorted(kinds, key=lambda kind: kind != _kind(first))
        self.addPageTemplates([PageTemplate(id=kind, frames=kinds[kind]) for kind in order])


def _frame(x: float, y: float, width: float, height: float) -> Frame:
    return Frame(x, y, width, height, leftPadding=0, rightPadding=0, topPadding=0, bottomPadding=0)


HEAD = 4.6
"""heights of its print that the title of the rules takes, with a line or two of what they are"""


def _flow(document: Document, page: Page, size: float) -> list[Flowable]:
    styles = _Styles(size)
    match page:
        case RulesPages(book):
            return [NextPageTemplate("rules"), *_book(book, styles, document)]
        case SheetPage():
            return _sheet(page, styles, document)
        case CardPage():
            return _card(page, styles)


class _Styles:
    """The kinds of prose in one size of print."""

    def __init__(self, size: float) -> None:
        self.size = size
        self.prose = ParagraphStyle(
            "prose",
            fontName=PLAIN,
            fontSize=size,
            leading=size * LEADING,
            spaceAfter=size * 0.3,
            textColor=INK,
        )
        self.hanging = ParagraphStyle(
            "hanging", self.prose, leftIndent=size, firstLineIndent=-size, spaceAfter=size * 0.1
        )
        self.house = ParagraphStyle(
            "house", self.prose, leftIndent=size * 1.1, firstLineIndent=-size * 1.1
        )
        self.blurb = ParagraphStyle("blurb", self.prose, fontName=ITALIC)
        self.title = ParagraphStyle(
            "title", fontName=BOLD, fontSize=size * 1.75, leading=size * 2.1, textColor=INK
        )
        self.heading = ParagraphStyle(
            "heading",
            fontName=BOLD,
            fontSize=size * 1.14,
            leading=size * 1.35,
            spaceBefore=size * 0.6,
            spaceAfter=size * 0.3,
            keepWithNext=1,
            textColor=INK,
        )
        self.cell = ParagraphStyle(
            "cell", self.prose, fontSize=size * 0.95, leading=size * 1.15, spaceAfter=0
        )
        self.number = ParagraphStyle("number", self.cell, alignment=2)


def _book(book: Rulebook, styles: _Styles, document: Document) -> list[Flowable]:
    wide = SIZES[document.paper][0]
    column = ((wide - 2 * MARGIN - GAP) / 2) * mm
    flow: list[Flowable] = [
        Prose(markup(book.title), styles.title),
        Prose(markup(book.blurb), styles.blurb),
        NextPageTemplate("more"),
        FrameBreak(),
    ]
    for section in book.sections:
        flow += (Prose(markup(section.title), styles.heading), _Rule(column))
        for paragraph in section.paragraphs:
            flow += _paragraph(paragraph, styles, column)
    return flow


class _Rule(Flowable):
    """A line under a heading, which stays with what follows."""

    keepWithNext = 1  # noqa: N815 - reportlab's name

    def __init__(self, width: float) -> None:
        super().__init__()
        self.width, self.height = width, 2.0

    def wrap(self, *_room: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        self.canv.setLineWidth(0.7)
        self.canv.setStrokeColor(INK)
        self.canv.line(0, 2.6, self.width, 2.6)


def _paragraph(paragraph: Paragraph, styles: _Styles, column: float) -> list[Flowable]:
    if paragraph.rows:
        table = _table(paragraph.rows, styles, column)
        return [KeepTogether([table]), Spacer(1, styles.size * 0.45)]
    if paragraph.shown:
        return side_by_side(
            [CardRow(shown, styles.prose, column) for shown in paragraph.shown], column
        )
    if paragraph.pairs:
        return [
            Prose(f"<b>{markup(word)}</b> {markup(meaning)}", styles.hanging)
            for word, meaning in paragraph.pairs
        ]
    title = f"<b>{markup(paragraph.title)}</b> " if paragraph.title else ""
    star = f"{STAR} " if paragraph.house else ""
    style = styles.house if paragraph.house else styles.prose
    return [Prose(f"{star}{title}{markup(paragraph.text)}", style)]


def _table(rows: tuple[tuple[str, ...], ...], styles: _Styles, column: float) -> Table:
    cells = [
        [
            Prose(
                f"<b>{markup(text)}</b>" if at == 0 or _is_sum(row) else markup(text),
                styles.number if place else styles.cell,
            )
            for place, text in enumerate(row)
        ]
        for at, row in enumerate(rows)
    ]
    table = Table(cells, colWidths=_widths(rows, styles, column), hAlign="LEFT")
    pad = styles.size * 0.1
    table.setStyle(
        [
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, LINE),
            ("TOPPADDING", (0, 0), (-1, -1), pad),
            ("BOTTOMPADDING", (0, 0), (-1, -1), pad),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), styles.size * 0.35),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ]
    )
    return table


def _is_sum(row: tuple[str, ...]) -> bool:
    return row[0] == "the round"


def _widths(rows: tuple[tuple[str, ...], ...], styles: _Styles, column: float) -> list[float]:
    """As wide as each column's longest text; narrowed together where they do not fit."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    size = styles.cell.fontSize
    wide = [
        max(stringWidth(text, BOLD, size) + size * 0.5 for text in column_) + size * 0.4
        for column_ in zip(*rows, strict=True)
    ]
    return [each * min(1, column / sum(wide)) for each in wide]


def _sheet(page: SheetPage, styles: _Styles, document: Document) -> list[Flowable]:
    inner = (SIZES[document.paper][0] - 2 * MARGIN) * mm
    head = ParagraphStyle("sheet", styles.title, fontSize=17, leading=20)
    flow: list[Flowable] = [Prose(markup(page.title), head)]
    flow += (
        Prose(f"<b>{markup(word)}</b> {markup(meaning)}", styles.hanging)
        for word, meaning in page.facts
    )
    if page.ticks:
        boxes = " &nbsp; ".join(
            markup(f"{TICKED if tick.ticked else UNTICKED} {tick.label}").replace(" ", "&nbsp;")
            for tick in page.ticks
        )
        flow.append(Prose(f"<b>{HOUSE_RULES}</b> {boxes}", styles.prose))
    if page.agreed:
        flow.append(Prose(f"<b>{AGREED}</b> {markup(' '.join(page.agreed))}", styles.prose))
    row = sheet_row(page, document.paper) * (styles.size / SHEET_SIZE)
    flow += (
        _grid(page.grid, inner, row * mm),
        Spacer(1, styles.size * 0.4),
        Prose(markup(page.foot), styles.prose),
    )
    return flow


SMALLEST_NAME = 6.0
"""points, of a name at the head of a column; a longer word is cut in two"""


def _grid(grid: Grid, inner: float, row: float) -> Table:
    size = max(6.5, min(12.0, row / mm * 1.25))
    middle = ParagraphStyle(
        "grid", fontName=PLAIN, fontSize=size, leading=size * 1.1, alignment=1, textColor=INK
    )
    bold = ParagraphStyle("bold", middle, fontName=BOLD)
    blank = ParagraphStyle("blank", middle, alignment=0, fontSize=8, textColor=SOFT)

    def written(text: str, *, dealer: bool) -> Prose:
        mark = f" <super><font name='{BOLD}'>{DEALER}</font></super>" if dealer else ""
        return Prose(f"{markup(text)}{mark}", middle)

    first = 14 * mm
    widths = [first, *([(inner - first) / len(grid.names)] * len(grid.names))]
    tall = min(12 * mm, row * 1.3)

    def named(name: str) -> Prose:
        fits = _name_size(name, widths[1] - 4, tall - 2, size)
        style = ParagraphStyle("named", bold, fontSize=fits, leading=fits * 1.1)
        return Prose(markup(name), style)

    rows: list[list[Any]] = [
        [
            Prose(ROUND, blank),
            *(named(name) if name else Prose(NAME, blank) for name in grid.names),
        ]
    ]
    for number, dealer, cells in zip(grid.numbers, grid.dealers, grid.rows, strict=True):
        rows.append(
            [
                Prose(number, middle),
                *(written(text, dealer=seat == dealer) for seat, text in enumerate(cells)),
            ]
        )
    rows.append([Prose(TOTAL, bold), *(Prose(markup(total), bold) for total in grid.totals)])
    heights = [tall, *([row] * (len(rows) - 1))]
    table = Table(rows, colWidths=widths, rowHeights=heights)
    table.setStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.9, INK),
            ("LINEABOVE", (0, -1), (-1, -1), 2, INK),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("VALIGN", (1, 0), (-1, 0), "TOP" if not any(grid.names) else "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 1),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
            ("LEFTPADDING", (0, 0), (-1, -1), 2),
            ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ]
    )
    return table


def _name_size(name: str, wide: float, tall: float, size: float) -> float:
    """The largest print, in points, in which a name fits the head of its column."""
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfbase.pdfmetrics import stringWidth

    def fits(size: float) -> bool:
        lines = len(simpleSplit(name, BOLD, size, wide))
        words = name.split()
        return lines * size * 1.1 <= tall and all(
            stringWidth(word, BOLD, size) <= wide for word in words
        )

    while size > SMALLEST_NAME and not fits(size):
        size -= 0.5
    return size


def _card(page: CardPage, styles: _Styles) -> list[Flowable]:
    wide = 136 * mm
    inside: list[Flowable] = [
        Prose(markup(page.name), styles.title),
        Prose(markup(page.title), styles.blurb),
    ]
    for block in page.blocks:
        inside += _paragraph(block, styles, wide)
    soft = ParagraphStyle("again", styles.prose, textColor=SOFT, spaceBefore=styles.size * 0.6)
    inside.append(Prose(f"{AGAIN} {markup(page.text)}", soft))
    box = Table([[_Stack(inside)]], colWidths=[150 * mm], hAlign="CENTER")
    box.setStyle(
        [
            ("BOX", (0, 0), (-1, -1), 1.6, INK),
            ("ROUNDEDCORNERS", [14, 14, 14, 14]),
            ("BACKGROUND", (0, 0), (-1, -1), white),
            *((f"{side}PADDING", (0, 0), (-1, -1), 7 * mm) for side in _SIDES),
        ]
    )
    return [Spacer(1, 4 * mm), box]


_SIDES = ("TOP", "BOTTOM", "LEFT", "RIGHT")


class _Stack(Flowable):
    """Flowables one under another, as one."""

    def __init__(self, inside: Sequence[Flowable]) -> None:
        super().__init__()
        self._inside = inside
        self._placed: list[tuple[Flowable, float]] = []

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        self._placed, down = [], 0.0
        for each in self._inside:
            down += each.getSpaceBefore() if self._placed else 0
            down += each.wrap(width, height)[1]
            self._placed.append((each, down))
            down += each.getSpaceAfter()
        self.width, self.height = width, down
        return width, down

    def draw(self) -> None:
        for each, down in self._placed:
            each.drawOn(self.canv, 0, self.height - down)
