"""Derived facts: what a move brought about, written for readers and checked on loading."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from laydown.cards import cards_text, rank_name
from laydown.engine.actions import Call, Deal, Draw, Meld, Move, Take
from laydown.engine.match import Match
from laydown.engine.state import Round
from laydown.record.tokens import HIDDEN


class Fact(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="derived", tag=str.lower
):
    """What follows from the moves; cards are in plain text."""


class Dealt(Fact, frozen=True):
    """The hands by seat, the card that begins the pile, the upcards and the wild rank."""

    hands: tuple[str, ...]
    pile: str
    upcards: str = ""
    wild: str = ""


class Void(Fact, frozen=True):
    """The deal could not be completed and is void (clauses.md B-07)."""

    voids: int


class Drew(Fact, frozen=True):
    """The card that came from the stock."""

    seat: int
    card: str


class Took(Fact, frozen=True):
    """The cards taken from the pile, deepest first."""

    seat: int
    cards: str


class Laid(Fact, frozen=True):
    """The id of a new meld."""

    meld: str


class Floats(Fact, frozen=True):
    """The seat has melded everything and plays on without a card."""

    seat: int


class Turned(Fact, frozen=True):
    """The pile was turned over to be the new stock of so many cards."""

    stock: int


class Ended(Fact, frozen=True):
    """The round is over: how, the scores as entered on the sheet, and the running totals."""

    how: str
    out: int
    going_rummy: bool
    scores: tuple[int, ...]
    totals: tuple[int, ...]


class Won(Fact, frozen=True):
    """The match is over."""

    winners: tuple[int, ...]
    shared: bool


AnyFact = Dealt | Void | Drew | Took | Laid | Floats | Turned | Ended | Won


def round_after(before: Match, after: Match) -> Round | None:
    """The round that the move was made in, as it then is: the finished one where it ended it."""
    return after.last if len(after.results) > len(before.results) else after.round


def facts_of(before: Match, move: Move, after: Match) -> tuple[AnyFact, ...]:
    """What the move brought about, in the order in which it is written."""
    was, now = before.round, round_after(before, after)
    facts: list[AnyFact] = []
    if was is not None and now is not None:
        facts += _from_the_move(was, move, now)
    for result in after.results[len(before.results) :]:
        end = result.end
        facts.append(Ended(end.how.value, end.out, end.going_rummy, result.entered, result.totals))
    if after.outcome is not None and after.is_over and not before.is_over:
        facts.append(Won(after.outcome.winners, after.outcome.shared))
    return tuple(facts)


def _from_the_move(was: Round, move: Move, now: Round) -> Iterator[AnyFact]:
    match move.action:
        case Deal():
            yield _dealt(was, now)
        case Draw():
            yield Drew(move.seat, cards_text(was.stock[:1]))
        case Take(count):
            yield Took(move.seat, cards_text(was.pile[-count:]))
        case Meld() | Call(meld=""):
            yield Laid(f"M{was.laid_melds + 1}")
        case _:
            pass
    if now.recycles > was.recycles:
        yield Turned(len(now.stock))
    if move.seat >= 0 and now.floating[move.seat] and not was.floating[move.seat]:
        yield Floats(move.seat)


def _dealt(was: Round, now: Round) -> AnyFact:
    if now.voids > was.voids:
        return Void(now.voids)
    return Dealt(
        tuple(map(cards_text, now.hands)),
        cards_text(now.pile),
        cards_text(now.upcards),
        rank_name(now.wild_rank) if now.wild_rank >= 0 else "",
    )


def seen_fact(fact: AnyFact, seat: int) -> AnyFact:
    """The fact as one seat knows it: ``??`` for every card it did not see.

    >>> seen_fact(Drew(1, "KS"), 0)
    Drew(seat=1, card='??')
    """
    match fact:
        case Drew():
            return fact if fact.seat == seat else Drew(fact.seat, HIDDEN)
        case Dealt():
            hands = tuple(
                hand if at == seat else " ".join([HIDDEN] * len(hand.split()))
                for at, hand in enumerate(fact.hands)
            )
            return Dealt(hands, fact.pile, fact.upcards, fact.wild)
        case _:
            return fact
