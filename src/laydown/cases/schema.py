"""What a case may say: the schema of case files as types.

`why`, `note`, `reason` and `source` are for people and ignored wherever they stand.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Word = str | int
"""A name or a rank; a bare number counts as the word it is written with."""
Cards = str | tuple[str, ...]
"""Cards separated by spaces, or a list of them."""
Remark = Any


class Given(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What every part of a case has: room for people's remarks."""

    why: Remark = None
    note: Remark = None
    reason: Remark = None
    source: Remark = None


# ------------------------------------------------------------------ situations


class GivenMeld(Given, frozen=True):
    id: str
    cards: Cards
    owner: Word
    kind: Literal["set", "run"] | None = None


class GivenReal(Given, frozen=True):
    card: str
    by: Word
    to: str


class GivenDraw(Given, frozen=True, rename={"from_": "from"}):
    from_: Literal["stock", "pile"]
    cards: Cards | None = None
    deep: str | None = None


class GivenDiscard(Given, frozen=True):
    card: str
    by: Word


class GivenEnd(Given, frozen=True):
    how: Literal["out", "stock", "stock_exhausted", "loop_guard", "recycle_limit", "void"]
    who: Word | None = None


class Situation(Given, frozen=True, rename={"next_": "next"}):
    seats: tuple[Word, ...] = ()
    dealer: Word | None = None
    to_act: Word | None = None
    host: Word | None = None
    wild_rank: Word | None = None
    hands: dict[str, Cards | int | None] = {}
    melds: tuple[GivenMeld, ...] = ()
    reals: tuple[GivenReal, ...] = ()
    pile: Cards | int | None = None
    stock: Cards | int | None = None
    stock_top: str | None = None
    phase: Literal["draw", "play", "discard", "call", "hand_over"] | None = None
    drawn: GivenDraw | None = None
    floating: tuple[Word, ...] = ()
    melded: tuple[Word, ...] | None = None
    ended_by: GivenEnd | None = None
    scores: dict[str, int] = {}
    upcards: dict[str, str] = {}
    last_discard: GivenDiscard | None = None
    next_: Word | None = None
    window_closed: bool | str = False
    hand_over: bool = False
    declines: bool | Word = False
    recycles_so_far: int | None = None
    recycles_without_table_action: int | None = None
    rounds_without_table_action: int | None = None
    hand_just_ended: bool = False
    turn_just_ended_by: Word | None = None
    took_from_pile: dict[str, Cards] = {}
    going_rummy: bool | None = None
    deals_played: int | None = None
    hands_won: dict[str, int] = {}
    hand_scores: dict[str, int] = {}
    scores_before: dict[str, int] = {}
    pending_shortfall: dict[str, int] = {}
    teams: dict[str, tuple[Word, ...]] = {}


# ------------------------------------------------------------------ actions


class Doing(Given, frozen=True, tag_field="do"):
    """An action as a case writes it."""


class DoDrawStock(Doing, frozen=True, tag="draw_stock"):
    pass


class DoDrawPile(Doing, frozen=True, tag="draw_pile"):
    down_to: str | None = None
    only: str | None = None


class DoMeld(Doing, frozen=True, tag="meld", rename={"as_": "as"}):
    cards: Cards
    as_: Literal["set", "run"] | None = None


class DoLayOff(Doing, frozen=True, tag="layoff"):
    cards: Cards | None = None
    card: str | None = None
    to: str = ""


class DoReal(Doing, frozen=True, tag="real"):
    card: str
    to: str


class DoDiscard(Doing, frozen=True, tag="discard"):
    card: str


class DoCall(Doing, frozen=True, tag="call", rename={"as_": "as", "with_": "with"}):
    card: str | None = None
    cards: Cards | None = None
    to: str = ""
    as_: Literal["set", "run"] | None = None
    with_: Cards | None = None
    real: bool | str = False


class DoEndTurn(Doing, frozen=True, tag="end_turn"):
    pass


class DoDecline(Doing, frozen=True, tag="decline"):
    pass


class DoPass(Doing, frozen=True, tag="pass"):
    pass


class DoSplit(Doing, frozen=True, tag="split"):
    meld: str
    into: tuple[Cards, ...]


class DoSwapWild(Doing, frozen=True, tag="swap_wild"):
    card: str
    to: str


class DoRenameWild(Doing, frozen=True, tag="rename_wild", rename={"as_": "as"}):
    meld: str
    as_: str
    card: str | None = None


class DoMoveCards(Doing, frozen=True, tag="move_cards", rename={"from_": "from"}):
    from_: str
    cards: Cards
    to: str | None = None
    to_new: Cards | bool | None = None


Do = (
    DoDrawStock
    | DoDrawPile
    | DoMeld
    | DoLayOff
    | DoReal
    | DoDiscard
    | DoCall
    | DoEndTurn
    | DoDecline
    | DoPass
    | DoSplit
    | DoSwapWild
    | DoRenameWild
    | DoMoveCards
)


# ------------------------------------------------------------------ questions


class Asking(Given, frozen=True, tag_field="type"):
    """A question as a case writes it."""


class AskIsMeld(Asking, frozen=True, tag="is_meld"):
    cards: Cards


class AskLegal(Asking, frozen=True, tag="legal"):
    by: Word
    action: Do


class AskSequence(Asking, frozen=True, tag="sequence"):
    by: Word
    actions: tuple[Do, ...]


class AskLegalSet(Asking, frozen=True, tag="legal_set"):
    of: Literal["draws", "discards", "callers"]
    by: Word | None = None


class AskHandScore(Asking, frozen=True, tag="hand_score"):
    pass


class AskValue(Asking, frozen=True, tag="value"):
    card: str
    where: Literal["melded", "in_hand"] | None = None


class AskMeldPoints(Asking, frozen=True, tag="meld_points"):
    cards: Cards
    kind: Literal["set", "run"] | None = None


class AskDeal(Asking, frozen=True, tag="deal"):
    pass


class AskConfig(Asking, frozen=True, tag="config"):
    pass


class AskMatch(Asking, frozen=True, tag="match"):
    pass


class AskNext(Asking, frozen=True, tag="next"):
    after: str | None = None
    event: str | None = None


class AskHandEnds(Asking, frozen=True, tag="hand_ends"):
    after: str | None = None
    event: str | None = None


class AskState(Asking, frozen=True, tag="state"):
    event: str | None = None
    after: str | None = None


class AskSheet(Asking, frozen=True, tag="sheet"):
    question: str


Ask = (
    AskIsMeld
    | AskLegal
    | AskSequence
    | AskLegalSet
    | AskHandScore
    | AskValue
    | AskMeldPoints
    | AskDeal
    | AskConfig
    | AskMatch
    | AskNext
    | AskHandEnds
    | AskState
    | AskSheet
)


class Case(Given, frozen=True):
    """One case, read and found to be of the schema; whether it can happen is not yet known."""

    id: str
    game: str
    ask: Ask
    expect: dict[str, Any]
    options: dict[str, Any] = {}
    situation: Situation = Situation()
    rule: Remark = None
    origin: Remark = None
    confidence: Remark = None
