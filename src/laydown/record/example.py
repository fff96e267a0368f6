"""A finished round under any rules, laid out and counted by the engine for the printed rules."""

from __future__ import annotations

import msgspec

from laydown.cards import JOKER, Card, parse_card, parse_cards
from laydown.engine.dealing import decks_for
from laydown.engine.errors import Reason
from laydown.engine.law import Law, law
from laydown.engine.melds import lay_off, read_meld
from laydown.engine.scoring import RoundScore, score_parts
from laydown.engine.state import End, Ending, TableMeld
from laydown.record.questions.base import cards_of, wild_rank
from laydown.rules.rules import Rules
from laydown.rules.worked import WorkedRound

NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil", "Flora", "Gus", "Hanna")
"""Players for seats of whom the round itself does not tell."""

_MORE_HANDS = ("QC 5D", "JD 8C", "TD 4S", "8D 3D", "JC 5H", "TS 6C")
"""What they hold."""


class Step(msgspec.Struct, frozen=True):
    """Cards that a seat put on the table: a new meld, or one card laid off."""

    seat: int
    meld: str
    cards: tuple[Card, ...]
    stands: tuple[Card, ...]
    is_new: bool


class Example(msgspec.Struct, frozen=True):
    """A finished round: who played, what they laid in which order, and how it was counted."""

    rules: Rules
    names: tuple[str, ...]
    wild_rank: int
    steps: tuple[Step, ...]
    melds: tuple[TableMeld, ...]
    hands: tuple[tuple[Card, ...], ...]
    end: End
    score: RoundScore

    def counted(self, *, going_rummy: bool) -> RoundScore:
        """The score, had the whole hand gone down in one turn or not."""
        return score_parts(
            self.rules,
            decks=decks_for(self.rules),
            wild_rank=self.wild_rank,
            melds=self.melds,
            hands=self.hands,
            end=msgspec.structs.replace(self.end, going_rummy=going_rummy),
        )


def example(rules: Rules, worked: WorkedRound) -> Example:
    """The worked round as far as these rules allow it, by as many players where they admit it."""
    rules = _as_many(rules, len(worked.names))
    facts = law(rules, decks=decks_for(rules), wild_rank=wild_rank(rules))
    players = rules.setup.players
    table = _Table(facts)
    numbers: dict[int, str] = {}
    for number, (owner, ways) in enumerate(worked.melds, 1):
        numbers[number] = table.meld(owner, ways)
    for seat, token, number in worked.layoffs:
        table.lay_off(seat, parse_card(token), numbers.get(number, ""))
    told = (*worked.hands, *_MORE_HANDS)[:players]
    hands = tuple(table.held(hand) for hand in told)
    if facts.in_pack[JOKER] and not table.holds(JOKER, hands):
        # The pack has jokers the source's round knew nothing of: one is caught in a hand.
        caught = next((seat for seat, hand in enumerate(hands) if hand), -1)
        hands = tuple((*hand, JOKER) if seat == caught else hand for seat, hand in enumerate(hands))
    end = End(Ending.OUT, worked.out)
    names = (*worked.names, *(name for name in NAMES if name not in worked.names))[:players]
    score = score_parts(
        rules,
        decks=facts.decks,
        wild_rank=facts.wild_rank,
        melds=tuple(table.melds),
        hands=hands,
        end=end,
    )
    return Example(
        rules, names, facts.wild_rank, tuple(table.steps), tuple(table.melds), hands, end, score
    )


def _as_many(rules: Rules, players: int) -> Rules:
    """The rules for so many players, where they admit that many."""
    table = msgspec.structs.replace(
        rules, setup=msgspec.structs.replace(rules.setup, players=players)
    )
    return rules if table.problems() else table


class _Table:
    """A table being laid from one pack: nothing is laid that the rules or the pack refuse."""

    def __init__(self, facts: Law) -> None:
        self._law = facts
        self._left = list(facts.copies)
        self.melds: list[TableMeld] = []
        self.steps: list[Step] = []

    def meld(self, owner: int, ways: tuple[str, ...]) -> str:
        """Lay the first way that is allowed; the meld's id, empty where none is."""
        for way in ways:
            cards, stands = cards_of(way)
            if stands == cards and any(self._law.is_wild[card] for card in cards):
                continue  # an example shows a wild only where it means to
            shape = read_meld(self._law, cards, stands if stands != cards else ())
            if isinstance(shape, Reason) or not self._has(cards):
                continue
            self._spend(cards)
            name = f"M{len(self.melds) + 1}"
            seats = (owner,) * len(cards)
            self.melds.append(TableMeld(name, shape.kind, owner, shape.cards, shape.stands, seats))
            self.steps.append(Step(owner, name, shape.cards, shape.stands, is_new=True))
            return name
        return ""

    def lay_off(self, seat: int, card: Card, name: str) -> None:
        """Lay the card on that meld, if it fits and is no wild."""
        for at, meld in enumerate(self.melds):
            if meld.id != name or not self._has((card,)) or self._law.is_wild[card]:
                continue
            longer = lay_off(self._law, meld, (card,), (), low=False, seat=seat)
            if not isinstance(longer, Reason):
                self.melds[at] = longer
                self._spend((card,))
                self.steps.append(Step(seat, name, (card,), (card,), is_new=False))

    def held(self, text: str) -> tuple[Card, ...]:
        """The cards of a hand that the pack still has, in the order told."""
        found = []
        for card in parse_cards(text):
            if self._left[card] > 0:
                self._spend((card,))
                found.append(card)
        return tuple(found)

    def holds(self, face: Card, hands: tuple[tuple[Card, ...], ...]) -> bool:
        """The face lies on the table or is in a hand."""
        return any(face in cards for cards in (*hands, *(meld.cards for meld in self.melds)))

    def _has(self, cards: tuple[Card, ...]) -> bool:
        return all(self._left[card] >= cards.count(card) for card in cards)

    def _spend(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self._left[card] -= 1
