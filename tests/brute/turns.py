"""Whole turns by brute force: every single step a player may take, and whether the turn can still
be finished after it.

A step is legal exactly if it is allowed by itself and some sequence of further steps completes the
turn (architecture: "whatever brute force finds to be a completable turn is legal, and nothing
else"). Where the clauses leave a point open, the comment says what is taken here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from tests.brute.melds import (
    Facts,
    Pair,
    as_lying,
    grown_run,
    is_set,
    is_wild,
    may_stand,
    run_orders,
)

from laydown.cards import JOKER, Card
from laydown.engine.state import MeldKind
from laydown.rules.options import (
    DeepTiming,
    DeepUse,
    EmptyStockUse,
    GoOut,
    PileDraw,
    RealCardForWild,
    StockOut,
    TopCardUse,
    WildSwap,
)
from laydown.rules.rules import Rules

Cards = tuple[Card, ...]
Key = tuple[object, ...]
"""A step without its accidents: ("meld", sorted pairs), ("layoff", meld, sorted pairs, low) …"""


class Lying(NamedTuple):
    """A meld on the table: pairs in order, and the cards whose real card was laid (B-19)."""

    id: str
    kind: MeldKind
    pairs: tuple[Pair, ...]
    reals: frozenset[Card]


class State(NamedTuple):
    """One seat's turn: cards as sorted tuples, and what it owes."""

    hand: Cards
    table: tuple[Lying, ...]
    pile: Cards
    stock: int
    drawn: bool
    floating: bool
    melded: bool
    """has laid a new meld of its own, this turn or earlier"""
    melds: int = 0
    """new melds laid this turn"""
    laid_melds: int = 0
    """melds laid this round: names the next one"""
    deep: Card = -1
    """the deepest card of a dig, until it is used"""
    owed: Cards = ()
    """other cards that must be used this turn"""
    barred: Card = -1
    """the sole top card taken"""
    split: tuple[str, ...] = ()
    """the halves one of which must get a wild"""
    must_draw_stock: bool = False


OVER = "over"
"""What a step leads to that ends the turn."""
After = State | str


class Turn(NamedTuple):
    """The rules a turn is played by."""

    rules: Rules
    facts: Facts


def less(cards: Cards, gone: Cards) -> Cards:
    """The cards without one copy each of those gone."""
    left = Counter(cards)
    left.subtract(gone)
    assert min(left.values(), default=0) >= 0
    return tuple(sorted(left.elements()))


def less_if_there(cards: Cards, gone: Cards) -> Cards:
    """As :func:`less`; a card that is not there is not missed."""
    return tuple(sorted((Counter(cards) - Counter(gone)).elements()))


@lru_cache(maxsize=1024)
def choices(hand: Cards, least: int) -> list[Cards]:
    """Every different choice of at least so many cards."""
    found: set[Cards] = set()
    for size in range(least, len(hand) + 1):
        found.update(combinations(hand, size))
    return sorted(found)


