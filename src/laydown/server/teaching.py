"""A lesson played: the room it is shown as, the learner's moves one by one, and what is said."""

from __future__ import annotations

from functools import cache

import msgspec

from laydown.cards import FACES, RANKS, Card, parse_card, parse_cards
from laydown.engine.actions import Discard, Move, PlayerAction
from laydown.engine.apply import begin_turn
from laydown.engine.dealing import decks_for, pack_of
from laydown.engine.errors import Reason
from laydown.engine.law import law
from laydown.engine.match import Match, apply_match, new_match, why_not_match
from laydown.engine.melds import read_meld
from laydown.engine.state import Phase, Round, TableMeld, Turn
from laydown.record.notation import action_text, parse_move
from laydown.record.tokens import parse_tokens
from laydown.rules.catalogue import OPTIONS, describe
from laydown.rules.text import nearest_game
from laydown.server.answers import Answer, refused
from laydown.server.lesson_wire import LessonAnswer, LessonLine, LessonQuestion, LessonRule
from laydown.server.lessons import LESSONS, Lesson, Step
from laydown.server.presence import Moment, Presence, Timing
from laydown.server.questions import hint, look, suggest, why
from laydown.server.rooms import COLOURS, COMPUTER_NAMES, Played, RoomState, SeatState
from laydown.server.telling import state_for
from laydown.server.wire import Hint, Look, Refused, Suggest, Why

LEARNER = 0
MOST_MOVES = 40
"""No lesson needs more moves."""
_OTHERS_HOLD = 5


class Lecture(msgspec.Struct, frozen=True):
    """A lesson as far as it has been played."""

    lesson: Lesson
    state: RoomState
    step: int = 0
    made: tuple[PlayerAction, ...] = ()

    @property
    def done(self) -> bool:
        return self.step >= len(self.lesson.steps)

    @property
    def now(self) -> Step | None:
        return None if self.done else self.lesson.steps[self.step]


def lesson_lines() -> tuple[LessonLine, ...]:
    """All lessons, in the order in which they are learnt."""
    return tuple(
        LessonLine(each.name, each.title, each.idea, _game(each), len(each.steps))
        for each in LESSONS.values()
    )


def _game(lesson: Lesson) -> str:
    return nearest_game(lesson.rules).title


# ------------------------------------------------------------------ the position


@cache
def begun(name: str) -> Lecture:
    """The lesson before its first move; `KeyError` if there is none of that name."""
    lesson = LESSONS[name]
    match = new_match(lesson.rules)
    dealer = lesson.rules.setup.players - 1
    match = msgspec.structs.replace(match, dealer=dealer, round=_round(lesson))
    seats = [SeatState("You", COLOURS[0], secret="learner")]
    seats += [
        SeatState(COMPUTER_NAMES[i], COLOURS[i + 1], level="plain")
        for i in range(lesson.rules.setup.players - 1)
    ]
    state = RoomState(
        seq=1,
        rules=lesson.rules,
        seats=tuple(seats),
        host=LEARNER,
        match=match,
        clock=0,
        days=False,
        opened_at=0.0,
        ready=(False,) * len(seats),
        started=True,
        position=1,
    )
    if lesson.discarded:
        state = _moved(state, dealer, Discard(parse_card(lesson.discarded)))
    return Lecture(lesson, state)


def _round(lesson: Lesson) -> Round:
    rules = lesson.rules
    players, decks = rules.setup.players, decks_for(rules)
    wild = RANKS.index(lesson.wild) if lesson.wild else -1
    facts = law(rules, decks=decks, wild_rank=wild)
    melds = []
    for number, (seat, cards) in enumerate(lesson.melds, 1):
        shape = read_meld(facts, parse_cards(cards))
        assert not isinstance(shape, Reason), (lesson.name, cards)
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
    hand, pile, top = (parse_cards(each) for each in (lesson.hand, lesson.pile, lesson.stock))
    left = list(pack_of(rules, decks))
    discard = parse_cards(lesson.discarded)
    for face in (*hand, *pile, *top, *discard, *(face for meld in melds for face in meld.cards)):
        left.remove(face)
    left.sort(key=_dullness)
    hands = [tuple(sorted(hand))]
    for seat in range(1, players):
        held = [left.pop(0) for _ in range(_OTHERS_HOLD)]
        if seat == players - 1:
            held += discard
        hands.append(tuple(sorted(held)))
    owners = {meld.owner for meld in melds}
    melded = tuple(seat in owners for seat in range(players))
    start = Round(
        rules=rules,
        players=players,
        dealer=players - 1,
        decks=decks,
        phase=Phase.DRAW,
        seat=LEARNER,
        hands=tuple(hands),
        stock=(*top, *left),
        pile=pile,
        melds=tuple(melds),
        wild_rank=wild,
        known=((),) * players,
        melded=melded,
        laid=melded,
        floating=(False,) * players,
        laid_melds=len(melds),
    )
    if discard:
        turn = Turn(fresh=False, laid=True)
        return msgspec.structs.replace(start, phase=Phase.PLAY, seat=players - 1, turn=turn)
    return begin_turn(start, LEARNER)


