"""The rules a case is played by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from laydown.cases.errors import BadCase
from laydown.cases.schema import Case
from laydown.cases.seats import Seats, seats_of
from laydown.rules.catalogue import option, with_options
from laydown.rules.errors import BadRules
from laydown.rules.games import game
from laydown.rules.rules import Rules


def base_of(case: Case) -> Rules:
    """The rules of the case's game."""
    try:
        return game(case.game).rules
    except BadRules as bad:
        raise BadCase(str(bad)) from None


def seats_and_rules(case: Case) -> tuple[Seats, Rules]:
    """Who plays and by which rules, which must be playable."""
    base = base_of(case)
    seats = seats_of(case, base.setup.players)
    check_names(case.options)
    try:
        rules = with_options(base, {**case.options, "players": len(seats)})
    except BadRules as bad:
        raise BadCase(str(bad)) from None
    problems = rules.problems()
    if problems:
        raise BadCase("these rules cannot be played: " + " ".join(map(str, problems)))
    return seats, rules


def check_names(options: Mapping[str, Any]) -> None:
    """Every option exists."""
    for name in options:
        try:
            option(name)
        except BadRules as bad:
            raise BadCase(str(bad)) from None
