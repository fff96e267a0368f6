"""The judgement of any question."""

from __future__ import annotations

from typing import assert_never

from laydown.referee.judgements import Judgement
from laydown.referee.judging_calls import judge_call
from laydown.referee.judging_draws import judge_dig, judge_stock, may_take
from laydown.referee.judging_melds import judge_layoff, judge_meld
from laydown.referee.judging_scores import judge_score
from laydown.referee.judging_turns import can_go_out, judge_discard, judge_hand
from laydown.referee.questions import BadQuestion, Kind, Question


def judge(question: Question) -> Judgement:
    """Whether it is allowed, in which ways, or why not.

    `BadQuestion` says what is missing where it cannot be judged.
    """
    match question.kind:
        case Kind.MELD:
            return judge_meld(question)
        case Kind.LAYOFF:
            return judge_layoff(question)
        case Kind.DIG:
            return judge_dig(question)
        case Kind.DISCARD:
            return judge_discard(question)
        case Kind.HAND:
            return judge_hand(question)
        case Kind.CALL:
            return judge_call(question)
        case Kind.STOCK:
            return judge_stock(question)
        case Kind.SCORE:
            return judge_score(question)
        case _:
            assert_never(question.kind)


def is_allowed(question: Question) -> bool:
    """As :func:`judge`, yes or no and no more; whether a hand can go out, for a whole turn."""
    try:
        match question.kind:
            case Kind.DIG:
                return may_take(question)
            case Kind.HAND:
                return can_go_out(question)
            case _:
                return judge(question).reason is None
    except BadQuestion:
        return False
