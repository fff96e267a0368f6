"""What a question about the rules is, and the small things that answers are made with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from laydown.cards import Card, parse_card
from laydown.engine.dealing import decks_for
from laydown.engine.errors import Reason
from laydown.engine.law import Law, law
from laydown.engine.melds import read_meld
from laydown.rules.catalogue import OPTIONS
from laydown.rules.options import Deadwood, DealMode, ScoringRule
from laydown.rules.pack import ranks_left
from laydown.rules.rules import Rules

Verdict = Literal["yes", "no", "depends", ""]
"""The answer in a word; empty where the question is not one of yes and no."""

SIX = 5
"""The rank that examples take for the wild one, where an upcard names it."""


class Answer(msgspec.Struct, frozen=True):
    """A question as it is answered under one rule set.

    `options` are the rules that the answer comes from, `clause` what they cite; `topic` is the
    heading it belongs under.
    """

    key: str
    question: str
    verdict: Verdict
    text: str
    options: tuple[str, ...]
    clause: str
    topic: str
    idle: bool
    """the question does not come up under these rules"""


class Told(msgspec.Struct, frozen=True):
    """What a question's function finds: the verdict, sentences, and the options they come from."""

    verdict: Verdict
    text: str
    options: tuple[str, ...]
    idle: bool = False


class Question(msgspec.Struct, frozen=True):
    """A question that people ask: its key, its topic, its words, and how it is answered."""

    key: str
    topic: str
    words: str
    tell: Callable[[Rules], Told]
    clause: str = ""
    """cited where no option says it"""

    def answer(self, rules: Rules) -> Answer:
        """The answer under these rules, which must be playable."""
        told = self.tell(rules)
        cited = [OPTIONS[name].clause(rules) for name in told.options] or [self.clause]
        clauses = dict.fromkeys(each for text in cited for each in text.split(", ") if each)
        return Answer(
            self.key,
            self.words,
            told.verdict,
            told.text,
            told.options,
            ", ".join(clauses),
            self.topic,
            told.idle,
        )


def starts(verdict: Verdict, text: str) -> str:
    """The text after the verdict in words, for an answer of yes or no."""
    word = {"yes": "Yes", "no": "No", "depends": "It depends"}.get(verdict, "")
    capital = text[:1].upper() + text[1:]
    return f"{word}. {capital}" if word else capital


def said(verdict: Verdict, text: str, *options: str) -> Told:
    """An answer that begins with its verdict."""
    return Told(verdict, starts(verdict, text), options)


def idle(text: str, *options: str) -> Told:
    """The question does not come up, and why."""
    return Told("", text, options, idle=True)


def law_for(rules: Rules) -> Law:
    """What the rules mean for cards, with a wild rank where an upcard names one."""
    return law(rules, decks=decks_for(rules), wild_rank=wild_rank(rules))


def wild_rank(rules: Rules) -> int:
    """The rank that examples take for wild: six, or else the lowest but the ace; -1 for none."""
    if rules.setup.deal_mode is not DealMode.UPCARD:
        return -1
    left = ranks_left(rules)
    return SIX if SIX in left else next((rank for rank in left if rank), left[0])


def melds_as(rules: Rules, text: str) -> bool:
    """The engine reads these cards as a meld: ``KS AS 2S``, a wild as ``X=8C``."""
    cards, stands = cards_of(text)
    return not isinstance(
        read_meld(law_for(rules), cards, stands if stands != cards else ()), Reason
    )


def cards_of(text: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Cards and what they stand for, from ``6C X=7C 8C``."""
    tokens = [token.partition("=") for token in text.split()]
    return (
        tuple(parse_card(face) for face, _, _ in tokens),
        tuple(parse_card(stand or face) for face, _, stand in tokens),
    )


def table_counts(rules: Rules) -> bool:
    """Cards on the table count for somebody."""
    return rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS


def hand_counts_against(rules: Rules) -> bool:
    """Cards left in hand are taken off their holder's score."""
    values = rules.scoring
    return values.scoring is ScoringRule.TABLE_MINUS_HAND or (
        values.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS
        and values.deadwood is Deadwood.SUBTRACT_OWN
    )


def hands_are_taken(rules: Rules) -> bool:
    """Whoever goes out scores the cards that the others hold."""
    values = rules.scoring
    return values.scoring is ScoringRule.WINNER_TAKES_HANDS or (
        values.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS and values.deadwood is Deadwood.TO_WINNER
    )
