"""Runs while they are built card by card: what may become of them at one card.

Runs are built of naturals with gaps. A wild is paid where a gap is crossed, or where a run is
closed too short; a run on the table goes on being built at both of its ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from laydown.engine.law import NO_CAP, Law

WIDEST_GAP = 3
"""More wilds in a row never help: they make up two melds as well."""
ENOUGH = 99
"""More than there ever is of anything."""


class RunKey(NamedTuple):
    """What matters of a run that is being built, or of the upper end of one on the table."""

    length: int
    """up to three, or to the most a run may have where that is few"""
    gap: int
    """places passed since its last natural"""
    table: str
    """not empty for a run on the table"""
    naturals: int
    """up to those a meld needs"""
    wilds: int
    """counted only where there is a cap"""


class Spot(NamedTuple):
    """What a transition hangs on besides the open runs."""

    have: int
    owed: int
    after: tuple[int, int]
    """how many there are of the next two cards, where no wild can help"""
    reals: int
    """wilds on the table for which this card may lie"""
    joins: int
    """runs on the table that begin here"""
    next_joins: tuple[int, int]
    """and at the next two places"""
    in_pack: bool
    is_wild: bool
    high: bool
    """aces above a king: they go to no set"""
    is_last: bool
    """no run goes beyond this place"""


class Step(NamedTuple):
    """What may be done with the copies of one card."""

    runs: tuple[RunKey, ...]
    origins: tuple[int, ...]
    """for each of the runs, which of those before it was; -1: begun here"""
    joined: tuple[int, ...]
    closed: tuple[int, ...]
    sets: int
    """copies that go to sets"""
    reals: int
    naturals: int
    """copies that are used in all"""
    wilds: int
    """wilds that are paid"""
    room: int
    """for more wilds, in runs that are closed"""
    melds: int
    keeps: bool
    """a copy stays in the hand"""


def closing(law: Law, need: int, run: RunKey) -> tuple[int, int, int] | None:
    """Wilds to pay, room for more and new melds where a run is closed; None where it cannot be."""
    if run.table:
        return 0, 0, 0
    missing = max(0, 3 - run.length)
    if run.naturals < need:
        return None
    room = law.run_max - max(3, run.length)
    if law.cap < NO_CAP:
        if run.wilds + missing > law.cap:
            return None
        room = min(room, law.cap - run.wilds - missing)
    return missing, room, 1


@lru_cache(maxsize=65536)
def steps_at(
    law: Law, longest: int, need: int, wilds: int, runs: tuple[RunKey, ...], spot: Spot
) -> tuple[Step, ...]:
    """Everything that may be done with the copies of one card while these runs are open."""
    found: dict[object, Step] = {}
    some = spot.have if law.runs else 0
    own = int(law.cap < NO_CAP and spot.is_wild)
    for led in _ways_on(law, longest, need, wilds, runs, spot):
        for fresh in range(some - led.on + 1):
            if fresh and own > law.cap:
                break
            begun = RunKey(1, 0, "", min(1, need), own)
            all_runs = sorted([*led.now, *[(begun, -1)] * fresh])
            keys = tuple([key for key, _ in all_runs])
            if not _can_go_on(keys, spot):
                break
            origins = tuple([origin for _, origin in all_runs])
            left = spot.have - led.on - fresh
            for reals in range(min(spot.reals, left) + 1):
                for sets in range(1 if spot.high else left - reals + 1):
                    used = led.on + fresh + reals + sets
                    if used < spot.owed:
                        continue
                    step = Step(
                        keys,
                        origins,
                        led.joined,
                        led.closed,
                        sets,
                        reals,
                        used,
                        led.paid,
                        led.room,
                        led.melds,
                        used < spot.have and not (spot.is_wild or spot.high),
                    )
                    found.setdefault((keys, sets, used, led.paid, led.room, led.melds), step)
    order = sorted(found.values(), key=lambda step: (step.wilds, step.melds))
    return tuple(order)


class _Led(NamedTuple):
    """What becomes of the runs that were open: those that stay so, and what the others cost."""

    now: tuple[tuple[RunKey, int], ...] = ()
    joined: tuple[int, ...] = ()
    closed: tuple[int, ...] = ()
    on: int = 0
    paid: int = 0
    promised: int = 0
    """wilds that the runs which stay open cost at the least"""
    room: int = 0
    melds: int = 0


def _ways_on(
    law: Law, longest: int, need: int, wilds: int, runs: tuple[RunKey, ...], spot: Spot
) -> list[_Led]:
    """Every way to go on with the open runs, those alike once."""
    ways = [_Led()]
    for i, run in enumerate(runs):
        found: dict[object, _Led] = {}
        for way in ways:
            for led in _fates(law, longest, need, wilds, run, i, way, spot):
                if led.paid + led.promised <= wilds:
                    keys = tuple(sorted([key for key, _ in led.now]))
                    alike = (keys, led.on, len(led.joined), led.paid, led.room, led.melds)
                    found.setdefault(alike, led)
        ways = list(found.values())
    return ways


def _fates(
    law: Law, longest: int, need: int, wilds: int, run: RunKey, i: int, way: _Led, spot: Spot
) -> Iterator[_Led]:
    """What may become of one open run: it goes on, joins one on the table, closes or is left."""
    if spot.in_pack and way.on < spot.have:
        length = run.length + run.gap + 1
        own = run.wilds + run.gap + spot.is_wild if law.cap < NO_CAP else 0
        if length <= law.run_max and own <= law.cap:
            naturals = min(need, run.naturals + 1)
            longer = RunKey(min(longest, length), 0, run.table, naturals, own)
            yield way._replace(now=(*way.now, (longer, i)), on=way.on + 1, paid=way.paid + run.gap)
    if len(way.joined) < spot.joins and not run.table:
        yield way._replace(joined=(*way.joined, i), paid=way.paid + run.gap)
    cost = closing(law, need, run)
    if cost is not None:
        yield way._replace(
            closed=(*way.closed, i),
            paid=way.paid + cost[0],
            room=way.room + cost[1],
            melds=way.melds + cost[2],
        )
    if spot.in_pack and run.gap < min(wilds, WIDEST_GAP) and not spot.is_last:
        missing = 0 if run.table else max(0, min(3 - run.length, run.gap + 1))
        left = run._replace(gap=run.gap + 1)
        yield way._replace(now=(*way.now, (left, i)), promised=way.promised + missing)


def _can_go_on(runs: tuple[RunKey, ...], spot: Spot) -> bool:
    """Without a wild, the runs that are too short find the next cards, as far as two ahead."""
    one, two = spot.after
    if one == ENOUGH or not runs:
        return True
    short = [run for run in runs if run.length < 3 and not run.table]
    ones = sum(run.length == 1 for run in short)
    return len(short) - spot.next_joins[0] <= one and ones - sum(spot.next_joins) <= two
