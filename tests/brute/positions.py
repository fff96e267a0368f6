"""Small positions at the start of a turn: few cards, at most two wilds, every option on or off."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from tests.brute.melds import Facts, Pair, as_lying, is_set, is_wild, ranks_in, run_orders
from tests.brute.turns import Lying, State, Turn

from laydown.cards import JOKER, Card
from laydown.engine.state import MeldKind, Phase, Round, TableMeld
from laydown.engine.state import Turn as EngineTurn
from laydown.engine.view import PlayerView
from laydown.rules.options import (
    AceInRuns,
    DealMode,
    DeepTiming,
    DeepUse,
    Drawing,
    EmptyStockUse,
    GoingOut,
    GoOut,
    Melds,
    PermanentWilds,
    PileDraw,
    RealCardForWild,
    Sets,
    Setup,
    StockOut,
    TopCardUse,
    WildSwap,
)
from laydown.rules.rules import Rules

T = TypeVar("T")


def facts_of(rules: Rules, decks: int, wild_rank: int) -> Facts:
    twos = rules.setup.permanent_wilds in (PermanentWilds.TWOS, PermanentWilds.TWOS_AND_JOKERS)
    return Facts(rules.melds, decks, wild_rank, twos, ranks_in(rules.setup.removed_ranks))


def turn_of(seen: PlayerView) -> Turn:
    """The rules that the turn seen is played by."""
    return Turn(seen.rules, facts_of(seen.rules, seen.decks, seen.wild_rank))


def state_of(seen: PlayerView) -> State:
    """The viewer's turn as it starts: nothing drawn, nothing owed."""
    assert seen.phase is Phase.DRAW
    assert seen.viewer == seen.seat
    return State(
        hand=seen.hand,
        table=tuple(lying_of(meld) for meld in seen.melds),
        pile=seen.pile,
        stock=seen.stock_size,
        drawn=False,
        floating=seen.floating[seen.seat],
        melded=seen.melded[seen.seat],
        laid_melds=seen.laid_melds,
        must_draw_stock=seen.turn.stock_only,
    )


def lying_of(meld: TableMeld) -> Lying:
    pairs = tuple(zip(meld.cards, meld.stands, strict=True))
    return Lying(meld.id, meld.kind, pairs, frozenset(real.card for real in meld.reals))


def rare(rng: random.Random, usual: T, others: Sequence[T], *, chance: float = 0.25) -> T:
    return rng.choice(others) if rng.random() < chance else usual


def random_rules(rng: random.Random) -> tuple[Rules, int, int]:
    """Options that bear on a turn, each often at its usual value; packs; and the wild rank."""
    decks = rare(rng, 1, [2])
    upcards = rng.random() < 0.4
    real = rare(rng, RealCardForWild.OFF, [RealCardForWild.RUN_ONLY], chance=0.45)
    split = rare(rng, False, [True], chance=0.4)
    rules = Rules(
        setup=Setup(
            players=3,
            seats_from=2,
            seats_to=8,
            decks=((2, decks),),
            jokers_per_deck=rare(rng, 0, [2], chance=0.3),
            removed_ranks=rare(rng, "", ["2"], chance=0.05),
            deal_mode=DealMode.UPCARD if upcards else DealMode.FIXED,
            permanent_wilds=rare(
                rng, PermanentWilds.NONE, [PermanentWilds.TWOS, PermanentWilds.JOKERS], chance=0.15
            ),
        ),
        drawing=Drawing(
            pile_draw=rare(rng, PileDraw.ANY_DEPTH, [PileDraw.TOP_ONLY], chance=0.1),
            deep_use=rare(rng, DeepUse.MELD_OR_LAYOFF, [DeepUse.MELD_ONLY]),
            deep_timing=rare(rng, DeepTiming.SAME_TURN, [DeepTiming.IMMEDIATE]),
            top_card_use=rare(rng, TopCardUse.FREE, [TopCardUse.MUST_USE]),
            pile_needs_two_naturals=rare(rng, False, [True], chance=0.1),
            stock_out=rng.choice(list(StockOut)),
            empty_stock_use=rare(rng, EmptyStockUse.ALL_TAKEN, [EmptyStockUse.SELECTED_CARD]),
        ),
        melds=Melds(
            sets=rare(rng, Sets.FOUR, [Sets.FOUR_A_DECK], chance=0.4),
            set_identical=rare(rng, False, [True], chance=0.3),
            runs=rare(rng, True, [False], chance=0.1),
            ace_in_runs=rng.choice(list(AceInRuns)),
            max_wilds_per_meld=rare(rng, None, [1, 1, 1, 2], chance=0.75 if split else 0.25),
            min_naturals=rare(rng, 0, [1, 2, 3]),
            wild_split_at_six=split,
            wild_swap=rare(rng, WildSwap.NONE, [WildSwap.STEAL], chance=0.4),
            real_card_for_wild=real,
            meld_before_layoff=rare(rng, False, [True], chance=0.2),
            melds_per_turn=rare(rng, None, [1], chance=0.2),
        ),
        going_out=GoingOut(go_out=rng.choice(list(GoOut))),
    )
    wild_rank = rng.randrange(13) if upcards else -1
    if wild_rank >= 0 and rng.random() < 0.05:
        wild_rank = -1  # a joker was the dealer's upcard (B-04)
    return rules, decks, wild_rank


