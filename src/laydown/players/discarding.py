"""Which card to throw: what it is worth to keep, and what it would give to the others."""

from __future__ import annotations

from typing import NamedTuple

from laydown.cards import Card, without
from laydown.engine.melds import takes_card
from laydown.engine.state import Drawn
from laydown.players.facts import Facts
from laydown.players.reasons import Because, Ground
from laydown.players.worth import hand_worth, prospects


class Throw(NamedTuple):
    """A discard in thought."""

    card: Card
    kept: float
    """what the hand without it is worth"""
    feeds: float
    """what it would give to others"""

    @property
    def worth(self) -> float:
        """The whole judgement."""
        return self.kept - self.feeds


def throws(facts: Facts, hand: tuple[Card, ...]) -> list[Throw]:
    """Every card of the hand judged as a discard, the best first."""
    found = []
    last = len(hand) == 1
    for face in dict.fromkeys(hand):
        rest = without(hand, (face,))
        kept = hand_worth(facts, rest)
        if facts.floats and not last:
            kept += exit_worth(facts, rest)
        feeds = 0.0 if last else feeding(facts, face)
        found.append(Throw(face, kept, feeds))
    found.sort(key=lambda throw: (-throw.worth, -facts.values.held[throw.card], throw.card))
    return found


def fits_table(facts: Facts, face: Card) -> bool:
    """The card could be laid on some meld as it lies."""
    if facts.fits >> face & 1:
        return True
    return facts.law.is_wild[face] and any(
        takes_card(facts.law, meld, face) for meld in facts.view.melds
    )


def exit_worth(facts: Facts, hand: tuple[Card, ...]) -> float:
    """What an unplayable card kept to go out with is worth, where only such a card goes out.

    It counts when all the other cards can be laid down: then the next turn can go out.
    """
    dead = [face for face in hand if not fits_table(facts, face)]
    if len(dead) != 1 or len(hand) > 4:
        return 0.0
    return facts.temper.exit_share * facts.out_bonus()


def feeding(facts: Facts, face: Card) -> float:
    """What a discard gives: to the next player most, to later ones less, to a partner nothing."""
    view, temper, law = facts.view, facts.temper, facts.law
    lays = facts.values.lays[face]
    if law.is_wild[face]:
        return lays + facts.values.costs[face] + facts.price
    given = 0.0
    following = (view.viewer + 1) % view.players
    for seat in facts.opponents:
        share = 1.0 if seat == following else temper.feed_later if facts.deep_pile else 0.0
        if not share or view.floating[seat]:
            continue
        if facts.fits >> face & 1:
            given += share * temper.feed_table * lays
            continue
        pairs = _pairs(facts, view.known[seat], face)
        if pairs >= 2:
            given += share * temper.feed_known * 3 * lays
        elif pairs == 1:
            given += share * temper.feed_known * 0.5 * 3 * lays
        given += share * temper.feed_blind * _blind(facts, face, seat) * 3 * lays
    return given / max(1, len(facts.opponents))


def _pairs(facts: Facts, known: tuple[Card, ...], face: Card) -> int:
    """How many known cards go with the face: most of one rank, or of one stretch of a suit."""
    ranks = sum(other % 13 == face % 13 and other != 52 for other in known)
    if not facts.law.runs:
        return ranks
    place = face % 13
    near = 0
    for other in known:
        if other // 13 == face // 13 and other != face:
            apart = abs(other % 13 - place)
            if facts.law.ace_high and 0 in (other % 13, place):
                apart = min(apart, 13 - apart)
            near += apart <= 2
    return max(ranks, near)


def _blind(facts: Facts, face: Card, seat: int) -> float:
    """Roughly the chance that a hand of unknown cards holds two that go with the face."""
    unknown = facts.view.sizes[seat] - len(facts.view.known[seat])
    if unknown < 2:
        return 0.0
    part = unknown / facts.unseen_total
    unseen = facts.unseen
    rank = face % 13
    mates = [unseen[other] for other in range(rank, 52, 13)]
    of_rank = sum(mates)
    pairs = of_rank * (of_rank - 1) / 2
    if facts.law.runs:
        base = face // 13 * 13
        last = 13 if facts.law.ace_high else 12
        for place in (0, 13) if rank == 0 and last == 13 else (rank,):
            for low in (place - 2, place - 1, place):
                if low < 0 or low + 2 > last:
                    continue
                counts = [unseen[base + (low + i) % 13] for i in range(3) if low + i != place]
                pairs += counts[0] * counts[1]
    return min(1.0, pairs * part * part)


def grounds_for(
    facts: Facts, hand: tuple[Card, ...], ranked: list[Throw], chosen: Throw
) -> tuple[Ground, ...]:
    """Why this card was thrown and not another."""
    if len(hand) == 1:
        return (Ground(Because.GOES_OUT),)
    grounds = []
    held = facts.values.held
    judged = {each.card: each for each in prospects(facts, hand)}
    least = min(judged.values(), key=lambda each: each.chance)
    dead = [each.card for each in judged.values() if each.chance < 0.25]
    if facts.fewest <= facts.temper.danger_cards and held[chosen.card] >= facts.values.mean_held:
        grounds.append(Ground(Because.DANGER, number=facts.fewest))
    if dead and held[chosen.card] == max(held[card] for card in dead):
        grounds.append(Ground(Because.DEAREST, number=held[chosen.card]))
    elif judged[chosen.card].chance <= least.chance + 0.05:
        grounds.append(Ground(Because.HELPS_LEAST))
    kept = tuple(
        each.card
        for each in judged.values()
        if each.card != chosen.card and each.chance >= max(0.3, judged[chosen.card].chance)
    )
    if len(kept) > 1:
        grounds.append(Ground(Because.KEEPS_PAIRS, cards=kept))
    if facts.floats and exit_worth(facts, without(hand, (chosen.card,))):
        keep = tuple(face for face in without(hand, (chosen.card,)) if not fits_table(facts, face))
        grounds.append(Ground(Because.EXIT_CARD, cards=keep))
    fed = next((each for each in ranked if each.kept > chosen.kept + 0.01), None)
    if fed is not None and facts.view.turn.drawn is not Drawn.NOTHING:
        grounds.append(_feeding_ground(facts, fed.card))
    elif facts.view.melds and not fits_table(facts, chosen.card):
        grounds.append(Ground(Because.FEEDS_NOBODY))
    return tuple(grounds) or (Ground(Because.SPARED_BEST),)


def _feeding_ground(facts: Facts, face: Card) -> Ground:
    """Why a card that seemed the better discard was kept."""
    if fits_table(facts, face):
        return Ground(Because.WOULD_FEED_TABLE, cards=(face,))
    for seat in facts.opponents:
        if _pairs(facts, facts.view.known[seat], face):
            return Ground(Because.WOULD_FEED_SEAT, cards=(face,), seat=seat)
    return Ground(Because.FEEDS_NOBODY)
