"""What happened, told to one person: a sentence for each turn, with nothing hidden in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from laydown.cards import Card
from laydown.engine.actions import HOUSE, ChooseDealer, Deal, Move, Pass
from laydown.engine.match import Match
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView, view
from laydown.record.explain_moves import explain_move
from laydown.record.words import YOU, possessive, seat_name


class Step(msgspec.Struct, frozen=True):
    """A move with the match before it."""

    before: Match
    move: Move


def names_for(names: Sequence[str], seat: int | None) -> tuple[str, ...]:
    """The names as that seat reads them: its own is “You”."""
    return tuple(YOU if at == seat else name for at, name in enumerate(names))


def tell(
    steps: Sequence[Step], now: Match, names: Sequence[str], seat: int | None
) -> tuple[str, ...]:
    """One sentence for each turn's moves, as the seat saw them; passes are left out."""
    called = names_for(names, seat)
    sentences: list[str] = []
    actor = None
    after = _seen(now, seat)
    if steps and now.last is not None and len(now.results) > len(steps[-1].before.results):
        after = view(now.last, seat)
    parts: list[tuple[int, str]] = []
    for step in reversed(steps):
        before = _seen(step.before, seat)
        if not isinstance(step.move.action, Pass | ChooseDealer):
            parts.append((step.move.seat, _sentence(step.move, called, before, after)))
        after = before
    for who, sentence in reversed(parts):
        if who == actor and who != HOUSE and sentences:
            start = f"{seat_name(who, called)} "
            sentences[-1] += f"; {sentence.removeprefix(start)}"
        else:
            sentences.append(sentence)
        actor = who
    return tuple(f"{_joined(sentence)}." for sentence in sentences)


def _joined(sentence: str) -> str:
    """The parts of a turn as one sentence: commas between them, *and* before the last."""
    parts = sentence.split("; ")
    if len(parts) < 2:
        return sentence
    comma = "," if len(parts) > 2 or "," in parts[0] else ""
    return f"{', '.join(parts[:-1])}{comma} and {parts[-1]}"


def _sentence(
    move: Move, names: Sequence[str], before: PlayerView | None, after: PlayerView | None
) -> str:
    if isinstance(move.action, Deal) and after is not None:
        if after.phase is Phase.DEAL:
            return "The deal cannot be completed and is void: the cards are dealt again"
        whose = possessive(after.seat, names)
        return (
            f"{seat_name(after.dealer, names)} "
            f"{'deal' if names[after.dealer] == YOU else 'deals'}: "
            f"it is {whose} turn first"
        )
    return explain_move(move, names, before=before, after=after)


def _seen(match: Match, seat: int | None) -> PlayerView | None:
    """The round's view; of a match whose round just ended, that of the finished round."""
    round_ = match.round
    return view(round_, seat) if round_ is not None else None


def fresh(steps: Sequence[Step], now: Match, seat: int) -> tuple[Card, ...]:
    """The cards that came to the seat's hand in its turn so far and are still there."""
    start = None
    for step in reversed(steps):
        if step.move.seat != seat:
            break
        start = step.before
    if start is None or start.round is None or now.round is None:
        return ()
    came = Counter(now.round.hands[seat]) - Counter(start.round.hands[seat])
    return tuple(came.elements())
