"""What people ask about the rules, answered for exactly the rules of a table.

The questions are those of the sources' question-and-answer sections and those that players ask
most. Every answer is made from the options and the engine's own tables.
"""

from __future__ import annotations

from laydown.record.questions import compared, dealing, drawing, ending, melding, scoring
from laydown.record.questions.base import Answer, Question, Verdict
from laydown.rules.rules import Rules

__all__ = ["PRINTED", "QUESTIONS", "Answer", "Question", "Verdict", "answer", "answers"]

QUESTIONS: dict[str, Question] = {
    each.key: each
    for room in (dealing, drawing, melding, ending, scoring, compared)
    for each in room.QUESTIONS
}
"""By key, in the order in which a page lists them."""


PRINTED = (
    "two-packs", "wild-cards", "dig-others", "throw-back", "deck-runs-out", "nobody-out", "k-a-2",
    "identical", "must-meld", "layoff-others", "layoff-counts", "rearrange", "take-wild",
    "fifth-king", "discard-out", "last-layoff", "no-cards", "going-rummy", "call", "on-the-board",
    "cards-left", "negative", "joker-value", "queen", "two-past", "gin",
)  # fmt: skip
"""What a printed page answers: that which its other sections do not settle in one look."""


def answers(rules: Rules) -> tuple[Answer, ...]:
    """Every question with its answer under these rules, which must be playable.

    >>> from laydown.rules.games import preset
    >>> {each.key: each.verdict for each in answers(preset("rummy-500"))}["k-a-2"]
    'no'
    """
    return tuple(question.answer(rules) for question in QUESTIONS.values())


def answer(rules: Rules, key: str) -> Answer:
    """The answer to one question; `KeyError` if there is no such question."""
    return QUESTIONS[key].answer(rules)
