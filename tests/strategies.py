"""Hypothesis strategies over the whole space of rules.

A new option needs nothing here: what it may hold is read from its declaration.
"""

from __future__ import annotations

from functools import cache

from hypothesis import assume
from hypothesis import strategies as st

from laydown.cards import RANKS
from laydown.rules.catalogue import OPTIONS, replaced
from laydown.rules.games import GAMES
from laydown.rules.kinds import (
    BySeats,
    Choices,
    Number,
    RankList,
    RankMap,
    SeatMap,
    Switch,
    Value,
    by_seats,
)
from laydown.rules.options import Teams
from laydown.rules.rules import Rules

SEATS = range(2, 9)
_USUAL = 20
"""Numbers above this come up seldom: few tables play them, and rounds get long."""


def _numbers(low: int, high: int, likely: tuple[int, ...] = ()) -> st.SearchStrategy[int]:
    """Mostly small or likely numbers, seldom extremes."""
    usual = st.integers(low, min(high, low + _USUAL))
    named = st.sampled_from(likely) if likely else usual
    extreme = st.one_of(st.sampled_from((low, high)), st.integers(low, high))
    return st.integers(0, 15).flatmap(
        lambda luck: extreme if luck == 15 else named if luck >= 8 else usual
    )


def _maps(kind: SeatMap, most: int) -> st.SearchStrategy[BySeats]:
    number = _numbers(kind.low, min(kind.high, most), tuple(range(kind.low, min(kind.high, most))))
    starts = st.sets(st.sampled_from(SEATS), max_size=3).map(lambda more: sorted({2, *more}))
    partly = st.sets(st.sampled_from(SEATS), min_size=1, max_size=3).map(sorted)
    return st.integers(0, 9).flatmap(
        lambda luck: (partly if luck == 9 else starts).flatmap(
            lambda seats: st.tuples(*(st.tuples(st.just(seat), number) for seat in seats))
        )
    )


def _ranks() -> st.SearchStrategy[str]:
    few = st.sets(st.sampled_from(RANKS), max_size=3)
    many = st.sets(st.sampled_from(RANKS), max_size=12)
    chosen = st.integers(0, 9).flatmap(lambda luck: many if luck == 9 else few)
    return chosen.map(lambda names: "".join(rank for rank in RANKS if rank in names))


@cache
def values_of(name: str) -> st.SearchStrategy[Value]:
    """Every value that one option can hold, usual ones more often."""
    kind = OPTIONS[name].kind
    if isinstance(kind, Choices):
        return st.sampled_from(list(kind.of))
    if isinstance(kind, Switch):
        return st.booleans()
    if isinstance(kind, SeatMap):
        return _maps(kind, 15)
    if isinstance(kind, RankMap):
        return st.tuples(*(_numbers(kind.low, kind.high, (rank + 1,)) for rank in range(13)))
    if isinstance(kind, RankList):
        return _ranks()
    assert isinstance(kind, Number), f"no strategy for {name}"
    offered = tuple(each for each in OPTIONS[name].about.offered if isinstance(each, int))
    numbers: st.SearchStrategy[Value] = (
        st.sampled_from(kind.only) if kind.only else _numbers(kind.low, kind.high, offered)
    )
    words: list[Value] = [kind.word] if kind.word else []
    words += [None] if kind.nothing else []
    return st.one_of(numbers, st.sampled_from(words)) if words else numbers


_CHANGEABLE = [name for name in OPTIONS if name not in ("players", "seats_from", "seats_to")]


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Rules with any value in every option, whether they can be played or not."""
    return replaced(Rules(), {name: draw(values_of(name)) for name in OPTIONS})


@st.composite
def rules(
    draw: st.DrawFn,
    *,
    games: tuple[str, ...] = tuple(GAMES),
    most_changes: int = len(_CHANGEABLE),
    players: int | None = None,
) -> Rules:
    """Accepted rules: a game with any options changed, for any number of players.

    Mostly a handful of options differ from the game, sometimes all. Where the changes cannot be
    played together, those to blame are taken back, so that little is thrown away.
    """
    base = GAMES[draw(st.sampled_from(games))].rules
    seats = draw(st.sampled_from(SEATS)) if players is None else players
    in_pairs = seats == 4 and draw(st.integers(0, 2)) == 2
    setup = base.setup
    values: dict[str, Value] = {
        "players": seats,
        "seats_from": draw(st.sampled_from((min(setup.seats_from, seats), seats, 2))),
        "seats_to": draw(st.sampled_from((max(setup.seats_to, seats), seats, 8))),
    }
    few = st.integers(0, min(6, most_changes))
    size = draw(st.integers(0, 9).flatmap(lambda luck: few if luck < 7 else st.just(most_changes)))
    names = (
        draw(st.lists(st.sampled_from(_CHANGEABLE), unique=True, min_size=size, max_size=size))
        if size < len(_CHANGEABLE)
        else _CHANGEABLE
    )
    values |= {name: draw(values_of(name)) for name in names}
    if in_pairs and most_changes:
        values["teams"] = Teams.PAIRS
    return _playable(base, values)


def _playable(base: Rules, values: dict[str, Value]) -> Rules:
    """The rules with the values, less those that problems blame."""
    kept = dict(values)
    while True:
        made = replaced(base, kept)
        problems = made.problems()
        if not problems:
            return made
        blamed = {name for problem in problems for name in problem.options}
        blamed -= {"players", "seats_from", "seats_to"}
        if blamed.isdisjoint(kept):
            break
        kept = {name: value for name, value in kept.items() if name not in blamed}
    # The game itself is not for so many: a second pack and hands of seven always are.
    seats = made.setup.players
    if by_seats(made.setup.decks, seats) != 2:
        kept |= {"decks": ((2, 2),)}
    if not replaced(base, kept).problems():
        return replaced(base, kept)
    kept |= {"deal_mode": Rules().setup.deal_mode, "deal_fixed": ((2, 7),)}
    made = replaced(base, kept)
    assume(not made.problems())
    return made
