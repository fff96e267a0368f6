"""What can be done with a selection, in words for buttons. Legality is asked, never decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from laydown.cards import Card, card_sign
from laydown.engine.actions import (
    Action,
    Call,
    Discard,
    LayOff,
    Meld,
    PlayerAction,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.calling import calls, read_call
from laydown.engine.ending import rest_after_take
from laydown.engine.errors import Reason, Why
from laydown.engine.finding import layoffs_on, melds_in
from laydown.engine.law import Law
from laydown.engine.legal import LegalActions
from laydown.engine.melds import MeldShape, lay_off, read_meld
from laydown.engine.paying import meld_action
from laydown.engine.scoring import card_points, table_lines
from laydown.engine.settling import settle
from laydown.engine.state import MeldKind, Phase, TableMeld
from laydown.engine.view import PlayerView
from laydown.record.explain_moves import explain_action, explain_plan
from laydown.record.explain_reasons import explain_reason
from laydown.record.titles import titled, titled_reason
from laydown.record.words import row, signs
from laydown.rules.options import GoOut, ScoringRule
from laydown.server.table_wire import Offer
from laydown.server.wire import Offers

MOST_READINGS = 12
"""So many ways to name the wilds of one selection are offered on one meld, natural ones first."""

NO_MELD = (Why.NOT_A_MELD, Why.TOO_FEW, Why.NAME_THE_WILD)
"""Why called cards make no meld of their own: the engine is asked for that alone."""


def offers(view: PlayerView, cards: tuple[Card, ...], names: tuple[str, ...]) -> Offers:
    """Everything legal that uses exactly these cards of the hand, and if nothing is, why."""
    legal = LegalActions(view)
    found = [offer(view, act, names) for act in _with_cards(legal, cards) if act in legal]
    missing = "" if found else _missing(legal, cards, names)
    return Offers("", 0, tuple(found), missing, "")


def _with_cards(legal: LegalActions, cards: tuple[Card, ...]) -> Iterator[PlayerAction]:
    law, view = legal.law, legal.view
    chosen = tuple(sorted(cards))
    if len(chosen) >= 3:
        yield from islice(_melds_of(law, chosen), MOST_READINGS)
        yield from _other_order(legal, chosen)
    for meld in view.melds if chosen else ():
        yield from islice(_layoffs_of(legal, chosen, meld.id), MOST_READINGS)
        if len(chosen) == 1:
            yield RealCard(chosen[0], meld.id)
            yield Steal(chosen[0], meld.id)
            if law.is_wild[chosen[0]]:
                yield from (Split(meld.id, at) for at in range(3, len(meld.cards) - 2))
    if len(chosen) == 1:
        yield Discard(chosen[0])


def _other_order(legal: LegalActions, chosen: tuple[Card, ...]) -> Iterator[PlayerAction]:
    """All thirteen of a suit make two runs, ace low and ace high; the finder gives both."""
    if len(chosen) == 13:
        high = (*chosen[1:], chosen[0])
        if isinstance(read_meld(legal.law, high), MeldShape):
            yield Meld(high)


def offer(view: PlayerView, action: PlayerAction, names: tuple[str, ...]) -> Offer:
    """The button for a legal action."""
    label = explain_action(titled(action, view.melds, names))
    label = label[:1].upper() + label[1:]
    points = points_of(view, action)
    if isinstance(action, Meld):
        label = f"Meld {label[:1].lower()}{label[1:]}"
    if points:
        label += f" (+{points})"
    return Offer(action, label, getattr(action, "meld", ""), points, _confirm(view, action))


def points_of(view: PlayerView, action: PlayerAction) -> int:
    """What the action puts on the table for the viewer, 0 where the table counts for nobody."""
    legal = LegalActions(view)
    law = legal.law
    if law.rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
        return 0
    match action:
        case Meld(cards, as_):
            shape = read_meld(law, cards, as_)
            if isinstance(shape, Reason):
                return 0
            run = shape.kind is MeldKind.RUN
            return sum(
                card_points(law, face, stand, on_table=True, low_ace=run and i == 0)[0]
                for i, (face, stand) in enumerate(zip(shape.cards, shape.stands, strict=True))
            )
        case LayOff(cards, meld_id, as_, low):
            lying = next(meld for meld in view.melds if meld.id == meld_id)
            longer = lay_off(law, lying, cards, as_, low=low, seat=view.viewer)
            return 0 if isinstance(longer, Reason) else _own(view, longer) - _own(view, lying)
        case RealCard(card) | Steal(card):
            return card_points(law, card, on_table=True)[0]
        case Call():
            called = read_call(law, view, action)
            if isinstance(called, Reason):
                return 0
            before = [meld for meld in view.melds if meld.id == action.meld]
            return _own(view, called.meld) - sum(_own(view, meld) for meld in before)
        case _:
            return 0


def _own(view: PlayerView, meld: TableMeld) -> int:
    """What a meld counts for the viewer."""
    lines = table_lines(LegalActions(view).law, (meld,))
    return sum(line.points for line in lines if line.seat == view.viewer)


def _confirm(view: PlayerView, action: PlayerAction) -> str:
    """A question before the round ends by it."""
    spent = len(getattr(action, "cards", ())) or int(isinstance(action, Discard | RealCard))
    if isinstance(action, Steal | Split | Take) or spent < len(view.hand):
        return ""
    floats = view.rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT
    if floats and not isinstance(action, Discard):
        return ""
    return "This ends the round: you go out."


def _missing(legal: LegalActions, cards: tuple[Card, ...], names: tuple[str, ...]) -> str:
    """Why nothing can be done with these cards, as the nearest refusal says it."""
    view = legal.view
    if not cards:
        return ""
    single = Discard(cards[0])
    reason = legal.why_not(single) if len(cards) == 1 else why_refused(legal, Meld(cards))
    return "" if reason is None else _told(view, reason, names)


def why_refused(legal: LegalActions, action: Action) -> Reason | None:
    """Why the action is refused; a page that names no wilds is told why no name would do."""
    reason = legal.why_not(action)
    if reason is None or reason.why is not Why.NAME_THE_WILD:
        return reason
    match action:
        case Meld(cards):
            named: Iterator[Action] = _melds_of(legal.law, cards)
            otherwise = Reason(Why.NOT_A_MELD, "BR-5", cards)
        case LayOff(cards, meld_id):
            named = _layoffs_of(legal, cards, meld_id)
            otherwise = Reason(Why.DOES_NOT_FIT, "BR-6", cards, meld_id)
        case _:
            return reason
    first = next(named, None)
    return otherwise if first is None else legal.why_not(first)


def _melds_of(law: Law, cards: tuple[Card, ...]) -> Iterator[Meld]:
    """The melds of exactly these cards."""
    # Melds of some of the cards are not even looked for: with many wilds there are millions.
    for shape in melds_in(law, tuple(sorted(cards)), shortest=max(3, len(cards))):
        if len(shape.cards) == len(cards):
            yield meld_action(shape)


def _layoffs_of(legal: LegalActions, cards: tuple[Card, ...], meld_id: str) -> Iterator[LayOff]:
    """The ways to lay exactly these cards off on the meld."""
    for meld in legal.view.melds:
        if meld.id == meld_id:
            every = tuple(sorted(cards))
            for laid, as_, low in layoffs_on(legal.law, meld, every, shortest=len(every)):
                if len(laid) == len(cards):
                    yield LayOff(laid, meld.id, as_, low)


def _told(view: PlayerView, reason: Reason, names: tuple[str, ...]) -> str:
    return explain_reason(titled_reason(reason, view.melds, names), view.rules, names, ids=False)


def take_offer(view: PlayerView, count: int, names: tuple[str, ...]) -> Offers:
    """What taking so many cards of the pile would mean (players look before they dig)."""
    legal = LegalActions(view)
    action = Take(count)
    reason = legal.why_not(action)
    taken = view.pile[max(0, len(view.pile) - count) :] if count > 0 else ()
    preview = f"Take {len(taken)}: {row(taken)}." if taken else ""
    if reason is not None:
        return Offers("", 0, (), _told(view, reason, names), preview)
    rest = rest_after_take(legal.law, view, count)
    if rest.owed:
        steps = settle(legal.law, rest) or ()
        named = [titled(step, view.melds, names) for step in steps]
        preview += f" {explain_plan(named, rest.owed)}."
    elif count == 1:
        preview += f" You may keep {card_sign(taken[0])}, but not discard it this turn."
    kept = [face for face in taken if face not in rest.owed]
    cost = sum(card_points(legal.law, face, on_table=False)[0] for face in kept)
    if cost and count > 1:
        preview += f" The rest costs you {cost} if you are caught with it."
    label = f"Take {len(taken)}" if len(taken) > 1 else f"Take {card_sign(taken[0])}"
    return Offers("", 0, (Offer(action, label, "", 0, ""),), "", preview)


def call_offers(view: PlayerView, names: tuple[str, ...]) -> tuple[Offer, ...]:
    """Calls the viewer may make now, a few at most: :func:`call_with` answers for any cards."""
    if view.phase is not Phase.CALLING or view.viewer not in view.may_act:
        return ()
    legal = LegalActions(view)
    found = [offer(view, action, names) for action in islice(legal.of(Call), MOST_READINGS)]
    return tuple(sorted(found, key=lambda each: -each.points))


def call_with(
    view: PlayerView, pile: tuple[Card, ...], cards: tuple[Card, ...], names: tuple[str, ...]
) -> Offers:
    """Every call of exactly these cards of the pile with exactly these of the hand; without any
    of the pile, of the discard (B-39, B-42)."""
    legal = LegalActions(view)
    called = pile or view.pile[-1:]
    # Asked as if nothing else lay in the pile and the hand; what is found is then asked for truly.
    alone = replace(view, pile=called, hand=tuple(sorted(cards)))
    exact = (
        call
        for call in calls(legal.law, alone, whole=True)
        if Counter(call.cards) == Counter(called) and Counter(call.hand) == Counter(cards)
    )
    found = tuple(
        offer(view, call, names) for call in islice(exact, MOST_READINGS) if call in legal
    )
    if found:
        return Offers("", 0, found, "", "")
    reason = legal.why_not(Call(called, hand=cards))
    if reason is not None and reason.why not in NO_MELD:
        return Offers("", 0, (), _told(view, reason, names), "")
    every = signs((*called, *cards))
    return Offers("", 0, (), f"{every} cannot be called: no meld takes it, and it makes none.", "")
