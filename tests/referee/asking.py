"""Asking the referee what an adjudication case asks."""

from __future__ import annotations

import msgspec

from laydown.cases.options import seats_and_rules
from laydown.cases.schema import (
    AskIsMeld,
    AskLegal,
    AskMeldPoints,
    AskSequence,
    Cards,
    Case,
    Do,
    DoCall,
    DoDiscard,
    DoDrawPile,
    DoLayOff,
    GivenMeld,
)
from laydown.cases.tokens import read_card, read_cards, words
from laydown.referee import Asked, AskedMeld, Kind, Question, read_question
from laydown.rules.rules import Rules

UNTOLD = ("reals", "floating", "scores", "recycles_so_far", "rounds_without_table_action")
"""What a situation may tell that no question to the referee can."""


def question_of(case: Case) -> Question | None:
    """The case as a question to the referee; None where it asks or tells something else."""
    if not isinstance(case.ask, AskIsMeld | AskMeldPoints | AskLegal | AskSequence):
        return None
    _, rules = seats_and_rules(case)
    wild = "" if case.situation.wild_rank is None else str(case.situation.wild_rank)
    match case.ask:
        case AskIsMeld(cards=cards) | AskMeldPoints(cards=cards):
            return read_question(Asked(kind=Kind.MELD, cards=text(cards), wild=wild), rules)
        case AskLegal(by=by, action=action):
            return _legal(case, str(by), action, rules)
        case AskSequence(by=by, actions=(action,)):
            return _legal(case, str(by), action, rules)
        case _:
            return None


def text(cards: Cards) -> str:
    return " ".join(words(cards))


def _legal(case: Case, by: str, action: Do, rules: Rules) -> Question | None:
    here = case.situation
    hand = here.hands.get(by)
    if any(getattr(here, name) for name in UNTOLD) or here.window_closed:
        return None
    if here.to_act is not None and str(here.to_act) != by and not isinstance(action, DoCall):
        return None
    if any("@" in text(meld.cards) for meld in here.melds):
        return None
    if isinstance(hand, int):
        if not isinstance(action, DoCall):
            return None
        hand = None
    numbers = {meld.id: number for number, meld in enumerate(here.melds, 1)}
    asked = Asked(
        kind=Kind.MELD,
        hand=text(hand or ""),
        melds=tuple(_meld(meld, by) for meld in here.melds),
        pile="" if here.pile is None or isinstance(here.pile, int) else text(here.pile),
        stock=here.stock not in (0, "", ()),
        wild="" if here.wild_rank is None else str(here.wild_rank),
        melded=here.melded is not None and by in map(str, here.melded),
        took=text(here.drawn.cards or "") if here.drawn and here.drawn.from_ == "pile" else "",
    )
    match action:
        case DoLayOff(to=to) if to in numbers and hand is not None:
            cards = text(action.cards or action.card or "")
            return _read(asked, rules, Kind.LAYOFF, cards, numbers[to])
        case DoDiscard(card=card) if hand is not None and read_card(card) in read_cards(hand):
            return _read(asked, rules, Kind.DISCARD, card, 1)
        case DoDrawPile(down_to=str(card)) if hand and asked.pile and here.drawn is None:
            pile = read_cards(asked.pile)
            if read_card(card) not in pile:
                return None
            found = read_question(asked, rules)
            take = 1 + pile[::-1].index(read_card(card))
            return _changed(found, kind=Kind.DIG, take=take)
        case DoCall(to=to, card=str(card), with_=None, real=False, as_=None) if (
            to in numbers and here.last_discard is not None
        ):
            found = _read(asked, rules, Kind.CALL, card, numbers[to])
            if str(here.last_discard.by) == by:
                return _changed(found, window="own")
            if here.hand_over:
                return _changed(found, window="out")
            return found
        case _:
            return None


def _meld(meld: GivenMeld, by: str) -> AskedMeld:
    return AskedMeld(text(meld.cards), mine=str(meld.owner) == by)


def _read(asked: Asked, rules: Rules, kind: Kind, cards: str, onto: int) -> Question:
    return read_question(msgspec.structs.replace(asked, kind=kind, cards=cards, onto=onto), rules)


def _changed(question: Question, **changes: object) -> Question:
    return msgspec.structs.replace(question, **changes)
