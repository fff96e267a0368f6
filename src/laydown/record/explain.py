"""All prose about a game in one place: refusals, moves, scores, endings, rules."""

from __future__ import annotations

from laydown.record.explain_moves import explain_action, explain_move, explain_plan
from laydown.record.explain_outcomes import explain_outcome
from laydown.record.explain_reasons import explain_reason
from laydown.record.explain_scores import explain_end, explain_line, explain_result, explain_score
from laydown.record.rulebook import plain_text, rulebook
from laydown.rules.rules import Rules

__all__ = [
    "explain_action",
    "explain_end",
    "explain_line",
    "explain_move",
    "explain_outcome",
    "explain_plan",
    "explain_reason",
    "explain_result",
    "explain_rules",
    "explain_score",
]


def explain_rules(rules: Rules, *, width: int = 78) -> str:
    """The printed rules of exactly these options, as plain text with house rules starred."""
    return plain_text(rulebook(rules), width=width)
