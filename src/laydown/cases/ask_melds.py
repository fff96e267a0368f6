"""Questions about cards alone: is this a meld, what is it worth, what is this card worth."""

from __future__ import annotations

from laydown.cards import Card, card_text
from laydown.cases.compare import Facts
from laydown.cases.errors import BadCase, cut
from laydown.cases.options import seats_and_rules
from laydown.cases.schema import AskIsMeld, AskMeldPoints, AskValue, Case
from laydown.cases.tokens import faces_and_names, read_rank, read_token, read_tokens
from laydown.engine.dealing import decks_for
from laydown.engine.errors import Reason
from laydown.engine.law import Law, law
from laydown.engine.melds import read_meld
from laydown.engine.scoring import RoundScore, score_parts
from laydown.engine.state import End, Ending, MeldKind, TableMeld

_STOPPED = End(Ending.STOCK_EXHAUSTED)


def _law(case: Case) -> Law:
    _, rules = seats_and_rules(case)
    given = case.situation.wild_rank
    wild_rank = -1 if given is None else read_rank(given)
    return law(rules, decks=decks_for(rules), wild_rank=wild_rank)


def is_meld(case: Case, ask: AskIsMeld) -> Facts:
    """Whether the cards make a meld, and of which kind.

    How many copies of a card there are is not asked (B-27), only whether the pack has it at all.
    """
    facts = _law(case)
    cards, as_ = faces_and_names(read_tokens(ask.cards))
    if not all(facts.in_pack[face] for face in cards):
        return {"valid": False, "kind": None}
    shape = read_meld(facts, cards, as_)
    if isinstance(shape, Reason):
        return {"valid": False, "kind": None}
    return {"valid": True, "kind": str(shape.kind)}


def value(case: Case, ask: AskValue) -> Facts:
    """What one card counts on the table, in hand, and the difference for its player."""
    facts = _law(case)
    token = read_token(ask.card)
    _in_pack(facts, (token.card,))
    single = TableMeld("M1", MeldKind.SET, 0, (token.card,), (token.stands,), (0,))
    melded = _score(facts, (single,), ((), ()))
    held = _score(facts, (), ((token.card,), ()))
    found: Facts = {
        "points_melded": melded.table(0),
        "points_in_hand": held.in_hand(0),
        "swing": melded.total(0) - held.total(0),
    }
    if ask.where is not None:
        found["points"] = found[f"points_{ask.where}"]
    return found


def meld_points(case: Case, ask: AskMeldPoints) -> Facts:
    """What one meld counts on the table."""
    facts = _law(case)
    tokens = read_tokens(ask.cards)
    cards = tuple(token.card for token in tokens)
    _in_pack(facts, cards)
    shape = read_meld(facts, cards, tuple(token.stands for token in tokens))
    if isinstance(shape, Reason):
        raise BadCase(f"{cut(ask.cards)} is no meld: {shape.why} ({shape.clause})")
    if ask.kind is not None and shape.kind != ask.kind:
        raise BadCase(f"{cut(ask.cards)} is a {shape.kind}, not a {ask.kind}")
    meld = TableMeld("M1", shape.kind, 0, shape.cards, shape.stands, (0,) * len(cards))
    return {"points": _score(facts, (meld,), ((), ())).table(0)}


def _in_pack(facts: Law, cards: tuple[Card, ...]) -> None:
    for face in cards:
        if not facts.in_pack[face]:
            raise BadCase(f"the pack has no {card_text(face)}")


def _score(
    facts: Law, melds: tuple[TableMeld, ...], hands: tuple[tuple[Card, ...], ...]
) -> RoundScore:
    return score_parts(
        facts.rules,
        decks=facts.decks,
        wild_rank=facts.wild_rank,
        melds=melds,
        hands=hands,
        end=_STOPPED,
    )
