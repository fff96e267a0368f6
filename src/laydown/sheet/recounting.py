"""Whether a round entered by its cards can come to what was entered."""

from __future__ import annotations

from functools import lru_cache

from laydown.engine.law import Law
from laydown.engine.state import End
from laydown.sheet.counting import Cards, count, ended, law_for, names_wild_rank, out_takes_hands
from laydown.sheet.entries import Entry
from laydown.sheet.values import NOBODY, Sheet


def why_not_counted(sheet: Sheet, round_: int, entry: Entry) -> str:
    """What the cards come to where it cannot be the points; empty where it can.

    How the round ended may be recorded later, so every way is tried; and who goes out may take
    cards that nobody counted. Without the wild rank of the round nothing can be said.
    """
    if entry.melded is None and entry.held is None:
        return ""
    row, rules = sheet.row(round_), sheet.rules_in(round_)
    if names_wild_rank(rules) and row.wild is None:
        return ""
    players = sum(column.plays(round_) for column in sheet.seated)
    law = law_for(rules, players=players, wild_rank=-1 if row.wild is None else row.wild)
    cards = [Cards(entry.melded or (), entry.held or ()), Cards()]
    plain = [count(law, cards, end).total(0) for end in (ended(out=1), ended())]
    out = count(law, cards, ended(out=0)).total(0)
    if entry.points in (*plain, out) or (out_takes_hands(rules) and entry.points > out):
        return ""
    return f"These cards come to {plain[0]}, not to {entry.points}."


def comes_to(sheet: Sheet, round_: int) -> int | None:
    """What a round comes to now for who went out and takes what the others hold, by the cards of
    all; None where that is what was entered, or where not everybody's cards are there (BR-10,
    K5-12). Others may be counted later, or corrected."""
    row, rules = sheet.row(round_), sheet.rules_in(round_)
    if row.out is None or row.out == NOBODY or row.is_struck or not out_takes_hands(rules):
        return None
    if not sheet.is_complete(round_) or (names_wild_rank(rules) and row.wild is None):
        return None
    places = [column.id for column in sheet.seated if row.cell(column.id).entry is not None]
    entries = [row.cell(column).entry for column in places]
    cards = tuple(
        Cards(entry.melded or (), entry.held or ())
        for entry in entries
        if entry is not None and (entry.melded is not None or entry.held is not None)
    )
    if row.out not in places or len(cards) < len(places):
        return None
    seat = places.index(row.out)
    law = law_for(rules, players=len(places), wild_rank=-1 if row.wild is None else row.wild)
    points = _points(law, cards, ended(out=seat, rummy=bool(row.rummy)), seat)
    entered = entries[seat]
    assert entered is not None
    return None if points == entered.points else points


@lru_cache(maxsize=1024)
def _points(law: Law, cards: tuple[Cards, ...], end: End, seat: int) -> int:
    return count(law, cards, end).total(seat)
