"""What a case tells in a sentence: “A declines the 9H, then draws”, “C calls TC, lays it on M1”.

Only short factual sentences are understood; anything else is a :class:`BadCase`, never a guess.
"""

from __future__ import annotations

import re

import msgspec

from laydown.cards import Card
from laydown.cases.errors import BadCase, cut
from laydown.cases.playing import Play, Refused, everybody_passes, step
from laydown.cases.position import Position, position_of
from laydown.cases.schema import (
    Case,
    Do,
    DoCall,
    DoDecline,
    DoDiscard,
    DoDrawPile,
    DoDrawStock,
    DoLayOff,
    DoMeld,
    DoPass,
)
from laydown.cases.seats import Seats
from laydown.cases.tokens import read_card
from laydown.engine.actions import Discard, Draw
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase, Round
from laydown.engine.view import view
from laydown.rules.rules import Rules

_CARD = r"(?:10|[A2-9TJQK])[SHDC]|X"
_CLAUSES: tuple[tuple[str, str], ...] = (
    ("call", rf"call(?:s|ed)(?: rummy on)?(?: the)? (?P<card>{_CARD})"),
    ("lay", rf"(?:lays?|laid|puts?) (?:it|the (?P<card>{_CARD})) on(?: the)? (?P<meld>\S+)"),
    ("decline", rf"(?:declines?|declined|refuses?|refused)(?: the (?:{_CARD}|pile|discard))?"),
    ("draw", r"(?:draws?|drew)(?: (?:a card|the top card))?(?: from the stock)?"),
    ("take", rf"(?:takes?|took|draws?|drew|digs?|dug)(?: down to)?(?: the)? (?P<card>{_CARD})"),
    ("discard", rf"(?:discards?|discarded)(?:(?: the)? (?P<card>{_CARD}))?"),
    ("meld", rf"(?:melds?|melded) (?P<cards>(?:(?:{_CARD})\s?)+)"),
    ("pass", r"(?:pass|passes|passed)"),
    ("late", r"had called a moment later"),
)


class Story(msgspec.Struct, frozen=True):
    """The round after the events, and what they were about."""

    round: Round
    before: Round
    last: Play | None = None
    drawn: Card | None = None
    may_discard_drawn: bool = False
    caller: int | None = None
    caller_discards: bool = False


class Step(msgspec.Struct, frozen=True):
    """One thing that a seat does; `any_card` where a discard is told without its card."""

    seat: int
    do: Do
    any_card: bool = False
    late: bool = False


def told(case: Case, rules: Rules, seats: Seats, event: str | None) -> tuple[Position, Story]:
    """The position, and what becomes of it when the event happens."""
    steps = [] if event is None else steps_of(event, seats)
    here = position_of(case, rules, seats, _needed(steps))
    story = Story(here.round, here.round)
    for each in steps:
        story = _advance(story, each, seats, given_up=here.given_up)
    return here, story


def steps_of(event: str, seats: Seats) -> list[Step]:
    """The sentence taken apart."""
    steps: list[Step] = []
    seat: int | None = None
    # Where a called card lay says nothing that the pile does not.
    plain = re.sub(rf"\s+lying under (?:{_CARD})(?:(?:,| and|,? and) (?:{_CARD}))*\b", "", event)
    for piece in re.split(r"\s*(?:[,;.]|\band then\b|\band\b|\bthen\b)\s*", plain.strip()):
        if not piece:
            continue
        named = next(
            (name for name in seats.names if re.match(rf"{re.escape(name)}\b", piece)), None
        )
        if named is not None:
            seat = seats.seat(named)
            piece = piece[len(named) :].strip()
        if seat is None:
            raise BadCase(f"who does what in {cut(event)}?")
        _add(steps, seat, piece, event)
    return steps


