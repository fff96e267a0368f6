"""What cards are worth and what a round scores, as line items."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from laydown.cards import ACE, JACK, JOKER, QUEEN, TEN, Card, card
from laydown.engine.law import Law, law, partner_of
from laydown.engine.melds import MeldShape
from laydown.engine.state import NO_CARD, NO_SEAT, End, Ending, MeldKind, Phase, Round, TableMeld
from laydown.rules.options import Deadwood, GoingRummy, ScoringRule
from laydown.rules.rules import Rules

QUEEN_OF_SPADES = card(QUEEN, 0)
JOKER_IN_HAND = 15
"""A joker that counts as what it represents represents nothing in a hand (RJ-6)."""


class Place(StrEnum):
    """Where a scored card lies."""

    TABLE = "table"
    REAL = "real"
    """before the seat, as the real card for a wild"""
    HAND = "hand"
    TAKEN = "taken"
    """in another hand, and given to the seat that went out"""
    BONUS = "bonus"
    """no card: going rummy"""


class LineWhy(StrEnum):
    """Why a line counts what it counts."""

    PLAIN = "plain"
    PIP = "pip"
    """2–9 count alike (`pip_value`)"""
    LOW_ACE = "low_ace"
    ACE = "ace"
    WILD = "wild"
    WILD_ACE = "wild_ace"
    JOKER = "joker"
    JOKER_AS = "joker_as"
    """counts as the card it stands for"""
    QUEEN_OF_SPADES = "queen_of_spades"
    GOING_RUMMY = "going_rummy"


class Line(msgspec.Struct, frozen=True):
    """One card in the score of one seat.

    `worth` is the card's value, never negative; `points` what it does to the seat's score: the
    worth, its negative, or 0 where the rules do not count it. `holder` is the seat whose hand a
    TAKEN card lies in, else the seat itself.
    """

    seat: int
    card: Card
    stands: Card
    place: Place
    meld: str
    holder: int
    worth: int
    points: int
    why: LineWhy


class RoundScore(msgspec.Struct, frozen=True):
    """A round's score, line by line."""

    players: int
    lines: tuple[Line, ...]

    def of(self, seat: int) -> tuple[Line, ...]:
        """The lines of one seat."""
        return tuple(line for line in self.lines if line.seat == seat)

    def total(self, seat: int) -> int:
        """What the round adds to the seat's total."""
        return sum(line.points for line in self.lines if line.seat == seat)

    @property
    def totals(self) -> tuple[int, ...]:
        """By seat, what the round adds."""
        return tuple(self.total(seat) for seat in range(self.players))

    def table(self, seat: int) -> int:
        """What the seat's cards on the table count."""
        return sum(
            line.points
            for line in self.lines
            if line.seat == seat and line.place in (Place.TABLE, Place.REAL)
        )

    def in_hand(self, seat: int) -> int:
        """What the cards left in the seat's hand are worth, never negative."""
        return sum(
            line.worth for line in self.lines if line.seat == seat and line.place is Place.HAND
        )


def card_points(
    law: Law, face: Card, stands: Card = NO_CARD, *, on_table: bool, low_ace: bool = False
) -> tuple[int, LineWhy]:
    """What one card counts and why. `low_ace`: it lies at the low end of a run (B-12)."""
    values = law.rules.scoring
    if face == JOKER:
        if values.joker_value != "as_represented":
            return values.joker_value, LineWhy.JOKER
        if not on_table or stands in (NO_CARD, JOKER):
            return JOKER_IN_HAND, LineWhy.JOKER
        points, _ = _natural_points(law, stands, on_table=True, low_ace=low_ace)
        return points, LineWhy.JOKER_AS
    if law.is_wild[face]:
        if face % 13 == ACE:
            return values.wild_ace_value, LineWhy.WILD_ACE
        return values.wild_value, LineWhy.WILD
    return _natural_points(law, face, on_table=on_table, low_ace=low_ace)


def _natural_points(law: Law, face: Card, *, on_table: bool, low_ace: bool) -> tuple[int, LineWhy]:
    values = law.rules.scoring
    rank = face % 13
    if rank == ACE:
        if not on_table:
            held = values.ace_in_hand
            return (values.ace_elsewhere_on_table if held == "as_on_table" else held), LineWhy.ACE
        if low_ace and values.ace_in_low_run != "as_elsewhere":
            return values.ace_in_low_run, LineWhy.LOW_ACE
        return values.ace_elsewhere_on_table, LineWhy.ACE
    if face == QUEEN_OF_SPADES and values.queen_of_spades != 10:
        return values.queen_of_spades, LineWhy.QUEEN_OF_SPADES
    if rank >= JACK:
        return 10, LineWhy.PLAIN
    if rank == TEN:
        return values.ten, LineWhy.PLAIN
    if values.pip_value == "face":
        return rank + 1, LineWhy.PLAIN
    return values.pip_value, LineWhy.PIP


