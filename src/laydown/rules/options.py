"""Every option once: its values, the sentence that says it, and the clause it comes from.

The option form, the printed rules, the documentation and the validation are all made from these
declarations.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec


class Choice(StrEnum):
    """An option value that carries its own sentence and clause."""

    sentence: str
    clause: str

    def __new__(cls, value: str, sentence: str = "", clause: str = "") -> Choice:
        member = str.__new__(cls, value)
        member._value_ = value
        member.sentence = sentence
        member.clause = clause
        return member


class DealMode(Choice):
    FIXED = "fixed", "", ""
    UPCARD = "upcard", "", ""


class UpcardCount(Choice):
    EXTRA = "extra", "", ""
    TOTAL = "total", "", ""


class UpcardAce(Choice):
    AS_LISTED = "as_listed", "", ""
    FOURTEEN = "14", "", ""
    FIFTEEN = "15", "", ""


class PermanentWilds(Choice):
    NONE = "none", "", ""
    TWOS = "twos", "", ""
    JOKERS = "jokers", "", ""
    TWOS_AND_JOKERS = "twos+jokers", "", ""


class JokerUpcard(Choice):
    NO_WILD_RANK = "no_wild_rank", "", ""
    REDEAL = "redeal", "", ""


class DealShortfall(Choice):
    REDEAL = "redeal", "", ""
    ADD_DECK = "add_deck", "", ""


class FirstDealer(Choice):
    CUT_LOW = "cut_low", "", ""
    RANDOM = "random", "", ""
    HOST = "host", "", ""


class DealRotation(Choice):
    LEFT = "left", "", ""
    ALTERNATE = "alternate", "", ""  # with two players; with more it passes to the left


class FirstPlayer(Choice):
    LEFT_OF_DEALER = "left_of_dealer", "", ""
    NON_DEALER = "non_dealer", "", ""  # with two players; with more left of the dealer


class Teams(Choice):
    NONE = "none", "", ""
    PAIRS = "pairs", "", ""


class PileDraw(Choice):
    TOP_ONLY = "top_only", "", ""
    ANY_DEPTH = "any_depth", "", ""


class DeepUse(Choice):
    MELD_OR_LAYOFF = "meld_or_layoff", "", ""
    MELD_ONLY = "meld_only", "", ""


class DeepTiming(Choice):
    SAME_TURN = "same_turn", "", ""
    IMMEDIATE = "immediate", "", ""


class TopCardUse(Choice):
    FREE = "free", "", ""
    MUST_USE = "must_use", "", ""


class Redeposit(Choice):
    ON = "on", "", ""


class StockOut(Choice):
    RECYCLE = "recycle", "", ""
    MUST_USE_THEN_END = "must_use_then_end", "", ""
    END_IF_DECLINED = "end_if_declined", "", ""


class EmptyStockUse(Choice):
    ALL_TAKEN = "all_taken", "", ""
    SELECTED_CARD = "selected_card", "", ""


class Sets(Choice):
    FOUR = "3-4", "", ""
    FOUR_A_DECK = "3-4xdecks", "", ""


class AceInRuns(Choice):
    LOW = "low", "", ""
    HIGH_OR_LOW = "high_or_low", "", ""
    CORNER = "corner", "", ""


class WildNamed(Choice):
    YES = "yes", "", ""


class WildSwap(Choice):
    NONE = "none", "", ""
    STEAL = "steal", "", ""


class RealCardForWild(Choice):
    OFF = "off", "", ""
    RUN_ONLY = "run_only", "", ""


class LayoffTargets(Choice):
    ANY = "any", "", ""


class Rearrange(Choice):
    NEVER = "never", "", ""


class GoOut(Choice):
    ANY = "any", "", ""
    DISCARD_REQUIRED = "discard_required", "", ""
    UNPLAYABLE_DISCARD_FLOAT = "unplayable_discard_float", "", ""


class GoingRummy(Choice):
    OFF = "off", "", ""
    DOUBLE = "double", "", ""
    FLAT10 = "flat10", "", ""


class CallRummy(Choice):
    OFF = "off", "", ""
    BOARD = "board", "", ""
    BOARD_AND_PILE = "board_and_pile", "", ""


class CallFollowup(Choice):
    NONE = "none", "", ""
    DISCARD_IF_POSSIBLE = "discard_if_possible", "", ""
    COMPLETE_TURN = "complete_turn", "", ""


class CallResume(Choice):
    ORIGINAL = "original", "", ""
    LEFT_OF_CALLER = "left_of_caller", "", ""


class CallWindow(Choice):
    FAIR = "fair", "", ""
    RACE = "race", "", ""
    TEACHER = "teacher", "", ""
    UNTIL_NEXT_DRAW = "until_next_draw", "", ""


class ScoringRule(Choice):
    WINNER_TAKES_HANDS = "winner_takes_hands", "", ""
    TABLE_MINUS_HAND = "table_minus_hand", "", ""
    MELDS_PLUS_OUT_BONUS = "melds_plus_out_bonus", "", ""


class Deadwood(Choice):
    TO_WINNER = "to_winner", "", ""
    SUBTRACT_OWN = "subtract_own", "", ""


class NegativeScores(Choice):
    ALLOWED = "allowed", "", ""
    SHEET_FLOOR_ZERO = "sheet_floor_zero", "", ""


class MatchMode(Choice):
    TARGET = "target", "", ""
    N_DEALS = "n_deals", "", ""
    HANDS_WON = "hands_won", "", ""


class WinnerRule(Choice):
    HIGHEST = "highest", "", ""
    OUT_PLAYER = "out_player", "", ""
    OUT_PLAYER_IF_REACHED = "out_player_if_reached", "", ""


class TieRule(Choice):
    EXTRA_HAND = "extra_hand", "", ""
    SHARED = "shared", "", ""


BySeats = tuple[tuple[int, int], ...]
"""A number that depends on how many play: (from this many seats, the number), rising."""

UPCARD_VALUES = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""Ace, two … king (K5-2, B-01)."""


