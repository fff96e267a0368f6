"""Actions: what the house and the players can do. The same structs travel on the wire."""

from __future__ import annotations

import msgspec

from laydown.cards import Card

HOUSE = -1
"""The actor who supplies shuffles. Seats are 0 … n-1, clockwise."""


class Cut(msgspec.Struct, frozen=True, tag="cut"):
    """House: the card each seat drew for the deal, in seat order; low deals (clauses.md K5-2)."""

    cards: tuple[Card, ...]


class ChooseDealer(msgspec.Struct, frozen=True, tag="dealer"):
    """House: the first dealer, found by chance or named by the host."""

    seat: int


class Deal(msgspec.Struct, frozen=True, tag="deal"):
    """House: the shuffled pack, the first card dealt first."""

    order: tuple[Card, ...]


class Reshuffle(msgspec.Struct, frozen=True, tag="reshuffle"):
    """House: the turned pile in its new order, the first card drawn first (clauses.md B-32)."""

    order: tuple[Card, ...]


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """Take the top card of the stock."""


class Take(msgspec.Struct, frozen=True, tag="take"):
    """Take the top `count` cards of the pile; more than one is a dig for the deepest of them."""

    count: int


class Decline(msgspec.Struct, frozen=True, tag="decline"):
    """With the stock empty: do not take from the pile (the round ends, or the pile is turned)."""


class Meld(msgspec.Struct, frozen=True, tag="meld"):
    """Lay a new set or run.

    `as_` says what each card stands for, in the same order; empty when all stand for themselves.
    Runs are written low to high; any order is accepted where it leaves no doubt.
    """

    cards: tuple[Card, ...]
    as_: tuple[Card, ...] = ()


class LayOff(msgspec.Struct, frozen=True, tag="layoff"):
    """Add cards to the meld with this id; all of them must fit together, in whatever order.

    `as_` as in :class:`Meld`. `low` matters only where the cards could go to either end (an ace
    on 2 … K): True puts them at the low end.
    """

    cards: tuple[Card, ...]
    meld: str
    as_: tuple[Card, ...] = ()
    low: bool = False


class RealCard(msgspec.Struct, frozen=True, tag="real"):
    """Lay the real card a wild stands for in a run before oneself; the wild stays (K5-5, B-19)."""

    card: Card
    meld: str


class Steal(msgspec.Struct, frozen=True, tag="steal"):
    """Put the real card in a wild's place and take the wild to hand (`wild_swap=steal`, B-14)."""

    card: Card
    meld: str


class Split(msgspec.Struct, frozen=True, tag="split"):
    """Split a meld of six or more before its card number `at`; a wild must then be added to one
    of the halves this turn (B-18). The lower half keeps the id, the upper gets ``b`` added."""

    meld: str
    at: int


class Discard(msgspec.Struct, frozen=True, tag="discard"):
    """Put a card on the pile; the turn ends."""

    card: Card


class Call(msgspec.Struct, frozen=True, tag="call"):
    """Call rummy: take `cards` from the pile and put them on the meld with this id, or, where
    `meld` is empty, make a new meld of them, with `hand` cards where `call_with_hand` lets them.

    `as_` covers `cards` and then `hand`; empty when all stand for themselves. `real` asks to lay
    the card as the real card for a wild, which is never a call (B-19) and is refused by name.
    """

    cards: tuple[Card, ...]
    meld: str = ""
    hand: tuple[Card, ...] = ()
    as_: tuple[Card, ...] = ()
    low: bool = False
    real: bool = False


class Pass(msgspec.Struct, frozen=True, tag="pass"):
    """Let the discard lie."""


HouseAction = Cut | ChooseDealer | Deal | Reshuffle
PlayerAction = (
    Draw | Take | Decline | Meld | LayOff | RealCard | Steal | Split | Discard | Call | Pass
)
Action = HouseAction | PlayerAction


class Move(msgspec.Struct, frozen=True):
    """Who did what. `seat` is :data:`HOUSE` for the house's moves."""

    seat: int
    action: Action


def public(move: Move) -> Move:
    """The move as everybody may know it: only shuffles are secret, so only orders are dropped.

    >>> public(Move(HOUSE, Deal((3, 1, 2))))
    Move(seat=-1, action=Deal(order=()))
    """
    match move.action:
        case Deal():
            return Move(move.seat, Deal(()))
        case Reshuffle():
            return Move(move.seat, Reshuffle(()))
        case _:
            return move
