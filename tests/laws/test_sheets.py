"""Laws of score sheets: edits of different cells merge, nothing is lost, undo restores."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from laydown.rules.options import NegativeScores
from laydown.rules.text import parse_rules, rules_json
from laydown.sheet import edits
from laydown.sheet.applying import apply
from laydown.sheet.dealers import dealers, next_deal
from laydown.sheet.deciding import verdict
from laydown.sheet.edits import Begun, Edit, Entered, Undone
from laydown.sheet.entries import Entry
from laydown.sheet.fitting import misfit, why_not_undo
from laydown.sheet.reckoning import account, leads
from laydown.sheet.values import Change, Sheet, new_sheet

PLAYERS = 3
RULES = {
    text: parse_rules(f"{text} players=3")
    for text in (
        "rummy-500", "5000 deadwood=subtract_own", "rummy match_mode=hands_won deals=3",
        "5000 winner_rule=out_player_if_reached", "rummy-500 winner_rule=out_player target=40",
    )
}  # fmt: skip
OTHER_RULES = rules_json(parse_rules("rummy-500 players=3 target=300")).decode()


def blank(rules: str = "rummy-500") -> Sheet:
    people = tuple((name, "blue", start) for name, start in (("A", 0), ("B", -20), ("C", 35)))
    return new_sheet(RULES[rules], people, dealer=1)


def made(sheet: Sheet, *changes: Change) -> Sheet:
    for change in changes:
        sheet = apply(sheet, change)
    return sheet


small = st.integers(-2, 5)
points = st.integers(-60, 60)
entries = st.none() | st.builds(Entry, points)
cells = st.tuples(st.integers(1, 4), st.integers(0, PLAYERS - 1))
odd_texts = st.sampled_from(("", "Dora", "x" * 400, "12+", OTHER_RULES, "{}"))
any_entry = st.none() | st.builds(
    Entry, st.integers(), text=st.sampled_from(("", "12+3", "x")), total=st.booleans()
)

ODD: dict[str, st.SearchStrategy[Any]] = {
    "round": small, "column": small, "place": small, "points": st.integers(),
    "value": st.none() | small,
    "seen": st.integers(), "seq": st.integers(-1, 40), "entry": any_entry, "reason": odd_texts,
    "name": odd_texts, "colour": odd_texts, "title": odd_texts, "rules": odd_texts,
    "note": odd_texts,
}  # fmt: skip


def any_of(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Edits of this kind, sensible or not."""
    literal = {
        "what": st.sampled_from(("out", "rummy", "wild", "dealer", "struck")),
        "start": st.sampled_from(("zero", "lowest", "average", "points")),
    }
    fields = {name: (ODD | literal)[name] for name in kind.__struct_fields__}
    return st.builds(kind, **fields)


written: st.SearchStrategy[Edit] = st.builds(
    Entered,
    st.integers(1, 4),
    st.integers(0, PLAYERS - 1),
    entries,
    st.integers(0, 30),
    st.just(""),
)
any_edit: st.SearchStrategy[Edit] = st.one_of(
    written, written, st.one_of(*map(any_of, edits.Edit.__args__))
)
"""Half of them are plain entries, so that there is something for the others to change."""


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """A sheet that anything at all was stored in."""
    sheet = blank(draw(st.sampled_from(sorted(RULES))))
    for seq, edit in enumerate(draw(st.lists(any_edit, max_size=25)), start=1):
        sheet = apply(sheet, Change(seq, float(seq), draw(st.integers(-1, 2)), "A", edit))
    return sheet


@given(sheets(), any_edit)
def test_every_stored_edit_has_an_answer(sheet: Sheet, edit: Edit) -> None:
    after = apply(sheet, Change(99, 99.0, 0, "A", edit))
    assert after.seq == 99
    assert after.changes[:-1] == sheet.changes
    if misfit(sheet, edit):
        assert account(after) == account(sheet)
        assert after.rows == sheet.rows
    verdict(after)
    leads(after, account(after))
    next_deal(after)


@given(sheets(), any_edit)
def test_adding_up_from_the_first_change_is_adding_up(sheet: Sheet, edit: Edit) -> None:
    after = apply(sheet, Change(99, 99.0, 0, "A", edit))
    assert account(after, (sheet, account(sheet))) == account(after)
    assert account(sheet, (after, account(after))) == account(sheet)


