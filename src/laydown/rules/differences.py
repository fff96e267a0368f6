"""Two rule sets side by side."""

from __future__ import annotations

import msgspec

from laydown.rules.catalogue import OPTIONS
from laydown.rules.kinds import Value
from laydown.rules.rules import Rules


class Difference(msgspec.Struct, frozen=True):
    """An option on which two rule sets differ: both values, and the second one as a sentence."""

    option: str
    a: Value
    b: Value
    sentence: str


def differences(a: Rules, b: Rules) -> tuple[Difference, ...]:
    """Every option on which the rule sets differ, in the order of the options.

    >>> from laydown.rules.games import preset
    >>> [d.option for d in differences(preset("r500"), preset("r500", players=3))]
    ['players']
    """
    return tuple(
        Difference(name, each.of(a), each.of(b), each.says(b))
        for name, each in OPTIONS.items()
        if each.of(a) != each.of(b)
    )
