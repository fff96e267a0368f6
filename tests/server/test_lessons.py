"""Every lesson can be done by its moves, and whatever else is tried is explained."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from tests.server.people import serving

from laydown.engine.actions import Discard, PlayerAction
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import view
from laydown.record.notation import parse_action
from laydown.server.answers import Answer
from laydown.server.lesson_wire import LessonAnswer, LessonQuestion
from laydown.server.lessons import LESSONS
from laydown.server.teaching import LEARNER, Lecture, begun, fits, made, taught
from laydown.server.wire import Hint, Look, Offers

WAYS: dict[str, tuple[str, ...]] = {
    "set": ("draw", "meld 7S 7H 7D", "discard KC"),
    "run": ("draw", "meld 4H 5H 6H 7H", "discard KC"),
    "laying-off": ("draw", "layoff JC to M1", "layoff QC to M2", "discard 5H"),
    "digging": ("take 3", "meld 9H TH JH", "discard KC"),
    "low-ace": ("draw", "meld QS KS AS", "discard 8D"),
    "wild-cards": ("draw", "meld 7C 8C X=9C", "discard KS"),
    "floating": ("draw", "layoff TS to M1", "layoff JS to M1", "layoff QS to M2"),
    "calling": ("call TS to M2", "discard KC"),
    "going-out": ("draw", "meld 5H 6H 7H", "layoff KS to M1", "discard 2D"),
}
"""The moves that a learner who does as told may make."""

POINTS = {"set": 21, "run": 22, "laying-off": 50, "digging": 29, "low-ace": 35, "wild-cards": 30}
"""On the table at the end: 7+7+7; 4+5+6+7; 30 for queens and 20 laid off; 9+10+10; 10+10+15 with
the ace high; 7+8 and a joker at 15."""


def actions(name: str) -> tuple[PlayerAction, ...]:
    return tuple(parse_action(text) for text in WAYS[name])  # type: ignore[misc]


def explained(lecture: Lecture, action: PlayerAction) -> str:
    """Why the move is not made; empty where it is."""
    try:
        after = made(lecture, action)
    except Answer as no:
        return no.text
    return "" if after.made[-1] == action else "lost"


def ask(name: str, moves: tuple[PlayerAction, ...] = (), **more: Any) -> LessonAnswer:
    return taught(name, LessonQuestion(moves=moves, **more), 0.0)


def test_there_is_a_way_through_every_lesson() -> None:
    assert list(WAYS) == list(LESSONS)
    assert all(2 <= len(lesson.steps) <= 5 for lesson in LESSONS.values())


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_done_by_its_moves(name: str) -> None:
    before = ask(name)
    assert (before.step, before.done, before.reply) == (0, False, None)
    assert before.say == LESSONS[name].steps[0].say
    moves: tuple[PlayerAction, ...] = ()
    for action in actions(name):
        found = ask(name, moves, action=action)
        assert found.reply is None, found.reply
        moves = found.moves
        assert moves[-1] == action
    assert found.done
    assert (found.step, found.say) == (found.steps, LESSONS[name].praise)
    table = found.state.table
    assert table is not None
    if name in POINTS:
        assert table.points[LEARNER] == POINTS[name]
    assert found.rules
    assert all(rule.sentence and rule.clause for rule in found.rules)


@pytest.mark.parametrize("name", LESSONS)
def test_every_legal_move_is_made_or_explained(name: str) -> None:
    """At every step, every legal move either goes on or is said not to be what is shown."""
    lecture = begun(name)
    for wanted in actions(name):
        round_ = lecture.state.match.round
        assert round_ is not None
        for action in LegalActions(view(round_, LEARNER)):
            told = explained(lecture, action)
            assert lecture.now is not None
            assert not told or lecture.now.say in told
        lecture = made(lecture, wanted)
    assert lecture.done


def test_a_refused_move_is_told_in_the_engines_words() -> None:
    """The dug card must be used before the discard (R5-5)."""
    moves = actions("digging")[:1]
    found = ask("digging", moves, action=Discard(2))
    assert found.reply is not None
    assert "must still put 9♥ on the table" in found.reply.text  # type: ignore[union-attr]
    assert (found.step, found.moves) == (1, moves)


def test_the_lower_ace_is_allowed_and_not_what_is_shown() -> None:
    found = ask("low-ace", actions("low-ace")[:1], action=parse_action("meld AS 2S 3S"))
    assert "The rules allow that" in found.reply.text  # type: ignore[union-attr]


def test_the_last_lesson_ends_with_the_score() -> None:
    """5♥ 6♥ 7♥ and K♠ are 28, A-2-3 with the ace low is 6 (R5-12)."""
    found = ask("going-out", actions("going-out"))
    board = found.state.room.rounds[-1]
    assert (board.out, board.scores[LEARNER]) == (LEARNER, 34)
    assert found.following == ""
    assert ask("set").following == "run"


def test_floating_is_floating() -> None:
    round_ = begun("floating").state.match.round
    assert round_ is not None
    assert round_.phase is Phase.DRAW
    found = ask("floating", actions("floating"))
    assert found.state.table is not None
    assert found.state.table.floating[LEARNER]


def test_selections_and_hints_are_answered_as_at_a_table() -> None:
    seven = (6, 19, 32)
    found = ask("set", actions("set")[:1], ask=Look(id="1", seq=2, cards=seven))
    assert isinstance(found.reply, Offers)
    assert [offer.label for offer in found.reply.offers] == ["Meld set 7♠ 7♥ 7♦ (+21)"]
    told = ask("set", ask=Hint(id="2", seq=1, strength=2))
    assert told.reply is not None


@pytest.mark.parametrize(
    ("text", "wanted", "does"),
    [
        ("meld 7D 7S 7H", "meld 7S 7H 7D", True),
        ("meld 7D 7S 7C", "meld 7S 7H 7D", False),
        ("meld 7C 8C X=6C", "meld X 7C 8C", True),
        ("layoff JC to M1", "layoff JC to M2", False),
        ("layoff JC to M1", "layoff * to M1", True),
        ("take 2", "take 3", False),
        ("discard KC", "discard *", True),
        ("draw", "take 1", False),
    ],
)
def test_what_a_step_takes(text: str, wanted: str, *, does: bool) -> None:
    assert fits(parse_action(text), wanted) is does  # type: ignore[arg-type]


def test_lessons_over_plain_requests() -> None:
    async def served() -> None:
        async with serving() as server:
            listed = (await server.http.get("/api/lessons")).json()
            assert [each["name"] for each in listed] == list(LESSONS)
            first = (await server.post("/api/lessons/set", {})).json()
            assert first["state"]["table"]["hand"]
            moved = await server.post(
                "/api/lessons/set",
                {"moves": [], "action": msgspec.to_builtins(actions("set")[0])},
            )
            assert moved.json()["step"] == 1
            for path, body, status in (
                ("/api/lessons/none", {}, 404),
                ("/api/lessons/set", {"moves": [{"type": "draw"}] * 50}, 400),
                ("/api/lessons/set", {"moves": [{"type": "pass"}]}, 400),
                ("/api/lessons/set", {"secret": 1}, 400),
            ):
                assert (await server.post(path, body)).status_code == status

    asyncio.run(served())
