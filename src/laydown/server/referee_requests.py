"""Requests to the referee, and what there is to ask it."""

from __future__ import annotations

from starlette.requests import Request

from laydown.engine.dealing import decks_for
from laydown.engine.law import law
from laydown.record.questions import answers
from laydown.rules.options import DealMode
from laydown.rules.rules import Rules, checked
from laydown.rules.text import rules_text
from laydown.server.bench import Bench
from laydown.server.referee_wire import QuestionAnswered, RefereeFacts, RefereeQuestion
from laydown.server.requests import answered, body_of, read_rules
from laydown.server.rule_requests import Text
from laydown.server.showing import rules_notes


@answered
async def referee(request: Request) -> object:
    """What the referee says to a question."""
    asked = await body_of(request, RefereeQuestion)
    bench: Bench = request.app.state.bench
    return await bench.judge(asked)


@answered
async def referee_facts(request: Request) -> object:
    """What there is to ask about under a rule set, and what people ask most, answered."""
    facts = facts_of(checked(read_rules((await body_of(request, Text)).text)))
    bench: Bench = request.app.state.bench
    await bench.warm()
    return facts


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
