"""The part of a turn between draw and discard: what to lay, and when to stop."""

from __future__ import annotations

from laydown.cards import Card, without
from laydown.engine.actions import Discard, LayOff, Meld, RealCard, Split, Steal
from laydown.engine.legal import LegalActions
from laydown.engine.settling import Plan, plan
from laydown.players.base import Advice
from laydown.players.discarding import fits_table, grounds_for, throws
from laydown.players.facts import Facts
from laydown.players.layout import Layout, Step, lay_out, pays
from laydown.players.reasons import Because, Ground
from laydown.rules.options import GoingRummy, GoOut, WildSwap


def play(facts: Facts, legal: LegalActions) -> Advice:
    """The next step of the turn: pay what is owed, lay what is worth laying, then discard."""
    view = facts.view
    steal = _steal(facts, legal)
    if steal is not None:
        return steal
    held_back: tuple[Ground, ...] = ()
    for layout in _layouts(facts):
        if _holds_back(facts, layout):
            held_back = (Ground(Because.HOLDS_BACK),) if layout.steps else ()
            break
        for step in layout.steps:
            if step in legal:
                return Advice(step, _grounds(facts, layout, step))
    if view.turn.owed or view.turn.split:
        due = plan(view)
        if isinstance(due, Plan) and due.actions and due.actions[0] in legal:
            return Advice(due.actions[0], (Ground(Because.OWED, cards=view.turn.owed),))
    split = _split(facts, legal)
    if split is not None:
        return split
    ranked = throws(facts, view.hand)
    for chosen in ranked:
        if Discard(chosen.card) in legal:
            grounds = grounds_for(facts, view.hand, ranked, chosen)
            return Advice(Discard(chosen.card), held_back + grounds + _kept_wild(facts))
    kind = legal.kinds()[0]
    return Advice(legal.sample(kind, 0), (Ground(Because.FORCED),))


def _layouts(facts: Facts) -> list[Layout]:
    """Ways to lay the hand down, the best first; where a discard must stay, ways that keep one."""
    view = facts.view
    whole = lay_out(facts, view.hand, owed=view.turn.owed)
    if whole.left or facts.view.rules.going_out.go_out is not GoOut.DISCARD_REQUIRED:
        return [whole]
    keeping = []
    for face in dict.fromkeys(view.hand):
        layout = lay_out(facts, without(view.hand, (face,)), owed=view.turn.owed)
        if not layout.left and pays(layout, view.turn.owed):
            keeping.append(layout)
    keeping.sort(key=lambda layout: -layout.worth)
    return [*keeping, whole]


def _holds_back(facts: Facts, layout: Layout) -> bool:
    """Keep the whole hand for going rummy: only while nobody seems near going out (BR-11).

    A pile that has been turned says that waiting has not paid.
    """
    view = facts.view
    return (
        view.rules.going_out.going_rummy is not GoingRummy.OFF
        and not facts.values.table_counts
        and view.turn.fresh
        and not view.recycles
        and not view.turn.owed
        and len(layout.left) > 1
        and facts.fewest >= facts.temper.rummy_cards
    )


def _kept_wild(facts: Facts) -> tuple[Ground, ...]:
    """That a wild could be laid and is not."""
    wilds = [face for face in facts.view.hand if facts.law.is_wild[face]]
    if wilds and facts.price > 0 and fits_table(facts, wilds[0]):
        return (Ground(Because.WILD_KEPT),)
    return ()


def _steal(facts: Facts, legal: LegalActions) -> Advice | None:
    """Take a wild from the table for the real card, while there is time to use it (B-14)."""
    view = facts.view
    if view.rules.melds.wild_swap is not WildSwap.STEAL or facts.price < 0:
        return None
    for meld in view.melds:
        for card, stand in zip(meld.cards, meld.stands, strict=True):
            if card != stand and stand in view.hand:
                action = Steal(stand, meld.id)
                if action in legal:
                    return Advice(action, (Ground(Because.STEALS_WILD),))
    return None


def _split(facts: Facts, legal: LegalActions) -> Advice | None:
    """Split a long meld to make room for a wild that should not stay in hand (B-18)."""
    view = facts.view
    if not view.rules.melds.wild_split_at_six or facts.price >= 0:
        return None
    if not any(facts.law.is_wild[face] for face in view.hand):
        return None
    for meld in view.melds:
        for at in range(3, len(meld.cards) - 2):
            action = Split(meld.id, at)
            if action in legal:
                return Advice(action, (Ground(Because.SPLIT_FOR_WILD),))
    return None


def _grounds(facts: Facts, layout: Layout, step: Step) -> tuple[Ground, ...]:
    """Why this step is worth taking."""
    view = facts.view
    cards = (step.card,) if isinstance(step, RealCard) else step.cards
    grounds: list[Ground] = []
    if any(face in view.turn.owed for face in cards):
        grounds.append(Ground(Because.OWED, cards=_owed(view.turn.owed, cards)))
    if len(cards) == len(view.hand) and view.rules.going_out.go_out is GoOut.ANY:
        grounds.append(Ground(Because.GOES_OUT))
    elif facts.floats and len(layout.left) == 1:
        grounds.append(Ground(Because.EXIT_CARD, cards=layout.left))
    elif facts.floats and not layout.left:
        grounds.append(Ground(Because.FLOATS))
    wild = any(facts.law.is_wild[face] for face in cards)
    if wild and facts.price < 0:
        grounds.append(Ground(Because.WILD_NOW))
    points = int(sum(facts.values.lays[face] - facts.temper.tempo for face in cards))
    match step:
        case RealCard():
            grounds.append(Ground(Because.REAL_COUNTS))
        case LayOff(_, meld):
            if facts.values.table_counts:
                grounds.append(Ground(Because.LAY_OFF_COUNTS, meld=meld, number=points))
            else:
                grounds.append(Ground(Because.LAY_OFF_SHRINKS))
        case Meld():
            if facts.values.table_counts:
                grounds.append(Ground(Because.LAYS_POINTS, number=points))
            else:
                grounds.append(Ground(Because.LAYS_CARDS, number=len(cards)))
    return tuple(grounds)


def _owed(owed: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(face for face in owed if face in cards)
