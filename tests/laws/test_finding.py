"""Looking for melds and lay-offs of so many cards finds what looking for all of them finds."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import rules

from laydown.engine.dealing import decks_for
from laydown.engine.finding import layoffs_on, melds_in
from laydown.engine.law import Law, law
from laydown.engine.state import TableMeld
from laydown.rules.options import DealMode
from laydown.rules.rules import Rules


@st.composite
def laws_and_cards(draw: st.DrawFn) -> tuple[Law, tuple[int, ...]]:
    """Some rules, and cards of their pack that often go together."""
    found: Rules = draw(rules())
    wild_rank = draw(st.integers(0, 12)) if found.setup.deal_mode is DealMode.UPCARD else -1
    facts = law(found, decks=decks_for(found), wild_rank=wild_rank)
    pack = [face for face in range(53) if facts.in_pack[face]]
    near = [face for face in pack if face % 13 in (0, 1, 2, 12) or facts.is_wild[face]]
    drawn = draw(st.lists(st.sampled_from(near or pack), min_size=3, max_size=7))
    kept = [face for face, n in Counter(drawn).items() for _ in range(min(n, facts.copies[face]))]
    return facts, tuple(sorted(kept))


@given(laws_and_cards())
def test_melds_of_so_many_cards(case: tuple[Law, tuple[int, ...]]) -> None:
    facts, cards = case
    every = list(melds_in(facts, cards))
    for size in range(3, len(cards) + 1):
        exact = list(melds_in(facts, cards, shortest=size))
        assert exact == [shape for shape in every if len(shape.cards) >= size]


@given(laws_and_cards(), laws_and_cards())
def test_layoffs_of_so_many_cards(
    case: tuple[Law, tuple[int, ...]], other: tuple[Law, tuple[int, ...]]
) -> None:
    facts, cards = case
    faces = tuple(face for face in other[1] if facts.in_pack[face])
    shape = next(melds_in(facts, faces + cards), None)
    if shape is None:
        return
    meld = TableMeld("M1", shape.kind, 0, shape.cards, shape.stands, (0,) * len(shape.cards))
    every = list(layoffs_on(facts, meld, cards))
    for size in range(1, len(cards) + 1):
        exact = list(layoffs_on(facts, meld, cards, shortest=size))
        assert exact == [found for found in every if len(found[0]) >= size]
