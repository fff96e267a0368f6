"""The table of a question as the player who asks sees it: seat 0 of a round that goes on."""

from __future__ import annotations

import msgspec

from laydown.cards import Card, without
from laydown.engine.dealing import decks_for
from laydown.engine.drawing import turn_after_take
from laydown.engine.errors import Reason
from laydown.engine.law import Law, law
from laydown.engine.state import NO_CARD, NO_SEAT, Drawn, MeldKind, Phase, TableMeld, Turn
from laydown.engine.view import PlayerView
from laydown.referee.questions import Question, everything
from laydown.referee.readings import readings, reason_against

ME = 0
OTHER = 1
"""whose melds lie on the table where they are not the own ones"""
NAMES = ("You", "Another player")
OTHER_HAND = 5
"""Cards that every other player is taken to hold; nothing asked about hangs on it."""


class NoMeld(msgspec.Struct, frozen=True):
    """Cards described as a meld on the table that are none under these rules."""

    number: int
    reason: Reason


class Table(msgspec.Struct, frozen=True):
    """The melds described; those that are none; and those whose wilds could be read otherwise."""

    melds: tuple[TableMeld, ...]
    wrong: tuple[NoMeld, ...] = ()
    unclear: tuple[str, ...] = ()
    """ids of melds with a wild that nobody named and that could be one of several cards"""

    def meld(self, number: int) -> TableMeld | None:
        """The meld of a number counted from 1; None where it is none."""
        return next((each for each in self.melds if each.id == f"M{number}"), None)


def law_for(question: Question) -> Law:
    """The law of the deal that is asked about."""
    return law(question.rules, decks=decks_for(question.rules), wild_rank=question.wild_rank)


def table_for(question: Question) -> Table:
    """The melds on the table, numbered as they were described."""
    facts = law_for(question)
    melds: list[TableMeld] = []
    wrong: list[NoMeld] = []
    unclear: list[str] = []
    for number, laid in enumerate(question.melds, 1):
        shapes = readings(facts, laid.row)
        if not shapes:
            wrong.append(NoMeld(number, reason_against(facts, laid.row)))
            continue
        shape = shapes[0]
        if len(shapes) > 1:
            unclear.append(f"M{number}")
        seat = ME if laid.mine else OTHER
        melds.append(
            TableMeld(
                f"M{number}",
                shape.kind,
                seat,
                shape.cards,
                shape.stands,
                (seat,) * len(shape.cards),
            )
        )
    return Table(tuple(melds), tuple(wrong), tuple(unclear))


def single(face: Card, stands: Card, number: int, seat: int) -> TableMeld:
    """One card on the table by itself, for counting what it is worth there."""
    return TableMeld(f"M{number}", MeldKind.SET, seat, (face,), (stands,), (seat,))


def view_for(
    question: Question, table: Table, *, phase: Phase, hand: tuple[Card, ...]
) -> PlayerView:
    """What the player who asks sees. In `PLAY` the draw has been made and owes what it owes."""
    seats = question.rules.setup.players
    owners = {meld.owner for meld in table.melds}
    melded = tuple(question.has_melded if seat == ME else seat in owners for seat in range(seats))
    view = PlayerView(
        rules=question.rules,
        players=seats,
        dealer=seats - 1,
        decks=decks_for(question.rules),
        phase=phase,
        seat=ME,
        may_act=(ME,),
        viewer=ME,
        hand=tuple(sorted(hand)),
        sizes=(len(hand), *(OTHER_HAND,) * (seats - 1)),
        stock_size=1 if question.stock else 0,
        pile=question.pile,
        melds=table.melds,
        turn=Turn(fresh=not melded[ME]),
        wild_rank=question.wild_rank,
        upcards=(),
        known=((),) * seats,
        known_stock=(),
        melded=melded,
        laid=melded,
        floating=(False,) * seats,
        due=NO_SEAT,
        recycles=0,
        idle_recycles=0,
        idle_turns=0,
        laid_melds=len(question.melds),
        voids=0,
        end=None,
    )
    if phase is Phase.PLAY:
        return _drawn(question, view)
    if phase is Phase.CALLING:
        return _open_to_calls(question, view)
    return view


def _drawn(question: Question, view: PlayerView) -> PlayerView:
    """The turn after its draw. Cards taken that are no longer held have been used."""
    replace = msgspec.structs.replace
    took = question.took
    if not took:
        # What remains in the stock is nobody's concern once the draw is made.
        return replace(view, stock_size=1, turn=replace(view.turn, drawn=Drawn.STOCK))
    held = list(view.hand)
    used = []
    for face in took:
        if face in held:
            held.remove(face)
        else:
            used.append(face)
    before = replace(view, phase=Phase.DRAW, hand=tuple(held), pile=(*question.pile, *took))
    turn = turn_after_take(law_for(question), before, len(took))
    owed = list(turn.owed)
    for face in used:
        if face in owed:
            owed.remove(face)
    return replace(
        view,
        stock_size=1,
        turn=replace(
            turn,
            owed=tuple(owed),
            deep=NO_CARD if turn.deep in used else turn.deep,
            laid=bool(used),
        ),
    )


def before_take(question: Question, table: Table) -> PlayerView:
    """The view in which the cards taken from the pile this turn still lay on it."""
    taken = question.took
    back = tuple(face for face in taken if face in question.hand)
    hand = without(question.hand, back) if _all_in(question.hand, back) else question.hand
    asked = msgspec.structs.replace(question, pile=(*question.pile, *taken), took=())
    return view_for(asked, table, phase=Phase.DRAW, hand=hand)


def _all_in(hand: tuple[Card, ...], cards: tuple[Card, ...]) -> bool:
    return all(hand.count(face) >= cards.count(face) for face in cards)


def _open_to_calls(question: Question, view: PlayerView) -> PlayerView:
    """A discard lies open: another player's, or the own one."""
    replace = msgspec.structs.replace
    following = (OTHER + 1) % view.players
    match question.window:
        case "own":
            return replace(view, may_act=(OTHER,), due=OTHER)
        case "drawn":
            return replace(view, phase=Phase.PLAY, seat=OTHER, may_act=(OTHER,))
        case "out":
            return replace(view, phase=Phase.OVER, seat=OTHER, may_act=())
        case _:
            return replace(view, seat=OTHER, due=following)


def spare_cards(question: Question, number: int) -> tuple[Card, ...]:
    """Cards of a hand that was not described, none of which the question speaks of."""
    named = set(everything(question))
    facts = law_for(question)
    plain = (face for face in range(52) if facts.in_pack[face] and not facts.is_wild[face])
    return tuple(face for face in plain if face not in named)[:number]
