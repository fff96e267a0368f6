"""What ended sheets say of the people who play together: wins, streaks, averages, duels."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Literal

from laydown.server.sheet_groups import history_csv, history_of
from laydown.server.sheet_wire import SheetLine, SheetPlayer


def player(name: str, total: int, *, won: bool = False, **more: int) -> SheetPlayer:
    return SheetPlayer(
        name=name,
        total=total,
        won=won,
        best=more.get("best"),
        outs=more.get("outs", 0),
        rounds_won=0,
        comeback=more.get("comeback", 0),
        left=False,
        played=more.get("played", 4),
        points=more.get("points", total),
        aces=more.get("aces", 0),
    )


def line(
    day: int, *players: SheetPlayer, phase: Literal["open", "ended"] = "ended", title: str = ""
) -> SheetLine:
    at = day * 86400.0
    return SheetLine(
        sheet=f"sheet{day}",
        column=0,
        title=title,
        rules_title="Rummy 500",
        rules_text="rummy-500",
        phase=phase,
        players=players,
        rounds=4,
        race=(),
        outcome="",
        opened=at,
        changed=at,
        ended_at=at if phase == "ended" else 0.0,
        next_sheet="",
    )


LINES = (
    line(1, player("Anna", 510, won=True, best=155), player("Ben", 400, outs=3)),
    line(2, player("Ben", 350, aces=2), player("anna", 520, won=True, comeback=90)),
    line(3, player("Anna", 505, won=True), player("Ben", 505, won=True)),
    line(4, player("Anna", 100), player("Ben", 500, won=True)),
    line(5, player("Anna", 100), player("Ben", 20), player("Carl", 500, won=True)),
    line(6, player("Anna", 10), player("Ben", 20), phase="open"),
)


def test_a_group_is_the_same_people_however_they_sat() -> None:
    found = history_of(LINES)
    assert [each.sheet for each in found.sheets] == [f"sheet{day}" for day in (6, 5, 4, 3, 2, 1)]
    three, two = found.groups
    assert (three.names, three.matches) == (("Anna", "Ben", "Carl"), 1)
    assert (two.names, two.matches, two.last) == (("Anna", "Ben"), 4, 4 * 86400.0)


def test_wins_streaks_averages_and_duels() -> None:
    two = history_of(LINES).groups[1]
    anna, ben = two.players
    assert (anna.name, anna.wins, anna.streak, anna.longest) == ("Anna", 3, 0, 3)
    assert (ben.name, ben.wins, ben.streak, ben.longest) == ("Ben", 2, 2, 2)
    assert anna.average == 102.2, "1635 points in 16 rounds"
    assert (anna.best, anna.comeback) == (155, 90)
    assert (ben.outs, ben.aces) == (3, 2)
    assert two.ahead == ((0, 2), (1, 0)), "the third match was level"


def test_nothing_entered_is_no_average() -> None:
    (group,) = history_of(
        (line(1, player("Anna", 0, played=0), player("Ben", 0, played=0)),)
    ).groups
    assert group.players[0].average is None


def test_all_sheets_are_a_table_without_formulas() -> None:
    text = history_csv(history_of((line(1, player("=Anna", 510, won=True, best=155), title="+x"),)))
    heading, row = list(csv.reader(StringIO(text)))
    told = dict(zip(heading, row, strict=True))
    assert told == {
        "sheet": "1", "date": "1970-01-02", "title": "'+x", "game": "Rummy 500", "state": "ended",
        "rounds": "4", "player": "'=Anna", "total": "510", "won": "yes", "best round": "155",
        "average": "127.5", "rounds won": "0", "went out": "0", "comeback": "", "aces left": "",
    }  # fmt: skip
