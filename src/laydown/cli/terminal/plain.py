"""A scene in sentences: nothing is said by colour or by place, and every card has its name."""

from __future__ import annotations

import re

from laydown.cards import Card, card_name, card_text, parse_card, suit_of
from laydown.cli.terminal.scene import (
    FEW,
    MARKS,
    Scene,
    marks,
    sorted_hand,
    stock_rule,
    wild_words,
)
from laydown.engine.state import MeldKind, Phase, TableMeld
from laydown.record.words import counted, listed

_SIGN = re.compile(r"(?<![A-Za-z0-9])((?:10|[A2-9JQK])[♠♥♦♣])")
_CARD = rf"{_SIGN.pattern}|\bJoker\b"
_STANDS = re.compile(rf"(?P<card>{_CARD})\((?P<as>{_SIGN.pattern})\)")
_NEXT = re.compile(rf"(?P<card>{_CARD}) (?={_CARD})")


def spoken(sentence: str) -> str:
    """The sentence with each card's name in place of its signs.

    >>> spoken("Ben lays off 10♦ on M1.")
    'Ben lays off ten of diamonds (TD) on M1.'
    >>> spoken("a run: 7♣ Joker(8♣) 9♣ (M2)")
    'a run: seven of clubs (7C), Joker as eight of clubs (8C), nine of clubs (9C) (M2)'
    """
    said = _STANDS.sub(r"\g<card> as \g<as>", sentence)
    said = _NEXT.sub(r"\g<card>, ", said)
    said = _SIGN.sub(lambda found: named(parse_card(found[1])), said)
    return said.replace("·", ",").replace("►", "").replace("−", "minus ")


def named(face: Card) -> str:
    """A card's name, and in brackets how it is typed."""
    return f"{card_name(face)} ({card_text(face)})"


def read_all(scene: Scene) -> list[str]:
    """The whole scene, in the order in which a person wants it."""
    return [
        *header(scene),
        *players(scene),
        *melds(scene),
        *pile(scene),
        *scene.news,
        *hand(scene),
        *steps(scene),
    ]


def at_turn(scene: Scene) -> list[str]:
    """What is read at the start of a turn: what happened, the pile's top, the hand, the step."""
    view = scene.view
    top = f"The top of the pile is {named(view.pile[-1])}." if view.pile else "The pile is empty."
    return [*scene.news, f"{top} {stock(scene)}", *hand(scene), *steps(scene)]


def header(scene: Scene) -> list[str]:
    """Which game, which round, what is wild."""
    wild = wild_words(scene.view)
    lines = [f"{scene.title}, round {scene.round_number}, {scene.aim}."]
    if wild:
        lines.append(f"{wild[0].upper()}{wild[1:]}.")
    return lines


def players(scene: Scene) -> list[str]:
    """One sentence for each seat."""
    view = scene.view
    lines = []
    for seat, name in enumerate(scene.names):
        has = "have" if seat == view.viewer else "has"
        parts = [f"{name} {has} {counted(view.sizes[seat], 'card')}"]
        if 0 < view.sizes[seat] <= FEW and view.phase is not Phase.DEAL:
            parts[0] += ", few"
        if scene.on_table:
            parts.append(f"{counted(scene.on_table[seat], 'point')} on the table this round")
        parts.append(f"{scene.totals[seat]} in all")
        if seat == view.dealer:
            parts.append("dealer")
        if view.floating and view.floating[seat]:
            parts.append("floating")
        if seat in view.may_act:
            parts.append("to act")
        lines.append(", ".join(parts) + ".")
    return lines


def meld_words(scene: Scene, meld: TableMeld) -> str:
    """One meld: its number, whose it is, its cards, and whom each counts for."""
    kind = "run" if meld.kind is MeldKind.RUN else "set"
    pieces = []
    for face, stands, seat in zip(meld.cards, meld.stands, meld.seats, strict=True):
        piece = named(face) if face == stands else f"{named(face)} as {named(stands)}"
        if seat != meld.owner:
            piece += f" counting for {_name(scene, seat)}"
        pieces.append(piece)
    words = f"Meld {meld.id[1:]}, {kind}: {listed(pieces)}."
    for real in meld.reals:
        words += f" The real {named(real.card)} lies before {_name(scene, real.seat)}."
    return words


def _name(scene: Scene, seat: int) -> str:
    return "you" if seat == scene.view.viewer else scene.names[seat]


def melds(scene: Scene) -> list[str]:
    """The melds by player."""
    lines = []
    for seat, name in enumerate(scene.names):
        mine = [meld for meld in scene.view.melds if meld.owner == seat]
        if mine:
            lines.append(f"Melds of {'yours' if seat == scene.view.viewer else name}:")
            lines += [meld_words(scene, meld) for meld in mine]
    return lines or ["No melds are on the table yet."]


def stock(scene: Scene) -> str:
    """How many cards the stock has, and the rule that holds when it has none."""
    note = stock_rule(scene.view)
    size = scene.view.stock_size
    words = f"The stock has {counted(size, 'card')}." if size else "The stock is empty."
    note = note.removeprefix("empty: ")
    return f"{words} {note[0].upper()}{note[1:]}." if note else words


def pile(scene: Scene) -> list[str]:
    """The pile from the top down, with what may be taken."""
    view = scene.view
    if not view.pile:
        return [stock(scene), "The pile is empty."]
    cards = [
        f"{depth}, {named(face)}" + (", may be taken" if depth in scene.takes else "")
        for depth, face in enumerate(reversed(view.pile), 1)
    ]
    return [
        stock(scene),
        f"The pile has {counted(len(cards), 'card')}, from the top down: {'; '.join(cards)}.",
    ]


def hand(scene: Scene) -> list[str]:
    """The hand by suit or by rank, with what is to be said of each card."""
    if scene.view.viewer < 0:
        return []
    cards = sorted_hand(scene)
    if not cards:
        return ["You hold no cards."]
    pieces = [
        named(face) + (f", {MARKS[mark]}" if mark else "")
        for face, mark in zip(cards, marks(scene, cards), strict=True)
    ]
    if scene.sort == "suit":
        groups: list[list[str]] = []
        for index, (face, piece) in enumerate(zip(cards, pieces, strict=True)):
            if not groups or suit_of(face) != suit_of(cards[index - 1]):
                groups.append([])
            groups[-1].append(piece)
        said = "; ".join(", ".join(group) for group in groups)
    else:
        said = ", ".join(pieces)
    return [f"Your hand, {counted(len(cards), 'card')}: {said}."]


def steps(scene: Scene) -> list[str]:
    """What is owed, which step it is, and what may be typed."""
    lines = [scene.debt] if scene.debt else []
    match scene.view.phase:
        case Phase.DRAW:
            step = "Your turn. Step 1: draw."
        case Phase.PLAY:
            step = "Step 2: meld and lay off as you like, then discard."
        case Phase.CALLING:
            step = "You may call rummy."
        case _:
            step = ""
    typed = [f"{key} for {what}" if what else key for key, what in scene.choices]
    if step:
        lines.append(f"{step} Type {listed(typed, 'or')}." if typed else step)
    return lines
