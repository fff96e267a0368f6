"""What would have to differ for a thing refused to be allowed: a house rule, a card, the moment.

Every change is tried by judging the question with it again. One house rule is changed at a time,
to each of its declared or offered values.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from laydown.cards import Card, card_sign
from laydown.record.words import listed
from laydown.referee.judging import is_allowed
from laydown.referee.questions import Kind, Question, Row
from laydown.referee.readings import readings
from laydown.referee.scenes import law_for, table_for
from laydown.referee.turns import wilds_in
from laydown.rules.catalogue import OPTIONS, Option, replaced
from laydown.rules.choices import Choice
from laydown.rules.kinds import Number, Switch, Value

GROUPS: dict[Kind, tuple[str, ...]] = {
    Kind.MELD: ("setup", "melds"),
    Kind.LAYOFF: ("setup", "melds", "going_out"),
    Kind.DIG: ("setup", "drawing", "melds", "going_out"),
    Kind.DISCARD: ("drawing", "melds", "going_out"),
    Kind.HAND: ("melds", "going_out", "drawing"),
    Kind.CALL: ("setup", "calling", "melds", "going_out"),
    Kind.STOCK: (),
    Kind.SCORE: (),
}
"""By kind of question, the groups of options that can matter to it."""

CARDS_ONLY = ("decks", "jokers_per_deck", "removed_ranks", "permanent_wilds")
"""Of the options about the deal, those that say which cards there are and which are wild."""

MOST_VALUES = 2
"""So many values of one house rule are told, those nearest to the one in force first."""
MOST_CARDS = 8
"""So many cards are named that would help."""


class Otherwise(msgspec.Struct, frozen=True):
    """A change that would make it allowed: as a sentence, and the house rule where it is one."""

    text: str
    option: str = ""
    value: str = ""
    clause: str = ""


def otherwise(question: Question) -> tuple[Otherwise, ...]:
    """Every change that was found to allow what is refused: of the moment, then of the rules."""
    return (*_moments(question), *_house_rules(question))


# ------------------------------------------------------------------ house rules


def _house_rules(question: Question) -> Iterator[Otherwise]:
    if _takes_long(question):
        return
    wrong = len(table_for(question).wrong)
    for option in OPTIONS.values():
        if option.group not in GROUPS[question.kind]:
            continue
        if option.group == "setup" and option.name not in CARDS_ONLY:
            continue
        found = 0
        for value in values_of(option, option.of(question.rules)):
            rules = replaced(question.rules, {option.name: value})
            changed = msgspec.structs.replace(question, rules=rules)
            if rules.problems() or _takes_away(changed, wrong) or not is_allowed(changed):
                continue
            yield Otherwise(
                option.says(rules), option.name, option.text_of(rules), option.clause(rules)
            )
            found += 1
            if found == MOST_VALUES:
                break


def _takes_long(question: Question) -> bool:
    """To judge it under each of many rule sets would take too long: a search over wilds."""
    wilds = wilds_in(law_for(question), question.hand)
    if question.kind is Kind.HAND:
        return wilds > 0
    return question.kind is Kind.DIG and wilds > 1 and not question.stock


def _takes_away(changed: Question, wrong: int) -> bool:
    """Under these rules a meld on the table would be none."""
    return len(table_for(changed).wrong) > wrong


def values_of(option: Option, now: Value) -> tuple[Value, ...]:
    """The other values an option may be changed to, nearest to the one in force first."""
    values: list[Value] = []
    if isinstance(option.fallback, Choice):
        values = list(type(option.fallback))
    elif isinstance(option.kind, Switch):
        values = [True, False]
    elif isinstance(option.kind, Number):
        kind = option.kind
        few = kind.only or range(kind.low, min(kind.high, kind.low + 3) + 1)
        values = sorted({*few, *(each for each in option.about.offered if isinstance(each, int))})
        if isinstance(now, int):
            values.sort(key=lambda each: abs(each - now) if isinstance(each, int) else 0)
        if kind.nothing:
            values.append(None)
    else:
        values = list(option.about.offered)
        if option.name == "removed_ranks":
            values.append("")
    return tuple(value for value in values if value != now)


# ------------------------------------------------------------------ the moment


def _moments(question: Question) -> Iterator[Otherwise]:
    replace = msgspec.structs.replace
    match question.kind:
        case Kind.MELD:
            yield from _other_cards(question)
        case Kind.LAYOFF:
            yield from _if(
                replace(question, melded=True),
                "If a meld of your own had been laid before in this round.",
                tried=not question.has_melded,
            )
            yield from _one_more_laid(question)
            yield from _one_to_keep(question)
        case Kind.DIG:
            yield from _if(
                replace(question, stock=True),
                "While there are still cards in the stock.",
                tried=not question.stock,
            )
            yield from _one_more_held(question)
        case Kind.DISCARD:
            yield from _if(
                replace(question, took=()),
                "If the draw had been from the stock.",
                tried=bool(question.took),
            )
            yield from _if(
                replace(question, hand=tuple(sorted((*question.hand, *question.row.cards)))),
                "With another card of the same face in hand: one of the two may go.",
                tried=bool(question.took) and len(question.hand) > 1,
            )
        case Kind.CALL:
            yield from _if(
                replace(question, window="open"),
                "On another player's discard, before the next draw, while the round goes on.",
                tried=question.window != "open",
            )
            yield from _if(
                replace(question, melded=True),
                "If the caller had laid a meld of their own before in this round.",
                tried=not question.has_melded,
            )
        case _:
            return


def _if(question: Question, text: str, *, tried: bool) -> Iterator[Otherwise]:
    if tried and is_allowed(question):
        yield Otherwise(text)


def _pack(question: Question) -> list[Card]:
    """The natural cards of the pack."""
    law = law_for(question)
    return [face for face in range(52) if law.in_pack[face] and not law.is_wild[face]]


def _other_cards(question: Question) -> Iterator[Otherwise]:
    """A card more, a card fewer, or another card in the place of one, would make a meld."""
    row = question.row
    size = len(row.cards)
    for at, face in enumerate(row.cards if size > 3 else ()):
        if _makes(question, _less(row, at)):
            yield Otherwise(f"Without {card_sign(face)}.")
    more = [face for face in _pack(question) if _makes(question, _more(row, face))]
    if more:
        yield Otherwise(f"With {_either(more)} as well.")
        return
    for at, face in enumerate(row.cards if 3 <= size <= 5 else ()):
        rest = _less(row, at)
        instead = [
            other
            for other in _pack(question)
            if other != face and _makes(question, _more(rest, other))
        ]
        if instead:
            yield Otherwise(f"With {_either(instead)} in place of {card_sign(face)}.")


def _makes(question: Question, row: Row) -> bool:
    return bool(readings(law_for(question), row))


def _less(row: Row, at: int) -> Row:
    return Row(
        (*row.cards[:at], *row.cards[at + 1 :]),
        (*row.stands[:at], *row.stands[at + 1 :]),
        (*row.named[:at], *row.named[at + 1 :]),
    )


def _more(row: Row, face: Card) -> Row:
    return Row((*row.cards, face), (*row.stands, face), (*row.named, False))


def _either(cards: list[Card]) -> str:
    named = [card_sign(face) for face in cards[:MOST_CARDS]]
    if len(cards) > MOST_CARDS:
        return f"{', '.join(named)} or another of {len(cards)} cards"
    return listed(named, "or")


def _one_more_laid(question: Question) -> Iterator[Otherwise]:
    """A card that bridges the gap, laid off together with the others."""
    helps = [
        face
        for face in _pack(question)
        if is_allowed(msgspec.structs.replace(question, row=_more(question.row, face)))
    ]
    if helps:
        yield Otherwise(f"Laid off together with {_either(helps)}.")


def _one_to_keep(question: Question) -> Iterator[Otherwise]:
    """A card more in hand, to discard."""
    if not question.hand:
        return
    for face in _pack(question):
        if face in question.hand or face in question.row.cards:
            continue
        hand = tuple(sorted((*question.hand, face)))
        if is_allowed(msgspec.structs.replace(question, hand=hand)):
            yield Otherwise("With one more card in hand, to be left for the discard.")
        return


def _one_more_held(question: Question) -> Iterator[Otherwise]:
    """A card more in hand with which what is dug for could be used."""
    helps = []
    for face in _pack(question):
        hand = tuple(sorted((*question.hand, face)))
        if question.take and is_allowed(msgspec.structs.replace(question, hand=hand)):
            helps.append(face)
    if helps:
        yield Otherwise(f"With {_either(helps)} in hand as well.")
