"""Where to draw from: the stock, the top discard, a dig; or to let the round end."""

from __future__ import annotations

from laydown.cards import FACES, Card
from laydown.engine.actions import Action, Decline, Draw, Take
from laydown.engine.drawing import ending_on_decline, owed_after_take
from laydown.engine.legal import LegalActions
from laydown.players.base import Advice
from laydown.players.facts import Facts
from laydown.players.outcome import Outcome, after_take, outcome
from laydown.players.reasons import Because, Ground
from laydown.players.worth import stock_gain
from laydown.rules.options import ScoringRule


def draw(facts: Facts, legal: LegalActions) -> Advice:
    """The best draw, by comparing what the turn would come to."""
    view = facts.view
    other: Action = Draw() if view.stock_size and Draw() in legal else Decline()
    takes = _takes(facts)
    if isinstance(other, Decline) and ending_on_decline(view) is not None:
        return _or_end(facts, legal, takes)
    baseline = _stock_worth(facts)
    margin = facts.temper.take_margin * facts.values.mean_held
    for worth, count, turn in takes:
        if worth <= baseline + margin:
            break
        if Take(count) in legal:
            return Advice(Take(count), _take_grounds(facts, count, turn))
    if other in legal:
        return Advice(other, _stock_grounds(facts, takes))
    return Advice(legal.sample(legal.kinds()[0], 0), (Ground(Because.FORCED),))


def _stock_worth(facts: Facts) -> float:
    """What the turn would come to with a card from the stock, where known with that card."""
    view = facts.view
    coming = view.known_stock
    if not view.stock_size and not view.rules.drawing.recycle_shuffle:
        coming = view.pile
    if coming:
        return outcome(facts, tuple(sorted((*view.hand, coming[0])))).worth
    turn = outcome(facts, view.hand, throws=False)
    return turn.worth + stock_gain(facts, turn.layout.left)


def _takes(facts: Facts) -> list[tuple[float, int, Outcome]]:
    """Takes from the pile that look usable, the best first."""
    view = facts.view
    most = len(view.pile) if facts.deep_pile else min(1, len(view.pile))
    if view.floating[view.viewer] or view.turn.stock_only:
        return []
    found = []
    held = [0] * FACES
    for face in view.hand:
        held[face] += 1
    for count in range(1, most + 1):
        deep = view.pile[-count]
        held[deep] += 1
        owed, _ = owed_after_take(facts.law, view, count)
        if owed and not _may_be_used(facts, held, deep):
            continue
        turn = after_take(facts, count, owed)
        if turn.pays:
            found.append((turn.worth, count, turn))
    found.sort(key=lambda each: (-each[0], each[1]))
    return found


def _may_be_used(facts: Facts, held: list[int], deep: Card) -> bool:
    """A quick look whether a card of the pile could go to the table with the cards above it."""
    law = facts.law
    if law.is_wild[deep] or facts.fits >> deep & 1 or deep in facts.near:
        return True
    wilds = sum(held[face] for face in facts.wild_faces)
    rank = deep % 13
    if sum(held[face] for face in range(rank, 52, 13)) + wilds >= 3:
        return True
    if not law.runs:
        return False
    base = deep // 13 * 13
    near = sum(1 for step in (-2, -1, 1, 2) if held[base + (rank + step) % 13])
    return near + wilds >= 2


def _or_end(facts: Facts, legal: LegalActions, takes: list[tuple[float, int, Outcome]]) -> Advice:
    """With the stock empty: take, or let the round end as it stands."""
    view, values = facts.view, facts.values
    stop = 0.0
    scoring = view.rules.scoring
    if scoring.scoring is ScoringRule.TABLE_MINUS_HAND and scoring.stock_out_hand_penalty:
        stop = -float(sum(values.held[face] for face in view.hand))
    ahead = standing(facts)
    for _, count, turn in takes:
        if Take(count) not in legal:
            continue
        if turn.layout.steps:
            left = sum(values.costs[face] for face in turn.layout.left)
            gain = turn.layout.worth - left - stop
        elif ahead < 0:
            gain = 1.0
        else:
            gain = 0.0
        if turn.goes_out or gain > 0:
            because = Because.TOP_COMPLETES if turn.layout.steps else Because.PLAY_ON
            taken = view.pile[len(view.pile) - count :]
            return Advice(Take(count), (Ground(because, cards=taken),))
    if Decline() in legal:
        return Advice(Decline(), (Ground(Because.END_NOW),))
    return Advice(legal.sample(legal.kinds()[0], 0), (Ground(Because.FORCED),))


def standing(facts: Facts) -> float:
    """How this seat's round stands against the best of the others if it ended now."""
    view, values = facts.view, facts.values
    points = [0.0] * view.players
    for meld in view.melds:
        for i, face in enumerate(meld.cards):
            low = i == 0 and face % 13 == 0 and len(set(meld.stands)) > 1
            points[meld.seats[i]] += values.low_ace if low else values.lays[face]
    for seat in range(view.players):
        if seat == view.viewer:
            points[seat] -= sum(values.costs[face] for face in view.hand)
        else:
            known = view.known[seat]
            points[seat] -= sum(values.costs[face] for face in known)
            points[seat] -= (view.sizes[seat] - len(known)) * values.mean_held
    return points[view.viewer] - max(points[seat] for seat in facts.opponents)


def _take_grounds(facts: Facts, count: int, turn: Outcome) -> tuple[Ground, ...]:
    pile = facts.view.pile
    taken = pile[len(pile) - count :]
    grounds = []
    if turn.goes_out:
        grounds.append(Ground(Because.GOES_OUT))
    if count > 1:
        grounds.append(Ground(Because.DIG_PAYS, cards=taken[:1]))
    elif taken[0] in turn.layout.left:
        grounds.append(Ground(Because.TOP_HELPS, cards=taken))
    else:
        grounds.append(Ground(Because.TOP_COMPLETES, cards=taken))
    return tuple(grounds)


def _stock_grounds(facts: Facts, takes: list[tuple[float, int, Outcome]]) -> tuple[Ground, ...]:
    digs = [count for _, count, _ in takes if count > 1]
    if digs:
        pile = facts.view.pile
        return (Ground(Because.DIG_COSTS, cards=pile[len(pile) - digs[0] :]),)
    return (Ground(Because.STOCK_BETTER),)
