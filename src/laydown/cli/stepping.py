"""Stepping through a record: what was done, and how the table then stood."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from laydown.cards import card_sign
from laydown.cli.paper import Paper
from laydown.engine.match import Match
from laydown.engine.scoring import score
from laydown.engine.view import PlayerView, view
from laydown.record.explain import (
    explain_end,
    explain_move,
    explain_outcome,
    explain_result,
    explain_score,
)
from laydown.record.facts import Ended, Won, round_after
from laydown.record.record import Record, Remark
from laydown.record.seats import SeatRecord
from laydown.record.words import counted, listed, meld_name, row, seat_name
from laydown.rules.text import rules_text

HELP = (
    "Enter or n: next move · b: back · a number: that move · r: next round · e: the end ·"
    " a: all that is left · q: leave"
)


class Frame(msgspec.Struct, frozen=True):
    """A moment of the match: what was done, how the table stands, what was settled.

    `position` is empty where no round is on; `settled` where none was finished.
    """

    sentence: str
    position: tuple[str, ...] = ()
    settled: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def frames_of(record: Record) -> list[Frame]:
    """A frame for every position of a whole record; all hands lie open."""
    names = record.header.seats
    frames: list[Frame] = []
    before: Match | None = None
    for move, match in record.positions():
        remarks = _remarks(record.remarks, len(frames))
        if move is None or before is None:
            frames.append(Frame(_title(record), remarks=remarks))
        else:
            now = round_after(before, match)
            was = before.round
            sentence = explain_move(
                move,
                names,
                before=None if was is None else view(was, max(move.seat, 0)),
                after=None if now is None else view(now, max(move.seat, 0)),
            )
            position = () if now is None else _position(view(now, None), now.hands, names)
            settled = _settled(before, match, names)
            frames.append(Frame(f"{sentence}.", position, settled, remarks))
        before = match
    return frames


def frames_seen(record: SeatRecord) -> list[Frame]:
    """A frame for every step of one seat's record, as that seat saw it."""
    names = record.header.seats
    seat = record.header.seen_by or 0
    frames = [Frame(_title(record), remarks=_remarks(record.remarks, 0))]
    before: PlayerView | None = None
    for done, step in enumerate(record.steps, 1):
        seen = step.seen
        sentence = explain_move(step.move, names, before=before, after=seen)
        hands = () if seen is None else tuple(seen.hand if s == seat else () for s in range(99))
        position = () if seen is None else _position(seen, hands, names)
        settled: list[str] = []
        for fact in step.facts:
            if isinstance(fact, Ended):
                settled += explain_result(fact.scores, fact.totals, names)
            if isinstance(fact, Won):
                who = listed(seat_name(winner, names) for winner in fact.winners)
                settled.append(f"The match is won by {who}.")
        remarks = _remarks(record.remarks, done)
        frames.append(Frame(f"{sentence}.", position, tuple(settled), remarks))
        before = seen
    return frames


def _title(record: Record | SeatRecord) -> str:
    header = record.header
    when = f", {header.time[:16].replace('T', ' ')}" if header.time else ""
    players = [
        f"{name} ({kind})" if kind else name
        for name, kind in zip(
            header.seats, header.players or ("",) * len(header.seats), strict=True
        )
    ]
    return f"{rules_text(header.rules)}: {listed(players)}{when}."


def _remarks(remarks: Sequence[Remark], done: int) -> tuple[str, ...]:
    return tuple(each.text for each in remarks if each.after == done)


def _position(
    seen: PlayerView, hands: Sequence[Sequence[int]], names: Sequence[str]
) -> tuple[str, ...]:
    lines = []
    for seat in range(seen.players):
        mark = ">" if seat in seen.may_act else " "
        cards = " ".join(card_sign(card) for card in hands[seat])
        if not cards:
            cards = counted(seen.sizes[seat], "card") if seen.sizes[seat] else "no card"
        lines.append(f"{mark} {seat_name(seat, names)}: {cards}")
    for meld in seen.melds:
        others = sorted({seat for seat in meld.seats if seat != meld.owner})
        also = f" (also {listed(seat_name(s, names) for s in others)})" if others else ""
        reals = "".join(
            f", {card_sign(real.card)} before {seat_name(real.seat, names)}" for real in meld.reals
        )
        lines.append(f"  {meld_name(meld, names)}: {row(meld.cards, meld.stands)}{also}{reals}")
    pile = " ".join(card_sign(card) for card in seen.pile) or "empty"
    lines.append(f"  Pile: {pile}   Stock: {seen.stock_size}")
    return tuple(lines)


def _settled(before: Match, match: Match, names: Sequence[str]) -> tuple[str, ...]:
    if len(match.results) == len(before.results) or match.last is None:
        return ()
    result = match.results[-1]
    lines = [explain_end(result.end, names), *explain_score(score(match.last), names)]
    lines += explain_result(result.entered, result.totals, names)
    if match.outcome is not None:
        lines.append(explain_outcome(match.outcome, match.rules, names))
    return tuple(lines)


# -- showing ------------------------------------------------------------------------------------


def write_all(frames: Sequence[Frame], paper: Paper, *, start: int = 0) -> None:
    """Every move on a line, and the scores where a round ends."""
    for number, frame in enumerate(frames[start:], start):
        for remark in frame.remarks if number == 0 else ():
            paper.write(f"      # {remark}")
        paper.write(f"{number:>4}  {frame.sentence}" if number else frame.sentence)
        for line in frame.settled:
            paper.write(f"      {line}")
        for remark in frame.remarks if number else ():
            paper.write(f"      # {remark}", "dim")


def step_through(frames: Sequence[Frame], paper: Paper) -> None:
    """Show frames as the person at the keyboard asks for them."""
    at = 0
    paper.write(HELP, "dim")
    while True:
        _show(frames, at, paper)
        try:
            typed = input(f"{at}/{len(frames) - 1}> ").strip().lower()
        except EOFError:
            print()
            return
        if typed in ("q", "quit", "exit"):
            return
        if typed in ("a", "all"):
            write_all(frames, paper, start=at + 1)
            return
        to = _target(frames, at, typed)
        if to is None:
            paper.write(f"{typed[:20]!r} is nothing to type here. {HELP}", "yellow")
        elif not 0 <= to < len(frames):
            paper.write(f"The record has {len(frames) - 1} moves.", "yellow")
        else:
            at = to


def _target(frames: Sequence[Frame], at: int, typed: str) -> int | None:
    """The frame to show next; None for what is no command."""
    last = len(frames) - 1
    match typed:
        case "" | "n" | "next":
            return at + 1
        case "b" | "back" | "p":
            return at - 1
        case "e" | "end":
            return last
        case "r" | "round":
            return next((i for i in range(at + 1, last + 1) if frames[i].settled), last)
        case _ if re.fullmatch(r"[0-9]{1,9}", typed):
            return int(typed)
        case _:
            return None


def _show(frames: Sequence[Frame], at: int, paper: Paper) -> None:
    frame = frames[at]
    paper.line()
    paper.write(frame.sentence, "bold")
    for line in frame.position:
        paper.write(f"  {line}")
    for line in frame.settled:
        paper.write(f"  {line}")
    for remark in frame.remarks:
        paper.write(f"  # {remark}", "dim")
