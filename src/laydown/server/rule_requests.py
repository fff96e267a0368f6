"""Requests about rules: the catalogue, what a rule set says, the printed rules."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from laydown.players.levels import LEVELS
from laydown.printing.files import prints_pdf
from laydown.record.clauses import clauses_in
from laydown.record.rulebook import rulebook
from laydown.rules.catalogue import GROUPS, OPTIONS, describe, with_options
from laydown.rules.games import GAMES
from laydown.rules.options import Choice
from laydown.rules.text import rules_text
from laydown.server.request_wire import RulesAnswer, RulesQuestion
from laydown.server.requests import answered, body_of, read_rules
from laydown.server.showing import book_differences, rules_notes

MOST_CITED = 128


@answered
async def catalogue(_request: Request) -> object:
    """The games and every option as it is declared."""
    return {
        "games": [
            {
                "key": each.key,
                "title": each.title,
                "blurb": each.blurb,
                "rules": rules_text(each.rules, each.key),
                "players": [each.rules.setup.seats_from, each.rules.setup.seats_to],
            }
            for each in GAMES.values()
        ],
        "levels": list(LEVELS),
        "pdf": prints_pdf(),
        "groups": list(GROUPS),
        "options": [_declared(name) for name in OPTIONS],
    }


@answered
async def clauses(request: Request) -> object:
    """The clauses that `cited` names, as the rules have them."""
    return clauses_in(request.query_params.get("cited", "")[:MOST_CITED])


def _declared(name: str) -> dict[str, object]:
    option = OPTIONS[name]
    fallback = option.fallback
    values: list[dict[str, str]] = []
    if isinstance(fallback, Choice):
        values = [
            {"value": str(member), "sentence": member.sentence, "clause": member.clause}
            for member in type(fallback)
        ]
    elif isinstance(fallback, bool):
        values = [
            {"value": text, "sentence": option.kind.says(value), "clause": option.about.clause}
            for text, value in (("on", True), ("off", False))
        ]
    return {
        "name": name,
        "group": option.group,
        "label": option.about.label,
        "question": option.about.question,
        "clause": option.about.clause,
        "kind": type(option.kind).__name__.lower(),
        "values": values,
        "allowed": option.kind.allowed,
        "offered": [option.kind.text(value) for value in option.about.offered],
        "fallback": option.kind.text(fallback),
    }


@answered
async def rules(request: Request) -> object:
    """What a rule set says: problems, remarks, and what differs from the book."""
    asked = await body_of(request, RulesQuestion)
    found = with_options(read_rules(asked.text), asked.values)
    title, _, _, text = rules_notes(found)
    return RulesAnswer(
        text=text,
        title=title,
        values={name: option.text_of(found) for name, option in OPTIONS.items()},
        sentences={name: describe(found, name) for name in OPTIONS},
        differs=tuple((each.option, each.sentence) for each in book_differences(found)),
        problems=tuple((p.sentence, tuple(p.options)) for p in found.problems()),
        remarks=tuple((r.sentence, tuple(r.options)) for r in found.remarks()),
    )


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str


@answered
async def rulebook_page(request: Request) -> object:
    """The printed rules of a rule set."""
    return rulebook(read_rules((await body_of(request, Text)).text))
