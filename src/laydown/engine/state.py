"""The state of a round: data only, secrets included."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from laydown.cards import Card
from laydown.rules.rules import Rules

NO_CARD: Card = -1
NO_SEAT = -1


class Phase(StrEnum):
    """What the round waits for."""

    DEAL = "deal"
    """the house's shuffled pack"""
    DRAW = "draw"
    PLAY = "play"
    """melds, lay-offs and the discard, after the draw or after a called rummy"""
    CALLING = "calling"
    """a discard lies open to a call"""
    RESHUFFLE = "reshuffle"
    """the house's new order for the turned pile"""
    OVER = "over"


class MeldKind(StrEnum):
    SET = "set"
    RUN = "run"


class Ending(StrEnum):
    """How a round ended."""

    OUT = "out"
    STOCK_EXHAUSTED = "stock_exhausted"
    LOOP_GUARD = "loop_guard"
    RECYCLE_LIMIT = "recycle_limit"
    VOID = "void"


class Drawn(StrEnum):
    """Where this turn's cards came from."""

    NOTHING = "nothing"
    STOCK = "stock"
    PILE = "pile"
    CALL = "call"


class Real(msgspec.Struct, frozen=True, array_like=True):
    """A real card laid before a seat for the wild that stands for it in a run (B-19)."""

    card: Card
    seat: int


class TableMeld(msgspec.Struct, frozen=True, cache_hash=True):
    """A meld on the table. The four tuples run side by side; runs lie low to high.

    `cards` are the cards themselves, `stands` what each stands for (a natural stands for itself),
    `seats` whom each counts for. An ace is low where it comes first before a two.
    """

    id: str
    kind: MeldKind
    owner: int
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]
    seats: tuple[int, ...]
    reals: tuple[Real, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """What the seat on turn has done and still owes. All of it is public."""

    drawn: Drawn = Drawn.NOTHING
    taken: tuple[Card, ...] = ()
    """cards taken from the pile this turn, deepest first"""
    owed: tuple[Card, ...] = ()
    """faces that must still be melded or laid off this turn, sorted"""
    deep: Card = NO_CARD
    """the deepest card of a dig, until it is used"""
    barred: Card = NO_CARD
    """the sole top card taken: not to be discarded unless two of it are held (B-23)"""
    melds: int = 0
    """new melds laid this turn"""
    laid: bool = False
    """put anything on the table this turn"""
    fresh: bool = True
    """had put nothing on the table in this round before this turn (going rummy, B-38)"""
    split: tuple[str, ...] = ()
    """the two halves one of which must still get a wild (B-18)"""
    stock_only: bool = False
    """the pile was declined and turned: the draw must come from the stock"""
    due: int = NO_SEAT
    """in a called rummy's follow-up, the seat whose turn comes afterwards"""


class End(msgspec.Struct, frozen=True):
    """How the round ended, who went out, and whether the whole hand went down at once."""

    how: Ending
    out: int = NO_SEAT
    going_rummy: bool = False


class Round(msgspec.Struct, frozen=True):
    """One deal up to its scoring: everything, secrets included.

    `hands` are sorted; `stock` has the next card first; `pile` the top card last.
    """

    rules: Rules
    players: int
    dealer: int
    decks: int
    """packs in play; `deal_shortfall=add_deck` may raise it for this deal"""
    phase: Phase
    seat: int
    """whose turn it is; in `CALLING` the discarder, before a shuffle the seat that plays next"""
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    melds: tuple[TableMeld, ...] = ()
    turn: Turn = Turn()
    wild_rank: int = -1
    """rank named by the dealer's upcard, -1 if none; permanent wilds are in the rules"""
    upcards: tuple[Card, ...] = ()
    """the face-up cards of the deal by seat, where the deal has them"""
    known: tuple[tuple[Card, ...], ...] = ()
    """by seat: cards everybody saw go to that hand and that have not left it, sorted"""
    known_stock: tuple[Card, ...] = ()
    """the stock, where an unshuffled recycling let everybody know it; else empty"""
    melded: tuple[bool, ...] = ()
    """by seat: has laid a combination of its own this round"""
    laid: tuple[bool, ...] = ()
    """by seat: has put any card on the table this round"""
    floating: tuple[bool, ...] = ()
    """by seat: has melded everything and plays on with no card"""
    may_call: tuple[int, ...] = ()
    """in `CALLING`: seats that may call or pass, in turn order after the discarder"""
    due: int = NO_SEAT
    """in `CALLING`: whose turn comes when the window closes"""
    recycles: int = 0
    idle_recycles: int = 0
    """recyclings since the last meld or lay-off"""
    idle_turns: int = 0
    """turns since the last stock draw, meld or lay-off"""
    laid_melds: int = 0
    """melds laid so far: the next is M(laid_melds + 1)"""
    voids: int = 0
    """deals of this round that could not be completed (B-07)"""
    end: End | None = None
