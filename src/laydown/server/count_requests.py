"""Counting cards for people who play with real ones: no sheet and no room is needed."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

from laydown.cards import FACES, BadCard
from laydown.engine.law import Law
from laydown.engine.scoring import Place, RoundScore, card_points, going_rummy_bonus
from laydown.engine.state import NO_CARD, NO_SEAT, End
from laydown.record.explain_scores import explain_line
from laydown.record.pasted import read_standing
from laydown.record.words import YOU, listed
from laydown.rules.rules import Rules
from laydown.server.count_wire import (
    Counted,
    CountFacts,
    CountGroup,
    CountLine,
    CountQuestion,
)
from laydown.server.requests import BadRequest, answered, body_of, read_rules
from laydown.server.showing import rules_notes
from laydown.server.turns import Turns
from laydown.sheet import counting
from laydown.sheet.count_words import remarks, sum_words, warnings
from laydown.sheet.counting import Cards
from laydown.sheet.entries import CountedCard
from laydown.sheet.melding import Reading, as_melds, can_flip, names_for, read_table

MOST_CARDS = 216
"""cards of one player: four packs with jokers"""
MOST_IN_ALL = 324
"""cards of all players: six packs"""
MOST_OTHERS = 12
LONGEST_NAME = 60
OTHERS = "the others"
"""whose hand cards come from that nobody counted for themselves"""


MOST_WAITING = 64
"""So many counts may wait for their turn; most take a few milliseconds."""


def turns() -> Turns:
    """Where cards are counted: many of them take a moment to be read."""
    return Turns(
        waiting=MOST_WAITING,
        busy="Many count at once; try again in a moment.",
        too_long="That takes too long to count: try with fewer cards.",
    )


@answered
async def count(request: Request) -> object:
    """What the cards of one player score."""
    asked = await body_of(request, CountQuestion)
    line: Turns = request.app.state.counting
    return await line.work(lambda: counted(asked))


def counted(asked: CountQuestion) -> Counted:
    """The answer; `BadRequest` where there are too many cards, or pasted text names none."""
    _check(asked)
    added = _pasted(asked)
    asked = _with_added(asked, added)
    rules = read_rules(asked.rules)
    law = counting.law_for(rules, players=asked.players, wild_rank=asked.wild_rank)
    others = [Cards(melded, held) for _, melded, held in asked.others]
    theirs = tuple(read_table(law, cards.melded) for cards in others)
    beside = tuple(m for seat, one in enumerate(theirs, 1) for m in as_melds(one, seat))
    reading = read_table(law, asked.melded, beside)
    mine = Cards(reading.cards, asked.held)
    seats = max(law.rules.setup.players, len(others) + 1)
    padding = [Cards()] * (seats - 1 - len(others))
    heap = Cards(held=asked.taken if asked.went_out else ())
    players = [mine, *others, *padding, heap]
    names = [YOU, *(name for name, _, _ in asked.others), *("" for _ in padding), OTHERS]
    end = _end(asked)
    places = [counting.places_of(reading)]
    score = counting.count(law, players, end, places)
    complete = len(others) == seats - 1 and all(cards.all for cards in others)
    looked = [*players[: len(others) + 1], heap]
    return Counted(
        points=score.total(0),
        table=score.table(0),
        hand=score.in_hand(0),
        taken=_sum(score, Place.TAKEN),
        bonus=_sum(score, Place.BONUS),
        text=sum_words(law, score, end, out=asked.went_out),
        lines=_lines(score, names, heap_at=len(players) - 1),
        warnings=tuple(
            warnings(
                law,
                looked,
                [*names[1 : len(others) + 1], OTHERS],
                (reading, *theirs),
                out=asked.went_out,
                complete=complete,
            )
        ),
        remarks=(
            *remarks(law, mine, score, reading),
            *(_uncounted(law.rules, asked) if asked.went_out else ()),
        ),
        melded=reading.cards,
        held=mine.held,
        taken_cards=heap.held,
        added=added,
        groups=tuple(_groups(law, reading)),
        flips=tuple(_flips(law, reading)),
        names=tuple(
            (at, names_found)
            for at in range(len(reading.cards))
            if len(names_found := names_for(law, reading, at)) > 1
        ),
        facts=_facts(law, rules, end, went_out=asked.went_out),
    )


def _check(asked: CountQuestion) -> None:
    rows = [asked.melded, asked.held, asked.taken]
    for name, melded, held in asked.others:
        rows += [melded, held]
        if len(name) > LONGEST_NAME:
            raise BadRequest("A name is too long.")
    sizes = [len(row) for row in rows]
    too_many = max(sizes) > MOST_CARDS or sum(sizes) > MOST_IN_ALL
    if len(asked.others) > MOST_OTHERS or too_many:
        raise BadRequest("That is more than can be counted at once.")
    if not 0 <= asked.players <= MOST_OTHERS or not -1 <= asked.wild_rank < 13:
        raise BadRequest("There is no such number of players, or no such rank.")
    for each in (card for row in rows for card in row):
        if not (0 <= each.card < FACES and NO_CARD <= each.stands < FACES):
            raise BadRequest("There is no such card.")


def _pasted(asked: CountQuestion) -> tuple[CountedCard, ...]:
    """The cards that the text names."""
    if not asked.text.strip() or not asked.into:
        return ()
    try:
        found = read_standing(asked.text)
    except BadCard as bad:
        raise BadRequest(str(bad)) from None
    return tuple(
        CountedCard(each.card, stands=each.stands if each.named else NO_CARD) for each in found
    )


def _with_added(asked: CountQuestion, added: tuple[CountedCard, ...]) -> CountQuestion:
    """The question with the pasted cards in their place."""
    if not added:
        return asked
    row: tuple[CountedCard, ...] = getattr(asked, asked.into)
    if len(row) + len(added) > MOST_CARDS:
        raise BadRequest("That is more than can be counted at once.")
    return msgspec.structs.replace(asked, **{asked.into: row + added})


def _end(asked: CountQuestion) -> End:
    """How the round ended; where another went out it does not matter here who."""
    out = 0 if asked.went_out else 1 if asked.ended_out else NO_SEAT
    return counting.ended(out=out, rummy=asked.rummy and asked.went_out)


def _uncounted(rules: Rules, asked: CountQuestion) -> tuple[str, ...]:
    """Whose hand is still missing from what the player who went out takes."""
    missing = [name for name, melded, held in asked.others if not (melded or held)]
    if asked.taken or not missing or not counting.out_takes_hands(rules):
        return ()
    whose = [f"{name}’s" for name in missing]
    hands = f"{listed(whose)} hand{'s are' if len(whose) > 1 else ' is'}"
    return (f"{hands} not counted yet: count them there, or tap their cards here.",)


def _sum(score: RoundScore, place: Place) -> int:
    return sum(line.points for line in score.of(0) if line.place is place)


def _lines(score: RoundScore, names: list[str], *, heap_at: int) -> tuple[CountLine, ...]:
    """The lines of the first player, each with the place of its card in its row."""
    seen = dict.fromkeys(Place, 0)
    found = []
    for line in score.of(0):
        at = seen[line.place]
        seen[line.place] += 1
        if line.place is Place.BONUS:
            at = -1
        elif line.place is Place.TAKEN and line.holder != heap_at:
            seen[line.place] -= 1
            at = -1
        found.append(
            CountLine(
                card=line.card,
                stands=line.stands,
                place=line.place.value,  # type: ignore[arg-type]
                at=at,
                points=line.points,
                text=explain_line(line, names),
            )
        )
    return tuple(found)


def _flips(law: Law, reading: Reading) -> list[int]:
    """The aces it is worth asking about: low ones, those laid off, those that another reading
    puts elsewhere. In a set or above a king an ace lies as it lies."""
    doubtful = {*reading.alone, *reading.unsure}
    return [
        at
        for at, each in enumerate(reading.cards)
        if can_flip(law, each) and (each.low or each.said or at in doubtful)
    ]


def _groups(law: Law, reading: Reading) -> list[CountGroup]:
    found = []
    for group in reading.groups:
        points = 0
        for at in group.at:
            each = reading.cards[at]
            stands = each.card if each.stands == NO_CARD else each.stands
            points += card_points(law, each.card, stands, on_table=True, low_ace=each.low)[0]
        worth = points if counting.table_counts(law.rules) else 0
        found.append(CountGroup(kind=group.kind.value, at=group.at, points=worth))
    return found


def _facts(law: Law, rules: Rules, end: End, *, went_out: bool) -> CountFacts:
    places: list[str] = ["table"] if counting.table_counts(rules) else []
    if not went_out:
        places.append("hand")
    elif counting.out_takes_hands(rules):
        places.append("taken")
    return CountFacts(
        title=rules_notes(rules)[0],
        players=law.rules.setup.players,
        decks=law.decks,
        places=tuple(places),  # type: ignore[arg-type]
        copies=law.copies,
        wilds=counting.wild_faces(law),
        asks_wild_rank=counting.names_wild_rank(rules),
        asks_rummy=going_rummy_bonus(rules, 1) > 0,
        on_table=counting.values(law, on_table=True),
        in_hand=counting.values(law, on_table=False),
        low_ace=counting.low_ace(law),
        hand_counts=not went_out and counting.hand_counts_against(law, end),
    )
