"""What cannot be played: every combination of options that no table could sit down to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from laydown.cards import ACE, TEN, TWO
from laydown.rules.catalogue import OPTIONS
from laydown.rules.kinds import by_seats, count_name
from laydown.rules.options import (
    CallRummy,
    DealMode,
    DealShortfall,
    FirstDealer,
    GoingRummy,
    GoOut,
    JokerUpcard,
    MatchMode,
    PileDraw,
    ScoringRule,
    Teams,
)
from laydown.rules.pack import (
    jokers_a_deck,
    pack_size,
    packs,
    ranks_left,
    twos_wild,
    upcard_size,
)

if TYPE_CHECKING:
    from laydown.rules.rules import Rules


MOST_CARDS = 108
"""Two packs with their jokers."""


class Problem(msgspec.Struct, frozen=True):
    """Why rules cannot be played: a sentence, the options to blame, the clause."""

    sentence: str
    options: tuple[str, ...]
    clause: str

    def __str__(self) -> str:
        return self.sentence


def problems_of(rules: Rules) -> tuple[Problem, ...]:
    """Everything that keeps the rules from being played; empty where they can be.

    Values out of their range come first and alone, since nothing can be computed from them.
    """
    wrong = tuple(_out_of_range(rules))
    if wrong:
        return wrong
    if not ranks_left(rules):
        return (Problem("No cards are left in the pack.", ("removed_ranks",), "GE-2"),)
    return (
        *_seats(rules),
        *_deal(rules),
        *_cut(rules),
        *_all_wild(rules),
        *_small_hands(rules),
        *_match(rules),
    )


def upcard_sizes(rules: Rules, decks: int) -> tuple[int, ...]:
    """For every card of the pack, the size of a hand that it begins, smallest first."""
    setup = rules.setup
    sizes: list[int] = [1 + setup.permanent_wild_upcard] * (jokers_a_deck(rules) * decks)
    for rank in ranks_left(rules):
        sizes += [upcard_size(rules, rank)] * (4 * decks)
    return tuple(sorted(sizes))


def _out_of_range(rules: Rules) -> Iterator[Problem]:
    for name, option in OPTIONS.items():
        value = option.of(rules)
        if not option.kind.fits(value):
            yield Problem(
                f"{name} cannot be {value!r}: it must be {option.kind.allowed}.",
                (name,),
                option.about.clause,
            )


def _seats(rules: Rules) -> Iterator[Problem]:
    setup = rules.setup
    if setup.seats_from > setup.seats_to:
        yield Problem(
            f"These rules ask for at least {setup.seats_from} players and at most"
            f" {setup.seats_to}: nobody can play.",
            ("seats_from", "seats_to"),
            "BR-1, K5-1",
        )
    elif not setup.seats_from <= setup.players <= setup.seats_to:
        admitted = (
            f"{setup.seats_from} to {setup.seats_to} players"
            if setup.seats_from < setup.seats_to
            else f"exactly {setup.seats_from} players"
        )
        yield Problem(
            f"{setup.players} players are not possible: these rules are for {admitted}.",
            ("players", "seats_from" if setup.players < setup.seats_from else "seats_to"),
            "BR-1, R5-1, RJ-1, K5-1",
        )
    if setup.teams is Teams.PAIRS and setup.players != 4:
        yield Problem(
            f"Two pairs are four players, not {setup.players}.", ("teams", "players"), "R5-15"
        )


def _deal(rules: Rules) -> Iterator[Problem]:
    setup = rules.setup
    decks = packs(rules)
    if not decks:
        yield Problem(
            f"The list of packs says nothing for {setup.players} players.",
            ("decks", "players"),
            "R5-1",
        )
        return
    second = setup.second_pack_from
    if second is not None and setup.players >= second and decks < 2:
        yield Problem(
            f"With {second} players or more, two packs are compulsory.",
            ("decks", "second_pack_from", "players"),
            "RJ-1, K5-1, B-08",
        )
    if setup.deal_mode is DealMode.FIXED:
        yield from _fixed_deal(rules, decks)
    else:
        yield from _upcard_deal(rules, decks)


def _fixed_deal(rules: Rules, decks: int) -> Iterator[Problem]:
    players = rules.setup.players
    each = by_seats(rules.setup.deal_fixed, players)
    if each is None:
        yield Problem(
            f"The deal says nothing for {players} players.", ("deal_fixed", "players"), "BR-2"
        )
        return
    needed, there = each * players + 2, pack_size(rules, decks)
    if needed > there:
        yield Problem(
            f"{players} hands of {each}, a card for the pile and one for the stock make {needed}"
            f" cards; {_pack_words(decks)} {there}.",
            ("deal_fixed", "players", "decks"),
            "BR-2, R5-2, B-07",
        )


def _upcard_deal(rules: Rules, decks: int) -> Iterator[Problem]:
    players = rules.setup.players
    if rules.setup.deal_shortfall is DealShortfall.ADD_DECK:
        decks = 2
    sizes, there = upcard_sizes(rules, decks), pack_size(rules, decks)
    needed = sum(sizes[:players]) + 2
    if len(sizes) < players or needed > there:
        yield Problem(
            f"Even the smallest hands that upcards can bring {players} players, a card for the pile"
            f" and one for the stock make {needed} cards; {_pack_words(decks)} {there}.",
            ("deal_mode", "upcard_values", "players", "decks"),
            "K5-2, B-07",
        )


def _pack_words(decks: int) -> str:
    return "the pack has" if decks == 1 else f"{count_name(decks)} packs have"


def _cut(rules: Rules) -> Iterator[Problem]:
    """Somebody must be able to draw the single lowest card."""
    if rules.setup.first_dealer is not FirstDealer.CUT_LOW:
        return
    decks = packs(rules)
    others = pack_size(rules, decks) - 4 * decks  # all but the lowest rank
    if decks and others < rules.setup.players - 1:
        yield Problem(
            "Whatever cards are drawn for the deal, the lowest always tie: nobody can deal first.",
            ("first_dealer", "removed_ranks", "players"),
            "BR-1, K5-2",
        )


def _small_hands(rules: Rules) -> Iterator[Problem]:
    """Where hands cannot grow, they must be large enough for a meld with the card drawn."""
    setup, drawing = rules.setup, rules.drawing
    if rules.calling.call_rummy is CallRummy.BOARD_AND_PILE:
        return  # a call can make a meld of pile cards alone
    fixed = setup.deal_mode is DealMode.FIXED
    if fixed:
        largest = by_seats(setup.deal_fixed, setup.players) or MOST_CARDS
    else:
        largest = upcard_sizes(rules, packs(rules) or 1)[-1]
    if drawing.pile_draw is PileDraw.ANY_DEPTH and not (
        drawing.pile_needs_two_naturals and largest < 2
    ):
        return  # a dig makes a hand larger
    keeps_one = rules.going_out.go_out is GoOut.DISCARD_REQUIRED
    if largest + 1 < 3 + keeps_one:
        kept = " and keep one to discard" if keeps_one else ""
        yield Problem(
            f"Nobody can ever meld: a hand of {largest} and the card drawn are too few to lay three"
            f"{kept}.",
            ("deal_fixed" if fixed else "upcard_values", "pile_draw", "go_out"),
            "BR-4, BR-5, B-37",
        )


def _all_wild(rules: Rules) -> Iterator[Problem]:
    """Three natural cards of a rank make a set, unless every rank is wild and wilds are capped."""
    left = ranks_left(rules)
    upcards = rules.setup.deal_mode is DealMode.UPCARD
    # With a single rank left the dealer's upcard names it, unless it can be a joker (B-04).
    joker_up = jokers_a_deck(rules) and rules.setup.joker_upcard is JokerUpcard.NO_WILD_RANK
    always_named = upcards and len(left) == 1 and not joker_up
    natural = [r for r in left if not always_named and not (r == TWO and twos_wild(rules))]
    cap = rules.melds.max_wilds_per_meld
    if not natural and cap is not None and cap < 3:
        yield Problem(
            f"Every card of the pack is wild and a meld may hold {cap or 'no'} wild"
            f" card{'' if cap == 1 else 's'}: nothing can ever be melded.",
            ("max_wilds_per_meld", "removed_ranks", "permanent_wilds"),
            "B-18",
        )


def _match(rules: Rules) -> Iterator[Problem]:
    if rules.match.match_mode is MatchMode.TARGET and not _can_score(rules):
        yield Problem(
            "No card counts anything, so nobody can ever reach the target.",
            ("target", "pip_value", "ten", "ace_elsewhere_on_table", "ace_in_hand"),
            "BR-12, R5-13",
        )


def _can_score(rules: Rules) -> bool:
    """Some card that can bring points counts more than nothing, or going rummy does."""
    values = rules.scoring
    takes_hands = values.scoring is ScoringRule.WINNER_TAKES_HANDS
    left = ranks_left(rules)
    worth = [_worth(rules, rank) for rank in left]
    if rules.setup.deal_mode is DealMode.UPCARD:
        worth += [values.wild_ace_value if rank == ACE else values.wild_value for rank in left]
    if jokers_a_deck(rules):
        as_represented = 15 if takes_hands else 0  # in a hand it represents nothing (RJ-6)
        worth.append(
            as_represented if values.joker_value == "as_represented" else values.joker_value
        )
    return any(worth) or (takes_hands and rules.going_out.going_rummy is GoingRummy.FLAT10)


def _worth(rules: Rules, rank: int) -> int:
    """What a card of the rank counts where it brings points: on the table, or in other hands."""
    values = rules.scoring
    if rank == TWO and twos_wild(rules):
        return values.wild_value
    if rank == ACE:
        held = values.ace_in_hand
        if values.scoring is ScoringRule.WINNER_TAKES_HANDS and held != "as_on_table":
            return held
        return values.ace_elsewhere_on_table
    if rank < TEN:
        return rank + 1 if values.pip_value == "face" else values.pip_value
    return values.ten if rank == TEN else 10
