"""Records as values: rules, seats and moves, from which every position follows."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from laydown.engine.actions import Deal, Move, Reshuffle
from laydown.engine.errors import BadRecord, IllegalAction
from laydown.engine.match import Match, new_match, play_match, with_dealer
from laydown.record.explain_reasons import explain_reason
from laydown.record.notation import move_text
from laydown.record.shuffles import Shuffle, verify
from laydown.rules.rules import Rules


class Remark(msgspec.Struct, frozen=True):
    """Something said about the match after so many moves; nothing follows from it."""

    after: int
    text: str


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What is agreed and known before the first move.

    `seats` are the players' names, `players` who or what plays each (``human``, a level);
    `time` is an ISO date and time given by the writer; `dealer` the first dealer where it is
    known, -1 otherwise; `seen_by` the seat whose record it is, None for a complete one.
    """

    rules: Rules
    seats: tuple[str, ...]
    time: str = ""
    players: tuple[str, ...] = ()
    dealer: int = -1
    seen_by: int | None = None


class Record(msgspec.Struct, frozen=True):
    """A match as it was played.

    `lines` are the line numbers of the moves in the file they came from, empty where there was
    none. `damage` is what was wrong with a file of which the good beginning was kept.
    """

    header: Header
    moves: tuple[Move, ...] = ()
    remarks: tuple[Remark, ...] = ()
    shuffles: tuple[Shuffle, ...] = ()
    lines: tuple[int, ...] = ()
    damage: BadRecord | None = None

    def line_of(self, move: int) -> int:
        """The line of the move with this index, 0 where it came from no file."""
        return self.lines[move] if move < len(self.lines) else 0

    def positions(self) -> Iterator[tuple[Move | None, Match]]:
        """Every position with the move that led to it; the first, before any move, with None.

        An illegal move is a :class:`BadRecord` with its line.
        """
        match = begun(self.header)
        yield None, match
        shuffles = Shuffles(self.shuffles)
        for at, move in enumerate(self.moves):
            line = self.line_of(at)
            match = played(self.header, match, move, line=line)
            shuffles.made(move, line=line)
            yield move, match

    def final(self) -> Match:
        """The last position."""
        match = begun(self.header)
        for _, position in self.positions():
            match = position
        return match


def begun(header: Header) -> Match:
    """The match before its first move."""
    match = new_match(header.rules)
    if header.dealer >= 0 and match.dealer >= 0:
        return with_dealer(match, header.dealer)  # the host deals, and may have any seat
    return match


def played(header: Header, match: Match, move: Move, *, line: int) -> Match:
    """The match after the move, or :class:`BadRecord` with the reason why it is refused."""
    if not -1 <= move.seat < len(header.seats):
        raise BadRecord(f"there is no seat {move.seat + 1}", line=line)
    try:
        after = play_match(match, move)
    except IllegalAction as refused:
        why = explain_reason(refused.reason, header.rules, header.seats)
        raise BadRecord(f"{move_text(move)} is not legal here: {why}", line=line) from None
    if header.dealer >= 0 and match.dealer < 0 <= after.dealer != header.dealer:
        raise BadRecord("the header names another first dealer", line=line)
    return after


class Shuffles:
    """The promises of a record, each checked as soon as promise, opening and order are known."""

    def __init__(self, shuffles: tuple[Shuffle, ...] = ()) -> None:
        self._orders: list[tuple[int, ...]] = []
        self._promised: dict[int, Shuffle] = {each.shuffle: each for each in shuffles}

    def made(self, move: Move, *, line: int) -> None:
        """Take note of the order of a shuffle."""
        match move.action:
            case Deal(order) | Reshuffle(order):
                self._orders.append(order)
                self._check(len(self._orders), line)
            case _:
                pass

    def promised(self, shuffle: Shuffle, *, line: int) -> None:
        """Take note of a promise or an opening."""
        known = self._promised.get(shuffle.shuffle, shuffle)
        if known.digest != shuffle.digest or known.salt not in ("", shuffle.salt):
            raise BadRecord(f"shuffle {shuffle.shuffle} was promised otherwise before", line=line)
        self._promised[shuffle.shuffle] = shuffle
        self._check(shuffle.shuffle, line)

    def _check(self, number: int, line: int) -> None:
        shuffle = self._promised.get(number)
        if shuffle is None or not shuffle.salt or number > len(self._orders):
            return
        if not verify(shuffle.digest, self._orders[number - 1], shuffle.salt):
            raise BadRecord(f"shuffle {number} is not the one that was promised", line=line)

    @property
    def known(self) -> tuple[Shuffle, ...]:
        """All promises, in the order of the shuffles."""
        return tuple(self._promised[number] for number in sorted(self._promised))
