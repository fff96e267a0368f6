"""A document as one page of HTML: style and pictures in it, no script, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

import msgspec

from laydown.printing.content import CardPage, Document, Grid, Page, RulesPages, SheetPage
from laydown.printing.faces import face, suits
from laydown.printing.style import style
from laydown.printing.words import (
    AGAIN,
    AGREED,
    DEALER,
    HOUSE_RULES,
    MARKS,
    NAME,
    ROUND,
    STAR,
    TICKED,
    TOTAL,
    UNTICKED,
)
from laydown.record.page import Paragraph, Rulebook, Shown
from laydown.record.words import row


class Html(msgspec.Struct, frozen=True):
    """The whole text, and the style sheet in it, of which a server tells browsers the digest."""

    text: str
    style: str


def html(document: Document) -> Html:
    """The document, to be opened, printed or saved as it is."""
    css = style(document)
    body = "\n".join(_page(page, f"page{number}") for number, page in enumerate(document.pages, 1))
    text = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>{css}</style>\n</head>\n<body>\n"
        f"{suits()}\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )
    return Html(text, css)


def _page(page: Page, name: str) -> str:
    match page:
        case RulesPages(book):
            return f'<article class="page rules" id="{name}">\n{_book(book)}\n</article>'
        case SheetPage():
            return f'<article class="page sheet" id="{name}">\n{_sheet(page)}\n</article>'
        case _:
            return f'<article class="page rules" id="{name}">\n{_card(page)}\n</article>'


def _book(book: Rulebook) -> str:
    sections = "\n".join(
        f"<section><h2>{escape(section.title)}</h2>\n"
        + "\n".join(_paragraph(each) for each in section.paragraphs)
        + "</section>"
        for section in book.sections
    )
    return (
        f'<h1>{escape(book.title)}</h1>\n<p class="blurb">{escape(book.blurb)}</p>\n'
        f'<div class="columns">\n{sections}\n</div>'
    )


def _paragraph(paragraph: Paragraph) -> str:
    if paragraph.rows:
        return _table(paragraph.rows)
    if paragraph.shown:
        return f'<div class="drawings">{"".join(map(_shown, paragraph.shown))}</div>'
    if paragraph.pairs:
        return _pairs(paragraph.pairs)
    title = f"<b>{escape(paragraph.title)}</b> " if paragraph.title else ""
    if paragraph.house:
        return f'<p class="house"><b>{STAR}</b> {title}{escape(paragraph.text)}</p>'
    return f"<p>{title}{escape(paragraph.text)}</p>"


def _pairs(pairs: tuple[tuple[str, str], ...]) -> str:
    inside = "".join(
        f"<div><dt>{escape(word)}</dt><dd>{escape(meaning)}</dd></div>" for word, meaning in pairs
    )
    return f"<dl>{inside}</dl>"


def _table(rows: tuple[tuple[str, ...], ...]) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in rows[0])
    body = "".join(_row(cells, last=at == len(rows) - 1) for at, cells in enumerate(rows[1:], 1))
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _row(cells: tuple[str, ...], *, last: bool) -> str:
    first = f'<th scope="row">{escape(cells[0])}</th>'
    rest = "".join(f"<td>{escape(cell)}</td>" for cell in cells[1:])
    marked = ' class="sum"' if last and cells[0] == "the round" else ""
    return f"<tr{marked}>{first}{rest}</tr>"


def _shown(shown: Shown) -> str:
    cards = "".join(
        face(card, stands, lifted=at in shown.lifted)
        for at, (card, stands) in enumerate(zip(shown.cards, shown.stands, strict=True))
    )
    mark = f'<span class="mark">{MARKS[shown.mark]}</span> ' if shown.mark else ""
    said = escape(row(shown.cards, shown.stands))
    return (
        f'<div class="drawn"><span class="cards">{cards}</span><span><span class="said">{said} '
        f"</span>{mark}{escape(shown.caption)}</span></div>"
    )


def _sheet(page: SheetPage) -> str:
    parts = [f"<h1>{escape(page.title)}</h1>", _pairs(page.facts)]
    if page.ticks:
        boxes = " ".join(
            f'<span><span class="box">{TICKED if tick.ticked else UNTICKED}</span>'
            f" {escape(tick.label)}</span>"
            for tick in page.ticks
        )
        parts.append(f'<p class="ticks"><b>{HOUSE_RULES}</b> {boxes}</p>')
    if page.agreed:
        parts.append(f"<p><b>{AGREED}</b> {escape(' '.join(page.agreed))}</p>")
    parts += (_grid(page.grid), f"<p>{escape(page.foot)}</p>")
    return "\n".join(parts)


def _grid(grid: Grid) -> str:
    heads = "".join(
        f'<th scope="col">{escape(name)}</th>'
        if name
        else f'<th scope="col" class="blank">{NAME}</th>'
        for name in grid.names
    )
    rows = "".join(
        f'<tr><th scope="row" class="no">{number}</th>{"".join(_cells(cells, dealer))}</tr>'
        for number, dealer, cells in zip(grid.numbers, grid.dealers, grid.rows, strict=True)
    )
    totals = "".join(f"<td>{escape(total)}</td>" for total in grid.totals)
    return (
        f'<table><thead><tr><th scope="col" class="no">{ROUND}</th>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody>"
        f'<tfoot><tr class="total"><th scope="row" class="no">{TOTAL}</th>{totals}</tr></tfoot>'
        "</table>"
    )


def _cells(cells: tuple[str, ...], dealer: int) -> Iterator[str]:
    for seat, cell in enumerate(cells):
        mark = f' <span class="dealer">{DEALER}</span>' if seat == dealer else ""
        yield f"<td>{escape(cell)}{mark}</td>"


def _card(page: CardPage) -> str:
    blocks = "\n".join(map(_paragraph, page.blocks))
    return (
        f'<div class="rule-card"><h1>{escape(page.name)}</h1>\n'
        f'<p class="blurb">{escape(page.title)}</p>\n{blocks}\n'
        f'<p class="again">{AGAIN} {escape(page.text)}</p></div>'
    )
