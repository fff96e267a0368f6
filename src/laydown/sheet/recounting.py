"""Whether a round entered by its cards can come to what was entered."""

from __future__ import annotations

from laydown.sheet.counting import Cards, count, ended, law_for, names_wild_rank, out_takes_hands
from laydown.sheet.entries import Entry
from laydown.sheet.values import Sheet


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
