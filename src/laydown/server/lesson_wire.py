"""The messages of lessons: moves so far and what is wanted next, and the table as it then lies."""

from __future__ import annotations

import msgspec

from laydown.engine.actions import PlayerAction
from laydown.server.wire import Hint, Hinted, Look, Offers, Refused, State, Suggest, Suggested, Why

# ------------------------------------------------------------------ lessons


class LessonQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/lessons/NAME: the learner's moves so far, and one more move or a question.

    Nothing is stored: every request tells all of the learner's moves, and is answered with the
    table after them.
    """

    moves: tuple[PlayerAction, ...] = ()
    action: PlayerAction | None = None
    """one more move, which is part of `moves` from then on if it is not refused"""
    ask: Look | Suggest | Why | Hint | None = None
    since: int = 0
    """the `seq` shown last"""


class LessonLine(msgspec.Struct, frozen=True):
    """A lesson in the list of all."""

    name: str
    title: str
    idea: str
    game: str
    steps: int


class LessonRule(msgspec.Struct, frozen=True):
    """A rule that the lesson is about, as the game plays it."""

    option: str
    sentence: str
    clause: str


class LessonAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The table, what to do on it, and the reply to what was asked."""

    name: str
    title: str
    idea: str
    game: str
    step: int
    """steps done"""
    steps: int
    say: str
    """what to do now; the praise once all is done"""
    why: str
    """why the step before was right"""
    done: bool
    following: str
    """the name of the next lesson, empty after the last"""
    rules: tuple[LessonRule, ...]
    state: State
    moves: tuple[PlayerAction, ...]
    reply: Offers | Suggested | Hinted | Refused | None
    """to a question; a refusal where the move was not made"""
