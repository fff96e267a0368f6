"""Where the referee sits: a process of its own, which is stopped when a question takes too long."""

from __future__ import annotations

import asyncio
import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from laydown.referee import Asked, BadQuestion, answer_to, read_back, read_question
from laydown.rules.rules import checked
from laydown.server.computers import follow_parent
from laydown.server.referee_wire import RefereeAnswer, RefereeQuestion, RefereeRead
from laydown.server.requests import BadRequest, read_rules

LONGEST_SECONDS = 8.0
"""A question that takes longer is given up: with many wilds there is too much to look at."""
STARTING_SECONDS = 20.0
"""more for the first question, which waits for the process to begin"""
MOST_WAITING = 8
"""So many questions may wait for their turn."""


def judged(asked: RefereeQuestion) -> RefereeAnswer:
    """The answer to a question; what is missing or cannot be read is said in it."""
    rules = checked(read_rules(asked.rules))
    fields = msgspec.to_builtins(asked)
    del fields["rules"]
    read = None
    try:
        question = read_question(msgspec.convert(fields, Asked), rules)
        read = msgspec.convert(msgspec.to_builtins(read_back(question)), RefereeRead)
        found = answer_to(question)
    except BadQuestion as bad:
        return RefereeAnswer(kind=asked.kind, verdict="unread", headline=str(bad), read=read)
    return msgspec.convert(msgspec.to_builtins(found), RefereeAnswer)


def _sit(line: Connection) -> None:
    """In the process: answer one question after the other; nothing where one cannot be."""
    follow_parent()
    while True:
        try:
            asked = msgspec.json.decode(line.recv_bytes(), type=RefereeQuestion)
        except EOFError:
            return
        try:
            line.send_bytes(msgspec.json.encode(judged(asked)))
        except Exception:
            line.send_bytes(b"")
            raise


class Bench:
    """Asks one question at a time; the tables' time is never taken."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._fresh = True
        """nothing was answered yet: the process may still be beginning"""

    async def warm(self) -> None:
        """Begin the process before it is asked."""
        async with self._turn:
            if self._process is None:
                await asyncio.to_thread(self._start)

    async def judge(self, asked: RefereeQuestion) -> RefereeAnswer:
        """The answer; `BadRequest` where the referee is busy or it takes too long."""
        checked(read_rules(asked.rules))  # what is wrong with rules is said here
        if self._waiting >= MOST_WAITING:
            raise BadRequest("The referee is busy; ask again in a moment.", 503)
        self._waiting += 1
        try:
            async with self._turn:
                told = await asyncio.to_thread(self._ask, msgspec.json.encode(asked))
        finally:
            self._waiting -= 1
        return msgspec.json.decode(told, type=RefereeAnswer)

    def _ask(self, asked: bytes) -> bytes:
        if self._process is None or not self._process.is_alive():
            self._start()
        patience = LONGEST_SECONDS + STARTING_SECONDS * self._fresh
        assert self._line is not None
        try:
            self._line.send_bytes(asked)
            if not self._line.poll(patience):
                self.close()
                raise BadRequest("That takes too long to look through: ask with fewer cards.", 503)
            told = self._line.recv_bytes()
        except (EOFError, OSError):
            self.close()
            raise BadRequest("The referee could not answer; ask again.", 503) from None
        self._fresh = False
        if not told:
            raise RuntimeError("the referee failed on a question")
        return told

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._fresh = True
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_sit, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def close(self) -> None:
        """Let the process go."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None
