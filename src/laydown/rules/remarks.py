"""What has no effect: every option value that the others leave nothing to decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from laydown.cards import ACE, QUEEN
from laydown.rules.catalogue import OPTIONS
from laydown.rules.checks import upcard_sizes
from laydown.rules.options import (
    CallRummy,
    Deadwood,
    DealMode,
    DealShortfall,
    MatchMode,
    PermanentWilds,
    PileDraw,
    ScoringRule,
    StockOut,
    WinnerRule,
)
from laydown.rules.pack import jokers_a_deck, pack_size, packs, ranks_left, twos_wild

if TYPE_CHECKING:
    from laydown.rules.rules import Rules


_IDLE_TURNS = 50
"""Turns without a draw from the stock, after which a round ends in any case (B-33)."""


class Remark(msgspec.Struct, frozen=True):
    """A value that changes nothing: a sentence that says why, the options, the clause."""

    sentence: str
    options: tuple[str, ...]
    clause: str

    def __str__(self) -> str:
        return self.sentence


class Idle(msgspec.Struct, frozen=True):
    """Why an option decides nothing, and the option that takes its work away."""

    because: str
    option: str


def remarks_of(rules: Rules, base: Rules) -> tuple[Remark, ...]:
    """The remarks on rules that came from `base`; empty for rules that have problems."""
    if rules.problems():
        return ()
    found: list[Remark] = []
    for name, why in IDLE.items():
        option = OPTIONS[name]
        value = option.of(rules)
        idle = why(rules)
        if idle is None or value == option.fallback:
            continue
        if value == option.of(base) and why(base) is not None:
            continue
        found.append(
            Remark(
                f"{name}={option.text_of(rules)} has no effect: {idle.because}.",
                (name, idle.option),
                option.clause(rules),
            )
        )
    return (*found, *_warnings(rules))


def _warnings(rules: Rules) -> Iterator[Remark]:
    """Deals that can be completed but mostly will not be (B-07)."""
    setup = rules.setup
    if setup.deal_mode is not DealMode.UPCARD:
        return
    decks = 2 if setup.deal_shortfall is DealShortfall.ADD_DECK else packs(rules)
    sizes = upcard_sizes(rules, decks)
    if sum(sizes) * setup.players > len(sizes) * (pack_size(rules, decks) - 2):
        yield Remark(
            "Most deals will be void: on average the upcards ask for more cards than there are.",
            ("upcard_values", "players", "decks"),
            "B-07",
        )


def _upcards_only(rules: Rules) -> Idle | None:
    if rules.setup.deal_mode is DealMode.FIXED:
        return Idle("everybody is dealt the same number of cards", "deal_mode")
    return None


def _deal_fixed(rules: Rules) -> Idle | None:
    if rules.setup.deal_mode is DealMode.UPCARD:
        return Idle("upcards decide the size of every hand", "deal_mode")
    return None


def _second_pack_from(rules: Rules) -> Idle | None:
    second = rules.setup.second_pack_from
    if second is not None and second > rules.setup.seats_to:
        return Idle("so many players are never admitted", "seats_to")
    return None


def _upcard_ace(rules: Rules) -> Idle | None:
    if ACE not in ranks_left(rules):
        return Idle("there are no aces in the pack", "removed_ranks")
    return _upcards_only(rules)


def _permanent_wilds(rules: Rules) -> Idle | None:
    if rules.setup.permanent_wilds is PermanentWilds.TWOS and not twos_wild(rules):
        return Idle("there are no twos in the pack", "removed_ranks")
    return None


def _permanent_wild_upcard(rules: Rules) -> Idle | None:
    if not twos_wild(rules) and not jokers_a_deck(rules):
        return Idle("no card is wild in every round", "permanent_wilds")
    return _upcards_only(rules)


def _joker_upcard(rules: Rules) -> Idle | None:
    return _no_jokers(rules) or _upcards_only(rules)


def _deal_shortfall(rules: Rules) -> Idle | None:
    if rules.setup.deal_mode is DealMode.FIXED:
        return Idle("the pack always suffices", "deal_mode")
    decks = packs(rules)
    largest = sum(upcard_sizes(rules, decks)[-rules.setup.players :])
    if largest + 2 <= pack_size(rules, decks):
        return Idle("the pack always suffices", "decks")
    if decks == 2 and rules.setup.deal_shortfall is DealShortfall.ADD_DECK:
        return Idle("two packs are in play already", "decks")
    return None


def _digs_only(rules: Rules) -> Idle | None:
    if rules.drawing.pile_draw is PileDraw.TOP_ONLY:
        return Idle("only the top card of the pile may be taken", "pile_draw")
    return None


def _recycling_only(rules: Rules) -> Idle | None:
    if rules.drawing.stock_out is not StockOut.RECYCLE:
        return Idle("the pile is never turned", "stock_out")
    if rules.drawing.recycle_limit == 0:
        return Idle("the pile is never turned", "recycle_limit")
    return None


def _recycle_limit(rules: Rules) -> Idle | None:
    if rules.drawing.stock_out is not StockOut.RECYCLE:
        return Idle("the pile is never turned", "stock_out")
    return None


def _empty_stock_use(rules: Rules) -> Idle | None:
    if rules.drawing.stock_out is not StockOut.MUST_USE_THEN_END:
        return Idle("cards taken with the stock empty need no use", "stock_out")
    if rules.drawing.pile_draw is PileDraw.TOP_ONLY:
        return Idle("only one card can be taken", "pile_draw")
    return None


def _loop_guard(rules: Rules) -> Idle | None:
    if rules.drawing.stock_out is StockOut.MUST_USE_THEN_END and (
        rules.drawing.loop_guard * rules.setup.players <= _IDLE_TURNS
    ):
        return Idle("with the stock empty every turn puts a card on the table", "stock_out")
    limit = rules.drawing.recycle_limit
    turned = rules.drawing.stock_out is StockOut.RECYCLE
    if turned and limit is not None and limit < rules.drawing.loop_guard:
        return Idle("the pile may not be turned so often", "recycle_limit")
    return None


def _sets(rules: Rules) -> Idle | None:
    if not rules.melds.set_identical:
        return Idle("each suit can be in a set only once", "set_identical")
    if packs(rules) == 1 and not (
        rules.setup.deal_mode is DealMode.UPCARD
        and rules.setup.deal_shortfall is DealShortfall.ADD_DECK
    ):
        return Idle("with one pack that is four cards", "decks")
    return None


def _set_identical(rules: Rules) -> Idle | None:
    if packs(rules) == 1 and not has_wilds(rules):
        return Idle("one pack has no two identical cards", "decks")
    return None


def has_wilds(rules: Rules) -> bool:
    """Some card can be wild in some round."""
    upcards = rules.setup.deal_mode is DealMode.UPCARD
    return upcards or twos_wild(rules) or jokers_a_deck(rules) > 0


def _wild_ranks(rules: Rules) -> bool:
    """Some rank can be wild in some round."""
    return rules.setup.deal_mode is DealMode.UPCARD or twos_wild(rules)


def _wilds_only(rules: Rules) -> Idle | None:
    return None if has_wilds(rules) else Idle("no card is ever wild", "deal_mode")


def _wilds_in_melds(rules: Rules) -> Idle | None:
    if rules.melds.max_wilds_per_meld == 0:
        return Idle("no meld may hold a wild card", "max_wilds_per_meld")
    return _wilds_only(rules)


def _wild_split(rules: Rules) -> Idle | None:
    if rules.melds.max_wilds_per_meld is None and has_wilds(rules):
        return Idle("a meld may hold any number of wild cards", "max_wilds_per_meld")
    return _wilds_in_melds(rules)


def _runs_only(rules: Rules) -> Idle | None:
    return None if rules.melds.runs else Idle("there are no runs", "runs")


def _aces_only(rules: Rules) -> Idle | None:
    if ACE not in ranks_left(rules):
        return Idle("there are no aces in the pack", "removed_ranks")
    return None


def _calls_only(rules: Rules) -> Idle | None:
    if rules.calling.call_rummy is CallRummy.OFF:
        return Idle("nobody may call rummy", "call_rummy")
    return None


def _call_takes_above(rules: Rules) -> Idle | None:
    if rules.calling.call_rummy is CallRummy.BOARD:
        return Idle("only the top card of the pile may be called", "call_rummy")
    return _calls_only(rules)


def _going_rummy(rules: Rules) -> Idle | None:
    if rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS:
        return Idle("it raises what the winner takes from the other hands", "scoring")
    return None


def _deadwood(rules: Rules) -> Idle | None:
    if rules.scoring.scoring is not ScoringRule.MELDS_PLUS_OUT_BONUS:
        return Idle("the scoring says already what becomes of cards in hand", "scoring")
    return None


def _table_only(rules: Rules) -> Idle | None:
    if rules.scoring.scoring is ScoringRule.WINNER_TAKES_HANDS:
        return Idle("cards on the table count for nobody", "scoring")
    return None


def _ace_in_low_run(rules: Rules) -> Idle | None:
    if rules.scoring.ace_in_low_run in ("as_elsewhere", rules.scoring.ace_elsewhere_on_table):
        return None  # it asks for nothing special
    return _runs_only(rules) or _aces_only(rules) or _table_only(rules)


def _ace_elsewhere(rules: Rules) -> Idle | None:
    if rules.scoring.ace_in_hand == "as_on_table":
        return _aces_only(rules)
    return _aces_only(rules) or _table_only(rules)


def _no_jokers(rules: Rules) -> Idle | None:
    return None if jokers_a_deck(rules) else Idle("there are no jokers", "jokers_per_deck")


def _wild_value(rules: Rules) -> Idle | None:
    return None if _wild_ranks(rules) else Idle("no rank is ever wild", "deal_mode")


def _wild_ace_value(rules: Rules) -> Idle | None:
    if rules.setup.deal_mode is DealMode.FIXED:
        return Idle("aces are never wild", "deal_mode")
    return _aces_only(rules)


def _queen_of_spades(rules: Rules) -> Idle | None:
    if QUEEN not in ranks_left(rules):
        return Idle("there are no queens in the pack", "removed_ranks")
    return None


def _negative_scores(rules: Rules) -> Idle | None:
    values = rules.scoring
    if values.scoring is ScoringRule.WINNER_TAKES_HANDS or (
        values.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS and values.deadwood is Deadwood.TO_WINNER
    ):
        return Idle("no score can fall below zero", "scoring")
    return None


def _hand_penalty(rules: Rules) -> Idle | None:
    values = rules.scoring
    if values.scoring is ScoringRule.WINNER_TAKES_HANDS or (
        values.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS and values.deadwood is Deadwood.TO_WINNER
    ):
        return Idle("cards in hand never count against their holders", "scoring")
    return None


def _target_only(rules: Rules) -> Idle | None:
    if rules.match.match_mode is not MatchMode.TARGET:
        return Idle("the match is an agreed number of rounds", "match_mode")
    return None


def _deals(rules: Rules) -> Idle | None:
    if rules.match.match_mode is MatchMode.TARGET:
        return Idle("the match is played to a target", "match_mode")
    return None


def _tie_rule(rules: Rules) -> Idle | None:
    match = rules.match
    if match.match_mode is MatchMode.TARGET and match.winner_rule is WinnerRule.OUT_PLAYER:
        return Idle("only who goes out can win, so nobody ties", "winner_rule")
    return None


IDLE: dict[str, Callable[[Rules], Idle | None]] = {
    "second_pack_from": _second_pack_from,
    "deal_fixed": _deal_fixed,
    "upcard_count": _upcards_only,
    "upcard_values": _upcards_only,
    "upcard_ace": _upcard_ace,
    "permanent_wilds": _permanent_wilds,
    "permanent_wild_upcard": _permanent_wild_upcard,
    "joker_upcard": _joker_upcard,
    "deal_shortfall": _deal_shortfall,
    "deep_use": _digs_only,
    "deep_timing": _digs_only,
    "recycle_shuffle": _recycling_only,
    "recycle_keep_top": _recycling_only,
    "recycle_limit": _recycle_limit,
    "empty_stock_use": _empty_stock_use,
    "loop_guard": _loop_guard,
    "sets": _sets,
    "set_identical": _set_identical,
    "ace_in_runs": lambda rules: _runs_only(rules) or _aces_only(rules),
    "max_wilds_per_meld": _wilds_only,
    "min_naturals": _wilds_in_melds,
    "wild_split_at_six": _wild_split,
    "wild_swap": _wilds_in_melds,
    "real_card_for_wild": lambda rules: _runs_only(rules) or _wilds_in_melds(rules),
    "going_rummy": _going_rummy,
    "call_with_hand": _calls_only,
    "call_needs_own_meld": _calls_only,
    "call_takes_above": _call_takes_above,
    "call_followup": _calls_only,
    "call_resume": _calls_only,
    "call_window": _calls_only,
    "deadwood": _deadwood,
    "ace_in_low_run": _ace_in_low_run,
    "ace_elsewhere_on_table": _ace_elsewhere,
    "ace_in_hand": _aces_only,
    "joker_value": _no_jokers,
    "wild_value": _wild_value,
    "wild_ace_value": _wild_ace_value,
    "queen_of_spades": _queen_of_spades,
    "stock_out_hand_penalty": _hand_penalty,
    "negative_scores": _negative_scores,
    "target": _target_only,
    "deals": _deals,
    "winner_rule": _target_only,
    "tie_rule": _tie_rule,
}
"""For each option that can be idle, why it is under these rules; None while it decides a thing."""
