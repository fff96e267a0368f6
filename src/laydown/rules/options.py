"""Every option once: its values, the sentences that say it, and the clause it comes from.

The option form, the printed rules, the documentation and the validation are all made from these
declarations. The defaults are the fallback of every game that says nothing else; `games.py` has
what each game says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from laydown.rules.choices import (
    AceInRuns,
    CallFollowup,
    CallResume,
    CallRummy,
    CallWindow,
    Choice,
    Deadwood,
    DealMode,
    DealRotation,
    DealShortfall,
    DeepTiming,
    DeepUse,
    EmptyStockUse,
    FirstDealer,
    FirstPlayer,
    GoingRummy,
    GoOut,
    JokerUpcard,
    LayoffTargets,
    MatchMode,
    NegativeScores,
    PermanentWilds,
    PileDraw,
    RealCardForWild,
    Rearrange,
    Redeposit,
    ScoringRule,
    Sets,
    StockOut,
    Teams,
    TieRule,
    TopCardUse,
    UpcardAce,
    UpcardCount,
    WildNamed,
    WildSwap,
    WinnerRule,
)
from laydown.rules.kinds import (
    BySeats,
    Choices,
    Kind,
    Number,
    RankList,
    SeatMap,
    Switch,
    Value,
)
from laydown.rules.wording import (
    UPCARD_NUMBERS,
    deal_sentence,
    decks_sentence,
    loop_sentence,
    upcards_sentence,
)

if TYPE_CHECKING:
    from laydown.rules.rules import Rules

__all__ = [
    "UPCARD_VALUES", "About", "AceInRuns", "BySeats", "CallFollowup", "CallResume", "CallRummy",
    "CallWindow", "Calling", "Choice", "Deadwood", "DealMode", "DealRotation", "DealShortfall",
    "DeepTiming", "DeepUse", "Drawing", "EmptyStockUse", "FirstDealer", "FirstPlayer", "GoOut",
    "GoingOut", "GoingRummy", "JokerUpcard", "LayoffTargets", "MatchMode", "MatchRules", "Melds",
    "NegativeScores", "PermanentWilds", "PileDraw", "RealCardForWild", "Rearrange", "Redeposit",
    "Scoring", "ScoringRule", "Sets", "Setup", "StockOut", "Teams", "TieRule", "TopCardUse",
    "UpcardAce", "UpcardCount", "WildNamed", "WildSwap", "WinnerRule",
]  # fmt: skip


class About(msgspec.Struct, frozen=True):
    """What an option is about: a short label, the question it answers, where it comes from, which
    values it has, how it reads where other options change its meaning, and, where the values are
    not a list, those that the sources offer; any other that is no game's own is an extension."""

    label: str
    question: str
    clause: str
    kind: Kind
    says: Callable[[Rules], str] | None = None
    offered: tuple[Value, ...] = ()


