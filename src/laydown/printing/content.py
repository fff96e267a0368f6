"""What a printed document holds, as values: pages of rules and score sheets, on a paper."""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.record.page import Paragraph, Rulebook

Paper = Literal["a4", "letter"]

SIZES: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
"""Width and height in millimetres."""

MARGIN = 11.0
"""of every page, in millimetres"""


class Tick(msgspec.Struct, frozen=True):
    """A house rule to tick, and whether the table plays it."""

    label: str
    ticked: bool


class Grid(msgspec.Struct, frozen=True):
    """The rounds of a sheet: by row its number or what it is, the dealer's seat (-1: not known)
    and the cells."""

    names: tuple[str, ...]
    numbers: tuple[str, ...]
    dealers: tuple[int, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]


class SheetPage(msgspec.Struct, frozen=True):
    """A score sheet: the game in short, the house rules, the rounds."""

    title: str
    facts: tuple[tuple[str, str], ...]
    ticks: tuple[Tick, ...]
    agreed: tuple[str, ...]
    """house rules that have no tick of their own, as sentences"""
    grid: Grid
    foot: str


class RulesPages(msgspec.Struct, frozen=True):
    """A page of rules, on as many sheets of paper as `most` at the most."""

    book: Rulebook
    most: int


class CardPage(msgspec.Struct, frozen=True):
    """A rule card: a name, the game, and its rules in sentences, on one page."""

    name: str
    title: str
    blocks: tuple[Paragraph, ...]
    text: str
    """the rule set as text, to be typed in again"""


Page = SheetPage | RulesPages | CardPage


class Document(msgspec.Struct, frozen=True):
    """What is printed: a title and pages, each beginning on paper of its own."""

    title: str
    pages: tuple[Page, ...]
    paper: Paper
