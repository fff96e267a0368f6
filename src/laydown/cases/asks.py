"""Every type of question, and who answers it."""

from __future__ import annotations

from typing import assert_never

from laydown.cases.ask_deal import config, deal
from laydown.cases.ask_melds import is_meld, meld_points, value
from laydown.cases.ask_score import hand_score, match
from laydown.cases.ask_sheet import sheet
from laydown.cases.ask_state import state
from laydown.cases.ask_turn import hand_ends, legal, legal_set, next_to_act, sequence
from laydown.cases.compare import Facts
from laydown.cases.schema import (
    AskConfig,
    AskDeal,
    AskHandEnds,
    AskHandScore,
    AskIsMeld,
    AskLegal,
    AskLegalSet,
    AskMatch,
    AskMeldPoints,
    AskNext,
    AskSequence,
    AskSheet,
    AskState,
    AskValue,
    Case,
)


def facts_of(case: Case) -> Facts:
    """What the engine says to the question; :class:`BadCase` where it cannot be asked."""
    ask = case.ask
    match ask:
        case AskIsMeld():
            return is_meld(case, ask)
        case AskLegal():
            return legal(case, ask)
        case AskSequence():
            return sequence(case, ask)
        case AskLegalSet():
            return legal_set(case, ask)
        case AskHandScore():
            return hand_score(case)
        case AskValue():
            return value(case, ask)
        case AskMeldPoints():
            return meld_points(case, ask)
        case AskDeal():
            return deal(case)
        case AskConfig():
            return config(case)
        case AskMatch():
            return match(case)
        case AskNext():
            return next_to_act(case, ask)
        case AskHandEnds():
            return hand_ends(case, ask)
        case AskState():
            return state(case, ask)
        case AskSheet():
            return sheet(case, ask)
        case _:
            assert_never(ask)
