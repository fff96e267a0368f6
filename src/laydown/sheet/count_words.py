"""What a count comes to in a sentence, and what looks wrong about it.

Whoever counts may be right and the reading wrong, so nothing here forbids anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from laydown.cards import ACE, JOKER, RANKS, card_sign, rank_name
from laydown.engine.law import Law
from laydown.engine.match import enter
from laydown.engine.scoring import Place, RoundScore
from laydown.engine.state import End, Ending
from laydown.sheet.counting import Cards, names_wild_rank, out_takes_hands, table_counts
from laydown.sheet.entries import CountedCard
from laydown.sheet.melding import Reading, fitting_nowhere
from laydown.sheet.verdicts import listed

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TIMES = ("never", "once", "twice")
_PLURALS = {"six": "sixes"}


def word(number: int) -> str:
    """The number in letters, up to ten.

    >>> word(5), word(12)
    ('five', '12')
    """
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def times(number: int) -> str:
    """How often.

    >>> times(2), times(3)
    ('twice', 'three times')
    """
    return _TIMES[number] if number < len(_TIMES) else f"{word(number)} times"


def ranks(rank: int) -> str:
    """The plural of a rank: ``kings``, ``sixes``."""
    name = rank_name(rank)
    return _PLURALS.get(name, f"{name}s")


def signed(points: int) -> str:
    """A number with its sign, as people write it on a sheet."""
    return f"{points:+d}" if points else "0"


# ------------------------------------------------------------------ the sum


def sum_words(law: Law, score: RoundScore, end: End, *, out: bool) -> str:
    """How the points of the first player come about.

    `out`: this player went out. The parts are those the rules count.
    """
    mine = score.of(0)
    parts = dict.fromkeys(Place, 0)
    for line in mine:
        parts[line.place] += line.points
    table = parts[Place.TABLE] + parts[Place.REAL]
    hand, taken, bonus = parts[Place.HAND], parts[Place.TAKEN], parts[Place.BONUS]
    terms: list[str] = []
    if table_counts(law.rules):
        terms.append(f"{table} on the table")
    if hand:
        terms.append(f"{-hand} in hand")
    if out and out_takes_hands(law.rules):
        terms.append(f"{taken} from the other hands")
        if bonus:
            terms.append(f"{bonus} for going rummy")
    if not terms:
        return f"Nothing counts for this player.{_why_no_hand(law, score, end, out=out)}"
    text = terms[0]
    for term in terms[1:]:
        text += f" {'−' if term.endswith('in hand') else '+'} {term}"
    if len(terms) > 1:
        text += f" = {signed(score.total(0))}"
    return f"{text}.{_why_no_hand(law, score, end, out=out)}"


def _why_no_hand(law: Law, score: RoundScore, end: End, *, out: bool) -> str:
    """What becomes of cards left in hand that do not count for this player."""
    held = score.in_hand(0)
    if out or not held or any(line.points for line in score.of(0) if line.place is Place.HAND):
        return ""
    if out_takes_hands(law.rules) and end.how is Ending.OUT:
        return f" The {held} in hand go to whoever went out."
    return f" The {held} in hand count for nobody."


# ------------------------------------------------------------------ remarks


def remarks(law: Law, mine: Cards, score: RoundScore, reading: Reading) -> Iterator[str]:
    """What is worth knowing about the count of the first player."""
    rules = law.rules
    if names_wild_rank(rules) and law.wild_rank < 0:
        yield "Say which rank is wild this round: wild cards count more."
    if not table_counts(rules) and mine.melded:
        yield "Cards on the table count for nobody in this game."
    for at in reading.unsure:
        sign = card_sign(reading.cards[at].card)
        low = reading.cards[at].low
        yield (
            f"{sign} is counted {'low, at the start of a run' if low else 'high'};"
            " it could as well lie elsewhere."
        )
    entered, carried = enter(rules, (score.total(0),), (0,))
    if carried[0]:
        yield (
            f"The sheet writes {entered[0]} and keeps the shortfall of {carried[0]}"
            " against the next rounds."
        )


# ------------------------------------------------------------------ warnings


def warnings(
    law: Law,
    players: Sequence[Cards],
    names: Sequence[str],
    readings: tuple[Reading, ...],
    *,
    out: bool,
    complete: bool,
) -> Iterator[str]:
    """What cannot be right about the first player's cards; names are those of the others.

    `complete`: the cards of everybody are there, so that a card laid off must fit some meld.
    """
    yield from _not_in_pack(law, players[0])
    yield from _too_many_of_a_rank(law, players)
    yield from _too_many_copies(law, players, names)
    if out and players[0].held:
        number = len(players[0].held)
        are = "card is" if number == 1 else "cards are"
        yield f"Who goes out holds no card, but {word(number)} {are} counted in hand."
    yield from _stands(law, players[0].melded)
    if complete:
        for each in fitting_nowhere(law, readings):
            yield f"{card_sign(each.card)} fits none of the melds that are counted."


def _not_in_pack(law: Law, cards: Cards) -> Iterator[str]:
    absent = sorted({each.card for each in cards.all if not law.in_pack[each.card]})
    if JOKER in absent:
        yield "This game is played without jokers."
    for rank in sorted({face % 13 for face in absent if face != JOKER}):
        yield f"The {ranks(rank)} are not in this pack."


def _too_many_of_a_rank(law: Law, players: Sequence[Cards]) -> Iterator[str]:
    mine = [each.card for each in players[0].all if each.card != JOKER]
    theirs = [each.card for cards in players[1:] for each in cards.all if each.card != JOKER]
    for rank in range(len(RANKS)):
        most = sum(law.copies[suit * 13 + rank] for suit in range(4))
        own = sum(face % 13 == rank for face in mine)
        others = sum(face % 13 == rank for face in theirs)
        if not most or not own:
            continue
        if own > most:
            yield f"There are {word(own)} {ranks(rank)} here, but {_packs(law)} {word(most)}."
        elif own + others > most:
            yield (
                f"With those of the others there are {word(own + others)} {ranks(rank)},"
                f" but {_packs(law)} {word(most)}."
            )


def _too_many_copies(law: Law, players: Sequence[Cards], names: Sequence[str]) -> Iterator[str]:
    mine = [each.card for each in players[0].all]
    for face in sorted(set(mine)):
        if not law.in_pack[face]:
            continue
        own, most = mine.count(face), law.copies[face]
        holders = [
            (name, found)
            for name, cards in zip(names, players[1:], strict=False)
            if (found := sum(each.card == face for each in cards.all))
        ]
        if own + sum(found for _, found in holders) <= most:
            continue
        sign = "A joker" if face == JOKER else card_sign(face)
        if own > most:
            yield f"{sign} is counted {times(own)} here, but {_packs(law)} it {times(most)}."
            continue
        who = listed([name for name, _ in holders])
        if most == 1:
            yield f"{sign} is already counted for {who}."
        else:
            total = own + sum(found for _, found in holders)
            yield (
                f"{sign} is counted {times(total)}, here and for {who},"
                f" but {_packs(law)} it {times(most)}."
            )


def _packs(law: Law) -> str:
    return "one pack has" if law.decks == 1 else f"{word(law.decks)} packs have"


def _stands(law: Law, cards: Iterable[CountedCard]) -> Iterator[str]:
    for each in cards:
        if each.low and (each.card if each.stands < 0 else each.stands) % 13 != ACE:
            yield f"{card_sign(each.card)} is no ace, so it counts alike at either end."
        if each.stands >= 0 and each.stands != each.card and not law.is_wild[each.card]:
            yield f"{card_sign(each.card)} is not wild and stands for itself."
