"""Laws of the terminal, over all accepted rules: whatever is typed, the match goes on."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.strategies import rules

from laydown.cli.terminal import plain, screen
from laydown.cli.terminal.commands import Do, Pick, parse
from laydown.cli.terminal.console import Console, Manner
from laydown.cli.terminal.journal import Journal
from laydown.cli.terminal.look import Look
from laydown.cli.terminal.person import person
from laydown.cli.terminal.seating import HUMAN, Seating
from laydown.cli.terminal.seeing import scene_of
from laydown.cli.terminal.table import Leave, Table
from laydown.cli.terminal.typed import typed
from laydown.engine.legal import LegalActions
from laydown.engine.match import actors, new_match
from laydown.engine.view import view
from laydown.record.jsonl import load_all
from laydown.record.record import Header
from laydown.rules.rules import Rules

MOST = 60
"""lines typed in one match"""
JUNK = (
    "", "?", "m x x", "l x", "u", "call", "split", "real 5h", "steal 5h", "m 5h 6h x", "d", "p 5h",
    "sort", "score", "log", "pile", "hand", "melds", "show", "hint", "zz", "? m 9h x x",
    "q?", "rules", "m 2d 3d 4d 5d x", "l 2d 3d x", "decline", "pass", "p9", "l a", "m a=b",
    "🂡", "\x1b[2J",
)  # fmt: skip


class Clumsy(Console):
    """Types legal moves as hints spell them, and other things in between."""

    def __init__(self, chance: Random) -> None:
        super().__init__(Manner(plain=chance.random() < 0.3))
        self.chance = chance
        self.table: Table | None = None
        self.typed_lines = 0

    def say(self, *sentences: str, style: str = "") -> None:
        assert all(sentences), "an empty sentence"
        for sentence in sentences:
            said = plain.spoken(sentence) if self.plain else sentence
            assert said.isprintable(), said

    def draw(self, lines: object) -> None:
        pass

    def blocks(self, text: str) -> None:
        assert text

    def ask(self, prompt: str) -> str:
        self.typed_lines += 1
        if self.typed_lines > MOST:
            raise EOFError
        table, chance = self.table, self.chance
        if "> " not in prompt or table is None or table.match.round is None:
            return chance.choice(("", "1", "2", "y", "n", "zz"))
        seat = table.looks if table.looks in actors(table.match) else actors(table.match)[0]
        seen = view(table.round, seat)
        legal = LegalActions(seen)
        scene = scene_of(table, seen, legal)
        width = chance.randrange(32, 130)
        assert all(line.cell_len <= width for line in screen.draw(scene, Look(), width))
        assert plain.read_all(scene)
        if chance.random() < 0.3:
            return chance.choice(JUNK)
        kinds = legal.kinds()
        action = legal.sample(chance.choice(kinds), chance.randrange(10**9))
        command = parse(typed(action), seen, legal)
        if isinstance(command, Pick):  # an ace that fits either end of a run is asked for
            assert action in command.actions
            assert {getattr(each, "low", None) for each in command.actions} == {True, False}
        else:
            assert command == Do(action)
        return typed(action)


@given(rules(), st.integers(0, 2**32))
@settings(
    max_examples=int(os.environ.get("LAYDOWN_EXAMPLES", "12")),
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # a whole match shrinks too slowly
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_any_table_can_be_played_by_typing(agreed: Rules, seed: int) -> None:
    chance = Random(seed)
    players = agreed.setup.players
    names = ("You", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")[:players]
    humans = chance.randint(1, players)
    kinds = (HUMAN,) * humans + ("random",) * (players - humans)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match.jsonl"
        journal = Journal.new(path, Header(rules=agreed, seats=names, players=kinds))
        console = Clumsy(chance)
        table = Table(
            console, Seating(names, kinds, title="Any", seed=1), journal, new_match(agreed)
        )
        console.table = table
        try:
            table.run(person)
        except (Leave, EOFError):
            pass
        finally:
            journal.close()
        read = load_all(path)
        assert read.record.damage is None
        assert read.final == table.match
