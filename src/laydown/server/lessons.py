"""The lessons: one idea each on a small real table, declared as positions and the moves to make.

The rules are games as they come, found by what they play and not by name. Cards are written as
records write them; the learner sits at seat p1.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from laydown.rules.catalogue import replaced
from laydown.rules.games import DEFAULT, GAMES
from laydown.rules.options import CallRummy, CallWindow, GoOut
from laydown.rules.rules import Rules


class Step(msgspec.Struct, frozen=True):
    """One thing to do. `moves` are those that are wanted, `*` standing for any cards; the first is
    a way through. The step is done with the move, or where `until` says so, once it is so."""

    say: str
    moves: tuple[str, ...]
    why: str = ""
    until: str = ""
    """``floats`` or ``out``, where more than one move may lead there"""
    then: tuple[str, ...] = ()
    """what the others do next"""


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """A position with its steps. Hands of the others, and the stock behind its top, are dull."""

    name: str
    title: str
    idea: str
    rules: Rules
    hand: str
    stock: str = ""
    """the next cards to be drawn"""
    pile: str = "2C"
    melds: tuple[tuple[int, str], ...] = ()
    """by seat: who laid which cards"""
    discarded: str = ""
    """the round begins with this card, just discarded by the last seat"""
    wild: str = ""
    steps: tuple[Step, ...]
    praise: str
    options: tuple[str, ...]
    """the rules that it is about"""


def _where(plays: Callable[[Rules], bool]) -> Rules:
    """The first game that plays so."""
    return next(each.rules for each in GAMES.values() if plays(each.rules))


_PLAIN = DEFAULT.rules
_JOKERS = _where(lambda rules: rules.setup.jokers_per_deck > 0)
_FLOATING = replaced(
    _where(lambda rules: rules.going_out.go_out is GoOut.UNPLAYABLE_DISCARD_FLOAT),
    {"players": 3, "call_rummy": CallRummy.OFF, "call_needs_own_meld": False},
)
_CALLING = replaced(
    _where(lambda rules: rules.calling.call_rummy is CallRummy.BOARD),
    {"players": 3, "call_window": CallWindow.UNTIL_NEXT_DRAW},
)

_DRAW = Step(
    "Draw the top card of the stock: tap it.",
    ("draw",),
    "Every turn begins with a draw.",
)
_DISCARD = Step(
    "Discard a card you do not need: choose it and press Discard.",
    ("discard *",),
    "A discard ends the turn.",
)

LESSONS: dict[str, Lesson] = {
    each.name: each
    for each in (
        Lesson(
            name="set",
            title="A set",
            idea="Three or four cards of one rank.",
            rules=_PLAIN,
            hand="7S 7H KC 4D 9C JS",
            stock="7D",
            steps=(
                _DRAW,
                Step(
                    "You drew the third seven. Choose 7♠ 7♥ 7♦ and press Meld.",
                    ("meld 7S 7H 7D",),
                    "Three of a rank are a set. On the table each card counts for you.",
                ),
                _DISCARD,
            ),
            praise="A set lies on the table, and its 21 points are yours.",
            options=("sets",),
        ),
        Lesson(
            name="run",
            title="A run",
            idea="Three or more cards of one suit in a row.",
            rules=_PLAIN,
            hand="4H 5H 6H 9S JD KC",
            stock="7H",
            steps=(
                _DRAW,
                Step(
                    "4♥ 5♥ 6♥ 7♥ lie in a row. Choose all four and press Meld.",
                    ("meld 4H 5H 6H 7H",),
                    "Cards of one suit in a row are a run, as long as you like.",
                ),
                _DISCARD,
            ),
            praise="A run of four. Whoever holds 3♥ or 8♥ could lay it off there.",
            options=("runs", "ace_in_runs"),
        ),
        Lesson(
            name="laying-off",
            title="Laying off",
            idea="Cards that fit a meld on the table go there, and count for you.",
            rules=_PLAIN,
            hand="JC QC 5H 3D",
            stock="KD",
            melds=((1, "8C 9C 10C"), (0, "QS QH QD")),
            steps=(
                _DRAW,
                Step(
                    "J♣ goes on the other player's run of clubs. Choose it and press Lay off.",
                    ("layoff JC to M1", "layoff JC QC to M1"),
                    "You may lay off on any meld, and the card scores for you.",
                ),
                Step(
                    "Q♣ fits twice now: on the run, or on your queens. Lay it off on either.",
                    ("layoff QC to M1", "layoff QC to M2"),
                    "Where a card fits in two places, you choose.",
                ),
                _DISCARD,
            ),
            praise="Twenty points from cards that made no meld of their own.",
            options=("layoff_targets", "meld_before_layoff"),
        ),
        Lesson(
            name="digging",
            title="Digging",
            idea="Take a card from deep in the pile, with all that lie on it, and use it at once.",
            rules=_PLAIN,
            hand="10H JH 6C 3S",
            pile="4S 9H 2D KC",
            steps=(
                Step(
                    "9♥ lies in the pile and goes with your 10♥ J♥. Tap 9♥ and take three cards.",
                    ("take 3",),
                    "2♦ and K♣ lie on it, so they come along to your hand.",
                ),
                Step(
                    "Now you must use 9♥ this turn. Meld 9♥ 10♥ J♥.",
                    ("meld 9H 10H JH",),
                    "The deepest card of a dig goes on the table in the same turn.",
                ),
                _DISCARD,
            ),
            praise="Twenty-nine points, and two cards more to play with or to be caught with.",
            options=("pile_draw", "deep_use"),
        ),
        Lesson(
            name="low-ace",
            title="The low ace",
            idea="An ace is low or high in a run, and it counts accordingly.",
            rules=_PLAIN,
            hand="AS 2S 3S QS KS 8D",
            stock="5C",
            steps=(
                _DRAW,
                Step(
                    "A♠ goes with 2♠ 3♠, where it counts 1, or with Q♠ K♠, where it counts 15."
                    " Meld the better one.",
                    ("meld QS KS AS",),
                    "A-2-3 would be 6 points in all, Q-K-A is 35.",
                ),
                _DISCARD,
            ),
            praise="An ace above the king: 35 points. K-A-2 is no run: an ace stands at an end.",
            options=("ace_in_runs", "ace_in_low_run", "ace_elsewhere_on_table"),
        ),
        Lesson(
            name="wild-cards",
            title="Wild cards",
            idea="A joker stands for any card you name, and stays that card.",
            rules=_JOKERS,
            hand="X 7C 8C 5D 9H",
            stock="KS",
            steps=(
                _DRAW,
                Step(
                    "The joker completes 7♣ 8♣. Choose the three, press Meld, and say which card it"
                    " is.",
                    ("meld X 7C 8C",),
                    "It may be 6♣ or 9♣ here. What is said stands for the rest of the round.",
                ),
                _DISCARD,
            ),
            praise="Thirty points with a joker that you no longer have to be afraid to hold.",
            options=("jokers_per_deck", "wild_named", "wild_swap"),
        ),
        Lesson(
            name="floating",
            title="Floating",
            idea="Where the last discard must be one nobody can use, an empty hand plays on.",
            rules=_FLOATING,
            hand="10S QS",
            stock="JS",
            melds=((0, "7S 8S 9S"), (1, "QH QD QC")),
            wild="3",
            steps=(
                _DRAW,
                Step(
                    "All your cards fit the table. Lay them off, every one.",
                    ("layoff 10S JS QS to M1", "layoff * to M1", "layoff * to M2"),
                    "You cannot go out by discarding a card that somebody could lay off.",
                    until="floats",
                ),
            ),
            praise="You float: no card in hand, and each turn you draw one until it is of no use to"
            " anybody. Then you discard it and are out.",
            options=("go_out",),
        ),
        Lesson(
            name="calling",
            title="Calling rummy",
            idea="A discard that fits a meld can be called, out of turn.",
            rules=_CALLING,
            hand="4H 9D KC",
            melds=((0, "QH QD QC"), (1, "7S 8S 9S")),
            discarded="10S",
            wild="3",
            steps=(
                Step(
                    "10♠ was thrown away although it fits the spades. Call rummy.",
                    ("call 10S to M2",),
                    "You may, for you have melded in this round. The card counts for you.",
                ),
                Step(
                    "Whoever calls then discards. Choose a card and press Discard.",
                    ("discard *",),
                    "After that play goes on with whoever was due.",
                ),
            ),
            praise="Ten points for keeping your eyes open.",
            options=("call_rummy", "call_needs_own_meld", "call_followup"),
        ),
        Lesson(
            name="going-out",
            title="Going out",
            idea="Whoever has no card left ends the round, and everybody counts.",
            rules=_PLAIN,
            hand="5H 6H 7H KS",
            stock="2D",
            melds=((1, "KC KH KD"), (0, "AS 2S 3S")),
            steps=(
                _DRAW,
                Step(
                    "Meld 5♥ 6♥ 7♥.",
                    ("meld 5H 6H 7H",),
                    "One meld, and two cards are left.",
                ),
                Step(
                    "K♠ completes the kings. Lay it off.",
                    ("layoff KS to M1",),
                    "One card is left.",
                ),
                Step(
                    "Discard 2♦, your last card.",
                    ("discard 2D",),
                    "A last discard is not asked for by these rules, but it will do.",
                    until="out",
                ),
            ),
            praise="Out! The others lose what they hold; every line of the score says why.",
            options=("go_out", "scoring"),
        ),
    )
}
"""By name, in the order in which they are learnt."""
