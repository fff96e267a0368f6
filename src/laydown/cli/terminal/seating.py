"""Who sits where, who plays for whom, and where the shuffles come from."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from laydown.engine.actions import Move
from laydown.engine.match import Match
from laydown.record.words import YOU, listed

if TYPE_CHECKING:
    from laydown.players.base import Player

HUMAN = "human"
COMPUTERS = ("Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida")
"""names of computer players in seat order"""
LONGEST_NAME = 16


class Seating:
    """The seats of a match: names, who plays each, and one seed for all chance, if any.

    With a seed the house and the computer players depend on nothing but the seed and the match so
    far, so a resumed match goes on as it would have gone.
    """

    def __init__(
        self, names: Sequence[str], kinds: Sequence[str], *, title: str, seed: int | None = None
    ) -> None:
        self.names = tuple(names)
        self.kinds = tuple(kinds)
        self.title = title
        self.seed = seed
        self.shuffles = 0
        """house moves made so far"""
        self._players: dict[int, tuple[int, Player]] = {}

    @property
    def humans(self) -> int:
        """How many seats are played at the keyboard."""
        return self.kinds.count(HUMAN)

    def is_human(self, seat: int) -> bool:
        """Whether somebody at the keyboard plays this seat."""
        return self.kinds[seat] == HUMAN

    def player(self, seat: int, match: Match) -> Player:
        """The computer player of a seat, a new one each round."""
        from laydown.players.levels import player

        number = len(match.results)
        known = self._players.get(seat)
        if known is None or known[0] != number:
            known = (
                number,
                player(self.kinds[seat], seed=self._seed(f"seat {seat} round {number}")),
            )
            self._players[seat] = known
        return known[1]

    def _seed(self, purpose: str) -> int:
        if self.seed is None:
            return secrets.randbits(32)
        return random.Random(f"{self.seed} {purpose}").getrandbits(32)

    def house_answer(self, match: Match) -> Move:
        """The house's next move: from the system's secure source, or from the seed."""
        from laydown.lab.house import House

        self.shuffles += 1
        source: random.Random = random.SystemRandom()
        if self.seed is not None:
            source = random.Random(f"{self.seed} house {self.shuffles}")
        return House(source).answer(match)

    def introduction(self) -> str:
        """Who plays, in seat order."""
        who = [
            name if kind == HUMAN else f"{name} (computer, {kind})"
            for name, kind in zip(self.names, self.kinds, strict=True)
        ]
        return f"At the table, clockwise: {listed(who)}."


def seat_names(given: Sequence[str], *, players: int, humans: int) -> tuple[str, ...]:
    """A name for every seat, people first; `ValueError` says what is wrong with a given name."""
    if len(given) > players:
        raise ValueError(f"{len(given)} names are too many for {players} players")
    names = []
    for name in given:
        kept = "".join(c for c in name if c.isprintable()).strip()
        if not kept:
            raise ValueError("a name may not be empty")
        if len(kept) > LONGEST_NAME:
            raise ValueError(f"a name may have {LONGEST_NAME} letters at most: {kept[:30]}")
        names.append(kept)
    if len({name.casefold() for name in names}) < len(names):
        raise ValueError("every player needs a name of their own")
    if humans != 1 and YOU in names:
        raise ValueError(f"“{YOU}” is what each person is called when it is their turn")
    taken = {name.casefold() for name in names}
    free = iter([name for name in COMPUTERS if name.casefold() not in taken])
    for seat in range(len(names), players):
        if seat >= humans:
            names.append(next(free))
        elif humans == 1:
            names.append(YOU)
        else:
            names.append(f"Player {seat + 1}")
    return tuple(names)