def _add(steps: list[Step], seat: int, piece: str, event: str) -> None:
    read = (
        (kind, found)
        for kind, pattern in _CLAUSES
        if (found := re.fullmatch(pattern, piece)) is not None
    )
    kind, found = next(read, ("", None))
    if found is None:
        raise BadCase(f"the runner does not understand {cut(piece)} in {cut(event)}")
    word = found.groupdict().get("card")
    match kind:
        case "call":
            steps.append(Step(seat, DoCall(card=word)))
        case "lay":
            last = steps[-1] if steps else None
            meld = found["meld"].rstrip(".")
            if last is not None and isinstance(last.do, DoCall) and last.do.to == "":
                steps[-1] = Step(seat, DoCall(card=last.do.card, to=meld))
            elif word is not None:
                steps.append(Step(seat, DoLayOff(cards=word, to=meld)))
            else:
                raise BadCase(f"what is laid on {meld} in {cut(event)}?")
        case "decline":
            steps.append(Step(seat, DoDecline()))
        case "draw":
            steps.append(Step(seat, DoDrawStock()))
        case "take":
            steps.append(Step(seat, DoDrawPile(down_to=word)))
        case "discard":
            steps.append(Step(seat, DoDiscard(card=word or "X"), any_card=word is None))
        case "meld":
            steps.append(Step(seat, DoMeld(cards=found["cards"])))
        case "pass":
            steps.append(Step(seat, DoPass()))
        case "late":
            # Only the first call counts (B-39): the later one must find no window.
            first = next((each.do for each in steps if isinstance(each.do, DoCall)), None)
            if first is None:
                raise BadCase(f"nobody called before in {cut(event)}")
            steps.append(Step(seat, first, late=True))
        case _:
            raise AssertionError(kind)


def _needed(steps: list[Step]) -> dict[int, tuple[Card, ...]]:
    """Cards that hands must hold for the events to happen, unless they come from the table."""
    needed: dict[int, tuple[Card, ...]] = {}
    got: dict[int, list[Card]] = {}
    for each in steps:
        match each.do:
            case DoDrawPile(down_to=str(word)):
                got.setdefault(each.seat, []).append(read_card(word))
            case DoDiscard(card=word) if not each.any_card:
                face = read_card(word)
                if face not in got.get(each.seat, []):
                    needed[each.seat] = (*needed.get(each.seat, ()), face)
            case _:
                pass
    return needed


def _advance(story: Story, each: Step, seats: Seats, *, given_up: bool) -> Story:
    round_ = story.round
    do = each.do
    if each.any_card:
        hand = round_.hands[each.seat]
        actions = LegalActions(view(round_, each.seat))
        faces = [face for face in hand if Discard(face) in actions]
        if not faces:
            raise BadCase(f"{seats.name(each.seat)} has no card to discard then")
        return _after_discard(story, each.seat, faces[0])
    play = Play(round_, each.seat, given_up=given_up and story.last is None)
    after = step(play, do)
    if each.late:
        if not isinstance(after, Refused):
            raise BadCase(f"{seats.name(each.seat)} called as well, and could")
        return story
    if isinstance(after, Refused):
        raise BadCase(f"{seats.name(each.seat)} cannot do that: {after.why}")
    story = msgspec.structs.replace(story, round=after.round, last=after)
    match do:
        case DoCall():
            return msgspec.structs.replace(
                story,
                caller=each.seat,
                caller_discards=after.round.phase is Phase.PLAY
                and after.round.seat == each.seat
                and any(
                    isinstance(action, Discard)
                    for action in LegalActions(view(after.round, each.seat)).of(Discard)
                ),
            )
        case DoDrawStock():
            drawn = _gained(round_, after.round, each.seat)
            return msgspec.structs.replace(
                story,
                drawn=drawn,
                may_discard_drawn=drawn is not None
                and Discard(drawn) in LegalActions(view(after.round, each.seat)),
            )
        case _:
            return story


def _after_discard(story: Story, seat: int, face: Card) -> Story:
    from laydown.cards import card_text

    after = step(Play(story.round, seat), DoDiscard(card=card_text(face)))
    assert isinstance(after, Play)
    return msgspec.structs.replace(story, round=after.round, last=after)


def _gained(before: Round, after: Round, seat: int) -> Card | None:
    """The card that came to the hand."""
    had = list(before.hands[seat])
    for face in after.hands[seat]:
        if face in had:
            had.remove(face)
        else:
            return face
    return None


def quiet(story: Story) -> Round:
    """The round once nobody has called."""
    return everybody_passes(story.round)


def draws_stock(round_: Round, seat: int) -> bool:
    """Drawing from the stock is the only draw there is."""
    actions = LegalActions(view(round_, seat))
    return Draw() in actions and not any(True for kind in actions.kinds() if kind is not Draw)
