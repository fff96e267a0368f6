"""The table at the terminal: the record, taking back, calls, names, and who has won."""

from __future__ import annotations

import errno
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

from laydown.cards import card_text, parse_cards, without
from laydown.cli.terminal.console import Console, Manner
from laydown.cli.terminal.journal import Journal, JournalTrouble
from laydown.cli.terminal.news import Step, fresh, tell
from laydown.cli.terminal.outcome import outcome_words
from laydown.cli.terminal.person import person
from laydown.cli.terminal.seating import HUMAN, Seating, seat_names
from laydown.cli.terminal.table import Leave, Table
from laydown.engine.actions import (
    HOUSE,
    Action,
    ChooseDealer,
    Deal,
    Discard,
    Draw,
    Meld,
    Move,
    Take,
)
from laydown.engine.dealing import pack_of
from laydown.engine.match import Match, new_match, play_match, standing
from laydown.engine.state import Phase
from laydown.record.jsonl import load
from laydown.record.record import Header
from laydown.record.writer import RecordWriter
from laydown.rules.rules import Rules
from laydown.rules.text import parse_rules

NAMES = ("Anna", "Ben", "Cy")


class Scripted(Console):
    """A console at which these lines are typed; what it says is kept."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(Manner(plain=True))
        self.lines = list(lines)
        self.said: list[str] = []
        self.hidden = 0

    def say(self, *sentences: str, style: str = "") -> None:
        self.said.extend(sentences)

    def blocks(self, text: str) -> None:
        self.said.append(text)

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def hide(self) -> None:
        self.hidden += 1


def dealt(rules: Rules, *hands: str, pile: str, stock: str = "") -> tuple[Match, list[Move]]:
    """A match whose last seat deals these hands, and the house's moves that led there."""
    held = [list(parse_cards(hand)) for hand in hands]
    first = [*parse_cards(pile), *parse_cards(stock)]
    size = len(held[0])
    assert all(len(hand) == size for hand in held)
    order = [held[seat][n] for n in range(size) for seat in range(len(held))] + first
    rest = without(pack_of(rules, 1), order)
    moves = [
        Move(HOUSE, ChooseDealer(len(hands) - 1)),
        Move(HOUSE, Deal((*order, *rest))),
    ]
    match = new_match(rules)
    for move in moves:
        match = play_match(match, move)
    return match, moves


THREE = dealt(
    parse_rules("rummy-500 players=3"),
    "9C 9H 2S 5S KS 4H 7D",
    "TC TH 3S 6S QS 5H 8D",
    "JC JH AS 7S KD 6H 2D",
    pile="9D",
    stock="3C 8C KC QD TD",
)


OPEN: list[Table] = []


@pytest.fixture(autouse=True)
def _closing() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().journal.close()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Anna, Ben and Cy at one keyboard; it is Anna's turn."""
    return sit(tmp_path, *THREE)


def sit(
    tmp_path: Path, match: Match, moves: list[Move], *, kinds: tuple[str, ...] = (HUMAN,) * 3
) -> Table:
    header = Header(rules=match.rules, seats=NAMES, players=kinds)
    journal = Journal.new(tmp_path / "match.jsonl", header)
    seating = Seating(NAMES, kinds, title="Rummy 500", seed=1)
    table = Table(Scripted(()), seating, journal, new_match(match.rules))
    OPEN.append(table)
    for move in moves:
        table.commit(move)
    return table


def play(table: Table, *lines: str) -> list[str]:
    """Type these lines, until they are used up; what was said."""
    console = table.console
    assert isinstance(console, Scripted)
    console.lines = list(lines)
    console.said = []
    with pytest.raises(Leave):
        table.run(person)
    return console.said


def actions(table: Table) -> list[Action]:
    """The players' actions in the record on the disk."""
    return [move.action for move in load(table.journal.path).moves if move.seat != HOUSE]


def test_every_move_is_on_the_disk_before_the_next(table: Table) -> None:
    play(table, "", "p", "m 9chd")
    assert actions(table) == [Take(1), Meld(parse_cards("9C 9H 9D"))]


def test_take_back_goes_last_first_and_leaves_the_record(table: Table) -> None:
    before = table.match
    play(table, "", "p", "m 9chd", "u", "u")
    assert table.match == before
    assert actions(table) == []
    remarks = load(table.journal.path).remarks
    assert [remark.text for remark in remarks] == [
        "took back: Anna, set 9♣ 9♥ 9♦; Anna, take 1 card from the pile"
    ]
    said = play(table, "u")
    assert any("nothing in this turn" in sentence for sentence in said)


