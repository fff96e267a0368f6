"""From what people type to what they mean: an action, a choice of actions, a word, or a refusal."""

from __future__ import annotations

import difflib
import re

import msgspec

from laydown.cards import BadCard, card_sign
from laydown.cli.terminal.pieces import Pieces, read_faces, read_pieces, short
from laydown.cli.terminal.readings import Readings, calls_meant, layoffs_meant, melds_meant, sift
from laydown.engine.actions import (
    Decline,
    Discard,
    Draw,
    Pass,
    PlayerAction,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.errors import Reason
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView

LONGEST = 400
"""signs of a command that are read; no command needs more"""


class Do(msgspec.Struct, frozen=True):
    """One action, which the rules may still refuse; `reason` says why where they do."""

    action: PlayerAction
    reason: Reason | None = None


class Pick(msgspec.Struct, frozen=True):
    """Several actions were meant: the person has to say which."""

    question: str
    actions: tuple[PlayerAction, ...]


class Unclear(msgspec.Struct, frozen=True):
    """It cannot be read as a command; the text says what to type."""

    text: str


class Word(msgspec.Struct, frozen=True):
    """A word about the table, such as `hint`, with what follows it."""

    word: str
    rest: str = ""


Command = Do | Pick | Unclear | Word

_VERBS = {
    "stock": ("s", "stock", "draw", "ds"),
    "take": ("p", "take", "dig", "g", "dp"),
    "meld": ("m", "meld", "set", "run"),
    "layoff": ("l", "lo", "lay", "layoff", "lay-off", "off", "add"),
    "discard": ("d", "discard", "throw"),
    "real": ("real", "rc"),
    "steal": ("steal", "swap"),
    "split": ("split",),
    "call": ("call", "rummy", "c", "cr"),
    "pass": ("pass", "no", "n"),
    "decline": ("decline",),
}
_WORDS = {
    "undo": ("u", "undo", "back", "takeback", "take-back"),
    "hint": ("h", "hint"),
    "why": ("?", "why"),
    "help": ("help", "commands"),
    "rules": ("rules", "rule"),
    "score": ("score", "scores", "totals", "total"),
    "log": ("log", "moves"),
    "sort": ("sort",),
    "show": ("show", "look", "table", "redraw", "r"),
    "hand": ("hand", "cards"),
    "melds": ("melds",),
    "pile": ("pile", "spread", "discards"),
    "quit": ("q", "quit", "exit", "bye"),
}
_BY_TYPED = {
    typed: verb for group in (_VERBS, _WORDS) for verb, every in group.items() for typed in every
}
_GLUED = re.compile(r"([pgdlm])(.+)", re.IGNORECASE)


def parse(text: str, view: PlayerView, legal: LegalActions) -> Command:
    """What the person in the seat of the view means; actions carry the reason against them."""
    if len(text) > LONGEST:
        return Unclear(f"That is {len(text)} signs long; a command needs a few. Nothing was done.")
    words = "".join(c if c.isprintable() else " " for c in text).split(maxsplit=1)
    if not words:
        return _nothing(view, legal)
    if words[0].startswith("?") and len(words[0]) > 1:
        words = ["?", text.strip()[1:].strip()]
    verb, rest = _verb(words[0]), words[1] if len(words) > 1 else ""
    if not verb:
        verb, first = _unglued(words[0])
        rest = f"{first} {rest}".strip() if verb else rest
    if words[0].lower() == "lay" and rest.lower().startswith("off"):
        rest = rest[3:].strip()
    if verb in _WORDS:
        return Word(verb, rest)
    if not verb:
        return _unknown(words[0])
    try:
        return _action(verb, rest, view, legal)
    except BadCard as bad:
        return Unclear(str(bad))


def _verb(typed: str) -> str:
    return _BY_TYPED.get(typed.lower().rstrip(".!"), "")


def _unglued(typed: str) -> tuple[str, str]:
    """``p3``, ``p9d`` and ``dks``: a short verb and what was typed after it."""
    found = _GLUED.fullmatch(typed)
    if not found:
        return "", ""
    verb = _verb(found[1])
    try:
        if not (verb == "take" and found[2].isdecimal()):
            read_pieces(found[2], melds=False)
    except BadCard:
        return "", ""
    return verb, found[2]


def _nothing(view: PlayerView, legal: LegalActions) -> Command:
    if view.phase is Phase.CALLING:
        return _do(Pass(), legal)
    return Word("steps")


def _unknown(typed: str) -> Command:
    try:
        faces = read_faces(typed)
    except BadCard:
        near = difflib.get_close_matches(typed.lower(), [t for t in _BY_TYPED if len(t) > 2], n=1)
        hint = f" Did you mean “{near[0]}”?" if near else " Type help for what you can type."
        return Unclear(f"“{short(typed)}” is not a command.{hint}")
    if len(faces) > 1:
        return Unclear(f"Say what to do with these cards: m {short(typed)} lays them as a meld.")
    return Unclear(
        f"Say what to do with {card_sign(faces[0])}: d {short(typed)} discards it, "
        f"l {short(typed)} lays it off, p {short(typed)} digs down to it in the pile."
    )


def _action(verb: str, rest: str, view: PlayerView, legal: LegalActions) -> Command:
    match verb:
        case "stock":
            return _do(Draw(), legal)
        case "decline":
            return _do(Decline(), legal)
        case "pass":
            return _do(Pass(), legal)
        case "take":
            return _take(rest, view, legal)
        case "discard":
            return _discard(rest, view, legal)
        case "split":
            return _split(rest, legal)
        case "call":
            return _chosen(calls_meant(view, legal, read_pieces(rest, melds=True)), "Which call?")
        case "meld":
            return _meld(read_pieces(rest, melds=False), view, legal)
        case "layoff":
            return _layoff(read_pieces(rest, melds=True), view, legal)
        case _:
            return _for_wild(verb, read_pieces(rest, melds=True), view, legal)


def _do(action: PlayerAction, legal: LegalActions) -> Do:
    return Do(action, legal.why_not(action))


def _chosen(readings: Readings, question: str) -> Command:
    match readings.legal:
        case ():
            assert readings.refused is not None
            return Do(readings.refused, readings.reason)
        case (only,):
            return Do(only)
        case several:
            return Pick(question, several)


def _take(rest: str, view: PlayerView, legal: LegalActions) -> Command:
    word = "".join(w for w in rest.split() if w.lower() not in ("down", "to", "dig", "top"))
    if not word:
        return _do(Take(1), legal)
    if word.isdecimal() and word.isascii():
        return _do(Take(int(word[:6])), legal)
    faces = read_faces(word)
    if len(faces) != 1:
        return Unclear("Name one card of the pile, the deepest you want: p 9D.")
    depths = [len(view.pile) - i for i, face in enumerate(view.pile) if face == faces[0]]
    if not depths:
        return Unclear(f"{card_sign(faces[0])} does not lie in the pile.")
    return _chosen(
        sift(legal, [Take(depth) for depth in sorted(depths)]), "It lies there twice. How deep?"
    )


def _discard(rest: str, view: PlayerView, legal: LegalActions) -> Command:
    pieces = read_pieces(rest, melds=False)
    if not pieces.cards and len(view.hand) == 1:
        return _do(Discard(view.hand[0]), legal)
    if not pieces.cards:
        return Unclear("Name the card to discard: d KS.")
    if len(pieces.cards) > 1:
        return Unclear("One card is discarded each turn: name one, as in d KS.")
    return _do(Discard(pieces.cards[0].card), legal)


def _meld(pieces: Pieces, view: PlayerView, legal: LegalActions) -> Command:
    if not pieces.cards:
        return Unclear("Name the cards of the meld: m 9H 9C 9D, or m 6C 7C X=8C with a wild card.")
    return _chosen(
        melds_meant(view, legal, pieces), "These cards can be more than one meld. Which?"
    )


def _layoff(pieces: Pieces, view: PlayerView, legal: LegalActions) -> Command:
    if not pieces.cards:
        return Unclear("Name the card and the meld: l 8H 2, or l 8H where only one meld takes it.")
    if not view.melds:
        return Unclear("There is no meld on the table to lay off on yet.")
    return _chosen(
        layoffs_meant(view, legal, pieces), "It can be laid off in more than one way. How?"
    )


def _for_wild(verb: str, pieces: Pieces, view: PlayerView, legal: LegalActions) -> Command:
    """`real` and `steal`: one card for a wild of one meld."""
    if len(pieces.cards) != 1:
        return Unclear(f"Name one card and the meld with the wild card: {verb} 8C 1.")
    face = pieces.cards[0].card
    ids = [pieces.meld] if pieces.meld else [meld.id for meld in view.melds] or ["M1"]
    kind = RealCard if verb == "real" else Steal
    return _chosen(sift(legal, [kind(face, id_) for id_ in ids]), "In which meld?")


def _split(rest: str, legal: LegalActions) -> Command:
    numbers = re.findall(r"\d+b*", rest.lower())
    if len(numbers) == 2 and numbers[1].isdecimal():
        return _do(Split("M" + numbers[0], int(numbers[1][:6])), legal)
    meant = [
        action
        for action in legal.of(Split)
        if isinstance(action, Split) and (not numbers or action.meld == "M" + numbers[0])
    ]
    if not meant:
        return _do(Split("M" + (numbers[0] if numbers else "1"), 3), legal)
    return _chosen(Readings(tuple(meant)), "Where is it to be split?")