def _dullness(face: Card) -> int:
    """Low cards of mixed suits first: nobody else has anything to lay."""
    return (face * 17) % FACES


def _moved(state: RoomState, seat: int, action: PlayerAction) -> RoomState:
    """The room after a legal move."""
    reason = why_not_match(state.match, Move(seat, action))
    assert reason is None, (seat, action, reason)
    seq = state.seq + 1
    match: Match = apply_match(state.match, Move(seat, action))
    by = "person" if seat == LEARNER else "computer"
    played = Played(state.match, Move(seat, action), by, seq, 0.0)
    moves = (*state.moves, played)
    if match.results and not state.match.results:
        return msgspec.structs.replace(
            state, seq=seq, position=seq, match=match, moves=(), lately=moves
        )
    return msgspec.structs.replace(state, seq=seq, position=seq, match=match, moves=moves)


# ------------------------------------------------------------------ the learner's moves


def taught(name: str, asked: LessonQuestion, now: float) -> LessonAnswer:
    """The table after the moves, and the reply to the one more or to the question."""
    lecture = begun(name)
    for action in asked.moves[:MOST_MOVES]:
        lecture = made(lecture, action)
    reply: msgspec.Struct | None = None
    before = lecture
    if asked.action is not None:
        try:
            lecture = made(lecture, asked.action)
        except Answer as no:
            reply = Refused("", no.text, no.clause, no.option)
    elif asked.ask is not None:
        reply = _replied(lecture, asked.ask)
    since = asked.since if lecture is not before or asked.since else 0
    moment = Moment(lecture.state, Presence(len(lecture.state.seats), now), Timing(), now)
    step, lesson = lecture.now, lecture.lesson
    last = lesson.steps[lecture.step - 1].why if lecture.step else ""
    names = list(LESSONS)
    following = names[names.index(name) + 1 :]
    return LessonAnswer(
        name=name,
        title=lesson.title,
        idea=lesson.idea,
        game=_game(lesson),
        step=lecture.step,
        steps=len(lesson.steps),
        say=lesson.praise if step is None else step.say,
        why=last,
        done=lecture.done,
        following=following[0] if following else "",
        rules=tuple(
            LessonRule(option, describe(lesson.rules, option), OPTIONS[option].clause(lesson.rules))
            for option in lesson.options
        ),
        state=state_for(f"lesson-{name}", moment, LEARNER, since),
        moves=lecture.made,
        reply=reply,  # type: ignore[arg-type]
    )


def _replied(lecture: Lecture, ask: Look | Suggest | Why | Hint) -> msgspec.Struct:
    try:
        match ask:
            case Look():
                return look(lecture.state, LEARNER, ask)
            case Suggest():
                return suggest(lecture.state, LEARNER, ask)
            case Why():
                return why(lecture.state, LEARNER, ask)
            case Hint():
                return hint(lecture.state, LEARNER, ask)
    except Answer as no:
        return Refused(ask.id[:64], no.text, no.clause, no.option)


def made(lecture: Lecture, action: PlayerAction) -> Lecture:
    """The lesson after one more move; `Answer` says why it is not made: the engine's reason, or
    that it is allowed and not what the step is about."""
    state, step = lecture.state, lecture.now
    reason = why_not_match(state.match, Move(LEARNER, action))
    if reason is not None:
        raise refused(state, LEARNER, reason)
    if step is None:
        raise Answer("This lesson is done.")
    if not any(fits(action, wanted) for wanted in step.moves):
        raise Answer(f"The rules allow that, but it is not what is shown here. {step.say}")
    state = _moved(state, LEARNER, action)
    if not _reached(step, state):
        return msgspec.structs.replace(lecture, state=state, made=(*lecture.made, action))
    for line in step.then:
        move = parse_move(line)
        state = _moved(state, move.seat, move.action)  # type: ignore[arg-type]
    return Lecture(lecture.lesson, state, lecture.step + 1, (*lecture.made, action))


def _reached(step: Step, state: RoomState) -> bool:
    round_ = state.match.round
    match step.until:
        case "floats":
            return round_ is not None and round_.floating[LEARNER]
        case "out":
            return bool(state.match.results) and state.match.results[-1].end.out == LEARNER
        case _:
            return True


def fits(action: PlayerAction, wanted: str) -> bool:
    """The action is the one that is wanted, in whatever order its cards are told.

    >>> from laydown.record.notation import parse_action
    >>> fits(parse_action("meld 7D 7S 7H"), "meld 7S 7H 7D"), fits(parse_action("draw"), "take 1")
    (True, False)
    """
    verb, _, rest = action_text(action).partition(" ")
    wants, _, more = wanted.partition(" ")
    if verb != wants:
        return False
    cards, _, meld = rest.partition(" to ")
    told, _, onto = more.partition(" to ")
    if onto and meld.split()[:1] != [onto]:
        return False
    if told == "*" or cards == told:
        return True
    if verb == "take":
        return False
    return sorted(parse_tokens(cards)[0]) == sorted(parse_card(each) for each in told.split())
