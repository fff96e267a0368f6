"""Cards out of any text people paste: signs, letters, words, emoji, and shorthand."""

from __future__ import annotations

import re
import unicodedata

import msgspec

from laydown.cards import JOKER, RANKS, SUITS, BadCard, Card, card

LONGEST = 4000
"""No list of cards needs more characters; longer text is refused before it is taken apart."""

HOW_TO_NAME = "Type a rank and a suit, such as 9H, 10d or Q♠, or X for a joker."

_DROPPED = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200d\u2060\ufeff*_`'’"))
_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧❤🖤🃏🂿🃟", "SHDCSHDCHSXXX")
_PICTURES = {
    chr(start + offset): " " + rank + SUITS[suit] + " "
    for suit, start in enumerate((0x1F0A1, 0x1F0B1, 0x1F0C1, 0x1F0D1))
    for offset, rank in enumerate("A23456789TJ-QK")
    if rank != "-"
}
"""The playing cards of Unicode, which have a knight between jack and queen."""

_RANK_WORDS = {
    "ace": "A", "aces": "A", "deuce": "2", "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "T", "jack": "J", "knave": "J",
    "queen": "Q", "king": "K",
}  # fmt: skip
_SUIT_WORDS = {
    word + plural: letter
    for word, letter in (("spade", "S"), ("heart", "H"), ("diamond", "D"), ("club", "C"))
    for plural in ("", "s")
}
_JOKER_WORDS = {"joker", "jokers", "jo", "jk", "jkr", "jo1", "jo2", "x", "x1", "x2", "x3", "x4"}
_FILLERS = {"and", "the", "my"}

_STANDS = re.compile(r"\s*(?:=|\bfor\b)\s*", re.IGNORECASE)
_APART = re.compile(r"[,;:.+/|&()\[\]{}<>\"“”„\-–—−·•]+")
_RANK = "(?:10|[A2-9TJQK])"
_TIMES = re.compile(r"(.+)×([1-9])|([1-9])×(.+)")
_GLUED = re.compile(f"(?:(?:{_RANK})[SHDC]|X(?![0-9]))+")
_ONE_RANK = re.compile(f"({_RANK})([SHDC]{{2,}})")
_ONE_SUIT = re.compile(f"((?:{_RANK}){{2,}})([SHDC])")
_SUIT_FIRST = re.compile(f"(?:[SHDC](?:{_RANK})+)+")
_EACH = re.compile(f"(?:{_RANK})[SHDC]|X")


class Standing(msgspec.Struct, frozen=True):
    """A card, and what it is said to stand for; itself where nothing is said."""

    card: Card
    stands: Card
    named: bool = False


def read_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text in the order given; `BadCard` names the piece that is none.

    >>> read_cards("A♠️ 10h, jd") == read_cards("ace of spades; ♥10 J♦")
    True
    >>> read_cards("7-8-9♣ 5shd X") == read_cards("7C 8C 9C 5S 5H 5D joker")
    True
    """
    return tuple(each.card for each in read_standing(text) if _plain(each))


def _plain(each: Standing) -> bool:
    if each.named:
        raise BadCard("Here cards stand for themselves: leave out the equals sign.")
    return True


def read_standing(text: str) -> tuple[Standing, ...]:
    """The cards of a text, each with what it stands for where that is said: ``X=8C``.

    >>> read_standing("joker = 8♣")[0].stands == read_cards("8♣")[0]
    True
    """
    if len(text) > LONGEST:
        raise BadCard(f"{len(text)} characters are too many for a list of cards.")
    found: list[Standing] = []
    first, *rest = _STANDS.split(text)
    found += (Standing(face, face) for face in _faces(first))
    for after in rest:
        faces = _faces(after)
        if not found or found[-1].named or not faces:
            raise BadCard("The equals sign goes between a wild and its card, as in X=8C or 6H=8C.")
        found[-1] = Standing(found[-1].card, faces[0], named=True)
        found += (Standing(face, face) for face in faces[1:])
    return tuple(found)


def _faces(text: str) -> list[Card]:
    """The cards of a text that names none for another."""
    reader = _Reader()
    for picture, written in _PICTURES.items():
        text = text.replace(picture, written)
    for number, chunk in enumerate(unicodedata.normalize("NFKC", text).split()):
        for piece in _APART.split(chunk.translate(_DROPPED)):
            if piece:
                reader.take(piece, number)
    reader.nothing_is_left()
    return reader.faces


class _Reader:
    """Reads piece by piece. Ranks wait for their suit, or follow a suit that heads them."""

    def __init__(self) -> None:
        self.faces: list[Card] = []
        self.waiting: list[tuple[str, str, int]] = []
        """ranks without a suit yet: as read, as written, the chunk of text they are in"""
        self.heading = ""
        self.unused = ""
        """the heading as written, until a rank follows it"""
        self.shares = False
        """``of`` was read: all that wait get the suit that follows"""

    def take(self, piece: str, chunk: int) -> None:
        word = piece.lower()
        if word in _FILLERS:
            return
        if word == "of":
            self.shares = True
            return
        if word == "jokers" and len(self.waiting) == 1 and self.waiting[0][0] in "2345678":
            self.faces += [JOKER] * int(self.waiting.pop()[0])
            return
        if word in _JOKER_WORDS:
            self.nothing_is_left()
            self.faces.append(JOKER)
            return
        found = piece.translate(_SIGNS).upper()
        rank = _RANK_WORDS.get(word, "T" if found == "10" else found)
        suit = _SUIT_WORDS.get(word, found)
        if len(rank) == 1 and rank in RANKS:
            self._rank(rank, piece, chunk)
        elif len(suit) == 1 and suit in SUITS:
            self._suit(suit, piece, chunk)
        else:
            self._cards(found, piece, chunk)

    def nothing_is_left(self) -> None:
        """`BadCard` where a rank still waits for its suit, or a suit for its ranks."""
        if self.waiting:
            raise _bad(self.waiting[0][1], "is not a card: it has no suit")
        if self.unused:
            raise _bad(self.unused, "is not a card: it has no rank")
        self.shares = False

    def _rank(self, rank: str, piece: str, chunk: int) -> None:
        if self.heading and not self.shares:
            self.unused = ""
            self.faces.append(_card(rank, self.heading))
        else:
            self.waiting.append((rank, piece, chunk))

    def _suit(self, suit: str, piece: str, chunk: int) -> None:
        if not self.waiting:
            self.nothing_is_left()
            self.heading, self.unused = suit, piece
            return
        self._settle(suit, chunk)

    def _settle(self, suit: str, chunk: int, *, more: int = 0) -> None:
        """Give the ranks that wait this suit; several only where they are written together."""
        together = self.shares or len({at for _, _, at in self.waiting} | {chunk}) == 1
        if len(self.waiting) + more > 1 and not together:
            alone = {at for _, _, at in self.waiting}
            if more or len(alone) > 1:
                raise _bad(self.waiting[0][1], "is not a card: it has no suit")
        self.faces += (_card(rank, suit) for rank, _, _ in self.waiting)
        self.waiting.clear()
        self.shares = False

    def _cards(self, found: str, piece: str, chunk: int) -> None:
        number = 1
        if times := _TIMES.fullmatch(found):
            found = times[1] or times[4]
            number = int(times[2] or times[3])
        faces = _glued(found)
        if not faces:
            raise _bad(piece, "is not a card")
        if self.waiting and len(faces) == 1 and faces[0] != JOKER:
            self._settle(SUITS[faces[0] // 13], chunk, more=1)
        self.nothing_is_left()
        self.heading = ""
        self.faces += faces * number


def _glued(found: str) -> tuple[Card, ...]:
    """The cards of one word: ``9C9H``, ``9CH``, ``89TH``, ``♥9T``; none of another word."""
    if _GLUED.fullmatch(found):
        return tuple(_of(each) for each in _EACH.findall(found))
    if many := _ONE_RANK.fullmatch(found):
        return tuple(_card(many[1], suit) for suit in many[2])
    if many := _ONE_SUIT.fullmatch(found):
        return tuple(_card(rank, many[2]) for rank in re.findall(_RANK, many[1]))
    if _SUIT_FIRST.fullmatch(found):
        return tuple(
            _card(rank, group[0])
            for group in re.findall(f"[SHDC](?:{_RANK})+", found)
            for rank in re.findall(_RANK, group[1:])
        )
    return ()


def _of(text: str) -> Card:
    return JOKER if text == "X" else _card(text[:-1], text[-1])


def _card(rank: str, suit: str) -> Card:
    return card(RANKS.index("T" if rank == "10" else rank), SUITS.index(suit))


def _bad(piece: str, what: str) -> BadCard:
    kept = "".join(c for c in piece if c.isprintable()).strip()
    shown = kept if len(kept) <= 20 else kept[:20] + "…"
    return BadCard(f"“{shown}” {what}. {HOW_TO_NAME}")
