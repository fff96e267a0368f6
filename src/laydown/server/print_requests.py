"""Requests for pages to print: the rules, score sheets, rule cards; and differences in words."""

from __future__ import annotations

import asyncio
import hashlib
from base64 import b64encode
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response

from laydown.printing.cards import rule_card
from laydown.printing.content import Document, Paper
from laydown.printing.files import CannotPrint, data_of
from laydown.printing.html import html
from laydown.printing.sheets import ROUNDS, Scores, for_players, rules_document, sheet
from laydown.record.compared import compared
from laydown.record.tallies import Tally
from laydown.rules.rules import Rules, checked
from laydown.rules.text import rules_text
from laydown.server.print_wire import Compare, Printable, PrintSheet
from laydown.server.requests import BadRequest, answered, body_of, form_of, read_rules

MOST_ROUNDS = 200
MOST_PLAYERS = 12
LONGEST_NAME = 40
MOST_TITLE = 80
LARGEST = 10_000_000


async def page_of(document: Document, *, pdf: bool = False) -> Response:
    """The document as a page of its own, with a policy that allows its own style and no more."""
    if pdf:
        try:
            data = await asyncio.to_thread(data_of, document, ".pdf")
        except CannotPrint as cannot:
            raise BadRequest(f"This server prints no PDF: {cannot}", 501) from None
        return Response(data, media_type="application/pdf")
    made = await asyncio.to_thread(html, document)
    digest = b64encode(hashlib.sha256(made.style.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none';"
        " frame-ancestors 'none'"
    )
    return Response(
        made.text,
        media_type="text/html; charset=utf-8",
        headers={"content-security-policy": policy},
    )


def _asked(query: Mapping[str, str]) -> tuple[Rules, Paper, bool]:
    """The rules, the paper and whether PDF is wanted, from the address or a form."""
    rules = checked(read_rules(query.get("rules", "")))
    paper = query.get("paper", "a4")
    if paper not in ("a4", "letter"):
        raise BadRequest("The paper is a4 or letter.")
    return rules, "letter" if paper == "letter" else "a4", query.get("as") == "pdf"


@answered
async def print_rules(request: Request) -> object:
    """GET /print/rules?rules=…&paper=…&as=pdf"""
    rules, paper, pdf = _asked(request.query_params)
    document = await asyncio.to_thread(rules_document, rules, paper=paper)
    return await page_of(document, pdf=pdf)


@answered
async def print_sheet(request: Request) -> object:
    """A sheet, blank where no points are told: GET /print/sheet?rules=…&rounds=12&paper=…, and POST
    with the same fields as a form, so that names and points stand in no address."""
    query: Mapping[str, str] = request.query_params
    if request.method == "POST":
        query = await form_of(request)
    rules, paper, pdf = _asked(query)
    names = tuple(name.strip() for name in query.get("names", "").split(",") if name.strip())
    rounds = query.get("rounds", str(ROUNDS))
    if not rounds.isascii() or not rounds.isdigit() or not 1 <= int(rounds) <= MOST_ROUNDS:
        raise BadRequest(f"A sheet has from 1 to {MOST_ROUNDS} rounds.")
    rows = [row for row in query.get("points", "").split(";") if row]
    if len(rows) > MOST_ROUNDS:
        raise BadRequest(f"A sheet has from 1 to {MOST_ROUNDS} rounds.")
    scores = Scores(
        points=tuple(tuple(map(_number, row.split(","))) for row in rows),
        dealers=_numbers(query.get("dealers", "")),
        starts=_numbers(query.get("starts", "")),
        struck=_numbers(query.get("struck", "")),
    )
    title = query.get("title", "")[:MOST_TITLE]
    document = await asyncio.to_thread(_sheet, rules, names, scores, int(rounds), paper, title)
    return await page_of(document, pdf=pdf)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(_number(piece) or 0 for piece in text.split(",") if piece)


def _number(text: str) -> int | None:
    """A score as the address tells it, nothing where it tells none."""
    if not text.strip():
        return None
    try:
        found = int(text)
    except ValueError:
        raise BadRequest(f"{text[:20]!r} is no score.") from None
    if abs(found) > LARGEST:
        raise BadRequest(f"{text[:20]!r} is no score.")
    return found


def printable(rules: Rules, tally: Tally) -> Printable:
    """What a form asks the page of a shared sheet with. Names have no commas there."""
    names = [" ".join(name.replace(",", " ").split()) for name in tally.names]
    rows = [
        ",".join("" if each is None else str(each) for each in row.points) for row in tally.rounds
    ]
    told = {
        "rules": rules_text(rules),
        "names": ",".join(names),
        "rounds": str(max(ROUNDS, len(rows))),
        "points": ";".join(rows),
        "dealers": ",".join(
            str(tally.names.index(row.dealer) if row.dealer in tally.names else -1)
            for row in tally.rounds
        ),
        "starts": ",".join(map(str, tally.starts)) if any(tally.starts) else "",
        "struck": ",".join(str(at) for at, row in enumerate(tally.rounds) if row.struck),
        "title": tally.title,
    }
    return Printable({name: value for name, value in told.items() if value})


@answered
async def print_card(request: Request) -> object:
    """GET /print/card?rules=…&name=…: a family's rule card."""
    rules, paper, pdf = _asked(request.query_params)
    name = request.query_params.get("name", "").strip()[:LONGEST_NAME]
    document = await asyncio.to_thread(rule_card, rules, name=name, paper=paper)
    return await page_of(document, pdf=pdf)


@answered
async def print_filled(request: Request) -> object:
    """The filled sheet as a page."""
    wish = await body_of(request, PrintSheet)
    if not 1 <= wish.rounds <= MOST_ROUNDS or len(wish.points) > MOST_ROUNDS:
        raise BadRequest(f"A sheet has from 1 to {MOST_ROUNDS} rounds.")
    scores = Scores(
        points=wish.points, dealers=wish.dealers, starts=wish.starts, struck=wish.struck
    )
    rules = checked(read_rules(wish.rules))
    document = await asyncio.to_thread(
        _sheet, rules, wish.names, scores, wish.rounds, wish.paper, wish.title[:MOST_TITLE]
    )
    return await page_of(document, pdf=wish.pdf)


def _sheet(
    rules: Rules,
    names: tuple[str, ...],
    scores: Scores,
    rounds: int,
    paper: Paper,
    title: str = "",
) -> Document:
    """The sheet for as many as are named, whose rules they then are where those admit so many."""
    if len(names) > MOST_PLAYERS or any(len(name) > LONGEST_NAME for name in names):
        raise BadRequest(f"At most {MOST_PLAYERS} names of {LONGEST_NAME} letters fit a sheet.")
    if names and not for_players(rules, len(names)).problems():
        rules = for_players(rules, len(names))
    return sheet(rules, title=title, names=names, scores=scores, rounds=rounds, paper=paper)


@answered
async def compare(request: Request) -> object:
    """What differs between two rule sets, in sentences by topic."""
    asked = await body_of(request, Compare)
    return compared(read_rules(asked.a), read_rules(asked.b))
