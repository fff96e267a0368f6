"""Kinds of option values: how each is read, written, checked and said."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches
from itertools import pairwise
from typing import Protocol

import msgspec

from laydown.cards import JACK, RANKS, rank_name
from laydown.rules.choices import Choice

BySeats = tuple[tuple[int, int], ...]
"""A number that depends on how many play: (from this many seats, the number), rising."""

Value = int | str | None | tuple[int, ...] | BySeats
"""What an option may hold; its kind says which of these."""

MOST_SEATS = 8
_ON = ("on", "yes", "true", "1")
_OFF = ("off", "no", "false", "0")
_NOTHING = ("none", "unlimited", "off", "no", "null", "never", "")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class WrongValue(ValueError):
    """A value that an option cannot hold; the message says what it can."""


class Kind(Protocol):
    """What all kinds of values can do. Only `read` raises, and only :class:`WrongValue`."""

    def read(self, given: object, now: Value, /) -> Value:
        """The value meant by text, or by what YAML and JSON make of it; `now` is in force."""

    def text(self, value: Value) -> str:
        """The short text of a value, without spaces; `read` understands it."""

    def plain(self, value: Value) -> int | str | bool | None:
        """The value as JSON carries it; `read` understands it."""

    def fits(self, value: Value) -> bool:
        """Whether the option can hold the value at all."""

    def says(self, value: Value) -> str:
        """The value as a sentence for players."""

    @property
    def allowed(self) -> str:
        """The values, for an error message or a table."""


def squeezed(given: object) -> str:
    """Text as it is compared: lower case, no spaces, plain hyphens, ``x`` for ``×``."""
    text = "" if given is None else str(given)
    text = re.sub(r"[\u2010-\u2015\u2212]", "-", text.lower()).replace("×", "x").replace("*", "x")
    return re.sub(r"\s+", "", text)


def _joined(text: str) -> str:
    """Words run together, so that ``as elsewhere`` and ``as-elsewhere`` are ``as_elsewhere``."""
    return re.sub("(?<=[a-z])[-_](?=[a-z])", "", text)


def count_name(number: int) -> str:
    """``one`` … ``eight``, else digits.

    >>> count_name(3), count_name(12)
    ('three', '12')
    """
    return _NUMBERS[number] if 0 < number < len(_NUMBERS) else str(number)


def by_seats(value: BySeats, seats: int) -> int | None:
    """The number for that many seats; None where the map begins later.

    >>> by_seats(((2, 13), (3, 7)), 5)
    7
    """
    found = None
    for start, number in value:
        if start <= seats:
            found = number
    return found


class Choices(msgspec.Struct, frozen=True):
    """One of a list of values."""

    of: type[Choice]

    def read(self, given: object, _now: Value, /) -> Value:
        text = "none" if given is None else squeezed(given)
        names = {member.value: member for member in self.of}
        found = [each for name, each in names.items() if _joined(name) == _joined(text)]
        # YAML reads a bare off, no, on or yes as a truth value, and people say none for off.
        for words in (_ON, (*_OFF, "none")):
            if not found and text in words:
                found = [names[word] for word in words if word in names]
        if not found:
            near = get_close_matches(text, names, 1)
            hint = f" (did you mean {near[0]}?)" if near and len(names) > 1 else ""
            raise WrongValue(f"{self.allowed}{hint}")
        return found[0]

    def text(self, value: Value) -> str:
        return str(value)

    def plain(self, value: Value) -> int | str | bool | None:
        return str(value)

    def fits(self, value: Value) -> bool:
        return isinstance(value, self.of)

    def says(self, value: Value) -> str:
        assert isinstance(value, Choice)
        return value.sentence

    @property
    def allowed(self) -> str:
        return _either([member.value for member in self.of])


class Switch(msgspec.Struct, frozen=True):
    """Yes or no, with a sentence for each."""

    on: str
    off: str

    def read(self, given: object, _now: Value, /) -> Value:
        text = squeezed(given)
        if given is not None and text in _ON:
            return True
        if given is not None and text in (*_OFF, "none"):
            return False
        raise WrongValue(self.allowed)

    def text(self, value: Value) -> str:
        return "on" if value else "off"

    def plain(self, value: Value) -> int | str | bool | None:
        return bool(value)

    def fits(self, value: Value) -> bool:
        return isinstance(value, bool)

    def says(self, value: Value) -> str:
        return self.on if value else self.off

    @property
    def allowed(self) -> str:
        return "on or off"


class Number(msgspec.Struct, frozen=True):
    """A whole number in a range, where `words` or `nothing` say so also a word or no number.

    `sentence` has ``{n}`` for the number and ``{s}`` for the plural ending; `word` is the one text
    value, `nothing` the sentence for None, `zero` the one for 0 where it differs. `only` narrows
    the range to listed numbers.
    """

    low: int
    high: int
    sentence: str
    word: str = ""
    word_sentence: str = ""
    nothing: str = ""
    zero: str = ""
    only: tuple[int, ...] = ()

    def read(self, given: object, _now: Value, /) -> Value:
        text = squeezed(given)
        if isinstance(given, bool):
            text = "on" if given else "off"
        if self.word and _joined(text) == _joined(self.word):
            return self.word
        if self.nothing and text in _NOTHING:
            return None
        if re.fullmatch(r"[+-]?[0-9_']{1,12}", text):
            try:
                number = int(text.replace("'", ""))
            except ValueError:
                number = self.low - 1
            if self.fits(number):
                return number
        raise WrongValue(self.allowed)

    def text(self, value: Value) -> str:
        return "none" if value is None else str(value)

    def plain(self, value: Value) -> int | str | bool | None:
        assert value is None or isinstance(value, int | str)
        return "none" if value is None else value

    def fits(self, value: Value) -> bool:
        if value is None:
            return bool(self.nothing)
        if isinstance(value, str):
            return bool(self.word) and value == self.word
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return value in self.only if self.only else self.low <= value <= self.high

    def says(self, value: Value) -> str:
        if value is None:
            return self.nothing
        if isinstance(value, str):
            return self.word_sentence
        if value == 0 and self.zero:
            return self.zero
        return self.sentence.format(n=value, s="" if value == 1 else "s")

    @property
    def allowed(self) -> str:
        numbers = (
            _either([str(n) for n in self.only])
            if self.only
            else (f"a whole number from {self.low} to {self.high}")
        )
        words = [word for word in (self.word, "none" if self.nothing else "") if word]
        return " or ".join([numbers, *words])


class SeatMap(msgspec.Struct, frozen=True):
    """A number that depends on how many play, typed ``2:13,3-4:7,5+:6``."""

    low: int
    high: int
    sentence: Callable[[BySeats], str]

    def read(self, given: object, _now: Value, /) -> Value:
        if isinstance(given, dict):
            pieces = [f"{squeezed(key)}:{squeezed(each)}" for key, each in given.items()]
        elif isinstance(given, list | tuple):
            pieces = [
                ":".join(map(squeezed, each)) if isinstance(each, list | tuple) else squeezed(each)
                for each in given
            ]
        elif isinstance(given, int) and given >= 2 * 60:  # YAML reads a bare 2:13 in base sixty
            pieces = [f"{given // 60}:{given % 60}"]
        else:
            pieces = [piece for piece in re.split("[,;]", squeezed(given)) if piece]
        if len(pieces) == 1 and re.fullmatch("[0-9]{1,3}", pieces[0]):
            pieces = [f"2:{pieces[0]}"]
        entries = [self._entry(piece) for piece in pieces[: MOST_SEATS + 1]]
        entries.sort(key=lambda entry: entry[0])
        for (_, end, _), (start, _, _) in pairwise(entries):
            if end not in (None, start - 1):
                raise WrongValue(f"{self.allowed}; these leave a gap or overlap")
        value = tuple((start, number) for start, _, number in entries)
        if not self.fits(value):
            raise WrongValue(self.allowed)
        return value

    def _entry(self, piece: str) -> tuple[int, int | None, int]:
        found = re.fullmatch(r"([2-8])(?:-([2-8])|\+)?[:=]([0-9]{1,3})", piece)
        if not found or (found[2] and found[2] < found[1]):
            raise WrongValue(self.allowed)
        return int(found[1]), int(found[2]) if found[2] else None, int(found[3])

    def text(self, value: Value) -> str:
        pairs = _pairs(value)
        if len(pairs) == 1 and pairs[0][0] == 2:
            return str(pairs[0][1])
        return ",".join(f"{start}:{number}" for start, number in pairs)

    def plain(self, value: Value) -> int | str | bool | None:
        text = self.text(value)
        return int(text) if text.isdecimal() else text

    def fits(self, value: Value) -> bool:
        if not isinstance(value, tuple) or not value:
            return False
        if not all(isinstance(each, tuple) and len(each) == 2 for each in value):
            return False
        pairs = _pairs(value)
        starts = [start for start, _ in pairs]
        return (
            starts == sorted(set(starts))
            and all(2 <= start <= MOST_SEATS for start in starts)
            and all(self.low <= number <= self.high for _, number in pairs)
        )

    def says(self, value: Value) -> str:
        return self.sentence(_pairs(value))

    @property
    def allowed(self) -> str:
        example = "2:13,3:7" if self.high >= 13 else "2:1,5:2"
        return (
            f"a number from {self.low} to {self.high}, or such numbers by players as in {example}"
        )


class RankMap(msgspec.Struct, frozen=True):
    """A number for each rank, ace first, typed ``A:11,2-10:face,J-K:10``."""

    low: int
    high: int

    def read(self, given: object, now: Value, /) -> Value:
        if isinstance(given, list | tuple) and len(given) == len(RANKS):
            pieces = [f"{rank}:{squeezed(each)}" for rank, each in zip(RANKS, given, strict=True)]
        elif isinstance(given, dict):
            pieces = [f"{squeezed(key)}:{squeezed(each)}" for key, each in given.items()]
        else:
            pieces = [piece for piece in re.split("[,;]", squeezed(given)) if piece]
        values = list(_numbers(now))
        for piece in pieces:
            found = re.fullmatch(r"([^-:=]+)(?:-([^-:=]+))?[:=]([0-9]{1,3}|face)", piece)
            if not found:
                raise WrongValue(self.allowed)
            first, last = self._rank(found[1]), self._rank(found[2] or found[1])
            if last < first or (found[3] == "face" and not 0 < first <= last < JACK):
                raise WrongValue(self.allowed)
            for rank in range(first, last + 1):
                values[rank] = rank + 1 if found[3] == "face" else int(found[3])
        if not pieces or not self.fits(tuple(values)):
            raise WrongValue(self.allowed)
        return tuple(values)

    def _rank(self, name: str) -> int:
        name = "T" if name == "10" else name.upper()
        if len(name) != 1 or name not in RANKS:
            raise WrongValue(self.allowed)
        return RANKS.index(name)

    def text(self, value: Value) -> str:
        groups: list[tuple[int, int, str]] = []
        for rank, number in enumerate(_numbers(value)):
            says = "face" if number == rank + 1 and 0 < rank < JACK else str(number)
            if groups and groups[-1][2] == says:
                groups[-1] = (groups[-1][0], rank, says)
            else:
                groups.append((rank, rank, says))
        names = ["10" if rank == "T" else rank for rank in RANKS]
        return ",".join(
            f"{names[first]}{'' if first == last else '-' + names[last]}:{says}"
            for first, last, says in groups
        )

    def plain(self, value: Value) -> int | str | bool | None:
        return self.text(value)

    def fits(self, value: Value) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(RANKS)
            and all(isinstance(each, int) and self.low <= each <= self.high for each in value)
        )

    def says(self, value: Value) -> str:
        pieces = (piece.split(":") for piece in self.text(value).split(","))
        said = []
        for ranks, number in pieces:
            own = "their own number" if "-" in ranks else ranks
            said.append(f"{_rank_words(ranks)} {own if number == 'face' else number}")
        return f"Upcards count: {', '.join(said)}."

    @property
    def allowed(self) -> str:
        return (
            f"a number from {self.low} to {self.high} (or face) for each rank,"
            " as in A:11,2-10:face,J-K:10"
        )


class RankList(msgspec.Struct, frozen=True):
    """Some ranks, as a string in the order A 2 … K; empty for none."""

    def read(self, given: object, _now: Value, /) -> Value:
        listed = given if isinstance(given, list | tuple) else [given]
        text = ",".join("" if each is False else squeezed(each) for each in listed)
        if text in _NOTHING:
            return ""
        text = text.replace("10", "t").upper()
        chosen = [each for each in text if each not in ",+"]
        if any(each not in RANKS for each in chosen):
            raise WrongValue(self.allowed)
        return "".join(rank for rank in RANKS if rank in chosen)

    def text(self, value: Value) -> str:
        return str(value) or "none"

    def plain(self, value: Value) -> int | str | bool | None:
        return self.text(value)

    def fits(self, value: Value) -> bool:
        return isinstance(value, str) and value == "".join(r for r in RANKS if r in value)

    def says(self, value: Value) -> str:
        names = [f"{rank_name(RANKS.index(rank))}s" for rank in str(value)]
        if not names:
            return "The pack is complete."
        return f"All {_listed(names).replace('sixs', 'sixes')} are taken out of the pack."

    @property
    def allowed(self) -> str:
        return "none or ranks, as in 2 or 2,3"


def _pairs(value: Value) -> BySeats:
    assert isinstance(value, tuple)
    return tuple(each for each in value if isinstance(each, tuple))


def _numbers(value: Value) -> tuple[int, ...]:
    assert isinstance(value, tuple)
    return tuple(each for each in value if isinstance(each, int))


def _rank_words(ranks: str) -> str:
    first, _, last = ranks.partition("-")
    name = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
    words = [name.get(each, each) for each in (first, last) if each]
    return " to ".join(words)


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
