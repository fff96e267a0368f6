"""What cannot be so: more copies of a card than there are, a card that the pack has not."""

from __future__ import annotations

from collections import Counter

from laydown.cards import JOKER, card_sign
from laydown.record.words import counted
from laydown.referee.questions import Question, everything
from laydown.referee.scenes import law_for

MOST = 6
"""So many impossible cards are named."""


def impossible(question: Question) -> tuple[str, ...]:
    """Everything that the pack cannot have dealt, in words. It is judged all the same."""
    law = law_for(question)
    told = []
    for face, number in sorted(Counter(everything(question)).items()):
        there = law.copies[face]
        if number > there:
            told.append(_too_many(face, number, there, law.decks))
    if len(told) > MOST:
        return (*told[:MOST], f"And {counted(len(told) - MOST, 'more card')} as well.")
    return tuple(told)


def _too_many(face: int, number: int, there: int, decks: int) -> str:
    pack = "the pack has" if decks == 1 else f"{_number(decks)} packs have"
    card = card_sign(face)
    if not there:
        name = "no jokers" if face == JOKER else f"no {card}"
        return f"Under these rules {pack} {name}."
    if face == JOKER:
        return f"There are {number} jokers here, and {pack} {_number(there)}."
    return f"{card} is here {number} times, and {pack} {_number(there)}."


def _number(number: int) -> str:
    return {1: "one", 2: "two", 3: "three", 4: "four"}.get(number, str(number))
