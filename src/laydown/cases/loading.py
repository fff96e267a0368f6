"""YAML as case files write it: plain words stay words, and nothing is read as a date or a time."""

from __future__ import annotations

import re
from typing import Any

import yaml

from laydown.cases.errors import BadCase

LARGEST = 8_000_000
"""Characters; a longer file is no case file."""


class _Loader(yaml.SafeLoader):
    """Booleans are only true and false (so `call_rummy: off` is the word *off*), ``2:13`` is no
    number to the base of sixty, ``2026-11-30`` no date, keys are words as they stand, and a key
    given twice is an error."""

    yaml_implicit_resolvers = {}  # noqa: RUF012 - PyYAML declares it for the instance

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002 - PyYAML's signature
        if not isinstance(node, yaml.MappingNode):
            raise yaml.constructor.ConstructorError(None, None, "not a mapping", node.start_mark)
        own = [
            key.value
            for key, _ in node.value
            if isinstance(key, yaml.ScalarNode) and key.tag != "tag:yaml.org,2002:merge"
        ]
        if len(set(own)) < len(own):
            raise yaml.constructor.ConstructorError(
                None, None, "a key is given twice in one mapping", node.start_mark
            )
        self.flatten_mapping(node)
        read: dict[Any, Any] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(
                    None, None, "a key must be a word", key.start_mark
                )
            read[key.value] = self.construct_object(value, deep=deep)
        return read


for _tag, _pattern, _first in (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("int", r"[-+]?[0-9]{1,15}", "-+0123456789"),
    ("null", r"~|null|Null|NULL|", "~nN\0"),
    ("merge", r"<<", "<"),
):
    _Loader.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}",
        re.compile(rf"(?:{_pattern})\Z"),
        ["" if each == "\0" else each for each in _first],
    )


def _construct_int(loader: _Loader, node: yaml.ScalarNode) -> int:
    return int(str(loader.construct_scalar(node)))


_Loader.add_constructor("tag:yaml.org,2002:int", _construct_int)


def _depth(text: str) -> int:
    """How deep brackets are opened without being closed, at most; the reader slows with that."""
    depth = deepest = 0
    for letter in text:
        if letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}" and depth:
            depth -= 1
    return deepest


def load(text: str) -> object:
    """What the YAML says; :class:`BadCase` with the line where it is not YAML."""
    if len(text) > LARGEST:
        raise BadCase(f"the file has {len(text)} characters: too long for a case file")
    if _depth(text) > DEEPEST:
        raise BadCase("the YAML is nested too deeply")
    loader = None
    try:
        loader = _Loader(text)
        return loader.get_single_data()
    except yaml.MarkedYAMLError as bad:
        mark = bad.problem_mark or bad.context_mark
        where = f"line {mark.line + 1}: " if mark else ""
        raise BadCase(f"{where}this is not YAML: {bad.problem or bad.context}") from None
    except yaml.YAMLError as bad:
        raise BadCase(f"this is not YAML: {' '.join(str(bad).split())}") from None
    except RecursionError:
        raise BadCase("the YAML is nested too deeply") from None
    except (ValueError, TypeError, AttributeError) as bad:
        # PyYAML lets some malformed scalars fall through as these.
        raise BadCase(f"this is not YAML: {bad}") from None
    finally:
        if loader is not None:
            loader.dispose()


DEEPEST = 200
"""Open brackets at once; a case needs four."""
