"""Playing a case's actions, one by one: the engine is asked about each and then does it."""

from __future__ import annotations

import msgspec

from laydown.cases.actions import Never, TurnEnds, action_of, arranged
from laydown.cases.schema import Do, DoCall, DoDecline, DoPass
from laydown.engine.actions import HOUSE, Decline, Discard, Move, Pass, PlayerAction, Reshuffle
from laydown.engine.apply import apply
from laydown.engine.game import play
from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase, Round
from laydown.engine.view import view


class Refused(msgspec.Struct, frozen=True):
    """Why an action may not be done, in a few words."""

    why: str


class Play(msgspec.Struct, frozen=True):
    """A round, and what the seat that asks did last."""

    round: Round
    seat: int
    last: PlayerAction | None = None
    reshuffled: bool = False
    given_up: bool = False
    """the round was over as its turn began, for it had no legal draw"""


def step(so_far: Play, do: Do) -> Play | Refused:
    """The play after one more action, or why it is refused."""
    ready = arranged(do, _windows_closed(so_far, do))
    if isinstance(do, DoDecline) and so_far.given_up:
        # Where no legal draw was left the round is over without a question (B-31): not drawing is
        # what happened.
        return msgspec.structs.replace(so_far, given_up=False)
    action = action_of(do, ready)
    if isinstance(action, Never):
        return Refused(action.why)
    if isinstance(action, TurnEnds):
        return so_far if _turn_has_ended(so_far) else Refused("the turn does not end there")
    reason = LegalActions(view(ready, so_far.seat)).why_not(action)
    if reason is not None:
        return Refused(f"{reason.why}, {reason.clause}")
    after = apply(ready, Move(so_far.seat, action))
    settled = house_answered(after)
    return Play(settled, so_far.seat, action, so_far.reshuffled or settled is not after)


def house_answered(round_: Round) -> Round:
    """The round once the house has shuffled a turned pile, where the rules want that."""
    if round_.phase is not Phase.RESHUFFLE:
        return round_
    return play(round_, Move(HOUSE, Reshuffle(round_.stock)))


def everybody_passes(round_: Round) -> Round:
    """The round once nobody has called."""
    while round_.phase is Phase.CALLING:
        round_ = apply(round_, Move(round_.may_call[0], Pass()))
    return round_


def _windows_closed(so_far: Play, do: Do) -> Round:
    """The next player's draw is everybody's pass (B-39)."""
    round_ = so_far.round
    calls = isinstance(do, DoCall | DoPass)
    if round_.phase is Phase.CALLING and not calls and so_far.seat == round_.due:
        return everybody_passes(round_)
    return round_


def _turn_has_ended(so_far: Play) -> bool:
    """The last action ended the turn, and it was no discard.

    A caller may be the next to play anyway: his call has then ended where his own draw is due.
    """
    round_ = so_far.round
    if so_far.last is None or isinstance(so_far.last, Discard | Decline | Pass):
        return False
    return round_.seat != so_far.seat or round_.phase is not Phase.PLAY
