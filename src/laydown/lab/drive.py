"""Playing rounds and matches with players in the seats and a house for the shuffles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from laydown.engine.actions import HOUSE, Move
from laydown.engine.apply import apply
from laydown.engine.legal import LegalActions
from laydown.engine.match import Match, actors, apply_match
from laydown.engine.state import Phase, Round
from laydown.engine.view import may_act, view
from laydown.lab.house import House
from laydown.players.base import Player


def next_move(round_: Round, players: Sequence[Player], house: House) -> Move:
    """The move of the first of those who may act now."""
    seat = may_act(round_)[0]
    if seat == HOUSE:
        return house.answer_round(round_)
    seen = view(round_, seat)
    return Move(seat, players[seat].choose(seen, LegalActions(seen)))


def play_round(
    round_: Round,
    players: Sequence[Player],
    house: House,
    *,
    on_move: Callable[[Round, Move], None] | None = None,
) -> Round:
    """The round played to its end; `on_move` is told each position and the move made in it."""
    while round_.phase is not Phase.OVER:
        move = next_move(round_, players, house)
        if on_move is not None:
            on_move(round_, move)
        round_ = apply(round_, move)
    return round_


def play_out(
    match: Match,
    players: Sequence[Player],
    house: House,
    *,
    max_rounds: int,
    on_move: Callable[[Match, Move], None] | None = None,
) -> Match:
    """The match played until it is over or so many rounds are finished."""
    while actors(match) and len(match.results) < max_rounds:
        seat = actors(match)[0]
        if seat == HOUSE:
            move = house.answer(match)
        else:
            assert match.round is not None
            move = next_move(match.round, players, house)
        if on_move is not None:
            on_move(match, move)
        match = apply_match(match, move)
    return match
