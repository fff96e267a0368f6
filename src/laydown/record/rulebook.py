"""The printed rules: a page of exactly the rules a table plays, in prose made from the options."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Sequence

import msgspec

from laydown.record.ruletables import card_values, deal_table, upcard_table, worked_example
from laydown.rules.catalogue import OPTIONS, describe
from laydown.rules.differences import differences
from laydown.rules.games import Game
from laydown.rules.options import DealMode, MatchMode, PileDraw, StockOut
from laydown.rules.remarks import IDLE, has_wilds
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game, rules_text


class Paragraph(msgspec.Struct, frozen=True):
    """A piece of a section: prose, or a table of rows of which the first is the heading.

    `house` marks what differs from the game.
    """

    text: str = ""
    house: bool = False
    rows: tuple[tuple[str, ...], ...] = ()


class Section(msgspec.Struct, frozen=True):
    """A heading and what stands under it."""

    title: str
    paragraphs: tuple[Paragraph, ...]


class Rulebook(msgspec.Struct, frozen=True):
    """The rules of one table as a page."""

    title: str
    blurb: str
    sections: tuple[Section, ...]


PLAYERS_AND_CARDS = ("players", "seats_from", "seats_to", "second_pack_from", "decks",
                     "removed_ranks", "jokers_per_deck", "teams")  # fmt: skip
DEAL = ("first_dealer", "deal_rotation", "first_player", "deal_mode", "deal_fixed", "upcard_count",
        "upcard_values", "upcard_ace", "joker_upcard", "permanent_wild_upcard",
        "deal_shortfall")  # fmt: skip
DRAWING = ("pile_draw", "deep_use", "deep_timing", "top_card_use", "pile_needs_two_naturals",
           "redeposit")  # fmt: skip
MELDS = ("sets", "set_identical", "runs", "ace_in_runs", "run_max", "melds_per_turn", "rearrange")
LAYING_OFF = ("layoff_targets", "meld_before_layoff")
WILDS = ("permanent_wilds", "wild_named", "max_wilds_per_meld", "min_naturals", "wild_split_at_six",
         "wild_swap", "real_card_for_wild")  # fmt: skip
GOING_OUT = ("go_out", "going_rummy", "take_back")
CALLING = ("call_rummy", "call_with_hand", "call_needs_own_meld", "call_takes_above",
           "call_followup", "call_resume", "call_window")  # fmt: skip
STOCK_END = ("stock_out", "recycle_keep_top", "recycle_shuffle", "recycle_limit",
             "empty_stock_use", "loop_guard", "stock_out_hand_penalty")  # fmt: skip
SCORING = ("scoring", "deadwood", "pip_value", "ten", "ace_in_low_run", "ace_elsewhere_on_table",
           "ace_in_hand", "joker_value", "wild_value", "wild_ace_value", "queen_of_spades",
           "negative_scores")  # fmt: skip
MATCH = ("match_mode", "target", "deals", "winner_rule", "tie_rule")

_QUIET: dict[str, object] = {
    "seats_from": None,
    "seats_to": None,
    "second_pack_from": None,
    "decks": None,
    "deal_fixed": None,
    "upcard_values": None,
    "upcard_ace": None,
    "jokers_per_deck": 0,
    "removed_ranks": "",
    "teams": "none",
    "pile_needs_two_naturals": False,
    "recycle_limit": None,
    "permanent_wilds": "none",
    "min_naturals": 0,
    "wild_split_at_six": False,
    "real_card_for_wild": "off",
    "going_rummy": "off",
    "call_with_hand": False,
    "call_needs_own_meld": False,
    "queen_of_spades": 10,
    "ten": 10,
}
"""Values that a page leaves unsaid unless they are a house rule: they take nothing away that a
reader would expect, or a table on the page shows them. None: whatever the value."""


_ALWAYS = ("sets",)
"""Said even where the value decides nothing that another would not."""


class _Page:
    """What the sections are made from: the rules, and what a game says otherwise."""

    def __init__(self, rules: Rules, game: Game) -> None:
        self.rules = rules
        self.game = game
        self.house = {each.option for each in differences(_as_many(game.rules, rules), rules)}

    def says(self, names: Sequence[str]) -> tuple[Paragraph, ...]:
        """The sentences of the options that decide something here; each house rule alone."""
        found: list[Paragraph] = []
        for name in names:
            if name in self.house and not self._idle(name):
                found.append(Paragraph(describe(self.rules, name), house=True))
            elif self._plain(name):
                sentence = describe(self.rules, name)
                if found and not found[-1].house:
                    sentence = f"{found.pop().text} {sentence}"
                found.append(Paragraph(sentence))
        return tuple(found)

    def _plain(self, name: str) -> bool:
        if name in self.house or self._idle(name):
            return False
        if name not in _QUIET:
            return True
        quiet = _QUIET[name]
        return quiet is not None and OPTIONS[name].of(self.rules) != quiet

    def _idle(self, name: str) -> bool:
        if name in _ALWAYS:
            return False
        if name == "run_max":
            return not self.rules.melds.runs
        why = IDLE.get(name)
        return why is not None and why(self.rules) is not None

    def without_effect(self) -> Iterator[Paragraph]:
        """House rules that decide nothing here; said all the same."""
        for name in OPTIONS:
            why = IDLE.get(name)
            idle = why(self.rules) if why else None
            if name in self.house and idle is not None and name not in _ALWAYS:
                text = f"{describe(self.rules, name)} (This has no effect here: {idle.because}.)"
                yield Paragraph(text, house=True)


def _as_many(rules: Rules, like: Rules) -> Rules:
    """The game's rules for as many players: how many sit down is no house rule."""
    setup = msgspec.structs.replace(rules.setup, players=like.setup.players)
    return msgspec.structs.replace(rules, setup=setup)


