"""The round that a situation describes, with what it leaves open filled in."""

from __future__ import annotations

import msgspec

from laydown.cards import Card
from laydown.cases.errors import BadCase
from laydown.cases.filler import Filler
from laydown.cases.given import GivenCards, flags, floating_of, given_cards, upcards_of
from laydown.cases.phases import Moment, moment_of
from laydown.cases.schema import Case
from laydown.cases.seats import Seats
from laydown.cases.table import melds_of, number_of_melds
from laydown.cases.tokens import cards_mentioned, missing_from, read_rank
from laydown.cases.turns import brought_to
from laydown.engine.dealing import decks_for, named_wild, pack_of
from laydown.engine.law import law
from laydown.engine.state import Ending, Phase, Round, TableMeld
from laydown.rules.rules import Rules

USUAL_HAND = 5
"""Cards in a hand of which a case says nothing."""

Holding = dict[int, tuple[Card, ...]]


class Position(msgspec.Struct, frozen=True):
    """A round, and which seats' hands the case names card by card."""

    round: Round
    seats: Seats
    seen: tuple[bool, ...]
    given_up: bool = False
    """the round is over as the turn begins, for there is no legal draw (B-31)"""


def position_of(case: Case, rules: Rules, seats: Seats, holding: Holding | None = None) -> Position:
    """The round the case describes; :class:`BadCase` if it cannot be.

    `holding` names cards that a hand given as a number holds as far as it can: they are spoken of.
    """
    now = moment_of(case, seats)
    here = case.situation
    decks = decks_for(rules)
    upcards = upcards_of(case, seats)
    given_rank = here.wild_rank
    wild_rank = named_wild(now.dealer, upcards) if given_rank is None else read_rank(given_rank)
    facts = law(rules, decks=decks, wild_rank=wild_rank)
    melds = melds_of(case, seats, facts)
    given = given_cards(case, seats, now)
    floating = floating_of(case, rules, seats, now, given.hands)
    filler = Filler(facts, pack_of(rules, decks), given.placed(melds))
    filler.keep_off(cards_mentioned([case.ask, case.expect, here.upcards, here.drawn]))
    hands = _filled_hands(given, seats, now, floating, filler, holding or {})
    pile = given.pile if isinstance(given.pile, tuple) else filler.take(given.pile)
    stock = _filled_stock(given, filler)
    melded = _melded(case, seats, melds)
    start = Round(
        rules=rules,
        players=len(seats),
        dealer=now.dealer,
        decks=decks,
        phase=now.phase,
        seat=now.seat,
        hands=hands,
        stock=stock,
        pile=pile,
        melds=melds,
        wild_rank=wild_rank,
        upcards=upcards,
        known=tuple(tuple(sorted(faces)) for faces in given.known),
        melded=melded,
        laid=_laid(melds, melded),
        floating=floating,
        recycles=max(here.recycles_so_far or 0, here.recycles_without_table_action or 0),
        idle_recycles=here.recycles_without_table_action or 0,
        idle_turns=(here.rounds_without_table_action or 0) * len(seats),
        laid_melds=number_of_melds(melds),
    )
    found = brought_to(start, case, now, seats)
    seen = tuple(isinstance(hand, tuple) for hand in given.hands)
    return Position(found, seats, seen, _given_up(found, now))


def _filled_hands(
    given: GivenCards,
    seats: Seats,
    now: Moment,
    floating: tuple[bool, ...],
    filler: Filler,
    holding: Holding,
) -> tuple[tuple[Card, ...], ...]:
    """Every hand card by card."""
    hands: list[tuple[Card, ...]] = []
    for seat, hand in enumerate(given.hands):
        certain = given.certain[seat]
        if isinstance(hand, tuple):
            hands.append(hand)
            continue
        if hand is None and (floating[seat] or now.phase is Phase.OVER):
            # Where only scoring is left, the cards not spoken of do not matter; a floater has none,
            # but for the card just drawn.
            hands.append(certain)
            continue
        number = hand
        if number is None:
            number = max(len(certain), min(USUAL_HAND, len(filler) // (2 * len(seats))))
        if len(certain) > number:
            raise BadCase(f"{seats.name(seat)} must hold more than {number} cards")
        for face in missing_from(certain, holding.get(seat, ())):
            if len(certain) < number and filler.has(face):
                certain += filler.give(face)
        hands.append(certain + filler.take(number - len(certain), certain))
    return tuple(tuple(sorted(hand)) for hand in hands)


def _filled_stock(given: GivenCards, filler: Filler) -> tuple[Card, ...]:
    """The stock card by card; where nothing is said of it, all that is left."""
    if isinstance(given.stock, tuple):
        return given.stock
    if given.stock is None:
        return given.top + filler.rest()
    return given.top + filler.take(given.stock - len(given.top))


def _melded(case: Case, seats: Seats, melds: tuple[TableMeld, ...]) -> tuple[bool, ...]:
    """Who has laid a combination of their own: as the case says, else whoever owns a meld."""
    if case.situation.melded is not None:
        return flags(seats, case.situation.melded)
    owners = {meld.owner for meld in melds}
    return tuple(seat in owners for seat in range(len(seats)))


def _laid(melds: tuple[TableMeld, ...], melded: tuple[bool, ...]) -> tuple[bool, ...]:
    """Who has put any card on the table."""
    there = {meld.owner for meld in melds}
    there |= {seat for meld in melds for seat in meld.seats}
    there |= {real.seat for meld in melds for real in meld.reals}
    return tuple(has or seat in there for seat, has in enumerate(melded))


def _given_up(found: Round, now: Moment) -> bool:
    return (
        found.phase is Phase.OVER
        and now.phase in (Phase.DRAW, Phase.CALLING)
        and found.end is not None
        and found.end.how is Ending.STOCK_EXHAUSTED
    )
