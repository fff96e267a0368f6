"""Rules: what a table agrees before the deal, as one frozen value."""

from __future__ import annotations

import msgspec

from laydown.rules.options import (
    Calling,
    Drawing,
    GoingOut,
    MatchRules,
    Melds,
    Scoring,
    Setup,
)


class Rules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """The complete option set. Groups are only for reading; an option's name is unique."""

    setup: Setup = Setup()
    drawing: Drawing = Drawing()
    melds: Melds = Melds()
    going_out: GoingOut = GoingOut()
    calling: Calling = Calling()
    scoring: Scoring = Scoring()
    match: MatchRules = MatchRules()
