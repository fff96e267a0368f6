"""How a round and a match ended, and why each card counts what it counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from laydown.cards import Card, card_sign
from laydown.engine.scoring import Line, LineWhy, Place, RoundScore
from laydown.engine.state import End, Ending
from laydown.record.words import does, is_you, possessive, seat_name, standing

WHY_WORDS: dict[LineWhy, str] = {
    LineWhy.PLAIN: "",
    LineWhy.PIP: "two to nine count alike",
    LineWhy.LOW_ACE: "an ace at the low end of a run",
    LineWhy.ACE: "",
    LineWhy.WILD: "a wild",
    LineWhy.WILD_ACE: "a wild ace",
    LineWhy.JOKER: "",
    LineWhy.JOKER_AS: "counts as the card it stands for",
    LineWhy.QUEEN_OF_SPADES: "the queen of spades",
    LineWhy.GOING_RUMMY: "going rummy: the whole hand in one turn",
}
"""Why a line counts what it counts; empty where the card's face says it."""

PLACE_WORDS: dict[Place, Callable[[Line, Sequence[str] | None], str]] = {
    Place.TABLE: lambda line, _: f"on the table ({line.meld})",
    Place.REAL: lambda line, _: f"as a real card for a wild ({line.meld})",
    Place.HAND: lambda line, _: "in hand" if line.points else "in hand, not counted",
    Place.TAKEN: lambda line, names: f"from {possessive(line.holder, names)} hand",
    Place.BONUS: lambda *_: "bonus",
}
"""Where the card of a line lies."""

ENDINGS: dict[Ending, str] = {
    Ending.OUT: "{name} went out",
    Ending.STOCK_EXHAUSTED: "the stock ran out",
    Ending.LOOP_GUARD: "nobody laid a card for too long, so the round was stopped",
    Ending.RECYCLE_LIMIT: "the pile had been turned over as often as it may",
    Ending.VOID: "the cards could not be dealt, so the round is void",
}
"""How a round ended, after *The round is over:*."""


def signed(points: int) -> str:
    """A number with its sign, a hyphen as the minus sign.

    >>> signed(46), signed(-5), signed(0)
    ('+46', '-5', '0')
    """
    return f"{points:+d}" if points else "0"


def explain_line(line: Line, names: Sequence[str] | None = None) -> str:
    """One line of a score: ``9♥ on the table (M2): +9``.

    >>> explain_line(Line(0, 21, 21, Place.TABLE, "M2", 0, 9, 9, LineWhy.PLAIN))
    '9♥ on the table (M2): +9'
    """
    place = PLACE_WORDS[line.place](line, names)
    why = WHY_WORDS[line.why] if line.points else ""
    start = f"{_card(line.card, line.stands)} {place}" if line.card >= 0 else place
    return f"{start}: {signed(line.points)}{f', {why}' if why else ''}"


def _card(card: Card, stands: Card) -> str:
    return standing(card, stands) if stands >= 0 else card_sign(card)


def explain_score(score: RoundScore, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """The score card by card: for every seat a headline with its sum, then its lines, indented."""
    lines: list[str] = []
    for seat in range(score.players):
        lines.append(f"{seat_name(seat, names)}: {signed(score.total(seat))}{_sums(score, seat)}")
        lines += (f"  {explain_line(line, names)}" for line in score.of(seat))
    return tuple(lines)


def _sums(score: RoundScore, seat: int) -> str:
    """The sum as table, hand, taken and bonus, where more than one of them counts."""
    parts = dict.fromkeys(Place, 0)
    for line in score.of(seat):
        parts[line.place] += line.points
    named = (
        (parts[Place.TABLE] + parts[Place.REAL], "on the table"),
        (parts[Place.HAND], "in hand"),
        (parts[Place.TAKEN], "from other hands"),
        (parts[Place.BONUS], "bonus"),
    )
    counting = [f"{signed(points)} {words}" for points, words in named if points]
    return f" ({', '.join(counting)})" if len(counting) > 1 else ""


def explain_end(end: End, names: Sequence[str] | None = None) -> str:
    """How the round ended, as a sentence.

    >>> explain_end(End(Ending.OUT, 1), ("Anna", "Ben"))
    'The round is over: Ben went out.'
    """
    name = "you" if is_you(end.out, names) else seat_name(end.out, names)
    how = ENDINGS[end.how].format(name=name)
    whole = ", going rummy: the whole hand in one turn" if end.going_rummy else ""
    return f"The round is over: {how}{whole}."


def explain_result(
    scores: Sequence[int], totals: Sequence[int], names: Sequence[str] | None = None
) -> tuple[str, ...]:
    """A line for every seat: what the round added, and the running total."""
    lines = []
    for seat, (points, total) in enumerate(zip(scores, totals, strict=True)):
        stand = "stand" if is_you(seat, names) else "stands"
        lines.append(f"{does(seat, names, 'score')} {signed(points)} and {stand} at {total}")
    return tuple(lines)
