"""Everything that can be done to a score sheet: the edits, of which a sheet is the sum.

They are stored as they are. `column` is the number a column was given for good, `round` counts
the rows from 1. Who did it and when stands in the :class:`~laydown.sheet.values.Change` around it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from laydown.sheet.entries import Entry


class Kind(msgspec.Struct, frozen=True, tag_field="is", forbid_unknown_fields=True):
    """One edit."""


class Entered(Kind, frozen=True, tag="entered"):
    """A cell was given an entry, or blanked; `seen` was its version to whoever did it."""

    round: int
    column: int
    entry: Entry | None
    seen: int
    reason: str = ""


class Marked(Kind, frozen=True, tag="marked"):
    """Something of a round was recorded: None takes it back to not recorded."""

    round: int
    what: Literal["out", "rummy", "wild", "dealer", "struck"]
    value: int | None


class Begun(Kind, frozen=True, tag="begun"):
    """A round was begun without an entry."""

    round: int


class Named(Kind, frozen=True, tag="named"):
    column: int
    name: str


class Coloured(Kind, frozen=True, tag="coloured"):
    column: int
    colour: str


class CameLate(Kind, frozen=True, tag="came"):
    """A player joined while the match was on, and begins with what was agreed."""

    name: str
    colour: str
    start: Literal["zero", "lowest", "average", "points"]
    points: int = 0


class WentAway(Kind, frozen=True, tag="went"):
    """A player plays no more from the next round on."""

    column: int


class CameBack(Kind, frozen=True, tag="back"):
    column: int


class Placed(Kind, frozen=True, tag="placed"):
    """A player changed places: `place` counts from 0 in seating order."""

    column: int
    place: int


class Titled(Kind, frozen=True, tag="titled"):
    title: str


class Agreed(Kind, frozen=True, tag="agreed"):
    """Other rules (JSON) were agreed, which hold from the first round that is not complete."""

    rules: str
    note: str


class Paused(Kind, frozen=True, tag="paused"):
    """The match goes on another time."""


class Resumed(Kind, frozen=True, tag="resumed"):
    """It goes on."""


class PlayedOn(Kind, frozen=True, tag="on"):
    """The match was decided, and the table plays on until it ends it."""


class WinnerNamed(Kind, frozen=True, tag="winner"):
    """The table says who has won."""

    column: int


class Ended(Kind, frozen=True, tag="ended"):
    """The match was ended and banked."""


class Reopened(Kind, frozen=True, tag="reopened"):
    """It goes on after all."""


class Undone(Kind, frozen=True, tag="undone"):
    """What the change of this `seq` changed is as it was before."""

    seq: int


Edit = (
    Entered
    | Marked
    | Begun
    | Named
    | Coloured
    | CameLate
    | WentAway
    | CameBack
    | Placed
    | Titled
    | Agreed
    | Paused
    | Resumed
    | PlayedOn
    | WinnerNamed
    | Ended
    | Reopened
    | Undone
)