class Deck:
    """A few cards of a pack, near enough to one another to meld, with at most two wilds."""

    def __init__(self, rng: random.Random, facts: Facts, *, jokers: int) -> None:
        self.rng = rng
        self.facts = facts
        suits = rng.sample(range(4), rng.choice([1, 2, 2, 3]))
        long = facts.rules.wild_split_at_six
        start, width = rng.randrange(13), rng.choice([8, 9] if long else [3, 4, 5, 6, 7])
        ranks = {(start + i) % 13 for i in range(width)}
        if rng.random() < 0.2:
            suits, ranks = [0, 1, 2, 3], {start, (start + 1) % 13}
        faces = [suit * 13 + rank for suit in suits for rank in ranks if rank not in facts.removed]
        plain = [face for face in faces if not is_wild(facts, face)]
        wild = [face for face in range(JOKER) if is_wild(facts, face)]
        wild = [face for face in wild if face % 13 not in facts.removed] + [JOKER] * jokers
        self.naturals = Counter(plain * facts.decks)
        near = [face for face in faces if is_wild(facts, face)]
        both = near * 3 + wild
        self.wilds = rng.sample(both, min(len(both), rng.choice([0, 1, 2, 2, 2])))
        counts = Counter(self.wilds)
        if any(counts[face] > facts.decks for face in counts if face != JOKER):
            self.wilds = sorted(set(self.wilds))

    def some(self, number: int) -> list[Card]:
        """So many cards, fewer if there are no more."""
        cards = [*self.naturals.elements(), *self.wilds]
        picked = self.rng.sample(cards, min(number, len(cards)))
        self.take(picked)
        return picked

    def has(self, cards: Sequence[Card]) -> bool:
        return not Counter(cards) - (self.naturals + Counter(self.wilds))

    def take(self, cards: Sequence[Card]) -> None:
        for card in cards:
            if card in self.wilds:
                self.wilds.remove(card)
            else:
                self.naturals[card] -= 1

    def meld(self, *, wild: bool, long: bool) -> tuple[MeldKind, tuple[Pair, ...]] | None:
        """Some meld of what is left, or None where a few tries find none."""
        faces = sorted({*self.naturals, *self.wilds} - {JOKER})
        for _ in range(30):
            first = self.rng.choice(faces)
            size = self.rng.choice([6, 6, 7, 8] if long else [3, 3, 3, 4, 4, 5, 6, 7])
            if self.rng.random() < 0.3:
                stands = [first % 13 + 13 * suit for suit in self.rng.choices(range(4), k=size)]
            else:
                suit = first // 13
                stands = [suit * 13 + (first + i) % 13 for i in range(size)]
            keen = (1.0 if wild else 0.3) / size  # on a wild in a place that a natural could fill
            cards = [
                self.rng.choice(self.wilds)
                if self.wilds and (self.naturals[face] == 0 or self.rng.random() < keen)
                else face
                for face in stands
            ]
            pairs = tuple(zip(cards, stands, strict=True))
            if not self.has(cards):
                continue
            orders = run_orders(self.facts, pairs)
            if orders or is_set(self.facts, pairs):
                self.take(cards)
                if orders:
                    return MeldKind.RUN, orders[0]
                return MeldKind.SET, tuple(sorted(as_lying(self.facts, pairs)))
        return None


