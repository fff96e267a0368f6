"""Writing a record while the match is played: every move is on the disk before the next."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from laydown.engine.actions import Move
from laydown.engine.match import Match
from laydown.record.facts import facts_of
from laydown.record.jsonl import Loaded, load_all
from laydown.record.lines import (
    LONGEST_REMARK,
    RemarkLine,
    clean_text,
    encoded,
    header_line,
    move_line,
    read_header,
)
from laydown.record.record import Header
from laydown.record.shuffles import Shuffle


class RecordWriter:
    """Appends lines to an open binary file that can seek; each is flushed and synced at once.

    Write a header first, or continue a file with :func:`resume`.
    """

    def __init__(self, file: BinaryIO, *, offsets: Sequence[int] = ()) -> None:
        self._file = file
        self._offsets = list(offsets)

    def header(self, header: Header) -> None:
        """The first line; :class:`BadRecord` if it could not be read back."""
        line = header_line(header)
        read_header(line, at=0)
        self._write(encoded(line))

    def move(self, before: Match, move: Move, after: Match) -> None:
        """A move with what it brought about."""
        self._offsets.append(self._file.seek(0, os.SEEK_END))
        facts = (encoded(fact) for fact in facts_of(before, move, after))
        self._write(encoded(move_line(move)) + b"".join(facts))

    def remark(self, text: str) -> None:
        """A remark; what could not be read back is left out."""
        self._write(encoded(RemarkLine(clean_text(text, LONGEST_REMARK))))

    def shuffle(self, shuffle: Shuffle) -> None:
        """The promise of a shuffle, or with its salt the opening."""
        self._write(encoded(shuffle))

    def take_back(self, count: int, remark: str = "") -> None:
        """Leave the last `count` moves out of the file and keep a remark (clauses.md B-49).

        Whether they may be taken back is for the table to know.
        """
        if not 0 < count <= len(self._offsets):
            raise ValueError(
                f"{count} moves cannot be taken back: {len(self._offsets)} are written"
            )
        at = self._offsets[-count]
        del self._offsets[-count:]
        self._file.truncate(at)
        self.remark(f"took back: {remark}" if remark else "took back")

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(data)
        self._file.flush()
        try:
            number = self._file.fileno()
        except io.UnsupportedOperation:  # a buffer in memory has no disk to reach
            return
        os.fsync(number)


def create(path: Path, header: Header) -> RecordWriter:
    """A new record at `path`, which must not exist: `FileExistsError` otherwise."""
    writer = RecordWriter(path.open("x+b"))
    writer.header(header)
    return writer


def resume(path: Path) -> tuple[RecordWriter, Loaded]:
    """Go on with a record after its good part, such as before a line that a crash cut off.

    What is dropped is kept beside it, in a file with ``.damaged`` added to the name.
    :class:`BadRecord` where not even the header is good.
    """
    loaded = load_all(path)
    file = path.open("r+b")
    file.seek(loaded.good)
    dropped = file.read()
    if dropped:
        path.with_name(f"{path.name}.damaged").write_bytes(dropped)
    file.truncate(loaded.good)
    file.seek(loaded.good - 1)
    if file.read(1) != b"\n":  # a good last line that only lacks its end
        file.write(b"\n")
    return RecordWriter(file, offsets=loaded.offsets), loaded
