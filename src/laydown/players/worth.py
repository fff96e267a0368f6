"""What cards left in hand are worth: how likely each gets to the table, and what it costs else."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from laydown.cards import FACES, Card
from laydown.players.facts import Facts


class Prospect(NamedTuple):
    """One card of a hand, judged beside the others."""

    card: Card
    chance: float
    """that it gets to the table before the round ends"""
    worth: float
    """expected points, less what being caught with it would cost"""


class Waiting(NamedTuple):
    """How many live cards would complete a meld with a card, and how many would begin one."""

    completes: float
    begins: float
    ready: bool = False
    """it is in a complete meld, or fits the table"""


_READY = Waiting(0.0, 0.0, ready=True)


def prospects(facts: Facts, hand: tuple[Card, ...]) -> list[Prospect]:
    """Each card of the hand judged beside the others, in the order of the hand."""
    held, wilds = _split(facts, hand)
    caught = _caught(facts, len(hand))
    return [_judge(facts, held, face, wilds=wilds, caught=caught) for face in hand]


def _split(facts: Facts, hand: tuple[Card, ...]) -> tuple[list[int], int]:
    """Naturals counted by face, and how many wilds."""
    held = [0] * FACES
    wilds = 0
    for face in hand:
        if facts.law.is_wild[face]:
            wilds += 1
        else:
            held[face] += 1
    return held, wilds


def _caught(facts: Facts, size: int) -> float:
    """The chance that a spare card of a hand of that size is still there at the end."""
    return size / (size + facts.temper.hold_turns * facts.turns)


def _judge(facts: Facts, held: list[int], face: Card, *, wilds: int, caught: float) -> Prospect:
    values, temper = facts.values, facts.temper
    if facts.law.is_wild[face]:
        worth = values.lays[face] * (1 - facts.risk) + facts.price
        return Prospect(face, 1 - facts.risk, worth)
    waiting = waiting_for(facts, held, face)
    if waiting.ready:
        chance = 1 - 0.5 * facts.risk
    else:
        outs = waiting.completes + temper.single_share * waiting.begins
        if wilds and waiting.completes:
            outs += temper.wild_outs * wilds
        chance = 1 - exp(-facts.rate * facts.turns * outs)
    worth = chance * values.lays[face] - (1 - chance) * caught * values.costs[face]
    return Prospect(face, chance, worth)


def hand_worth(facts: Facts, hand: tuple[Card, ...]) -> float:
    """What a hand that stays is worth."""
    return sum(prospect.worth for prospect in prospects(facts, hand))


def waiting_for(facts: Facts, held: list[int], face: Card) -> Waiting:
    """What a natural card in hand waits for, beside the others held."""
    if facts.fits_mine >> face & 1:
        return _READY
    law, live = facts.law, facts.live
    completes = begins = 0.0
    rank = face % 13
    mates = 0
    coming = 0.0
    for other in range(rank, 52, 13):
        if other == face:
            if not law.suits_differ:
                mates += held[other] - 1
                coming += live[other]
        elif held[other]:
            mates += held[other] if not law.suits_differ else 1
            if not law.suits_differ:
                coming += live[other]
        else:
            coming += live[other]
    if mates >= 2:
        return _READY
    if mates == 1:
        completes += coming
    else:
        begins += coming
    if law.runs:
        run = _run_waiting(facts, held, face)
        if run.ready:
            return run
        completes += run.completes
        begins += run.begins
    bridge = facts.near.get(face)
    if bridge is not None:
        completes += live[bridge]
    return Waiting(completes, begins)


def _run_waiting(facts: Facts, held: list[int], face: Card) -> Waiting:
    live = facts.live
    base, rank = face // 13 * 13, face % 13
    places = (0, 13) if rank == 0 and facts.law.ace_high else (rank,)
    completes = begins = 0.0
    for place in places:
        below, below2 = _at(facts, base, place - 1), _at(facts, base, place - 2)
        above, above2 = _at(facts, base, place + 1), _at(facts, base, place + 2)
        has_below = below >= 0 and held[below] > 0
        has_above = above >= 0 and held[above] > 0
        has_below2 = below2 >= 0 and held[below2] > 0
        has_above2 = above2 >= 0 and held[above2] > 0
        if (has_below and (has_above or has_below2)) or (has_above and has_above2):
            return _READY
        if has_above:
            completes += (live[below] if below >= 0 else 0) + (live[above2] if above2 >= 0 else 0)
        elif above >= 0:
            if has_above2:
                completes += live[above]
            elif not has_below:
                begins += live[above]
        if has_below:
            completes += (live[above] if above >= 0 else 0) + (live[below2] if below2 >= 0 else 0)
        elif below >= 0:
            if has_below2:
                completes += live[below]
            elif not has_above:
                begins += live[below]
    return Waiting(completes, begins)


def _at(facts: Facts, base: int, place: int) -> Card:
    """The face at a place of a suit, an ace at 0 or 13; -1 where runs do not go."""
    if place < 0 or place > (13 if facts.law.ace_high else 12):
        return -1
    return base + place % 13


def stock_gain(facts: Facts, hand: tuple[Card, ...]) -> float:
    """What one unknown card may add to a hand that stays.

    It may be laid off, complete a meld, or be better to keep than the worst card of the hand.
    """
    judged = prospects(facts, hand)
    held, wilds = _split(facts, hand)
    caught = _caught(facts, len(hand))
    lays = facts.values.lays
    spare = {each.card: max(0.0, lays[each.card] - each.worth) for each in judged}
    worst = min((each.worth for each in judged), default=0.0)
    total = 0.0
    for face, count in enumerate(facts.unseen):
        if not count:
            continue
        if facts.law.is_wild[face]:
            total += count * (lays[face] + facts.price)
        elif facts.fits_mine >> face & 1:
            total += count * lays[face]
        else:
            mates = _completed_by(facts, held, face)
            if mates:
                total += count * (lays[face] + sum(spare.get(mate, 0.0) for mate in mates))
            else:
                held[face] += 1
                kept = _judge(facts, held, face, wilds=wilds, caught=caught).worth
                held[face] -= 1
                total += count * max(0.0, kept - worst)
    return total / facts.unseen_total


def _completed_by(facts: Facts, held: list[int], face: Card) -> tuple[Card, ...]:
    """Held cards that make a meld with the face, if any do."""
    law = facts.law
    rank = face % 13
    mates: list[Card] = []
    for other in range(rank, 52, 13):
        if not held[other]:
            continue
        if law.suits_differ:
            if other != face:
                mates.append(other)
        else:
            mates += [other] * held[other]
    if len(mates) >= 2:
        return tuple(mates[:3])
    if law.runs:
        base = face // 13 * 13
        for place in (0, 13) if rank == 0 and law.ace_high else (rank,):
            for low in (place - 2, place - 1, place):
                trio = [_at(facts, base, low + i) for i in range(3)]
                others = [each for each in trio if each != face]
                if -1 not in trio and len(others) == 2 and all(held[each] for each in others):
                    return tuple(others)
    return ()
