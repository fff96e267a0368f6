"""Printed documents: the same words in HTML and in PDF, on no more paper than promised."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from pypdf import PdfReader
from tests.strategies import rules as any_rules

from laydown.printing.cards import rule_card
from laydown.printing.content import CardPage, Document, Paper, RulesPages, SheetPage
from laydown.printing.files import CannotPrint
from laydown.printing.html import html
from laydown.printing.pdf import pdf
from laydown.printing.sheets import Scores, cell, rules_document, sheet
from laydown.printing.words import words
from laydown.rules.catalogue import OPTIONS, describe, replaced
from laydown.rules.differences import differences
from laydown.rules.games import GAMES, game, preset
from laydown.rules.kinds import Choices, Value
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules

HEAVY = (
    "rummy-500 players=6 permanent_wilds=twos+jokers queen_of_spades=40 go_out=discard_required"
    " call_rummy=board_and_pile call_takes_above=on call_needs_own_meld=on"
    " call_followup=complete_turn call_resume=left_of_caller call_window=race stock_out=recycle"
    " recycle_shuffle=on recycle_keep_top=on recycle_limit=2 meld_before_layoff=on"
    " max_wilds_per_meld=1 min_naturals=2 wild_split_at_six=on wild_swap=steal"
    " real_card_for_wild=run_only set_identical=on sets=3-4xdecks pip_value=5 ace_in_low_run=15"
    " winner_rule=out_player target=1000 top_card_use=must_use deep_timing=immediate"
    " deep_use=meld_only melds_per_turn=2 pile_needs_two_naturals=on"
    " negative_scores=sheet_floor_zero wild_value=25 ace_in_runs=corner take_back=off"
)
SETS = (*GAMES, HEAVY)


class Texts(HTMLParser):
    """What a reader of the page reads: pictures and the style left out."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: set[tuple[str, str]] = set()
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes |= {(name, value or "") for name, value in attrs}
        if tag not in ("meta", "rect", "path", "use"):
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not {"svg", "style", "title"} & set(self._inside):
            self.found.append(data)


def read_html(text: str) -> Texts:
    page = Texts()
    page.feed(text)
    return page


def pdf_text(data: bytes) -> str:
    return " ".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)


def letters(text: str) -> Counter[str]:
    """Every letter and sign with its number; blanks, and brackets that pictures need not, aside."""
    same = text.replace("❏", "☐").replace("✔", "☑")
    return Counter(re.sub(r"[\s()]", "", same))


def documents(text: str, paper: Paper) -> list[Document]:
    rules = parse_rules(text)
    base = game(text.split()[0])
    scores = Scores(points=((46, -5), (35, None)), dealers=(0, 1))
    return [
        rules_document(rules, game=base, paper=paper),
        sheet(rules, game=base, paper=paper),
        sheet(rules, game=base, names=("Anna", "Ben"), scores=scores, paper=paper),
        rule_card(rules, name="Rules of our house", game=base, paper=paper),
    ]


@pytest.mark.parametrize(
    ("text", "paper"),
    [*((text, "a4") for text in SETS), (HEAVY, "letter"), ("5000-rummy", "letter")],
    ids=[*GAMES, "heavy", "heavy-letter", "5000-letter"],
)
def test_html_and_pdf_say_the_same_and_fit_their_paper(text: str, paper: Paper) -> None:
    size = {"a4": (595, 842), "letter": (612, 792)}[paper]
    for document in documents(text, paper):
        wanted = letters(" ".join(words(document)))
        assert letters(" ".join(read_html(html(document).text).found)) == wanted
        data = pdf(document)
        assert letters(pdf_text(data)) == wanted
        reader = PdfReader(BytesIO(data))
        most = sum(page.most if isinstance(page, RulesPages) else 1 for page in document.pages)
        assert len(reader.pages) <= most
        box = reader.pages[0].mediabox
        assert (round(box.width), round(box.height)) == size


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_rules())
def test_any_rules_fit_two_pages_and_their_sheet_two(rules: Rules) -> None:
    for document in (rules_document(rules), sheet(rules)):
        data = pdf(document)
        assert len(PdfReader(BytesIO(data)).pages) <= 2
        assert letters(pdf_text(data)) == letters(" ".join(words(document)))


def test_the_page_needs_nothing_from_anywhere() -> None:
    for document in documents(HEAVY, "a4"):
        made = html(document)
        page = read_html(made.text)
        assert not page.tags["script"]
        assert not page.tags["link"]
        assert page.tags["style"] == 1
        names = {name for name, _ in page.attributes}
        assert not names & {"style", "src", "onclick", "onload"}
        assert all(value.startswith("#") for name, value in page.attributes if name == "href")
        assert "url(" not in made.style
        assert "@import" not in made.style
        assert f"<style>{made.style}</style>" in made.text


def grid_of(document: Document) -> tuple[tuple[str, ...], ...]:
    page = document.pages[0]
    assert isinstance(page, SheetPage)
    return page.grid.rows


def test_cells_are_those_of_the_source() -> None:
    """The 500 page: ``+46 / 81``. Anna 35 then 46; Ben 55, then nothing entered, then -60."""
    points = ((35, 55), (46, None), (0, -60))
    document = sheet(
        preset("rummy-500"),
        names=("Anna", "Ben"),
        scores=Scores(points=points, dealers=(1, 0, 1)),
    )
    rows = grid_of(document)
    assert rows[0] == ("+35 / 35", "+55 / 55")
    assert rows[1] == ("+46 / 81", "")
    assert rows[2] == ("0 / 81", "-60 / -5")
    assert rows[3:] == (("", ""),) * 9
    page = document.pages[0]
    assert isinstance(page, SheetPage)
    assert page.grid.totals == ("81", "-5")
    assert page.grid.dealers[:4] == (1, 0, 1, -1)
    assert read_html(html(document).text).tags["tr"] > 13
    assert html(document).text.count('class="dealer"') == 3


