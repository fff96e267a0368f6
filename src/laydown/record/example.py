"""A small finished round under any rules, made and scored by the engine for the printed rules."""

from __future__ import annotations

import msgspec

from laydown.cards import JOKER, Card, parse_card
from laydown.engine.dealing import decks_for
from laydown.engine.errors import Reason
from laydown.engine.law import Law, law
from laydown.engine.melds import lay_off, read_meld
from laydown.engine.scoring import RoundScore, score_parts
from laydown.engine.state import End, Ending, TableMeld
from laydown.rules.options import DealMode
from laydown.rules.rules import Rules

SIX = 5
"""The rank that the dealer's upcard names in the example, where an upcard names one."""


class Example(msgspec.Struct, frozen=True):
    """A table with two hands, and its score: seat 1 went out, the others sat by."""

    wild_rank: int
    melds: tuple[TableMeld, ...]
    hands: tuple[tuple[Card, ...], ...]
    end: End
    score: RoundScore


_MELDS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (0, ("7S 7H 7D", "8S 8H 8D")),
    (0, ("9H TH JH", "9S 9H 9D")),
    (1, ("AC 2C 3C 4C", "AC AD AH", "4S 4H 4D")),
    (1, ("6H=8C 9C TC", "X=8C 9C TC", "2H=8C 9C TC", "6H=JC JS JD", "X=JC JS JD", "KS KH KD")),
)
"""By meld: whose it is, and the ways to make it in order of preference; the first legal one
that the pack still holds the cards for is taken. What lies in common with the sources' examples
(docs/clauses.md, R5-12) is on purpose."""

_LAYOFFS = ((1, "QH"), (1, "8H"), (1, "7C"))
_HANDS = {0: ("KC", "AS")}


def example(rules: Rules) -> Example:
    """A round that these rules allow, in which the second player has gone out."""
    wild_rank = SIX if rules.setup.deal_mode is DealMode.UPCARD else -1
    facts = law(rules, decks=decks_for(rules), wild_rank=wild_rank)
    table = _Table(facts)
    for owner, ways in _MELDS:
        table.meld(owner, ways)
    for seat, token in _LAYOFFS:
        table.lay_off(seat, token)
    players = rules.setup.players
    hands = tuple(table.held(_HANDS.get(seat, ())) for seat in range(players))
    melds = tuple(table.melds)
    end = End(Ending.OUT, 1)
    score = score_parts(
        rules,
        decks=facts.decks,
        wild_rank=wild_rank,
        melds=melds,
        hands=hands,
        end=end,
    )
    return Example(wild_rank, melds, hands, end, score)


class _Table:
    """A table being laid from one pack: nothing is laid that the rules or the pack refuse."""

    def __init__(self, facts: Law) -> None:
        self._law = facts
        self._left = list(facts.copies)
        self.melds: list[TableMeld] = []

    def meld(self, owner: int, ways: tuple[str, ...]) -> None:
        for way in ways:
            tokens = way.split()
            cards = tuple(parse_card(token.partition("=")[0]) for token in tokens)
            stands = tuple(parse_card(token.partition("=")[2] or token) for token in tokens)
            wild = any(card != stand for card, stand in zip(cards, stands, strict=True))
            shape = read_meld(self._law, cards, stands if wild else ())
            if isinstance(shape, Reason) or not self._has(cards):
                continue
            self._spend(cards)
            self.melds.append(
                TableMeld(
                    f"M{len(self.melds) + 1}",
                    shape.kind,
                    owner,
                    shape.cards,
                    shape.stands,
                    (owner,) * len(cards),
                )
            )
            return

    def lay_off(self, seat: int, token: str) -> None:
        card = parse_card(token)
        for at, meld in enumerate(self.melds):
            if meld.owner == seat or not self._has((card,)) or self._law.is_wild[card]:
                continue
            longer = lay_off(self._law, meld, (card,), (), low=False, seat=seat)
            if not isinstance(longer, Reason):
                self.melds[at] = longer
                self._spend((card,))
                return

    def held(self, tokens: tuple[str, ...]) -> tuple[Card, ...]:
        cards = tuple(card for card in map(parse_card, tokens) if self._left[card] > 0)
        self._spend(cards)
        joker = (JOKER,) if tokens and self._left[JOKER] else ()
        self._spend(joker)
        return tuple(sorted((*cards, *joker)))

    def _has(self, cards: tuple[Card, ...]) -> bool:
        return all(self._left[card] >= cards.count(card) for card in cards)

    def _spend(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self._left[card] -= 1
