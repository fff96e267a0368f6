"""Refusals and errors. A refusal is data: why, with arguments and the clause that says so."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from laydown.cards import Card
from laydown.rules.errors import BadRules as BadRules


class Why(StrEnum):
    """Why an action is refused. `record/explain.py` has a sentence for each."""

    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"
    HOUSE_ONLY = "house_only"
    PLAYERS_ONLY = "players_only"
    WRONG_ORDER = "wrong_order"  # the house's shuffle is not the pack
    DRAW_FIRST = "draw_first"
    ALREADY_DRAWN = "already_drawn"
    STOCK_EMPTY = "stock_empty"
    STOCK_NOT_EMPTY = "stock_not_empty"  # nothing to decline while the stock lasts
    STOCK_ONLY = "stock_only"  # the pile was turned: draw from the stock
    BAD_COUNT = "bad_count"  # a take of less than one card or more than the pile holds
    TOP_ONLY = "top_only"
    FLOATER_DRAWS_STOCK = "floater_draws_stock"
    TWO_NATURALS = "two_naturals"
    NO_USE = "no_use"  # the dig cannot be used this turn
    NO_USE_FOR_ALL = "no_use_for_all"  # stock empty: some card taken could not be used
    NOT_HELD = "not_held"
    NO_CARDS = "no_cards"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    NOT_A_MELD = "not_a_meld"
    MIXED_RANKS = "mixed_ranks"
    MIXED_SUITS = "mixed_suits"
    NOT_IN_A_ROW = "not_in_a_row"
    ACE_NOT_HIGH = "ace_not_high"
    CORNER = "corner"
    SAME_CARD_TWICE = "same_card_twice"  # a run has each card once
    SAME_SUIT_TWICE = "same_suit_twice"  # a set of different suits
    NO_RUNS = "no_runs"
    NAME_THE_WILD = "name_the_wild"
    NOT_WILD = "not_wild"
    NO_SUCH_CARD = "no_such_card"  # a wild may only stand for a card of the pack
    TOO_MANY_WILDS = "too_many_wilds"
    TOO_FEW_NATURALS = "too_few_naturals"
    ONE_MELD_A_TURN = "one_meld_a_turn"
    NAME_THE_MELD = "name_the_meld"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    MELD_BEFORE_LAYOFF = "meld_before_layoff"
    DEEP_CARD_FIRST = "deep_card_first"
    REAL_CARD_OFF = "real_card_off"
    REAL_NOT_IN_RUN = "real_not_in_run"
    REAL_NO_WILD = "real_no_wild"  # no wild stands for that card there
    REAL_TAKEN = "real_taken"
    REAL_NOT_NATURAL = "real_not_natural"
    STEAL_OFF = "steal_off"
    STEAL_NO_WILD = "steal_no_wild"
    SPLIT_OFF = "split_off"
    SPLIT_TOO_SHORT = "split_too_short"
    SPLIT_NO_WILD = "split_no_wild"
    SPLIT_OWES_WILD = "split_owes_wild"
    MUST_USE = "must_use"  # owed cards would stay unused
    KEEP_DISCARD = "keep_discard"  # a card must be left to discard
    SAME_CARD_BACK = "same_card_back"
    STUCK_WITH_TAKEN = "stuck_with_taken"  # only the sole top card taken would be left
    PLAYABLE_LAST = "playable_last"
    FOLLOW_UP_DISCARD = "follow_up_discard"  # after a call only the discard is left
    CALLING_OFF = "calling_off"
    NO_WINDOW = "no_window"
    NOT_THE_DISCARDER = "not_the_discarder"
    CALL_OWN_MELD = "call_own_meld"
    CALL_TOP_ONLY = "call_top_only"
    CALL_ONE_CARD = "call_one_card"
    CALL_NO_HAND = "call_no_hand"
    CALL_REAL = "call_real"
    NOT_IN_PILE = "not_in_pile"
    NOTHING_TO_PASS = "nothing_to_pass"
    NEVER = "never"  # swapping, renaming and moving cards on the table


class Reason(msgspec.Struct, frozen=True):
    """Why an action is refused: the kind, the clause, and what a sentence about it needs.

    `option` names the rule whose other value would allow it, where there is one.
    """

    why: Why
    clause: str
    cards: tuple[Card, ...] = ()
    meld: str = ""
    seat: int = -1
    number: int = 0
    option: str = ""


class IllegalAction(Exception):
    """An action that the rules refuse; `reason` says why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.why} ({reason.clause})")
        self.reason = reason


class BadRecord(ValueError):
    """A record that cannot be read; `line` is 1-based, 0 where no line is to blame."""

    def __init__(self, message: str, *, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line
