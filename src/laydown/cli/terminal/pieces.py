"""Cards out of what people type: one at a time, glued together, or in shorthand."""

from __future__ import annotations

import re

import msgspec

from laydown.cards import BadCard, Card
from laydown.record.pasted import HOW_TO_NAME, read_cards

NOT_NAMED: Card = -1

_EQUALS = re.compile(r"\s*(?:=|:|\bfor\b)\s*", re.IGNORECASE)
_MELD = re.compile(r"m?(\d{1,3}b*)", re.IGNORECASE)
_FILLERS = {"on", "to", "onto", "and", "with", "at", "meld"}


class Piece(msgspec.Struct, frozen=True):
    """A card as typed, and what it is said to stand for (:data:`NOT_NAMED` where nothing is)."""

    card: Card
    stands: Card = NOT_NAMED


class Pieces(msgspec.Struct, frozen=True):
    """The cards of a command, the meld it names, and the plain numbers after them."""

    cards: tuple[Piece, ...] = ()
    meld: str = ""
    low: bool | None = None
    """said to go to the low or the high end, where somebody says so"""


def short(text: str) -> str:
    """Typed text fit to be said back: printable and no longer than twenty signs."""
    kept = "".join(c for c in text if c.isprintable()).strip()
    return kept if len(kept) <= 20 else kept[:20] + "…"


def read_faces(token: str) -> tuple[Card, ...]:
    """The cards that one word names; `BadCard` if it names none.

    >>> read_faces("9c9h10d") == read_faces("9c") + read_faces("9h") + read_faces("10d")
    True
    >>> read_faces("9chd") == read_faces("9c9h9d"), read_faces("89Th") == read_faces("8h9h10h")
    (True, True)
    """
    if not (faces := read_cards(token)):
        raise BadCard(f"“{short(token)}” is not a card. {HOW_TO_NAME}")
    return faces


def read_pieces(text: str, *, melds: bool) -> Pieces:
    """Read ``6c 7c x=8c 2``: cards, wilds with what they stand for, and, with `melds`, a meld's id.

    The last word that looks like a meld (``2``, ``m2``) is one; `BadCard` says what is not a card.
    """
    words = [w for w in re.split(r"[\s,;+–—]+|(?<=[^\s])-(?=[^\s])", _EQUALS.sub("=", text)) if w]
    found: list[Piece] = []
    meld = ""
    low: bool | None = None
    for word in words:
        lowered = word.lower()
        if lowered in ("low", "high"):
            low = lowered == "low"
        elif lowered in _FILLERS:
            continue
        elif melds and (named := _MELD.fullmatch(word)):
            if meld:
                raise BadCard(f"Name one meld only: both {meld} and “{short(word)}” were named.")
            meld = "M" + named[1].lower()
        elif "=" in word:
            left, _, right = word.partition("=")
            mine, other = read_faces(left), read_faces(right)
            if len(mine) != 1 or len(other) != 1:
                raise BadCard(
                    f"“{short(word)}”: one card stands for one card, as in X=8C or 6H=8C."
                )
            found.append(Piece(mine[0], other[0]))
        else:
            found.extend(Piece(face) for face in read_faces(word))
    return Pieces(tuple(found), meld, low)
