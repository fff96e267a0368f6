"""What a page is told of a score sheet."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from laydown.cards import ACE, FACES, card
from laydown.engine.dealing import decks_for
from laydown.engine.law import law
from laydown.engine.scoring import card_points
from laydown.rules.differences import differences
from laydown.rules.options import Deadwood, DealMode, ScoringRule
from laydown.rules.rules import Rules
from laydown.server.sheet_presence import SheetMoment, is_host
from laydown.server.sheet_states import SheetRoom
from laydown.server.sheet_wire import (
    Cell,
    CellHistory,
    Column,
    Me,
    NextDeal,
    Rival,
    SheetChange,
    SheetDoor,
    SheetRound,
    SheetState,
)
from laydown.server.showing import rules_notes
from laydown.sheet.dealers import dealers, next_deal
from laydown.sheet.deciding import verdict
from laydown.sheet.edits import Undone
from laydown.sheet.fitting import why_not_undo
from laydown.sheet.reckoning import Account, Lead, Reckoned, account, leads
from laydown.sheet.rights import UNDO_END_SECONDS, entry_text, why_not
from laydown.sheet.sentences import past_sentence
from laydown.sheet.values import NOBODY, Noted, Row, Sheet
from laydown.sheet.values import Cell as SheetCell
from laydown.sheet.values import Column as SheetColumn

MOST_CHANGES = 100
WATCHER = Me("", "viewer", NOBODY, ())


def told(sheet_id: str, moment: SheetMoment, *, watchers: int) -> SheetState:
    """The sheet as a viewer sees it; :func:`told_to` adds what one person may do."""
    state, sheet = moment.state, moment.state.sheet
    sums = account(sheet)
    stands = verdict(sheet, sums)
    title, notes, goal, text = _rules(sheet.rules)
    deal = None if stands.phase in ("decided", "ended") else next_deal(sheet)
    host = state.people[state.host]
    table, hand, low_ace = worths(sheet.rules)
    ended_at = sheet.course.ended_at
    return SheetState(
        seq=state.seq,
        id=sheet_id,
        code="",
        view=state.view,
        title=sheet.title,
        me=WATCHER,
        phase=stands.phase,
        rules_text=text,
        rules_title=title,
        rules_notes=notes,
        rules_changes=_rules_changes(sheet),
        goal="There is no target: the table ends the match." if sheet.open_end else goal,
        paper_rounds=sheet.paper,
        columns=_columns(moment, sums),
        rounds=_rounds(sheet, sums),
        next_deal=None if deal is None else NextDeal(
            deal.round, deal.dealer, deal.starts, deal.cards, deal.decks, deal.text
        ),
        outcome=stands.text,
        asks=stands.asks,
        winners=stands.winners,
        shared=stands.shared,
        two_lines=has_two_lines(sheet.rules),
        has_wild_rank=sheet.rules.setup.deal_mode is DealMode.UPCARD,
        on_table=table,
        in_hand=hand,
        low_ace=low_ace,
        host=host.column,
        host_name=state.name_of(state.host),
        host_present=any(is_host(state, each) for each in moment.presence.present()),
        wants_host=NOBODY if state.wants == NOBODY else state.people[state.wants].column,
        agreed=tuple(state.people[each].column for each in state.agreed),
        changes=_changes(sheet),
        watchers=watchers,
        ended_at=ended_at,
        undo_until=ended_at + UNDO_END_SECONDS if ended_at else 0.0,
        next_sheet=state.next_sheet,
        now=moment.at,
    )  # fmt: skip


def told_to(
    shown: SheetState, state: SheetRoom, person: int, at: float, *, wall: bool = False
) -> SheetState:
    """The same for one person: their role, what they may write and undo, the letters to join."""
    if wall or person == NOBODY:
        me = Me("", "wall", NOBODY, ()) if wall else WATCHER
        return replace(shown, me=me, now=at)
    column, host = state.people[person].column, is_host(state, person)
    if host:
        writes = tuple(each.id for each in shown.columns)
    else:
        writes = () if column == NOBODY else (column,)
    changes = tuple(
        replace(change, can_undo=change.can_undo and not why_not(
            state.sheet, Undone(change.seq), person=person, column=column, host=host, at=at
        ))
        for change in shown.changes
    )  # fmt: skip
    return replace(
        shown,
        me=Me(state.name_of(person), _role(host=host, column=column), column, writes),
        code=state.code if state.may_join else "",
        changes=changes,
        now=at,
    )


def _role(*, host: bool, column: int) -> Literal["host", "player", "viewer"]:
    """Who gave a sheet away without having a column of their own only watches."""
    if host:
        return "host"
    return "viewer" if column == NOBODY else "player"


def door(sheet_id: str, state: SheetRoom) -> SheetDoor:
    """What whoever knows the letters sees before joining: no scores."""
    return SheetDoor(
        sheet=sheet_id,
        title=state.sheet.title,
        rules_title=_rules(state.sheet.rules)[0],
        columns=tuple(
            (column.id, column.name, column.colour, state.person_of(column.id) != NOBODY)
            for column in state.sheet.at_table
        ),
        ended=state.sheet.course.phase == "ended",
    )


def cell_history(sheet: Sheet, round_: int, column: int) -> CellHistory:
    """Everything that was ever entered in a cell, the newest first."""
    name = sheet.columns[column].name
    lines = []
    earlier = None
    for past in sheet.row(round_).cell(column).history:
        text = past_sentence(name, round_, past, earlier)
        lines.append(SheetChange(
            past.seq, past.at, past.name, text, round_, column, not why_not_undo(sheet, past.seq)
        ))  # fmt: skip
        if past.effect in ("entered", "undone"):
            earlier = past.entry
    return CellHistory(tuple(reversed(lines)))


# ------------------------------------------------------------------ parts


@lru_cache(maxsize=64)
def _rules(rules: Rules) -> tuple[str, tuple[str, ...], str, str]:
    return rules_notes(rules)


@lru_cache(maxsize=64)
def worths(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """By card what it counts on the table and in hand, and what an ace counts that is low."""
    facts = law(rules, decks=decks_for(rules), wild_rank=-1)
    return (
        tuple(card_points(facts, face, on_table=True)[0] for face in range(FACES)),
        tuple(card_points(facts, face, on_table=False)[0] for face in range(FACES)),
        card_points(facts, card(ACE, 0), on_table=True, low_ace=True)[0],
    )


def has_two_lines(rules: Rules) -> bool:
    """A round scores what lies on the table less what is left in hand."""
    scoring = rules.scoring
    return scoring.scoring is ScoringRule.TABLE_MINUS_HAND or (
        scoring.scoring is ScoringRule.MELDS_PLUS_OUT_BONUS
        and scoring.deadwood is Deadwood.SUBTRACT_OWN
    )


def _rules_changes(sheet: Sheet) -> tuple[str, ...]:
    found = []
    for earlier, later in zip(sheet.agreements, sheet.agreements[1:], strict=False):
        what = " ".join(each.sentence for each in differences(earlier.rules, later.rules))
        found.append(f"From round {later.since} on: {what} ({later.note}, by {later.name})")
    return tuple(found)


def _columns(moment: SheetMoment, sums: Account) -> tuple[Column, ...]:
    state = moment.state
    typing = moment.presence.typing_now()
    present = {
        state.people[each].column
        for each in moment.presence.present()
        if each < len(state.people) and not state.people[each].is_gone
    }
    stands = leads(state.sheet, sums)
    return tuple(
        _column(state, column, sums, stands[column.id], typing, column.id in present)
        for column in state.sheet.seated
    )


def _column(
    state: SheetRoom,
    column: SheetColumn,
    sums: Account,
    lead: Lead,
    typing: dict[int, int],
    present: bool,  # noqa: FBT001
) -> Column:
    return Column(
        id=column.id,
        name=column.name,
        colour=column.colour,
        start=column.start,
        since=column.since,
        left=column.left,
        claimed=state.person_of(column.id) != NOBODY,
        present=present,
        total=sums.totals[column.id],
        carried=sums.carried[column.id],
        won=sums.won[-1][column.id],
        behind=lead.behind,
        needs=lead.needs,
        leads=lead.leads,
        team=lead.team,
        typing=typing.get(column.id, 0),
    )


def _rounds(sheet: Sheet, sums: Account) -> tuple[SheetRound, ...]:
    dealt = dealers(sheet, sheet.begun)
    found = []
    for number in range(1, sheet.begun + 1):
        row = sheet.row(number)
        found.append(
            SheetRound(
                number=number,
                cells=tuple(
                    _cell(row.cell(column.id), row, sums.cells[number - 1][column.id])
                    for column in sheet.seated
                ),
                dealer=dealt[number - 1],
                out=row.out,
                rummy=bool(row.rummy),
                wild_rank=NOBODY if row.wild is None else row.wild,
                struck=row.is_struck,
                complete=sheet.is_complete(number),
            )
        )
    return tuple(found)


def _cell(cell: SheetCell, row: Row, sums: Reckoned) -> Cell:
    text = ""
    if sums.entered is not None and sums.total is not None:
        text = entry_text(sums.entered, total=sums.total)
    elif row.is_struck and cell.entry is not None:
        text = f"{cell.entry.points:+d}"
    return Cell(
        version=cell.version,
        entry=cell.entry,
        entered=sums.entered,
        total=sums.total,
        text=text,
        by=cell.name,
        at=cell.at,
        changes=cell.changes,
        rivals=tuple(Rival(each.entry, each.name, each.at) for each in cell.rivals),
    )


def _changes(sheet: Sheet) -> tuple[SheetChange, ...]:
    found: list[SheetChange] = []
    for noted in reversed(sheet.changes):
        if len(found) == MOST_CHANGES:
            break
        if noted.text:
            found.append(_change(sheet, noted))
    return tuple(found)


def _change(sheet: Sheet, noted: Noted) -> SheetChange:
    return SheetChange(
        seq=noted.seq,
        at=noted.at,
        by=noted.name,
        text=noted.text,
        round=noted.round,
        column=noted.column,
        can_undo=not why_not_undo(sheet, noted.seq),
    )