def namings(facts: Facts, cards: Cards, beside: tuple[Pair, ...]) -> Iterator[tuple[Pair, ...]]:
    """Every way to say what the cards stand for that could possibly be of use.

    Cards of one meld share a rank or a suit, so with natural cards among them, or in the meld
    they join, only faces of their rank or suit are tried.
    """
    marks = [card for card in cards if not is_wild(facts, card)]
    marks += [stand for _, stand in beside]
    ranks, suits = {mark % 13 for mark in marks}, {mark // 13 for mark in marks}
    if len(ranks) > 1 and len(suits) > 1:
        return
    faces = [
        face
        for face in range(JOKER)
        if (ranks <= {face % 13}) or (suits <= {face // 13}) or not marks
    ]
    options = [[card] if not is_wild(facts, card) else faces for card in cards]
    seen: set[tuple[Pair, ...]] = set()
    for stands in product(*options):
        pairs = tuple(sorted(zip(cards, stands, strict=True)))
        if pairs not in seen and all(may_stand(facts, *pair) for pair in pairs):
            seen.add(pairs)
            yield pairs


def indebted(state: State) -> bool:
    return state.deep >= 0 or bool(state.owed) or bool(state.split)


def all_steps(turn: Turn, state: State) -> Iterator[tuple[Key, After]]:
    """Every step allowed by itself, with what it leads to."""
    if not state.drawn:
        yield from draws(turn, state)
        return
    yield from table_steps(turn, state)
    yield from discards(turn, state)


def table_steps(turn: Turn, state: State) -> Iterator[tuple[Key, State]]:
    """Melds, lay-offs, real cards, stolen wilds and splits."""
    yield from new_melds(turn, state)
    yield from lay_offs(turn, state)
    yield from real_cards(turn, state)
    yield from stolen_wilds(turn, state)
    yield from splits(turn, state)


def draws(turn: Turn, state: State) -> Iterator[tuple[Key, After]]:
    """From the stock, from the pile, or neither. What the stock brings nobody knows, and with any
    card the turn can be finished: with two cards in hand one may go, and one alone is either
    playable or not (B-34)."""
    drawing = turn.rules.drawing
    if state.stock > 0:
        yield ("draw",), OVER
    elif state.pile and not state.must_draw_stock:
        yield ("decline",), OVER
    if state.floating or state.must_draw_stock:
        return  # B-36
    for count in range(1, len(state.pile) + 1):
        if count > 1 and drawing.pile_draw is PileDraw.TOP_ONLY:
            return
        taken = state.pile[-count:]
        deepest = taken[0]
        if drawing.pile_needs_two_naturals:  # B-25: two natural cards of its rank, before the draw
            mates = [card for card in state.hand if card != JOKER and card % 13 == deepest % 13]
            if is_wild(turn.facts, deepest) or len(mates) < 2:
                continue
        must_use = state.stock == 0 and drawing.stock_out is StockOut.MUST_USE_THEN_END
        everything = must_use and drawing.empty_stock_use is EmptyStockUse.ALL_TAKEN  # B-30
        deep, barred = -1, -1
        owed: Cards = ()
        if count > 1:
            deep = deepest
            owed = tuple(sorted(taken[1:])) if everything else ()
        else:
            barred = deepest  # B-23
            if must_use or drawing.top_card_use is TopCardUse.MUST_USE:
                owed = (deepest,)
        yield (
            ("take", count),
            state._replace(
                hand=tuple(sorted((*state.hand, *taken))),
                pile=state.pile[:-count],
                drawn=True,
                deep=deep,
                owed=owed,
                barred=barred,
            ),
        )


def used(turn: Turn, state: State, cards: Cards, *, meld: bool) -> State | None:
    """The state with the cards played from the hand to the table and their debts paid; None where
    the deep card had to come first (B-21).

    Copies of a face are alike: whichever of two is played, the debt that is harder to pay is paid
    first. Under `meld_only` only a new meld uses the deep card (B-20); what else was taken from
    the pile of an empty stock may be melded or laid off (B-30).
    """
    drawing = turn.rules.drawing
    deep = state.deep
    left = list(cards)
    if deep >= 0 and deep in left and (meld or drawing.deep_use is DeepUse.MELD_OR_LAYOFF):
        left.remove(deep)
        deep = -1
    if state.deep >= 0 and deep >= 0 and drawing.deep_timing is DeepTiming.IMMEDIATE:
        return None
    return state._replace(
        hand=less(state.hand, cards), deep=deep, owed=less_if_there(state.owed, tuple(left))
    )


def new_melds(turn: Turn, state: State) -> Iterator[tuple[Key, State]]:
    limit = turn.rules.melds.melds_per_turn
    if limit is not None and state.melds >= limit:
        return
    for cards in choices(state.hand, 3):
        for pairs in namings(turn.facts, cards, ()):
            orders = run_orders(turn.facts, pairs)
            kind = MeldKind.RUN if orders else MeldKind.SET
            if not orders and not is_set(turn.facts, pairs):
                continue
            after = used(turn, state, cards, meld=True)
            if after is None:
                continue
            number = state.laid_melds + 1
            laid = orders[0] if orders else in_order(as_lying(turn.facts, pairs))
            lying = Lying(f"M{number}", kind, laid, frozenset())
            yield (
                ("meld", pairs),
                after._replace(
                    table=(*state.table, lying),
                    melded=True,
                    melds=state.melds + 1,
                    laid_melds=number,
                ),
            )


def in_order(pairs: tuple[Pair, ...]) -> tuple[Pair, ...]:
    """A new set lies in the order of what its cards stand for."""
    return tuple(sorted(pairs, key=lambda pair: (pair[1], pair[0])))


def lay_offs(turn: Turn, state: State) -> Iterator[tuple[Key, State]]:
    """Any number of cards at once that fit the meld together (BR-6, R5-8)."""
    if turn.rules.melds.meld_before_layoff and not state.melded:
        return
    for at, lying in enumerate(state.table):
        for cards in choices(state.hand, 1):
            for pairs in namings(turn.facts, cards, lying.pairs):
                if lying.kind is MeldKind.RUN:
                    results = grown_run(turn.facts, lying.pairs, pairs)
                else:
                    grown = (*lying.pairs, *pairs)
                    valid = is_set(turn.facts, grown)
                    results = [as_lying(turn.facts, grown)] if valid else []
                after = used(turn, state, cards, meld=False) if results else None
                if after is None:
                    continue
                if lying.id in state.split and any(is_wild(turn.facts, card) for card in cards):
                    after = after._replace(split=())
                for result in results:
                    low = len(results) > 1 and result is results[0]
                    yield (
                        ("layoff", lying.id, pairs, low),
                        with_meld(after, at, lying._replace(pairs=result)),
                    )


def with_meld(state: State, at: int, lying: Lying) -> State:
    return state._replace(table=(*state.table[:at], lying, *state.table[at + 1 :]))


def stood_for(turn: Turn, lying: Lying) -> list[Card]:
    """The cards that wilds there stand for; one at its own place stands for nothing else (B-09)."""
    return [stand for card, stand in lying.pairs if card != stand]


def real_cards(turn: Turn, state: State) -> Iterator[tuple[Key, State]]:
    """The real card for a wild in a run, once for each (B-19). It lies before the player, so it
    needs no meld of his own first; it uses a dug card unless that must go into a new meld."""
    if turn.rules.melds.real_card_for_wild is not RealCardForWild.RUN_ONLY:
        return
    for at, lying in enumerate(state.table):
        if lying.kind is not MeldKind.RUN:
            continue
        for card in set(state.hand) & set(stood_for(turn, lying)) - lying.reals:
            after = used(turn, state, (card,), meld=False)
            if after is not None:
                changed = lying._replace(reals=lying.reals | {card})
                yield ("real", card, lying.id), with_meld(after, at, changed)


def stolen_wilds(turn: Turn, state: State) -> Iterator[tuple[Key, State]]:
    """The natural takes the wild's place, the wild goes to hand (B-14).

    Where a set ignores suits any card of its rank does, and the wild that lies first is taken.
    """
    if turn.rules.melds.wild_swap is not WildSwap.STEAL:
        return
    if turn.rules.melds.meld_before_layoff and not state.melded:
        return  # it puts a card into a meld on the table, as a lay-off does
    for at, lying in enumerate(state.table):
        suits_free = turn.rules.melds.set_identical and lying.kind is MeldKind.SET
        for card in sorted(set(state.hand) - {JOKER}):
            places = [
                place
                for place, (wild, stand) in enumerate(lying.pairs)
                if wild != stand and (stand % 13 == card % 13 if suits_free else stand == card)
            ]
            after = used(turn, state, (card,), meld=False) if places else None
            if after is None:
                continue
            place = places[0]
            wild = lying.pairs[place][0]
            pairs = (*lying.pairs[:place], (card, card), *lying.pairs[place + 1 :])
            after = after._replace(hand=tuple(sorted((*after.hand, wild))))
            yield ("steal", card, lying.id), with_meld(after, at, lying._replace(pairs=pairs))


def splits(turn: Turn, state: State) -> Iterator[tuple[Key, State]]:
    """A meld of six or more in two valid ones, one of which must then get a wild (B-18). The
    option goes with a cap on wilds: without one nothing is ever split."""
    melds = turn.rules.melds
    if not melds.wild_split_at_six or melds.max_wilds_per_meld is None or state.split:
        return
    for at, lying in enumerate(state.table):
        for cut in range(3, len(lying.pairs) - 2):
            halves = (lying.pairs[:cut], lying.pairs[cut:])
            if lying.kind is MeldKind.RUN:
                valid = all(half in run_orders(turn.facts, half) for half in halves)
            else:
                valid = all(is_set(turn.facts, half) for half in halves)
            if not valid:
                continue
            lower, upper = (
                lying._replace(pairs=half, reals=lying.reals & {stand for _, stand in half})
                for half in halves
            )
            upper = upper._replace(id=lying.id + "b")
            yield (
                ("split", lying.id, cut),
                state._replace(
                    table=(*state.table[:at], lower, upper, *state.table[at + 1 :]),
                    split=(lower.id, upper.id),
                ),
            )


def playable(turn: Turn, state: State, card: Card) -> bool:
    """Something on the table could use the card now: a lay-off, or the real card for a wild. B-34
    names these two and no more, so neither a steal nor a split makes a card playable."""
    alone = state._replace(hand=(card,), deep=-1, owed=(), barred=-1)
    steps = (lay_offs(turn, alone), real_cards(turn, alone))
    return any(next(found, None) is not None for found in steps)


def discards(turn: Turn, state: State) -> Iterator[tuple[Key, After]]:
    if indebted(state):
        return
    for card in sorted(set(state.hand)):
        if card == state.barred and state.hand.count(card) < 2:
            continue  # B-23
        last = len(state.hand) == 1
        floats = turn.rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT
        if last and floats and playable(turn, state, card):
            continue  # K5-9
        yield ("discard", card), OVER


def may_stop(turn: Turn, state: State) -> bool:
    """Without a card the turn is over by itself, out or floating; not where the last card had to
    be kept for the discard (B-37), nor with a debt."""
    required = turn.rules.going_out.go_out is GoOut.DISCARD_REQUIRED
    return state.drawn and not state.hand and not required and not indebted(state)


class Judge:
    """Decides what is legal in one turn, remembering which states can be finished."""

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.known: dict[State, bool] = {}
        self.states = 0

    def can_finish(self, after: After) -> bool:
        if isinstance(after, str):
            return True
        if may_stop(self.turn, after):
            return True
        if not after.hand:
            return False
        found = self.known.get(after)
        if found is None:
            self.states += 1
            self.known[after] = False
            done = any(True for _ in discards(self.turn, after))
            found = done or any(self.can_finish(then) for _, then in table_steps(self.turn, after))
            self.known[after] = found
        return found

    def verdicts(self, state: State) -> dict[Key, tuple[After, bool]]:
        """Every step allowed by itself: what it leads to, and whether the turn can be finished."""
        return {key: (after, self.can_finish(after)) for key, after in all_steps(self.turn, state)}
