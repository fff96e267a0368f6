"""Questions about points and about winning."""

from __future__ import annotations

from laydown.cards import ACE, JOKER, QUEEN
from laydown.engine.scoring import JOKER_IN_HAND
from laydown.record.questions.base import (
    Question,
    Told,
    hand_counts_against,
    hands_are_taken,
    idle,
    law_for,
    said,
    table_counts,
)
from laydown.record.words import counted
from laydown.rules.catalogue import describe
from laydown.rules.options import (
    DealMode,
    MatchMode,
    NegativeScores,
    ScoringRule,
    Teams,
    WinnerRule,
)
from laydown.rules.pack import ranks_left, twos_wild
from laydown.rules.rules import Rules


def how_scored(rules: Rules) -> Told:
    text = describe(rules, "scoring")
    if rules.scoring.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS:
        return Told("", f"{text} {describe(rules, 'deadwood')}", ("scoring", "deadwood"))
    return Told("", text, ("scoring",))


def who_scores(rules: Rules) -> Told:
    if not table_counts(rules):
        text = "whoever goes out scores what the others still hold; the others score nothing."
        return said("yes", text, "scoring")
    return said("no", "everybody scores the cards they put on the table.", "scoring")


def cards_left(rules: Rules) -> Told:
    if hand_counts_against(rules):
        text = "they are taken off your score."
        if not rules.scoring.stock_out_hand_penalty:
            text = (
                "they are taken off your score if somebody goes out; if the round ends without"
                " that, they are not."
            )
            return said("depends", text, "scoring", "deadwood", "stock_out_hand_penalty")
        by_option = rules.scoring.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS
        return said("yes", text, "scoring", "deadwood" if by_option else "stock_out_hand_penalty")
    options = ("scoring", "deadwood") if table_counts(rules) else ("scoring",)
    who = " unless that is your partner" if rules.setup.teams is Teams.PAIRS else ""
    text = f"they count for whoever goes out{who}."
    return said("no", text, *options)


def negative(rules: Rules) -> Told:
    if not hand_counts_against(rules):
        return said("no", "nothing is ever taken off a score.", "scoring")
    text = "when the cards in your hand are worth more than those you put on the table."
    if rules.scoring.negative_scores is NegativeScores.SHEET_FLOOR_ZERO:
        text += f" {describe(rules, 'negative_scores')}"
        return said("yes", text, "scoring", "negative_scores")
    return said("yes", f"{text} The total may be negative too.", "scoring", "negative_scores")


def ace_value(rules: Rules) -> Told:
    if ACE not in ranks_left(rules):
        return idle("There are no aces in the pack.", "removed_ranks")
    values = rules.scoring
    names: list[str] = []
    pieces: list[str] = []
    if table_counts(rules):
        names.append("ace_elsewhere_on_table")
        low = values.ace_in_low_run
        if rules.melds.runs and low not in ("as_elsewhere", values.ace_elsewhere_on_table):
            names.append("ace_in_low_run")
            pieces.append(
                f"On the table {values.ace_elsewhere_on_table}, but {low} at the low end of a run."
            )
        else:
            pieces.append(f"On the table {values.ace_elsewhere_on_table}.")
    held = values.ace_in_hand
    if held == "as_on_table":
        held = values.ace_elsewhere_on_table
    names.append("ace_in_hand")
    pieces.append(f"Left in hand {held}.")
    if rules.setup.deal_mode is DealMode.UPCARD:
        names.append("wild_ace_value")
        pieces.append(describe(rules, "wild_ace_value"))
    return Told("", " ".join(pieces), tuple(names))


def pip_value(rules: Rules) -> Told:
    text = describe(rules, "pip_value")
    names = ["pip_value"]
    if twos_wild(rules) or rules.setup.deal_mode is DealMode.UPCARD:
        names.append("wild_value")
        text += f" {describe(rules, 'wild_value')}"
    return Told("", text, tuple(names))


