"""Two rule sets side by side: what differs, in sentences by topic."""

from __future__ import annotations

import msgspec

from laydown.record.questions import answers
from laydown.rules.catalogue import GROUPS, OPTIONS
from laydown.rules.remarks import IDLE
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game, rules_text


class Contrast(msgspec.Struct, frozen=True):
    """One difference: the question it is about, and what each side says to it."""

    option: str
    """the option, or the question's key where it follows from several"""
    question: str
    a: str
    b: str
    clause_a: str
    clause_b: str


class Side(msgspec.Struct, frozen=True):
    """One of the two rule sets."""

    title: str
    text: str


class Comparison(msgspec.Struct, frozen=True):
    """The two sides and their differences by group of options, in the order of the options.

    `answers` are questions that people ask to which the two say different things.
    """

    a: Side
    b: Side
    groups: tuple[tuple[str, tuple[Contrast, ...]], ...]
    answers: tuple[Contrast, ...]


def compared(a: Rules, b: Rules) -> Comparison:
    """What differs between two rule sets; what has an effect under neither is left out.

    Questions are answered where both can be played.

    >>> from laydown.rules.games import preset
    >>> found = compared(preset("rummy-500"), preset("rummy-500", players=3))
    >>> [(group, [each.option for each in some]) for group, some in found.groups]
    [('setup', ['players'])]
    """
    groups: dict[str, list[Contrast]] = {group: [] for group in GROUPS}
    for name, option in OPTIONS.items():
        if option.of(a) == option.of(b):
            continue
        idle = _idle(name, a), _idle(name, b)
        if not all(idle):
            groups[option.group].append(
                Contrast(
                    name,
                    option.about.question,
                    idle[0] or option.says(a),
                    idle[1] or option.says(b),
                    option.clause(a),
                    option.clause(b),
                )
            )
    told: tuple[Contrast, ...] = ()
    if not a.problems() and not b.problems():
        told = tuple(
            Contrast(mine.key, mine.question, mine.text, yours.text, mine.clause, yours.clause)
            for mine, yours in zip(answers(a), answers(b), strict=True)
            if mine.text != yours.text and mine.key not in _FOLLOWS
        )
    return Comparison(
        _side(a),
        _side(b),
        tuple((group, tuple(found)) for group, found in groups.items() if found),
        told,
    )


def _idle(name: str, rules: Rules) -> str:
    """Why an option decides nothing under these rules, as a sentence; empty where it does."""
    why = IDLE.get(name)
    found = why(rules) if why else None
    return f"This does not come up: {found.because}." if found else ""


_FOLLOWS = ("printable", "family")
"""Questions whose answers differ only because the rule sets are not the same."""


def _side(rules: Rules) -> Side:
    return Side(nearest_game(rules).title, rules_text(rules))
