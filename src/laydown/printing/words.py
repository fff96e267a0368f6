"""Every word of a printed document, in order: what each way of printing it must say."""

from __future__ import annotations

from collections.abc import Iterator

from laydown.printing.content import CardPage, Document, Grid, RulesPages, SheetPage
from laydown.record.page import Paragraph, Shown
from laydown.record.words import row

TICKED, UNTICKED = "☑", "☐"
STAR = "★"
MARKS = {"": "", "yes": "✓", "no": "✗"}
DEALER = "D"
HOUSE_RULES = "House rules we play:"
AGREED = "Also agreed:"
TOTAL, NAME, ROUND = "Total", "Name:", "Round"
AGAIN = "These rules as text:"


def words(document: Document) -> Iterator[str]:
    """The texts of the document; blank ones are left out."""
    for page in document.pages:
        match page:
            case RulesPages(book):
                yield from (book.title, book.blurb)
                for section in book.sections:
                    yield section.title
                    for paragraph in section.paragraphs:
                        yield from filter(None, paragraph_words(paragraph))
            case SheetPage():
                yield from filter(None, _sheet_words(page))
            case CardPage():
                yield from (page.name, page.title)
                for block in page.blocks:
                    yield from filter(None, paragraph_words(block))
                yield from (AGAIN, page.text)


def paragraph_words(paragraph: Paragraph) -> Iterator[str]:
    """The texts of one paragraph."""
    if paragraph.house:
        yield STAR
    yield paragraph.title
    yield paragraph.text
    for cells in (*paragraph.rows, *paragraph.pairs):
        yield from cells
    for shown in paragraph.shown:
        yield from shown_words(shown)


def shown_words(shown: Shown) -> Iterator[str]:
    """Drawn cards as signs, whether they are allowed, and the line about them."""
    yield row(shown.cards, shown.stands)
    yield MARKS[shown.mark]
    yield shown.caption


def _sheet_words(page: SheetPage) -> Iterator[str]:
    yield page.title
    for pair in page.facts:
        yield from pair
    if page.ticks:
        yield HOUSE_RULES
        for tick in page.ticks:
            yield f"{TICKED if tick.ticked else UNTICKED} {tick.label}"
    if page.agreed:
        yield AGREED
        yield from page.agreed
    yield from _grid_words(page.grid)
    yield page.foot


def _grid_words(grid: Grid) -> Iterator[str]:
    yield ROUND
    for name in grid.names:
        yield name or NAME
    for number, dealer, cells in zip(grid.numbers, grid.dealers, grid.rows, strict=True):
        yield number
        for seat, cell in enumerate(cells):
            yield cell
            if seat == dealer:
                yield DEALER
    yield TOTAL
    yield from grid.totals