def random_position(rng: random.Random, accepted: Callable[[Rules], bool]) -> Round:
    """A round of three seats with seat 0 about to draw."""
    while True:
        rules, decks, wild_rank = random_rules(rng)
        if accepted(rules):
            break
    facts = facts_of(rules, decks, wild_rank)
    jokers_in = rules.setup.jokers_per_deck or rules.setup.permanent_wilds in (
        PermanentWilds.JOKERS,
        PermanentWilds.TWOS_AND_JOKERS,
    )
    deck = Deck(rng, facts, jokers=2 * decks if jokers_in else 0)
    melds: list[TableMeld] = []
    wild_wanted = rng.random() < 0.7 and (
        rules.melds.wild_swap is WildSwap.STEAL
        or rules.melds.real_card_for_wild is RealCardForWild.RUN_ONLY
    )
    for _ in range(rng.choice([0, 1, 1, 2, 2]) + wild_wanted):
        found = deck.meld(
            wild=wild_wanted, long=rules.melds.wild_split_at_six and rng.random() < 0.6
        )
        if found is not None:
            kind, pairs = found
            owner = rng.randrange(3)
            melds.append(
                TableMeld(
                    id=f"M{len(melds) + 1}",
                    kind=kind,
                    owner=owner,
                    cards=tuple(card for card, _ in pairs),
                    stands=tuple(stand for _, stand in pairs),
                    seats=(owner,) * len(pairs),
                )
            )
    floats = rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT
    size = (
        0
        if floats and rng.random() < 0.1
        else rng.choice([1, 1, 2, 2, 3, 3, 4, 5] if deck.wilds else [2, 3, 4, 5, 6, 7])
    )
    bait = baits(rng, deck, melds, rules)[: max(0, size - 1)]
    deck.take(bait)
    hand = [*bait, *deck.some(size - len(bait))]
    pile = deck.some(rng.choice([0, 1, 1, 2, 3, 4]))
    stock = deck.some(rng.choice([0, 0, 1, 2]))
    others = [deck.some(2), deck.some(2)]
    melded = [any(meld.owner == seat for meld in melds) for seat in range(3)]
    floating = [size == 0, False, False]
    return Round(
        rules=rules,
        players=3,
        dealer=2,
        decks=decks,
        phase=Phase.DRAW,
        seat=0,
        hands=tuple(tuple(sorted(cards)) for cards in (hand, *others)),
        stock=tuple(stock),
        pile=tuple(pile),
        melds=tuple(melds),
        turn=EngineTurn(fresh=not melded[0]),
        wild_rank=wild_rank,
        known=((), (), ()),
        melded=tuple(melded),
        laid=tuple(melded),
        floating=tuple(floating),
        laid_melds=len(melds),
    )


def baits(rng: random.Random, deck: Deck, melds: Sequence[TableMeld], rules: Rules) -> list[Card]:
    """Cards that the rarer steps need: real cards for wilds, a wild for a meld to be split."""
    wanted: list[Card] = []
    swaps = rules.melds.wild_swap is WildSwap.STEAL
    if swaps or rules.melds.real_card_for_wild is RealCardForWild.RUN_ONLY:
        for meld in melds:
            pairs = zip(meld.cards, meld.stands, strict=True)
            wanted += [stand for card, stand in pairs if card != stand]
    if rules.melds.wild_split_at_six and any(len(meld.cards) >= 6 for meld in melds):
        wanted += deck.wilds
    found: list[Card] = []
    for card in wanted:
        if deck.has([*found, card]) and rng.random() < 0.8:
            found.append(card)
    return found


def smaller(position: Round) -> list[Round]:
    """The position with one card or one meld less: for finding a smallest counterexample."""
    found = []
    hand = position.hands[0]
    for card in sorted(set(hand)):
        left = list(hand)
        left.remove(card)
        found.append(msgspec.structs.replace(position, hands=(tuple(left), *position.hands[1:])))
    for at in range(len(position.pile)):
        pile = position.pile[:at] + position.pile[at + 1 :]
        found.append(msgspec.structs.replace(position, pile=pile))
    for at in range(len(position.melds)):
        melds = position.melds[:at] + position.melds[at + 1 :]
        found.append(msgspec.structs.replace(position, melds=melds))
    return found
