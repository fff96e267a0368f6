"""Damaged and hostile records: an error with its line, and what was good is kept."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.recorded import table

from laydown.engine.errors import BadRecord
from laydown.record.files import load_any
from laydown.record.jsonl import dumps, load
from laydown.record.lines import LONGEST_LINE, raw_lines
from laydown.record.record import Record
from laydown.record.seats import SeatRecord, dumps_seat, load_seat, seat_record
from laydown.record.textform import from_toml, to_toml

RECORD, POSITIONS = table("rummy-500 players=2", rounds=1)
TEXT = dumps(RECORD)
LINES = TEXT.splitlines(keepends=True)
HEADER = LINES[0]
TOML = to_toml(RECORD)
SEAT = dumps_seat(seat_record(RECORD, 0))


def test_good_lines_before_the_damage_are_kept() -> None:
    for cut in (1, 2, 9, 40):
        text = "".join(LINES[:cut]) + "rubbish\n" + "".join(LINES[cut:])
        with pytest.raises(BadRecord) as caught:
            load(text)
        assert caught.value.line == cut + 1
        kept = load(text, keep_good=True)
        assert kept.damage is not None
        assert kept.damage.line == cut + 1
        assert kept.moves == RECORD.moves[: sum('"do"' in line for line in LINES[:cut])]
        assert kept.final() == POSITIONS[len(kept.moves)]


def test_a_line_cut_off_by_a_crash() -> None:
    whole = TEXT.encode()
    for cut in range(len(HEADER) + 1, len(HEADER) + 2000, 37):
        kept = load(whole[:cut], keep_good=True)
        done = len(kept.moves)
        assert kept.moves == RECORD.moves[:done]
        assert kept.final() == POSITIONS[done]


def test_a_move_that_is_not_legal_names_its_line_and_why() -> None:
    at = next(i for i, line in enumerate(LINES) if '"do":"discard' in line)
    draw = next(i for i, line in enumerate(LINES) if '"do":"draw"' in line)
    text = "".join(LINES[: draw + 1]) + "".join(LINES[draw : draw + 1])
    with pytest.raises(BadRecord, match=f"line {draw + 2}: .*not legal here: You have drawn"):
        load(text)
    other = LINES[at].replace('"seat":1', '"seat":0')
    assert other != LINES[at]
    with pytest.raises(BadRecord, match=f"line {at + 1}: .*not legal here: It is Ben's turn"):
        load("".join(LINES[:at]) + other)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("drew", {"card": "AS"}),
        ("drew", {"seat": 0}),
        ("took", {"cards": "AS"}),
        ("laid", {"meld": "M77"}),
        ("dealt", {"pile": "AS"}),
        ("dealt", {"wild": "six"}),
        ("ended", {"scores": [1, 2]}),
        ("ended", {"totals": [1, 2]}),
        ("ended", {"how": "void"}),
    ],
)
def test_a_derived_line_that_does_not_follow_names_its_line(
    kind: str, change: dict[str, Any]
) -> None:
    at = next(i for i, line in enumerate(LINES) if f'"derived":"{kind}"' in line)
    told = json.loads(LINES[at]) | change
    text = "".join(LINES[:at]) + json.dumps(told) + "\n" + "".join(LINES[at + 1 :])
    with pytest.raises(BadRecord, match=f"line {at + 1}: .*does not follow"):
        load(text)


def test_another_version_and_another_format_are_named() -> None:
    newer = changed(lambda told: told.update(version=2, weather="fine"))
    with pytest.raises(BadRecord, match="line 1: the record is of version 2; only version 1 can"):
        load(newer)
    with pytest.raises(BadRecord, match="line 1: this is no record of Laydown but of 'chess'"):
        load(changed(lambda told: told.update(format="chess")))


def test_a_derived_line_in_the_wrong_place() -> None:
    at = next(i for i, line in enumerate(LINES) if '"derived":"drew"' in line)
    with pytest.raises(BadRecord, match=f"line {at + 2}: "):
        load("".join(LINES[: at + 1]) + LINES[at])


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """The record with another header."""
    told = json.loads(HEADER)
    change(told)
    return json.dumps(told) + "\n" + "".join(LINES[1:])


@pytest.mark.parametrize(
    "change",
    [
        lambda told: told.update(format="other"),
        lambda told: told.update(version=2),
        lambda told: told.update(version="1"),
        lambda told: told.update(extra=1),
        lambda told: told.pop("rules"),
        lambda told: told.pop("seats"),
        lambda told: told.update(seats="Anna"),
        lambda told: told.update(seats=["Anna"]),
        lambda told: told.update(seats=["Anna", "Ben", "Carl"]),
        lambda told: told.update(seats=["Anna", 7]),
        lambda told: told.update(seats=["Anna", "B" * 101]),
        lambda told: told.update(seats=["Anna", "B\x1b[2J"]),
        lambda told: told.update(seats=["Anna", "B\nen"]),
        lambda told: told.update(seats=["Anna", "B\x00"]),
        lambda told: told.update(players=["human"]),
        lambda told: told.update(time="yesterday"),
        lambda told: told.update(time=20240501),
        lambda told: told.update(dealer=2),
        lambda told: told.update(dealer=-2),
        lambda told: told.update(dealer=10**30),
        lambda told: told.update(dealer=1),
        lambda told: told.update(seen_by=9),
        lambda told: told.update(rules={}),
        lambda told: told.update(rules=[]),
        lambda told: told["rules"]["setup"].pop("players"),
        lambda told: told["rules"]["setup"].update(players=3),
        lambda told: told["rules"]["setup"].update(players=99),
        lambda told: told["rules"]["setup"].update(players="2\x00"),
        lambda told: told["rules"]["setup"].update(deck=1),
        lambda told: told["rules"]["setup"].update(decks={"a": {"b": []}}),
        lambda told: told["rules"]["match"].update(target=1e400),
        lambda told: told["rules"].update(house={}),
        lambda told: told.update(shuffles=[{"shuffle": 1, "digest": "xyz"}]),
        lambda told: told.update(shuffles=[{"shuffle": 0, "digest": "0" * 64}]),
        lambda told: told.update(shuffles=[{"shuffle": 1}]),
        lambda told: told.update(shuffles={"shuffle": 1}),
    ],
)
def test_bad_headers(change: Callable[[dict[str, Any]], object]) -> None:
    with pytest.raises(BadRecord):
        load(changed(change))


def test_header_twice_or_none() -> None:
    with pytest.raises(BadRecord, match="line 2: a record has one header"):
        load(HEADER + HEADER)
    with pytest.raises(BadRecord, match="line 1: a record begins with its header"):
        load("".join(LINES[1:]))
    for nothing in ("", "\n\n", b"", " \r\n"):
        with pytest.raises(BadRecord, match="no record here"):
            load(nothing)
    with pytest.raises(BadRecord):
        load("rubbish", keep_good=True)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "{}",
        "[]",
        "null",
        "1",
        '"draw"',
        '{"seat":0}',
        '{"do":"draw"}',
        '{"seat":"p1","do":"draw"}',
        '{"seat":1.5,"do":"draw"}',
        '{"seat":true,"do":"draw"}',
        '{"seat":99,"do":"draw"}',
        '{"seat":-1,"do":"draw"}',
        '{"seat":-9,"do":"draw"}',
        '{"seat":99999999999999999999999999,"do":"draw"}',
        '{"seat":0,"do":["draw"]}',
        '{"seat":0,"do":"dance"}',
        '{"seat":0,"do":""}',
        '{"seat":0,"do":"draw","card":"AS"}',
        '{"seat":"house","do":"deal ??"}',
        '{"seat":"house","do":"deal AS AS AS"}',
        '{"seat":"house","do":"dealer p9"}',
        '{"seat":"house","do":"dealer p1"}',
        '{"seat":"house","do":"cut AS KD"}',
        '{"seat":"house","do":"reshuffle AS"}',
        '{"seat":1,"do":"take 999999"}',
        '{"seat":1,"do":"take -1"}',
        '{"seat":1,"do":"take 0"}',
        '{"seat":1,"do":"layoff AS to M9999"}',
        '{"seat":1,"do":"split M1 at -3"}',
        '{"seat":1,"do":"call X to M1"}',
        '{"seat":1,"do":"meld X X X"}',
        '{"seat":1,"do":"meld AS\\u0000"}',
        '{"derived":"drew","seat":0,"card":"AS"}',
        '{"derived":"danced"}',
        '{"derived":{"a":1}}',
        '{"remark":7}',
        '{"remark":"' + "x" * 3000 + '"}',
        '{"remark":"\\u001b[2J"}',
        '{"remark":"a\\u202eb"}',
        '{"remark":"\\ud800"}',
        '{"see":{}}',
        '{"shuffle":1,"digest":"00","salt":"a"}',
        '{"shuffle":-1,"digest":"' + "0" * 64 + '"}',
        '{"a":' * 5000 + "1" + "}" * 5000,
        "[" * 100_000,
        '{"seat":' + "[" * 50_000,
        '{"seat":0,"do":"' + "meld AS " * 20_000 + '"}',
        "x" * (LONGEST_LINE + 10),
        "\x00" * 100,
        '{"seat":0,"do":"draw"}\x00',
        "\ufeff{}",
    ],
)
def test_bad_lines(line: str) -> None:
    text = "".join(LINES[:3]) + line + "\n"
    assert '"do":"deal ' in LINES[2]
    with pytest.raises(BadRecord) as caught:
        load(text)
    assert caught.value.line == 4
    kept = load(text, keep_good=True)
    assert kept.damage is not None
    with pytest.raises(BadRecord):
        load(line + "\n")


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    for junk in (b"\xff\xfe\x00", b"\x80" * 1000, bytes(range(256)), b"PK\x03\x04" + b"\x00" * 500):
        for data in (junk, HEADER.encode() + junk):
            with pytest.raises(BadRecord):
                load(data)
        path = tmp_path / "junk.rummy.toml"
        path.write_bytes(junk)
        with pytest.raises(BadRecord):
            load_any(path)


def test_no_line_is_held_that_is_too_long(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(HEADER.encode() + b"x" * 3 * LONGEST_LINE)
    held: list[int] = []
    with pytest.raises(BadRecord, match="line 2: the line has more than"):
        held.extend(len(raw) for _, raw in raw_lines(path))
    assert held == [len(HEADER.encode())]
    with pytest.raises(BadRecord, match="cannot be read"):
        load(tmp_path)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_changed_byte_gives_a_good_record_or_a_bad_record(data: st.DataObject) -> None:
    readers: tuple[tuple[str, Callable[[bytes], Record | SeatRecord]], ...] = (
        (TEXT, load),
        (SEAT, load_seat),
        (TOML, _from_toml),
    )
    for text, read in readers:
        raw = bytearray(text.encode()[: data.draw(st.integers(2000, 9000))])
        for _ in range(data.draw(st.integers(1, 3))):
            raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
        try:
            record = read(bytes(raw))
        except BadRecord as bad:
            told = str(bad)
            assert told == told.strip()
        else:
            assert record.header.rules.problems() == ()


def _from_toml(raw: bytes) -> Record:
    try:
        return from_toml(raw.decode())
    except UnicodeDecodeError:
        raise BadRecord("no text") from None


# -- the text form ------------------------------------------------------------------------------


def test_damage_in_the_text_form_names_its_line() -> None:
    lines = TOML.splitlines(keepends=True)
    at = next(i for i, line in enumerate(lines) if '" x ' in line or " x " in line)
    broken = [*lines]
    broken[at] = '    "p1 dances",\n'
    with pytest.raises(BadRecord, match=f"line {at + 1}: 'dances' is no verb"):
        from_toml("".join(broken))
    kept = from_toml("".join(broken), keep_good=True)
    assert kept.damage is not None
    assert kept.final() == POSITIONS[len(kept.moves)]
    broken[at] = '    "p1 ok",\n'
    with pytest.raises(BadRecord, match=f"line {at + 1}: .*not legal"):
        from_toml("".join(broken))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("actions = [", "actions = 7\nother = ["),
        ("actions = [", "actions = [7,"),
        ("version = 1", "version = 1.0"),
        ("version = 1", "version = " + "9" * 5000),
        ("version = 1", "version = 1\nextra = 1"),
        ("dealer = -1", "dealer = 1979-05-27"),
        ('format = "laydown"', "format = " + "[" * 3000),
        ('format = "laydown"', "format = \x00"),
        ('format = "laydown"', 'format = "laydown"\nformat = "laydown"'),
        ('"d dealer p1"', '"d dealer p7"'),
        ("d dh p1 ", "d dh p2 "),
        ("d up ", "d up X "),
        ("end out", "end with"),
        ("end out", "end void"),
        ('"p2 ds', '"p2 ds ??'),
        ('"p2 ds', '"p2 ds AS AS'),
        ('"p2 ds', '"p2 # ds'),
        ('"p2 ds', '"p99999 ds'),
        ('"p2 ds', '"ds'),
        ('"p2 ds', '"p2'),
        (" m M1 ", " m M2 "),
        (" m M1 ", " m "),
        (" dp ", " dp *"),
    ],
)
def test_bad_text_forms(old: str, new: str) -> None:
    assert old in TOML
    with pytest.raises(BadRecord):
        from_toml(TOML.replace(old, new, 1))


# -- one seat's record --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        {"hand": [99] * 13},
        {"hand": [-1] * 13},
        {"hand": [1]},
        {"hand": "AS"},
        {"hand": [1.5]},
        {"sizes": [13]},
        {"sizes": [13, -3]},
        {"sizes": [13, 10**9]},
        {"stock_size": -1},
        {"stock_size": 10**9},
        {"stock_size": "many"},
        {"players": 3},
        {"players": "2"},
        {"seat": 17},
        {"seat": -5},
        {"may_act": [5]},
        {"pile": [77]},
        {"melds": [{"id": "M1"}]},
        {"melds": {}},
        {
            "melds": [
                {"id": "M1", "kind": "run", "owner": 0, "cards": [1, 2, 3], "stands": [1, 2, 3],
                 "seats": [0, 0]}
            ]
        },
        {
            "melds": [
                {"id": "M1", "kind": "run", "owner": 9, "cards": [1, 2, 3], "stands": [1, 2, 3],
                 "seats": [0, 0, 0]}
            ]
        },
        {"turn": 1},
        {"turn": {"drawn": "nowhere"}},
        {"turn": {"taken": [99]}},
        {"known": [[99], []]},
        {"wild_rank": [1]},
        {"end": {"how": "boredom"}},
        {"rules": {}},
        {"viewer": 1},
        {"secret": 1},
        {"phase": "dancing"},
    ],
)  # fmt: skip
def test_views_that_make_no_sense(change: dict[str, Any]) -> None:
    lines = SEAT.splitlines(keepends=True)
    at = [i for i, line in enumerate(lines) if line.startswith('{"see"')][3]
    told = json.loads(lines[at])
    told["see"] |= change
    text = "".join(lines[:at]) + json.dumps(told) + "\n" + "".join(lines[at + 1 :])
    with pytest.raises(BadRecord, match=f"line {at + 1}: "):
        load_seat(text)
    kept = load_seat(text, keep_good=True)
    assert kept.damage is not None
    assert kept.steps


def test_a_seats_record_has_no_orders_and_no_views_before_a_move() -> None:
    lines = SEAT.splitlines(keepends=True)
    deal = next(i for i, line in enumerate(lines) if '"do":"deal ' in line)
    open_ = lines[deal].replace("deal ??", "deal AS KD")
    with pytest.raises(BadRecord, match="does not see the order"):
        load_seat("".join(lines[:deal]) + open_)
    with pytest.raises(BadRecord, match="a move comes first"):
        load_seat(lines[0] + '{"derived":"laid","meld":"M1"}\n')
    see = next(line for line in lines if line.startswith('{"see"'))
    with pytest.raises(BadRecord, match="a move comes first"):
        load_seat(lines[0] + see)
