"""A score sheet as a file for spreadsheets and as text for a chat."""

from __future__ import annotations

import csv
from io import StringIO

from laydown.record.tallies import Tally, TallyRound, running, tally_csv, tally_text, verdict

SOURCE = Tally(
    title="Rummy 500",
    names=("Anna", "Ben"),
    rounds=(
        TallyRound((35, 55), dealer="Anna", out="Ben"),
        TallyRound((46, None), dealer="Ben", out="Anna"),
    ),
)
"""The source's worked round (S3:53-60), and its cell `+46 / 81` (S3:118)."""


def table(text: str) -> list[list[str]]:
    return list(csv.reader(StringIO(text)))


def test_a_round_is_a_row_with_running_totals() -> None:
    assert running(SOURCE) == ((0, 0), (35, 55), (81, 55))
    heading, first, second = table(tally_csv(SOURCE))
    assert heading == [
        "round", "dealer", "out", "struck", "Anna", "Ben", "Anna total", "Ben total",
    ]  # fmt: skip
    assert first == ["1", "Anna", "Ben", "", "35", "55", "35", "55"]
    assert second == ["2", "Ben", "Anna", "", "46", "", "81", ""], "blank is not zero"


def test_a_struck_round_counts_for_nothing_and_paper_points_come_first() -> None:
    tally = Tally(
        names=("Anna", "Ben"),
        starts=(120, -15),
        rounds=(TallyRound((10, 20), struck=True), TallyRound((0, -5))),
    )
    rows = table(tally_csv(tally))
    assert rows[1] == ["start", "", "", "", "", "", "120", "-15"]
    assert rows[2][3:] == ["yes", "10", "20", "120", "-15"]
    assert rows[3][3:] == ["", "0", "-5", "120", "-20"]


def test_no_name_is_a_formula_and_none_breaks_a_row() -> None:
    tally = Tally(names=("=1+1", "a,\nb", "@x"), rounds=(TallyRound((1, 2, 3), dealer="+y"),))
    heading, row = table(tally_csv(tally))
    assert heading[4:7] == ["'=1+1", "a, b", "'@x"]
    assert row[1] == "'+y"


def test_the_chat_sees_aligned_columns_and_who_leads() -> None:
    assert tally_text(SOURCE) == (
        "Rummy 500\n"
        "```\n"
        "   Anna  Ben\n"
        "1   +35  +55\n"
        "2   +46    ·\n"
        "------------\n"
        "=    81   55\n"
        "```\n"
        "Anna leads with 81, 26 ahead of Ben.\n"
    )


def test_names_of_any_letters_fit_a_phone() -> None:
    names = ("Maximiliane-Charlotte", "Åsa`Björk", "田中さん", "Bo", "Ferdinand")
    tally = Tally(names=names, rounds=(TallyRound((1200, -5, 0, 15, 400)),) * 2)
    lines = tally_text(tally, fenced=False).splitlines()
    assert all(len(line) <= 34 for line in lines[:-1])
    assert "`" not in "".join(lines[:-1])
    assert lines[-1].startswith("Maximiliane-Charlotte leads with 2400, 1600 ahead of Ferdinand")


def test_partners_lead_together() -> None:
    """Rummy 500 in pairs, partners opposite: 110 and 210 against 100 and what is not entered."""
    names = ("Anna", "Ben", "Cleo", "Dora")
    tally = Tally(names=names, rounds=(TallyRound((100, 110, None, 210)),), sides=(0, 1, 0, 1))
    assert verdict(tally) == "Ben and Dora lead with 320, 220 ahead of Anna and Cleo."
    level = Tally(names=names, rounds=(TallyRound((200, 90, 10, 120)),), sides=(0, 1, 0, 1))
    assert verdict(level) == "Anna, Ben, Cleo and Dora are level with 210."


def test_winners_are_named() -> None:
    rounds = (TallyRound((500, 500, 20)),)
    names = ("Anna", "Ben", "Carl")
    shared = Tally(names=names, rounds=rounds, winners=(0, 1))
    assert verdict(shared) == "Anna and Ben win with 500, 480 ahead of Carl."
    alone = Tally(names=names, rounds=rounds, winners=(1,))
    assert verdict(alone) == "Ben wins with 500.", "level with Anna: nobody is behind"
    told = Tally(names=names, rounds=rounds, outcome="Carl wins: Carl went out.")
    assert verdict(told) == "Carl wins: Carl went out."
    level = Tally(names=("Anna", "Ben"), rounds=())
    assert verdict(level) == "Anna and Ben are level with 0."
