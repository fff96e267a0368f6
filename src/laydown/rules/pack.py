"""What the options say of the pack: its ranks, its jokers, its size, and what an upcard brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from laydown.cards import ACE, JOKER, RANKS, TWO, Card
from laydown.rules.kinds import by_seats
from laydown.rules.options import PermanentWilds, UpcardAce, UpcardCount

if TYPE_CHECKING:
    from laydown.rules.rules import Rules


def ranks_left(rules: Rules) -> tuple[int, ...]:
    """The ranks in the pack, 0 (ace) … 12 (king)."""
    return tuple(rank for rank, name in enumerate(RANKS) if name not in rules.setup.removed_ranks)


def twos_wild(rules: Rules) -> bool:
    """Every two in the pack is wild in every round."""
    wilds = rules.setup.permanent_wilds
    in_force = wilds in (PermanentWilds.TWOS, PermanentWilds.TWOS_AND_JOKERS)
    return in_force and TWO in ranks_left(rules)


def jokers_a_deck(rules: Rules) -> int:
    """Jokers in each pack: permanent wild jokers bring two (K5-14)."""
    wilds = rules.setup.permanent_wilds
    if wilds in (PermanentWilds.JOKERS, PermanentWilds.TWOS_AND_JOKERS):
        return 2
    return rules.setup.jokers_per_deck


def packs(rules: Rules) -> int:
    """How many packs so many players shuffle together; 0 where the map begins later."""
    return by_seats(rules.setup.decks, rules.setup.players) or 0


def pack_size(rules: Rules, decks: int) -> int:
    """Cards in so many packs."""
    return decks * (4 * len(ranks_left(rules)) + jokers_a_deck(rules))


def upcard_size(rules: Rules, upcard: Card) -> int:
    """How many cards a hand with this face-up card has in all (K5-2, K5-14, GE-3, B-01 … B-04)."""
    setup = rules.setup
    if upcard == JOKER or (upcard % 13 == TWO and twos_wild(rules)):
        return 1 + setup.permanent_wild_upcard
    value = setup.upcard_values[upcard % 13]
    if upcard % 13 == ACE and setup.upcard_ace is not UpcardAce.AS_LISTED:
        value = int(setup.upcard_ace)
    return value + 1 if setup.upcard_count is UpcardCount.EXTRA else value