@given(sheets())
def test_totals_are_starts_and_entries(sheet: Sheet) -> None:
    """Where scores are not floored; with a floor no total falls and nothing is lost either."""
    sums = account(sheet)
    for column in sheet.columns:
        counted = [
            row.cell(column.id).entry for row in sheet.rows[: sheet.begun] if not row.is_struck
        ]
        raw = sum(entry.points for entry in counted if entry is not None)
        floored = any(
            each.rules.scoring.negative_scores is not NegativeScores.ALLOWED
            for each in sheet.agreements
        )
        total = sums.totals[column.id]
        if not floored:
            assert total == column.start + raw
        else:
            assert total >= column.start
            assert total - sums.carried[column.id] == column.start + raw


@given(sheets())
def test_a_blank_cell_adds_nothing_and_is_not_zero(sheet: Sheet) -> None:
    for number, row in enumerate(account(sheet).cells, start=1):
        for column, reckoned in enumerate(row):
            blank_ = sheet.row(number).cell(column).entry is None
            if blank_:
                assert reckoned.entered is None
                assert not (sheet.is_complete(number) and sheet.columns[column].plays(number))


@given(sheets())
def test_nothing_entered_is_ever_lost(sheet: Sheet) -> None:
    for noted in sheet.changes:
        if isinstance(noted.edit, Entered) and noted.round:
            history = sheet.row(noted.round).cell(noted.column).history
            assert [past.entry for past in history if past.seq == noted.seq] == [noted.edit.entry]
    for row in sheet.rows:
        for cell in row.cells:
            assert cell.entry is None or cell.entry in [past.entry for past in cell.history]


@given(st.dictionaries(cells, entries, max_size=8), st.randoms(use_true_random=False))
def test_edits_of_different_cells_merge_in_any_order(
    wanted: dict[tuple[int, int], Entry | None], chance: Any
) -> None:
    rows = [Change(n, 0.0, 0, "A", Begun(n)) for n in range(1, 5)]
    changes = [
        Change(0, 0.0, column, "A", Entered(round_, column, entry, 0))
        for (round_, column), entry in wanted.items()
    ]
    results = []
    for _ in range(2):
        chance.shuffle(changes)
        numbered = (Change(10 + i, 0.0, c.by, c.name, c.edit) for i, c in enumerate(changes))
        sheet = made(blank(), *rows, *numbered)
        results.append((account(sheet), verdict(sheet)))
        for (round_, column), entry in wanted.items():
            assert sheet.row(round_).cell(column).entry == entry
            assert not sheet.row(round_).cell(column).rivals
    assert results[0] == results[1]


@given(st.lists(st.tuples(st.integers(0, 2), entries, st.integers(0, 8)), min_size=1, max_size=8))
def test_a_clash_keeps_both_until_somebody_chooses(
    asked: list[tuple[int, Entry | None, int]],
) -> None:
    """Several people on one cell, each having seen it at some time: whatever is not the value any
    more was replaced by somebody who had seen it, or was their own."""
    sheet = blank()
    for seq, (by, entry, seen) in enumerate(asked, start=1):
        before = sheet.row(1).cell(0)
        sheet = apply(sheet, Change(seq, 0.0, by, "A", Entered(1, 0, entry, seen)))
        cell = sheet.row(1).cell(0)
        shown = [cell.entry, *(rival.entry for rival in cell.rivals)]
        assert entry in shown or entry is None
        others = [p for p in before.history if p.seq > seen and p.by != by and p.effect != "same"]
        if others and seen < before.version:
            assert cell.entry == before.entry
            assert set(before.rivals) <= set(cell.rivals)
    chosen = apply(sheet, Change(99, 0.0, 0, "A", Entered(1, 0, Entry(7), sheet.seq)))
    assert (chosen.row(1).cell(0).entry, chosen.row(1).cell(0).rivals) == (Entry(7), ())


@given(sheets(), any_edit)
def test_undo_restores(sheet: Sheet, edit: Edit) -> None:
    edited = apply(sheet, Change(98, 98.0, 0, "A", edit))
    if why_not_undo(edited, 98):
        return
    back = apply(edited, Change(99, 99.0, 0, "A", Undone(98)))
    assert account(back).totals[: len(sheet.columns)] == account(sheet).totals
    assert verdict(back) == verdict(sheet)
    assert [column.name for column in back.seated] == [column.name for column in sheet.seated]
    assert dealers(back, sheet.begun) == dealers(sheet, sheet.begun)


@given(sheets())
def test_the_dealer_plays_the_round(sheet: Sheet) -> None:
    deal = next_deal(sheet)
    said = sheet.row(deal.round).dealer
    if deal.dealer >= 0 and said is None:
        assert sheet.columns[deal.dealer].plays(deal.round)
