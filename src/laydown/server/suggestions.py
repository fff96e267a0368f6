"""Which melds lie in a hand, to be looked at and laid side by side: nothing is laid by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, islice

from laydown.cards import FACES, Card, card_sign
from laydown.engine.actions import Meld
from laydown.engine.finding import layoffs_on
from laydown.engine.melds import MeldShape, read_meld
from laydown.engine.view import PlayerView
from laydown.players.facts import Facts
from laydown.players.layout import lay_out
from laydown.players.shapes import Shape, natural_shapes, wild_shapes
from laydown.players.temper import Temper
from laydown.record.explain_moves import explain_action
from laydown.record.words import counted, listed
from laydown.server.offers import points_of
from laydown.server.table_wire import Offer
from laydown.server.wire import Suggested

MOST = 8
MOST_TRIED = 400
"""so many melds are looked at for other ways to use the same cards"""


def suggestions(view: PlayerView) -> Suggested:
    """Melds of the viewer's hand, whoever is on turn: first those that lie side by side."""
    facts = Facts(view, Temper())
    together = [
        step
        for step in lay_out(facts, view.hand).steps
        if isinstance(step, Meld) and not Counter(step.cards) - Counter(view.hand)
    ]
    first = sorted((_offered(view, meld) for meld in together), key=_by_points)
    known = [set(meld.cards) for meld in together]
    others: list[Offer] = []
    for meld in sorted(_meld_ways(facts), key=lambda each: -len(each.cards)):
        cards = set(meld.cards)
        if not any(cards <= other for other in known):
            known.append(cards)
            others.append(_offered(view, meld))
    found = (*first, *sorted(others, key=_by_points))[:MOST]
    text = _text(len(first), len(found)) if found else _no_meld(facts)
    return Suggested("", found, len(first), text)


def _offered(view: PlayerView, meld: Meld) -> Offer:
    label = explain_action(meld)
    return Offer(meld, label[:1].upper() + label[1:], "", points_of(view, meld), "")


def _by_points(found: Offer) -> float:
    return -found.points


def _meld_ways(facts: Facts) -> Iterator[Meld]:
    """Melds that the rules read as melds: of naturals, and short ones with wilds."""
    law, hand = facts.law, facts.view.hand
    held = [0] * FACES
    wilds: list[Card] = []
    for face in hand:
        if law.is_wild[face]:
            wilds.append(face)
        else:
            held[face] += 1
    shapes = chain(natural_shapes(law, held), wild_shapes(law, held, len(wilds)))
    for shape in islice(shapes, MOST_TRIED):
        meld = _filled(shape, wilds)
        if isinstance(read_meld(law, meld.cards, meld.as_), MeldShape):
            yield meld


def _filled(shape: Shape, wilds: list[Card]) -> Meld:
    cards = list(shape.faces)
    for wild, place in zip(wilds, shape.gaps, strict=False):
        cards[place] = wild
    return Meld(tuple(cards), shape.faces if shape.gaps else ())


def _no_meld(facts: Facts) -> str:
    """That there is none, and which cards lie ready to be laid off instead."""
    law, view = facts.law, facts.view
    fitting = [
        card_sign(face)
        for face in dict.fromkeys(view.hand)
        if not law.is_wild[face]
        and any(next(layoffs_on(law, meld, (face,)), None) for meld in view.melds)
    ]
    if not fitting:
        return "There is no meld in your hand yet."
    fits = "fits a meld" if len(fitting) == 1 else "fit melds"
    return f"There is no meld in your hand yet, but {listed(fitting)} {fits} on the table."


def _text(together: int, every: int) -> str:
    if not together:
        return f"{counted(every, 'way')} to meld with a wild, which may be worth keeping."
    more = f", and {counted(every - together, 'other way')}" if every > together else ""
    return f"{counted(together, 'meld')} in your hand{more}."
