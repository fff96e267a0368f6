"""What cards counted at a real table score: every point is the engine's own (`score_parts`)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from laydown.cards import FACES, JOKER, Card
from laydown.engine.dealing import decks_for
from laydown.engine.law import Law, law
from laydown.engine.scoring import RoundScore, card_points, score_parts
from laydown.engine.state import NO_CARD, NO_SEAT, End, Ending, MeldKind, TableMeld
from laydown.rules.options import Deadwood, DealMode, ScoringRule
from laydown.rules.rules import Rules
from laydown.sheet.entries import CountedCard
from laydown.sheet.melding import Reading

LAID_OFF = "laid off"
"""where a card lies that is in no meld of the player's own"""


class Cards(msgspec.Struct, frozen=True):
    """One player's cards at the end of a round: on the table, and left in hand."""

    melded: tuple[CountedCard, ...] = ()
    held: tuple[CountedCard, ...] = ()

    @property
    def all(self) -> tuple[CountedCard, ...]:
        """Both together."""
        return self.melded + self.held


def law_for(rules: Rules, *, players: int = 0, wild_rank: int = -1) -> Law:
    """What the rules mean for cards with so many players (0: as the rules say)."""
    if players and players != rules.setup.players:
        setup = msgspec.structs.replace(rules.setup, players=players)
        rules = msgspec.structs.replace(rules, setup=setup)
    return law(rules, decks=max(1, decks_for(rules)), wild_rank=wild_rank)


def ended(*, out: int = NO_SEAT, by_stock: bool = False, rummy: bool = False) -> End:
    """How the round ended: somebody went out, or nobody did."""
    if by_stock or out == NO_SEAT:
        return End(Ending.STOCK_EXHAUSTED)
    return End(Ending.OUT, out, rummy)


def count(
    law: Law, players: Sequence[Cards], end: End, places: Sequence[Sequence[str]] = ()
) -> RoundScore:
    """The round's score by seat. Cards are taken at their word: low aces, and what wilds stand
    for, are as `CountedCard` says. `places` names where each card on the table lies."""
    melds = []
    for seat, cards in enumerate(players):
        named = places[seat] if seat < len(places) else ()
        for at, each in enumerate(cards.melded):
            stands = each.card if each.stands == NO_CARD else each.stands
            # The engine counts an ace as low where it is the first card of a run (B-12).
            kind = MeldKind.RUN if each.low else MeldKind.SET
            place = named[at] if at < len(named) else LAID_OFF
            melds.append(TableMeld(place, kind, seat, (each.card,), (stands,), (seat,)))
    return score_parts(
        law.rules,
        decks=law.decks,
        wild_rank=law.wild_rank,
        melds=tuple(melds),
        hands=tuple(tuple(each.card for each in cards.held) for cards in players),
        end=end,
    )


def places_of(reading: Reading) -> tuple[str, ...]:
    """By card, where it lies: in a set, in a run, or laid off."""
    named = [LAID_OFF] * len(reading.cards)
    for group in reading.groups:
        for at in group.at:
            named[at] = group.kind.value
    return tuple(named)


# ------------------------------------------------------------------ what the rules ask to count


def table_counts(rules: Rules) -> bool:
    """Cards on the table count for somebody (BR-10 says otherwise)."""
    return rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS


def out_takes_hands(rules: Rules) -> bool:
    """Who goes out scores what the others hold (BR-10, K5-12)."""
    match rules.scoring.scoring:
        case ScoringRule.WINNER_TAKES_HANDS:
            return True
        case ScoringRule.MELDS_PLUS_OUT_BONUS:
            return rules.scoring.deadwood is Deadwood.TO_WINNER
        case _:
            return False


def hand_counts_against(law: Law, end: End) -> bool:
    """Cards in hand are taken from their holder's score."""
    held = next((face for face in range(FACES) if law.in_pack[face]), 0)
    probe = count(law, [Cards(), Cards(held=(CountedCard(held),))], end)
    return any(line.points for line in probe.of(1))


def names_wild_rank(rules: Rules) -> bool:
    """Every round has a wild rank of its own."""
    return rules.setup.deal_mode is DealMode.UPCARD


def values(law: Law, *, on_table: bool) -> tuple[int, ...]:
    """By face, what a card counts; the joker last. Aces on the table as away from a low end."""
    return tuple(
        card_points(law, face, face, on_table=on_table)[0] if law.in_pack[face] else 0
        for face in range(FACES)
    )


def wild_faces(law: Law) -> tuple[Card, ...]:
    """The faces that are wild, of those in the pack."""
    return tuple(face for face in range(FACES) if law.is_wild[face] and law.in_pack[face])


def low_ace(law: Law) -> int:
    """What an ace counts at the low end of a run."""
    return card_points(law, 0, 0, on_table=True, low_ace=True)[0]


def has_jokers(law: Law) -> bool:
    """The pack has jokers."""
    return law.in_pack[JOKER]
