"""Calling rummy by brute force: every call that a seat may make, from the clauses (B-39 … B-42)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec
from tests.brute.keys import split_pairs
from tests.brute.melds import Facts, Pair, grown_run, is_set, run_orders
from tests.brute.positions import facts_of, lying_of, random_position, rare
from tests.brute.turns import Cards, Lying, choices, namings

from laydown.engine.actions import Call
from laydown.engine.state import MeldKind, Phase, Round
from laydown.engine.view import PlayerView
from laydown.rules.options import CallFollowup, Calling, CallResume, CallRummy, GoOut
from laydown.rules.rules import Rules

Shape = tuple[str, tuple[Pair, ...], tuple[Pair, ...], bool]
"""A call: the meld or "", pairs from the pile, pairs from the hand (both sorted), low."""


def lawful_calls(seen: PlayerView) -> set[Shape]:
    """Every call of the viewer's, with every naming."""
    rules = seen.rules
    options = rules.calling
    if options.call_rummy is CallRummy.OFF or seen.viewer == seen.seat:
        return set()
    if options.call_needs_own_meld and not seen.melded[seen.viewer]:
        return set()
    facts = facts_of(rules, seen.decks, seen.wild_rank)
    found: set[Shape] = set()
    for called, helping in sources(rules, seen):
        if keeps_no_discard(rules, seen, called, helping):
            continue
        cards = tuple(sorted(called + helping))
        found |= set(new_melds(facts, cards, called))
        may_lay = seen.melded[seen.viewer] or not rules.melds.meld_before_layoff
        if len(called) == 1 and may_lay:  # E-4
            for meld in seen.melds:
                found |= set(lay_offs(facts, lying_of(meld), cards, called))
    return found


def sources(rules: Rules, seen: PlayerView) -> Iterator[tuple[Cards, Cards]]:
    """Which cards of the pile, and with them which of the hand."""
    if rules.calling.call_rummy is CallRummy.BOARD:
        piles = [seen.pile[-1:]]
    else:
        piles = choices(tuple(sorted(seen.pile)), 1)
    hands: list[Cards] = [()]
    if rules.calling.call_with_hand:
        hands += choices(seen.hand, 1)
    for called in piles:
        for helping in hands:
            yield called, helping


def keeps_no_discard(rules: Rules, seen: PlayerView, called: Cards, helping: Cards) -> bool:
    """The caller would lay its last card where one must be kept to discard (B-37)."""
    if rules.going_out.go_out is not GoOut.DISCARD_REQUIRED or helping != seen.hand:
        return False
    return bool(helping) and not above(rules, seen.pile, called)


def above(rules: Rules, pile: Cards, called: Cards) -> Cards:
    """The cards that come to hand with the called ones: all that lie above the deepest (B-42)."""
    if not rules.calling.call_takes_above:
        return ()
    wanted = Counter(called)
    at = len(pile)
    while wanted.total():
        at -= 1
        if wanted[pile[at]]:
            wanted[pile[at]] -= 1
    return tuple((Counter(pile[at:]) - Counter(called)).elements())


def new_melds(facts: Facts, cards: Cards, called: Cards) -> Iterator[Shape]:
    for pairs in namings(facts, cards, ()):
        if run_orders(facts, pairs) or is_set(facts, pairs):
            for pile_pairs, hand_pairs in parted(pairs, called):
                yield "", pile_pairs, hand_pairs, False


def lay_offs(facts: Facts, lying: Lying, cards: Cards, called: Cards) -> Iterator[Shape]:
    for pairs in namings(facts, cards, lying.pairs):
        if lying.kind is MeldKind.RUN:
            ways = len(grown_run(facts, lying.pairs, pairs))
        else:
            ways = int(is_set(facts, (*lying.pairs, *pairs)))
        for low in [False, True][:ways]:
            for pile_pairs, hand_pairs in parted(pairs, called):
                yield lying.id, pile_pairs, hand_pairs, low


def parted(
    pairs: tuple[Pair, ...], called: Cards
) -> Iterator[tuple[tuple[Pair, ...], tuple[Pair, ...]]]:
    """The pairs parted into those of the called cards and those of the hand's, in every way."""
    wanted = Counter(called)
    for chosen in choices(tuple(range(len(pairs))), 1):
        mine = tuple(pairs[i] for i in chosen)
        if Counter(card for card, _ in mine) == wanted:
            yield mine, tuple(pairs[i] for i in range(len(pairs)) if i not in chosen)


def call_of(shape: Shape) -> Call:
    """The call, written in one of its ways."""
    meld, pile_pairs, hand_pairs, low = shape
    cards, as_ = split_pairs((*pile_pairs, *hand_pairs))
    number = len(pile_pairs)
    return Call(cards[:number], meld, cards[number:], as_, low)


def shape_of(call: Call) -> Shape:
    """What a call is, whatever the order of its cards."""
    cards = call.cards + call.hand
    pairs = tuple(zip(cards, call.as_ or cards, strict=True))
    number = len(call.cards)
    return call.meld, tuple(sorted(pairs[:number])), tuple(sorted(pairs[number:])), call.low


def alike(facts: Facts, kinds: dict[str, MeldKind], shape: Shape) -> tuple[object, ...]:
    """A call up to which of several wilds, none standing for itself, takes which place, and up to
    the suit named in a set that ignores suits."""
    meld, pile_pairs, hand_pairs, low = shape
    pairs = (*pile_pairs, *hand_pairs)
    pile, hand = (tuple(card for card, _ in part) for part in (pile_pairs, hand_pairs))
    a_set = kinds[meld] is MeldKind.SET if meld else not run_orders(facts, pairs)
    if a_set and facts.rules.set_identical:
        return meld, pile, hand, low, pairs[0][1] % 13
    own = tuple(sorted(card for card, stand in pairs if card == stand))
    return meld, pile, hand, low, own, tuple(sorted(stand for _, stand in pairs))


def random_window(rng: random.Random) -> Round:
    """A small position in which seat 0 has discarded and the two others may call or pass."""
    while True:
        position = random_position(rng, lambda _: True)
        calling = Calling(
            call_rummy=rng.choice([CallRummy.BOARD, CallRummy.BOARD_AND_PILE]),
            call_with_hand=rare(rng, False, [True], chance=0.4),
            call_needs_own_meld=rare(rng, False, [True]),
            call_takes_above=rare(rng, False, [True], chance=0.4),
            call_followup=rng.choice(list(CallFollowup)),
            call_resume=rng.choice(list(CallResume)),
        )
        rules = msgspec.structs.replace(position.rules, calling=calling)
        if position.pile and not rules.problems():
            break
    hand, other = position.hands[0], position.hands[1]
    return msgspec.structs.replace(
        position,
        rules=rules,
        phase=Phase.CALLING,
        hands=(other, hand, position.hands[2]),
        floating=(False, not hand, False),
        may_call=(1, 2),
        due=1,
    )
