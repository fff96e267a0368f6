"""Laws of records, over all accepted rules: what is written in any form leads to the same match."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.laws.matches import first_move
from tests.laws.walks import random_move
from tests.strategies import rules

from laydown.engine.actions import Move
from laydown.engine.match import Match, new_match, play_match
from laydown.engine.view import view
from laydown.record.explain import explain_move
from laydown.record.facts import round_after
from laydown.record.jsonl import dumps, load
from laydown.record.notation import moves_text, parse_moves
from laydown.record.record import Header, Record
from laydown.record.seats import dumps_seat, load_seat, seat_record
from laydown.record.textform import from_toml, to_toml
from laydown.rules.rules import Rules

MOST_MOVES = 150
"""A record may stop in the middle of a round; longer ones show nothing new."""

law = settings(
    max_examples=20,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
seeds = st.integers(0, 2**32)


def random_record(options: Rules, seed: int) -> tuple[Record, list[Match]]:
    """The beginning of a random match, with every position of it."""
    rng = random.Random(seed)
    positions = [new_match(options)]
    moves: list[Move] = []
    while len(moves) < MOST_MOVES and not positions[-1].is_over and len(positions[-1].results) < 2:
        match = positions[-1]
        move = first_move(options, rng) if match.round is None else random_move(match.round, rng)
        moves.append(move)
        positions.append(play_match(match, move))
    names = tuple(f"Player {seat + 1}" for seat in range(options.setup.players))
    return Record(Header(rules=options, seats=names), tuple(moves)), positions


@law
@given(options=rules(), seed=seeds)
def test_every_form_replays_to_the_same_positions(options: Rules, seed: int) -> None:
    record, positions = random_record(options, seed)
    for loaded in (load(dumps(record)), from_toml(to_toml(record))):
        assert loaded.header == record.header
        assert [match for _, match in loaded.positions()] == positions
    assert parse_moves(moves_text(record.moves), strict=True) == record.moves


@law
@given(options=rules(), seed=seeds)
def test_one_seats_record_gives_back_its_views(options: Rules, seed: int) -> None:
    record, positions = random_record(options, seed)
    seat = seed % options.setup.players
    loaded = load_seat(dumps_seat(seat_record(record, seat)))
    assert loaded.header.seen_by == seat
    for (_, seen), before, after in zip(loaded.views(), positions[:-1], positions[1:], strict=True):
        round_ = round_after(before, after)
        assert seen == (None if round_ is None else view(round_, seat))


@law
@given(options=rules(), seed=seeds)
def test_every_move_has_its_sentence(options: Rules, seed: int) -> None:
    record, positions = random_record(options, seed)
    names = record.header.seats
    for move, before, after in zip(record.moves, positions[:-1], positions[1:], strict=True):
        now = round_after(before, after)
        said = explain_move(
            move,
            names,
            before=None if before.round is None else view(before.round, None),
            after=None if now is None else view(now, None),
        )
        if move.seat >= 0:
            assert said.startswith(names[move.seat])
        assert "  " not in said
