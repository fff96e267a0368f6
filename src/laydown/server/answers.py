"""A command refused, with its reason in words."""

from __future__ import annotations

from laydown.engine.errors import Reason
from laydown.record.explain_reasons import explain_reason
from laydown.record.titles import titled_reason
from laydown.server.rooms import RoomState, names_of


class Answer(Exception):
    """A command refused: its text, clause and option, for the page to show."""

    def __init__(self, text: str, clause: str = "", option: str = "") -> None:
        super().__init__(text)
        self.text, self.clause, self.option = text, clause, option


def names_seen(state: RoomState, seat: int) -> tuple[str, ...]:
    """Names by seat, with "You" for the viewer's own."""
    return tuple("You" if i == seat else name for i, name in enumerate(names_of(state)))


def refused(state: RoomState, seat: int, reason: Reason) -> Answer:
    """A refusal of the rules in words for this seat."""
    names = names_seen(state, seat)
    melds = () if state.match.round is None else state.match.round.melds
    text = explain_reason(titled_reason(reason, melds, names), state.rules, names, ids=False)
    return Answer(text, reason.clause, reason.option)
