"""What cannot be played is named; what can be played, however odd, is not."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.strategies import any_rules, rules

from laydown.rules.catalogue import OPTIONS
from laydown.rules.errors import BadRules
from laydown.rules.games import preset
from laydown.rules.rules import Rules, checked
from laydown.rules.text import parse_rules

# The rules, the options to blame, and words of the sentence.
UNPLAYABLE = [
    ("basic players=7", {"players", "seats_to"}, "7 players are not possible"),
    ("r5000 players=2", {"players", "seats_from"}, "these rules are for 3 to 8 players"),
    ("duel players=3", {"players", "seats_to"}, "exactly 2 players"),
    ("r500 seats_from=5 seats_to=3", {"seats_from", "seats_to"}, "nobody can play"),
    ("r500 teams=pairs", {"teams", "players"}, "Two pairs are four players, not 2"),
    ("r500 teams=pairs players=6", {"teams", "players"}, "not 6"),
    ("r500j players=5 decks=1", {"decks", "second_pack_from", "players"}, "two packs are comp"),
    ("r5000 players=8 decks=1", {"decks", "second_pack_from", "players"}, "two packs are comp"),
    ("george decks=1", {"decks", "second_pack_from", "players"}, "two packs are comp"),
    ("r500 decks=3:1", {"decks", "players"}, "says nothing for 2 players"),
    ("r500 deal_fixed=3:7", {"deal_fixed", "players"}, "says nothing for 2 players"),
    # 2 × 26 are all 52 cards; 25 each leave the two that must be left.
    ("r500 deal_fixed=26", {"deal_fixed", "players", "decks"}, "make 54 cards; the pack has 52"),
    ("r500 players=5 deal_fixed=11", {"deal_fixed", "players", "decks"}, "make 57 cards"),
    ("r500 players=6 decks=2 deal_fixed=18", {"deal_fixed", "players", "decks"}, "packs have 104"),
    ("basic removed_ranks=23456789TJ", {"deal_fixed", "players", "decks"}, "the pack has 12"),
    ("r500 removed_ranks=A23456789TJQK", {"removed_ranks"}, "No cards are left"),
    # Eight hands of at least eleven cards and the upcards: 8 × 12 + 2 of 52.
    (
        "r500 seats_to=8 players=8 decks=1 deal_mode=upcard upcard_values=A-K:11",
        {"deal_mode", "upcard_values", "players", "decks"},
        "make 98 cards; the pack has 52",
    ),
    # With a second pack allowed for the deal, 98 of 104 would do; 13 more each would not.
    (
        (
            "r500 seats_to=8 players=8 decks=1 deal_mode=upcard upcard_values=A-K:13"
            " deal_shortfall=add_deck"
        ),
        {"deal_mode", "upcard_values", "players", "decks"},
        "two packs have 104",
    ),
    # Four cards of one rank, or six hands drawing from eight: the lowest always tie.
    (
        "r500 removed_ranks=A23456789TJQ deal_fixed=1 first_dealer=cut_low",
        {"first_dealer", "removed_ranks", "players"},
        "nobody can deal first",
    ),
    (
        "r500 removed_ranks=A23456789TJ decks=1 players=6 deal_fixed=1 first_dealer=cut_low",
        {"first_dealer", "removed_ranks", "players"},
        "nobody can deal first",
    ),
    # One card and the one drawn make no meld; two and the one drawn none that keeps a discard.
    ("basic deal_fixed=1", {"deal_fixed", "pile_draw", "go_out"}, "hand of 1 and the card drawn"),
    (
        "basic deal_fixed=2 go_out=discard_required",
        {"deal_fixed", "pile_draw", "go_out"},
        "lay three and keep one to discard",
    ),
    (
        "r500 deal_fixed=1 pile_needs_two_naturals=on",
        {"deal_fixed", "pile_draw", "go_out"},
        "Nobody can ever meld",
    ),
    (
        "george pile_draw=top_only upcard_values=A-K:1 upcard_ace=as_listed",
        {"upcard_values", "pile_draw", "go_out"},
        "Nobody can ever meld",
    ),
    # Only twos are left: all are wild, and no meld may hold three wild cards.
    (
        "r500 removed_ranks=A3456789TJQK deal_fixed=1 permanent_wilds=twos max_wilds_per_meld=2",
        {"max_wilds_per_meld", "removed_ranks", "permanent_wilds"},
        "nothing can ever be melded",
    ),
    # Only kings are left, and the dealer's upcard makes kings wild.
    (
        (
            "r500 removed_ranks=A23456789TJQ decks=2 deal_mode=upcard upcard_count=total"
            " upcard_values=K:2 max_wilds_per_meld=0"
        ),
        {"max_wilds_per_meld", "removed_ranks", "permanent_wilds"},
        "no wild cards",
    ),
    (
        "basic removed_ranks=JQK pip_value=0 ten=0 ace_in_hand=0",
        {"target", "pip_value", "ten", "ace_elsewhere_on_table", "ace_in_hand"},
        "nobody can ever reach the target",
    ),
    (
        "r500 removed_ranks=JQK pip_value=0 ten=0 ace_elsewhere_on_table=0",
        {"target", "pip_value", "ten", "ace_elsewhere_on_table", "ace_in_hand"},
        "nobody can ever reach the target",
    ),
]


@pytest.mark.parametrize(("text", "options", "words"), UNPLAYABLE)
def test_what_cannot_be_played_is_named(text: str, options: set[str], words: str) -> None:
    (problem,) = parse_rules(text).problems()
    assert set(problem.options) == options
    assert words in problem.sentence
    assert str(problem) == problem.sentence
    assert problem.sentence.endswith(".")
    assert problem.clause


@pytest.mark.parametrize(
    "text",
    [
        "basic players=6 decks=2",
        "r500 players=5",
        "r500 players=5 decks=2",
        "r500 players=6 decks=1",  # nine cards in the stock, R5-1
        "r500 players=4 teams=pairs",
        "r500 deal_fixed=25",
        "r500 deal_fixed=1 go_out=discard_required",  # a dig makes the hand larger
        "basic deal_fixed=2",
        "basic deal_fixed=3 go_out=discard_required",
        "basic deal_fixed=1 call_rummy=board_and_pile",
        "r500 removed_ranks=A23456789TJ decks=1 players=5 deal_fixed=1 first_dealer=cut_low",
        "r500 seats_from=3 seats_to=3 players=3",
        "r500 recycle_limit=0 stock_out=recycle",
        "r500 max_wilds_per_meld=0 jokers_per_deck=2 min_naturals=3",
        "r500 removed_ranks=A3456789TJQK deal_fixed=1 permanent_wilds=twos max_wilds_per_meld=3",
        (
            "r500 removed_ranks=A23456789TJQ decks=2 deal_mode=upcard upcard_count=total"
            " upcard_values=K:2 max_wilds_per_meld=1 jokers_per_deck=2"
        ),  # a joker names no rank
        "r5000 permanent_wilds=twos permanent_wild_upcard=20 players=3",  # B-07: sometimes void
        "george players=8",  # B-07: sometimes void
        (
            "r500 seats_to=8 players=8 decks=1 deal_mode=upcard upcard_values=A-K:11"
            " deal_shortfall=add_deck"
        ),
        "r500 removed_ranks=JQK pip_value=0 ten=0 ace_elsewhere_on_table=0 match_mode=n_deals",
        "r500 removed_ranks=JQK pip_value=0 ten=1 ace_elsewhere_on_table=0",
        "r500 removed_ranks=JQK pip_value=0 ten=0 ace_elsewhere_on_table=0 jokers_per_deck=2",
        "r500 removed_ranks=JQK pip_value=0 ten=0 ace_elsewhere_on_table=0 permanent_wilds=twos",
        "r5000 removed_ranks=JQK pip_value=0 ten=0 ace_elsewhere_on_table=0",
        "basic removed_ranks=JQK pip_value=0 ten=0 ace_in_hand=0 going_rummy=flat10",
        "r500 players=2 teams=none winner_rule=out_player go_out=unplayable_discard_float",
    ],
)
def test_what_can_be_played_is_accepted(text: str) -> None:
    assert parse_rules(text).problems() == ()


def with_setup(**changes: object) -> Rules:
    """Rummy 500 with values put in past every check."""
    base = preset("r500")
    return msgspec.structs.replace(base, setup=msgspec.structs.replace(base.setup, **changes))


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ({"players": 1}, "players"),
        ({"players": 9}, "players"),
        ({"players": True}, "players"),
        ({"decks": ()}, "decks"),
        ({"decks": ((2, 3),)}, "decks"),
        ({"decks": ((5, 2), (2, 1))}, "decks"),
        ({"deal_fixed": ((2, 0),)}, "deal_fixed"),
        ({"deal_fixed": ((2, 13), (2, 7))}, "deal_fixed"),
        ({"removed_ranks": "22"}, "removed_ranks"),
        ({"removed_ranks": "Z"}, "removed_ranks"),
        ({"upcard_values": (1, 2, 3)}, "upcard_values"),
        ({"upcard_values": (0,) * 13}, "upcard_values"),
        ({"jokers_per_deck": 1}, "jokers_per_deck"),
        ({"permanent_wild_upcard": 16}, "permanent_wild_upcard"),
        ({"second_pack_from": 1}, "second_pack_from"),
        ({"deal_mode": "fixed"}, "deal_mode"),  # not a member of the list
    ],
)
def test_values_out_of_range_are_problems(change: dict[str, object], name: str) -> None:
    (problem,) = with_setup(**change).problems()
    assert problem.options == (name,)
    assert OPTIONS[name].kind.allowed in problem.sentence


def test_checked_raises_every_problem_at_once() -> None:
    fine = preset("r500")
    assert checked(fine) is fine
    with pytest.raises(BadRules) as caught:
        checked(parse_rules("basic players=7 teams=pairs"))
    assert "7 players are not possible" in str(caught.value)
    assert "Two pairs" in str(caught.value)


@given(any_rules())
@settings(max_examples=80)
def test_problems_blame_options_that_exist(made: Rules) -> None:
    for problem in made.problems():
        assert problem.options
        assert set(problem.options) <= set(OPTIONS)


@given(rules(), st.data())
@settings(max_examples=100)
def test_accepted_rules_can_be_dealt(made: Rules, data: st.DataObject) -> None:
    """Counted here once more, by hand: some deal leaves a card for the pile and one to draw."""
    setup = made.setup
    assert setup.seats_from <= setup.players <= setup.seats_to
    decks = [number for start, number in setup.decks if start <= setup.players][-1]
    if setup.deal_mode == "upcard" and setup.deal_shortfall == "add_deck":
        decks = 2
    permanent = setup.permanent_wilds.split("+")
    jokers = decks * (2 if "jokers" in permanent else setup.jokers_per_deck)
    ranks = [rank for rank in "A23456789TJQK" if rank not in setup.removed_ranks]
    cards = 4 * decks * len(ranks) + jokers
    if setup.deal_mode == "fixed":
        each = [number for start, number in setup.deal_fixed if start <= setup.players][-1]
        assert each >= 1
        assert each * setup.players + 2 <= cards
        return
    sizes = [1 + setup.permanent_wild_upcard] * jokers
    for rank in ranks:
        value = setup.upcard_values["A23456789TJQK".index(rank)]
        if rank == "A" and setup.upcard_ace != "as_listed":
            value = int(setup.upcard_ace)
        size = value + (setup.upcard_count == "extra")
        if rank == "2" and "twos" in permanent:
            size = 1 + setup.permanent_wild_upcard
        sizes += [size] * 4 * decks
    assert sum(sorted(sizes)[: setup.players]) + 2 <= cards
