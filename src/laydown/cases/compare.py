"""Comparing what a case expects with what the engine says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from laydown.cards import Card
from laydown.cases.errors import BadCase, cut
from laydown.cases.tokens import read_cards, text_of
from laydown.rules.catalogue import read_value
from laydown.rules.errors import BadRules


class Bag(msgspec.Struct, frozen=True):
    """Cards whose order says nothing."""

    cards: tuple[Card, ...]


class Row(msgspec.Struct, frozen=True):
    """Cards in their order; where a case expects a number, it means how many."""

    cards: tuple[Card, ...]


class Names(msgspec.Struct, frozen=True):
    """Players or draws whose order says nothing."""

    names: tuple[str, ...]


class OptionValue(msgspec.Struct, frozen=True):
    """The value of an option; a case may write it in any form that an option is typed in."""

    name: str
    value: Any
    text: str


Fact = bool | int | str | None | Bag | Row | Names | OptionValue | dict[str, Any]
"""What can be found out; dictionaries hold facts by player."""
Facts = dict[str, Fact]

REMARKS = ("why", "note", "reason", "source")
"""Keys for people, unless the question has such a fact (why a round ended)."""


def differences(expected: dict[str, Any], facts: Facts) -> tuple[str, ...]:
    """One line for every key that is expected and is not so; only keys given are compared."""
    lines = []
    asked = {key: value for key, value in expected.items() if key in facts or key not in REMARKS}
    if not asked:
        raise BadCase("the case expects nothing")
    for key, value in asked.items():
        if key not in facts:
            raise BadCase(f"this question cannot answer {cut(key)}: it answers {_listed(facts)}")
        lines += _differ(key, value, facts[key])
    return tuple(lines)


def shown(fact: Any) -> str:
    """A fact as the failing line shows it."""
    match fact:
        case bool():
            return "true" if fact else "false"
        case None:
            return "null"
        case Bag(cards) | Row(cards):
            return f"[{text_of(cards)}]"
        case Names(names):
            return f"[{', '.join(names)}]"
        case OptionValue():
            return fact.text
        case dict():
            return "{" + ", ".join(f"{key}: {shown(value)}" for key, value in fact.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(shown, fact)) + "]"
        case "":
            return "''"
        case _:
            text = str(fact)
            return text if len(text) <= 200 else text[:199] + "…"


def _differ(key: str, expected: Any, fact: Fact) -> list[str]:
    if isinstance(fact, dict):
        if not isinstance(expected, dict):
            return [_line(key, expected, fact)]
        lines = []
        for name, value in expected.items():
            if name not in fact:
                raise BadCase(f"{key}: nothing is known of {cut(name)}; only of {_listed(fact)}")
            lines += _differ(f"{key}.{name}", value, fact[name])
        return lines
    return [] if _same(key, expected, fact) else [_line(key, expected, fact)]


def _same(key: str, expected: Any, fact: Fact) -> bool:
    match fact:
        case bool():
            return _truth(expected) is fact
        case Row(cards):
            if isinstance(expected, int) and not isinstance(expected, bool):
                return expected == len(cards)
            return _cards(key, expected) == cards
        case Bag(cards):
            if isinstance(expected, int) and not isinstance(expected, bool):
                return expected == len(cards)
            return Counter(_cards(key, expected)) == Counter(cards)
        case Names(names):
            wanted = _names(expected, wilds=key == "also_wild")
            return names == (str(expected),) or set(wanted) == set(names)
        case OptionValue(name, value):
            return bool(_option(name, expected, value) == value)
        case None:
            return expected is None or expected == "none"
        case int():
            return not isinstance(expected, bool) and _number(expected) == fact
        case str():
            return not isinstance(expected, bool) and _word(expected) == fact
        case _:
            raise AssertionError(fact)


def _truth(expected: Any) -> bool | None:
    if isinstance(expected, bool):
        return expected
    return {"yes": True, "on": True, "no": False, "off": False}.get(str(expected).lower())


def _number(expected: Any) -> int | None:
    try:
        return int(str(expected).strip().replace("−", "-"))
    except ValueError:
        return None


def _word(expected: Any) -> str:
    return "" if expected is None else str(expected).strip()


_SAME_WORD = {"joker": "X", "jokers": "X", "twos": "2", "2s": "2"}


def _names(expected: Any, *, wilds: bool) -> tuple[str, ...]:
    if expected is None or expected == "":
        return ()
    words = (
        expected if isinstance(expected, list | tuple) else str(expected).replace(",", " ").split()
    )
    if wilds:
        return tuple(_SAME_WORD.get(str(each).lower(), str(each)) for each in words)
    return tuple(map(str, words))


def _option(name: str, expected: Any, now: Any) -> Any:
    try:
        return read_value(name, expected, now)
    except BadRules as bad:
        raise BadCase(f"expect: {bad}") from None


def _cards(key: str, expected: Any) -> tuple[Card, ...]:
    if expected is None:
        return ()
    if isinstance(expected, str):
        return read_cards(expected)
    if isinstance(expected, list) and all(isinstance(each, str) for each in expected):
        return read_cards(tuple(expected))
    raise BadCase(f"expect.{key}: {cut(expected)} is no list of cards")


def _line(key: str, expected: Any, fact: Fact) -> str:
    return f"{key}: expected {shown(expected)}, got {shown(fact)}"


def _listed(facts: dict[str, Any]) -> str:
    return ", ".join(facts) or "nothing"
