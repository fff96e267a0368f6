"""Sentences for option values that take more than filling in a number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from laydown.cards import RANKS
from laydown.rules.choices import ScoringRule, StockOut, UpcardAce
from laydown.rules.kinds import BySeats, RankMap, count_name

if TYPE_CHECKING:
    from laydown.rules.rules import Rules


def _players(value: BySeats, place: int) -> str:
    """``two players``, ``three or four``, ``five or more``: whom an entry of a map is for."""
    start = value[place][0]
    after = value[place + 1][0] if place + 1 < len(value) else None
    plural = " players" if place == 0 else ""
    if after is None:
        return f"{count_name(start)} or more{plural}"
    if after == start + 1:
        return f"{count_name(start)}{plural}"
    joint = "or" if after == start + 2 else "to"
    return f"{count_name(start)} {joint} {count_name(after - 1)}{plural}"


def deal_sentence(value: BySeats) -> str:
    """How many cards everybody gets, by players."""
    if len(value) == 1 and value[0][0] == 2:
        return f"Deal {_cards(value[0][1])} each."
    pieces = [
        f"{_cards(number) if place == 0 else number} each to {_players(value, place)}"
        for place, (_, number) in enumerate(value)
    ]
    return f"Deal {', '.join(pieces)}."


def decks_sentence(value: BySeats) -> str:
    """How many packs are shuffled together, by players."""
    if len(value) == 1 and value[0][0] == 2:
        return f"Play with {_packs(value[0][1])}."
    pieces = [
        f"{_packs(number) if place == 0 else count_name(number)} with {_players(value, place)}"
        for place, (_, number) in enumerate(value)
    ]
    return f"Play with {', '.join(pieces)}."


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"


def _packs(number: int) -> str:
    return f"{count_name(number)} pack{'' if number == 1 else 's'}"


UPCARD_NUMBERS = RankMap(1, 26)


def upcards_sentence(rules: Rules) -> str:
    """The ace may be named by an option of its own."""
    values = list(rules.setup.upcard_values)
    if rules.setup.upcard_ace is not UpcardAce.AS_LISTED:
        values[RANKS.index("A")] = int(rules.setup.upcard_ace)
    return UPCARD_NUMBERS.says(tuple(values))


def loop_sentence(rules: Rules) -> str:
    """When a round that goes nowhere ends, by what happens when the stock is empty (B-33)."""
    drawing = rules.drawing
    number = drawing.loop_guard
    if drawing.stock_out is StockOut.RECYCLE:
        times = "once" if number == 1 else f"{number} times"
        end = "the round ends"
        if rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
            end += " and nobody scores"
        return f"If nobody melds or lays off while the pile is turned {times}, {end}."
    rounds = "a round" if number == 1 else f"{number} rounds"
    return (
        f"If nobody melds or lays off through {rounds} of the table with the stock empty, the round"
        " ends."
    )
