"""Questions about a turn: what is legal, does a sequence stand, who may do what, who is next."""

from __future__ import annotations

from collections import Counter

import msgspec

from laydown.cards import Card, card_text
from laydown.cases.actions import from_hand
from laydown.cases.compare import Bag, Facts, Names
from laydown.cases.errors import BadCase
from laydown.cases.events import Story, told
from laydown.cases.options import seats_and_rules
from laydown.cases.playing import Play, Refused, everybody_passes, house_answered, step
from laydown.cases.position import Position, position_of
from laydown.cases.schema import (
    AskHandEnds,
    AskLegal,
    AskLegalSet,
    AskNext,
    AskSequence,
    Case,
    Do,
)
from laydown.cases.seats import Seats
from laydown.cases.tokens import read_cards
from laydown.engine.actions import Call, Decline, Discard, Draw, Move, Take
from laydown.engine.apply import apply
from laydown.engine.drawing import idle_limit
from laydown.engine.legal import LegalActions
from laydown.engine.scoring import score
from laydown.engine.state import NO_SEAT, Ending, Phase, Round
from laydown.engine.view import view


def position(case: Case, by: str | int | None = None, actions: tuple[Do, ...] = ()) -> Position:
    """The position the case describes, in which `by` holds the cards that its actions need,
    where the case gives that hand only as a number."""
    seats, rules = seats_and_rules(case)
    if by is None:
        return position_of(case, rules, seats)
    pile = case.situation.pile
    there = Counter(read_cards(pile)) if isinstance(pile, str | tuple) else Counter[Card]()
    needed = Counter(face for do in actions for face in from_hand(do)) - there
    return position_of(case, rules, seats, {seats.seat(by): tuple(needed.elements())})


def legal(case: Case, ask: AskLegal) -> Facts:
    """Whether one action is legal now."""
    here = position(case, ask.by, (ask.action,))
    found = step(_playing(here, here.seats.seat(ask.by)), ask.action)
    return {"legal": not isinstance(found, Refused), **_refused(found)}


def sequence(case: Case, ask: AskSequence) -> Facts:
    """Whether the actions stand one after the other, and what they lead to."""
    here = position(case, ask.by, ask.actions)
    play = _playing(here, here.seats.seat(ask.by))
    if not ask.actions:
        raise BadCase("sequence: no actions")
    for number, do in enumerate(ask.actions, 1):
        found = step(play, do)
        if isinstance(found, Refused):
            return {"legal": False, "illegal_at": number, **_refused(found)}
        play = found
    end = play.round.end
    over = is_over(play.round, here.seen)
    return {
        "legal": True,
        "illegal_at": None,
        "hand_after": Bag(play.round.hands[play.seat]),
        "hand_ends": over,
        "floats": play.round.floating[play.seat] and not over,
        "out": who_went_out(play.round, here.seats),
        "going_rummy": end is not None and end.going_rummy,
    }


def legal_set(case: Case, ask: AskLegalSet) -> Facts:
    """All draws, discards or callers that are legal."""
    here = position(case)
    match ask.of:
        case "callers":
            return {"legal": Names(_callers(here))}
        case "draws":
            seat = _asker(ask, here)
            round_ = here.round
            if round_.phase is Phase.CALLING and seat == round_.due:
                round_ = everybody_passes(round_)
            actions = LegalActions(view(round_, seat))
            draws = ["stock"] * (Draw() in actions)
            for count in range(1, len(round_.pile) + 1):
                if Take(count) in actions:
                    draws.append(card_text(round_.pile[-count]))
            return {"legal": Names(tuple(draws))}
        case "discards":
            seat = _asker(ask, here)
            actions = LegalActions(view(here.round, seat))
            hand = dict.fromkeys(here.round.hands[seat])
            return {
                "legal": Names(tuple(card_text(face) for face in hand if Discard(face) in actions))
            }


def _callers(here: Position) -> tuple[str, ...]:
    """Who has a call to make; cards that the case does not name cannot help anybody to one."""
    round_ = here.round
    if round_.phase is not Phase.CALLING:
        return ()
    found = []
    for seat in round_.may_call:
        calls = LegalActions(view(round_, seat)).of(Call)
        if any(here.seen[seat] or not (isinstance(call, Call) and call.hand) for call in calls):
            found.append(here.seats.name(seat))
    return tuple(found)


