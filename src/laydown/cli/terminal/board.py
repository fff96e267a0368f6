"""Scores shown: the end of a round card by card, the sheet so far, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from laydown.cli.terminal.outcome import outcome_words
from laydown.cli.terminal.scene import Scene
from laydown.engine.scoring import Line, LineWhy, Place, RoundScore, score
from laydown.engine.view import view
from laydown.record.explain_scores import WHY_WORDS, explain_end, explain_score, signed
from laydown.record.words import possessive

if TYPE_CHECKING:
    from rich.text import Text

    from laydown.cli.terminal.table import Table


def show_round(table: Table, last: Sequence[str]) -> None:
    """The end of a round: how it ended, the score card by card, and the totals."""
    console, finished = table.console, table.match.last
    assert finished is not None
    assert finished.end is not None
    names = table.seating.names
    number = len(table.match.results)
    card = score(finished)
    console.clear()
    if console.plain:
        console.say(f"Round {number} is over.", *last, explain_end(finished.end, names))
        for line in explain_score(card, names):
            console.say(f"{line.strip()}.")
    else:
        from laydown.cli.terminal import screen

        console.draw([screen.rule(f"Round {number} is over", console.look, console.width)])
        console.say(*last)
        console.say(explain_end(finished.end, names), style="bold")
        _cards(table, card, {meld.id: meld.owner for meld in finished.melds})
    if not table.match.is_over:
        sheet(table, only_last=True)
        _standing(table)
        console.ask("Press Enter for the next round. ")
        console.clear()


def show_table(table: Table) -> None:
    """The melds and the pile, as everybody sees them."""
    names = table.seating.names
    scene = Scene(
        title=table.title,
        aim=aim(table),
        round_number=len(table.match.results) + 1,
        view=view(table.round, None),
        names=names,
        totals=table.match.totals,
    )
    console = table.console
    if console.plain:
        from laydown.cli.terminal import plain

        console.say(*plain.melds(scene), *plain.pile(scene))
        return
    from laydown.cli.terminal import screen

    console.draw(screen.melds(scene, console.look, console.width))
    console.draw(screen.pile(scene, console.look, console.width))


def _cards(table: Table, card: RoundScore, owners: dict[str, int]) -> None:
    """Every card that counts, by player and place, with what it counts and why."""
    from rich.text import Text

    from laydown.cli.terminal.look import flow

    console, names = table.console, table.seating.names
    for seat, name in enumerate(names):
        lines = card.of(seat)
        head = Text(f" {name} ", "bold", no_wrap=True)
        head.append(f"{signed(card.total(seat))}", "bold yellow")
        console.draw([head])
        for (place, holder, meld), group in groupby(lines, key=_group):
            every = list(group)
            owner = owners.get(meld, holder)
            label = _label(place, meld, possessive(holder, names), own=owner == seat)
            pieces = [Text(f"   {label:<13}", "dim")]
            counted = place is not Place.HAND or any(line.points for line in every)
            for line in every:
                piece = Text() if line.place is Place.BONUS else _piece(table, line)
                why = WHY_WORDS[line.why] if line.why is not LineWhy.PIP else ""
                if counted:
                    piece.append(f"{line.points}" + (f" ({why})" if why else ""))
                pieces.append(piece)
            total = f"= {sum(line.points for line in every)}"
            pieces.append(Text(total if counted else "not counted", "bold" if counted else "dim"))
            console.draw(flow(pieces, console.width - 1, indent=16, gap=2))
        if not lines:
            console.draw([Text("   nothing", "dim")])


def _piece(table: Table, line: Line) -> Text:
    from rich.text import Text

    look = table.console.look
    stands = line.stands if line.stands >= 0 else line.card
    return Text(f" {look.standing(line.card, stands)} ", look.style(line.card))


def _group(line: Line) -> tuple[Place, int, str]:
    return line.place, line.holder, line.meld


def _label(place: Place, meld: str, whose: str, *, own: bool) -> str:
    match place:
        case Place.TABLE:
            return f"table {meld}" if own else f"laid off {meld}"
        case Place.REAL:
            return f"real in {meld}"
        case Place.HAND:
            return "in hand"
        case Place.TAKEN:
            return f"{whose} hand"
        case Place.BONUS:
            return "bonus"


def sheet(table: Table, *, only_last: bool = False) -> None:
    """The score sheet: a line for each round, ``+46 / 81`` in each column."""
    console, match, names = table.console, table.match, table.seating.names
    results = match.results[-1:] if only_last else match.results
    first = len(match.results) - len(results) + 1
    if console.plain or not _fits(table):
        for number, result in enumerate(results, first):
            cells = [
                f"{name} {signed(points)}, total {total}"
                for name, points, total in zip(names, result.entered, result.totals, strict=True)
            ]
            console.say(f"Round {number}: {'; '.join(cells)}.")
        if not results:
            console.say("No round has been scored yet.")
        return
    from rich.cells import cell_len
    from rich.text import Text

    from laydown.cli.terminal import screen

    column = _column(names)
    head = "".join(" " * (column - cell_len(name)) + name for name in names)
    lines = [screen.rule(f"Scores, {aim(table)}", console.look, console.width)]
    lines.append(Text(f" {'round':<6}{head}", "dim", no_wrap=True))
    for number, result in enumerate(results, first):
        line = Text(f" {number:<6}", no_wrap=True)
        for points, total in zip(result.entered, result.totals, strict=True):
            cell = f"{signed(points)} / "
            line.append(f"{cell:>{column - len(str(total))}}").append(f"{total}", "bold")
        lines.append(line)
    if not results:
        lines.append(Text("   no round has been scored yet", "dim italic"))
    console.draw(lines)


def _fits(table: Table) -> bool:
    names = table.seating.names
    return 8 + len(names) * _column(names) <= table.console.width


def _column(names: Sequence[str]) -> int:
    from rich.cells import cell_len

    return max(14, *(cell_len(name) + 2 for name in names))


def aim(table: Table) -> str:
    """What the match is played to."""
    rules = table.match.rules.match
    match rules.match_mode.value:
        case "target":
            return f"to {rules.target}"
        case "n_deals":
            return f"over {rules.deals} rounds"
        case _:
            return f"rounds won, over {rules.deals}"


def _standing(table: Table) -> None:
    """Who leads by how much, what the outcome rule says, and who deals next."""
    match, console = table.match, table.console
    for sentence in outcome_words(match, table.seating.names):
        console.say(sentence, style="bold")


def show_winner(table: Table) -> None:
    """The end of the match."""
    console = table.console
    sheet(table)
    _standing(table)
    console.say(f"The match is over. Its record: {table.journal.path}")
