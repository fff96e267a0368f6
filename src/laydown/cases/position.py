"""The round that a situation describes, with what it leaves open filled in."""

from __future__ import annotations

import msgspec

from laydown.cards import Card, without
from laydown.cases.errors import BadCase
from laydown.cases.filler import Filler
from laydown.cases.phases import Moment, moment_of
from laydown.cases.schema import Case
from laydown.cases.seats import Seats
from laydown.cases.table import melds_of, number_of_melds
from laydown.cases.tokens import cards_mentioned, read_card, read_cards, read_rank
from laydown.engine.actions import Draw, Move, Take
from laydown.engine.apply import apply, begin_turn
from laydown.engine.calling import callers
from laydown.engine.dealing import decks_for, named_wild, pack_of
from laydown.engine.law import law
from laydown.engine.state import (
    NO_CARD,
    NO_SEAT,
    Drawn,
    End,
    Ending,
    Phase,
    Round,
    Turn,
)
from laydown.rules.options import GoOut
from laydown.rules.rules import Rules

USUAL_HAND = 5
"""Cards in a hand of which a case says nothing."""


class Position(msgspec.Struct, frozen=True):
    """A round, and which seats' hands the case names card by card."""

    round: Round
    seats: Seats
    seen: tuple[bool, ...]
    given_up: bool = False
    """the round is over as the turn begins, for there is no legal draw (B-31)"""


