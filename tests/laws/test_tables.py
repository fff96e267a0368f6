"""Every table over the values of an option has an entry for each of them."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from enum import Enum
from types import MappingProxyType

import msgspec
import pytest

import laydown
from laydown.engine.errors import Why
from laydown.engine.scoring import LineWhy, Place
from laydown.engine.state import Ending
from laydown.rules.catalogue import OPTIONS
from laydown.rules.choices import Choice
from laydown.rules.kinds import Choices


def tables() -> Iterator[tuple[str, type[Enum], set[Enum]]]:
    """Every module-level mapping of the package whose keys are members of one enumeration."""
    for found in pkgutil.walk_packages(laydown.__path__, "laydown."):
        if found.name.endswith("__main__"):
            continue
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if not isinstance(value, dict | MappingProxyType) or not value:
                continue
            kinds = {type(key) for key in value}
            kind = kinds.pop()
            if not kinds and issubclass(kind, Enum):
                yield f"{found.name}.{name}", kind, set(value)


TABLES = {name: (kind, keys) for name, kind, keys in tables()}


@pytest.mark.parametrize("name", sorted(TABLES))
def test_the_table_is_total(name: str) -> None:
    kind, keys = TABLES[name]
    assert keys == set(kind)


def test_there_are_tables_to_look_at() -> None:
    kinds = {kind for kind, _ in TABLES.values()}
    assert kinds >= {Why, LineWhy, Place, Ending}
    assert any(issubclass(kind, Choice) for kind in kinds)


def test_every_value_of_every_option_has_a_sentence() -> None:
    for option in OPTIONS.values():
        if isinstance(option.kind, Choices):
            for value in option.kind.of:
                assert isinstance(value, Choice)
                assert value.sentence, value


def test_values_are_plain_data() -> None:
    """What the engine hands about can be written down and compared."""
    for kind in (Ending, Place, LineWhy, Why):
        for value in kind:
            assert msgspec.json.decode(msgspec.json.encode(value), type=kind) is value
