"""A scene drawn: players, table, pile, what happened, hand, and what may be done."""

from __future__ import annotations

from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from laydown.cli.terminal.look import Look, ascii_only, flow
from laydown.cli.terminal.scene import (
    FEW,
    MARKS,
    Scene,
    marks,
    sorted_hand,
    step_of,
    stock_rule,
    tags,
    wild_words,
)
from laydown.engine.actions import HOUSE
from laydown.engine.state import Phase

_LEAST_NEWS = 2
"""sentences of what happened that are shown however low the terminal is"""
STRONG = "bold magenta"
"""for the two titles that are looked for; it can be read on light and on dark terminals"""
_ONE_COLUMN = 4
"""seats that are listed below each other"""
_CELL = 5
"""cells that a card takes in the hand and in the pile: a chip and a gap"""


def draw(scene: Scene, look: Look, width: int, height: int = 0) -> list[Text]:
    """The whole screen as lines, none wider than `width`.

    Where all of it is higher than `height`, the oldest of what happened is left out.
    """
    above = [*header(scene, look, width), *players(scene, look, width)]
    above += [*melds(scene, look, width), *pile(scene, look, width)]
    below = [*hand(scene, look, width), *steps(scene, look, width)]
    news = [
        [_indented(line, 1) for line in flow(_words(look, told), width - 2, indent=2, gap=1)]
        for told in scene.news
    ]
    room = height - len(above) - len(below) - 2
    left_out = False
    while height and len(news) > _LEAST_NEWS and sum(map(len, news)) > room:
        del news[0]
        left_out = True
    title = "What happened (earlier: type log)" if left_out else "What happened"
    told = [rule(title, look, width), *(line for lines in news for line in lines)] if news else []
    return [*above, *told, *below]


def rule(title: str, look: Look, width: int, *, style: str = "bold") -> Text:
    """A line across with a title at its left."""
    bar = "─" if look.signs else "-"
    shown = title if look.signs else ascii_only(title)
    line = Text(no_wrap=True).append(f"{bar * 2} ", "dim")
    line.append(set_cell_size(shown, min(cell_len(shown), max(width - 5, 1))), style)
    line.append(" " + bar * max(width - line.cell_len - 1, 0), "dim")
    return line


def header(scene: Scene, look: Look, width: int) -> list[Text]:
    """Which game, which round, what it is played to, what is wild."""
    parts = [scene.title, f"round {scene.round_number}", scene.aim, wild_words(scene.view)]
    kept = [part for part in parts if part]
    while len(" · ".join(kept)) > width - 6 and len(kept) > 2:
        kept.pop(1)
    lines = [rule(" · ".join(kept), look, width, style=STRONG)]
    wild = wild_words(scene.view)
    if wild and wild not in kept:
        lines += flow(_words(look, f"{wild[0].upper()}{wild[1:]}."), width)
    return lines


def players(scene: Scene, look: Look, width: int) -> list[Text]:
    """For each seat: whose turn, dealer, cards, points on the table, total.

    A line each; more than four seats lie in two columns where there is room, read downwards.
    """
    view = scene.view
    table = bool(scene.on_table) and width >= 48
    taken = (30 if table else 22) + (7 if any(view.floating) else 0)
    longest = min(max(map(cell_len, scene.names)), max(width - taken, 3))
    head = Text(f"   {'player':<{longest}}     cards", "dim", no_wrap=True)
    head.append("   table" if table else "").append("    total")
    lines = [head]
    for seat, name in enumerate(scene.names):
        acts = seat in view.may_act or (HOUSE in view.may_act and seat == view.seat)
        few = 0 < view.sizes[seat] <= FEW and view.phase is not Phase.DEAL
        line = Text(no_wrap=True)
        line.append(" ► " if look.signs and acts else " > " if acts else "   ", "bold green")
        line.append(set_cell_size(name, longest), "bold" if seat == view.viewer else "")
        line.append(" D " if seat == view.dealer else "   ", "bold")
        line.append(f"{view.sizes[seat]:>6}")
        line.append("!" if few else " ", "bold red")
        if table:
            line.append(f"{scene.on_table[seat]:>8}")
        line.append(f"{scene.totals[seat]:>9}", "bold")
        if view.floating and view.floating[seat]:
            line.append(" floats", "bold cyan")
        lines.append(line)
    if len(scene.names) <= _ONE_COLUMN:
        return lines
    column = max(line.cell_len for line in lines) + 3
    if 2 * column > width:
        return lines
    half = 1 + len(scene.names) - len(scene.names) // 2
    halves = zip_longest(lines[:half], [lines[0], *lines[half:]])
    return [_beside(first, second, column) for first, second in halves]


def _beside(left: Text, right: Text | None, column: int) -> Text:
    """Two pieces side by side, the second one this many cells from the left."""
    line = Text(no_wrap=True).append_text(left).append(" " * (column - left.cell_len))
    return line if right is None else line.append_text(right)