UPCARD_VALUES = (11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
"""Ace, two … king (K5-2, B-01)."""

_POINTS = 1000
"""More than any table plays for one card."""


# One option to a paragraph: its name and type, what it is about, its default.
# fmt: off
class Setup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Players, cards and the deal."""

    players: Annotated[int, About(
        "Players", "How many play?", "BR-1, R5-1, RJ-1, K5-1",
        Number(2, 8, "{n} players take part."),
    )] = 2
    seats_from: Annotated[int, About(
        "Fewest players", "How many must play at least?", "BR-1, K5-1",
        Number(2, 8, "At least {n} must play."),
    )] = 2
    seats_to: Annotated[int, About(
        "Most players", "How many may play at most?", "BR-1, R5-1, RJ-1, K5-1",
        Number(2, 8, "At most {n} may play."),
    )] = 6
    second_pack_from: Annotated[int | None, About(
        "Second pack from", "From how many players on are two packs compulsory?",
        "RJ-1, K5-1, B-08",
        Number(2, 8, "With {n} players or more, two packs are compulsory.",
               nothing="A second pack is never compulsory."),
    )] = None
    decks: Annotated[BySeats, About(
        "Packs", "How many packs are shuffled together?", "BR-1, R5-1, RJ-1, K5-1, GE-2",
        SeatMap(1, 2, decks_sentence), offered=(((2, 2),),),
    )] = ((2, 1), (6, 2))
    jokers_per_deck: Annotated[int, About(
        "Jokers a pack", "How many jokers has each pack?", "RJ-1, RJ-8",
        Number(0, 2, "Each pack has {n} jokers, which are wild.", only=(0, 2),
               zero="There are no jokers."),
        offered=(0, 2),
    )] = 0
    removed_ranks: Annotated[str, About(
        "Ranks taken out", "Which ranks are taken out of the pack?", "GE-2", RankList(),
    )] = ""
    deal_mode: Annotated[DealMode, About(
        "Deal", "What decides how many cards everybody gets?", "BR-2, K5-2", Choices(DealMode),
    )] = DealMode.FIXED
    deal_fixed: Annotated[BySeats, About(
        "Cards each", "How many cards does everybody get?", "BR-2, R5-2, RJ-1",
        SeatMap(1, 50, deal_sentence),
    )] = ((2, 13), (3, 7))
    upcard_count: Annotated[UpcardCount, About(
        "Upcard counts", "Does the upcard count further cards or all?", "K5-2, K5-14, B-02",
        Choices(UpcardCount),
    )] = UpcardCount.EXTRA
    upcard_values: Annotated[tuple[int, ...], About(
        "Upcard numbers", "Which number does each rank stand for as an upcard?", "K5-2, GE-3, B-01",
        UPCARD_NUMBERS, upcards_sentence,
    )] = UPCARD_VALUES
    upcard_ace: Annotated[UpcardAce, About(
        "Ace as upcard", "Which number does an ace stand for as an upcard?", "GE-3, B-06",
        Choices(UpcardAce),
    )] = UpcardAce.AS_LISTED
    permanent_wilds: Annotated[PermanentWilds, About(
        "Permanent wilds", "Which cards are wild in every round?", "K5-14", Choices(PermanentWilds),
    )] = PermanentWilds.NONE
    permanent_wild_upcard: Annotated[int, About(
        "Wild upcard", "How many more cards does a permanent wild bring as an upcard?",
        "K5-14, B-03",
        Number(15, 20, "A permanent wild turned up brings {n} more cards.", only=(15, 20)),
        offered=(15, 20),
    )] = 15
    joker_upcard: Annotated[JokerUpcard, About(
        "Joker as dealer's upcard", "What if the dealer's upcard is a joker?", "B-04",
        Choices(JokerUpcard),
    )] = JokerUpcard.NO_WILD_RANK
    deal_shortfall: Annotated[DealShortfall, About(
        "Pack too small", "What if the hands ask for more cards than there are?", "B-07",
        Choices(DealShortfall),
    )] = DealShortfall.REDEAL
    first_dealer: Annotated[FirstDealer, About(
        "First dealer", "Who deals first?", "BR-1, RJ-1, K5-2", Choices(FirstDealer),
    )] = FirstDealer.RANDOM
    deal_rotation: Annotated[DealRotation, About(
        "Next dealer", "Who deals next?", "BR-3, R5-2", Choices(DealRotation),
    )] = DealRotation.LEFT
    first_player: Annotated[FirstPlayer, About(
        "First turn", "Who begins the round?", "BR-3, R5-2", Choices(FirstPlayer),
    )] = FirstPlayer.LEFT_OF_DEALER
    teams: Annotated[Teams, About(
        "Teams", "Does everybody play alone?", "R5-15, B-47", Choices(Teams),
    )] = Teams.NONE


class Drawing(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """The stock, the pile, and what happens when the stock is empty."""

    pile_draw: Annotated[PileDraw, About(
        "Drawing from the pile", "Which cards of the pile may be taken?", "BR-4, R5-4",
        Choices(PileDraw),
    )] = PileDraw.ANY_DEPTH
    deep_use: Annotated[DeepUse, About(
        "Use of a dug card", "How must the deepest card of a dig be used?", "R5-5, B-20",
        Choices(DeepUse),
    )] = DeepUse.MELD_OR_LAYOFF
    deep_timing: Annotated[DeepTiming, About(
        "When a dug card is used", "When must the deepest card of a dig be used?", "R5-5, B-21",
        Choices(DeepTiming),
    )] = DeepTiming.SAME_TURN
    top_card_use: Annotated[TopCardUse, About(
        "Use of the top card", "Must the top card of the pile be used when taken alone?",
        "R5-6, RJ-8", Choices(TopCardUse),
    )] = TopCardUse.FREE
    pile_needs_two_naturals: Annotated[bool, About(
        "Two naturals for the pile", "Does the pile ask for two matching cards in hand?",
        "GE-4, B-25",
        Switch("Only a player who holds two natural cards of the rank of the deepest card may take"
               " from the pile, and never down to a card of the wild rank.",
               "Nothing need be held to take from the pile."),
    )] = False
    redeposit: Annotated[Redeposit, About(
        "Same card back", "May the top card taken go straight back?", "BR-7, R5-6, B-23",
        Choices(Redeposit),
    )] = Redeposit.ON
    stock_out: Annotated[StockOut, About(
        "Stock empty", "What happens when the stock is empty?", "BR-9, R5-11, RJ-5, K5-10",
        Choices(StockOut),
    )] = StockOut.MUST_USE_THEN_END
    recycle_shuffle: Annotated[bool, About(
        "Shuffle the turned pile", "Is the turned pile shuffled?", "BR-9, B-32",
        Switch("The turned pile is shuffled.", "The turned pile is not shuffled."),
    )] = False
    recycle_keep_top: Annotated[bool, About(
        "Keep the top card", "Does the top card stay when the pile is turned?", "B-32",
        Switch("The top card of the pile stays face up when the pile is turned.",
               "The whole pile is turned, its top card too."),
    )] = False
    recycle_limit: Annotated[int | None, About(
        "Turning the pile, at most", "How often may the pile be turned in a round?", "B-32",
        Number(0, 99, "The pile may be turned {n} time{s} a round; after that the round ends.",
               nothing="The pile may be turned as often as it takes.",
               zero="The pile is never turned: the round ends."),
    )] = None
    empty_stock_use: Annotated[EmptyStockUse, About(
        "Use with the stock empty", "What must be used of cards taken with the stock empty?",
        "R5-11, B-30", Choices(EmptyStockUse),
    )] = EmptyStockUse.ALL_TAKEN
    loop_guard: Annotated[int, About(
        "Loop guard", "When does a round end that goes nowhere?", "B-33",
        Number(1, 9, "If nobody melds or lays off while the pile is turned {n} time{s}, or through"
                     " {n} round{s} of the table with the stock empty, the round ends."),
        loop_sentence,
    )] = 2


class Melds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True):
    """Sets, runs, wild cards and laying off."""

    sets: Annotated[Sets, About(
        "Sets", "How large is a set?", "BR-5, R5-7, RJ-2, K5-8, B-26", Choices(Sets),
    )] = Sets.FOUR
    set_identical: Annotated[bool, About(
        "Identical cards in a set", "May a set hold the same card twice?", "R5-7, RJ-2, K5-8, B-27",
        Switch("A set may hold the same card twice.", "A set may hold each suit only once."),
        offered=(True,),
    )] = False
    runs: Annotated[bool, About(
        "Runs", "Are there runs?", "BR-5, R5-7, RJ-2, K5-8, GE-1",
        Switch("A run is three or more cards in a row, of one suit.",
               "There are no runs, only sets."),
    )] = True
    ace_in_runs: Annotated[AceInRuns, About(
        "Ace in runs", "Where does the ace stand in runs?", "BR-5, BR-13, R5-7, B-28",
        Choices(AceInRuns),
    )] = AceInRuns.HIGH_OR_LOW
    run_max: Annotated[int, About(
        "Longest run", "How long may a run be?", "R5-7, B-28",
        Number(13, 13, "A run has each card once, and so at most {n} cards.", only=(13,)),
        offered=(13,),
    )] = 13
    max_wilds_per_meld: Annotated[int | None, About(
        "Wild cards in a meld", "How many wild cards may a meld hold?", "GE-1, K5-14, B-17, B-18",
        Number(0, 12, "A meld may hold at most {n} wild card{s}; a card of a wild rank is one even"
               " as itself.",
               nothing="A meld may hold any number of wild cards.",
               zero="A meld may hold no wild card."),
        offered=(1,),
    )] = None
    min_naturals: Annotated[int, About(
        "Natural cards in a meld", "How many natural cards must a meld hold?", "B-17",
        Number(0, 3, "A meld must hold at least {n} natural card{s}.",
               zero="A meld may be made of wild cards alone."),
    )] = 0
    wild_split_at_six: Annotated[bool, About(
        "Split at six", "May a long meld be split to take another wild?", "K5-14, B-18",
        Switch("A meld of six or more may be split in two when a wild card is added to one half.",
               "Melds are never split."),
        offered=(True,),
    )] = False
    wild_named: Annotated[WildNamed, About(
        "Naming wilds", "Must one say what a wild card stands for?", "RJ-3, B-15",
        Choices(WildNamed),
    )] = WildNamed.YES
    wild_swap: Annotated[WildSwap, About(
        "Taking wilds back", "May a wild card be taken from the table?", "RJ-3, K5-5, B-14",
        Choices(WildSwap),
    )] = WildSwap.NONE
    real_card_for_wild: Annotated[RealCardForWild, About(
        "Real card for a wild", "May one lay the card that a wild stands for?", "K5-5, B-19",
        Choices(RealCardForWild),
    )] = RealCardForWild.OFF
    layoff_targets: Annotated[LayoffTargets, About(
        "Laying off", "On which melds may one lay off?", "BR-6, R5-8", Choices(LayoffTargets),
    )] = LayoffTargets.ANY
    meld_before_layoff: Annotated[bool, About(
        "Meld before laying off", "Must one have melded before laying off?", "R5-14",
        Switch("Only a player who has melded in this round may lay off.",
               "Laying off needs no meld of one's own first."),
        offered=(True,),
    )] = False
    melds_per_turn: Annotated[int | None, About(
        "New melds a turn", "How many new melds may be laid in a turn?", "BR-5",
        Number(1, 9, "At most {n} new meld{s} may be laid in a turn.",
               nothing="Any number of new melds may be laid in a turn."),
    )] = None
    rearrange: Annotated[Rearrange, About(
        "Rearranging", "May cards on the table be moved?", "BR-6, R5-8", Choices(Rearrange),
    )] = Rearrange.NEVER


class GoingOut(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """How a player ends the round."""

    go_out: Annotated[GoOut, About(
        "Going out", "How does one go out?", "BR-8, R5-10, K5-9", Choices(GoOut),
    )] = GoOut.ANY
    going_rummy: Annotated[GoingRummy, About(
        "Going rummy", "What does laying the whole hand down at once earn?", "BR-11, B-38",
        Choices(GoingRummy),
    )] = GoingRummy.OFF


class Calling(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """Calling rummy: taking a discard out of turn."""

    call_rummy: Annotated[CallRummy, About(
        "Calling rummy", "May a discard be called?", "R5-14, RJ-8, K5-7, B-39", Choices(CallRummy),
    )] = CallRummy.OFF
    call_with_hand: Annotated[bool, About(
        "Calling with hand cards", "May the caller's hand help?", "RJ-8, B-39",
        Switch("The caller may meld the called card with cards in hand.",
               "Cards in the caller's hand do not help a call."),
    )] = False
    call_needs_own_meld: Annotated[bool, About(
        "Caller must have melded", "Who may call?", "K5-7, B-39",
        Switch("Only a player who has laid a meld of their own in this round may call.",
               "A player who has not melded yet may call too."),
    )] = False
    call_takes_above: Annotated[bool, About(
        "Cards above a called card", "What becomes of the cards above it?", "R5-14, B-42",
        Switch("The caller also takes the cards that lie above the called one.",
               "Only the cards that are used leave the pile."),
        offered=(True,),
    )] = False
    call_followup: Annotated[CallFollowup, About(
        "After a call, the caller", "What does the caller do next?", "K5-7, B-40",
        Choices(CallFollowup),
    )] = CallFollowup.NONE
    call_resume: Annotated[CallResume, About(
        "After a call, the turn", "Whose turn is it after a call?", "K5-7, B-40",
        Choices(CallResume),
    )] = CallResume.ORIGINAL
    call_window: Annotated[CallWindow, About(
        "Time to call", "How are calls taken?", "B-39", Choices(CallWindow),
    )] = CallWindow.FAIR


class Scoring(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """What a round is worth."""

    scoring: Annotated[ScoringRule, About(
        "Scoring", "Who scores what?", "BR-10, R5-12, RJ-6, K5-12", Choices(ScoringRule),
    )] = ScoringRule.TABLE_MINUS_HAND
    deadwood: Annotated[Deadwood, About(
        "Cards left in hand", "What becomes of cards left in hand?", "K5-12, K5-14",
        Choices(Deadwood),
    )] = Deadwood.TO_WINNER
    pip_value: Annotated[int | Literal["face"], About(
        "Two to nine", "What do the cards from two to nine count?", "BR-10, R5-12, RJ-8, K5-11",
        Number(0, _POINTS, "Cards from two to nine count {n} each.", word="face",
               word_sentence="Cards from two to nine count their number."),
        offered=(5,),
    )] = "face"
    ten: Annotated[int, About(
        "Ten", "What does a ten count?", "BR-10, R5-12, B-10",
        Number(0, _POINTS, "A ten counts {n}."),
        offered=(10,),
    )] = 10
    ace_in_low_run: Annotated[int | Literal["as_elsewhere"], About(
        "Ace low in a run", "What does an ace at the low end of a run count?",
        "R5-12, R5-14, B-10, B-12",
        Number(0, _POINTS, "An ace at the low end of a run counts {n}.", word="as_elsewhere",
               word_sentence="An ace at the low end of a run counts like any other on the table."),
        offered=(1, 15),
    )] = 1
    ace_elsewhere_on_table: Annotated[int, About(
        "Ace elsewhere on the table", "What does any other ace on the table count?",
        "R5-12, RJ-6, K5-11",
        Number(0, _POINTS, "Any other ace on the table counts {n}."),
        offered=(15, 100),
    )] = 15
    ace_in_hand: Annotated[int | Literal["as_on_table"], About(
        "Ace in hand", "What does an ace left in hand count?", "BR-10, BR-13, R5-12, B-13",
        Number(0, _POINTS, "An ace left in hand counts {n}.", word="as_on_table",
               word_sentence="An ace left in hand counts as much as one on the table."),
        offered=(1, 15, 100),
    )] = 15
    joker_value: Annotated[int | Literal["as_represented"], About(
        "Joker", "What does a joker count?", "RJ-6, K5-11, B-11",
        Number(0, _POINTS, "A joker counts {n}, on the table and in hand.", word="as_represented",
               word_sentence="A joker counts as the card it stands for on the table, 15 in hand."),
        offered=(15, 100),
    )] = 15
    wild_value: Annotated[int, About(
        "Wild card", "What does a card of a wild rank count?", "K5-11, B-09",
        Number(0, _POINTS, "A card of a wild rank counts {n}, whatever it stands for."),
        offered=(100,),
    )] = 100
    wild_ace_value: Annotated[int, About(
        "Wild ace", "What does an ace count while aces are wild?", "K5-11, B-09",
        Number(0, _POINTS, "While aces are wild, each counts {n}."),
        offered=(200,),
    )] = 200
    queen_of_spades: Annotated[int, About(
        "Queen of spades", "What does the queen of spades count?", "R5-14",
        Number(0, _POINTS, "The queen of spades counts {n}, on the table and in hand."),
        offered=(10, 40, 50),
    )] = 10
    stock_out_hand_penalty: Annotated[bool, About(
        "Hands count when nobody is out", "Do hands count against their holders when nobody goes"
        " out?", "R5-11, B-31",
        Switch("When a round ends without anybody going out, cards in hand still count against"
               " their holders.",
               "When a round ends without anybody going out, cards in hand do not count."),
    )] = True
    negative_scores: Annotated[NegativeScores, About(
        "Scores below zero", "May a score be negative?", "R5-12, K5-14, B-46",
        Choices(NegativeScores),
    )] = NegativeScores.ALLOWED


class MatchRules(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, cache_hash=True
):
    """How long one plays and who wins."""

    match_mode: Annotated[MatchMode, About(
        "Match", "How long is a match?", "BR-12, R5-13, K5-13", Choices(MatchMode),
    )] = MatchMode.TARGET
    target: Annotated[int, About(
        "Target", "How many points end the match?", "BR-12, R5-13, K5-13, K5-14, B-48",
        Number(1, 1_000_000, "The target is {n} point{s}."),
        offered=(500, 1500, 2000, 2200, 2500, 2800, 5000, 10000),
    )] = 500
    deals: Annotated[int, About(
        "Rounds", "How many rounds has a match of an agreed number?", "BR-12, B-48",
        Number(1, 1000, "{n} round{s} are played."),
    )] = 5
    winner_rule: Annotated[WinnerRule, About(
        "Winner", "Who wins once the target is reached?", "R5-13, RJ-8, K5-13, B-43",
        Choices(WinnerRule),
    )] = WinnerRule.HIGHEST
    tie_rule: Annotated[TieRule, About(
        "Ties", "What if the best are level?", "BR-12, RJ-7, K5-13, B-43", Choices(TieRule),
    )] = TieRule.EXTRA_HAND
    take_back: Annotated[bool, About(
        "Taking back", "May a player take back what they did this turn?", "B-49",
        Switch("The player on turn may take back their own last actions, but never a draw from the"
               " stock or anything before it.",
               "Nothing is taken back."),
    )] = True
