"""Small words that every explanation is made of: names, lists of cards, points, verbs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from laydown.cards import FACES, JOKER, RANKS, Card, card_sign, rank_name, rank_of
from laydown.engine.actions import HOUSE
from laydown.engine.state import MeldKind, TableMeld

YOU = "You"
"""The name that makes sentences speak to the reader: *You draw*, *your run*."""


def seat_name(seat: int, names: Sequence[str] | None) -> str:
    """The player's name, ``Player 1`` where the seat has none, ``The house`` for the house.

    >>> seat_name(1, None), seat_name(1, ("Anna", "Ben"))
    ('Player 2', 'Ben')
    """
    if seat == HOUSE:
        return "The house"
    if names is not None and 0 <= seat < len(names) and names[seat]:
        return names[seat]
    return f"Player {seat + 1}"


def possessive(seat: int, names: Sequence[str] | None) -> str:
    """Whose: ``Ben's``, ``Doris'``, ``your``.

    >>> possessive(0, ("Doris", "Ben")), possessive(0, ("You", "Ben"))
    ("Doris'", 'your')
    """
    name = seat_name(seat, names)
    if name == YOU:
        return "your"
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def is_you(seat: int, names: Sequence[str] | None) -> bool:
    """Whether sentences about the seat speak to the reader."""
    return seat_name(seat, names) == YOU


def does(seat: int, names: Sequence[str] | None, verb: str) -> str:
    """The name and the verb in the right person: ``Ben lays``, ``You lay``.

    >>> does(0, ("You", "Ben"), "pass"), does(1, ("You", "Ben"), "pass")
    ('You pass', 'Ben passes')
    """
    name = seat_name(seat, names)
    return f"{name} {verb if name == YOU else third_person(verb)}"


def third_person(verb: str) -> str:
    """The verb of he, she and they-as-one.

    >>> [third_person(verb) for verb in ("draw", "pass", "go out", "have", "carry")]
    ['draws', 'passes', 'goes out', 'has', 'carries']
    """
    first, space, rest = verb.partition(" ")
    irregular = {"have": "has", "do": "does", "go": "goes", "be": "is", "are": "is"}
    if first in irregular:
        first = irregular[first]
    elif first.endswith(("s", "sh", "ch", "x")):
        first += "es"
    elif first.endswith("y") and first[-2] not in "aeiou":
        first = first[:-1] + "ies"
    else:
        first += "s"
    return first + space + rest


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(("9♣", "9♥", "9♦")), listed(("A", "B"), "or")
    ('9♣, 9♥ and 9♦', 'A or B')
    """
    every = list(words)
    if len(every) < 2:
        return "".join(every)
    return f"{', '.join(every[:-1])} {joint} {every[-1]}"


def signs(cards: Iterable[Card]) -> str:
    """Cards with their signs as a sentence lists them.

    >>> signs((46, 20))
    '8♣ and 8♥'
    """
    return listed(
        card_sign(card) if 0 <= card < FACES else "a card that does not exist" for card in cards
    )


def standing(card: Card, stands: Card) -> str:
    """A card with its sign, and what it stands for where that is another.

    >>> standing(52, 46), standing(46, 46)
    ('Joker as 8♣', '8♣')
    """
    return card_sign(card) if card == stands else f"{card_sign(card)} as {card_sign(stands)}"


def standings(cards: Sequence[Card], as_: Sequence[Card]) -> str:
    """Cards with what they stand for, as a sentence lists them; `as_` may be empty."""
    return listed(map(standing, cards, as_ or cards))


def row(cards: Sequence[Card], as_: Sequence[Card] = ()) -> str:
    """Cards side by side as they lie on the table.

    >>> row((45, 52), (45, 46))
    '7♣ Joker(8♣)'
    """
    return " ".join(
        card_sign(card) if card == stands else f"{card_sign(card)}({card_sign(stands)})"
        for card, stands in zip(cards, as_ or cards, strict=True)
    )


def rank_plural(rank: int) -> str:
    """``sixes``, ``aces``.

    >>> rank_plural(5), rank_plural(0)
    ('sixes', 'aces')
    """
    name = rank_name(rank)
    return f"{name}es" if name.endswith("x") else f"{name}s"


def rank_letter(rank: int) -> str:
    """The rank as printed on a card, ``10`` for ten."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]


def meld_name(meld: TableMeld, names: Sequence[str] | None, *, by: int | None = None) -> str:
    """Whose meld of what kind: ``Anna's run (M1)``; ``their own run (M1)`` where Anna acts."""
    kind = "run" if meld.kind is MeldKind.RUN else _set_name(meld)
    whose = possessive(meld.owner, names)
    if meld.owner == by:
        whose = "your own" if is_you(by, names) else "their own"
    return f"{whose} {kind} ({meld.id})"


def _set_name(meld: TableMeld) -> str:
    ranks = {rank_of(card) for card in meld.stands if card != JOKER}
    return f"set of {rank_plural(ranks.pop())}" if len(ranks) == 1 else "set"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "point"), counted(-3, "card")
    ('1 point', '-3 cards')
    """
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"
