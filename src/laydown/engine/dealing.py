"""The pack, the deal, and who deals and starts."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from laydown.cards import FACES, JOKER, Card
from laydown.engine.law import face_counts
from laydown.engine.state import NO_SEAT, Phase, Round
from laydown.rules.kinds import by_seats
from laydown.rules.options import (
    DealMode,
    DealRotation,
    DealShortfall,
    FirstPlayer,
    JokerUpcard,
)
from laydown.rules.pack import packs, upcard_size
from laydown.rules.rules import Rules

MOST_VOID_DEALS = 20
"""After so many void deals in a row the round itself is void (B-07)."""


def decks_for(rules: Rules) -> int:
    """How many packs are shuffled together."""
    return packs(rules) or 1


@lru_cache(maxsize=1024)
def pack_of(rules: Rules, decks: int) -> tuple[Card, ...]:
    """Every card of the shuffled pack, sorted."""
    counts = face_counts(rules, decks)
    return tuple(face for face in range(FACES) for _ in range(counts[face]))


def new_round(rules: Rules, dealer: int) -> Round:
    """A round that waits for the house's shuffled pack."""
    players = rules.setup.players
    return Round(
        rules=rules,
        players=players,
        dealer=dealer,
        decks=decks_for(rules),
        phase=Phase.DEAL,
        seat=first_seat(rules, dealer),
        hands=((),) * players,
        known=((),) * players,
        melded=(False,) * players,
        laid=(False,) * players,
        floating=(False,) * players,
    )


def _left(seat: int, players: int) -> int:
    return (seat + 1) % players


_FIRST_SEAT = {
    FirstPlayer.LEFT_OF_DEALER: _left,
    FirstPlayer.NON_DEALER: _left,  # between two the non-dealer is the one on the left (BR-3)
}
_NEXT_DEALER = {
    DealRotation.LEFT: _left,
    DealRotation.ALTERNATE: _left,  # between two the deal alternates by passing to the left
}


def first_seat(rules: Rules, dealer: int) -> int:
    """Who plays first: left of the dealer, which between two is the non-dealer."""
    return _FIRST_SEAT[rules.setup.first_player](dealer, rules.setup.players)


def next_dealer(rules: Rules, dealer: int) -> int:
    """Who deals next: the deal passes to the left, which between two is alternation."""
    return _NEXT_DEALER[rules.setup.deal_rotation](dealer, rules.setup.players)


def cut_dealer(cards: tuple[Card, ...]) -> int:
    """The seat that drew the single lowest card, ace low; `NO_SEAT` where the lowest tie."""
    ranks = [99 if face == JOKER else face % 13 for face in cards]
    low = min(ranks)
    return ranks.index(low) if ranks.count(low) == 1 else NO_SEAT


class Layout(msgspec.Struct, frozen=True):
    """A deal laid out: hands by seat in the order dealt, the card turned up, and the stock."""

    hands: tuple[tuple[Card, ...], ...]
    upcards: tuple[Card, ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]


class Shortfall(msgspec.Struct, frozen=True):
    """A deal that cannot be completed (B-07).

    `needed` counts the cards the hands ask for as far as the deal got (all of them where every
    upcard was given), `redeal` is True where the cards would have sufficed but a joker was the
    dealer's upcard.
    """

    needed: int
    redeal: bool = False


def dealing_order(rules: Rules, dealer: int) -> tuple[int, ...]:
    """Seats in the order they are dealt to, the dealer last."""
    players = rules.setup.players
    return tuple((dealer + 1 + i) % players for i in range(players))


def lay_out(rules: Rules, dealer: int, order: tuple[Card, ...]) -> Layout | Shortfall:
    """Deal the shuffled pack."""
    if rules.setup.deal_mode is DealMode.FIXED:
        return _fixed(rules, dealer, order)
    return _upcards(rules, dealer, order)


def _fixed(rules: Rules, dealer: int, order: tuple[Card, ...]) -> Layout | Shortfall:
    players = rules.setup.players
    size = by_seats(rules.setup.deal_fixed, players) or 0
    dealt = size * players
    if len(order) < dealt + 2:
        return Shortfall(dealt)
    hands: list[tuple[Card, ...]] = [()] * players
    for i, seat in enumerate(dealing_order(rules, dealer)):
        hands[seat] = order[i:dealt:players]
    return Layout(tuple(hands), (), order[dealt : dealt + 1], order[dealt + 1 :])


def _upcards(rules: Rules, dealer: int, order: tuple[Card, ...]) -> Layout | Shortfall:
    players = rules.setup.players
    hands: list[tuple[Card, ...]] = [()] * players
    upcards = [0] * players
    at = 0
    for seat in dealing_order(rules, dealer):
        if at >= len(order):
            return Shortfall(at + 1)
        size = upcard_size(rules, order[at])
        if at + size + 2 > len(order):
            return Shortfall(at + size)
        upcards[seat] = order[at]
        hands[seat] = order[at : at + size]
        at += size
    if upcards[dealer] == JOKER and rules.setup.joker_upcard is JokerUpcard.REDEAL:
        return Shortfall(at, redeal=True)
    return Layout(tuple(hands), tuple(upcards), order[at : at + 1], order[at + 1 :])


def named_wild(dealer: int, upcards: tuple[Card, ...]) -> int:
    """The rank the dealer's upcard makes wild, -1 for none (K5-2, B-04)."""
    if not upcards or upcards[dealer] == JOKER:
        return -1
    return upcards[dealer] % 13


def decks_after_void(round_: Round, short: Shortfall) -> int:
    """Packs for the next attempt: `add_deck` goes from one to two (B-07)."""
    if short.redeal or round_.rules.setup.deal_shortfall is not DealShortfall.ADD_DECK:
        return round_.decks
    return 2
