"""Letters for PDF: the fonts every reader has, and another for names that need more."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont

PLAIN, BOLD, ITALIC = "Helvetica", "Helvetica-Bold", "Helvetica-Oblique"
WIDER = "Laydown Wider"
"""the name under which the other font is known"""

SIGNS = str.maketrans({"☐": "❏", "☑": "✔"})
"""What the fonts of every reader have instead; they have the suits, the star and the marks."""

_KNOWN = "♠♥♦♣★✓✗❏✔"


class NoLetters(Exception):
    """Letters that no font at hand can write."""

    def __init__(self, letters: str) -> None:
        super().__init__(letters)
        self.letters = letters


def markup(text: str) -> str:
    """The text as reportlab's paragraphs read it, words of other scripts in the other font."""
    return "".join(
        piece if not piece or _is_plain(piece) else _wider(piece)
        for piece in re.split(r"(\S+)", escape(text.translate(SIGNS), quote=False))
    )


def font_for(text: str) -> str:
    """The font that can write the whole text."""
    return PLAIN if _is_plain(text) else _wider_font(text)


def _is_plain(text: str) -> bool:
    try:
        text.translate(dict.fromkeys(map(ord, _KNOWN))).encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _wider(text: str) -> str:
    return f'<font name="{_wider_font(text)}">{text}</font>'


def _wider_font(text: str) -> str:
    """The other font, if it has every letter of the text; :class:`NoLetters` otherwise."""
    if WIDER not in pdfmetrics.getRegisteredFontNames():
        path = _find()
        if path is None:
            raise NoLetters(text)
        pdfmetrics.registerFont(TTFont(WIDER, str(path)))
    glyphs = _glyphs()
    missing = "".join(dict.fromkeys(letter for letter in text if ord(letter) not in glyphs))
    if missing:
        raise NoLetters(missing)
    return WIDER


def _glyphs() -> dict[int, int]:
    font = pdfmetrics.getFont(WIDER)
    assert isinstance(font, TTFont)
    found: dict[int, int] = font.face.charToGlyph
    return found


def _find() -> Path | None:
    """The font that the extra brings."""
    try:
        import fontpkg

        path = Path(fontpkg.path("Noto Sans"))
        TTFont("probe", str(path))
    except (ImportError, TTFError, LookupError, OSError):
        return None
    return path
