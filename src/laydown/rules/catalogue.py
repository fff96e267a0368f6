"""The options by name, over all groups: look one up, read it, say it, change it."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, get_type_hints

import msgspec

from laydown.rules.choices import Choice
from laydown.rules.errors import BadRules
from laydown.rules.kinds import Kind, Value, WrongValue, squeezed
from laydown.rules.options import (
    About,
    Calling,
    Drawing,
    GoingOut,
    MatchRules,
    Melds,
    Scoring,
    Setup,
)

if TYPE_CHECKING:
    from laydown.rules.rules import Rules

GROUPS: dict[str, type[msgspec.Struct]] = {
    "setup": Setup,
    "drawing": Drawing,
    "melds": Melds,
    "going_out": GoingOut,
    "calling": Calling,
    "scoring": Scoring,
    "match": MatchRules,
}
"""The groups of `Rules` in their order."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One option: where it lives, what it is about, and its fallback value."""

    name: str
    group: str
    about: About
    fallback: Value

    @property
    def kind(self) -> Kind:
        return self.about.kind

    def of(self, rules: Rules) -> Value:
        """The value in force."""
        value: Value = getattr(getattr(rules, self.group), self.name)
        return value

    def text_of(self, rules: Rules) -> str:
        """The value in force as it is typed."""
        return self.kind.text(self.of(rules))

    def says(self, rules: Rules) -> str:
        """The value in force as a sentence for players."""
        value = self.of(rules)
        if not self.kind.fits(value):
            return f"{self.about.label}: {value}."
        return self.about.says(rules) if self.about.says else self.kind.says(value)

    def clause(self, rules: Rules) -> str:
        """The clauses that say the value in force."""
        value = self.of(rules)
        return value.clause if isinstance(value, Choice) else self.about.clause


def _all_options() -> dict[str, Option]:
    found: dict[str, Option] = {}
    for group, struct in GROUPS.items():
        hints = get_type_hints(struct, include_extras=True)
        fallbacks = struct()
        for name in struct.__struct_fields__:
            (about,) = (each for each in hints[name].__metadata__ if isinstance(each, About))
            assert name not in found, f"two options are called {name}"
            found[name] = Option(
                name=name, group=group, about=about, fallback=getattr(fallbacks, name)
            )
    return found


OPTIONS: dict[str, Option] = _all_options()
"""Every option by its name, in the order of the groups."""


def option(name: str) -> Option:
    """The option of that name; :class:`BadRules` with the nearest name otherwise.

    >>> option("Go-Out").name
    'go_out'
    """
    wanted = squeezed(name).replace("-", "_")
    if wanted not in OPTIONS:
        near = get_close_matches(wanted, OPTIONS, 1, 0.5)
        hint = f": did you mean {near[0]}?" if near else f"; the options are {', '.join(OPTIONS)}"
        raise BadRules(f"there is no option called {str(name).strip()[:40]!r}{hint}")
    return OPTIONS[wanted]


def describe(rules: Rules, name: str) -> str:
    """The value of an option in force, as a sentence for players.

    >>> from laydown.rules.rules import Rules
    >>> describe(Rules(), "deal_fixed")
    'Deal 13 cards each to two players, 7 each to three or more.'
    """
    return option(name).says(rules)


def replaced(rules: Rules, values: Mapping[str, Value]) -> Rules:
    """The rules with these values by option name, which must be ready-made values."""
    groups: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        groups.setdefault(OPTIONS[name].group, {})[name] = value
    return msgspec.structs.replace(
        rules,
        **{
            group: msgspec.structs.replace(getattr(rules, group), **changed)
            for group, changed in groups.items()
        },
    )


def read_value(name: str, given: object, now: Value) -> Value:
    """The value that text, or what YAML or JSON made of it, means for an option.

    `now` is the value in force, for maps of which only a part is given. :class:`BadRules` names
    the option and what it allows.
    """
    chosen = option(name)
    try:
        if isinstance(given, float):
            raise WrongValue(chosen.kind.allowed)
        return chosen.kind.read(given, now)
    except WrongValue as wrong:
        shown = "nothing" if given is None or given == "" else repr(given)[:40]
        raise BadRules(f"{chosen.name} cannot be {shown}: it must be {wrong}") from None


def with_options(rules: Rules, values: Mapping[str, object]) -> Rules:
    """The rules with these options changed; values are typed text, or what YAML or JSON made of it.

    :class:`BadRules` for a name or a value that does not exist. Whether the whole can be played is
    for `Rules.problems()` to say.

    >>> from laydown.rules.rules import Rules
    >>> with_options(Rules(), {"queen_of_spades": "40", "runs": False}).scoring.queen_of_spades
    40
    """
    ready: dict[str, Value] = {}
    for name, given in values.items():
        chosen = option(name)
        if chosen.name in ready:
            raise BadRules(f"{chosen.name} is given twice")
        ready[chosen.name] = read_value(chosen.name, given, chosen.of(rules))
    return replaced(rules, ready)
