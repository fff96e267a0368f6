"""The documents are true where a program can tell: clauses cited exist, links lead somewhere."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from laydown.record.lines import HeaderLine, encoded, read_line
from laydown.record.notation import moves_text, parse_moves
from laydown.record.short import ShortReader
from laydown.rules.catalogue import OPTIONS
from laydown.rules.games import GAMES

ROOT = Path(__file__).resolve().parent.parent
CLAUSES = (ROOT / "docs" / "clauses.md").read_text(encoding="utf-8")
SERIES = {"BR": 13, "R5": 15, "RJ": 8, "K5": 15, "GE": 5, "B": 50, "E": 12}
"""The series of clauses in their order, with how many each has."""

NUMBER = re.compile(rf"\b(?:{'|'.join(SERIES)})-\d+\b")
RANGE = re.compile(rf"\b({'|'.join(SERIES)})-(\d+)\s*(?:…|\.\.\.?|–|to)\s*(?:\1-)?(\d+)\b")
HEADING = re.compile(rf"^### ((?:{'|'.join(SERIES)})-\d+) \S", re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
SOURCES = ("Basic page", "500 page", "Jokers page", "5000 page", "Pagat", "Bicycle", "Wikipedia")

DOCUMENTS = sorted((*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")))
CITING = sorted(
    path
    for folder in ("src", "tests", "scripts", "docs")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in {".py", ".md", ".yaml", ".toml"}
)


def clauses() -> dict[str, str]:
    """Each clause's text by its number."""
    pieces = HEADING.split(CLAUSES)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def in_full(number: str) -> str:
    """The number as headings spell it: rulings have two digits."""
    series, _, digits = number.partition("-")
    return f"{series}-{int(digits):02}" if series == "B" else f"{series}-{int(digits)}"


def slug(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def anchors(path: Path) -> set[str]:
    return {
        slug(found) for found in re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    }


def test_clauses_are_complete_and_in_order() -> None:
    expected = [in_full(f"{name}-{i + 1}") for name, many in SERIES.items() for i in range(many)]
    assert HEADING.findall(CLAUSES) == expected


@pytest.mark.parametrize("number", clauses())
def test_clause_says_something_and_names_options_and_source(number: str) -> None:
    text = clauses()[number]
    statement, _, lines = text.partition("\n\n- Options: ")
    assert len(statement.split("\n", 1)[1]) > 30
    options, _, source = lines.partition("\n- Source: ")
    named = re.findall(r"`(\w+)`", options)
    assert (options == "none") == (not named)
    assert [name for name in named if name not in OPTIONS] == []
    assert source.startswith((*SOURCES, "ruling"))


@pytest.mark.parametrize("path", CITING, ids=lambda path: str(path.relative_to(ROOT)))
def test_cited_clauses_exist(path: Path) -> None:
    there = clauses()
    text = path.read_text(encoding="utf-8")
    cited = {in_full(number) for number in NUMBER.findall(text)}
    cited |= {in_full(f"{series}-{end}") for series, _, end in RANGE.findall(text)}
    assert sorted(cited - there.keys()) == []


@pytest.mark.parametrize("option", OPTIONS)
def test_option_clauses_name_the_option(option: str) -> None:
    """Where an option says which clauses it comes from, at least one of them names it."""
    numbers = [in_full(number) for number in NUMBER.findall(OPTIONS[option].about.clause)]
    assert numbers
    assert any(f"`{option}`" in clauses()[number] for number in numbers)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    dead = []
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        if "://" in target or target.startswith("mailto:"):
            continue
        name, _, anchor = target.partition("#")
        there = (path.parent / name).resolve() if name else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            dead.append(target)
    assert dead == []


def test_readme_examples_run() -> None:
    tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried.attempted > 5
    assert tried.failed == 0


def test_readme_lists_the_games() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+)` \|", text, re.MULTILINE) == list(GAMES)


def blocks(name: str, language: str) -> list[str]:
    """What stands in the fenced blocks of that language."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_notation_shows_moves_as_they_are_written() -> None:
    (shown,) = blocks("docs/notation.md", "moves")
    assert moves_text(parse_moves(shown, strict=True)) == shown


def test_notation_shows_lines_as_they_are_written() -> None:
    (shown,) = blocks("docs/notation.md", "jsonl")
    lines = [read_line(line.encode(), at=at) for at, line in enumerate(shown.splitlines(), 1)]
    assert isinstance(lines[0], HeaderLine)
    assert b"".join(map(encoded, lines)).decode() == shown


def test_notation_shows_entries_that_can_be_read() -> None:
    (shown,) = blocks("docs/notation.md", "toml")
    reader = ShortReader()
    entries = [entry.partition(" # ")[0] for entry in tomllib.loads(shown)["actions"]]
    moves = [move for move, _ in map(reader.read, entries) if move]
    assert moves_text(moves) == ("house dealer p1\np2 take 3\np2 meld 9C 9H 9D\np2 discard 5S\n")
