"""What a situation gives of hands, piles and knowledge, read and checked but not yet filled in."""

from __future__ import annotations

import msgspec

from laydown.cards import Card
from laydown.cases.errors import BadCase
from laydown.cases.phases import Moment
from laydown.cases.schema import Case
from laydown.cases.seats import Seats
from laydown.cases.tokens import found_in, missing_from, read_card, read_cards
from laydown.engine.state import Phase, TableMeld
from laydown.rules.options import GoOut
from laydown.rules.rules import Rules

Hand = tuple[Card, ...] | int | None
"""The cards, or how many, or nothing said."""


class GivenCards(msgspec.Struct, frozen=True):
    """The cards that a case names and where they are."""

    hands: tuple[Hand, ...]
    known: tuple[tuple[Card, ...], ...]
    """by seat, what everybody saw it take from the pile"""
    certain: tuple[tuple[Card, ...], ...]
    """by seat, what it holds for certain, also where only the number is given"""
    pile: tuple[Card, ...] | int
    stock: Hand
    top: tuple[Card, ...]
    """the next card drawn, where the case names it"""

    def placed(self, melds: tuple[TableMeld, ...]) -> tuple[Card, ...]:
        """Every card that has its place."""
        in_hands = [
            face
            for hand, certain in zip(self.hands, self.certain, strict=True)
            for face in (hand if isinstance(hand, tuple) else certain)
        ]
        on_table = [
            face for meld in melds for face in (*meld.cards, *(real.card for real in meld.reals))
        ]
        pile = self.pile if isinstance(self.pile, tuple) else ()
        stock = self.stock if isinstance(self.stock, tuple) else self.top
        return (*in_hands, *on_table, *pile, *stock)


def given_cards(case: Case, seats: Seats, now: Moment) -> GivenCards:
    """The cards of the situation; :class:`BadCase` where they contradict each other."""
    here = case.situation
    for name in (*here.hands, *here.upcards, *here.took_from_pile):
        seats.seat(name)
    hands = [_cards_or_number(here.hands.get(name), f"hands.{name}") for name in seats.names]
    known = _known(case, seats, hands)
    stock = _cards_or_number(here.stock, "stock")
    top = () if here.stock_top is None else (read_card(here.stock_top),)
    if isinstance(stock, tuple) and top and stock[:1] != top:
        raise BadCase("stock_top is not the first card of the stock")
    if stock == 0 and top:
        raise BadCase("stock_top is given, but the stock is empty")
    return GivenCards(
        tuple(hands),
        tuple(known),
        tuple(_certain(case, now, known)),
        _pile(case, now),
        stock,
        top,
    )


def upcards_of(case: Case, seats: Seats) -> tuple[Card, ...]:
    """The first card of each hand, where every hand's is given."""
    given = case.situation.upcards
    for name in given:
        seats.seat(name)
    if len(given) < len(seats):
        return ()
    return tuple(read_card(given[name]) for name in seats.names)


def _cards_or_number(given: object, where: str) -> Hand:
    if given is None:
        return None
    if isinstance(given, int):
        if not 0 <= given <= 108:
            raise BadCase(f"{where}: {given} is no number of cards")
        return given
    assert isinstance(given, str | tuple)
    return read_cards(given)


def _known(case: Case, seats: Seats, hands: list[Hand]) -> list[tuple[Card, ...]]:
    """What each player openly took from the pile and still holds."""
    known: list[tuple[Card, ...]] = [()] * len(seats)
    for name, given in case.situation.took_from_pile.items():
        seat = seats.seat(name)
        faces = read_cards(given)
        hand = hands[seat]
        known[seat] = found_in(hand, faces) if isinstance(hand, tuple) else faces
    return known


def _certain(case: Case, now: Moment, known: list[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """What each hand holds for certain, also where the case gives only its number."""
    certain = list(known)
    drawn = case.situation.drawn
    if now.phase is Phase.PLAY and drawn is not None and drawn.cards is not None:
        certain[now.seat] += missing_from(certain[now.seat], read_cards(drawn.cards))
    return certain


def _pile(case: Case, now: Moment) -> tuple[Card, ...] | int:
    here = case.situation
    pile = _cards_or_number(here.pile, "pile")
    if here.last_discard is not None:
        top = read_card(here.last_discard.card)
        if pile is None:
            return (top,)
        if isinstance(pile, tuple) and not now.drawn_since and pile[-1:] != (top,):
            raise BadCase("the last discard is not on top of the pile")
    return () if pile is None else pile


def flags(seats: Seats, names: tuple[str | int, ...]) -> tuple[bool, ...]:
    """By seat, whether it is named."""
    chosen = {seats.seat(name) for name in names}
    return tuple(seat in chosen for seat in range(len(seats)))


def floating_of(
    case: Case,
    rules: Rules,
    seats: Seats,
    now: Moment,
    hands: tuple[Hand, ...],
) -> tuple[bool, ...]:
    """Who floats: as the case says; and whoever holds nothing where the rules let one float."""
    floating = list(flags(seats, case.situation.floating))
    if now.phase is Phase.OVER:
        return tuple(floating)
    floats = rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT
    for seat, hand in enumerate(hands):
        if now.phase is Phase.CALLING and seat == now.seat:
            continue  # a discarder without cards has gone out
        empty = hand == () or hand == 0
        on_turn = seat == now.seat and now.phase is Phase.PLAY
        if floating[seat] and not floats:
            raise BadCase(f"{seats.name(seat)} cannot float under these rules")
        if floating[seat] and not empty and hand is not None and not on_turn:
            raise BadCase(f"{seats.name(seat)} floats but holds cards")
        if empty and not floating[seat]:
            if not floats:
                raise BadCase(f"{seats.name(seat)} holds no card, so the round is over")
            floating[seat] = True
    return tuple(floating)
