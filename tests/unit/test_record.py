"""Records: a match replays from what is written, in every form, to every position."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from tests.unit.recorded import NAMES, TABLES, table

from laydown.engine.actions import HOUSE, Deal, Move, Pass, Reshuffle
from laydown.engine.errors import BadRecord
from laydown.engine.match import new_match
from laydown.engine.view import view
from laydown.record.facts import round_after
from laydown.record.files import load_any
from laydown.record.jsonl import dumps, load, save
from laydown.record.notation import moves_text, parse_moves
from laydown.record.record import Header, Record, Remark
from laydown.record.seats import SeatRecord, dumps_seat, load_seat, seat_record
from laydown.record.sheets import entry_text, scores_csv, sheet_text
from laydown.record.shuffles import Shuffle, commit, verify
from laydown.record.textform import from_toml, to_toml
from laydown.rules.rules import Rules


@pytest.mark.parametrize("text", TABLES)
def test_json_lines_replay_to_every_position(text: str) -> None:
    record, positions = table(text)
    loaded = load(dumps(record))
    assert loaded.header == record.header
    assert loaded.moves == record.moves
    assert tuple(match for _, match in loaded.positions()) == positions
    assert dumps(loaded) == dumps(record)
    assert loaded.damage is None


@pytest.mark.parametrize("text", TABLES)
def test_the_text_form_replays_to_every_position(text: str) -> None:
    record, positions = table(text)
    loaded = from_toml(to_toml(record))
    assert loaded.header == record.header
    assert tuple(match for _, match in loaded.positions()) == positions


@pytest.mark.parametrize("text", TABLES)
def test_moves_alone_replay(text: str) -> None:
    record, positions = table(text)
    moves = parse_moves(moves_text(record.moves), strict=True)
    assert Record(record.header, moves).final() == positions[-1]


def test_every_move_has_its_line() -> None:
    record, _ = table(TABLES[0])
    text = dumps(record)
    loaded = load(text)
    lines = text.splitlines()
    for at in (0, 1, 2, 17, len(loaded.moves) - 1):
        assert '"do"' in lines[loaded.line_of(at) - 1]
    assert record.line_of(0) == 0


def test_the_header_is_complete() -> None:
    record, _ = table(TABLES[3])
    told = json.loads(dumps(record).splitlines()[0])
    assert told["format"] == "laydown"
    assert told["version"] == 1
    assert told["seats"] == ["Anna", "Ben", "Carl", "Dora"]
    assert told["players"] == ["uniform"] * 4
    assert told["time"] == "2024-05-01T20:15:00+02:00"
    options = [name for group in told["rules"].values() for name in group]
    declared = [
        name for group in Rules.__struct_fields__ for name in msgspec.structs.asdict(
            getattr(Rules(), group)
        )
    ]  # fmt: skip
    assert options == declared
    assert told["rules"]["setup"]["teams"] == "pairs"


def test_derived_lines_say_what_happened() -> None:
    record, positions = table("rummy-500 players=2")
    told = [json.loads(line) for line in dumps(record).splitlines()]
    facts = [line for line in told if "derived" in line]
    ends = [fact for fact in facts if fact["derived"] == "ended"]
    assert [tuple(end["scores"]) for end in ends] == [
        result.entered for result in positions[-1].results
    ]
    draws = sum(line.get("do") == "draw" for line in told)
    assert draws == sum(fact["derived"] == "drew" for fact in facts)
    assert all(fact["card"] != "??" for fact in facts if fact["derived"] == "drew")


def test_a_file_that_leaves_derived_lines_out_is_good() -> None:
    record, positions = table(TABLES[1])
    kept = [line for line in dumps(record).splitlines(keepends=True) if '"derived"' not in line]
    assert load("".join(kept)).final() == positions[-1]


def test_windows_line_ends_and_empty_lines_are_read() -> None:
    record, positions = table(TABLES[1])
    text = dumps(record).replace("\n", "\r\n\r\n")
    assert load(text).final() == positions[-1]
    assert load(text.encode()).final() == positions[-1]


def test_remarks_stay_where_they_were() -> None:
    record, positions = table(TABLES[7])
    remarks = (Remark(0, "before all"), Remark(3, "a bold draw # really"), Remark(3, "äöü ♠"))
    remarked = msgspec.structs.replace(record, remarks=remarks)
    assert load(dumps(remarked)).remarks == remarks
    assert from_toml(to_toml(remarked)).remarks == remarks
    assert load(dumps(remarked)).final() == positions[-1]


def test_commentary_in_the_text_form_becomes_remarks() -> None:
    record, _ = table(TABLES[7])
    text = to_toml(record).replace('"d dealer p1"', '"d dealer p1 # by lot"', 1)
    assert from_toml(text).remarks == (Remark(1, "by lot"),)


def test_the_example_of_the_notation_reads() -> None:
    """RJ-4: the dig of the source, as the short verbs write it."""
    from laydown.cards import parse_cards
    from laydown.engine.actions import Discard, Meld, Take
    from laydown.record.facts import Laid, Took
    from laydown.record.short import ShortReader

    reader = ShortReader()
    assert reader.read("p1 dp 9D,JC,5S") == (Move(0, Take(3)), (Took(0, "9D JC 5S"),))
    nines = Meld(parse_cards("9C 9H 9D"))
    assert reader.read("p1 m M1 9C 9H 9D") == (Move(0, nines), (Laid("M1"),))
    assert reader.read("p1 x 5S") == (Move(0, Discard(4)), ())


def test_files_of_every_form_are_known(tmp_path: Path) -> None:
    record, positions = table(TABLES[1])
    whole, text, seat = (tmp_path / name for name in ("a.jsonl", "a.rummy.toml", "b.jsonl"))
    save(record, whole)
    text.write_text(to_toml(record), encoding="utf-8")
    seat.write_text(dumps_seat(seat_record(record, 0)), encoding="utf-8")
    for path in (whole, text):
        found = load_any(path)
        assert isinstance(found, Record)
        assert found.final() == positions[-1]
    assert isinstance(load_any(seat), SeatRecord)
    with pytest.raises(BadRecord, match="cannot be read"):
        load_any(tmp_path / "none.jsonl")


# -- one seat's record --------------------------------------------------------------------------


@pytest.mark.parametrize("text", TABLES)
def test_a_seats_record_replays_to_its_views(text: str) -> None:
    record, positions = table(text)
    seat = record.header.rules.setup.players - 1
    loaded = load_seat(dumps_seat(seat_record(record, seat)))
    assert loaded.header.seen_by == seat
    told = list(loaded.views())
    assert len(told) == len(record.moves)
    for (_, seen), before, after in zip(told, positions, positions[1:], strict=False):
        round_ = round_after(before, after)
        assert seen == (None if round_ is None else view(round_, seat))


@pytest.mark.parametrize("text", TABLES)
def test_a_seats_record_hides_what_it_did_not_see(text: str) -> None:
    record, _ = table(text)
    seen = seat_record(record, 0)
    told = [json.loads(line) for line in dumps_seat(seen).splitlines()]
    assert told[0]["seen_by"] == 0
    for line in told[1:]:
        if line.get("derived") == "drew":
            assert (line["card"] == "??") == (line["seat"] != 0)
        if line.get("derived") == "dealt":
            assert "??" not in line["hands"][0]
            assert all(set(hand.split()) == {"??"} for hand in line["hands"][1:] if hand)
        if str(line.get("do", "")).startswith(("deal ", "reshuffle")):
            assert line["do"] in ("deal ??", "reshuffle ??")
        assert not {"hands", "stock", "order"} & set(line.get("see", {}))


def test_the_same_views_give_the_same_seats_record() -> None:
    """Two deals that differ only in what seat 0 never saw cannot be told apart."""
    record, _ = table("rummy-500 players=2")
    header, moves = record.header, record.moves
    deal = moves[1]
    assert isinstance(deal.action, Deal)
    order = list(deal.action.order)
    order[-1], order[-2] = order[-2], order[-1]  # the last two of the stock, never drawn
    drawn = sum(str(move.action).startswith("Draw") for move in first_round(record))
    assert drawn <= 52 - 26 - 1 - 2
    other = Record(header, (moves[0], Move(HOUSE, Deal(tuple(order))), *first_round(record)[2:]))
    same = Record(header, first_round(record))
    assert other != same
    assert dumps_seat(seat_record(other, 0)) == dumps_seat(seat_record(same, 0))


def first_round(record: Record) -> tuple[Move, ...]:
    """The moves of the first round."""
    for done, (_, match) in enumerate(record.positions()):
        if match.results:
            return record.moves[:done]
    return record.moves


def test_the_two_kinds_are_not_mixed_up() -> None:
    record, _ = table(TABLES[1])
    with pytest.raises(BadRecord, match="one seat's record"):
        load(dumps_seat(seat_record(record, 0)))
    with pytest.raises(BadRecord, match="whole record"):
        load_seat(dumps(record))
    with pytest.raises(ValueError, match="no seat"):
        seat_record(record, 7)


# -- shuffles -----------------------------------------------------------------------------------


def test_a_promise_is_the_hash_of_salt_and_order() -> None:
    """The digest was made with another program: `printf 'salt AS X' | sha256sum`."""
    digest = "ddad60ca9d621e16"
    assert commit((0, 52), "salt").startswith(digest)
    assert verify(commit((0, 52), "salt"), (0, 52), "salt")
    assert not verify(commit((0, 52), "salt"), (52, 0), "salt")
    assert not verify(commit((0, 52), "salt"), (0, 52), "pepper")


def promised(record: Record) -> tuple[Shuffle, ...]:
    """A promise with its opening for every shuffle of the record."""
    orders = [m.action.order for m in record.moves if isinstance(m.action, Deal | Reshuffle)]
    return tuple(
        Shuffle(number, commit(order, f"salt{number}"), f"salt{number}")
        for number, order in enumerate(orders, 1)
    )


@pytest.mark.parametrize("text", TABLES[:2])
def test_kept_promises_pass_and_broken_ones_do_not(text: str) -> None:
    record, _ = table(text)
    kept = msgspec.structs.replace(record, shuffles=promised(record))
    assert load(dumps(kept)).shuffles == kept.shuffles
    assert from_toml(to_toml(kept)).shuffles == kept.shuffles
    first, *rest = kept.shuffles
    broken = (Shuffle(1, commit((1, 2), first.salt), first.salt), *rest)
    line = json.dumps(msgspec.to_builtins(broken[0]))
    with pytest.raises(BadRecord, match="not the one that was promised"):
        load(dumps(record) + line + "\n")
    with pytest.raises(BadRecord, match="not the one that was promised"):
        list(msgspec.structs.replace(record, shuffles=broken).positions())


# -- scores -------------------------------------------------------------------------------------


def test_an_entry_of_the_sheet() -> None:
    """R5-15's sheet: 35 before, then a hand of 46."""
    assert entry_text(46, 81) == "+46 / 81"
    assert entry_text(-12, 69) == "-12 / 69"
    assert entry_text(0, 69) == "+0 / 69"


