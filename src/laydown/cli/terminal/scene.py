"""What one person is shown at one moment, before it is drawn or read out."""

from __future__ import annotations

import msgspec

from laydown.cards import JOKER, Card, rank_of, suit_of
from laydown.engine.law import law_of
from laydown.engine.state import NO_CARD, Phase
from laydown.engine.view import PlayerView
from laydown.record.words import rank_plural
from laydown.rules.options import AceInRuns, GoOut, StockOut

SUIT_ORDER = (0, 1, 3, 2, 4)
"""spades, hearts, clubs, diamonds: the colours alternate"""
LONGEST_TAG = 3
FEW = 3
"""a hand of so few cards is warned of"""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A view with what else the screen of its seat shows. `names` say “You” for the viewer."""

    title: str
    aim: str
    round_number: int
    view: PlayerView
    names: tuple[str, ...]
    totals: tuple[int, ...]
    on_table: tuple[int, ...] = ()
    """points on the table this round by seat; empty where the table counts for nobody"""
    takes: tuple[int, ...] = ()
    """how many cards may be taken from the pile now"""
    debt: str = ""
    """what must still be used this turn, and how"""
    news: tuple[str, ...] = ()
    fresh: tuple[Card, ...] = ()
    """cards that came to the hand this turn"""
    sort: str = "suit"
    choices: tuple[tuple[str, str], ...] = ()
    """what may be typed now, each with what it does"""


def sorted_hand(scene: Scene) -> list[Card]:
    """The hand by suit or by rank; aces stand high where runs may end with them."""
    low = scene.view.rules.melds.ace_in_runs is AceInRuns.LOW

    def rank(face: Card) -> int:
        return 99 if face == JOKER else 13 if rank_of(face) == 0 and not low else rank_of(face)

    def suit(face: Card) -> int:
        return SUIT_ORDER[suit_of(face)]

    if scene.sort == "rank":
        return sorted(scene.view.hand, key=lambda face: (rank(face), suit(face)))
    return sorted(scene.view.hand, key=lambda face: (suit(face), rank(face)))


MARKS = {
    "use": "must be used this turn",
    "bar": "may not be this turn's discard",
    "new": "came this turn",
    "wild": "a wild card",
    "seen": "everybody knows you hold it",
}


def marks(scene: Scene, hand: list[Card]) -> list[str]:
    """What is to be said of each card of the hand, in its order; one mark for one copy."""
    view = scene.view
    left = {
        "use": list(view.turn.owed) if view.seat == view.viewer else [],
        "new": list(scene.fresh),
        "seen": list(view.known[view.viewer]) if view.known and view.viewer >= 0 else [],
    }
    wild = law_of(view).is_wild
    barred = view.turn.barred if view.seat == view.viewer else NO_CARD
    found: list[str] = []
    for face in hand:
        mark = ""
        if face in left["use"]:
            left["use"].remove(face)
            mark = "use"
        elif face == barred and hand.count(face) == 1 and view.phase is Phase.PLAY:
            mark = "bar"
        elif face in left["new"]:
            left["new"].remove(face)
            mark = "new"
        elif wild[face]:
            mark = "wild"
        elif face in left["seen"]:
            mark = "seen"
        if face in left["seen"]:
            left["seen"].remove(face)
        found.append(mark)
    return found


def step_of(view: PlayerView) -> int:
    """Where the turn is: 0 draw, 1 play (melds and lay-offs, then the discard), -1 elsewhere."""
    match view.phase:
        case Phase.DRAW:
            return 0
        case Phase.PLAY:
            return 1
        case _:
            return -1


def wild_words(view: PlayerView) -> str:
    """Which cards are wild this round, in a few words; empty where none is."""
    ranks = {view.wild_rank} if view.wild_rank >= 0 else set()
    if law_of(view).is_wild[1]:
        ranks.add(1)
    words = [rank_plural(rank) for rank in sorted(ranks)]
    if law_of(view).in_pack[JOKER]:
        words.append("jokers")
    return f"{' and '.join(words)} are wild" if words else ""


def stock_rule(view: PlayerView) -> str:
    """What holds once the stock is empty, for the line that shows its number."""
    if view.floating and view.viewer >= 0 and view.floating[view.viewer]:
        return "you float: draw from the stock only"
    if view.stock_size:
        return ""
    match view.rules.drawing.stock_out:
        case StockOut.RECYCLE:
            return "empty: take the top discard, or decline and the pile is turned over"
        case StockOut.MUST_USE_THEN_END:
            return "empty: cards you take must be used, or decline and the round ends"
        case _:
            return "empty: take from the pile, or decline and the round ends"


def floats(view: PlayerView) -> bool:
    """Whether these rules let a player with no cards play on."""
    return view.rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT


def tags(names: tuple[str, ...]) -> tuple[str, ...]:
    """The shortest beginnings that tell the players apart, for marking lay-offs."""
    found = []
    for seat, name in enumerate(names):
        others = [other.casefold() for at, other in enumerate(names) if at != seat]
        cuts = (name[:length] for length in range(1, len(name) + 1))
        free = (cut for cut in cuts if not any(each.startswith(cut.casefold()) for each in others))
        tag = next(free, "")
        found.append(tag if 0 < len(tag) <= LONGEST_TAG else f"p{seat + 1}")
    return tuple(found)