def position_of(
    case: Case, rules: Rules, seats: Seats, holding: dict[int, tuple[Card, ...]] | None = None
) -> Position:
    """The round the case describes; :class:`BadCase` if it cannot be.

    `holding` names cards that a hand given as a number holds as far as it can: they are spoken of.
    """
    now = moment_of(case, seats)
    here = case.situation
    decks = decks_for(rules)
    upcards = _upcards(case, seats)
    wild_rank = (
        read_rank(here.wild_rank) if here.wild_rank is not None else named_wild(now.dealer, upcards)
    )
    facts = law(rules, decks=decks, wild_rank=wild_rank)
    melds = melds_of(case, seats, facts)
    hands = [_cards_or_number(here.hands.get(name), f"hands.{name}") for name in seats.names]
    _check_names(case, seats)
    known = _known(case, seats, hands)
    certain = _certain(case, now, known)
    pile = _pile(case, now)
    stock = _cards_or_number(here.stock, "stock")
    top = () if here.stock_top is None else (read_card(here.stock_top),)
    if isinstance(stock, tuple) and top and stock[:1] != top:
        raise BadCase("stock_top is not the first card of the stock")
    if stock == 0 and top:
        raise BadCase("stock_top is given, but the stock is empty")
    placed = [
        *(face for hand in hands if isinstance(hand, tuple) for face in hand),
        *(face for meld in melds for face in (*meld.cards, *(real.card for real in meld.reals))),
        *(
            face
            for i, faces in enumerate(certain)
            if not isinstance(hands[i], tuple)
            for face in faces
        ),
        *(pile if isinstance(pile, tuple) else ()),
        *(stock if isinstance(stock, tuple) else top),
    ]
    filler = Filler(facts, pack_of(rules, decks), placed)
    filler.keep_off(cards_mentioned([case.ask, case.expect, here.upcards, here.drawn]))
    floating = _floating(case, rules, seats, now, hands)
    full_hands = []
    for seat, hand in enumerate(hands):
        if isinstance(hand, tuple):
            full_hands.append(hand)
        elif hand is None and (floating[seat] or now.phase is Phase.OVER):
            full_hands.append(())  # in scoring cases the cards left out do not matter
        else:
            number = USUAL_HAND if hand is None else hand
            if hand is None:
                number = max(len(certain[seat]), min(number, len(filler) // (2 * len(seats))))
            if len(certain[seat]) > number:
                raise BadCase(f"{seats.name(seat)} must hold more than {number} cards")
            held = certain[seat]
            for face in _not_in(held, (holding or {}).get(seat, ())):
                if len(held) < number and filler.has(face):
                    held += filler.give(face)
            full_hands.append(held + filler.take(number - len(held), held))
    if isinstance(pile, int):
        pile = filler.take(pile)
    if stock is None:
        stock = top + filler.rest()
    elif isinstance(stock, int):
        stock = top + filler.take(stock - len(top))
    owners = {meld.owner for meld in melds}
    credited = {seat for meld in melds for seat in meld.seats} | {
        real.seat for meld in melds for real in meld.reals
    }
    melded = (
        tuple(seat in owners for seat in range(len(seats)))
        if here.melded is None
        else _flags(seats, here.melded)
    )
    start = Round(
        rules=rules,
        players=len(seats),
        dealer=now.dealer,
        decks=decks,
        phase=now.phase,
        seat=now.seat,
        hands=tuple(tuple(sorted(hand)) for hand in full_hands),
        stock=stock,
        pile=pile,
        melds=melds,
        turn=Turn(),
        wild_rank=wild_rank,
        upcards=upcards,
        known=tuple(tuple(sorted(faces)) for faces in known),
        melded=melded,
        laid=tuple(seat in owners | credited or melded[seat] for seat in range(len(seats))),
        floating=floating,
        recycles=max(here.recycles_so_far or 0, here.recycles_without_table_action or 0),
        idle_recycles=here.recycles_without_table_action or 0,
        idle_turns=(here.rounds_without_table_action or 0) * len(seats),
        laid_melds=number_of_melds(melds),
    )
    seen = tuple(isinstance(hand, tuple) for hand in hands)
    found = _brought_to(start, case, now, seats)
    given_up = (
        found.phase is Phase.OVER
        and now.phase in (Phase.DRAW, Phase.CALLING)
        and found.end is not None
        and found.end.how is Ending.STOCK_EXHAUSTED
    )
    return Position(found, seats, seen, given_up)


# ------------------------------------------------------------------ what the case gives


def _check_names(case: Case, seats: Seats) -> None:
    """Everybody named sits there."""
    here = case.situation
    for name in (*here.hands, *here.upcards, *here.took_from_pile):
        seats.seat(name)


def _upcards(case: Case, seats: Seats) -> tuple[Card, ...]:
    """The first card of each hand, where every hand's is given."""
    given = case.situation.upcards
    for name in given:
        seats.seat(name)
    if len(given) < len(seats):
        return ()
    return tuple(read_card(given[name]) for name in seats.names)


def _cards_or_number(given: object, where: str) -> tuple[Card, ...] | int | None:
    if given is None:
        return None
    if isinstance(given, int):
        if not 0 <= given <= 108:
            raise BadCase(f"{where}: {given} is no number of cards")
        return given
    assert isinstance(given, str | tuple)
    return read_cards(given)


def _known(
    case: Case, seats: Seats, hands: list[tuple[Card, ...] | int | None]
) -> list[tuple[Card, ...]]:
    """What each player openly took from the pile and still holds."""
    known: list[tuple[Card, ...]] = [()] * len(seats)
    for name, given in case.situation.took_from_pile.items():
        seat = seats.seat(name)
        faces = read_cards(given)
        hand = hands[seat]
        if isinstance(hand, tuple):
            left = list(hand)
            kept = []
            for face in faces:
                if face in left:
                    left.remove(face)
                    kept.append(face)
            faces = tuple(kept)
        known[seat] = faces
    return known


def _certain(case: Case, now: Moment, known: list[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """What each hand holds for certain, also where the case gives only its number."""
    certain = list(known)
    drawn = case.situation.drawn
    if now.phase is Phase.PLAY and drawn is not None and drawn.cards is not None:
        certain[now.seat] += _not_in(certain[now.seat], read_cards(drawn.cards))
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


def _flags(seats: Seats, names: tuple[str | int, ...]) -> tuple[bool, ...]:
    chosen = {seats.seat(name) for name in names}
    return tuple(seat in chosen for seat in range(len(seats)))


def _floating(
    case: Case,
    rules: Rules,
    seats: Seats,
    now: Moment,
    hands: list[tuple[Card, ...] | int | None],
) -> tuple[bool, ...]:
    """Who floats: as the case says; and whoever holds nothing where the rules let one float."""
    floating = list(_flags(seats, case.situation.floating))
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


# ------------------------------------------------------------------ bringing it to the moment


def _brought_to(start: Round, case: Case, now: Moment, seats: Seats) -> Round:
    """The round with its turn as the engine would have it at that moment."""
    match now.phase:
        case Phase.OVER:
            return _over(start, case, seats)
        case Phase.PLAY:
            return _in_turn(start, case, now)
        case Phase.CALLING:
            return _open_to_calls(start, case, now)
        case _:
            return begin_turn(start, now.seat)


def _over(start: Round, case: Case, seats: Seats) -> Round:
    here = case.situation
    given = here.ended_by
    empty = [seat for seat, hand in enumerate(start.hands) if not hand and not start.floating[seat]]
    out = NO_SEAT
    how = Ending.STOCK_EXHAUSTED
    if given is not None:
        how = Ending.STOCK_EXHAUSTED if given.how == "stock" else Ending(given.how)
        out = NO_SEAT if given.who is None else seats.seat(given.who)
    elif here.hand_over and here.last_discard is not None:
        how, out = Ending.OUT, seats.seat(here.last_discard.by)
    elif len(empty) == 1:
        how, out = Ending.OUT, empty[0]
    if how is Ending.OUT and out == NO_SEAT:
        raise BadCase("ended_by: nobody is said to have gone out")
    if how is not Ending.OUT and out != NO_SEAT:
        raise BadCase("ended_by: somebody went out, but not so does the round end")
    if out != NO_SEAT and start.hands[out]:
        raise BadCase(f"{seats.name(out)} went out but still holds cards")
    end = End(how, out, bool(here.going_rummy))
    return msgspec.structs.replace(start, end=end)


def _in_turn(start: Round, case: Case, now: Moment) -> Round:
    """The draw is made by the engine, so that what the turn owes is the engine's word."""
    seat = now.seat
    drawn = case.situation.drawn
    faces = () if drawn is None or drawn.cards is None else read_cards(drawn.cards)
    hand = start.hands[seat]
    if drawn is not None and drawn.deep is not None:
        deep = read_card(drawn.deep)
        if faces and deep not in faces:
            raise BadCase("the deep card is not among the cards drawn")
        rest = list(faces)
        if deep in rest:
            rest.remove(deep)
        faces = (deep, *rest)
    from_pile = drawn is not None and drawn.from_ == "pile"
    if from_pile and not faces:
        raise BadCase("drawn: which cards came from the pile?")
    if not from_pile and len(faces) > 1:
        raise BadCase("drawn: one card is drawn from the stock")
    if not hand and not faces:
        raise BadCase("the player on turn holds no card")
    if not faces:
        faces = hand[:1]
    laid = _not_in(hand, faces)
    before = without(hand, _in(hand, faces))
    held = start.hands
    start = msgspec.structs.replace(
        start,
        phase=Phase.DRAW,
        turn=Turn(fresh=not start.laid[seat]),
        hands=(*held[:seat], before, *held[seat + 1 :]),
        stock=start.stock if from_pile else (*faces, *start.stock),
        pile=(*start.pile, *faces) if from_pile else start.pile,
        idle_turns=0 if not from_pile else start.idle_turns,
    )
    after = apply(start, Move(seat, Take(len(faces)) if from_pile else Draw()))
    return _laid_since(after, seat, hand, laid) if laid else after


def _in(hand: tuple[Card, ...], faces: tuple[Card, ...]) -> tuple[Card, ...]:
    left = list(hand)
    found = []
    for face in faces:
        if face in left:
            left.remove(face)
            found.append(face)
    return tuple(found)


def _not_in(hand: tuple[Card, ...], faces: tuple[Card, ...]) -> tuple[Card, ...]:
    there = list(_in(hand, faces))
    missing = []
    for face in faces:
        if face in there:
            there.remove(face)
        else:
            missing.append(face)
    return tuple(missing)


def _laid_since(after: Round, seat: int, hand: tuple[Card, ...], laid: tuple[Card, ...]) -> Round:
    """The turn where some of the cards drawn are already on the table, and so paid for."""
    turn = after.turn
    owed = list(turn.owed)
    for face in laid:
        if face in owed:
            owed.remove(face)
    hands = after.hands
    known = list(after.known[seat])
    for face in laid:
        if face in known:
            known.remove(face)
    return msgspec.structs.replace(
        after,
        hands=(*hands[:seat], hand, *hands[seat + 1 :]),
        known=(*after.known[:seat], tuple(known), *after.known[seat + 1 :]),
        turn=msgspec.structs.replace(
            turn,
            owed=tuple(owed),
            deep=NO_CARD if turn.deep in laid else turn.deep,
            laid=True,
        ),
    )


def _open_to_calls(start: Round, case: Case, now: Moment) -> Round:
    """A discard lies open; where nobody may call, the next player's turn has begun."""
    due = now.due
    if not start.hands[now.seat]:
        return msgspec.structs.replace(
            start, phase=Phase.OVER, end=End(Ending.OUT, now.seat, bool(case.situation.going_rummy))
        )
    start = msgspec.structs.replace(start, due=due)
    may_call = callers(start)
    if not may_call:
        return begin_turn(start, due)
    counted = case.situation.rounds_without_table_action is not None
    drawn = Drawn.NOTHING if counted else Drawn.STOCK
    return msgspec.structs.replace(start, may_call=may_call, turn=Turn(drawn=drawn))
