"""Questions about setting up and dealing."""

from __future__ import annotations

from collections import Counter

from laydown.cards import JOKER, Card
from laydown.cases.compare import Fact, Facts, Names, OptionValue, Row
from laydown.cases.errors import BadCase, cut
from laydown.cases.options import base_of, check_names, seats_and_rules
from laydown.cases.schema import Case
from laydown.cases.seats import Seats
from laydown.cases.tokens import rank_text, read_card
from laydown.engine.actions import HOUSE, Deal, Move
from laydown.engine.dealing import (
    dealing_order,
    decks_for,
    first_seat,
    new_round,
    pack_of,
)
from laydown.engine.game import play
from laydown.engine.law import face_counts
from laydown.engine.state import Ending, Phase, Round
from laydown.rules.catalogue import OPTIONS, option, with_options
from laydown.rules.errors import BadRules
from laydown.rules.options import DealMode
from laydown.rules.pack import twos_wild, upcard_size
from laydown.rules.rules import Rules


def deal(case: Case) -> Facts:
    """Deal the pack with the upcards that the case names, and look."""
    seats, rules = seats_and_rules(case)
    dealt, short = dealt_round(case, seats, rules)
    return _facts(case, seats, rules, dealt, short)


def dealt_round(case: Case, seats: Seats, rules: Rules) -> tuple[Round, bool]:
    """The round after the deal, and whether the cards did not suffice at first (B-07)."""
    here = case.situation
    dealer = len(seats) - 1 if here.dealer is None else seats.seat(here.dealer)
    upcards = {seats.seat(name): read_card(card) for name, card in here.upcards.items()}
    if upcards and rules.setup.deal_mode is not DealMode.UPCARD:
        raise BadCase("upcards are given, but this deal has none")
    start = new_round(rules, dealer)
    dealt = _dealt(start, upcards)
    short = dealt.phase is Phase.DEAL
    if short and dealt.decks > start.decks:
        dealt = _dealt(dealt, upcards)
    return dealt, short


def _dealt(start: Round, upcards: dict[int, Card]) -> Round:
    order = _order(start, upcards)
    return play(start, Move(HOUSE, Deal(order)))


def _order(start: Round, upcards: dict[int, Card]) -> tuple[Card, ...]:
    """A shuffled pack in which each hand's first card is the one named."""
    left = Counter(pack_of(start.rules, start.decks))
    if start.rules.setup.deal_mode is DealMode.FIXED:
        return tuple(left.elements())
    named = Counter(upcards.values())
    if named - left:
        raise BadCase(f"the pack has not these upcards: {dict(named - left)}")
    left -= named
    order: list[Card] = []
    for seat in dealing_order(start.rules, start.dealer):
        first = upcards.get(seat)
        if first is None:
            first = _least(start.rules, left)
            left[first] -= 1
        elif named[first]:
            named[first] -= 1
        more = list((left + Counter()).elements())[: upcard_size(start.rules, first) - 1]
        left -= Counter(more)
        order += [first, *more]
        if len(more) < upcard_size(start.rules, first) - 1:
            break
    used = Counter(order)
    rest = Counter(pack_of(start.rules, start.decks)) - used
    return (*order, *rest.elements())


def _least(rules: Rules, left: Counter[Card]) -> Card:
    """The card that asks for the smallest hand: what a case leaves open must not matter."""
    there = [face for face, number in left.items() if number > 0]
    if not there:
        raise BadCase("the pack has no card left for an upcard")
    return min(there, key=lambda face: (upcard_size(rules, face), face))


def _facts(case: Case, seats: Seats, rules: Rules, dealt: Round, short: bool) -> Facts:  # noqa: FBT001 - a fact among facts
    here = case.situation
    found: Facts = {
        "decks": dealt.decks,
        "pack": len(pack_of(rules, dealt.decks)),
        "void": dealt.phase is Phase.DEAL or _is_void(dealt),
        "then": None if not short else str(rules.setup.deal_shortfall),
        "first_to_act": seats.name(first_seat(rules, dealt.dealer)),
        "dealer": seats.name(dealt.dealer),
    }
    if short and dealt.phase is Phase.DEAL:
        found["then"] = "redeal"  # add_deck has no third pack to add
    open_hands = rules.setup.deal_mode is DealMode.UPCARD
    if len(here.upcards) == len(seats):
        found["needed"] = sum(upcard_size(rules, read_card(card)) for card in here.upcards.values())
    elif not open_hands:
        found["needed"] = sum(map(len, dealt.hands))
    if dealt.phase is Phase.DEAL:
        return found
    found["hand_sizes"] = {
        name: len(dealt.hands[seat])
        for seat, name in enumerate(seats.names)
        if not open_hands or name in here.upcards
    }
    if not open_hands or len(here.upcards) == len(seats):
        found["stock"] = Row(dealt.stock)
    found["pile"] = Row(dealt.pile)
    found["first_to_act"] = seats.name(dealt.seat)
    if not open_hands or seats.name(dealt.dealer) in here.upcards:
        found["wild_rank"] = rank_text(dealt.wild_rank)
    found["also_wild"] = Names(_always_wild(rules))
    return found


def _is_void(dealt: Round) -> bool:
    return dealt.end is not None and dealt.end.how is Ending.VOID


def _always_wild(rules: Rules) -> tuple[str, ...]:
    """The permanent wilds: ``2`` and ``X``."""
    jokers = face_counts(rules, 1)[JOKER] > 0
    return (*(("2",) if twos_wild(rules) else ()), *(("X",) if jokers else ()))


# ------------------------------------------------------------------ may it be set up like that


def config(case: Case) -> Facts:
    """Whether the rules can be played, and what they are."""
    base = base_of(case)
    check_names(case.options)
    try:
        rules = with_options(base, case.options)
        if case.situation.seats:
            rules = with_options(rules, {"players": len(case.situation.seats)})
    except BadRules:
        return {"valid": False}
    players = case.options.get("players")
    if players is not None and case.situation.seats and rules.setup.players != players:
        raise BadCase(f"players={players}, but {len(case.situation.seats)} seats are named")
    if rules.problems():
        return {"valid": False}
    wanted = case.expect.get("equals", {})
    if not isinstance(wanted, dict):
        raise BadCase("expect.equals must be a mapping of options")
    return {"valid": True, "equals": {name: _option(rules, name) for name in wanted}}


def _option(rules: Rules, name: str) -> Fact:
    if name == "deal":
        if rules.setup.deal_mode is not DealMode.FIXED:
            raise BadCase("equals.deal: the upcards decide how many cards each is dealt")
        dealt = play(new_round(rules, 0), Move(HOUSE, Deal(pack_of(rules, decks_for(rules)))))
        return len(dealt.hands[0])
    if name == "decks":
        return decks_for(rules)
    if name not in OPTIONS:
        raise BadCase(f"equals: {_unknown(name)}")
    chosen = OPTIONS[name]
    return OptionValue(name, chosen.of(rules), chosen.text_of(rules))


def _unknown(name: str) -> str:
    try:
        option(name)
    except BadRules as bad:
        return str(bad)
    return f"there is no option called {cut(name)}"
