"""What a page is told of a score sheet."""

from __future__ import annotations

from functools import lru_cache

import msgspec
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
    Column,
    Me,
    NextDeal,
    Rival,
    SheetChange,
    SheetRound,
    SheetState,
)
from laydown.server.showing import rules_notes
from laydown.sheet.dealers import dealers, next_deal
from laydown.sheet.deciding import Verdict, verdict
from laydown.sheet.fitting import why_not_undo
from laydown.sheet.reckoning import Account, Lead, Reckoned, account, leads
from laydown.sheet.recounting import comes_to
from laydown.sheet.rights import UNDO_END_SECONDS, entry_text
from laydown.sheet.values import NOBODY, Noted, Row, Sheet
from laydown.sheet.values import Cell as SheetCell
from laydown.sheet.values import Column as SheetColumn

MOST_CHANGES = 100
WATCHER = Me("", "viewer", NOBODY, ())


class Reckoning(msgspec.Struct, frozen=True):
    """What a sheet comes to, made once for all who are told of it."""

    sheet: Sheet
    sums: Account
    stands: Verdict


def reckoning(sheet: Sheet, earlier: Reckoning | None = None) -> Reckoning:
    """What the sheet comes to; what it came to earlier makes that quicker."""
    if earlier is not None and earlier.sheet is sheet:
        return earlier
    sums = account(sheet, None if earlier is None else (earlier.sheet, earlier.sums))
    return Reckoning(sheet, sums, verdict(sheet, sums))


def told(
    sheet_id: str, moment: SheetMoment, *, watchers: int, reckoned: Reckoning | None = None
) -> SheetState:
    """The sheet as everybody sees it; `sheet_viewing.told_to` adds what one person may do."""
    state, sheet = moment.state, moment.state.sheet
    reckoned = reckoning(sheet, reckoned)
    sums, stands = reckoned.sums, reckoned.stands
    title, notes, goal, text = rules_told(sheet.rules)
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
        host_present=_host_present(moment),
        wants_host=NOBODY if state.wants == NOBODY else state.people[state.wants].column,
        agreed=tuple(state.people[each].column for each in state.agreed),
        changes=_changes(sheet),
        watchers=watchers,
        ended_at=ended_at,
        undo_until=ended_at + UNDO_END_SECONDS if ended_at else 0.0,
        next_sheet=state.next_sheet,
        now=moment.at,
    )  # fmt: skip


def told_of_people(shown: SheetState, moment: SheetMoment, *, watchers: int) -> SheetState:
    """The same sheet at another moment: only who is here and who types may have changed."""
    typing, present = moment.presence.typing_now(), _present(moment)
    columns = tuple(
        replace(each, typing=typing.get(each.id, 0), present=each.id in present)
        for each in shown.columns
    )
    return replace(
        shown,
        columns=columns,
        host_present=_host_present(moment),
        watchers=watchers,
        now=moment.at,
    )


# ------------------------------------------------------------------ parts


@lru_cache(maxsize=64)
def rules_told(rules: Rules) -> tuple[str, tuple[str, ...], str, str]:
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
        found_here = differences(earlier.rules, later.rules)
        what = " ".join(each.sentence for each in found_here if each.option != "players")
        found.append(f"From round {later.since} on: {what} ({later.note}, by {later.name})")
    return tuple(found)


def _host_present(moment: SheetMoment) -> bool:
    return any(is_host(moment.state, each) for each in moment.presence.present())


def _present(moment: SheetMoment) -> set[int]:
    """The columns whose people are here."""
    people = moment.state.people
    return {
        people[each].column
        for each in moment.presence.present()
        if each < len(people) and not people[each].is_gone
    }


def _columns(moment: SheetMoment, sums: Account) -> tuple[Column, ...]:
    state = moment.state
    typing = moment.presence.typing_now()
    present = _present(moment)
    stands = leads(state.sheet, sums)
    return tuple(
        _column(state, column, sums, stands[column.id], typing, present=column.id in present)
        for column in state.sheet.seated
    )


def _column(
    state: SheetRoom,
    column: SheetColumn,
    sums: Account,
    lead: Lead,
    typing: dict[int, int],
    *,
    present: bool,
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
                comes_to=comes_to(sheet, number),
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
