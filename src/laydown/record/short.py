"""Short verbs: moves and what they brought about as the readable text form writes them.

``p1 dp 9D,JC,5S`` says in one entry who took which cards; so an entry is read as a move with the
facts that it claims, which are checked like those of any record.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import assert_never

from laydown.cards import cards_text
from laydown.engine.actions import (
    HOUSE,
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
from laydown.record.facts import (
    AnyFact,
    Dealt,
    Drew,
    Ended,
    Floats,
    Laid,
    Took,
    Turned,
    Void,
    Won,
)
from laydown.record.notation import action_text, parse_action
from laydown.record.tokens import BadMove, parse_seat, parse_tokens, quoted, seat_text

# -- writing ------------------------------------------------------------------------------------


def entries(move: Move, facts: Sequence[AnyFact]) -> tuple[str, ...]:
    """The move and what it brought about, an entry each; some facts are part of the move's own."""
    told = [fact for fact in facts if not isinstance(fact, Drew | Took | Laid)]
    first = f"{_seat(move.seat)} {_short(move, facts)}"
    return (first, *(entry for fact in told for entry in _fact_entries(fact)))


def _seat(seat: int) -> str:
    return "d" if seat == HOUSE else seat_text(seat)


def _short(move: Move, facts: Sequence[AnyFact]) -> str:
    """The short form of an action; the facts give the cards and the meld that it names."""
    action = move.action
    rest = action_text(action).partition(" ")[2]
    laid = next((fact.meld for fact in facts if isinstance(fact, Laid)), "")
    match action:
        case Draw():
            return " ".join(["ds", *(fact.card for fact in facts if isinstance(fact, Drew))])
        case Take(count):
            took = [fact.cards for fact in facts if isinstance(fact, Took)]
            return f"dp {took[0].replace(' ', ',')}" if took else f"dp *{count}"
        case Decline():
            return "no"
        case Meld():
            return f"m {laid or '?'} {rest}"
        case LayOff(meld=meld):
            return f"lo {meld} {rest.replace(f' to {meld}', '')}"
        case RealCard(meld=meld):
            return f"rc {meld} {rest.replace(f' to {meld}', '')}"
        case Steal(meld=meld):
            return f"st {meld} {rest.replace(f' from {meld}', '')}"
        case Split(meld, at):
            return f"sp {meld} {at}"
        case Discard():
            return f"x {rest}"
        case Call(meld=""):
            return f"cr new {laid or '?'} {rest}"
        case Call(meld=meld):
            return f"cr {meld} {rest.replace(f' to {meld}', '')}"
        case Pass():
            return "ok"
        case Cut():
            return f"cut {rest}"
        case ChooseDealer():
            return f"dealer {rest}"
        case Deal():
            return f"deal {rest}"
        case Reshuffle():
            return f"rs {rest}"
        case _:
            assert_never(action)


def _fact_entries(fact: AnyFact) -> tuple[str, ...]:
    match fact:
        case Dealt(hands, pile, upcards, wild):
            return (
                *(f"d dh {seat_text(seat)} {hand}".rstrip() for seat, hand in enumerate(hands)),
                *((f"d uc {upcards}",) if upcards else ()),
                *((f"d wild {wild}",) if wild else ()),
                f"d up {pile}".rstrip(),
            )
        case Void(voids):
            return (f"d void {voids}",)
        case Floats(seat):
            return (f"{seat_text(seat)} fl",)
        case Turned(stock):
            return (f"d rv {stock}",)
        case Ended():
            who = f" {seat_text(fact.out)}" if fact.out >= 0 else ""
            rummy = " rummy" if fact.going_rummy else ""
            scores, totals = (",".join(map(str, each)) for each in (fact.scores, fact.totals))
            return (f"end {fact.how}{who}{rummy} {scores} / {totals}",)
        case Won(winners, shared):
            seats = ",".join(map(seat_text, winners))
            return (f"won {seats}{' shared' if shared else ''}",)
        case Drew() | Took() | Laid():
            return ()
        case _:
            assert_never(fact)


# -- reading ------------------------------------------------------------------------------------


