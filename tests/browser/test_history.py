"""All sheets of a browser: what they say of the people, taken along and put back elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect
from tests.browser.looking import look
from tests.browser.people import Arrive, Device


def backup(*names: str, rounds: tuple[tuple[int, ...], ...], at: float) -> dict[str, Any]:
    """A sheet that has ended, as its backup says it."""
    edits: list[dict[str, Any]] = [
        {"is": "entered", "round": number, "column": column, "entry": {"points": points}, "seen": 0}
        for number, row in enumerate(rounds, 1)
        for column, points in enumerate(row)
    ]
    edits.append({"is": "marked", "round": 1, "what": "out", "value": 0})
    edits.append({"is": "ended"})
    return {
        "laydown_sheet": 1,
        "rules": f"rummy-500 players={len(names)}",
        "columns": [{"name": name} for name in names],
        "title": "",
        "dealer": 0,
        "rounds": 0,
        "open_end": False,
        "changes": [
            {"seq": seq, "at": at + seq, "by": 0, "name": names[0], "edit": edit}
            for seq, edit in enumerate(edits, 4)
        ],
    }


SHEETS = {
    "laydown_sheets": [
        backup("Ben", "Anna", rounds=((120, 400), (90, 155)), at=1_700_000_000.0),
        backup("Anna", "Ben", "Carl", rounds=((-15, 90, 300), (520, 20, 10)), at=1_690_000_000.0),
        backup("Anna", "Ben", rounds=((35, 500), (46, 20)), at=1_680_000_000.0),
    ]
}


def test_sheets_are_told_taken_along_and_put_back(arrive: Arrive, tmp_path: Path) -> None:
    first = tmp_path / "sheets.json"
    first.write_text(json.dumps(SHEETS))
    anna = arrive(Device.PHONE)
    anna.go("/score/history")
    anna.page.locator("input[type=file]").set_input_files(first)
    anna.sees("3 of 3 sheets are back.")
    two = anna.page.get_by_role("region", name="Anna and Ben: table")
    expect(two).to_be_visible()
    rows = [row.split("\t") for row in two.locator("table").inner_text().splitlines() if row]
    told = {row[0]: row[1:] for row in rows}
    assert told["Matches won"] == ["1", "1"]
    assert told["Average round"] == ["159", "182.5"], "636 and 730 points in four rounds"
    assert told["Best round"] == ["+400", "+500"]
    duels = anna.page.get_by_role("region", name="who ended ahead of whom")
    assert duels.locator("tbody tr").first.inner_text().split() == ["Anna", "1", "1"]
    wrong = look(anna, "history")
    with anna.page.expect_download() as table:
        anna.press("Table for a spreadsheet")
    rows_ = Path(table.value.path()).read_text(encoding="utf-8").splitlines()
    assert len(rows_) == 1 + 2 + 3 + 2
    with anna.page.expect_download() as kept:
        anna.press("Backup (JSON)")
    anna.sees("3 sheets are in your downloads.")
    second = tmp_path / "again.json"
    second.write_bytes(Path(kept.value.path()).read_bytes())
    ben = arrive(Device.DESK)
    ben.go("/score/history")
    ben.page.locator("input[type=file]").set_input_files(second)
    ben.sees("3 of 3 sheets are back.")
    again = ben.page.get_by_role("region", name="Anna and Ben: table").locator("table")
    expect(again).to_contain_text("182.5")
    assert not wrong, "\n".join(wrong)
    assert anna.faults == ben.faults == []