class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    players: int = 2
    seats_from: int = 2
    seats_to: int = 6
    second_pack_from: int | None = None
    decks: BySeats = ((2, 1), (6, 2))
    jokers_per_deck: int = 0
    removed_ranks: str = ""
    deal_mode: DealMode = DealMode.FIXED
    deal_fixed: BySeats = ((2, 13), (3, 7))
    upcard_count: UpcardCount = UpcardCount.EXTRA
    upcard_values: tuple[int, ...] = UPCARD_VALUES
    upcard_ace: UpcardAce = UpcardAce.AS_LISTED
    permanent_wilds: PermanentWilds = PermanentWilds.NONE
    permanent_wild_upcard: int = 15
    joker_upcard: JokerUpcard = JokerUpcard.NO_WILD_RANK
    deal_shortfall: DealShortfall = DealShortfall.REDEAL
    first_dealer: FirstDealer = FirstDealer.RANDOM
    deal_rotation: DealRotation = DealRotation.LEFT
    first_player: FirstPlayer = FirstPlayer.LEFT_OF_DEALER
    teams: Teams = Teams.NONE


class Drawing(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    pile_draw: PileDraw = PileDraw.ANY_DEPTH
    deep_use: DeepUse = DeepUse.MELD_OR_LAYOFF
    deep_timing: DeepTiming = DeepTiming.SAME_TURN
    top_card_use: TopCardUse = TopCardUse.FREE
    pile_needs_two_naturals: bool = False
    redeposit: Redeposit = Redeposit.ON
    stock_out: StockOut = StockOut.MUST_USE_THEN_END
    recycle_shuffle: bool = False
    recycle_keep_top: bool = False
    recycle_limit: int | None = None
    empty_stock_use: EmptyStockUse = EmptyStockUse.ALL_TAKEN
    loop_guard: int = 2


class Melds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    sets: Sets = Sets.FOUR
    set_identical: bool = False
    runs: bool = True
    ace_in_runs: AceInRuns = AceInRuns.HIGH_OR_LOW
    run_max: int = 13
    max_wilds_per_meld: int | None = None
    min_naturals: int = 0
    wild_split_at_six: bool = False
    wild_named: WildNamed = WildNamed.YES
    wild_swap: WildSwap = WildSwap.NONE
    real_card_for_wild: RealCardForWild = RealCardForWild.OFF
    layoff_targets: LayoffTargets = LayoffTargets.ANY
    meld_before_layoff: bool = False
    melds_per_turn: int | None = None
    rearrange: Rearrange = Rearrange.NEVER


class GoingOut(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    go_out: GoOut = GoOut.ANY
    going_rummy: GoingRummy = GoingRummy.OFF


class Calling(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    call_rummy: CallRummy = CallRummy.OFF
    call_with_hand: bool = False
    call_needs_own_meld: bool = False
    call_takes_above: bool = False
    call_followup: CallFollowup = CallFollowup.NONE
    call_resume: CallResume = CallResume.ORIGINAL
    call_window: CallWindow = CallWindow.FAIR


class Scoring(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    scoring: ScoringRule = ScoringRule.TABLE_MINUS_HAND
    deadwood: Deadwood = Deadwood.TO_WINNER
    pip_value: int | Literal["face"] = "face"
    ten: int = 10
    ace_in_low_run: int | Literal["as_elsewhere"] = 1
    ace_elsewhere_on_table: int = 15
    ace_in_hand: int | Literal["as_on_table"] = 15
    joker_value: int | Literal["as_represented"] = 15
    wild_value: int = 100
    wild_ace_value: int = 200
    queen_of_spades: int = 10
    stock_out_hand_penalty: bool = True
    negative_scores: NegativeScores = NegativeScores.ALLOWED


class MatchRules(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    match_mode: MatchMode = MatchMode.TARGET
    target: int = 500
    deals: int = 5
    winner_rule: WinnerRule = WinnerRule.HIGHEST
    tie_rule: TieRule = TieRule.EXTRA_HAND
    take_back: bool = True
