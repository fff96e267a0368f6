"""One person at the keyboard: what is shown, what was typed, and what comes of it."""

from __future__ import annotations

from typing import assert_never

from laydown.cli.terminal import helping
from laydown.cli.terminal.board import sheet
from laydown.cli.terminal.commands import Do, Pick, Unclear, Word, parse
from laydown.cli.terminal.journal import JournalTrouble
from laydown.cli.terminal.news import names_for, tell
from laydown.cli.terminal.scene import Scene
from laydown.cli.terminal.seeing import scene_of
from laydown.cli.terminal.table import Leave, Table
from laydown.cli.terminal.typed import typed
from laydown.engine.actions import Call, Discard, Move, PlayerAction
from laydown.engine.errors import Reason
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView, view
from laydown.record.explain_moves import explain_action
from laydown.record.explain_reasons import explain_reason
from laydown.rules.options import CallWindow


class Person:
    """Somebody in a seat, for one action: asks until one was made or taken back."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.console = table.console
        self.seat = seat
        self.view: PlayerView = view(table.round, seat)
        self.legal = LegalActions(self.view)
        self.names = names_for(table.seating.names, seat)
        self.refused: tuple[PlayerAction, Reason] | None = None

    def act(self) -> None:
        """Show the table, then read commands until something has happened."""
        self._greet()
        self._show()
        while not self._command(self._ask()):
            pass

    def _greet(self) -> None:
        """With several people: hide everything until the right one has come to the keyboard."""
        table = self.table
        if table.seating.humans > 1 and table.looks != self.seat:
            name = table.seating.names[self.seat]
            self.console.hide()
            why = "you may call" if self.view.phase is Phase.CALLING else "it is your turn"
            self.console.say(f"{name}, {why}. Nobody else may look now.")
            try:
                self.console.ask(f"{name}, press Enter to see your hand. ")
            except EOFError:
                raise Leave from None
        table.looks = self.seat

    def scene(self) -> Scene:
        """What the seat is shown now."""
        return scene_of(self.table, self.view, self.legal)

    def _show(self) -> None:
        scene = self.scene()
        self.table.openings, self.table.notices = [], []
        if not self.console.plain:
            from laydown.cli.terminal import screen

            console = self.console
            console.clear()
            console.draw(screen.draw(scene, console.look, console.width, console.height))
            return
        from laydown.cli.terminal import plain

        steps = self.table.steps
        if steps and steps[-1].move.seat == self.seat and self.view.phase is Phase.PLAY:
            self.console.say(*scene.news[-1:], *plain.hand(scene), *plain.steps(scene))
        elif len(steps) <= 3 or self.table.read_to[self.seat] == 0:
            self.console.say(*plain.read_all(scene))
        else:
            self.console.clear()
            self.console.say(*plain.at_turn(scene))

    def _ask(self) -> str:
        step = {Phase.DRAW: "draw", Phase.PLAY: "play", Phase.CALLING: "call?"}
        who = f"{self.table.seating.names[self.seat]}, " if self.table.seating.humans > 1 else ""
        try:
            return self.console.ask(f"{who}{step.get(self.view.phase, '')}> ")
        except EOFError:
            raise Leave from None

    def _command(self, text: str) -> bool:
        """Carry out what was typed; whether the position has changed."""
        command = parse(text, self.view, self.legal)
        match command:
            case Do(action, None):
                return self._do(action)
            case Do(action, reason):
                assert reason is not None
                self._refuse(action, reason)
            case Pick(question, actions):
                return self._pick(question, actions)
            case Unclear(said):
                self.console.say(said)
            case Word():
                return self._word(command)
            case _:
                assert_never(command)
        return False

    def _refuse(self, action: PlayerAction, reason: Reason) -> None:
        self.refused = (action, reason)
        said = explain_reason(reason, self.view.rules, self.names)
        self.console.say(f"{said}  (Type ? to hear more.)", style="red")

    def _pick(self, question: str, actions: tuple[PlayerAction, ...]) -> bool:
        shown = actions[:20]
        options = [
            f"{explain_action(action, self.view.melds)}, typed {typed(action)}" for action in shown
        ]
        if len(actions) > len(shown):
            question += f" These are the first {len(shown)}; name more to see others."
        try:
            chosen = self.console.choose(question, options)
        except EOFError:
            raise Leave from None
        if chosen < 0:
            self.console.say("Nothing was done.")
            return False
        return self._do(actions[chosen])

    def _do(self, action: PlayerAction) -> bool:
        if isinstance(action, Discard) and self._warned(action):
            return False
        table = self.table
        table.commit(Move(self.seat, action))
        now = table.match.round
        still = now is not None and now.phase is not Phase.CALLING and now.seat == self.seat
        if not (still and now is not None and now.phase is Phase.PLAY):
            table.read_to[self.seat] = len(table.steps)
        return True

    def _warned(self, action: Discard) -> bool:
        """Where the table teaches: tell of a call before it can be made (B-39)."""
        if self.view.rules.calling.call_window is not CallWindow.TEACHER:
            return False
        after = play(self.table.round, Move(self.seat, action))
        if after.phase is not Phase.CALLING:
            return False
        for seat in after.may_call:
            call = next(iter(LegalActions(view(after, seat)).of(Call)), None)
            if isinstance(call, Call) and call.meld:
                told = explain_action(call, self.view.melds)
                self.console.say(f"That discard can be called: {told}.")
                try:
                    return self.console.yes("Take it back?", default=True)
                except EOFError:
                    raise Leave from None
        return False

    def _word(self, command: Word) -> bool:
        match command.word:
            case "quit":
                raise Leave
            case "undo":
                return self._undo()
            case "sort":
                self._sort(command.rest)
            case "show":
                self._show()
            case "score":
                sheet(self.table)
            case "log":
                every = tell(
                    self.table.steps, self.table.match, self.table.seating.names, self.seat
                )
                self.console.say("In this round so far:", *every)
            case word:
                helping.answer(self, word, command.rest)
        return False

    def _undo(self) -> bool:
        if not self.table.may_take_back(self.seat):
            self.console.say(helping.no_take_back(self.table))
            return False
        try:
            move = self.table.take_back()
        except JournalTrouble as trouble:
            self.console.say(f"The record cannot be written, so nothing is taken back: {trouble}.")
            return False
        told = explain_action(move.action, self.table.round.melds)
        self.table.notices.append(f"Taken back: {told}.")
        return True

    def _sort(self, how: str) -> None:
        wanted = how.strip().lower()
        now = self.table.sort[self.seat]
        if wanted and not ("suit".startswith(wanted) or "rank".startswith(wanted)):
            self.console.say("Sort by suit or by rank: sort suit, sort rank.")
            return
        flipped = "rank" if now == "suit" else "suit"
        self.table.sort[self.seat] = (
            flipped if not wanted else "suit" if "suit".startswith(wanted) else "rank"
        )
        self._show()


def person(table: Table, seat: int) -> None:
    """One action of the person in the seat."""
    Person(table, seat).act()