def test_a_remark_stays_where_nothing_before_it_is_taken_back(table: Table) -> None:
    play(table, "", "p", "m 9chd", "u", "m 9c9h9d", "d ks")
    read = load(table.journal.path)
    assert [(remark.after, remark.text) for remark in read.remarks] == [
        (3, "took back: Anna, set 9♣ 9♥ 9♦")
    ]
    assert [type(action) for action in actions(table)] == [Take, Meld, Discard]


def test_a_card_of_the_stock_and_a_discard_stay(table: Table) -> None:
    said = play(table, "", "s", "u")
    assert any("drawn from the stock was seen" in sentence for sentence in said)
    said = play(table, "d ks", "", "u")
    assert any("nothing in this turn" in sentence for sentence in said)
    assert actions(table) == [Draw(), Discard(parse_cards("KS")[0])]


def test_hands_are_hidden_between_people(table: Table) -> None:
    said = play(table, "", "s", "d ks", "", "s")
    console = table.console
    assert isinstance(console, Scripted)
    assert console.hidden == 2
    asked = [sentence for sentence in said if "press Enter to see" in sentence]
    assert asked == [
        "Anna, press Enter to see your hand. ",
        "Ben, press Enter to see your hand. ",
    ]
    ben = " ".join(said[said.index(asked[1]) :])
    assert "three of clubs" not in ben  # what Anna drew
    assert "draws from the stock" in ben
    assert "ten of hearts" in ben


def test_wrong_input_changes_nothing(table: Table) -> None:
    before = table.match
    said = play(table, "", "zz", "m 9c 9h", "l 9c", "d", "?", "? m 9c 9h 9d", "steal x", "u", "p 7")
    assert table.match == before
    assert actions(table) == []
    assert len(said) > 12


def test_why_not_is_told_in_a_sentence(table: Table) -> None:
    said = play(table, "", "d ks", "?")
    refusals = [sentence for sentence in said if "begins with a draw" in sentence]
    assert len(refusals) == 2
    assert "You asked to discard K♠ (d KS)" in refusals[1]


def test_a_full_disk_loses_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    written = RecordWriter._write
    size = table.journal.path.stat().st_size

    def half(writer: RecordWriter, data: bytes) -> None:
        written(writer, data[:9])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(RecordWriter, "_write", half)
        said = play(table, "", "s", "q")
    assert any("No space left on device" in sentence for sentence in said)
    assert table.journal.path.stat().st_size == size
    assert table.round.phase is Phase.DRAW
    play(table, "s")
    assert actions(table) == [Draw()]


def test_a_record_that_has_gone_is_told(table: Table) -> None:
    table.journal.path.unlink()
    with pytest.raises(JournalTrouble, match="No such file"):
        table.journal.append(table.match, Move(0, Draw()), play_match(table.match, Move(0, Draw())))


CALLING = parse_rules("rummy-500 players=3 call_rummy=board")


def discarded(tmp_path: Path, rules: Rules) -> Table:
    """Anna has laid three nines and Ben is about to discard the fourth."""
    match, moves = dealt(
        rules,
        "9C 9H 2S 5S KS 4H 7D",
        "9S TH 3S 6S QS 5H 8D",
        "JC JH AS 7S KD 6H 2D",
        pile="9D",
    )
    table = sit(tmp_path, match, moves)
    for action in (Take(1), Meld(parse_cards("9C 9H 9D")), Discard(parse_cards("KS")[0])):
        table.commit(Move(0, action))
    table.commit(Move(1, Draw()))
    return table


def test_everybody_is_asked_at_once_who_calls(tmp_path: Path) -> None:
    table = discarded(tmp_path, CALLING)
    said = play(table, "", "d 9s", "2", "", "call")
    assert "Does anybody call rummy?" in said
    assert "  1) Cy calls" in said
    assert "  2) Anna calls" in said
    assert table.round.melds[0].seats == (0, 0, 0, 0)
    assert any("Anna, you may call" in sentence for sentence in said)


def test_nobody_calls(tmp_path: Path) -> None:
    table = discarded(tmp_path, CALLING)
    play(table, "", "d 9s", "")
    assert table.round.seat == 2
    assert table.round.phase is Phase.DRAW


