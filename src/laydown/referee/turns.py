"""Turns played out: what actions lead to, whether a hand can go out, and the best there is to lay.

Every step is asked of the engine and done by it; only the choice among steps is made here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from laydown.cards import Card, without
from laydown.engine.actions import Discard, LayOff, Meld, Move, PlayerAction, RealCard
from laydown.engine.apply import apply
from laydown.engine.covering import is_coverable
from laydown.engine.errors import Reason
from laydown.engine.finding import melds_in
from laydown.engine.law import Law, law_of
from laydown.engine.law import law as law_for_rules
from laydown.engine.legal import LegalActions
from laydown.engine.melds import MeldShape, open_wilds
from laydown.engine.paying import meld_action
from laydown.engine.rest import Rest
from laydown.engine.scoring import Line, card_points, table_lines
from laydown.engine.settling import Plan, plan, rest_of, settle
from laydown.engine.state import Phase, Round, TableMeld
from laydown.engine.view import Hidden, PlayerView, fill, view
from laydown.rules.catalogue import replaced
from laydown.rules.options import GoOut, RealCardForWild, ScoringRule, WildSwap

MOST_SHAPES = 160
"""So many melds of a hand are thought about."""
MOST_CHOICES = 4000
"""So many ways to choose among them."""
MOST_TRIED = 16
"""So many of the best of these are played out."""
EFFORT = 3_000
"""Positions looked at for one way to go out (E-12)."""
DEAR_EFFORTS = (12_000, 4_500, 1_800, 750, 360, 180, 90)
"""The same where wilds are stolen, melds split or runs go round the corner, by the number of wilds
in hand: with more of them each position is dearer."""

Actions = tuple[PlayerAction, ...]


class Outcome(msgspec.Struct, frozen=True):
    """What actions lead to: the round, and the actions with the melds called as they then are."""

    actions: Actions
    round: Round

    @property
    def seat(self) -> int:
        """Who acted: the views here are of seat 0."""
        return 0

    @property
    def hand(self) -> tuple[Card, ...]:
        return self.round.hands[self.seat]

    @property
    def is_out(self) -> bool:
        end = self.round.end
        return end is not None and end.out == self.seat

    @property
    def goes_rummy(self) -> bool:
        """The whole hand went down at once, and the round ended by it."""
        return self.is_out and self.round.end is not None and self.round.end.going_rummy

    @property
    def floats(self) -> bool:
        return self.round.end is None and self.round.floating[self.seat]


def started(seen: PlayerView) -> Round:
    """The round of the view, the hidden cards made up: nothing asked about hangs on them."""
    hands = tuple(
        seen.hand if seat == seen.viewer else (0,) * size for seat, size in enumerate(seen.sizes)
    )
    return fill(seen, Hidden(hands, (0,) * seen.stock_size))


def played(seen: PlayerView, actions: Actions) -> Outcome | Reason:
    """What the viewer's actions lead to, or why the first of them that is refused is refused.

    The engine's plans call melds yet to be laid ``new`` and a number: they are given their ids.
    """
    at = started(seen)
    done: list[PlayerAction] = []
    ids: dict[str, str] = {}
    for action in actions:
        if isinstance(action, LayOff) and action.meld in ids:
            action = msgspec.structs.replace(action, meld=ids[action.meld])
        if isinstance(action, Meld):
            ids[f"new{len(at.melds)}"] = f"M{at.laid_melds + 1}"
        reason = LegalActions(view(at, seen.viewer)).why_not(action)
        if reason is not None:
            return reason
        at = apply(at, Move(seen.viewer, action))
        done.append(action)
    return Outcome(tuple(done), at)


# ------------------------------------------------------------------ what the table counts


def counts_table(law: Law) -> bool:
    """Cards on the table count for whoever laid them."""
    return law.rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS


def own_lines(law: Law, melds: tuple[TableMeld, ...], seat: int) -> list[Line]:
    """The lines of the seat's cards on the table, none where the table counts for nobody."""
    if not counts_table(law):
        return []
    return [line for line in table_lines(law, melds) if line.seat == seat]


