"""``laydown print``: whole files or none, and a clear word where there is none."""

from __future__ import annotations

import errno
import os
import sys
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from laydown.cli.main import main
from laydown.record.tallies import Tally, TallyRound, tally_csv

SHEET = ("print", "sheet", "rummy-500")


def said(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("laydown print: ")
    return err


def test_rules_and_sheets_in_both_ways(tmp_path: Path) -> None:
    rules, blank = tmp_path / "rules.html", tmp_path / "sheet.pdf"
    assert main(["print", "rules", "rummy-500", "queen_of_spades=40", "-o", str(rules)]) == 0
    assert "The queen of spades counts 40" in rules.read_text("utf-8")
    assert main(
        [*SHEET, "--players", "4", "--rounds", "15", "--paper", "letter", "-o", str(blank)]
    ) == 0  # fmt: skip
    pages = PdfReader(BytesIO(blank.read_bytes())).pages
    assert len(pages) == 2
    assert pages[0].extract_text().count("Name:") == 4
    assert "15" in pages[0].extract_text().split()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rules.html", "sheet.pdf"]


def test_a_sheet_filled_from_the_csv_of_a_sheet(tmp_path: Path) -> None:
    """Anna 35 and 46 are 81; the struck round counts for nothing; Ben dealt first."""
    kept = tmp_path / "scores.csv"
    rounds = (
        TallyRound((35, 55), dealer="Ben"),
        TallyRound((100, 0), dealer="Anna", struck=True),
        TallyRound((46, None), dealer="Ben", out="Anna"),
    )
    kept.write_text(tally_csv(Tally(names=("Anna", "Ben"), rounds=rounds)), "utf-8")
    out = tmp_path / "sheet.html"
    assert main([*SHEET, "--scores", str(kept), "-o", str(out)]) == 0
    text = out.read_text("utf-8")
    assert "+46 / 81" in text
    assert '+55 / 55 <span class="dealer">D</span>' in text
    assert "(+100)" in text
    assert text.count('class="dealer"') == 3


def test_a_sheet_filled_from_json_and_from_plain_csv(tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    plain = tmp_path / "plain.csv"
    plain.write_text("Anna;Ben\n".replace(";", ",") + "+35 / 35,55\n46,\n", "utf-8")
    assert main([*SHEET, "--scores", str(plain), "--names", "Änne,Ben", "-o", str(out)]) == 0
    assert "+46 / 81" in out.read_text("utf-8")
    assert "Änne" in out.read_text("utf-8")
    data = tmp_path / "scores.json"
    data.write_text('{"names": ["A", "B", "C"], "rounds": [[1, -2, null]], "starts": [10, 0, 0]}')
    assert main([*SHEET, "--scores", str(data), "--dealer", "B", "-o", str(out)]) == 0
    assert "+1 / 11" in out.read_text("utf-8")
    assert out.read_text("utf-8").count('class="dealer"') == 12


def test_html_on_the_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["print", "rules", "george", "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"<!doctype html>")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("print", "rules", "whist", "-o", "x.html"), "no game called"),
        (("print", "rules", "rummy", "queen=40", "-o", "x.html"), "no option called"),
        (("print", "rules", "5000-rummy", "players=2", "-o", "x.html"), "3"),
        (("print", "rules", "rummy", "-o", "x.doc"), "use .html or .pdf"),
        (("print", "rules", "rummy", "-o", "rules"), "use .html or .pdf"),
        (("print", "rules", "rummy", "--names", "A,B", "-o", "x.html"), "for a score sheet"),
        ((*SHEET, "--names", "Anna,Anna", "-o", "x.html"), "same name"),
        ((*SHEET, "--names", "Anna,", "-o", "x.html"), "a name is empty"),
        ((*SHEET, "--names", "A,B,C", "--players", "2", "-o", "x.html"), "3 names for 2"),
        ((*SHEET, "--rounds", "0", "-o", "x.html"), "from 1 to 200"),
        ((*SHEET, "--dealer", "Zoe", "--names", "A,B", "-o", "x.html"), "A, B"),
        ((*SHEET, "--scores", "none.csv", "-o", "x.html"), "cannot be read"),
    ],
)
def test_wishes_that_make_no_sense(
    given: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(list(given)) == 2
    assert words in said(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("Anna,Ben\n1,two\n", "'two' is no score"),
        ("Anna\n1\n", "1 players"),
        ('{"names": ["A", "B"], "rounds": [[1, 2, 3]]}', "3 scores for 2 names"),
        ('{"names": ["A", "B"], "rounds": [[1, 2e3]]}', "holds no scores"),
        ('{"names": ["A", "B"], "rounds": [[1, 99999999999]]}', "beyond"),
        ('{"laydown_sheet": 1}', "take the sheet's CSV"),
    ],
)
def test_files_without_scores(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "scores"
    kept.write_text(text, "utf-8")
    out = tmp_path / "sheet.html"
    assert main([*SHEET, "--scores", str(kept), "-o", str(out)]) == 2
    assert words in said(capsys)
    assert not out.exists()


def test_a_folder_and_a_place_that_is_not_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "rules.html"
    folder.mkdir()
    assert main(["print", "rules", "rummy", "-o", str(folder)]) == 2
    assert "is a folder" in said(capsys)
    assert main(["print", "rules", "rummy", "-o", str(tmp_path / "no" / "rules.html")]) == 1
    assert "could not be written: No such file" in said(capsys)
    assert [path.name for path in tmp_path.rglob("*")] == ["rules.html"]


def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    old = tmp_path / "rules.html"
    old.write_text("the old rules")
    monkeypatch.setattr(os, "fsync", full)
    assert main(["print", "rules", "rummy", "-o", str(old)]) == 1
    assert "No space left on device" in said(capsys)
    assert old.read_text() == "the old rules"
    assert [path.name for path in tmp_path.iterdir()] == ["rules.html"]


def test_without_the_library_for_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "laydown.printing.pdf", None)
    out = tmp_path / "rules.pdf"
    assert main(["print", "rules", "rummy", "-o", str(out)]) == 1
    assert "pip install 'laydown[pdf]'" in said(capsys)
    assert not out.exists()


def test_house_rules_may_come_after_flags(tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    given = ["print", "sheet", "rummy-500", "--rounds", "3", "queen_of_spades=40", "-o", str(out)]
    assert main(given) == 0
    assert "Q♠ = 40" in out.read_text("utf-8")
    with pytest.raises(SystemExit):
        main(["print", "rules", "rummy", "-o", str(out), "stray"])


def test_a_folder_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "rules", "rummy", "-o", str(tmp_path)]) == 2
    assert "is a folder" in said(capsys)


def test_a_sheet_of_pairs_adds_partners_up(tmp_path: Path) -> None:
    """R5-15: 81 and -5 are 76, 55 and -40 are 15."""
    scores = tmp_path / "scores.json"
    scores.write_text(
        '{"names": ["Anna", "Ben", "Carl", "Dora"],'
        ' "rounds": [[35, 55, -10, 20], [46, null, 5, -60]]}'
    )
    out = tmp_path / "sheet.html"
    given = ["teams=pairs", "players=4", "--scores", str(scores), "-o", str(out)]
    assert main(["print", "sheet", "rummy-500", *given]) == 0
    assert "Partners together: Anna and Carl 76, Ben and Dora 15." in out.read_text("utf-8")
