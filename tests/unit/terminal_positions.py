"""Positions for tests of the terminal: views laid by hand, as no deal would give them."""

from __future__ import annotations

import msgspec

from laydown.cards import JOKER, parse_cards
from laydown.engine.state import MeldKind, Phase, TableMeld, Turn
from laydown.engine.view import PlayerView
from laydown.rules.text import parse_rules


def meld(
    id_: str, cards: str, *, owner: int = 0, stands: str = "", seats: tuple[int, ...] = ()
) -> TableMeld:
    """A meld of the table; a set where all ranks are one, else a run."""
    faces = parse_cards(cards)
    meant = parse_cards(stands) if stands else faces
    ranks = {face % 13 for face in meant}
    kind = MeldKind.SET if len(ranks) == 1 else MeldKind.RUN
    return TableMeld(id_, kind, owner, faces, meant, seats or (owner,) * len(faces))


def position(
    rules: str = "rummy-500 players=3",
    *,
    hand: str,
    pile: str = "KD",
    melds: tuple[TableMeld, ...] = (),
    phase: Phase = Phase.PLAY,
    turn: Turn | None = None,
    wild_rank: int = -1,
    stock: int = 20,
    known: str = "",
) -> PlayerView:
    """The view of seat 0, whose turn it is unless a discard lies open to a call."""
    agreed = parse_rules(rules)
    players = agreed.setup.players
    cards = tuple(sorted(parse_cards(hand)))
    calling = phase is Phase.CALLING
    return PlayerView(
        rules=agreed,
        players=players,
        dealer=players - 1,
        decks=2 if JOKER in cards and players > 4 else 1,
        phase=phase,
        seat=1 if calling else 0,
        may_act=(0,),
        viewer=0,
        hand=cards,
        sizes=(len(cards), *(7,) * (players - 1)),
        stock_size=stock,
        pile=parse_cards(pile),
        melds=melds,
        turn=turn or Turn(),
        wild_rank=wild_rank,
        upcards=(),
        known=(tuple(sorted(parse_cards(known))), *((),) * (players - 1)),
        known_stock=(),
        melded=(True,) * players,
        laid=(True,) * players,
        floating=(False,) * players,
        due=2 if calling else -1,
        recycles=0,
        idle_recycles=0,
        idle_turns=0,
        laid_melds=len(melds),
        voids=0,
        end=None,
    )


def changed(view: PlayerView, **changes: object) -> PlayerView:
    """The view with some fields changed."""
    return msgspec.structs.replace(view, **changes)