def new_lines(before: PlayerView, after: Round) -> tuple[Line, ...]:
    """The lines that the viewer's actions brought."""
    law = law_of(before)
    there = own_lines(law, before.melds, before.viewer)
    fresh = []
    for line in own_lines(law, after.melds, before.viewer):
        if line in there:
            there.remove(line)
        else:
            fresh.append(line)
    return tuple(fresh)


def worth_in_hand(law: Law, cards: tuple[Card, ...]) -> int:
    """What cards count where they are left in a hand."""
    return sum(card_points(law, face, on_table=False)[0] for face in cards)


# ------------------------------------------------------------------ going out


def _simply(seen: PlayerView) -> Law:
    """The law for the search. Where no wild on the table waits for its real card, real cards are
    left out of it: the wilds of new runs can lie elsewhere, and the real cards in their places."""
    law = law_of(seen)
    if any(map(open_wilds, seen.melds)):
        return law
    rules = replaced(law.rules, {"real_card_for_wild": RealCardForWild.OFF})
    return law_for_rules(rules, decks=seen.decks, wild_rank=seen.wild_rank)


def going_out(seen: PlayerView) -> Outcome | None:
    """A way to go out this turn, with a last discard where that is dearest; None if none is."""
    law = _simply(seen)
    rest = rest_of(law, seen)
    keeps_discard = law.rules.going_out.go_out is not GoOut.ANY
    # Cards discarded do not count on the table, so the cheapest is given away first.
    for last in (*_none(keeps_discard=keeps_discard), *_cheapest_first(law, seen.hand)):
        cards = seen.hand if last is None else without(seen.hand, (last,))
        owing = msgspec.structs.replace(rest, owed=tuple(sorted(cards)))
        steps = settle(law, owing, effort=_effort(law, owing))
        if steps is None:
            continue
        actions = steps if last is None else (*steps, Discard(last))
        found = played(seen, actions)
        if isinstance(found, Outcome) and found.is_out:
            return found
    return None


def floating(seen: PlayerView) -> Outcome | None:
    """A way to lay every card and float (K5-9); None if there is none."""
    law = law_of(seen)
    if law.rules.going_out.go_out is not GoOut.UNPLAYABLE_DISCARD_FLOAT:
        return None
    law = _simply(seen)
    rest = msgspec.structs.replace(rest_of(law, seen), owed=seen.hand)
    steps = settle(law, rest, effort=_effort(law, rest))
    found = None if steps is None else played(seen, steps)
    return found if isinstance(found, Outcome) and found.floats else None


def wilds_in(law: Law, hand: tuple[Card, ...]) -> int:
    """How many wilds the hand holds."""
    return sum(law.is_wild[face] for face in hand)


def _effort(law: Law, rest: Rest) -> int:
    if is_coverable(law, rest):
        return EFFORT
    melds = law.rules.melds
    # Wilds that are stolen, and melds that are split for them, make each position dearer too.
    dear = 2 * (melds.wild_swap is WildSwap.STEAL) + 2 * melds.wild_split_at_six
    return DEAR_EFFORTS[min(wilds_in(law, rest.hand) + dear, len(DEAR_EFFORTS) - 1)]


def _none(*, keeps_discard: bool) -> tuple[None, ...]:
    return () if keeps_discard else (None,)


def _cheapest_first(law: Law, hand: tuple[Card, ...]) -> list[Card]:
    return sorted(dict.fromkeys(hand), key=lambda face: (worth_in_hand(law, (face,)), face))


# ------------------------------------------------------------------ the best there is to lay


