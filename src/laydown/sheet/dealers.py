"""Who deals and who starts each round of a sheet, and what the next deal needs."""

from __future__ import annotations

import msgspec

from laydown.engine.dealing import decks_for
from laydown.rules.kinds import by_seats
from laydown.rules.options import DealMode, FirstDealer
from laydown.sheet.reckoning import rules_for
from laydown.sheet.values import NOBODY, Sheet

_FIRST = {
    FirstDealer.CUT_LOW: "Everybody draws a card, and the lowest deals first",
    FirstDealer.RANDOM: "Draw lots for who deals first",
    FirstDealer.HOST: "The host says who deals first",
}


class Deal(msgspec.Struct, frozen=True):
    """What the next round needs. `cards` each, 0 where the upcards say."""

    round: int
    dealer: int
    starts: int
    cards: int
    decks: int
    text: str


def dealers(sheet: Sheet, rounds: int) -> tuple[int, ...]:
    """By round, the column that deals: it passes to the left, past those who do not play, from
    whoever dealt last; `NOBODY` until somebody says who dealt first."""
    found: list[int] = []
    last = NOBODY
    for number in range(1, rounds + 1):
        said = sheet.row(number).dealer
        if said is not None:
            last = said
        elif last == NOBODY:
            dealer = sheet.dealer
            absent = dealer != NOBODY and not sheet.columns[dealer].plays(number)
            last = after(sheet, dealer, number) if absent else dealer
        else:
            last = after(sheet, last, number)
        found.append(last)
    return tuple(found)


def after(sheet: Sheet, column: int, round_: int) -> int:
    """Who sits next to the left of this column and plays the round."""
    order = [each.id for each in sheet.seated]
    if column not in order:
        return NOBODY
    place = order.index(column)
    for step in range(1, len(order) + 1):
        next_ = order[(place + step) % len(order)]
        if sheet.columns[next_].plays(round_):
            return next_
    return NOBODY


def next_deal(sheet: Sheet) -> Deal:
    """The next round: who deals and starts, how many cards and packs."""
    number = sheet.next_round()
    dealer = dealers(sheet, number)[-1]
    starts = NOBODY if dealer == NOBODY else after(sheet, dealer, number)
    players = sum(column.plays(number) for column in sheet.seated)
    rules = rules_for(sheet, players)
    upcards = rules.setup.deal_mode is DealMode.UPCARD
    cards = 0 if upcards else by_seats(rules.setup.deal_fixed, players) or 0
    decks = decks_for(rules)
    drawn = sheet.by_lot and number == 1 and sheet.row(1).dealer is None
    text = _text(sheet, players, dealer, starts, drawn=drawn)
    return Deal(number, dealer, starts, cards, decks, text)


def _text(sheet: Sheet, players: int, dealer: int, starts: int, *, drawn: bool) -> str:
    rules = rules_for(sheet, players)
    setup = rules.setup
    if dealer == NOBODY and (sheet.paper or sheet.next_round() > 1):
        parts = []
    elif dealer == NOBODY:
        parts = [_FIRST[setup.first_dealer]]
    else:
        lots = " (drawn by lot)" if drawn else ""
        parts = [
            f"{sheet.columns[dealer].name} deals{lots}",
            f"{sheet.columns[starts].name} starts",
        ]
    cards = by_seats(setup.deal_fixed, players)
    if setup.deal_mode is DealMode.UPCARD:
        parts.append("the upcards say how many cards each gets")
    elif cards:
        parts.append(f"{cards} cards each")
    decks = decks_for(rules)
    parts.append(f"{decks} pack{'' if decks == 1 else 's'}")
    text = ", ".join(parts)
    if not setup.seats_from <= players <= setup.seats_to:
        text += f" (these rules are for {setup.seats_from} to {setup.seats_to} players)"
    return text