def test_shortfalls_starts_and_struck_rounds() -> None:
    """B-46: -110 enters 0 and is taken off the 200 of the next round. A struck round counts for
    nothing; what was brought along counts."""
    rules = parse_rules("5000 players=3 deadwood=subtract_own")
    scores = Scores(
        points=((55, -110, 0), (5, 5, 5), (0, 200, 10)), starts=(100, 0, 0), struck=(1,)
    )
    rows = grid_of(sheet(rules, names=("Alice", "Bob", "Carl"), scores=scores))
    assert rows[0] == ("100", "0", "0")
    assert rows[1] == ("+55 / 155", "-110 / 0", "0 / 0")
    assert rows[2] == ("(+5)", "(+5)", "(+5)")
    assert rows[3] == ("0 / 155", "+200 / 90", "+10 / 10")


def test_cells() -> None:
    assert [cell(5, 5), cell(-5, 0), cell(0, 0)] == ["+5 / 5", "-5 / 0", "0 / 0"]


def ticks_of(text: str) -> dict[str, bool]:
    page = sheet(parse_rules(text), game=game(text.split()[0])).pages[0]
    assert isinstance(page, SheetPage)
    return {tick.label: tick.ticked for tick in page.ticks}


def test_house_rules_are_ticked() -> None:
    """The 500 page's four boxes, empty by the book."""
    blank = ticks_of("rummy-500")
    four = {"must discard to go out", "calling rummy", "Q♠ = ____", "two packs"}
    assert four <= set(blank)
    assert not any(blank.values())
    played = ticks_of("rummy-500 go_out=discard_required queen_of_spades=40 decks=2")
    assert {label for label, ticked in played.items() if ticked} == {
        "must discard to go out", "Q♠ = 40", "two packs",
    }  # fmt: skip
    assert "ace high too" in ticks_of("rummy")
    assert "must discard to go out" not in ticks_of("5000-rummy")
    assert ticks_of("5000-rummy deadwood=subtract_own")["cards in hand against you"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_rules())
def test_every_house_rule_is_ticked_or_said(rules: Rules) -> None:
    base = game("rummy-500")
    page = sheet(rules, game=base).pages[0]
    assert isinstance(page, SheetPage)
    same = preset("rummy-500", players=rules.setup.players)
    different = [each for each in differences(same, rules) if each.option != "players"]
    assert sum(tick.ticked for tick in page.ticks) + len(page.agreed) >= len(different)
    assert all(text in {each.sentence for each in different} for text in page.agreed)


def test_many_rounds_take_further_pages() -> None:
    document = sheet(preset("rummy-500"), rounds=100, back=False)
    numbers = [
        number
        for page in document.pages
        if isinstance(page, SheetPage)
        for number in page.grid.numbers
    ]
    assert numbers == [str(at) for at in range(1, 101)]
    assert len(document.pages) == 3
    assert len(PdfReader(BytesIO(pdf(document))).pages) == 3


def test_the_rule_card_names_every_house_rule_and_the_text() -> None:
    text = "rummy-500 players=4 go_out=discard_required queen_of_spades=40"
    (page,) = rule_card(parse_rules(text), name="Grandma's table").pages
    assert isinstance(page, CardPage)
    assert page.name == "Grandma's table"
    assert page.text == text
    starred = [block.text for block in page.blocks if block.house]
    assert starred == [describe(parse_rules(text), name) for name in ("go_out", "queen_of_spades")]


def test_names_of_other_scripts_and_none_that_nobody_can_write() -> None:
    document = sheet(preset("rummy-500"), names=("Łukasz", "Αθηνά"), back=False)
    assert "Łukasz" in pdf_text(pdf(document))
    assert "Αθηνά" in pdf_text(pdf(document))
    with pytest.raises(CannotPrint, match="安"):
        pdf(sheet(preset("rummy-500"), names=("安", "Ben"), back=False))


def test_names_cannot_be_markup() -> None:
    evil = "<b>&amp;</b>"
    document = sheet(preset("rummy-500"), names=(evil, "Ben"), back=False)
    assert evil in "".join(read_html(html(document).text).found)
    assert letters(evil) <= letters(pdf_text(pdf(document)))
    assert "<b>&amp;</b></th>" not in html(document).text


# Options whose value a page need not tell: other options leave it nothing to decide there.
@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "players"])
def test_each_value_of_an_option_changes_what_the_page_says(name: str) -> None:
    """From the game whose rules give the option work to do, every other value reads otherwise."""
    seen = 0
    for each in GAMES.values():
        base = each.rules
        before = list(words(rules_document(base, game=each)))
        for value in values_of_option(name):
            rules = replaced(base, {name: value})
            if rules.problems() or rules == base:
                continue
            seen += 1
            after = list(words(rules_document(rules, game=each)))
            assert after != before, (each.key, name, value)
            assert any(describe(rules, name) in text for text in after), (each.key, name, value)
    assert seen or len(values_of_option(name)) < 2 or name == "removed_ranks"


def values_of_option(name: str) -> list[Value]:
    option = OPTIONS[name]
    if isinstance(option.fallback, bool):
        return [True, False]
    if isinstance(option.kind, Choices):
        return list(option.kind.of)
    offered = (*option.about.offered, *(option.of(each.rules) for each in GAMES.values()))
    return list(dict.fromkeys(offered))
