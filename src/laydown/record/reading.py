"""Reading actions as people type them: each verb with what may follow it."""

from __future__ import annotations

import re
from collections.abc import Callable

from laydown.cards import Card
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
    Pass,
    RealCard,
    Reshuffle,
    Split,
    Steal,
    Take,
)
from laydown.record.tokens import HIDDEN, BadMove, parse_seat, parse_tokens, quoted

LONGEST = 4000
"""No move needs more characters; longer text is refused before it is taken apart."""

_NUMBER = re.compile(r"-?[0-9]{1,6}")


def read_action(text: str) -> Action:
    """The action that the text means, however loosely it is typed."""
    if len(text) > LONGEST:
        raise BadMove(f"{len(text)} characters are too many for one move")
    words = text.split()
    if not words:
        raise BadMove("there is no move here")
    verb, rest = words[0].lower(), words[1:]
    if verb in ("lay", "laid") and rest and rest[0].lower() == "off":
        verb, rest = "layoff", rest[1:]
    reader = _READERS.get(_SYNONYMS.get(verb, verb))
    if reader is None:
        raise BadMove(f"{quoted(words[0])} is no action: write one of {', '.join(_READERS)}")
    return reader(rest)


def _no_more(words: list[str], after: str) -> None:
    if words:
        raise BadMove(f"nothing may follow {after}, but {quoted(' '.join(words))} does")


def _read_order(words: list[str]) -> tuple[Card, ...]:
    if words == [HIDDEN]:
        return ()
    cards, stands = parse_tokens(" ".join(words))
    if stands:
        raise BadMove("the cards of a shuffle stand for themselves")
    if not cards:
        raise BadMove(f"name the cards in their order, or write {HIDDEN}")
    return cards


def _read_draw(words: list[str]) -> Action:
    _no_more(words, "draw")
    return Draw()


def _read_decline(words: list[str]) -> Action:
    _no_more(words, "decline")
    return Decline()


def _read_pass(words: list[str]) -> Action:
    _no_more(words, "pass")
    return Pass()


def _read_take(words: list[str]) -> Action:
    if not words:
        raise BadMove("say how many cards to take from the pile, such as take 3")
    _no_more(words[1:], "the number of cards")
    return Take(_read_number(words[0]))


def _read_meld(words: list[str]) -> Action:
    cards, as_ = _some_tokens(words, "meld")
    return Meld(cards, as_)


def _read_layoff(words: list[str]) -> Action:
    words, low = _flag(words, "low")
    words, meld = _target(words)
    cards, as_ = _some_tokens(words, "lay off")
    return LayOff(cards, meld, as_, low)


def _read_real(words: list[str]) -> Action:
    words, meld = _target(words)
    return RealCard(_one_card(words, "real"), meld)


def _read_steal(words: list[str]) -> Action:
    words, meld = _target(words)
    return Steal(_one_card(words, "steal"), meld)


def _read_split(words: list[str]) -> Action:
    match words:
        case [meld, at, number] if at.lower() == "at":
            return Split(_read_meld_id(meld), _read_number(number))
        case _:
            raise BadMove("write a split as split M1 at 3")


def _read_discard(words: list[str]) -> Action:
    return Discard(_one_card(words, "discard"))


def _read_call(words: list[str]) -> Action:
    words, low = _flag(words, "low")
    words, meld = _target(words)
    words, real = _flag(words, "real")
    lowered = [word.lower() for word in words]
    split = lowered.index("with") if "with" in lowered else len(words)
    pile, pile_as = _some_tokens(words[:split], "call")
    hand, hand_as = (
        _some_tokens(words[split + 1 :], "call with") if split < len(words) else ((), ())
    )
    as_ = (*(pile_as or pile), *(hand_as or hand)) if pile_as or hand_as else ()
    return Call(pile, meld, hand, as_, low, real)


def _read_cut(words: list[str]) -> Action:
    order = _read_order(words)
    if not order:
        raise BadMove("a cut names the card of every seat")
    return Cut(order)


def _read_dealer(words: list[str]) -> Action:
    if len(words) != 1:
        raise BadMove("write the dealer as dealer p1")
    return ChooseDealer(parse_seat(words[0]))


_READERS: dict[str, Callable[[list[str]], Action]] = {
    "draw": _read_draw,
    "take": _read_take,
    "decline": _read_decline,
    "meld": _read_meld,
    "layoff": _read_layoff,
    "real": _read_real,
    "steal": _read_steal,
    "split": _read_split,
    "discard": _read_discard,
    "call": _read_call,
    "pass": _read_pass,
    "cut": _read_cut,
    "dealer": _read_dealer,
    "deal": lambda words: Deal(_read_order(words)),
    "reshuffle": lambda words: Reshuffle(_read_order(words)),
}
_SYNONYMS = {"lay-off": "layoff", "swap": "steal", "throw": "discard", "rummy": "call"}


def _flag(words: list[str], flag: str) -> tuple[list[str], bool]:
    kept = [word for word in words if word.lower() != flag]
    return kept, len(kept) < len(words)


def _target(words: list[str]) -> tuple[list[str], str]:
    """The words without ``to M1``, and the meld; empty where none is named."""
    for at, word in enumerate(words):
        if word.lower() in ("to", "on", "from"):
            if at + 1 >= len(words):
                raise BadMove(f"name the meld after {word!r}, such as {word} M1")
            return words[:at] + words[at + 2 :], _read_meld_id(words[at + 1])
    return words, ""


def _read_meld_id(text: str) -> str:
    found = re.fullmatch(r"[mM]?([1-9][0-9]{0,3})([bB]{0,9})", text)
    if not found:
        raise BadMove(f"{quoted(text)} is no meld: melds are called M1, M2 …")
    return f"M{found[1]}{found[2].lower()}"


def _read_number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadMove(f"{quoted(text)} is not a number")
    return int(text)


def _some_tokens(words: list[str], verb: str) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    cards, as_ = parse_tokens(" ".join(words))
    if not cards:
        raise BadMove(f"name the cards to {verb}, such as {verb} 8H")
    return cards, as_


def _one_card(words: list[str], verb: str) -> Card:
    cards, as_ = _some_tokens(words, verb)
    if len(cards) != 1 or as_:
        raise BadMove(f"{verb} takes one card that stands for itself, such as {verb} 8H")
    return cards[0]
