"""What a turn would come to with some cards in hand: laid down, one thrown, the rest judged."""

from __future__ import annotations

from typing import NamedTuple

from laydown.cards import Card
from laydown.engine.state import NO_CARD
from laydown.players.facts import Facts
from laydown.players.layout import Layout, lay_out, pays
from laydown.players.worth import prospects
from laydown.rules.options import GoOut


class Outcome(NamedTuple):
    """A turn in thought."""

    layout: Layout
    worth: float
    pays: bool
    """everything owed gets used"""
    goes_out: bool


def outcome(
    facts: Facts,
    hand: tuple[Card, ...],
    *,
    owed: tuple[Card, ...] = (),
    barred: Card = NO_CARD,
    throws: bool = True,
) -> Outcome:
    """The turn with this hand; without `throws` the discard is a card yet unknown."""
    layout = lay_out(facts, hand, owed=owed)
    left = layout.left
    worth = layout.worth
    if throws and not left:
        out = facts.view.rules.going_out.go_out is GoOut.ANY
        worth += facts.out_bonus() * (1.0 if out else facts.temper.float_share)
        return Outcome(layout, worth, pays(layout, owed), out)
    judged = prospects(facts, left)
    worth += sum(prospect.worth for prospect in judged)
    goes_out = False
    if throws:
        free = [each for each in judged if each.card != barred or left.count(barred) > 1]
        if free:
            worth -= min(each.worth for each in free)
            goes_out = len(left) == 1
            if goes_out:
                worth += facts.out_bonus()
    return Outcome(layout, worth, pays(layout, owed), goes_out)


def after_take(facts: Facts, count: int, owed: tuple[Card, ...]) -> Outcome:
    """The turn after taking so many cards from the pile."""
    view = facts.view
    taken = view.pile[len(view.pile) - count :]
    hand = tuple(sorted(view.hand + taken))
    return outcome(facts, hand, owed=owed, barred=taken[0] if count == 1 else NO_CARD)
