"""Small playing cards as inline SVG: a rank, a suit, and what a wild stands for."""

from __future__ import annotations

from html import escape

from laydown.cards import JOKER, Card, card_sign
from laydown.record.words import rank_letter

_SPADE = (
    "M50 4C70 30 96 42 96 64C96 78 86 86 75 86C66 86 58 81 54 73C55 84 59 91 67 97H33"
    "C41 91 45 84 46 73C42 81 34 86 25 86C14 86 4 78 4 64C4 42 30 30 50 4z"
)
_HEART = (
    "M50 95C20 68 4 51 4 30C4 14 15 5 28 5C38 5 46 11 50 20C54 11 62 5 72 5"
    "C85 5 96 14 96 30C96 51 80 68 50 95z"
)
_DIAMOND = "M50 2C60 20 74 38 89 50C74 62 60 80 50 98C40 80 26 62 11 50C26 38 40 20 50 2z"
_CLUB = (
    "M50 3a22 22 0 0 1 17 36a22 22 0 1 1-12 38c1 9 4 15 11 20H34c7-5 10-11 11-20"
    "a22 22 0 1 1-12-38A22 22 0 0 1 50 3z"
)
SUITS = (_SPADE, _HEART, _DIAMOND, _CLUB)
"""Spades, hearts, diamonds, clubs in a box of 100, as the cards on the screen have them."""

INK, RED = "#16191b", "#b3161f"


def suits() -> str:
    """The suits as symbols that every card refers to; once in a document."""
    symbols = "".join(
        f'<symbol id="suit{suit}" viewBox="0 0 100 100"><path d="{path}"/></symbol>'
        for suit, path in enumerate(SUITS)
    )
    return f'<svg class="suits" width="0" height="0" aria-hidden="true">{symbols}</svg>'


def face(card: Card, stands: Card, *, lifted: bool) -> str:
    """One card, upright, in a box of 50 by 70."""
    edge = '<rect x="1" y="1" width="48" height="68" rx="6" class="edge"/>'
    body = _joker() if card == JOKER else _plain(card)
    named = _named(stands) if stands != card else ""
    raised = " lifted" if lifted else ""
    start = f'<svg class="card{raised}" viewBox="0 0 50 70" aria-hidden="true">'
    return f"{start}{edge}{body}{named}</svg>"


def _plain(card: Card) -> str:
    colour = RED if card // 13 in (1, 2) else INK
    rank = escape(rank_letter(card % 13))
    squeezed = ' textLength="27" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    return (
        f'<g fill="{colour}"><text x="19" y="32" font-size="32" text-anchor="middle"{squeezed}>'
        f'{rank}</text><use href="#suit{card // 13}" x="15" y="36" width="30" height="30"/></g>'
    )


def _joker() -> str:
    return (
        '<text x="25" y="22" font-size="15" text-anchor="middle" textLength="42"'
        f' lengthAdjust="spacingAndGlyphs" fill="{INK}">JOKER</text>'
        f'<path d="M25 30l4 9 10 1-7 7 2 10-9-5-9 5 2-10-7-7 10-1z" fill="{INK}"/>'
    )


def _named(stands: Card) -> str:
    """What a wild stands for, in a band across the foot of the card."""
    colour = RED if stands // 13 in (1, 2) else INK
    return (
        '<rect x="2" y="48" width="46" height="20" rx="5" class="band"/>'
        f'<text x="25" y="64" font-size="17" text-anchor="middle" fill="{colour}">'
        f"{escape(card_sign(stands))}</text>"
    )
