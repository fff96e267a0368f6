"""The record of the match at the table: every move is on the disk before it is made."""

from __future__ import annotations

import contextlib
import os
import random
import secrets
from pathlib import Path

from laydown.engine.actions import Deal, Move, Reshuffle
from laydown.engine.match import Match
from laydown.record.explain_moves import explain_action
from laydown.record.record import Header
from laydown.record.shuffles import Shuffle, commit
from laydown.record.writer import RecordWriter, create, resume


class JournalTrouble(Exception):
    """The record could not be written; nothing of the move is in it."""


class Journal:
    """Writes moves, take-backs and the promises of shuffles to one file that is only its own.

    A write that fails leaves the file as it was before.
    """

    def __init__(
        self,
        path: Path,
        writer: RecordWriter,
        *,
        moves: int = 0,
        shuffles: int = 0,
        seed: str = "",
        lock: int | None = None,
    ) -> None:
        self.path = path
        self._writer = writer
        self._shuffles = shuffles
        self._seed = seed
        self._closed: list[Shuffle] = []
        self._moves = moves
        self._taken_back: list[tuple[int, str]] = []
        """after how many moves, what was taken back"""
        self._lock = hold(path) if lock is None else lock

    @classmethod
    def new(cls, path: Path, header: Header, *, seed: str = "") -> Journal:
        """A new record; `OSError` where it cannot be made, `FileExistsError` where one is."""
        path.parent.mkdir(parents=True, exist_ok=True)
        journal = cls(path, create(path, header), seed=seed)
        if seed:
            journal._writer.remark(f"{SEED}{seed}")
        return journal

    def append(self, before: Match, move: Move, after: Match) -> None:
        """Write a move, with the promise of a shuffle before it and openings after a round."""
        size = -1
        closed, shuffles = list(self._closed), self._shuffles
        try:
            size = self.path.stat().st_size
            if isinstance(move.action, Deal | Reshuffle):
                self._promise(move.action.order)
            self._writer.move(before, move, after)
            if len(after.results) > len(before.results):
                for shuffle in self._closed:
                    self._writer.shuffle(shuffle)
                self._closed = []
            self._moves += 1
        except OSError as bad:
            self._closed, self._shuffles = closed, shuffles
            self._mend(size)
            raise JournalTrouble(bad.strerror or str(bad)) from None

    def take_back(self, name: str, move: Move, before: Match) -> None:
        """Leave the last move out and say so in a remark, with what was taken back after it."""
        on = before.round.melds if before.round is not None else ()
        size = -1
        told = (self._moves - 1, f"{name}, {explain_action(move.action, on)}")
        try:
            size = self.path.stat().st_size
            # the remarks of later take-backs lie behind this move and go with it
            said = [text for after, text in (*self._taken_back, told) if after >= self._moves - 1]
            self._writer.take_back(1, "; ".join(said))
            self._taken_back.append(told)
            self._moves -= 1
        except OSError as bad:
            self._mend(size)
            raise JournalTrouble(bad.strerror or str(bad)) from None

    def _promise(self, order: tuple[int, ...]) -> None:
        self._shuffles += 1
        salt = secrets.token_hex(16)
        if self._seed:
            salt = f"{random.Random(f'{self._seed} salt {self._shuffles}').getrandbits(128):032x}"
        promised = Shuffle(self._shuffles, commit(order, salt))
        self._writer.shuffle(promised)
        self._closed.append(Shuffle(promised.shuffle, promised.digest, salt))

    def _mend(self, size: int) -> None:
        """Cut off what a failed write left, and begin again from what is good."""
        with contextlib.suppress(OSError):
            self._writer.close()
        if size < 0:  # the file has gone
            return
        with contextlib.suppress(OSError):
            os.truncate(self.path, size)
            self._writer, _ = resume(self.path)

    def close(self) -> None:
        """Nothing more will be written."""
        with contextlib.suppress(OSError):
            self._writer.close()
        let_go(self._lock)


SEED = "seed "
"""begins the remark that keeps the number a reproducible match was started with"""


class InUse(Exception):
    """Another table is writing this record."""


def hold(path: Path) -> int:
    """Hold the file, so that no other table writes to it; -1 where the system has no such locks."""
    try:
        import fcntl
    except ImportError:  # not on every system
        return -1
    number = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(number)
        raise InUse(f"{path} is being played at another table") from None
    return number


def let_go(lock: int) -> None:
    """Let another table have the file."""
    if lock >= 0:
        with contextlib.suppress(OSError):
            os.close(lock)
