"""The bodies of requests for pages to print and for differences between rules.

Beside those described below: GET /print/rules, /print/sheet and /print/card, each a page of its
own, with `rules` (as text), `paper` (a4 or letter) and `as=pdf` in the address; a sheet also has
`names`, `rounds` and what was scored, a card a `name`. POST /print/sheet takes the same as the
fields of a form; GET /api/sheets/SHEET/print gives them (:class:`Printable`) for a shared sheet.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.printing.sheets import ROUNDS


class PrintSheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/print/sheet: a sheet with what was scored; the answer is the page."""

    rules: str
    names: tuple[str, ...]
    points: tuple[tuple[int | None, ...], ...] = ()
    """by round and player, null where nothing was entered"""
    dealers: tuple[int, ...] = ()
    """by round the player who dealt, -1 where nobody knows"""
    starts: tuple[int, ...] = ()
    struck: tuple[int, ...] = ()
    """rounds, counted from 0, that count for nothing"""
    rounds: int = ROUNDS
    title: str = ""
    paper: Literal["a4", "letter"] = "a4"
    pdf: bool = False


class Printable(msgspec.Struct, frozen=True):
    """The fields of a form that opens a page to print, without `paper`."""

    fields: dict[str, str]


class Compare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/rules/compare: two rule sets as text."""

    a: str
    b: str
