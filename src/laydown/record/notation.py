"""Notation: actions and moves as text, both ways.

Written strictly, read leniently: every reader takes what people type (lower case, ``10``, suit
signs, commas), and with ``strict=True`` only the exact form that the writer produces. What is
written reads back to the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import assert_never

from laydown.engine.actions import (
    Action,
    Call,
    ChooseDealer,
    Cut,
    Deal,
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    Move,
    Pass,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.record.reading import read_action
from laydown.record.tokens import (
    HIDDEN,
    BadMove,
    parse_seat,
    plain_text,
    quoted,
    seat_text,
    tokens_text,
)

_MELD_ID = re.compile(r"M[1-9][0-9]{0,3}b{0,9}")


def action_text(action: Action) -> str:
    """The one way an action is written in records.

    >>> action_text(LayOff((20,), "M1")), action_text(Take(3))
    ('layoff 8H to M1', 'take 3')
    """
    match action:
        case Cut(cards):
            return f"cut {tokens_text(cards)}"
        case ChooseDealer(seat):
            return f"dealer {seat_text(seat)}"
        case Deal(order):
            return f"deal {tokens_text(order) if order else HIDDEN}"
        case Reshuffle(order):
            return f"reshuffle {tokens_text(order) if order else HIDDEN}"
        case Draw():
            return "draw"
        case Take(count):
            return f"take {count}"
        case Decline():
            return "decline"
        case Meld(cards, as_):
            return f"meld {tokens_text(cards, as_)}"
        case LayOff(cards, meld, as_, low):
            return _joined("layoff", tokens_text(cards, as_), _to(meld), "low" if low else "")
        case RealCard(card, meld):
            return _joined("real", plain_text(card), _to(meld))
        case Steal(card, meld):
            return _joined("steal", plain_text(card), _to(meld, "from"))
        case Split(meld, at):
            return f"split {_meld_id(meld)} at {at}"
        case Discard(card):
            return f"discard {plain_text(card)}"
        case Call():
            return _call_text(action)
        case Pass():
            return "pass"
        case _:
            assert_never(action)


def _call_text(call: Call) -> str:
    every = (*call.cards, *call.hand)
    tokens = tokens_text(every, call.as_).split()
    pile, hand = tokens[: len(call.cards)], tokens[len(call.cards) :]
    with_hand = ("with", *hand) if hand else ()
    ends = ("real" if call.real else "", _to(call.meld), "low" if call.low else "")
    return _joined("call", *pile, *with_hand, *ends)


def _to(meld: str, word: str = "to") -> str:
    return f"{word} {_meld_id(meld)}" if meld else ""


def _meld_id(text: str) -> str:
    if not _MELD_ID.fullmatch(text):
        raise BadMove(f"{quoted(text)} is no meld: melds are called M1, M2 …")
    return text


def _joined(*words: str) -> str:
    return " ".join(word for word in words if word)


def parse_action(text: str, *, strict: bool = False) -> Action:
    """The action that the text means; :class:`BadMove` says what is wrong with it.

    >>> parse_action("lay off 8♥ to m1")
    LayOff(cards=(20,), meld='M1', as_=(), low=False)
    """
    action = read_action(text)
    if strict and action_text(action) != text:
        raise BadMove(f"write {quoted(action_text(action), 80)}, not {quoted(text, 80)}")
    return action


def move_text(move: Move) -> str:
    """One line: the actor, then the action.

    >>> move_text(Move(1, Take(3)))
    'p2 take 3'
    """
    return f"{seat_text(move.seat)} {action_text(move.action)}"


def parse_move(text: str, names: Sequence[str] = (), *, strict: bool = False) -> Move:
    """The move of one line; with `names` the actor may be named as at the table."""
    actor, _, action = text.strip().partition(" ")
    seat = parse_seat(actor, names)
    if strict and seat_text(seat) != actor:
        raise BadMove(f"write {seat_text(seat)}, not {quoted(actor)}")
    return Move(seat, parse_action(action.lstrip() if not strict else action, strict=strict))


def moves_text(moves: Iterable[Move]) -> str:
    """Moves one per line, each line ended."""
    return "".join(f"{move_text(move)}\n" for move in moves)


def parse_moves(text: str, names: Sequence[str] = (), *, strict: bool = False) -> tuple[Move, ...]:
    """The moves of the lines; empty lines and what follows `` # `` are skipped unless strict."""
    moves: list[Move] = []
    for number, line in enumerate(text.splitlines(), 1):
        body = line if strict else re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip()
        if not body:
            continue
        try:
            moves.append(parse_move(body, names, strict=strict))
        except BadMove as bad:
            raise BadMove(f"line {number}: {bad}") from None
    return tuple(moves)
