"""Why an action is refused: the sentence, its clause, the house rule that would allow it."""

from __future__ import annotations

from collections.abc import Sequence

from laydown.engine.dealing import decks_for
from laydown.engine.errors import Reason, Why
from laydown.record.refusals import SENTENCES, Told
from laydown.rules.catalogue import OPTIONS
from laydown.rules.rules import Rules


def explain_reason(
    reason: Reason, rules: Rules, names: Sequence[str] | None = None, *, ids: bool = True
) -> str:
    """A sentence for the refusal, its clause, and the house rule that would allow the action.

    Without `ids` the house rule is called as forms call it, not as rule texts write it.

    >>> explain_reason(Reason(Why.SAME_CARD_BACK, "BR-7", (34,)), Rules())
    'You took 9♦ from the pile this turn, so it may not go straight back (BR-7).'
    """
    sentence = SENTENCES[reason.why](Told(reason, rules, names))
    clause = f" ({reason.clause})" if reason.clause else ""
    return f"{sentence}{clause}.{_allowed_by(reason, rules, ids=ids)}"


def refusal(reason: Reason, rules: Rules) -> str:
    """The sentence alone, for pages that are read without the clauses at hand.

    >>> refusal(Reason(Why.SAME_CARD_BACK, "BR-7", (34,)), Rules())
    'You took 9♦ from the pile this turn, so it may not go straight back.'
    """
    return f"{SENTENCES[reason.why](Told(reason, rules, None))}."


def _allowed_by(reason: Reason, rules: Rules, *, ids: bool) -> str:
    """The house rule that would allow it; nothing where the value in force is that already."""
    if not reason.option:
        return ""
    value = VALUES_FOR.get((reason.why, reason.option)) or VALUES.get(reason.option)
    label = f"“{OPTIONS[reason.option].about.label}”"
    if value is None and not ids:
        return f" Another house rule for {label} would allow it."
    if value is None:
        return f" Another value of the house rule {reason.option} would allow it."
    if value == OPTIONS[reason.option].text_of(rules) or _too_large(reason, rules):
        return ""
    if not ids:
        return f" Another house rule for {label} would allow it."
    return f" The house rule {reason.option}={value} would allow it."


def _too_large(reason: Reason, rules: Rules) -> bool:
    """A set so large that the packs at the table cannot make it under any value."""
    most = 4 * decks_for(rules) if rules.melds.set_identical else 4
    return reason.option == "sets" and reason.number >= most


VALUES = {
    "pile_draw": "any_depth",
    "deep_use": "meld_or_layoff",
    "deep_timing": "same_turn",
    "top_card_use": "free",
    "pile_needs_two_naturals": "false",
    "stock_out": "end_if_declined",
    "empty_stock_use": "selected_card",
    "sets": "3-4xdecks",
    "set_identical": "true",
    "runs": "true",
    "ace_in_runs": "high_or_low",
    "run_max": "13",
    "max_wilds_per_meld": "none",
    "min_naturals": "0",
    "wild_split_at_six": "true",
    "wild_swap": "steal",
    "real_card_for_wild": "run_only",
    "meld_before_layoff": "false",
    "melds_per_turn": "unlimited",
    "go_out": "any",
    "call_rummy": "board",
    "call_with_hand": "true",
    "call_needs_own_meld": "false",
    "call_takes_above": "true",
    "call_followup": "complete_turn",
}
"""By option, the value that allows more."""

VALUES_FOR = {
    (Why.CORNER, "ace_in_runs"): "corner",
    (Why.CALL_TOP_ONLY, "call_rummy"): "board_and_pile",
    (Why.NOT_IN_PILE, "call_rummy"): "board_and_pile",
    (Why.FLOATER_DRAWS_STOCK, "go_out"): "any",
}
"""Where the value that would allow the action depends on why it was refused."""