def joker_value(rules: Rules) -> Told:
    if not law_for(rules).in_pack[JOKER]:
        return idle("There are no jokers.", "jokers_per_deck", "permanent_wilds")
    value = rules.scoring.joker_value
    if not table_counts(rules):
        held = JOKER_IN_HAND if value == "as_represented" else value
        return Told("", f"Left in hand {held}, for whoever goes out.", ("joker_value", "scoring"))
    return Told("", describe(rules, "joker_value"), ("joker_value",))


def queen(rules: Rules) -> Told:
    if QUEEN not in ranks_left(rules):
        return idle("There are no queens in the pack.", "removed_ranks")
    value = rules.scoring.queen_of_spades
    if value == 10:
        return Told("", "10, like any queen.", ("queen_of_spades",))
    if table_counts(rules) and hand_counts_against(rules):
        where = "for you on the table, against you in hand"
    elif table_counts(rules):
        where = "for you on the table, for whoever goes out in hand"
    else:
        where = "left in hand, for whoever goes out"
    return Told("", f"{value} instead of 10: {where}.", ("queen_of_spades",))


def out_bonus(rules: Rules) -> Told:
    if hands_are_taken(rules):
        options = ("scoring", "deadwood") if table_counts(rules) else ("scoring",)
        return said("yes", "the value of all cards that the others still hold.", *options)
    text = "the reward is to hold nothing while the others do."
    return said("no", text, "scoring")


def two_past(rules: Rules) -> Told:
    match = rules.match
    if match.match_mode is not MatchMode.TARGET:
        return Told("", f"There is no target. {describe(rules, 'match_mode')}", ("match_mode",))
    text = describe(rules, "winner_rule")
    if match.winner_rule is WinnerRule.HIGHEST:
        text = "The highest total wins, whoever went out."
    names = ["winner_rule"]
    if match.winner_rule is not WinnerRule.OUT_PLAYER:
        names.append("tie_rule")
        text += f" {describe(rules, 'tie_rule')}"
    return Told("", f"{text} {describe(rules, 'target')}", (*names, "target"))


def tie(rules: Rules) -> Told:
    match = rules.match
    if match.match_mode is MatchMode.TARGET and match.winner_rule is WinnerRule.OUT_PLAYER:
        text = "It cannot be: only the player who goes out can win."
        return idle(text, "winner_rule")
    return Told("", describe(rules, "tie_rule"), ("tie_rule",))


def how_long(rules: Rules) -> Told:
    match = rules.match
    if match.match_mode is MatchMode.TARGET:
        text = f"Until somebody's total reaches {counted(match.target, 'point')}."
        if match.winner_rule is WinnerRule.OUT_PLAYER:
            text = (
                f"Until somebody goes out with {counted(match.target, 'point')} or more, however"
                " high totals get."
            )
        return Told("", text, ("match_mode", "target", "winner_rule"))
    most = "most rounds won" if match.match_mode is MatchMode.HANDS_WON else "highest total"
    text = f"For {counted(match.deals, 'round')}; then the {most} wins."
    return Told("", text, ("match_mode", "deals"))


def take_back(rules: Rules) -> Told:
    allowed = rules.match.take_back
    return said("yes" if allowed else "no", describe(rules, "take_back"), "take_back")


TOPIC = "Scoring"
MATCH = "The match"

QUESTIONS = (
    Question("how-scored", TOPIC, "How is a round scored?", how_scored),
    Question("who-scores", TOPIC, "Does only the winner of a round score?", who_scores),
    Question("out-bonus", TOPIC, "Is there a bonus for going out?", out_bonus),
    Question("cards-left", TOPIC, "Do cards left in my hand count against me?", cards_left),
    Question("negative", TOPIC, "Can my score be negative, and why is it?", negative),
    Question("ace-value", TOPIC, "What does an ace count?", ace_value),
    Question("pip-value", TOPIC, "What do the cards from two to nine count?", pip_value),
    Question("joker-value", TOPIC, "How does a joker count?", joker_value),
    Question("queen", TOPIC, "How much is the queen of spades worth?", queen),
    Question("how-long", MATCH, "How long is a match?", how_long),
    Question("two-past", MATCH, "Who wins if two pass the target in the same round?", two_past),
    Question("tie", MATCH, "What if the best are level?", tie),
    Question("take-back", MATCH, "May a move be taken back?", take_back),
)