def rulebook(rules: Rules, game: Game | None = None) -> Rulebook:
    """The page for these rules; `game` (else the nearest) tells what is a house rule.

    Every option that differs from the game is mentioned. The rules must be playable.
    """
    page = _Page(rules, game or nearest_game(rules))
    made = (
        (title, tuple(paragraphs))
        for title, paragraphs in ((title, make(page)) for title, make in _SECTIONS)
    )
    return Rulebook(
        page.game.title,
        page.game.blurb,
        tuple(Section(title, paragraphs) for title, paragraphs in made if paragraphs),
    )


def _glance(page: _Page) -> Iterator[Paragraph]:
    rules = page.rules
    match, setup = rules.match, rules.setup
    goal = {
        MatchMode.TARGET: f"to {match.target} points",
        MatchMode.N_DEALS: f"over {match.deals} rounds",
        MatchMode.HANDS_WON: f"over {match.deals} rounds, counting rounds won",
    }[match.match_mode]
    kinds = "sets and runs" if rules.melds.runs else "sets"
    endless = rules.drawing.stock_out is StockOut.RECYCLE
    or_stock = "" if endless else ", or when the stock is empty and the pile is not wanted"
    yield Paragraph(
        f"{setup.players} players, {goal}. Each turn you draw, may put {kinds} on the table and"
        f" add cards to those that lie there, and discard. The round ends when somebody"
        f" goes out{or_stock}."
    )
    yield from page.says(SCORING[:2])
    if page.house:
        count = len(page.house)
        rule = "rule differs" if count == 1 else "rules differ"
        start = f"{count} {rule} from {page.game.title} as it is usually played, marked with a star"
        yield Paragraph(f"{start}: {rules_text(rules, page.game.key)}", house=True)


def _cards(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(PLAYERS_AND_CARDS)
    yield Paragraph(rows=deal_table(page.rules))


def _deal(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(DEAL)
    if page.rules.setup.deal_mode is DealMode.UPCARD:
        yield Paragraph(rows=upcard_table(page.rules))
    yield Paragraph(
        "The next card is turned face up and begins the pile; the rest, face down, is the stock."
    )
    for remark in page.rules.remarks(page.game.rules):
        if "no effect" not in remark.sentence:  # those have a section of their own
            yield Paragraph(remark.sentence, house=True)


def _turn(page: _Page) -> Iterator[Paragraph]:
    digs = page.rules.drawing.pile_draw is PileDraw.ANY_DEPTH
    pile = "one or more cards of the pile" if digs else "the top card of the pile"
    yield Paragraph(f"1. Draw the top card of the stock, or take {pile}.")
    yield Paragraph("2. Meld and lay off as much as you like and may, or nothing.")
    yield Paragraph("3. Discard one card face up on the pile. The turn passes to the left.")


def _wilds(page: _Page) -> Iterator[Paragraph]:
    if has_wilds(page.rules):
        if page.rules.setup.deal_mode is DealMode.UPCARD:
            yield Paragraph("All cards of the rank that the dealer's upcard names are wild.")
        yield from page.says(WILDS)
    else:
        yield from (each for each in page.says(WILDS) if each.house)


def _scoring(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(SCORING[:2])
    yield Paragraph(rows=card_values(page.rules))
    yield from (each for each in page.says(SCORING[2:-1]) if each.house)
    yield from page.says(SCORING[-1:])


def _match(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(MATCH)


def _example(page: _Page) -> Iterator[Paragraph]:
    for text in worked_example(page.rules):
        yield Paragraph(text)


def _option_section(names: tuple[str, ...]) -> Callable[[_Page], Iterator[Paragraph]]:
    return lambda page: iter(page.says(names))


_SECTIONS: tuple[tuple[str, Callable[[_Page], Iterator[Paragraph]]], ...] = (
    ("At a glance", _glance),
    ("Players and cards", _cards),
    ("The deal", _deal),
    ("A turn", _turn),
    ("Drawing and digging", _option_section(DRAWING)),
    ("Melds", _option_section(MELDS)),
    ("Laying off", _option_section(LAYING_OFF)),
    ("Wild cards", _wilds),
    ("Going out", _option_section(GOING_OUT)),
    ("Calling rummy", _option_section(CALLING)),
    ("The end of the stock", _option_section(STOCK_END)),
    ("Scoring", _scoring),
    ("The match", _match),
    ("House rules without effect", _Page.without_effect),
    ("A worked example", _example),
)


def plain_text(book: Rulebook, *, width: int = 78) -> str:
    """The page as plain text; house rules begin with a star.

    Readable aloud: no boxes, tables as aligned columns.
    """
    lines = [book.title, "=" * len(book.title), "", *textwrap.wrap(book.blurb, width)]
    for section in book.sections:
        lines += ["", section.title, "-" * len(section.title)]
        for paragraph in section.paragraphs:
            lines += _paragraph_lines(paragraph, width)
    return "\n".join(lines) + "\n"


def _paragraph_lines(paragraph: Paragraph, width: int) -> list[str]:
    if paragraph.rows:
        return ["", *table_lines(paragraph.rows), ""]
    if paragraph.house:
        return textwrap.wrap(paragraph.text, width, initial_indent="* ", subsequent_indent="  ")
    indent = len(paragraph.text) - len(paragraph.text.lstrip())
    return textwrap.wrap(paragraph.text, width, subsequent_indent=" " * (indent + 2 * bool(indent)))


def table_lines(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as aligned columns, the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if at == 0 else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(each, widths, strict=True))
        ).rstrip()
        for each in rows
    ]