def hand_ends(case: Case, ask: AskHandEnds) -> Facts:
    """Whether the round is over now, or once the pile is refused where the case says so."""
    seats, rules = seats_and_rules(case)
    here, story = told(case, rules, seats, ask.after or ask.event)
    round_ = story.round
    if case.situation.declines:
        round_ = _declined(round_, seats, case)
        return ending_facts(round_, seats, over=round_.phase is Phase.OVER)
    return ending_facts(round_, seats, over=is_over(round_, here.seen))


def ending_facts(round_: Round, seats: Seats, *, over: bool) -> Facts:
    """How the round ended, if it has."""
    found: Facts = {
        "ends": over,
        "hand_ends": over,
        "reason": str(round_.end.how) if over and round_.end else None,
        "out": who_went_out(round_, seats),
        "going_rummy": over and round_.end is not None and round_.end.going_rummy,
    }
    if over:
        totals = score(round_).totals
        found["scores"] = {name: totals[seat] for seat, name in enumerate(seats.names)}
    return found


def _declined(round_: Round, seats: Seats, case: Case) -> Round:
    """The round after the player to act has refused the pile."""
    given = case.situation.declines
    seat = seats.seat(given) if isinstance(given, str) and given in seats.names else round_.seat
    round_ = everybody_passes(round_)
    if round_.phase is Phase.OVER:
        return round_
    reason = LegalActions(view(round_, seat)).why_not(Decline())
    if reason is not None:
        raise BadCase(f"the pile cannot be declined there: {reason.why} ({reason.clause})")
    return house_answered(apply(round_, Move(seat, Decline())))


def next_to_act(case: Case, ask: AskNext) -> Facts:
    """Whose turn it is once what the case tells has happened."""
    seats, rules = seats_and_rules(case)
    here = case.situation
    if here.turn_just_ended_by is not None and here.phase is None and not (ask.after or ask.event):
        return {"to_act": _after_turn(case, seats)}
    position, story = told(case, rules, seats, ask.after or ask.event)
    return story_facts(story, seats, position.seen)


def _after_turn(case: Case, seats: Seats) -> str | None:
    """Who plays after the turn that just ended, as far as is told with a discard."""
    here = case.situation
    just_ended = here.turn_just_ended_by
    assert just_ended is not None
    in_turn = msgspec.structs.replace(
        case,
        situation=msgspec.structs.replace(
            here, phase="play", to_act=just_ended, turn_just_ended_by=None
        ),
    )
    found = position(in_turn)
    seat = seats.seat(just_ended)
    discard = next(LegalActions(view(found.round, seat)).of(Discard), None)
    if discard is None:
        raise BadCase(f"{just_ended} has no card to end the turn with")
    after = everybody_passes(apply(found.round, Move(seat, discard)))
    return None if is_over(after, found.seen) else seats.name(after.seat)


def story_facts(story: Story, seats: Seats, seen: tuple[bool, ...]) -> Facts:
    """Who acts after the events, and what they were about."""
    round_ = everybody_passes(story.round)
    over = is_over(round_, seen)
    found: Facts = {
        "to_act": None if over else seats.name(round_.seat),
        "hand_sizes": {name: len(round_.hands[seat]) for seat, name in enumerate(seats.names)},
        "hand_ends": over,
    }
    if story.caller is not None:
        found["caller"] = seats.name(story.caller)
        found["caller_discards"] = story.caller_discards
    return found


def is_over(round_: Round, seen: tuple[bool, ...]) -> bool:
    """Whether the round is over whatever the cards are that the case does not name.

    With the stock empty the engine ends a round where the next player has no legal draw. Where
    the case does not say what that player holds, the filled-in cards must not decide it.
    """
    if round_.phase is not Phase.OVER or round_.end is None:
        return False
    seat = round_.seat
    if round_.end.out != NO_SEAT or seen[seat] or round_.floating[seat] or not round_.pile:
        return True
    if round_.end.how is Ending.VOID:
        return True
    looks = view(round_, seat)
    return bool(looks.idle_turns) and looks.idle_turns >= idle_limit(looks)


def who_went_out(round_: Round, seats: Seats) -> str | None:
    """Who went out, by name."""
    if round_.end is None or round_.end.out == NO_SEAT:
        return None
    return seats.name(round_.end.out)


def _playing(here: Position, seat: int) -> Play:
    return Play(here.round, seat, given_up=here.given_up and here.round.seat == seat)


def _asker(ask: AskLegalSet, here: Position) -> int:
    if ask.by is None or ask.by == "table":
        return here.round.due if here.round.phase is Phase.CALLING else here.round.seat
    return here.seats.seat(ask.by)


def _refused(found: Play | Refused) -> Facts:
    return {"refused": found.why} if isinstance(found, Refused) else {}
