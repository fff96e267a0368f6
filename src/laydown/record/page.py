"""A page of rules as a value: sections of prose, tables, drawn cards, and short pairs.

The terminal, the browser and the printed page are all made from it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.cards import Card

Mark = Literal["", "yes", "no"]
"""Whether what is drawn is allowed; empty where that is not the point."""


class Shown(msgspec.Struct, frozen=True):
    """Cards drawn side by side, what each stands for, and a line about them.

    `lifted` are the places of the cards that the line is about: laid off, or taken.
    """

    cards: tuple[Card, ...]
    stands: tuple[Card, ...]
    caption: str
    mark: Mark = ""
    lifted: tuple[int, ...] = ()


class Paragraph(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a section, of one kind: prose, a table, pairs, or drawn cards.

    `title` is a heading that runs into the prose, `rows` a table of which the first row is the
    heading, `pairs` words with what they mean. `house` marks what differs from the game.
    """

    text: str = ""
    house: bool = False
    title: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    shown: tuple[Shown, ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A heading and what stands under it."""

    title: str
    paragraphs: tuple[Paragraph, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """The rules of one table as a page."""

    title: str
    blurb: str
    sections: tuple[Section, ...]
