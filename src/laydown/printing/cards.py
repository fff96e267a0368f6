"""A family's rule card: a name, the game in short, and the house rules, on one page."""

from __future__ import annotations

from laydown.printing.content import CardPage, Document, Paper
from laydown.printing.sheets import for_players
from laydown.record.page import Paragraph
from laydown.record.rulebook import at_a_glance
from laydown.record.ruletables import values_in_words
from laydown.rules.catalogue import describe
from laydown.rules.differences import differences
from laydown.rules.games import Game
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game, rules_text


def rule_card(
    rules: Rules, *, name: str = "", game: Game | None = None, paper: Paper = "a4"
) -> Document:
    """The card; without a `name` it bears the game's."""
    base = game or nearest_game(rules)
    book = for_players(base.rules, rules.setup.players)
    house = tuple(
        Paragraph(text=describe(rules, each.option), house=True)
        for each in differences(book, rules)
    )
    start = f"{base.title} with these house rules:" if house else f"{base.title} by the book."
    blocks = (
        Paragraph(pairs=(*at_a_glance(rules), ("Cards count", values_in_words(rules)))),
        *house,
    )
    head = name or base.title
    card = CardPage(head, start, blocks, rules_text(rules, base.key))
    return Document(f"{head}: rule card", (card,), paper)
