"""The printed rules: a page of exactly the rules a table plays, in prose made from the options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from laydown.engine.dealing import decks_for, pack_of
from laydown.record.drawn import dig_drawn, layoffs_drawn, melds_drawn, wild_note
from laydown.record.page import Paragraph, Rulebook, Section, Shown
from laydown.record.pagetext import plain_text, table_lines
from laydown.record.questions import PRINTED, answer
from laydown.record.questions.base import table_counts
from laydown.record.questions.dealing import cards_each, wild_words
from laydown.record.questions.scoring import how_long, how_scored
from laydown.record.ruletables import card_values, deal_table, upcard_table
from laydown.record.worked import worked_round
from laydown.rules.catalogue import OPTIONS, describe
from laydown.rules.differences import differences
from laydown.rules.games import GAMES, Game
from laydown.rules.options import DealMode, GoOut, PileDraw, StockOut, Teams
from laydown.rules.remarks import IDLE, has_wilds
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game

__all__ = [
    "Paragraph", "Rulebook", "Section", "Shown", "at_a_glance", "plain_text", "rulebook",
    "table_lines",
]  # fmt: skip

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
TURN = ("take_back",)
GOING_OUT = ("go_out", "going_rummy")
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


DRAWING_TITLE = "Drawing and digging"

_ALWAYS = ("sets",)
"""Said even where the value decides nothing that another would not."""


class _Page:
    """What the sections are made from: the rules, and what a game says otherwise."""

    def __init__(self, rules: Rules, game: Game, *, full: bool) -> None:
        self.rules = rules
        self.game = game
        self.full = full
        self.house = {each.option for each in differences(_as_many(game.rules, rules), rules)}

    def says(self, names: Sequence[str]) -> tuple[Paragraph, ...]:
        """The sentences of the options that decide something here; each house rule alone."""
        found: list[Paragraph] = []
        for name in names:
            if name in self.house and not self._idle(name):
                found.append(Paragraph(text=describe(self.rules, name), house=True))
            elif self._plain(name):
                sentence = describe(self.rules, name)
                if found and not found[-1].house:
                    sentence = f"{found.pop().text} {sentence}"
                found.append(Paragraph(text=sentence))
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
                yield Paragraph(text=text, house=True)


def _as_many(rules: Rules, like: Rules) -> Rules:
    """The game's rules for as many players: how many sit down is no house rule."""
    setup = msgspec.structs.replace(rules.setup, players=like.setup.players)
    return msgspec.structs.replace(rules, setup=setup)


def rulebook(rules: Rules, game: Game | None = None, *, full: bool = True) -> Rulebook:
    """The page for these rules; `game` (else the nearest) tells what is a house rule.

    Every option that differs from the game is mentioned. The rules must be playable. Where `full`
    is off, drawings, the worked round and the questions are left out.
    """
    page = _Page(rules, game or nearest_game(rules), full=full)
    made = (
        (title, tuple(paragraphs))
        for title, paragraphs in (
            (title, make(page)) for title, make in _SECTIONS if full or title not in _EXTRA
        )
    )
    return Rulebook(
        page.game.title,
        _blurb(page),
        tuple(
            Section(_heading(title, rules), paragraphs) for title, paragraphs in made if paragraphs
        ),
    )


def _blurb(page: _Page) -> str:
    """What the game is; with house rules it may not be that any more."""
    blurb = page.game.blurb
    return f"{blurb} So it is usually; what is otherwise here has a star." if page.house else blurb


def _heading(title: str, rules: Rules) -> str:
    return "Drawing" if title == DRAWING_TITLE and not _digs(rules) else title


def at_a_glance(rules: Rules) -> tuple[tuple[str, str], ...]:
    """The game in a few words each: a word and what it means."""
    return tuple(_facts(rules))


def _glance(page: _Page) -> Iterator[Paragraph]:
    rules = page.rules
    yield Paragraph(pairs=at_a_glance(rules))
    if page.house:
        count = len(page.house)
        rule = "rule differs" if count == 1 else "rules differ"
        text = f"{count} {rule} from {page.game.title} as it is usually played, marked with a star."
        yield Paragraph(text=text, house=True)


def _facts(rules: Rules) -> Iterator[tuple[str, str]]:
    setup = rules.setup
    admitted = f"{setup.seats_from} to {setup.seats_to}"
    if setup.seats_from == setup.seats_to:
        admitted = str(setup.seats_to)
    if setup.teams is Teams.PAIRS:
        yield "Players", "4, in two pairs"
    else:
        yield "Players", f"{admitted}; here for {setup.players}"
    decks = decks_for(rules)
    packs = "one pack" if decks == 1 else "two packs"
    wild = wild_words(rules)
    yield (
        "Cards",
        f"{packs}, {len(pack_of(rules, decks))} cards; {f'wild: {wild}' if wild else 'none wild'}",
    )
    yield "Hands", cards_each(rules).text
    pile = "take from the pile" if _digs(rules) else "take the top card of the pile"
    kinds = "sets and runs" if rules.melds.runs else "sets"
    yield "A turn", f"draw from the stock or {pile}; meld {kinds} and lay off; discard one card"
    yield "A round ends", _round_ends(rules)
    yield "Scoring", how_scored(rules).text
    yield "The match", how_long(rules).text


