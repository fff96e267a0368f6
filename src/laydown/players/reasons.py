"""Why a player did what it did: an enum and arguments, and a sentence for each."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from laydown.cards import Card
from laydown.record.words import seat_name, signs


class Because(StrEnum):
    """The ground of a choice; :data:`SENTENCES` has a sentence for each."""

    CHANCE = "chance"
    FORCED = "forced"
    OWED = "owed"
    DIG_PAYS = "dig_pays"
    DIG_COSTS = "dig_costs"
    TOP_HELPS = "top_helps"
    TOP_COMPLETES = "top_completes"
    STOCK_BETTER = "stock_better"
    END_NOW = "end_now"
    PLAY_ON = "play_on"
    LAYS_POINTS = "lays_points"
    LAYS_CARDS = "lays_cards"
    LAY_OFF_COUNTS = "lay_off_counts"
    LAY_OFF_SHRINKS = "lay_off_shrinks"
    REAL_COUNTS = "real_counts"
    STEALS_WILD = "steals_wild"
    SPLIT_FOR_WILD = "split_for_wild"
    WILD_NOW = "wild_now"
    WILD_KEPT = "wild_kept"
    GOES_OUT = "goes_out"
    FLOATS = "floats"
    HOLDS_BACK = "holds_back"
    SPARED_BEST = "spared_best"
    DEAREST = "dearest"
    HELPS_LEAST = "helps_least"
    KEEPS_PAIRS = "keeps_pairs"
    FEEDS_NOBODY = "feeds_nobody"
    WOULD_FEED_TABLE = "would_feed_table"
    WOULD_FEED_SEAT = "would_feed_seat"
    DANGER = "danger"
    EXIT_CARD = "exit_card"
    CALL_GAINS = "call_gains"
    CALL_COSTS = "call_costs"


class Ground(msgspec.Struct, frozen=True):
    """One ground, with what its sentence needs."""

    because: Because
    cards: tuple[Card, ...] = ()
    seat: int = -1
    number: int = 0
    meld: str = ""


SENTENCES: dict[Because, str] = {
    Because.CHANCE: "It was drawn by lot.",
    Because.FORCED: "Nothing else is allowed.",
    Because.OWED: "You owe the table {cards} this turn.",
    Because.DIG_PAYS: "What you can lay down with {cards} is worth more than the extra cards cost.",
    Because.DIG_COSTS: "Taking {cards} would burden your hand more than it brings.",
    Because.TOP_HELPS: "{cards} goes well with what you hold.",
    Because.TOP_COMPLETES: "{cards} can be put on the table at once.",
    Because.STOCK_BETTER: "Nothing in the pile is worth more than an unknown card.",
    Because.END_NOW: "The stock is empty, and you stand better if the round ends now.",
    Because.PLAY_ON: "The stock is empty, and you stand better if play goes on.",
    Because.LAYS_POINTS: "It puts {number} points on the table.",
    Because.LAYS_CARDS: "It takes {count} out of your hand.",
    Because.LAY_OFF_COUNTS: "It counts {number} for you, whoever laid {meld}.",
    Because.LAY_OFF_SHRINKS: "It makes your hand smaller.",
    Because.REAL_COUNTS: "It counts for you, and the wild stays where it is.",
    Because.STEALS_WILD: "You get the wild back into your hand.",
    Because.SPLIT_FOR_WILD: "A half has room for a wild that has no place elsewhere.",
    Because.WILD_NOW: "The round may end soon, and the wild would be lost in your hand.",
    Because.WILD_KEPT: "The wild is kept for something better.",
    Because.GOES_OUT: "It goes out.",
    Because.FLOATS: "Everything can be laid, so you float.",
    Because.HOLDS_BACK: "Melds are held back: the whole hand at once would score extra.",
    Because.SPARED_BEST: "Of all your cards you can spare it best.",
    Because.DEAREST: "It is the dearest card that is in no meld ({number} points).",
    Because.HELPS_LEAST: "It is the card least likely to get on the table.",
    Because.KEEPS_PAIRS: "It keeps what may yet combine: {cards}.",
    Because.FEEDS_NOBODY: "It fits nothing on the table.",
    Because.WOULD_FEED_TABLE: "{cards} would fit a meld on the table, so it is kept.",
    Because.WOULD_FEED_SEAT: "{cards} goes with cards that {who} is known to hold.",
    Because.DANGER: "Somebody is down to {count}, so what is dear should go.",
    Because.EXIT_CARD: "{cards} fits nothing on the table, so it is kept to go out with.",
    Because.CALL_GAINS: "The call puts {cards} on the table for you.",
    Because.CALL_COSTS: "The call would bring less than it costs.",
}


def sentence(ground: Ground, names: Sequence[str] | None = None) -> str:
    """The ground in English; seats without a name are counted from 1 there.

    >>> sentence(Ground(Because.TOP_COMPLETES, cards=(35,)))
    '10♦ can be put on the table at once.'
    """
    return SENTENCES[ground.because].format(
        cards=signs(ground.cards),
        count="one card" if ground.number == 1 else f"{ground.number} cards",
        meld=ground.meld,
        number=ground.number,
        who=seat_name(ground.seat, names),
    )