def melds(scene: Scene, look: Look, width: int) -> list[Text]:
    """The melds by player, with ids; a card that counts for another has that player's tag."""
    view = scene.view
    lines = [rule("Table", look, width)]
    if not view.melds:
        return [*lines, Text("   no melds yet", "dim italic")]
    marked = tags(scene.names)
    used: set[int] = set()
    longest = min(max(cell_len(scene.names[m.owner]) for m in view.melds), 12)
    for seat in range(len(scene.names)):
        mine = [meld for meld in view.melds if meld.owner == seat]
        if not mine:
            continue
        pieces: list[Text] = []
        for meld in mine:
            others = [s if s != seat else -1 for s in meld.seats]
            used.update(s for s in others if s >= 0)
            strip = look.strip(
                meld.cards, meld.stands, [marked[s] if s >= 0 else "" for s in others]
            )
            piece = Text(no_wrap=True).append(f"{meld.id:>2} ", "bold green").append_text(strip)
            for real in meld.reals:
                used.add(real.seat)
                piece.append(f" real {look.sign(real.card)}({marked[real.seat]})", "italic")
            pieces.append(piece)
        name = f" {set_cell_size(scene.names[seat], longest)} "
        if width < 50:
            lines.append(Text(name.rstrip(), "bold"))
            lines += [_indented(line, 1) for line in flow(pieces, width - 1, indent=3, gap=1)]
            continue
        start = 2 + longest
        rows = flow(pieces, width - start, gap=1)
        for index, row in enumerate(rows):
            label = Text(name if index == 0 else " " * start, "bold", no_wrap=True)
            lines.append(label.append_text(row))
    if used:
        legend = ", ".join(f"({marked[seat]}) {scene.names[seat]}" for seat in sorted(used))
        words = _words(look, f"counts for {legend}")
        lines += [_dimmed(_indented(line, 1)) for line in flow(words, width - 2, gap=1)]
    return lines


def pile(scene: Scene, look: Look, width: int) -> list[Text]:
    """Stock and pile: oldest left, newest right, depths below, ``p3`` where it may be taken."""
    view = scene.view
    note = stock_rule(view)
    title = f"Stock {view.stock_size} · Pile {len(view.pile)}"
    lines = [rule(title, look, width)]
    if note:
        words = _words(look, f"Stock {note}.")
        lines += [_indented(line, 1) for line in flow(words, width - 2, gap=1)]
    if not view.pile:
        return [*lines, Text("   the pile is empty", "dim italic")]
    per_row = max((width - 1) // _CELL, 1)
    depths = range(len(view.pile), 0, -1)
    cells = list(zip(view.pile, depths, strict=True))
    for start in range(0, len(cells), per_row):
        top, below = Text(" ", no_wrap=True), Text(" ", no_wrap=True)
        for face, depth in cells[start : start + per_row]:
            top.append_text(look.chip(face)).append(" ")
            can = depth in scene.takes
            label = f"p{depth}" if can else f"{depth}"
            below.append(f"{label:>3}  ", "bold green" if can else "dim")
        lines += [top, below]
    return lines


def hand(scene: Scene, look: Look, width: int) -> list[Text]:
    """The hand by suit or rank, with a mark below each card that has one."""
    view = scene.view
    if view.viewer < 0:
        return []
    cards = sorted_hand(scene)
    noted = marks(scene, cards)
    title = f"Your hand ({len(cards)})"
    lines = [rule(title, look, width, style=STRONG)]
    if not cards:
        return [*lines, Text("   no cards", "dim italic")]
    per_row = max((width - 1) // _CELL, 1)
    for start in range(0, len(cards), per_row):
        top, below = Text(" ", no_wrap=True), Text(" ", no_wrap=True)
        for face, mark in zip(
            cards[start : start + per_row], noted[start : start + per_row], strict=True
        ):
            top.append_text(look.chip(face)).append(" ")
            below.append(f"{mark:>4} ", _MARK_STYLE.get(mark, "dim"))
        lines.append(top)
        if below.plain.strip():
            lines.append(below)
    shown = [mark for mark in MARKS if mark in noted]
    if shown:
        legend = " · ".join(f"{mark}: {MARKS[mark]}" for mark in shown)
        words = _words(look, legend)
        lines += [_dimmed(_indented(line, 1)) for line in flow(words, width - 2, gap=1)]
    return lines


_MARK_STYLE = {"use": "bold red", "bar": "red", "new": "bold green", "wild": "magenta"}


def steps(scene: Scene, look: Look, width: int) -> list[Text]:
    """Where the turn is, what is owed, and what may be typed."""
    lines: list[Text] = []
    if scene.debt:
        bar = "▌" if look.signs else "!"
        rows = flow(_words(look, scene.debt), width - 3, gap=1)
        lines += [Text(f" {bar}", "bold red", no_wrap=True).append_text(row) for row in rows]
    step = step_of(scene.view)
    line = Text(" ", no_wrap=True)
    if scene.view.phase is Phase.CALLING:
        line.append("[Call rummy?]", "bold reverse")
    else:
        names = ("Draw", "Play", "Discard")
        for index, name in enumerate(names):
            may = index < 2 or any(key == "d" for key, _ in scene.choices)
            here = step == 0 == index or (step == 1 and index >= 1 and may)
            line.append(f"[{name}]" if here else name, "bold reverse" if here else "dim")
            line.append(" > " if index < 2 else "")
    choices = [Text.assemble((key, "bold green"), f" {what}") for key, what in scene.choices]
    return [*lines, *flow([line, *choices], width - 1, indent=1, gap=3)]


def _words(look: Look, sentence: str) -> list[Text]:
    """The words of a sentence, for flowing; cards keep their colours."""
    return [word for word in look.words(sentence).split(" ") if word.plain]


def _indented(line: Text, by: int) -> Text:
    return Text(" " * by, no_wrap=True).append_text(line)


def _dimmed(line: Text) -> Text:
    line.stylize("dim")
    return line
