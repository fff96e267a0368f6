"""The games: a key, a title and the rules a table plays where it agrees nothing else.

Only this module names games. Each writes down what it says itself; where its source is silent
an option keeps the fallback declared in `options.py`.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

import msgspec

from laydown.rules.errors import BadRules
from laydown.rules.options import (
    AceInRuns,
    CallFollowup,
    Calling,
    CallRummy,
    DealMode,
    DealRotation,
    DeepTiming,
    Drawing,
    FirstDealer,
    FirstPlayer,
    GoingOut,
    GoingRummy,
    GoOut,
    MatchRules,
    Melds,
    NegativeScores,
    PileDraw,
    RealCardForWild,
    Scoring,
    ScoringRule,
    Sets,
    Setup,
    StockOut,
    TieRule,
    UpcardAce,
    UpcardCount,
)
from laydown.rules.rules import Rules
from laydown.rules.worked import DIG, ROUND, WorkedDig, WorkedRound


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A bundled rule set and the words that introduce it."""

    key: str
    title: str
    blurb: str
    rules: Rules
    aliases: tuple[str, ...] = ()
    round: WorkedRound = ROUND
    """the worked round of its source"""
    dig: WorkedDig = DIG
    clauses: tuple[str, ...] = ("R5",)
    """the series of clauses that tell of it, its own first"""


_BASIC = Rules(
    setup=Setup(
        seats_from=2,
        seats_to=6,
        decks=((2, 1),),
        deal_fixed=((2, 10), (3, 7), (5, 6)),
        first_dealer=FirstDealer.CUT_LOW,
        deal_rotation=DealRotation.ALTERNATE,
        first_player=FirstPlayer.NON_DEALER,
    ),
    drawing=Drawing(pile_draw=PileDraw.TOP_ONLY, stock_out=StockOut.RECYCLE, loop_guard=9),
    melds=Melds(ace_in_runs=AceInRuns.LOW),
    going_out=GoingOut(going_rummy=GoingRummy.DOUBLE),
    scoring=Scoring(scoring=ScoringRule.WINNER_TAKES_HANDS, ace_in_hand=1),
    match=MatchRules(target=100),
)

_R500 = Rules()

_R500_JOKERS = Rules(
    setup=Setup(seats_to=8, second_pack_from=5, decks=((2, 1), (5, 2)), jokers_per_deck=2),
    drawing=Drawing(deep_timing=DeepTiming.IMMEDIATE, stock_out=StockOut.END_IF_DECLINED),
    calling=Calling(call_with_hand=True),
    scoring=Scoring(ace_in_low_run=15),
)

_R5000 = Rules(
    setup=Setup(
        players=4,
        seats_from=3,
        seats_to=8,
        second_pack_from=5,
        decks=((2, 1), (5, 2)),
        deal_mode=DealMode.UPCARD,
        first_dealer=FirstDealer.CUT_LOW,
    ),
    drawing=Drawing(stock_out=StockOut.END_IF_DECLINED),
    melds=Melds(
        sets=Sets.FOUR_A_DECK, set_identical=True, real_card_for_wild=RealCardForWild.RUN_ONLY
    ),
    going_out=GoingOut(go_out=GoOut.UNPLAYABLE_DISCARD_FLOAT),
    calling=Calling(
        call_rummy=CallRummy.BOARD,
        call_needs_own_meld=True,
        call_followup=CallFollowup.DISCARD_IF_POSSIBLE,
    ),
    scoring=Scoring(
        scoring=ScoringRule.MELDS_PLUS_OUT_BONUS,
        pip_value=5,
        ace_in_low_run="as_elsewhere",
        ace_elsewhere_on_table=100,
        ace_in_hand=100,
        joker_value=100,
        negative_scores=NegativeScores.SHEET_FLOOR_ZERO,
    ),
    match=MatchRules(target=5000, tie_rule=TieRule.SHARED),
)

