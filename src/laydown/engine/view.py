"""What one seat may see: an allow-list, built field by field, and its inverse."""

from __future__ import annotations

import msgspec

from laydown.cards import Card
from laydown.engine.actions import HOUSE
from laydown.engine.state import NO_SEAT, End, Phase, Round, TableMeld, Turn
from laydown.rules.rules import Rules

SPECTATOR = None


class PlayerView(msgspec.Struct, frozen=True):
    """The public fields of a round, the own hand, and sizes for the rest.

    `viewer` is the seat that looks, -1 for a spectator, whose `hand` is empty.
    """

    rules: Rules
    players: int
    dealer: int
    decks: int
    phase: Phase
    seat: int
    may_act: tuple[int, ...]
    """the seats that may act now; (HOUSE,) while a shuffle is awaited, () when it is over"""
    viewer: int
    hand: tuple[Card, ...]
    sizes: tuple[int, ...]
    stock_size: int
    pile: tuple[Card, ...]
    melds: tuple[TableMeld, ...]
    turn: Turn
    wild_rank: int
    upcards: tuple[Card, ...]
    known: tuple[tuple[Card, ...], ...]
    known_stock: tuple[Card, ...]
    melded: tuple[bool, ...]
    laid: tuple[bool, ...]
    floating: tuple[bool, ...]
    due: int
    recycles: int
    idle_recycles: int
    idle_turns: int
    laid_melds: int
    voids: int
    end: End | None


class Hidden(msgspec.Struct, frozen=True):
    """What a view leaves out: all hands by seat (the own one included) and the stock in order."""

    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


class OpenView(msgspec.Struct, frozen=True):
    """A finished round with all hands on the table."""

    view: PlayerView
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]


def may_act(round_: Round) -> tuple[int, ...]:
    """The seats that may act now, in turn order; (HOUSE,) where a shuffle is awaited."""
    match round_.phase:
        case Phase.DRAW | Phase.PLAY:
            return (round_.seat,)
        case Phase.CALLING:
            return round_.may_call
        case Phase.OVER:
            return ()
        case _:
            return (HOUSE,)


def view(round_: Round, seat: int | None) -> PlayerView:
    """What the seat may see; with None what a spectator may see."""
    viewer = NO_SEAT if seat is None else seat
    return PlayerView(
        round_.rules,
        round_.players,
        round_.dealer,
        round_.decks,
        round_.phase,
        round_.seat,
        may_act(round_),
        viewer,
        () if seat is None else round_.hands[seat],
        tuple(map(len, round_.hands)),
        len(round_.stock),
        round_.pile,
        round_.melds,
        round_.turn,
        round_.wild_rank,
        round_.upcards,
        round_.known,
        round_.known_stock,
        round_.melded,
        round_.laid,
        round_.floating,
        round_.due,
        round_.recycles,
        round_.idle_recycles,
        round_.idle_turns,
        round_.laid_melds,
        round_.voids,
        round_.end,
    )


def fill(seen: PlayerView, hidden: Hidden) -> Round:
    """The round that the view would be of, if what it hides were this.

    Nothing is checked: ``view(fill(v, h), v.viewer) == v`` holds where `hidden` has the sizes of
    the view, the own hand and the known cards. It cannot be told apart from a real round.
    """
    return Round(
        rules=seen.rules,
        players=seen.players,
        dealer=seen.dealer,
        decks=seen.decks,
        phase=seen.phase,
        seat=seen.seat,
        hands=hidden.hands,
        stock=hidden.stock,
        pile=seen.pile,
        melds=seen.melds,
        turn=seen.turn,
        wild_rank=seen.wild_rank,
        upcards=seen.upcards,
        known=seen.known,
        known_stock=seen.known_stock,
        melded=seen.melded,
        laid=seen.laid,
        floating=seen.floating,
        may_call=seen.may_act if seen.phase is Phase.CALLING else (),
        due=seen.due,
        recycles=seen.recycles,
        idle_recycles=seen.idle_recycles,
        idle_turns=seen.idle_turns,
        laid_melds=seen.laid_melds,
        voids=seen.voids,
        end=seen.end,
    )


def open_view(round_: Round) -> OpenView:
    """All hands and the rest of the stock, only once the round is over; else `ValueError`."""
    if round_.phase is not Phase.OVER:
        raise ValueError("hands are opened only when the round is over")
    return OpenView(view(round_, None), round_.hands, round_.stock)