def test_the_teacher_tells_before_the_discard(tmp_path: Path) -> None:
    rules = parse_rules("rummy-500 players=3 call_rummy=board call_window=teacher")
    table = discarded(tmp_path, rules)
    said = play(table, "", "d 9s", "y")
    assert any("can be called" in sentence for sentence in said)
    assert table.round.seat == 1
    assert table.round.phase is Phase.PLAY
    play(table, "", "d 9s", "n", "")
    assert table.round.seat == 2


def test_no_news_tells_what_a_seat_did_not_see() -> None:
    match, _ = THREE
    drawn = play_match(match, Move(0, Draw()))
    steps = [Step(match, Move(0, Draw()))]
    assert tell(steps, drawn, NAMES, 0) == ("You draw 3♣ from the stock.",)
    for other in (1, 2, None):
        assert tell(steps, drawn, NAMES, other) == ("Anna draws from the stock.",)
    assert [card_text(face) for face in fresh(steps, drawn, 0)] == ["3C"]


def test_a_turn_is_told_in_one_sentence() -> None:
    match, _ = THREE
    steps: list[Step] = []
    for action in (Take(1), Meld(parse_cards("9C 9H 9D")), Discard(parse_cards("KS")[0])):
        steps.append(Step(match, Move(0, action)))
        match = play_match(match, Move(0, action))
    assert tell(steps, match, NAMES, 1) == (
        "Anna takes 9♦ from the pile, melds a set: 9♥ 9♦ 9♣ (M1), and discards K♠.",
    )


def after(rules: str, totals: tuple[int, ...], **more: object) -> Match:
    """A match that has these totals after a round."""
    match = new_match(parse_rules(rules))
    outcome = standing(match.rules, totals, out=0, deals=1, won=(1, 0, 0))
    return msgspec.structs.replace(match, totals=totals, outcome=outcome, dealer=1, **more)


@pytest.mark.parametrize(
    ("rules", "totals", "words"),
    [
        ("rummy-500 players=3", (120, 90, 30), "Anna leads with 120 points, 30 ahead, 380 short"),
        ("rummy-500 players=3", (120, 120, 30), "Anna and Ben lead with 120 points, 90 ahead"),
        ("rummy-500 players=3", (0, 0, 0), "All are level at 0 points"),
        ("rummy-500 players=3", (0, 0, 0), "Ben deals next"),
        ("rummy-500 players=3", (510, 505, 30), "Anna wins the match"),
        ("rummy-500 players=3", (510, 510, 30), "one more round"),
        ("5000-rummy players=3", (5100, 5100, 30), "Anna and Ben share the match"),
        ("rummy-500 players=3 winner_rule=out_player", (20, 510, 30), "only a player who goes out"),
        ("rummy players=3 match_mode=hands_won deals=9", (3, 0, 0), "Anna leads with 1 round"),
    ],
)
def test_where_the_match_stands(rules: str, totals: tuple[int, ...], words: str) -> None:
    said = " ".join(outcome_words(after(rules, totals, won=(1, 0, 0)), NAMES))
    assert words in said


def test_names_of_seats() -> None:
    assert seat_names((), players=3, humans=1) == ("You", "Ben", "Cleo")
    assert seat_names(("ben",), players=3, humans=1) == ("ben", "Cleo", "Dora")
    assert seat_names((" Zoë ",), players=2, humans=2) == ("Zoë", "Player 2")
    assert len(set(seat_names((), players=8, humans=0))) == 8
    with pytest.raises(ValueError, match="empty"):
        seat_names(("\x1b\x07",), players=2, humans=1)


def test_everybody_is_a_computer_and_eight_play() -> None:
    names = seat_names((), players=8, humans=0)
    seating = Seating(names, ("plain",) * 8, title="5000 Rummy")
    assert seating.humans == 0
    assert names[0] in seating.introduction()


def test_the_rules_at_the_table_are_short_and_questions_are_answered_when_asked(
    table: Table,
) -> None:
    short = "\n".join(play(table, "", "rules"))
    assert "A set is three or four cards of one rank." in short
    assert "Questions and answers" not in short
    assert "A worked round" not in short
    whole = "\n".join(play(table, "", "rules all"))
    assert "A worked round" in whole
    assert "Do you have to discard to go out?" in whole
    said = " ".join(play(table, "", "rules ace"))
    assert "What does an ace count? On the table 15, but 1 at the low end of a run." in said
    assert "No question has" in " ".join(play(table, "", "rules zebra"))