_GEORGE = msgspec.structs.replace(
    _R5000,
    setup=msgspec.structs.replace(
        _R5000.setup,
        second_pack_from=3,
        decks=((2, 2),),
        removed_ranks="2",
        upcard_count=UpcardCount.TOTAL,
        upcard_values=(14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
        upcard_ace=UpcardAce.FOURTEEN,
    ),
    drawing=msgspec.structs.replace(_R5000.drawing, pile_needs_two_naturals=True),
    melds=msgspec.structs.replace(
        _R5000.melds, runs=False, max_wilds_per_meld=1, real_card_for_wild=RealCardForWild.OFF
    ),
    match=msgspec.structs.replace(_R5000.match, target=2500),
)

_DUEL = Rules(setup=Setup(seats_to=2))

_BASIC_ROUND = WorkedRound(
    names=("You", "Player A", "Player B"),
    melds=(
        (0, ("4H 5H 6H", "4H 4S 4D")),
        (0, ("9S 9D 9C", "8S 8D 8C")),
        (1, ("JS JH JD", "TS TH TD")),
    ),
    layoffs=((0, "JC", 3),),
    hands=("", "KC 7D 3S", "AH 9H"),
    out=0,
)
"""BR-10, BR-11: thirty points, sixty where the whole hand went down at once."""

_BASIC_TAKE = WorkedDig(hand="4H 5H 9S 9D 9C JC KD", pile="6H", take=1, meld="4H 5H 6H")

_JOKERS_ROUND = WorkedRound(
    names=("Anna", "Ben"),
    melds=(
        (0, ("6C 7C X=8C", "6C 7C 8C", "6C 6D 6H")),
        (0, ("AS AD AC", "KS KH KC")),
        (1, ("7H 8H 9H", "8H 8S 8D")),
        (1, ("QS QH QD", "JS JH JD")),
    ),
    layoffs=((1, "AH", 2),),
    hands=("", "KD X"),
    out=0,
)
"""RJ-6: Ben's 69 on the table less 25 in hand is 44."""

_JOKERS_DIG = WorkedDig(hand="9C 9H 4D 7S", pile="KS 3H 9D JC 5S", take=3, meld="9C 9H 9D")

_5000_ROUND = WorkedRound(
    names=("Alice", "Bob", "Carl"),
    melds=((0, ("9C TC JC", "9C 9H 9D")), (0, ("KS KH KD", "TS TH TD"))),
    hands=("", "8H 7D AC", "6D QD 3S"),
    out=0,
)
"""K5-12, sixes wild: Alice 280, Bob 0, Carl 0."""

GAMES: dict[str, Game] = {
    each.key: each
    for each in (
        Game(
            key="rummy",
            title="Rummy",
            blurb="The basic game: be first without a card and score what the others still hold.",
            rules=_BASIC,
            round=_BASIC_ROUND,
            dig=_BASIC_TAKE,
            clauses=("BR",),
            aliases=("basic", "basic-rummy", "rum"),
        ),
        Game(
            key="rummy-500",
            title="Rummy 500",
            blurb="The pile is spread, you may dig for any card you can use, and every card you"
            " put on the table scores for you.",
            rules=_R500,
            aliases=("r500", "500", "500-rum", "500-rummy"),
        ),
        Game(
            key="rummy-500-jokers",
            title="Rummy 500 with jokers",
            blurb="Rummy 500 for up to eight, with jokers that stand for any card you name.",
            rules=_R500_JOKERS,
            round=_JOKERS_ROUND,
            dig=_JOKERS_DIG,
            clauses=("RJ", "R5"),
            aliases=("r500j", "500-jokers", "jokers"),
        ),
        Game(
            key="5000-rummy",
            title="5000 Rummy",
            blurb="Upcards decide how many cards you hold and which rank is wild, rummy may be"
            " called, and who goes out collects what the others hold.",
            rules=_R5000,
            round=_5000_ROUND,
            dig=_JOKERS_DIG,
            clauses=("K5",),
            aliases=("r5000", "5000", "rummy-5000"),
        ),
        Game(
            key="george",
            title="George (2500)",
            blurb="5000 Rummy with sets only, one wild card to a set and no twos in the pack.",
            rules=_GEORGE,
            round=_5000_ROUND,
            dig=_JOKERS_DIG,
            clauses=("GE", "K5"),
            aliases=("2500", "2500-rummy", "george-2500"),
        ),
        Game(
            key="rummy-500-duel",
            title="Rummy 500 for two",
            blurb="Rummy 500 exactly as one plays it against the computer: two seats, 13 cards"
            " each, no extras.",
            rules=_DUEL,
            aliases=("r500-duel", "duel"),
        ),
    )
}
"""By key, in the order in which they are offered."""

COMPARED: tuple[Game, ...] = (GAMES["rummy"], GAMES["rummy-500"])
"""The games with which people compare another."""

USUAL = "rummy-500"
"""The key of the game that is meant where nobody names one."""

DEFAULT: Game = GAMES["rummy-500"]
"""What is played where nobody says which game."""

_BY_NAME: dict[str, Game] = {
    name: each for each in GAMES.values() for name in (each.key, *each.aliases)
}


def game(key_or_alias: str) -> Game:
    """The game of that key or alias; :class:`BadRules` with the nearest names otherwise.

    >>> game("Rummy 500").key
    'rummy-500'
    """
    name = re.sub(r"[\s_\-–—]+", "-", key_or_alias.strip().lower())
    found = _BY_NAME.get(name) or next(
        (each for each in GAMES.values() if each.title.lower() == key_or_alias.strip().lower()),
        None,
    )
    if found is None:
        near = get_close_matches(name, _BY_NAME, 1)
        hint = f"did you mean {near[0]}? " if near else ""
        raise BadRules(
            f"there is no game called {key_or_alias.strip()[:40]!r}: {hint}"
            f"the games are {', '.join(GAMES)}"
        )
    return found


def preset(key: str, players: int | None = None) -> Rules:
    """The rules of a game, for that many players where a number is given.

    The number is not checked here: `Rules.problems()` says whether the game admits it.
    """
    rules = game(key).rules
    if players is None:
        return rules
    return msgspec.structs.replace(
        rules, setup=msgspec.structs.replace(rules.setup, players=players)
    )
