"""Writing while playing: every move is on the disk, a crash costs at most the line it cut."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path

import pytest
from tests.unit.recorded import TABLES, table

from laydown.engine.errors import BadRecord
from laydown.record.jsonl import dumps, load
from laydown.record.record import Header, Remark
from laydown.record.shuffles import Shuffle
from laydown.record.writer import RecordWriter, create, resume
from laydown.rules.rules import Rules

RECORD, POSITIONS = table(TABLES[7], rounds=1)


def write(writer: RecordWriter, start: int, stop: int) -> None:
    for at in range(start, stop):
        writer.move(POSITIONS[at], RECORD.moves[at], POSITIONS[at + 1])


@pytest.mark.parametrize("text", TABLES)
def test_a_streamed_record_is_the_record(text: str) -> None:
    record, positions = table(text)
    file = BytesIO()
    writer = RecordWriter(file)
    writer.header(record.header)
    for before, move, after in zip(positions, record.moves, positions[1:], strict=False):
        writer.move(before, move, after)
    assert file.getvalue().decode() == dumps(record)


def test_every_move_is_synced_before_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.jsonl"
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.fstat(number).st_size))
    with create(path, RECORD.header) as writer:
        for at in range(5):
            write(writer, at, at + 1)
            assert len(load(path).moves) == at + 1
    assert len(synced) == 6
    assert synced == sorted(set(synced))


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    create(path, RECORD.header).close()
    with pytest.raises(FileExistsError):
        create(path, RECORD.header)


def test_a_header_that_could_not_be_read_is_not_written() -> None:
    file = BytesIO()
    with pytest.raises(BadRecord):
        RecordWriter(file).header(Header(rules=Rules(), seats=("A\n", "B")))
    assert file.getvalue() == b""


@pytest.mark.parametrize("lost", [1, 5, 20])
def test_a_match_goes_on_after_a_crash(tmp_path: Path, lost: int) -> None:
    path = tmp_path / "match.jsonl"
    with create(path, RECORD.header) as writer:
        write(writer, 0, 30)
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    writer, loaded = resume(path)
    done = len(loaded.record.moves)
    assert 29 <= done <= 30
    assert loaded.final == POSITIONS[done]
    with writer:
        write(writer, done, len(RECORD.moves))
    assert load(path).moves == RECORD.moves


def test_what_a_resumed_record_drops_is_kept_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(dumps(RECORD))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:20], b"rubbish\n", *lines[20:]]))
    writer, loaded = resume(path)
    writer.close()
    assert loaded.record.damage is not None
    assert path.read_bytes() == b"".join(lines[:20])
    dropped = (tmp_path / "match.jsonl.damaged").read_bytes()
    assert dropped == b"".join([b"rubbish\n", *lines[20:]])


def test_nothing_is_resumed_without_a_header(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"rubbish")
    with pytest.raises(BadRecord):
        resume(path)
    assert path.read_bytes() == b"rubbish"


def test_moves_taken_back_are_left_out_and_remarked(tmp_path: Path) -> None:
    """B-49: the record leaves undone moves out and keeps a remark."""
    path = tmp_path / "match.jsonl"
    with create(path, RECORD.header) as writer:
        write(writer, 0, 12)
        writer.take_back(2, "Anna: two moves")
        assert load(path).moves == RECORD.moves[:10]
        assert load(path).remarks == (Remark(10, "took back: Anna: two moves"),)
        write(writer, 10, 20)
        with pytest.raises(ValueError, match="cannot be taken back"):
            writer.take_back(21)
    assert load(path).moves == RECORD.moves[:20]
    writer, _ = resume(path)
    with writer:
        writer.take_back(1)
    assert load(path).moves == RECORD.moves[:19]


def test_remarks_are_made_readable() -> None:
    file = BytesIO()
    writer = RecordWriter(file)
    writer.header(RECORD.header)
    writer.remark("a\nb\x1b[2J\ud800" + "x" * 9000)
    writer.shuffle(Shuffle(1, "0" * 64))
    loaded = load(file.getvalue())
    assert loaded.remarks[0].text.startswith("a b [2J?xxx")
    assert loaded.shuffles == (Shuffle(1, "0" * 64),)
