"""Rounds set up by hand, for tests that speak of one clause."""

from __future__ import annotations

from typing import Any

import msgspec

from laydown.cards import RANKS, Card, parse_card, parse_cards
from laydown.engine.actions import Move, PlayerAction
from laydown.engine.dealing import new_round
from laydown.engine.errors import Reason, Why
from laydown.engine.game import play, why_not
from laydown.engine.legal import LegalActions
from laydown.engine.state import MeldKind, Phase, Round, TableMeld, Turn
from laydown.engine.view import view
from laydown.rules.rules import Rules


def pairs(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Cards and what they stand for, from ``6C X=7C 8C``."""
    tokens = [token.partition("=") for token in text.split()]
    cards = tuple(parse_card(face) for face, _, _ in tokens)
    return cards, tuple(parse_card(stand or face) for face, _, stand in tokens)


def lying(number: int, owner: int, text: str) -> TableMeld:
    """A meld on the table, all of it the owner's."""
    cards, stands = pairs(text)
    one_rank = len({face % 13 for face in stands}) == 1
    kind = MeldKind.SET if one_rank else MeldKind.RUN
    return TableMeld(f"M{number}", kind, owner, cards, stands, (owner,) * len(cards))


def table(
    rules: Rules,
    *hands: str,
    pile: str = "",
    stock: str = "",
    melds: tuple[tuple[int, str], ...] = (),
    phase: Phase = Phase.DRAW,
    seat: int = 0,
    wild: str = "",
    **fields: Any,
) -> Round:
    """A round with these hands by seat; `melds` are (owner, cards), M1 first."""
    rules = msgspec.structs.replace(
        rules, setup=msgspec.structs.replace(rules.setup, players=len(hands))
    )
    on_table = tuple(lying(i + 1, owner, text) for i, (owner, text) in enumerate(melds))
    owners = tuple(any(owner == at for owner, _ in melds) for at in range(len(hands)))
    values: dict[str, Any] = {
        "phase": phase,
        "seat": seat,
        "hands": tuple(tuple(sorted(parse_cards(hand))) for hand in hands),
        "pile": parse_cards(pile),
        "stock": parse_cards(stock),
        "melds": on_table,
        "laid_melds": len(on_table),
        "melded": owners,
        "laid": owners,
        "wild_rank": RANKS.index(wild) if wild else -1,
        "turn": Turn(fresh=not owners[seat]),
        **fields,
    }
    return msgspec.structs.replace(new_round(rules, len(hands) - 1), **values)


def refused(round_: Round, action: PlayerAction, *, seat: int = 0) -> Why | None:
    """Why the seat's action is refused, None where it is legal."""
    reason: Reason | None = why_not(round_, Move(seat, action))
    return None if reason is None else reason.why


def played(round_: Round, *actions: PlayerAction, seat: int = 0) -> Round:
    """The round after these actions of one seat."""
    for action in actions:
        round_ = play(round_, Move(seat, action))
    return round_


def legal(round_: Round, seat: int = 0) -> LegalActions:
    """What the seat may do."""
    return LegalActions(view(round_, seat))
