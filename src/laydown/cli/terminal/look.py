"""How cards look: chips with coloured suits, or letters where a terminal has no suit signs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec
from rich.cells import cell_len
from rich.text import Text

from laydown.cards import JOKER, Card, card_sign, card_text, parse_card, suit_of

_TWO = ("#111111", "#c00000", "#c00000", "#111111", "#5a2ca0")
_FOUR = ("#111111", "#c00000", "#0b57c2", "#00701a", "#5a2ca0")
_PAPER = "#f2efe6"
_IN_TEXT = re.compile(r"(?<![A-Za-z0-9])(?:10|[A2-9JQK])[♠♥♦♣]|\bJoker\b")


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """What a terminal can show: two or four suit colours, suit signs or letters."""

    four_colour: bool = False
    signs: bool = True

    def sign(self, face: Card) -> str:
        """A card in the fewest signs; the joker as it is typed."""
        if face == JOKER or not self.signs:
            return card_text(face)
        return card_sign(face)

    def standing(self, face: Card, stands: Card) -> str:
        """A card on the table, with what it stands for where that is another."""
        sign = self.sign(face)
        return sign if face == stands else f"{sign}={self.sign(stands)}"

    def style(self, face: Card) -> str:
        """The colours of a card's chip."""
        colours = _FOUR if self.four_colour else _TWO
        return f"bold {colours[suit_of(face)]} on {_PAPER}"

    def chip(self, face: Card, *, width: int = 4) -> Text:
        """A card as a piece of paper, four cells wide so that ranks and suits line up."""
        return Text(f"{self.sign(face):>{width - 1}} ", self.style(face))

    def strip(self, faces: Sequence[Card], stands: Sequence[Card], tags: Sequence[str]) -> Text:
        """Cards of a meld side by side, each with the tag of whom it counts for, if any."""
        line = Text(no_wrap=True)
        for face, stand, tag in zip(faces, stands, tags, strict=True):
            line.append(f" {self.standing(face, stand)}", self.style(stand))
            if tag:
                line.append(f"({tag})", f"italic #444444 on {_PAPER}")
        line.append(" ", f"on {_PAPER}")
        return line

    def words(self, sentence: str) -> Text:
        """A sentence with its cards in colour, and in letters where there are no suit signs."""
        line = Text()
        at = 0
        for found in _IN_TEXT.finditer(sentence):
            line.append(sentence[at : found.start()])
            face = parse_card(found[0])
            red = face != JOKER and suit_of(face) in (1, 2)
            style = "bold red" if red and not self.four_colour else "bold"
            if self.four_colour and face != JOKER:
                style = ("bold", "bold red", "bold blue", "bold green")[suit_of(face)]
            line.append(found[0] if self.signs or face == JOKER else card_text(face), style)
            at = found.end()
        line.append(sentence[at:] if self.signs else ascii_only(sentence[at:]))
        return line


_PLAIN_SIGNS = str.maketrans("·–—−“”’►×♠♥♦♣", '----""\'>xSHDC')


def ascii_only(text: str) -> str:
    """The text for a terminal that has no other signs."""
    return text.translate(_PLAIN_SIGNS).replace("…", "...").encode("ascii", "replace").decode()


def flow(pieces: Iterable[Text], width: int, *, indent: int = 0, gap: int = 2) -> list[Text]:
    """Pieces laid out in lines of at most `width` cells, none cut unless it is too long alone.

    Lines after the first are indented; a piece longer than a line is folded between its words.
    """
    lines: list[Text] = [Text(no_wrap=True)]
    room = max(width, 8)
    for piece in pieces:
        used = cell_len(lines[-1].plain)
        start = 0 if len(lines) == 1 else indent
        if used > start and used + gap + piece.cell_len > room:
            lines.append(Text(" " * indent, no_wrap=True))
            used = indent
        elif used > start:
            lines[-1].append(" " * gap)
            used += gap
        if used + piece.cell_len <= room:
            lines[-1].append_text(piece)
            continue
        for row in fold(piece, room - max(used, indent)):
            if cell_len(lines[-1].plain) > indent:
                lines.append(Text(" " * indent, no_wrap=True))
            lines[-1].append_text(row)
    return lines


def fold(text: Text, width: int) -> list[Text]:
    """A line broken before spaces so that no row is wider than `width`, inside words if it must."""
    rows: list[Text] = []
    rest = text
    while rest.cell_len > width:
        fits = next(n for n in range(len(rest), 0, -1) if n == 1 or rest[:n].cell_len <= width)
        cut = rest.plain.rfind(" ", 1, fits + 1)
        cut = cut if cut > 0 else fits
        rows.append(rest[:cut])
        rest = rest[cut:]
    rows.append(rest)
    return rows
