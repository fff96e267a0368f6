"""Rounds played at random, one move after another: what the laws are asserted along."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import msgspec

from laydown.cards import Card
from laydown.engine.actions import HOUSE, Action, Deal, Move, Reshuffle
from laydown.engine.dealing import new_round, pack_of
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase, Round
from laydown.engine.view import PlayerView, may_act, view
from laydown.rules.rules import Rules

LONGEST = 6000
"""No round of random play comes near so many moves; what does has no end."""


def house_move(round_: Round, rng: random.Random) -> Move:
    """The shuffle that the round waits for."""
    if round_.phase is Phase.DEAL:
        order = list(pack_of(round_.rules, round_.decks))
        rng.shuffle(order)
        return Move(HOUSE, Deal(tuple(order)))
    assert round_.phase is Phase.RESHUFFLE
    turned = list(round_.stock)
    rng.shuffle(turned)
    return Move(HOUSE, Reshuffle(tuple(turned)))


def random_action(seen: PlayerView, rng: random.Random) -> Action:
    """A legal action: first the kind, then one of that kind."""
    legal = LegalActions(seen)
    kinds = legal.kinds()
    assert kinds, seen
    return legal.sample(rng.choice(kinds), rng.getrandbits(32))


def random_move(round_: Round, rng: random.Random) -> Move:
    """A lawful move of some seat that may act, or of the house."""
    seats = may_act(round_)
    if seats == (HOUSE,):
        return house_move(round_, rng)
    seat = rng.choice(seats)
    return Move(seat, random_action(view(round_, seat), rng))


def random_round(rules: Rules, seed: int) -> Iterator[tuple[Round, Move, Round]]:
    """A whole round: before each move, the move, after it."""
    rng = random.Random(seed)
    round_ = new_round(rules, rng.randrange(rules.setup.players))
    for _ in range(LONGEST):
        if round_.phase is Phase.OVER:
            return
        move = random_move(round_, rng)
        after = play(round_, move)
        yield round_, move, after
        round_ = after
    raise AssertionError(f"no end after {LONGEST} moves")


def all_cards(round_: Round) -> tuple[Card, ...]:
    """Every card in the round, wherever it lies, sorted."""
    cards = [*round_.stock, *round_.pile]
    for hand in round_.hands:
        cards += hand
    for meld in round_.melds:
        cards += meld.cards
        cards += [real.card for real in meld.reals]
    return tuple(sorted(cards))


def holds(cards: tuple[Card, ...], some: tuple[Card, ...]) -> bool:
    """Some of the cards are these."""
    left = list(cards)
    for face in some:
        if face not in left:
            return False
        left.remove(face)
    return True


def other_deal(round_: Round, seat: int | None, rng: random.Random) -> Round:
    """The same to the eyes of that seat, with everything it cannot see dealt anew."""
    known_stock = len(round_.known_stock) == len(round_.stock)
    loose: list[Card] = [] if known_stock else list(round_.stock)
    keeps: list[Counter[Card]] = []
    for who, hand in enumerate(round_.hands):
        keep = Counter(hand) if who == seat else Counter(round_.known[who])
        keeps.append(keep)
        loose += (Counter(hand) - keep).elements()
    rng.shuffle(loose)
    hands = []
    for who, hand in enumerate(round_.hands):
        need = len(hand) - keeps[who].total()
        hands.append(tuple(sorted([*keeps[who].elements(), *loose[:need]])))
        del loose[:need]
    stock = round_.stock if known_stock else tuple(loose)
    return msgspec.structs.replace(round_, hands=tuple(hands), stock=stock)
