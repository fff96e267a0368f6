"""What a command can mean where it leaves something open: a wild's card, the meld, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, permutations

import msgspec

from laydown.cards import JOKER, Card, card, rank_of, suit_of
from laydown.cli.terminal.pieces import NOT_NAMED, Piece, Pieces
from laydown.engine.actions import Call, LayOff, Meld, PlayerAction
from laydown.engine.errors import Reason, Why
from laydown.engine.law import law_of
from laydown.engine.legal import LegalActions
from laydown.engine.state import MeldKind, TableMeld
from laydown.engine.view import PlayerView

MOST = 400
"""readings tried before a command is taken to mean too much at once"""

MOST_CALLS = 200
"""calls that are looked at before a person has to say more"""

_SHAPE = {
    Why.NOT_A_MELD, Why.MIXED_RANKS, Why.MIXED_SUITS, Why.NOT_IN_A_ROW, Why.ACE_NOT_HIGH,
    Why.CORNER, Why.SAME_CARD_TWICE, Why.SAME_SUIT_TWICE, Why.NAME_THE_WILD, Why.NO_SUCH_CARD,
    Why.DOES_NOT_FIT, Why.NOT_WILD, Why.NAME_THE_MELD,
}  # fmt: skip
"""reasons that speak of one reading only: any other reason says more about the command"""


class Readings(msgspec.Struct, frozen=True):
    """The legal readings, each once, and the action and reason to explain where there are none."""

    legal: tuple[PlayerAction, ...]
    refused: PlayerAction | None = None
    reason: Reason | None = None


def sift(legal: LegalActions, tried: Iterable[PlayerAction]) -> Readings:
    """The legal ones among some readings; where there are none, the refusal that says most."""
    good: list[PlayerAction] = []
    refused: PlayerAction | None = None
    reason: Reason | None = None
    for action in tried:
        why = legal.why_not(action)
        if why is None:
            good.append(action)
        elif reason is None or (reason.why in _SHAPE and why.why not in _SHAPE):
            refused, reason = action, why
    most = max(map(_at_itself, good), default=0)
    return Readings(tuple(a for a in good if _at_itself(a) == most), refused, reason)


def _at_itself(action: PlayerAction) -> int:
    """How many cards stand for themselves: whoever names no card for a wild means its own."""
    match action:
        case Meld(cards, as_) | LayOff(cards, _, as_):
            return sum(a == b for a, b in zip(cards, as_ or cards, strict=True))
        case _:
            return 0


def melds_meant(view: PlayerView, legal: LegalActions, pieces: Pieces) -> Readings:
    """The melds that typed cards can be: as they are if that is one, else with wilds named."""
    cards = tuple(piece.card for piece in pieces.cards)
    plain = Meld(cards, _said(pieces.cards))
    why = legal.why_not(plain)
    open_wilds = _open(view, pieces.cards)
    if why is None or not open_wilds or why.why not in _SHAPE:
        return Readings((plain,)) if why is None else Readings((), plain, why)
    tried = (
        Meld(cards, as_) for as_ in _ways(view, pieces.cards, _meld_stands(view, pieces.cards))
    )
    found = sift(legal, tried)
    return found if found.legal or found.reason else Readings((), plain, why)


def layoffs_meant(view: PlayerView, legal: LegalActions, pieces: Pieces) -> Readings:
    """The lay-offs that typed cards can be: on the meld named, or on any that takes them."""
    targets = [m for m in view.melds if not pieces.meld or m.id.lower() == pieces.meld.lower()]
    if not targets:
        asked = LayOff(tuple(p.card for p in pieces.cards), pieces.meld, _said(pieces.cards))
        return Readings((), asked, legal.why_not(asked))
    return sift(legal, _layoffs(view, legal, pieces, targets))


def calls_meant(view: PlayerView, legal: LegalActions, pieces: Pieces) -> Readings:
    """The calls that agree with what was typed: a meld's id, cards of the pile or the hand.

    Where some have exactly the cards that were named, the others are not meant.
    """
    named = tuple(piece.card for piece in pieces.cards)
    for taken in range(1, len(named) + 1):
        as_, low = _said(pieces.cards), pieces.low is True
        whole = Call(named[:taken], pieces.meld, named[taken:], as_, low)
        if legal.why_not(whole) is None:
            return Readings((whole,))
    # named wilds make the list of all calls long: only its beginning is looked at
    every = islice(legal.of(Call), MOST_CALLS)
    good = [each for each in every if isinstance(each, Call) and _agrees(each, pieces)]
    exact = [each for each in good if len(each.cards) + len(each.hand) == len(named)]
    if good:
        return Readings(tuple(exact or good))
    asked = Call(named or view.pile[-1:], pieces.meld, (), _said(pieces.cards))
    return Readings((), asked, legal.why_not(asked))


def _agrees(call: Call, pieces: Pieces) -> bool:
    if pieces.meld and call.meld.lower() != pieces.meld.lower():
        return False
    if pieces.low is not None and call.low != pieces.low:
        return False
    every = (*call.cards, *call.hand)
    left = list(zip(every, call.as_ or every, strict=True))
    for piece in sorted(pieces.cards, key=lambda each: each.stands == NOT_NAMED):
        found = next(
            (
                pair
                for pair in left
                if pair[0] == piece.card and piece.stands in (NOT_NAMED, pair[1])
            ),
            None,
        )
        if found is None:
            return False
        left.remove(found)
    return True


def _layoffs(
    view: PlayerView, legal: LegalActions, pieces: Pieces, targets: list[TableMeld]
) -> Iterator[PlayerAction]:
    cards = tuple(piece.card for piece in pieces.cards)
    for meld in targets:
        natural = LayOff(cards, meld.id, _said(pieces.cards), pieces.low is True)
        why = legal.why_not(natural)
        yield natural
        if why is not None and why.why in _SHAPE and _open(view, pieces.cards):
            for as_ in _ways(view, pieces.cards, _layoff_stands(view, meld)):
                yield LayOff(cards, meld.id, as_, pieces.low is True)
        if pieces.low is None and _two_ends(meld, pieces.cards):
            yield msgspec.structs.replace(natural, low=True)


def _two_ends(meld: TableMeld, pieces: tuple[Piece, ...]) -> bool:
    """Whether an ace among the cards could go to either end of a run from two to king."""
    aces = [p for p in pieces if (p.stands if p.stands != NOT_NAMED else p.card) % 13 == 0]
    ranks = {rank_of(face) for face in meld.stands}
    return meld.kind is MeldKind.RUN and bool(aces) and 1 in ranks and 12 in ranks


def _said(pieces: tuple[Piece, ...]) -> tuple[Card, ...]:
    """What each card stands for by what was typed; empty where every card is itself."""
    if all(p.stands in (NOT_NAMED, p.card) and p.card != JOKER for p in pieces):
        return ()
    if all(p.stands == NOT_NAMED for p in pieces):
        return ()
    return tuple(p.card if p.stands == NOT_NAMED else p.stands for p in pieces)


def _open(view: PlayerView, pieces: tuple[Piece, ...]) -> list[int]:
    wild = law_of(view).is_wild
    return [i for i, p in enumerate(pieces) if p.stands == NOT_NAMED and wild[p.card]]


def _ways(
    view: PlayerView, pieces: tuple[Piece, ...], groups: Iterable[tuple[Card, ...]]
) -> Iterator[tuple[Card, ...]]:
    """Each way to name the open wilds from a group of faces, one for each set of faces.

    A wild card's own face is tried first: it stands for itself where it can.
    """
    open_ = _open(view, pieces)
    seen: set[tuple[Card, ...]] = set()
    said = [p.card if p.stands == NOT_NAMED else p.stands for p in pieces]
    tried = 0
    for group in groups:
        for chosen in combinations(group, len(open_)):
            key = tuple(sorted(chosen))
            if key in seen:
                continue
            seen.add(key)
            tried += 1
            if tried > MOST:
                return
            named = list(said)
            for i, face in zip(open_, _at_home(pieces, open_, chosen), strict=True):
                named[i] = face
            yield tuple(named)


def _at_home(
    pieces: tuple[Piece, ...], open_: list[int], chosen: tuple[Card, ...]
) -> tuple[Card, ...]:
    """The order of the chosen faces that leaves most wild cards standing for themselves."""
    if len(open_) > 5:
        return chosen
    return max(
        permutations(chosen),
        key=lambda order: sum(pieces[i].card == f for i, f in zip(open_, order, strict=True)),
    )


def _meld_stands(view: PlayerView, pieces: tuple[Piece, ...]) -> Iterator[tuple[Card, ...]]:
    """Groups of faces that the open wilds of a new meld could stand for: sets, then runs."""
    open_ = set(_open(view, pieces))
    fixed = [
        p.card if p.stands == NOT_NAMED else p.stands
        for i, p in enumerate(pieces)
        if i not in open_
    ]
    ranks = {rank_of(face) for face in fixed}
    suits = {suit_of(face) for face in fixed}
    if len(ranks) <= 1:
        for rank in ranks or range(13):
            faces = tuple(card(rank, suit) for suit in range(4))
            if view.rules.melds.set_identical:
                # the suit means nothing in such a set (B-26): one name for each wild is enough
                yield faces[:1] * len(open_)
            else:
                yield tuple(face for face in faces if face not in fixed)
    if len(suits) <= 1 and view.rules.melds.runs:
        for suit in suits or range(4):
            # thirteen ranks and the ace again above the king
            row = [card(rank % 13, suit) for rank in range(14)]
            for start in range(14 - len(pieces) + 1):
                window = row[start : start + len(pieces)]
                if all(face in window for face in fixed):
                    yield tuple(face for face in window if face not in fixed)


def _layoff_stands(view: PlayerView, meld: TableMeld) -> Iterator[tuple[Card, ...]]:
    """Faces that a wild laid on this meld could stand for."""
    first = meld.stands[0]
    if meld.kind is MeldKind.SET:
        faces = tuple(card(rank_of(first), suit) for suit in range(4))
        if view.rules.melds.set_identical:
            yield faces[:1] * 8
        else:
            yield tuple(face for face in faces if face not in meld.stands)
    else:
        suit = suit_of(first)
        row = (card(rank, suit) for rank in range(13))
        yield tuple(face for face in row if face not in meld.stands)