def best_laying(seen: PlayerView) -> Outcome:
    """The best that was found to lay this turn: what counts on the table and leaves the hand.

    What is owed is paid. It need not be the best there is where the hand holds many wilds.
    """
    law = law_of(seen)
    nothing = played(seen, ())
    assert isinstance(nothing, Outcome)
    found = [nothing] if not seen.turn.owed and not seen.turn.split else []
    due = plan(seen)
    paying = due.actions if isinstance(due, Plan) else ()
    found += _tried(seen, paying)
    for shapes in _choices(law, seen):
        found += _tried(seen, tuple(meld_action(shape) for shape in shapes))
    return max(found, key=lambda each: _value(law, each), default=nothing)


def _value(law: Law, outcome: Outcome) -> tuple[int, int]:
    lines = own_lines(law, outcome.round.melds, outcome.seat)
    laid = sum(line.points for line in lines)
    return laid - worth_in_hand(law, outcome.hand), -len(outcome.actions)


def _tried(seen: PlayerView, actions: Actions) -> list[Outcome]:
    """The actions in an order that the rules allow, and then every lay-off that helps."""
    first = [each for each in actions if _uses(each) & set(seen.turn.owed)]
    order = (*first, *(each for each in actions if each not in first))
    found = played(seen, order)
    if not isinstance(found, Outcome):
        return []
    done = _laid_off(seen, found)
    turn = done.round.turn
    if done.round.phase is Phase.PLAY and done.round.seat == done.seat:
        return [] if turn.owed or turn.split else [done]
    return [done]


def _uses(action: PlayerAction) -> set[Card]:
    match action:
        case Meld(cards) | LayOff(cards):
            return set(cards)
        case RealCard(card):
            return {card}
        case _:
            return set()


def _laid_off(seen: PlayerView, so_far: Outcome) -> Outcome:
    """One lay-off after the other, the dearest first, as long as any is legal."""
    law = law_of(seen)
    for _ in range(len(so_far.hand)):
        at = so_far.round
        if at.phase is not Phase.PLAY or at.seat != so_far.seat or not so_far.hand:
            break
        tries = []
        legal = LegalActions(view(at, so_far.seat))
        for kind in (LayOff, RealCard):
            for action in islice(legal.of(kind), 60):
                after = apply(at, Move(so_far.seat, action))
                tries.append(Outcome((*so_far.actions, action), after))
        better = max(tries, key=lambda each: _value(law, each), default=None)
        if better is None or _value(law, better)[0] <= _value(law, so_far)[0]:
            break
        so_far = better
    return so_far


def _choices(law: Law, seen: PlayerView) -> list[tuple[MeldShape, ...]]:
    """Sets of melds that can be laid side by side, the most valuable few."""
    shapes = list(islice(melds_in(law, seen.hand), MOST_SHAPES))
    worths = [_shape_worth(law, shape) for shape in shapes]
    limit = law.rules.melds.melds_per_turn or len(seen.hand)
    ranked = sorted(
        islice(_disjoint(shapes, worths, seen.hand, 0, limit), MOST_CHOICES),
        key=lambda each: -each[0],
    )
    return [chosen for _, chosen in ranked[:MOST_TRIED]]


def _disjoint(
    shapes: list[MeldShape], worths: list[int], left: tuple[Card, ...], start: int, limit: int
) -> Iterator[tuple[int, tuple[MeldShape, ...]]]:
    for at in range(start, len(shapes) if limit else 0):
        shape = shapes[at]
        if any(left.count(face) < shape.cards.count(face) for face in shape.cards):
            continue
        yield worths[at], (shape,)
        rest = without(left, shape.cards)
        for worth, more in _disjoint(shapes, worths, rest, at + 1, limit - 1):
            yield worths[at] + worth, (shape, *more)


def _shape_worth(law: Law, shape: MeldShape) -> int:
    laid = TableMeld("", shape.kind, 0, shape.cards, shape.stands, (0,) * len(shape.cards))
    return sum(line.points for line in own_lines(law, (laid,), 0)) + worth_in_hand(law, shape.cards)
