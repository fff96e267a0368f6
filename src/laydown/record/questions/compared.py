"""Questions about other games, about the printed page, and about refusals."""

from __future__ import annotations

from laydown.record.questions.base import Question, Told, said, table_counts
from laydown.record.questions.drawing import digs
from laydown.record.words import listed
from laydown.rules.catalogue import describe
from laydown.rules.games import COMPARED
from laydown.rules.options import GoOut, StockOut, TopCardUse
from laydown.rules.rules import Rules
from laydown.rules.text import rules_text

TELLING = ("scoring", "pile_draw", "deal_mode", "ace_in_runs", "go_out", "call_rummy", "runs")
"""The options that tell games of the family apart, the most telling first."""


def family(rules: Rules) -> Told:
    """What tells these rules from those of each of the games people ask about."""
    pieces: list[str] = []
    told: dict[str, None] = {}
    for other in COMPARED:
        apart = [name for name in TELLING if describe(other.rules, name) != describe(rules, name)]
        if not apart:
            continue
        told |= dict.fromkeys(apart[:3])
        theirs = " ".join(describe(other.rules, name) for name in apart[:3])
        pieces.append(f"In {other.title}: {theirs}")
    ours = " ".join(describe(rules, name) for name in told)
    text = " ".join((*pieces, f"Here: {ours}")) if told else "These are the same rules."
    return Told("", text, tuple(told) or ("scoring",))


def gin(rules: Rules) -> Told:
    here = [
        "you put melds on the table as you go",
        (
            "score the cards themselves"
            if table_counts(rules)
            else "score what the others still hold when you go out"
        ),
    ]
    if digs(rules):
        here.append("can take cards from deep in the pile")
    text = (
        f"Here {listed(here)}. In gin rummy melds stay in the hand until somebody knocks, which"
        " takes few unmatched points."
    )
    return Told("", text, ("scoring", "pile_draw"))


def printable(rules: Rules) -> Told:
    command = f"laydown print rules {rules_text(rules)} -o rules.html"
    text = f"the Print button of the rules page, or: {command}"
    return said("yes", text)


def refused(rules: Rules) -> Told:
    reasons = ["the cards are no meld, or do not fit the one you laid them on"]
    options = ["sets", "runs"]
    if digs(rules):
        reasons.append("a card you dig for cannot be used in this turn")
        options.append("deep_use")
    if rules.drawing.top_card_use is TopCardUse.MUST_USE:
        reasons.append("a card you took from the pile must be used first")
        options.append("top_card_use")
    if rules.drawing.stock_out is StockOut.MUST_USE_THEN_END:
        reasons.append("with the stock empty a card you take could not be used")
        options.append("stock_out")
    reasons.append("the card goes straight back to the pile you took it from")
    options.append("redeposit")
    if rules.melds.meld_before_layoff:
        reasons.append("you laid off before you had melded")
        options.append("meld_before_layoff")
    if rules.melds.melds_per_turn is not None:
        reasons.append("you have laid as many new melds as a turn allows")
        options.append("melds_per_turn")
    match rules.going_out.go_out:
        case GoOut.DISCARD_REQUIRED:
            reasons.append("no card would be left to discard")
        case GoOut.UNPLAYABLE_DISCARD_FLOAT:
            reasons.append("your last discard could be used on the table")
        case GoOut.ANY:
            pass
    options.append("go_out")
    text = (
        f"Mostly for one of these reasons: {'; '.join(reasons)}. Every refusal says which; the"
        " referee explains any position."
    )
    return Told("", text, tuple(options))


TOPIC = "This game and others"

QUESTIONS = (
    Question("refused", TOPIC, "Why was my move refused?", refused),
    Question("family", TOPIC, "How is it different from rummy and Rummy 500?", family),
    Question("gin", TOPIC, "How is it different from gin rummy?", gin),
    Question(
        "printable", TOPIC, "Is there a printable version of the rules?", printable, clause="BR-1"
    ),
)
