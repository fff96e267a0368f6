"""Questions about who can play and what is dealt."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from laydown.cards import ACE, JOKER, TWO, card
from laydown.engine.dealing import decks_for, pack_of
from laydown.record.questions.base import Question, Told, said
from laydown.record.words import counted, listed, rank_letter, rank_plural
from laydown.rules.catalogue import describe
from laydown.rules.kinds import by_seats, count_name
from laydown.rules.options import DealMode, Teams
from laydown.rules.pack import jokers_a_deck, ranks_left, twos_wild, upcard_size
from laydown.rules.remarks import has_wilds
from laydown.rules.rules import Rules

SHORT_STOCK = 20
"""With no more cards than this in the stock rounds are short (R5-1)."""


def for_players(rules: Rules, players: int) -> Rules:
    """The same rules for so many players."""
    setup = msgspec.structs.replace(rules.setup, players=players)
    return msgspec.structs.replace(rules, setup=setup)


def _upcards(rules: Rules) -> bool:
    return rules.setup.deal_mode is DealMode.UPCARD


def upcard_words(rules: Rules) -> str:
    """How many cards each upcard brings in all, ranks that bring the same number together."""
    pieces: list[str] = []
    ranks = [rank for rank in ranks_left(rules) if not (rank == TWO and twos_wild(rules))]
    pips = [rank for rank in ranks if ACE < rank < 10]
    extra = {upcard_size(rules, card(rank, 0)) - (rank + 1) for rank in pips}
    if len(extra) == 1 and len(pips) > 2:
        more = extra.pop()
        if more >= 0:
            how = f"the number and {count_name(more)} more" if more else "the number"
            first, last = rank_letter(pips[0]), rank_letter(pips[-1])
            pieces.append(f"with {first} to {last} {how}")
            ranks = [rank for rank in ranks if rank not in pips]
    by_size: dict[int, list[int]] = {}
    for rank in ranks:
        by_size.setdefault(upcard_size(rules, card(rank, 0)), []).append(rank)
    for size, alike in sorted(by_size.items()):
        names = listed((rank_letter(rank) for rank in alike), "or")
        pieces.append(f"with {names} {size}")
    if jokers_a_deck(rules):
        pieces.append(f"with a joker {upcard_size(rules, JOKER)}")
    if twos_wild(rules):
        pieces.append(f"with a two {upcard_size(rules, card(TWO, 0))}")
    return "; ".join(pieces)


def cards_each(rules: Rules) -> Told:
    players = rules.setup.players
    if _upcards(rules):
        text = (
            f"Your own upcard decides how many you hold, itself among them: {upcard_words(rules)}."
        )
        return Told("", text, ("deal_mode", "upcard_count", "upcard_values", "upcard_ace"))
    each = by_seats(rules.setup.deal_fixed, players) or 0
    text = describe(rules, "deal_fixed")
    return Told("", f"{text} With {count_name(players)} that is {each} each.", ("deal_fixed",))


def play_with(players: int) -> Callable[[Rules], Told]:
    """Can so many play, and what do they get?"""

    def tell(rules: Rules) -> Told:
        setup = rules.setup
        name = count_name(players)
        if players < setup.seats_from:
            text = f"at least {count_name(setup.seats_from)} must play."
            return said("no", text, "seats_from")
        if players > setup.seats_to:
            text = f"at most {count_name(setup.seats_to)} may play."
            return said("no", text, "seats_to")
        table = for_players(rules, players)
        problems = table.problems()
        if problems:
            first = problems[0]
            return Told("no", f"No: {first.sentence}", first.options)
        decks = decks_for(table)
        size = len(pack_of(table, decks))
        packs = "one pack" if decks == 1 else "two packs shuffled together"
        pairs = " Partners sit opposite each other." if setup.teams is Teams.PAIRS else ""
        if _upcards(rules):
            text = f"{name} play with {packs}, {size} cards; upcards decide the hands.{pairs}"
            return said("yes", text, "seats_from", "seats_to", "decks", "deal_mode")
        each = by_seats(setup.deal_fixed, players) or 0
        stock = size - each * players - 1
        short = ", so rounds are short" if stock <= SHORT_STOCK else ""
        text = (
            f"deal {counted(each, 'card')} each from {packs}, {size} cards in all, which leaves"
            f" {stock} in the stock{short}.{pairs}"
        )
        return said("yes", text, "seats_from", "seats_to", "decks", "deal_fixed")

    return tell


def same_number(rules: Rules) -> Told:
    if not _upcards(rules):
        return said("yes", "only the number of players decides how many.", "deal_mode")
    text = (
        "the size of your hand is set by your own upcard, the first card you get. That is meant:"
        " uneven hands are the game, and nobody starts level."
    )
    return said("no", text, "deal_mode", "upcard_count", "upcard_values")


def wild_words(rules: Rules) -> str:
    """Which cards are wild, as a phrase; empty where none ever is."""
    found = []
    if _upcards(rules):
        found.append("every card of the rank that the dealer's upcard names, for that round")
    always = []
    if jokers_a_deck(rules):
        always.append("the jokers")
    if twos_wild(rules):
        always.append(f"all {rank_plural(TWO)}")
    if found and always:
        return f"{listed(always)}, and {found[0]}"
    found += always
    return listed(found)


def wild_cards(rules: Rules) -> Told:
    options = ("deal_mode", "jokers_per_deck", "permanent_wilds")
    if not has_wilds(rules):
        return said("no", "no card is ever wild.", *options)
    if rules.melds.max_wilds_per_meld == 0:
        text = f"they are {wild_words(rules)}, but no meld may hold one."
        return said("yes", text, *options, "max_wilds_per_meld")
    text = f"they are {wild_words(rules)}. A wild card stands for any card missing from a meld."
    return said("yes", text, *options)


def who_begins(rules: Rules) -> Told:
    names = ("first_dealer", "deal_rotation", "first_player")
    return Told("", " ".join(describe(rules, name) for name in names), names)


def two_packs(rules: Rules) -> Told:
    setup = rules.setup
    names = ("decks", "second_pack_from")
    packs = {by_seats(setup.decks, seats) for seats in range(setup.seats_from, setup.seats_to + 1)}
    if packs == {1}:
        return Told("", "Never: it is played with one pack.", names)
    if packs == {2}:
        return Told("", "Always: it is played with two packs.", names)
    return Told("", describe(rules, "decks"), names)


def in_pairs(rules: Rules) -> Told:
    if rules.setup.teams is Teams.PAIRS:
        return said("yes", "partners sit opposite each other and add their scores.", "teams")
    more = ""
    if not msgspec.structs.replace(
        for_players(rules, 4),
        setup=msgspec.structs.replace(rules.setup, players=4, teams=Teams.PAIRS),
    ).problems():
        more = " Four may agree on pairs before the first deal."
    return said("no", f"everybody plays for themselves.{more}", "teams")


TOPIC = "Players and the deal"

QUESTIONS = (
    Question("cards-each", TOPIC, "How many cards do you deal?", cards_each),
    *(
        Question(
            f"{count_name(players)}-players",
            TOPIC,
            f"Can you play with {count_name(players)}, and how many cards does each get?",
            play_with(players),
        )
        for players in range(2, 9)
    ),
    Question("same-number", TOPIC, "Does everybody get the same number of cards?", same_number),
    Question("wild-cards", TOPIC, "Are there wild cards, and which?", wild_cards),
    Question("who-begins", TOPIC, "Who deals, and who begins?", who_begins),
    Question("two-packs", TOPIC, "When do you need two packs?", two_packs),
    Question("pairs", TOPIC, "Is it played in pairs?", in_pairs),
)
