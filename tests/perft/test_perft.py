"""The number and the order of legal sequences are what they were."""

from __future__ import annotations

import pytest
from tests.perft.perft import FOLDER, computed, counted, read, sequences, start

from laydown.rules.games import GAMES


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.json")))
def test_numbers_and_order(name: str) -> None:
    perft = read(FOLDER / f"{name}.json")
    assert perft.plies
    assert computed(perft, len(perft.plies)) == perft


def test_every_game_has_a_file() -> None:
    names = {path.stem for path in FOLDER.glob("*.json")}
    assert names >= set(GAMES)


def test_a_sequence_less_or_another_order_shows() -> None:
    perft = read(min(FOLDER.glob("*.json")))
    round_ = start(perft)
    lines = list(sequences(round_, 2))
    assert len(lines) == len(set(lines)) == counted(round_, 2).sequences
