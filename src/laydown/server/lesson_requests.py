"""Requests of lessons: nothing is stored, and every request tells all that was done."""

from __future__ import annotations

import asyncio
import time

from starlette.requests import Request

from laydown.server.answers import Answer
from laydown.server.lesson_wire import LessonQuestion
from laydown.server.lessons import LESSONS
from laydown.server.requests import BadRequest, answered, body_of
from laydown.server.teaching import MOST_MOVES, lesson_lines, taught


@answered
async def lessons(_request: Request) -> object:
    """All lessons in their order."""
    return lesson_lines()


@answered
async def lesson(request: Request) -> object:
    """The table of a lesson after the moves that are told."""
    name = request.path_params["name"]
    if name not in LESSONS:
        raise BadRequest("There is no such lesson.", 404)
    asked = await body_of(request, LessonQuestion)
    if len(asked.moves) > MOST_MOVES:
        raise BadRequest("No lesson has so many moves.")
    try:
        return await asyncio.to_thread(taught, name, asked, time.time())
    except Answer as no:
        raise BadRequest(f"These moves do not fit the lesson: {no.text}") from None
