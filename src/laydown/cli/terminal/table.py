"""The match at the terminal: whose move it is, who makes it, and that each is written down."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from laydown.cli.terminal.board import show_round, show_table, show_winner
from laydown.cli.terminal.console import Console
from laydown.cli.terminal.journal import Journal, JournalTrouble
from laydown.cli.terminal.news import Step, tell
from laydown.cli.terminal.seating import Seating
from laydown.engine.actions import (
    HOUSE,
    Call,
    Decline,
    Discard,
    LayOff,
    Meld,
    Move,
    Pass,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.legal import LegalActions
from laydown.engine.match import Match, actors, play_match
from laydown.engine.state import Phase, Round
from laydown.engine.view import view

TAKEN_BACK = (Take, Meld, LayOff, RealCard, Steal, Split)
"""what may be taken back (B-49): all of it was done in the open and showed nothing new"""


class Leave(Exception):
    """The person wants to stop; the match stays as it is in its record."""


class Table:
    """A match, the steps of its round so far, and who sits where.

    What is shown is asked of views of the seat that looks; the match itself is only handed to
    the rules and to the house.
    """

    def __init__(self, console: Console, seating: Seating, journal: Journal, match: Match) -> None:
        self.console = console
        self.seating = seating
        self.journal = journal
        self.match = match
        self.steps: list[Step] = []
        self.read_to = [0] * len(seating.names)
        """by seat: how many steps of this round it had seen at the end of its last turn"""
        self.sort = ["suit"] * len(seating.names)
        self.looks = -1
        """the seat whose hand was shown last"""
        self.openings: list[str] = []
        """what is to be said before the first picture of the table"""
        self.notices: list[str] = []
        """what is to be said with the next picture of the table"""
        self.calls: dict[int, bool] = {}
        """by seat: whether it said that it wants to call the discard that lies open"""

    @property
    def round(self) -> Round:
        """The round that is being played."""
        assert self.match.round is not None
        return self.match.round

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.seating.title

    def run(self, person: Callable[[Table, int], None]) -> None:
        """Play until the match is over; `person` asks somebody at the keyboard for one action."""
        if not self.match.is_over:
            self.openings.insert(0, self.seating.introduction())
            if not self.seating.humans:
                self.console.say(*self.openings)
        while now := actors(self.match):
            if HOUSE in now:
                self.commit(self.seating.house_answer(self.match))
            elif self.round.phase is Phase.CALLING:
                self._window(now[0], person)
            elif self.seating.is_human(now[0]):
                person(self, now[0])
            else:
                self._computer(now[0])
        show_winner(self)

    def remember(self) -> None:
        """After resuming: what each seat had seen at the end of its last turn in this round."""
        for at, step in enumerate(self.steps, 1):
            if step.move.seat >= 0:
                self.read_to[step.move.seat] = at
        if self.steps and self.match.round is not None:
            seat = self.round.seat
            mine = [at for at, step in enumerate(self.steps) if step.move.seat != seat]
            if self.steps[-1].move.seat == seat:  # in the middle of its turn
                earlier = [
                    at for at in range(mine[-1] if mine else 0) if self.steps[at].move.seat == seat
                ]
                self.read_to[seat] = earlier[-1] + 1 if earlier else 0

    def commit(self, move: Move) -> None:
        """Write the move down, then make it; a round that ends is shown with its score."""
        after = play_match(self.match, move)
        self._write(move, after)
        before, self.match = self.match, after
        self.steps.append(Step(before, move))
        if after.round is None or after.round.phase is not Phase.CALLING:
            self.calls = {}
        if len(after.results) > len(before.results):
            show_round(self, tell(self.steps, after, self.seating.names, None)[-2:])
            self.steps = []
            self.looks = -1
            self.read_to = [0] * len(self.seating.names)

    def _write(self, move: Move, after: Match) -> None:
        while True:
            try:
                self.journal.append(self.match, move, after)
            except JournalTrouble as trouble:
                self.console.say(
                    f"The record cannot be written: {trouble}. Everything before this move is "
                    "kept. Make room, then press Enter to try again, or type q to stop."
                )
                with contextlib.suppress(EOFError):
                    if not self.console.ask("> ").strip().lower().startswith("q"):
                        continue
                raise Leave from None
            else:
                return

    def may_take_back(self, seat: int) -> bool:
        """Whether the seat's last action may be taken back (B-49)."""
        if not self.match.rules.match.take_back or not self.steps:
            return False
        last = self.steps[-1]
        return (
            last.move.seat == seat == self.round.seat
            and self.round.phase in (Phase.DRAW, Phase.PLAY)
            and isinstance(last.move.action, TAKEN_BACK)
        )

    def take_back(self) -> Move:
        """Undo the last action; the record leaves it out and keeps a remark."""
        last = self.steps[-1]
        self.journal.take_back(self.seating.names[last.move.seat], last.move, last.before)
        self.steps.pop()
        self.match = last.before
        return last.move

    def _computer(self, seat: int) -> None:
        seen = view(self.round, seat)
        action = self.seating.player(seat, self.match).choose(seen, LegalActions(seen))
        self.commit(Move(seat, action))
        if not self.seating.humans and isinstance(action, Discard | Call | Decline):
            self.console.say(*tell(self.steps, self.match, self.seating.names, None)[-1:])
        self.console.wait()

    def _window(self, seat: int, person: Callable[[Table, int], None]) -> None:
        """A discard lies open to a call: seats answer in turn order, the first call counts."""
        if not self.seating.is_human(seat):
            self._computer(seat)
            return
        if self.seating.humans == 1:
            seen = view(self.round, seat)
            self.calls[seat] = next(iter(LegalActions(seen).of(Call)), None) is not None
        elif seat not in self.calls:
            humans = [each for each in self.round.may_call if self.seating.is_human(each)]
            caller = self._who_calls(humans)
            self.calls.update({each: each == caller for each in humans})
        if self.calls[seat]:
            person(self, seat)
        else:
            self.commit(Move(seat, Pass()))

    def _who_calls(self, humans: list[int]) -> int:
        """Ask everybody at the keyboard at once, so that no hand is betrayed by being asked."""
        names = self.seating.names
        self.console.hide()
        self.looks = -1
        show_table(self)
        self.console.say(*tell(self.steps[-1:], self.match, names, None))
        options = [f"{names[each]} calls" for each in humans]
        chosen = self.console.choose("Does anybody call rummy?", options)
        return humans[chosen] if chosen >= 0 else -1
