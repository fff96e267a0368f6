"""Rules as text and as JSON, both ways."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from laydown.rules.catalogue import GROUPS, OPTIONS, option, read_value, replaced, with_options
from laydown.rules.differences import differences
from laydown.rules.errors import BadRules
from laydown.rules.games import GAMES, Game, game
from laydown.rules.kinds import Value
from laydown.rules.rules import Rules

_LONGEST = 20_000
"""Characters; a complete rule set written out has about two thousand."""


def nearest_game(rules: Rules) -> Game:
    """The game from which the rules differ in the fewest options; the first of equals."""
    return min(GAMES.values(), key=lambda each: len(differences(each.rules, rules)))


def rules_text(rules: Rules, base: str = "") -> str:
    """The rules in one line: a game and every option that differs from it.

    The game is `base` where it is given, else the nearest.

    >>> rules_text(parse_rules("basic queen-of-spades = 40 players=4"))
    'rummy players=4 queen_of_spades=40'
    """
    start = game(base) if base else nearest_game(rules)
    changed = (
        f"{each.option}={OPTIONS[each.option].text_of(rules)}"
        for each in differences(start.rules, rules)
    )
    return " ".join((start.key, *changed))


def parse_rules(text: str) -> Rules:
    """The rules that a line of text means; :class:`BadRules` says what is wrong with it.

    Whether they can be played is for `Rules.problems()` to say.
    """
    if len(text) > _LONGEST:
        raise BadRules(
            f"the rules are {len(text)} characters long; more than {_LONGEST} are refused"
        )
    name, *pieces = re.split(r"(?:^|[\s,;])\s*([^\s=,;]+)\s*=\s*", text.strip())
    name = name.strip(" \t\n,;")
    if not name:
        raise BadRules(f"the rules begin with a game: {', '.join(GAMES)}")
    values: dict[str, object] = {}
    for given, value in zip(pieces[::2], pieces[1::2], strict=True):
        chosen = option(given).name
        if chosen in values:
            raise BadRules(f"{chosen} is given twice")
        values[chosen] = value.strip(" \t\n,;")
    return with_options(game(name).rules, values)


def rules_dict(rules: Rules) -> dict[str, dict[str, int | str | bool | None]]:
    """Every option by group with the value that JSON carries."""
    found: dict[str, dict[str, int | str | bool | None]] = {group: {} for group in GROUPS}
    for name, each in OPTIONS.items():
        found[each.group][name] = each.kind.plain(each.of(rules))
    return found


def rules_json(rules: Rules) -> bytes:
    """The complete rules as JSON that a person can read and change."""
    return json.dumps(rules_dict(rules), indent=2).encode() + b"\n"


def read_rules_json(data: bytes | str) -> Rules:
    """The rules of such a JSON text; :class:`BadRules` names the option that is wrong."""
    if len(data) > _LONGEST:
        raise BadRules(f"the rules are {len(data)} bytes long; more than {_LONGEST} are refused")
    try:
        found = json.loads(data, object_pairs_hook=_once)
    except BadRules:
        raise
    except (ValueError, RecursionError) as wrong:
        raise BadRules(f"the rules are not JSON: {wrong}") from None
    return read_rules_dict(found)


def read_rules_dict(found: object) -> Rules:
    """The rules that :func:`rules_dict` wrote: every option, each in its group."""
    if not isinstance(found, Mapping):
        raise BadRules("the rules must be an object with the groups " + ", ".join(GROUPS))
    for group, options in found.items():
        if group not in GROUPS:
            raise BadRules(
                f"there is no group called {str(group)[:40]!r}: they are {', '.join(GROUPS)}"
            )
        if not isinstance(options, Mapping):
            raise BadRules(f"the group {group} must be an object")
        for name in options:
            if option(str(name)).group != group or name not in OPTIONS:
                raise BadRules(f"{option(str(name)).name} belongs to {option(str(name)).group}")
    values: dict[str, Value] = {}
    for name, each in OPTIONS.items():
        options = found.get(each.group, {})
        if name not in options:
            raise BadRules(f"the rules do not say {each.group}.{name}")
        values[name] = read_value(name, options[name], each.fallback)
    return replaced(Rules(), values)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise BadRules("the rules say something twice: " + ", ".join(name for name, _ in pairs))
    return found
