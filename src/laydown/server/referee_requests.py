"""Requests to the referee: judged in a thread, one after the other, and not for ever."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request

from laydown.engine.dealing import decks_for
from laydown.engine.law import law
from laydown.record.questions import answers
from laydown.referee import Asked, BadQuestion, answer_to, read_back, read_question
from laydown.rules.options import DealMode
from laydown.rules.rules import Rules, checked
from laydown.rules.text import rules_text
from laydown.server.referee_wire import (
    QuestionAnswered,
    RefereeAnswer,
    RefereeFacts,
    RefereeQuestion,
    RefereeRead,
)
from laydown.server.requests import BadRequest, answered, body_of, read_rules
from laydown.server.rule_requests import Text
from laydown.server.showing import rules_notes

LONGEST_SECONDS = 8.0
"""A question that takes longer is given up: with many wilds there is too much to look at."""
MOST_WAITING = 8
"""So many questions may wait for their turn."""


class Bench:
    """Judges one question at a time, so that no question takes the tables' time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def judge(self, asked: RefereeQuestion) -> RefereeAnswer:
        """The answer; `BadRequest` where the referee is busy or it takes too long."""
        if self._waiting >= MOST_WAITING:
            raise BadRequest("The referee is busy; ask again in a moment.", 503)
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        work = asyncio.ensure_future(asyncio.to_thread(judged, asked))
        # A thread cannot be stopped: where it is given up, the next question waits for its end.
        work.add_done_callback(lambda _: self._turn.release())
        done, _ = await asyncio.wait((work,), timeout=LONGEST_SECONDS)
        if not done:
            raise BadRequest("That takes too long to look through: ask with fewer cards.", 503)
        return work.result()


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


@answered
async def referee(request: Request) -> object:
    """What the referee says to a question."""
    asked = await body_of(request, RefereeQuestion)
    bench: Bench = request.app.state.bench
    return await bench.judge(asked)


@answered
async def referee_facts(request: Request) -> object:
    """What there is to ask about under a rule set, and what people ask most, answered."""
    return facts_of(checked(read_rules((await body_of(request, Text)).text)))


def facts_of(rules: Rules) -> RefereeFacts:
    """The facts of a rule set."""
    facts = law(rules, decks=decks_for(rules))
    return RefereeFacts(
        rules=rules_text(rules),
        title=rules_notes(rules)[0],
        players=rules.setup.players,
        decks=facts.decks,
        copies=facts.copies,
        wilds=tuple(
            face for face, wild in enumerate(facts.is_wild) if wild and facts.in_pack[face]
        ),
        asks_wild_rank=rules.setup.deal_mode is DealMode.UPCARD,
        questions=tuple(
            QuestionAnswered(
                each.key, each.topic, each.question, each.verdict, each.text, each.clause
            )
            for each in answers(rules)
        ),
    )
