"""Rules: what a table agrees before the deal, as one frozen value."""

from __future__ import annotations

import msgspec

from laydown.rules.checks import Problem, problems_of
from laydown.rules.errors import BadRules
from laydown.rules.options import (
    Calling,
    Drawing,
    GoingOut,
    MatchRules,
    Melds,
    Scoring,
    Setup,
)
from laydown.rules.remarks import Remark, remarks_of


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """The complete option set. Groups are only for reading; an option's name is unique."""

    setup: Setup = Setup()
    drawing: Drawing = Drawing()
    melds: Melds = Melds()
    going_out: GoingOut = GoingOut()
    calling: Calling = Calling()
    scoring: Scoring = Scoring()
    match: MatchRules = MatchRules()

    def problems(self) -> tuple[Problem, ...]:
        """Every combination of these options that cannot be played; empty where all can."""
        return problems_of(self)

    def remarks(self, base: Rules | None = None) -> tuple[Remark, ...]:
        """Every value that has no effect beside the others, compared with the game it came from.

        Without a `base` that is the nearest game. A value that is the fallback of every game, or
        that is idle in the base too, is not remarked on.
        """
        if base is None:
            # The games are made of rules, so they can only be looked up once rules exist.
            from laydown.rules.text import nearest_game

            base = nearest_game(self).rules
        return remarks_of(self, base)


def checked(rules: Rules) -> Rules:
    """The same rules, if they can be played; :class:`BadRules` with every problem otherwise."""
    problems = rules.problems()
    if problems:
        raise BadRules(" ".join(problem.sentence for problem in problems))
    return rules
