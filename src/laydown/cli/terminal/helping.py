"""Answers to what people ask at the table: hints, why not, rules, what may be typed."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from laydown.cli.terminal.commands import Do, Pick, Unclear, Word, parse
from laydown.cli.terminal.typed import typed
from laydown.engine.actions import PlayerAction
from laydown.engine.state import Phase
from laydown.record.explain_moves import explain_action
from laydown.record.explain_reasons import explain_reason

if TYPE_CHECKING:
    from laydown.cli.terminal.person import Person
    from laydown.cli.terminal.table import Table


def answer(person: Person, word: str, rest: str) -> None:
    """Answer a word that changes nothing."""
    match word:
        case "help":
            console = person.console
            console.blocks(usage(console.width, plain=console.plain))
        case "hint":
            hint(person)
        case "why":
            why(person, rest)
        case "rules":
            rules(person, rest)
        case "steps":
            _part(person, "steps")
        case "hand" | "melds" | "pile":
            _part(person, word)
        case _:
            raise AssertionError(word)


def hint(person: Person) -> None:
    """What the readable computer player would do here, why, and how to type it."""
    from laydown.players.levels import player

    advice = player("plain").explain(person.view, person.legal)
    said = " ".join(advice.sentences)
    for seat in range(person.view.players):
        said = said.replace(f"player {seat + 1}", person.names[seat])
    person.console.say(f"Hint: {advice.do} {said}", f"Type {typed(advice.action)}.")


def why(person: Person, rest: str) -> None:
    """Why a command would be refused; without one, more about the last refusal."""
    if rest.strip():
        command = parse(rest, person.view, person.legal)
        match command:
            case Do(action, None):
                person.console.say(f"That is allowed: {_described(person, action)}.")
            case Do(action, reason):
                assert reason is not None
                person.refused = (action, reason)
                said = explain_reason(reason, person.view.rules, person.names)
                person.console.say(f"Not allowed, {_described(person, action)}: {said}")
            case Pick(_, actions):
                person.console.say("That is allowed, and it can mean more than one thing:")
                person.console.say(*(f"  {_described(person, each)}." for each in actions[:12]))
            case Unclear(text):
                person.console.say(text)
            case Word(word):
                person.console.say(f"“{word}” is a word for the table, not a move: just type it.")
        return
    if person.refused is not None:
        action, reason = person.refused
        said = explain_reason(reason, person.view.rules, person.names)
        person.console.say(f"You asked to {_described(person, action)}. {said}")
        if reason.clause:
            person.console.say(
                f"{reason.clause} is the clause of the rules; type rules to read those of this "
                "match."
            )
    _part(person, "steps")
    if person.refused is None:
        person.console.say("Put a command after the question mark to ask about it: ? l 8H 2")


def _described(person: Person, action: PlayerAction) -> str:
    return f"{explain_action(action, person.view.melds)} ({typed(action)})"


def rules(person: Person, asked: str = "") -> None:
    """The rules of this match in prose: the short page, the whole one, or answers to a word."""
    from laydown.record.rulebook import plain_text, rulebook

    wanted = asked.strip().casefold()
    if wanted and wanted != "all":
        _answers(person, wanted)
        return
    # in sentences cards have longer names, so the lines are only laid out afterwards
    width = 1000 if person.console.plain else person.console.width - 1
    person.console.blocks(plain_text(rulebook(person.view.rules, full=bool(wanted)), width=width))
    if not wanted:
        person.console.say(RULES_ON)


def _answers(person: Person, wanted: str) -> None:
    """Every question that people ask about the word, with its answer under these rules."""
    from laydown.record.questions import answers

    every = [each for each in answers(person.view.rules) if each.key != "printable"]
    found = [each for each in every if wanted in each.question.casefold()]
    found = found or [each for each in every if wanted in each.text.casefold()]
    if not found:
        person.console.say(f"No question has “{wanted[:24]}” in it. {RULES_ON}")
    for each in found[:MOST_ANSWERS]:
        person.console.say(f"{each.question} {each.text}")


def no_take_back(table: Table) -> str:
    """Why nothing can be taken back now."""
    if not table.match.rules.match.take_back:
        return "This table plays without taking back (take_back is off)."
    if not table.steps or table.steps[-1].move.seat != table.round.seat:
        return "You have done nothing in this turn that could be taken back (B-49)."
    if table.round.phase is Phase.CALLING:
        return "A discard cannot be taken back (B-49)."
    return (
        "A card drawn from the stock was seen, so it cannot be put back, nor anything before it; "
        "a call is final too (B-49)."
    )


def _part(person: Person, part: str) -> None:
    """Show one part of the table again."""
    scene = person.scene()
    if person.console.plain:
        from laydown.cli.terminal import plain

        person.console.say(*getattr(plain, part)(scene))
        return
    from laydown.cli.terminal import screen

    drawn = getattr(screen, part)(scene, person.console.look, person.console.width)
    person.console.draw(drawn)


RULES_ON = (
    "Type rules and a word, such as rules ace or rules stock, to have questions about it answered; "
    "rules all has examples and every question."
)
MOST_ANSWERS = 8
"""questions that are answered at once"""

HELP = (
    ("s", "draw from the stock"),
    ("p", "take the top card of the pile"),
    ("p3, p 9D", "dig: take the top three cards, or down to a card"),
    ("decline", "with the stock empty: take nothing"),
    ("m 9H 9C 9D", "meld; 789H and 9HCD are short for 7H 8H 9H and 9H 9C 9D"),
    ("m 6C 7C X=8C", "with a wild card, and what it stands for"),
    ("l 8H 2", "lay off on meld M2; without the number where only one meld takes it"),
    ("real 8C 1", "lay the real card for the wild in meld M1"),
    ("steal 8C 1", "put the real card in the wild's place and take the wild"),
    ("split 2 at 3", "split meld M2 before its fourth card"),
    ("d KS", "discard, and end the turn"),
    ("call", "call rummy on the discard; pass or Enter lets it lie"),
    ("u", "take back what you did this turn, last first, but not a drawn card"),
    ("h", "a hint, with reasons"),
    ("?", "why was it refused; ? l 8H 2 asks before you do it"),
    ("show", "the whole table again; hand, melds, pile for a part of it"),
    ("score, log", "the score sheet; what happened in this round"),
    ("sort", "the hand by suit or by rank: sort suit, sort rank"),
    ("rules", "the rules of this match; rules ace answers questions about it; rules all"),
    ("q", "stop; the match is saved, and play --resume goes on with it"),
)
"""what can be typed, and what it does"""
_COLUMN = 14


def usage(width: int, *, plain: bool) -> str:
    """What can be typed at the table, for a terminal of this width."""
    about = (
        "Your turn has three steps: draw, play, discard. Cards are typed as rank and suit: 9H, "
        "10d, Q♠; X is a joker. Small or capital letters are the same."
    )
    lines = [about, ""]
    for typed_, what in HELP:
        if plain:
            lines.append(f"{typed_}: {what}.")
        elif width < 2 * _COLUMN + 20:
            lines.append(f"  {typed_}")
            lines += [f"      {row}" for row in textwrap.wrap(what, width - 8)]
        else:
            rows = textwrap.wrap(what, width - _COLUMN - 4)
            lines += [f"  {typed_:<{_COLUMN}}{rows[0]}"]
            lines += [" " * (_COLUMN + 2) + row for row in rows[1:]]
    return "\n".join(lines)