def meld_points(law: Law, shape: MeldShape) -> int:
    """What a meld counts on the table; 0 where the table counts for nobody."""
    if law.rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
        return 0
    total = 0
    for i, (face, stands) in enumerate(zip(shape.cards, shape.stands, strict=True)):
        low = i == 0 and shape.kind is MeldKind.RUN
        total += card_points(law, face, stands, on_table=True, low_ace=low)[0]
    return total


def score(round_: Round) -> RoundScore:
    """The score of a finished round; `ValueError` before its end."""
    if round_.phase is not Phase.OVER or round_.end is None:
        raise ValueError("a round is scored when it is over")
    return score_parts(
        round_.rules,
        decks=round_.decks,
        wild_rank=round_.wild_rank,
        melds=round_.melds,
        hands=round_.hands,
        end=round_.end,
    )


def score_parts(
    rules: Rules,
    *,
    decks: int,
    wild_rank: int,
    melds: tuple[TableMeld, ...],
    hands: tuple[tuple[Card, ...], ...],
    end: End,
) -> RoundScore:
    """The score of a table, the hands and the way a round ended: nothing else counts."""
    facts = law(rules, decks=decks, wild_rank=wild_rank)
    lines: list[Line] = []
    if end.how is not Ending.VOID:
        if rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS:
            lines += table_lines(facts, melds)
        lines += _hand_lines(facts, hands, end)
        lines += _out_lines(facts, hands, end)
    return RoundScore(len(hands), tuple(lines))


def table_lines(law: Law, melds: tuple[TableMeld, ...]) -> Iterator[Line]:
    """A line for every card on the table, for the seat it counts for."""
    for meld in melds:
        for i, (face, stands) in enumerate(zip(meld.cards, meld.stands, strict=True)):
            low = i == 0 and meld.kind is MeldKind.RUN
            points, why = card_points(law, face, stands, on_table=True, low_ace=low)
            seat = meld.seats[i]
            yield Line(seat, face, stands, Place.TABLE, meld.id, seat, points, points, why)
        for real in meld.reals:
            points, why = card_points(law, real.card, on_table=True)
            yield Line(
                real.seat, real.card, real.card, Place.REAL, meld.id, real.seat, points, points, why
            )


def _hand_lines(law: Law, hands: tuple[tuple[Card, ...], ...], end: End) -> Iterator[Line]:
    """The cards left in hand, which count against their holder where the rules say so."""
    sign = -1 if _hand_counts_against(law.rules, end) else 0
    for seat, hand in enumerate(hands):
        for face in hand:
            worth, why = card_points(law, face, on_table=False)
            yield Line(seat, face, face, Place.HAND, "", seat, worth, sign * worth, why)


def _hand_counts_against(rules: Rules, end: End) -> bool:
    values = rules.scoring
    if end.how is not Ending.OUT and not values.stock_out_hand_penalty:
        return False
    match values.scoring:
        case ScoringRule.TABLE_MINUS_HAND:
            return True
        case ScoringRule.MELDS_PLUS_OUT_BONUS:
            return values.deadwood is Deadwood.SUBTRACT_OWN
        case _:
            return False


def _out_lines(law: Law, hands: tuple[tuple[Card, ...], ...], end: End) -> Iterator[Line]:
    """The other hands, given to who went out, and what going rummy adds (BR-10, K5-12)."""
    rules = law.rules
    gives = rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS or (
        rules.scoring.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS
        and rules.scoring.deadwood is Deadwood.TO_WINNER
    )
    if not gives or end.how is not Ending.OUT or end.out == NO_SEAT:
        return
    total = 0
    for seat, hand in enumerate(hands):
        if seat in (end.out, partner_of(rules, end.out)):
            continue
        for face in hand:
            worth, why = card_points(law, face, on_table=False)
            total += worth
            yield Line(end.out, face, face, Place.TAKEN, "", seat, worth, worth, why)
    extra = going_rummy_bonus(rules, total) if end.going_rummy else 0
    if extra:
        yield Line(
            end.out, NO_CARD, NO_CARD, Place.BONUS, "", end.out, extra, extra, LineWhy.GOING_RUMMY
        )


def going_rummy_bonus(rules: Rules, total: int) -> int:
    """What going rummy adds to the value of the other hands (B-38)."""
    if rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS:
        return 0
    match rules.going_out.going_rummy:
        case GoingRummy.DOUBLE:
            return total
        case GoingRummy.FLAT10:
            return 10
        case _:
            return 0
