"""The players by name."""

from __future__ import annotations

from collections.abc import Callable

from laydown.players.base import Player
from laydown.players.greedy import Greedy
from laydown.players.plain import Plain
from laydown.players.uniform import Uniform


def _random(seed: int) -> Player:
    return Uniform(seed=seed)


def _greedy(_seed: int) -> Player:
    return Greedy()


def _plain(_seed: int) -> Player:
    return Plain()


LEVELS: dict[str, Callable[[int], Player]] = {
    "random": _random,
    "greedy": _greedy,
    "plain": _plain,
}
"""By name, weakest first; the number is a seed, which only players that use chance need."""


def player(level: str, *, seed: int = 0) -> Player:
    """The player of that name; ``KeyError`` where there is none."""
    return LEVELS[level](seed)