class ShortReader:
    """Reads entries in their order; the hands of a deal are gathered until its upcard."""

    def __init__(self) -> None:
        self._hands: list[str] = []
        self._upcards = ""
        self._wild = ""

    def read(self, entry: str) -> tuple[Move | None, tuple[AnyFact, ...]]:
        """The move of an entry, if it is one, and the facts it claims."""
        actor, _, rest = entry.strip().partition(" ")
        if actor == "end":
            return None, (_read_end(rest),)
        if actor == "won":
            return None, (_read_won(rest),)
        seat = parse_seat(actor)
        verb, _, rest = rest.strip().partition(" ")
        told = self._house_fact(verb, rest) if seat == HOUSE else _player_fact(seat, verb)
        if told is not None:
            return None, told
        if verb not in _VERBS:
            raise BadMove(f"{quoted(verb)} is no verb: write one of {', '.join(_VERBS)}")
        return _VERBS[verb](seat, rest.strip())

    def _house_fact(self, verb: str, rest: str) -> tuple[AnyFact, ...] | None:
        """What the house's derived entry tells; None where it is a move."""
        match verb:
            case "dh":
                seat, _, hand = rest.partition(" ")
                if parse_seat(seat) != len(self._hands):
                    raise BadMove("hands are told in the order of the seats")
                self._hands.append(hand)
                return ()
            case "uc":
                self._upcards = rest
                return ()
            case "wild":
                self._wild = rest
                return ()
            case "up":
                dealt = Dealt(tuple(self._hands), rest, self._upcards, self._wild)
                self._hands, self._upcards, self._wild = [], "", ""
                return (dealt,)
            case "void":
                return (Void(_number(rest)),)
            case "rv":
                return (Turned(_number(rest)),)
            case _:
                return None


Read = tuple[Move, tuple[AnyFact, ...]]


def _player_fact(seat: int, verb: str) -> tuple[AnyFact, ...] | None:
    return (Floats(seat),) if verb == "fl" else None


def _draw(seat: int, rest: str) -> Read:
    return Move(seat, Draw()), (Drew(seat, _plain_cards(rest)),) if rest else ()


def _take(seat: int, rest: str) -> Read:
    if rest.startswith("*"):
        return Move(seat, Take(_number(rest[1:]))), ()
    cards = _plain_cards(rest)
    return Move(seat, Take(len(cards.split()))), (Took(seat, cards),)


def _meld(seat: int, rest: str) -> Read:
    meld, _, cards = rest.partition(" ")
    return Move(seat, parse_action(f"meld {cards}")), () if meld == "?" else (Laid(meld),)


def _on_meld(verb: str, word: str) -> Callable[[int, str], Read]:
    def read(seat: int, rest: str) -> Read:
        meld, _, cards = rest.partition(" ")
        return Move(seat, parse_action(f"{verb} {cards} {word} {meld}")), ()

    return read


def _call(seat: int, rest: str) -> Read:
    meld, _, cards = rest.partition(" ")
    if meld != "new":
        return Move(seat, parse_action(f"call {cards} to {meld}")), ()
    meld, _, cards = cards.partition(" ")
    return Move(seat, parse_action(f"call {cards}")), () if meld == "?" else (Laid(meld),)


def _split(seat: int, rest: str) -> Read:
    meld, _, number = rest.partition(" ")
    return Move(seat, parse_action(f"split {meld} at {number}")), ()


def _same(verb: str) -> Callable[[int, str], Read]:
    return lambda seat, rest: (Move(seat, parse_action(f"{verb} {rest}")), ())


_VERBS: dict[str, Callable[[int, str], Read]] = {
    "ds": _draw,
    "dp": _take,
    "no": _same("decline"),
    "m": _meld,
    "lo": _on_meld("layoff", "to"),
    "rc": _on_meld("real", "to"),
    "st": _on_meld("steal", "from"),
    "sp": _split,
    "x": _same("discard"),
    "cr": _call,
    "ok": _same("pass"),
    "cut": _same("cut"),
    "dealer": _same("dealer"),
    "deal": _same("deal"),
    "rs": _same("reshuffle"),
}


def _plain_cards(text: str) -> str:
    cards, as_ = parse_tokens(text)
    if as_ or not cards:
        raise BadMove(f"{quoted(text)} does not name cards as they were drawn")
    return cards_text(cards)


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text.strip()):
        raise BadMove(f"{quoted(text)} is not a number")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(piece) for piece in text.split(","))


_END = re.compile(
    r"([a-z_]{1,30})(?: (p[1-9]))?( rummy)? (-?\d{1,9}(?:,-?\d{1,9}){0,9}) / "
    r"(-?\d{1,9}(?:,-?\d{1,9}){0,9})",
    re.ASCII,
)


def _read_end(text: str) -> Ended:
    found = _END.fullmatch(text.strip())
    if not found:
        raise BadMove("the end of a round is written: end out p1 35,-5 / 81,40")
    how, out, rummy, scores, totals = found.groups()
    seat = parse_seat(out) if out else -1
    return Ended(how, seat, bool(rummy), _numbers(scores), _numbers(totals))


def _read_won(text: str) -> Won:
    seats, _, shared = text.strip().partition(" ")
    if shared not in ("", "shared"):
        raise BadMove("the end of a match is written: won p1 or won p1,p2 shared")
    return Won(tuple(parse_seat(seat) for seat in seats.split(",") if seat), bool(shared))
