"""Drawn cards in PDF: small cards in a row, with the line about them beside it."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.lib.colors import HexColor, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable
from reportlab.platypus import Paragraph as Prose

from laydown.cards import JOKER, SUITS, Card, card_sign, suit_of
from laydown.printing.faces import INK, RED
from laydown.printing.fitting import CARD_EMS, CARD_GAP
from laydown.printing.fonts import BOLD, markup
from laydown.printing.words import MARKS
from laydown.record.page import Shown
from laydown.record.words import rank_letter

_INK, _RED, _EDGE, _BAND = HexColor(INK), HexColor(RED), HexColor("#5b6166"), HexColor("#ffe9a8")
_DINGBATS = "ZapfDingbats"
_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


class CardRow(Flowable):
    """The cards of a drawing and its caption."""

    def __init__(self, shown: Shown, style: ParagraphStyle, room: float) -> None:
        super().__init__()
        self._shown, self._em = shown, style.fontSize
        mark = f"<b>{MARKS[shown.mark]}</b> " if shown.mark else ""
        self._caption = Prose(f"{mark}{markup(shown.caption)}", style)
        self._cards = len(shown.cards) * (CARD_EMS + CARD_GAP) * self._em
        text = f"{MARKS[shown.mark]} {shown.caption}"
        self.needs = self._cards + self._em * 1.2 + stringWidth(text, style.fontName, self._em)
        self.needs = min(self.needs, room)

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        _, self._down = self._caption.wrap(width - self._cards - self._em * 0.7, height)
        self.width = width
        self.height = max(CARD_EMS * 1.4 * self._em + 0.2 * self._em, self._down)
        return width, self.height

    def draw(self) -> None:
        em = self._em
        high = CARD_EMS * 1.4 * em
        low = (self.height - high) / 2
        pairs = zip(self._shown.cards, self._shown.stands, strict=True)
        for at, (card, stands) in enumerate(pairs):
            lifted = at in self._shown.lifted
            self._face(
                at * (CARD_EMS + CARD_GAP) * em,
                low + (0.2 * em if lifted else 0),
                card,
                stands,
                lifted=lifted,
            )
        self._caption.drawOn(self.canv, self._cards + em * 0.7, (self.height - self._down) / 2)

    def _face(self, x: float, y: float, card: Card, stands: Card, *, lifted: bool) -> None:
        """One card with its lower left corner there; a wild has what it stands for at its foot."""
        canvas = self.canv
        wide, high = CARD_EMS * self._em, CARD_EMS * 1.4 * self._em
        canvas.setFillColor(white)
        canvas.setStrokeColor(_INK if lifted else _EDGE)
        canvas.setLineWidth(1.2 if lifted else 0.6)
        canvas.roundRect(x, y, wide, high, wide * 0.12, fill=1)
        if card == JOKER:
            self._joker(x, y + high * 0.72, wide)
        else:
            self._plain(x, y, card, is_wild=stands != card)
        if stands != card:
            canvas.setFillColor(_BAND)
            canvas.setLineWidth(0.4)
            canvas.roundRect(x + 0.4, y + 0.4, wide - 0.8, high * 0.32, wide * 0.1, fill=1)
            self._text(x, y + high * 0.09, stands, wide, size=wide * 0.36)

    def _plain(self, x: float, y: float, card: Card, *, is_wild: bool) -> None:
        wide, high = CARD_EMS * self._em, CARD_EMS * 1.4 * self._em
        canvas = self.canv
        canvas.setFillColor(_RED if suit_of(card) in (1, 2) else _INK)
        canvas.setFont(BOLD, wide * (0.5 if card % 13 == 9 else 0.58))
        canvas.drawString(x + wide * 0.08, y + high * 0.58, rank_letter(card % 13))
        canvas.setFont(_DINGBATS, wide * 0.55)
        sign = _SIGNS[SUITS[suit_of(card)]]
        if is_wild:
            canvas.drawRightString(x + wide * 0.97, y + high * 0.6, sign)
        else:
            canvas.drawRightString(x + wide * 0.95, y + high * 0.1, sign)

    def _joker(self, x: float, y: float, wide: float) -> None:
        self.canv.setFillColor(_INK)
        self.canv.setFont(BOLD, wide * 0.34)
        self.canv.drawCentredString(x + wide / 2, y, "Joker")

    def _text(self, x: float, y: float, card: Card, wide: float, *, size: float) -> None:
        canvas = self.canv
        canvas.setFillColor(_RED if suit_of(card) in (1, 2) else _INK)
        sign = card_sign(card)
        rank, suit = sign[:-1], sign[-1]
        across = stringWidth(rank, BOLD, size) + stringWidth(suit, _DINGBATS, size)
        canvas.setFont(BOLD, size)
        canvas.drawString(x + (wide - across) / 2, y, rank)
        canvas.setFont(_DINGBATS, size)
        canvas.drawRightString(x + (wide + across) / 2, y, suit)


class _Beside(Flowable):
    """Drawings side by side."""

    def __init__(self, rows: Sequence[CardRow], gap: float) -> None:
        super().__init__()
        self._rows, self._gap = rows, gap
        self.spaceAfter = 0.3 * gap

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        last = len(self._rows) - 1
        sizes = [
            row.wrap(width if at == last == 0 else row.needs, height)
            for at, row in enumerate(self._rows)
        ]
        self.width, self.height = width, max(high for _, high in sizes)
        return width, self.height

    def draw(self) -> None:
        x = 0.0
        for row in self._rows:
            row.drawOn(self.canv, x, (self.height - row.height) / 2)
            x += row.needs + self._gap


def side_by_side(rows: Sequence[CardRow], room: float) -> list[Flowable]:
    """The drawings in lines, as many to a line as find room."""
    lines: list[list[CardRow]] = []
    left = 0.0
    gap = 12.0
    for row in rows:
        if lines and row.needs <= left:
            lines[-1].append(row)
            left -= row.needs + gap
        else:
            lines.append([row])
            left = room - row.needs - gap
    return [_Beside(line, gap) for line in lines]
