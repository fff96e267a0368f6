"""A random round of every game looks at every step as it did."""

from __future__ import annotations

import pytest
from tests.playthroughs.dump import FOLDER, again

from laydown.rules.games import GAMES


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_the_round_is_the_same(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    assert again(path) == path.read_text("utf-8")


def test_every_game_has_a_playthrough() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} >= set(GAMES)
