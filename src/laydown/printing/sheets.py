"""The score sheet of a table: blank, or filled with what was scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from laydown.engine.dealing import decks_for
from laydown.engine.match import enter
from laydown.printing.content import Document, Grid, Page, Paper, RulesPages, SheetPage, Tick
from laydown.record.rulebook import at_a_glance, rulebook
from laydown.record.ruletables import values_in_words
from laydown.rules.catalogue import describe
from laydown.rules.differences import differences
from laydown.rules.games import Game
from laydown.rules.options import (
    AceInRuns,
    CallRummy,
    Deadwood,
    DealMode,
    GoingRummy,
    GoOut,
    MatchMode,
    PermanentWilds,
    PileDraw,
    ScoringRule,
    StockOut,
    Teams,
    TopCardUse,
)
from laydown.rules.pack import twos_wild
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game

ROUNDS = 12
"""Rows of a blank sheet, where nobody wants another number (500 page)."""

MOST_ROWS = 45
"""Rows on one page; more rounds take further pages."""


class _Custom(msgspec.Struct, frozen=True):
    """A custom that tables tick: its words, the option it is, and whether rules play it."""

    words: Callable[[Rules], str]
    option: str
    plays: Callable[[Rules], bool]
    asks: Callable[[Rules], bool] = lambda _: True
    """whether the custom means anything beside the other rules"""
    whole: Callable[[Rules], bool] = lambda _: True
    """whether the words say all that the option in force does"""


def _says(words: str) -> Callable[[Rules], str]:
    return lambda _: words


def _queen(rules: Rules) -> str:
    value = rules.scoring.queen_of_spades
    return f"Q♠ = {value}" if value != 10 else "Q♠ = ____"


def _table_scores(rules: Rules) -> bool:
    return rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS


_CUSTOMS = (
    _Custom(
        _says("must discard to go out"),
        "go_out",
        lambda rules: rules.going_out.go_out is GoOut.DISCARD_REQUIRED,
        lambda rules: rules.going_out.go_out is not GoOut.UNPLAYABLE_DISCARD_FLOAT,
    ),
    _Custom(
        _says("calling rummy"),
        "call_rummy",
        lambda rules: rules.calling.call_rummy is not CallRummy.OFF,
        whole=lambda _: False,
    ),
    _Custom(_queen, "queen_of_spades", lambda rules: rules.scoring.queen_of_spades != 10),
    _Custom(_says("two packs"), "decks", lambda rules: decks_for(rules) == 2),
    _Custom(
        _says("ace high too"),
        "ace_in_runs",
        lambda rules: rules.melds.ace_in_runs is not AceInRuns.LOW,
        lambda rules: rules.melds.runs,
        lambda rules: rules.melds.ace_in_runs is AceInRuns.HIGH_OR_LOW,
    ),
    _Custom(
        _says("ace 15 everywhere"),
        "ace_in_low_run",
        lambda rules: rules.scoring.ace_in_low_run in (15, "as_elsewhere"),
        lambda rules: _table_scores(rules) and rules.melds.runs,
    ),
    _Custom(
        _says("2 to 9 count 5"),
        "pip_value",
        lambda rules: rules.scoring.pip_value == 5,
    ),
    _Custom(
        _says("top card must be used"),
        "top_card_use",
        lambda rules: rules.drawing.top_card_use is TopCardUse.MUST_USE,
    ),
    _Custom(
        _says("meld before laying off"),
        "meld_before_layoff",
        lambda rules: rules.melds.meld_before_layoff,
    ),
    _Custom(
        _says("pile becomes the new stock"),
        "stock_out",
        lambda rules: rules.drawing.stock_out is StockOut.RECYCLE,
    ),
    _Custom(
        _says("digging into the pile"),
        "pile_draw",
        lambda rules: rules.drawing.pile_draw is PileDraw.ANY_DEPTH,
    ),
    _Custom(
        _says("going rummy pays double"),
        "going_rummy",
        lambda rules: rules.going_out.going_rummy is GoingRummy.DOUBLE,
        lambda rules: not _table_scores(rules),
    ),
    _Custom(
        _says("one wild card to a meld"),
        "max_wilds_per_meld",
        lambda rules: rules.melds.max_wilds_per_meld == 1,
        lambda rules: "wild: " in dict(at_a_glance(rules))["Cards"],
    ),
    _Custom(
        _says("twos always wild"),
        "permanent_wilds",
        lambda rules: (
            rules.setup.permanent_wilds in (PermanentWilds.TWOS, PermanentWilds.TWOS_AND_JOKERS)
        ),
        lambda rules: rules.setup.deal_mode is DealMode.UPCARD or twos_wild(rules),
        lambda rules: rules.setup.permanent_wilds is PermanentWilds.TWOS,
    ),
    _Custom(
        _says("cards in hand against you"),
        "deadwood",
        lambda rules: rules.scoring.deadwood is Deadwood.SUBTRACT_OWN,
        lambda rules: rules.scoring.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS,
    ),
    _Custom(
        _says("in pairs"),
        "teams",
        lambda rules: rules.setup.teams is Teams.PAIRS,
        lambda rules: rules.setup.players == 4,
    ),
)
"""What families settle before the first deal (500 page, R5-14), with more of the like."""


def for_players(rules: Rules, players: int) -> Rules:
    """The rules for so many players."""
    setup = msgspec.structs.replace(rules.setup, players=players)
    return msgspec.structs.replace(rules, setup=setup)


def ticks(rules: Rules, game: Game) -> tuple[tuple[Tick, ...], tuple[str, ...]]:
    """The house rules to tick, those in force ticked, and sentences for all others in force.

    What the game itself plays is no house rule.
    """
    book = for_players(game.rules, rules.setup.players)
    found: list[Tick] = []
    told = {"players"}
    for custom in _CUSTOMS:
        if custom.plays(book) or not custom.asks(rules):
            continue
        ticked = custom.plays(rules)
        found.append(Tick(custom.words(rules), ticked))
        if ticked and custom.whole(rules):
            told.add(custom.option)
    agreed = tuple(
        describe(rules, each.option) for each in differences(book, rules) if each.option not in told
    )
    return tuple(found), agreed


class Scores(msgspec.Struct, frozen=True, kw_only=True):
    """What was scored so far: rows of points by player, None where nothing was entered."""

    points: tuple[tuple[int | None, ...], ...] = ()
    dealers: tuple[int, ...] = ()
    """by round the seat that dealt, -1 where that is not known; may go on beyond the points"""
    starts: tuple[int, ...] = ()
    """what each began with"""
    struck: tuple[int, ...] = ()
    """rows, counted from 0, that count for nothing"""


def sheet(
    rules: Rules,
    *,
    game: Game | None = None,
    title: str = "",
    names: Sequence[str] = (),
    scores: Scores | None = None,
    rounds: int = ROUNDS,
    paper: Paper = "a4",
    back: bool = True,
) -> Document:
    """The score sheet of a table, the rules on its back.

    There are as many rows as `rounds`, or as were played. Without `names` the heads are left to
    write in; more names than the rules have players make a sheet for so many.
    """
    base = game or nearest_game(rules)
    heads = (*names, *("",) * (rules.setup.players - len(names)))
    grid = _grid(rules, heads, scores or Scores(), rounds)
    boxes, agreed = ticks(rules, base)
    facts = (
        *((word, meaning) for word, meaning in at_a_glance(rules) if word != "Players"),
        ("Cards count", values_in_words(rules)),
    )
    head = title or f"{base.title}: score sheet"
    pages: list[Page] = [
        SheetPage(head, facts, boxes, agreed, part, _foot(rules, part)) for part in _parts(grid)
    ]
    if back:
        pages.append(RulesPages(rulebook(rules, base, full=False), 1))
    return Document(head, tuple(pages), paper)


def rules_document(rules: Rules, *, game: Game | None = None, paper: Paper = "a4") -> Document:
    """The rules of a table on two pages at most."""
    book = rulebook(rules, game)
    return Document(f"{book.title}: the rules", (RulesPages(book, 2),), paper)


def _grid(rules: Rules, heads: tuple[str, ...], scores: Scores, rounds: int) -> Grid:
    many = len(heads)
    totals = (*scores.starts, *(0,) * many)[:many]
    carried = (0,) * many
    numbers, rows, deals = [], [], []
    if any(totals):
        numbers.append("start")
        rows.append(tuple(map(str, totals)))
        deals.append(-1)
    dealers = (*scores.dealers, *(-1,) * (len(scores.points) + rounds))
    for at in range(max(rounds, len(scores.points))):
        numbers.append(str(at + 1))
        deals.append(dealers[at])
        given = scores.points[at] if at < len(scores.points) else ()
        row = (*given, *(None,) * many)[:many]
        if at in scores.struck:
            rows.append(tuple("" if each is None else f"({each:+d})" for each in row))
            continue
        known = tuple(each or 0 for each in row)
        entered, after = enter(rules, known, carried)
        there = [each is not None for each in row]
        carried = tuple(
            new if is_there else old
            for is_there, new, old in zip(there, after, carried, strict=True)
        )
        totals = tuple(
            total + (add if is_there else 0)
            for is_there, add, total in zip(there, entered, totals, strict=True)
        )
        rows.append(
            tuple(
                "" if each is None else cell(each, total)
                for each, total in zip(row, totals, strict=True)
            )
        )
    known_sums = bool(scores.points) or any(totals)
    sums = tuple(map(str, totals)) if known_sums else ("",) * many
    return Grid(heads, tuple(numbers), tuple(deals), tuple(rows), sums)


def cell(points: int, total: int) -> str:
    """A cell of a score sheet: what the round scored, and the running total.

    >>> cell(46, 81), cell(-5, -12), cell(0, 10)
    ('+46 / 81', '-5 / -12', '0 / 10')
    """
    return f"{points:+d} / {total}" if points else f"0 / {total}"


def _parts(grid: Grid) -> list[Grid]:
    """The grid cut into pages; totals stand on the last."""
    count = len(grid.rows)
    pages = -(-count // MOST_ROWS)
    size = -(-count // pages)
    blank = ("",) * len(grid.names)
    return [
        Grid(
            grid.names,
            grid.numbers[at : at + size],
            grid.dealers[at : at + size],
            grid.rows[at : at + size],
            grid.totals if at + size >= count else blank,
        )
        for at in range(0, count, size)
    ]


def _foot(rules: Rules, grid: Grid) -> str:
    match = rules.match
    goal = {
        MatchMode.TARGET: f"The match is to {match.target}.",
        MatchMode.N_DEALS: f"The match is over {match.deals} rounds.",
        MatchMode.HANDS_WON: f"The match is over {match.deals} rounds, counting rounds won.",
    }[match.match_mode]
    return (
        "Write each round's score and the running total, like +46 / 81. D marks the dealer."
        f" {goal}{_partners(rules, grid)}"
    )


def _partners(rules: Rules, grid: Grid) -> str:
    """What partners have together (R5-15), or room to write it."""
    if rules.setup.teams is not Teams.PAIRS or len(grid.names) != 4:
        return ""
    pairs = []
    for first in (0, 1):
        who = " and ".join(grid.names[at] or _NTH[at] for at in (first, first + 2))
        sums = grid.totals[first], grid.totals[first + 2]
        pairs.append(f"{who} {sum(map(int, sums)) if all(sums) else '____'}")
    return f" Partners together: {', '.join(pairs)}."


_NTH = ("first", "second", "third", "fourth")