def _round_ends(rules: Rules) -> str:
    how = {
        GoOut.ANY: "when somebody has no card left",
        GoOut.DISCARD_REQUIRED: "when somebody discards the last card",
        GoOut.UNPLAYABLE_DISCARD_FLOAT: "when somebody discards a last card that nothing can use",
    }[rules.going_out.go_out]
    if rules.drawing.stock_out is not StockOut.RECYCLE:
        return f"{how}, or when the stock is empty and the pile is not taken"
    if rules.drawing.recycle_limit is not None:
        return f"{how}, or when the stock is empty and the pile may not be turned any more"
    return how


def _digs(rules: Rules) -> bool:
    return rules.drawing.pile_draw is PileDraw.ANY_DEPTH


def _cards(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(PLAYERS_AND_CARDS)
    yield Paragraph(rows=deal_table(page.rules))


def _deal(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(DEAL)
    if page.rules.setup.deal_mode is DealMode.UPCARD:
        yield Paragraph(rows=upcard_table(page.rules))
        how = (
            "Whole hands are dealt one after the other, from the dealer's left round to the dealer,"
            " all but the upcard face down. Everybody then picks up all their cards, the upcard"
            " too."
        )
    else:
        how = "Cards are dealt one at a time, face down, from the dealer's left round."
    how += (
        " The next card is turned face up and begins the pile; the rest, face down, is the stock."
    )
    if _digs(page.rules):
        how += " The pile is spread, so that every card in it stays in sight, the oldest first."
    yield Paragraph(text=how)
    for remark in page.rules.remarks(page.game.rules):
        if "no effect" not in remark.sentence:  # those have a section of their own
            yield Paragraph(text=remark.sentence, house=True)


def _turn(page: _Page) -> Iterator[Paragraph]:
    rules = page.rules
    pile = "one or more cards of the pile" if _digs(rules) else "the top card of the pile"
    kinds = "sets and runs" if rules.melds.runs else "sets"
    most = "" if rules.melds.melds_per_turn is None else ", as many as a turn allows"
    without = {
        GoOut.ANY: " Only a turn with which you go out may end without a discard.",
        GoOut.DISCARD_REQUIRED: "",
        GoOut.UNPLAYABLE_DISCARD_FLOAT: " Only a turn that leaves you no card ends without one.",
    }[rules.going_out.go_out]
    yield Paragraph(title="1. Draw", text=f"the top card of the stock, or take {pile}.")
    yield Paragraph(
        title="2. Meld",
        text=f"{kinds}{most}, and lay off cards on melds on the table. You may also hold cards"
        " back, unless one you took must be used.",
    )
    yield Paragraph(
        title="3. Discard",
        text=f"one card face up on the pile. The turn passes to the left.{without}",
    )
    yield from page.says(TURN)


def _drawing(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(DRAWING)
    if page.full:
        every = dict.fromkeys((page.game.dig, *(each.dig for each in GAMES.values())))
        yield from dig_drawn(page.rules, tuple(every))


def _melds(page: _Page) -> Iterator[Paragraph]:
    yield from page.says(MELDS)
    if page.full:
        note = wild_note(page.rules)
        if note:
            yield Paragraph(text=note)
        yield melds_drawn(page.rules)


def _laying_off(page: _Page) -> Iterator[Paragraph]:
    if table_counts(page.rules):
        yield Paragraph(
            text="A card laid off scores for whoever lays it: keep it in front of you and say which"
            " meld it belongs to."
        )
    yield from page.says(LAYING_OFF)
    if page.full:
        yield layoffs_drawn(page.rules)


def _wilds(page: _Page) -> Iterator[Paragraph]:
    if has_wilds(page.rules):
        if page.rules.setup.deal_mode is DealMode.UPCARD:
            yield Paragraph(
                text="All cards of the rank that the dealer's upcard names are wild in that round."
            )
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
    yield from worked_round(page.rules, page.game.round)


def _questions(page: _Page) -> Iterator[Paragraph]:
    for each in (answer(page.rules, key) for key in PRINTED):
        if not each.idle:
            yield Paragraph(title=each.question, text=each.text)


def _option_section(names: tuple[str, ...]) -> Callable[[_Page], Iterator[Paragraph]]:
    return lambda page: iter(page.says(names))


_SECTIONS: tuple[tuple[str, Callable[[_Page], Iterator[Paragraph]]], ...] = (
    ("At a glance", _glance),
    ("Players and cards", _cards),
    ("The deal", _deal),
    ("A turn", _turn),
    (DRAWING_TITLE, _drawing),
    ("Melds", _melds),
    ("Laying off", _laying_off),
    ("Wild cards", _wilds),
    ("Going out", _option_section(GOING_OUT)),
    ("Calling rummy", _option_section(CALLING)),
    ("The end of the stock", _option_section(STOCK_END)),
    ("Scoring", _scoring),
    ("The match", _match),
    ("House rules without effect", _Page.without_effect),
    ("A worked round", _example),
    ("Questions and answers", _questions),
)

_EXTRA = ("A worked round", "Questions and answers")