def test_scores_as_csv() -> None:
    record, positions = table("rummy-500 players=2")
    rows = [line.split(",") for line in scores_csv(positions[-1], record.header.seats).splitlines()]
    assert rows[0] == ["round", "dealer", "ending", "out", "Anna", "Ben", "Anna total", "Ben total"]
    running = [0, 0]
    for number, (row, result) in enumerate(zip(rows[1:], positions[-1].results, strict=True), 1):
        running = [total + score for total, score in zip(running, result.scores, strict=True)]
        assert row[0] == str(number)
        assert row[4:] == [*map(str, result.scores), *map(str, running)]
    assert "\u2212" not in scores_csv(positions[-1], record.header.seats)


def test_names_are_no_formulas() -> None:
    _, positions = table("rummy-500 players=2")
    assert scores_csv(positions[-1], ("=1+1", "a,b")).startswith("round,dealer,ending,out,'=1+1,\"")
    assert sheet_text(positions[-1], NAMES[:2]).splitlines()[0].split() == ["Anna", "Ben"]


# -- what cannot be -----------------------------------------------------------------------------


def test_an_illegal_move_is_named_with_its_reason() -> None:
    header = Header(rules=Rules(), seats=NAMES[:2])
    record = Record(header, (Move(0, Pass()),), lines=(7,))
    with pytest.raises(BadRecord, match="line 7: p1 pass is not legal here"):
        list(record.positions())
    assert list(Record(header).positions()) == [(None, new_match(Rules()))]
