"""What the plain player reads off a view before it thinks: values, what is unseen, how long."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from laydown.cards import ACE, FACES, JOKER, Card
from laydown.engine.law import Law, law_of, partner_of
from laydown.engine.melds import accepts, run_span
from laydown.engine.scoring import card_points
from laydown.engine.state import MeldKind
from laydown.engine.view import PlayerView
from laydown.players.temper import Temper
from laydown.rules.options import (
    Deadwood,
    GoOut,
    PileDraw,
    ScoringRule,
    StockOut,
)


class Values:
    """What a face is worth under one law: to lay, to be caught with, in hand for who goes out.

    `lays` is the worth of getting the card out of the hand, in points of the score: what it
    counts on the table where the table counts, else what a shorter hand is worth. `low_ace` is
    `lays` for an ace at the low end. `costs` is what being caught with it loses.
    """

    __slots__ = ("costs", "held", "lays", "low_ace", "mean_held", "table_counts")

    def __init__(self, law: Law, temper: Temper) -> None:
        rules = law.rules.scoring
        faces = range(FACES)
        self.table_counts = rules.scoring is not ScoringRule.WINNER_TAKES_HANDS
        self.held = [card_points(law, face, on_table=False)[0] for face in faces]
        if self.table_counts:
            self.lays = [
                card_points(law, face, face, on_table=True)[0] + temper.tempo for face in faces
            ]
            ace = card_points(law, ACE, ACE, on_table=True, low_ace=True)[0]
            self.low_ace = ace + temper.tempo
        else:
            self.lays = [temper.race_tempo] * FACES
            self.low_ace = temper.race_tempo
        given = (
            rules.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS
            and rules.deadwood is Deadwood.TO_WINNER
        )
        share = temper.given_share if given else 1.0
        self.costs = [points * share for points in self.held]
        in_pack = [(law.copies[face], self.held[face]) for face in faces]
        self.mean_held = sum(n * points for n, points in in_pack) / sum(n for n, _ in in_pack)


@lru_cache(maxsize=1024)
def values_of(law: Law, temper: Temper) -> Values:
    """The values of a law, computed once."""
    return Values(law, temper)


class Facts:
    """What one view says, counted once for a whole decision."""

    __slots__ = (
        "deep_pile",
        "fits",
        "fits_mine",
        "floats",
        "law",
        "live",
        "near",
        "opponents",
        "price",
        "rate",
        "recycles",
        "risk",
        "temper",
        "turns",
        "unseen",
        "unseen_total",
        "values",
        "view",
        "wild_faces",
    )

    def __init__(self, view: PlayerView, temper: Temper) -> None:
        self.view = view
        self.temper = temper
        self.law = law_of(view)
        self.values = values_of(self.law, temper)
        self.wild_faces = [face for face in set(view.hand) | {*view.pile} if self.law.is_wild[face]]
        partner = partner_of(view.rules, view.viewer)
        self.opponents = [
            (view.viewer + step) % view.players
            for step in range(1, view.players)
            if (view.viewer + step) % view.players != partner
        ]
        self.floats = view.rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT
        self.deep_pile = view.rules.drawing.pile_draw is PileDraw.ANY_DEPTH
        self.recycles = view.rules.drawing.stock_out is StockOut.RECYCLE
        self._count_unseen()
        self._count_time()
        self._count_live()
        self._read_table()
        ends = self.risk * (self.values.lays[self._a_wild()] + self.values.costs[self._a_wild()])
        keeps = temper.wild_flexibility * min(1.0, self.turns / 4)
        self.price = keeps - ends

    def _a_wild(self) -> Card:
        return next((face for face in self.view.hand if self.law.is_wild[face]), JOKER)

    def _count_unseen(self) -> None:
        """Faces whose place nobody has shown: in the stock or unknown in other hands."""
        view = self.view
        unseen = list(self.law.copies)
        seats = (seat for seat in range(view.players) if seat != view.viewer)
        seen = [*view.hand, *view.pile]
        for seat in seats:
            seen += view.known[seat] if view.known else ()
        for meld in view.melds:
            seen += meld.cards
            seen += [real.card for real in meld.reals]
        for face in seen:
            unseen[face] -= 1
        self.unseen = [max(0, count) for count in unseen]
        self.unseen_total = max(1, sum(self.unseen))

    def _count_time(self) -> None:
        """How many turns this seat may hope for, and the chance that none comes."""
        view, temper = self.view, self.temper
        stock_turns = view.stock_size / view.players
        if self.recycles:
            stock_turns += len(view.pile) / view.players + 4
        risks = []
        turns = stock_turns + 0.5
        for seat in self.opponents:
            size = view.sizes[seat]
            risk = temper.out_risk[min(size, len(temper.out_risk) - 1)]
            risks.append(risk)
            turns = min(turns, temper.turns_base + temper.turns_a_card * size)
        self.risk = 1.0 - prod(1.0 - risk for risk in risks)
        if view.stock_size < view.players and not self.recycles:
            self.risk = max(self.risk, temper.stock_risk)
        self.turns = max(0.3, turns)

    def _count_live(self) -> None:
        """How readily each face may still come: unseen copies, and pile cards that can be dug.

        Where an unshuffled recycling lets everybody know the stock, what is not in it is held.
        """
        view, temper = self.view, self.temper
        self.live = [float(count) for count in self.unseen]
        if view.known_stock:
            self.live = [count * temper.held_reach for count in self.live]
            for face in view.known_stock:
                self.live[face] += 1 - temper.held_reach
        if self.deep_pile:
            reach = temper.pile_reach * self.unseen_total
            for depth, face in enumerate(reversed(view.pile), 1):
                self.live[face] += reach / (1 + temper.pile_depth * depth)
        elif self.recycles:
            for face in view.pile:
                self.live[face] += temper.pile_returns
        discards = (view.players - 1) if self.deep_pile else 1
        self.rate = (1 + temper.discard_share * discards) / self.unseen_total

    def _read_table(self) -> None:
        """Which faces fit the table as it lies (a mask), and which lack one card to fit."""
        self.fits = 0
        near: dict[Card, Card] = {}
        law = self.law
        for meld in self.view.melds:
            self.fits |= accepts(law, meld).naturals
            if meld.kind is MeldKind.RUN:
                start, end = run_span(meld)
                base = meld.stands[0] // 13 * 13
                top = 13 if law.ace_high else 12
                if start > 1:
                    near[base + start - 2] = base + start - 1
                if end + 2 <= top:
                    near[base + (end + 2) % 13] = base + end + 1
        self.near = near
        self.fits_mine = self.fits if self.may_lay_off else 0

    @property
    def may_lay_off(self) -> bool:
        """Laying off does not wait for a meld of one's own (R5-14)."""
        view = self.view
        return not view.rules.melds.meld_before_layoff or view.melded[view.viewer]

    @property
    def fewest(self) -> int:
        """The smallest opposing hand."""
        return min(self.view.sizes[seat] for seat in self.opponents)

    def out_bonus(self) -> float:
        """What going out now is worth beside one's own cards: the others are caught."""
        caught = sum(self.view.sizes[seat] for seat in self.opponents)
        mean = self.values.mean_held
        scoring = self.view.rules.scoring
        if scoring.scoring is ScoringRule.TABLE_MINUS_HAND:
            return self.temper.out_share * caught * mean / len(self.opponents)
        if scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
            return caught * mean + self.temper.out_race
        if scoring.deadwood is Deadwood.TO_WINNER:
            return caught * mean
        return self.temper.out_share * caught * mean / len(self.opponents)
