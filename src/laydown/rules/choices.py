"""The options that are chosen from a list: each value with the sentence that says it to players,
the clause it comes from, and whether only outside sources know it."""

from __future__ import annotations

from enum import StrEnum
from typing import Self

EXTENSION = "extension"
"""Marks a value that none of the four sources offers."""


class Choice(StrEnum):
    """An option value that carries its own sentence and clause."""

    sentence: str
    clause: str
    extension: bool

    def __new__(cls, value: str, sentence: str, clause: str, standing: str = "") -> Self:
        member = str.__new__(cls, value)
        member._value_ = value
        member.sentence = sentence
        member.clause = clause
        member.extension = standing == EXTENSION
        return member


class DealMode(Choice):
    FIXED = "fixed", "Everybody is dealt the same number of cards.", "BR-2"
    UPCARD = (
        "upcard",
        (
            "Each player first gets one card face up, which decides the size of that hand; the"
            " dealer's own also names the wild rank of the round."
        ),
        "K5-2",
    )


class UpcardCount(Choice):
    EXTRA = "extra", "The upcard says how many more cards its owner gets.", "K5-2"
    TOTAL = "total", "The upcard says how many cards its owner holds in all.", "K5-14, B-02"


class UpcardAce(Choice):
    AS_LISTED = "as_listed", "An ace turned up counts what the list of upcards says.", "K5-2"
    FOURTEEN = "14", "An ace turned up counts 14.", "GE-3, B-06"
    FIFTEEN = "15", "An ace turned up counts 15.", "GE-3, B-06"


class PermanentWilds(Choice):
    NONE = "none", "No rank is wild in every round.", "K5-2"
    TWOS = "twos", "Every two is wild in every round.", "K5-14"
    JOKERS = "jokers", "Two jokers a pack are added and are wild in every round.", "K5-14"
    TWOS_AND_JOKERS = (
        "twos+jokers",
        "Every two, and two jokers a pack, are wild in every round.",
        "K5-14",
        EXTENSION,
    )


class JokerUpcard(Choice):
    NO_WILD_RANK = (
        "no_wild_rank",
        "If the dealer's upcard is a joker, no further rank is wild in that round.",
        "B-04",
    )
    REDEAL = (
        "redeal",
        "If the dealer's upcard is a joker, the cards are dealt again.",
        "B-04",
        EXTENSION,
    )


class DealShortfall(Choice):
    REDEAL = (
        "redeal",
        (
            "If the pack cannot supply every hand, a card for the pile and one for the stock,"
            " the same dealer deals again."
        ),
        "B-07",
    )
    ADD_DECK = (
        "add_deck",
        (
            "If one pack cannot supply every hand, a card for the pile and one for the stock, a"
            " second pack joins for this deal; if two cannot, the same dealer deals again."
        ),
        "B-07",
        EXTENSION,
    )


class FirstDealer(Choice):
    CUT_LOW = "cut_low", "Everybody draws a card; the lowest deals first.", "BR-1, K5-2"
    RANDOM = "random", "The first dealer is chosen at random.", "RJ-1"
    HOST = "host", "The host names the first dealer.", "RJ-1", EXTENSION


class DealRotation(Choice):
    LEFT = "left", "The deal passes to the left after every round.", "R5-2"
    ALTERNATE = (
        "alternate",
        "Two players deal in turn; with more the deal passes to the left.",
        "BR-3",
    )


class FirstPlayer(Choice):
    LEFT_OF_DEALER = "left_of_dealer", "The player to the dealer's left begins.", "R5-2"
    NON_DEALER = (
        "non_dealer",
        (
            "With two players the one who did not deal begins; with more, the player to the"
            " dealer's left."
        ),
        "BR-3",
    )


class Teams(Choice):
    NONE = "none", "Everybody plays for themselves.", "R5-15"
    PAIRS = (
        "pairs",
        "Four play in two pairs, partners opposite each other, and add their scores.",
        "R5-15, B-47",
    )


class PileDraw(Choice):
    TOP_ONLY = "top_only", "Only the top card of the pile may be taken.", "BR-4"
    ANY_DEPTH = (
        "any_depth",
        (
            "Any card of the pile may be taken, together with every card on top of it; to take"
            " more than the top card is to dig."
        ),
        "R5-4, RJ-4, K5-4",
    )


class DeepUse(Choice):
    MELD_OR_LAYOFF = (
        "meld_or_layoff",
        "The deepest card of a dig must go into a new meld or be laid off.",
        "R5-5, B-20",
    )
    MELD_ONLY = "meld_only", "The deepest card of a dig must go into a new meld.", "B-20", EXTENSION


class DeepTiming(Choice):
    SAME_TURN = (
        "same_turn",
        (
            "A dug card must be used before that turn's discard; other melds and lay-offs may"
            " come first."
        ),
        "R5-5, B-21",
    )
    IMMEDIATE = (
        "immediate",
        (
            "A dug card must be used at once: the first meld or lay-off after the dig must"
            " contain it."
        ),
        "RJ-4, B-21",
    )


class TopCardUse(Choice):
    FREE = "free", "Whoever takes only the top card of the pile may simply keep it.", "R5-6"
    MUST_USE = (
        "must_use",
        "Whoever takes only the top card of the pile must also use it in that turn.",
        "RJ-8",
    )


class Redeposit(Choice):
    ON = (
        "on",
        "Whoever took only the top card of the pile may not discard that card in the same turn.",
        "BR-7, R5-6, RJ-4, K5-6, B-23",
    )


class StockOut(Choice):
    RECYCLE = (
        "recycle",
        (
            "When the stock is empty and the player on turn does not want the pile, the pile is"
            " turned face down and becomes the stock."
        ),
        "BR-9, B-32",
    )
    MUST_USE_THEN_END = (
        "must_use_then_end",
        (
            "When the stock is empty, cards may be taken from the pile only to be used in that"
            " turn; the round ends as soon as a player cannot or will not."
        ),
        "R5-11, B-31",
    )
    END_IF_DECLINED = (
        "end_if_declined",
        (
            "When the stock is empty, the round ends as soon as the player on turn does not"
            " want the pile."
        ),
        "RJ-5, K5-10, B-31",
    )


class EmptyStockUse(Choice):
    ALL_TAKEN = (
        "all_taken",
        "With the stock empty, every card taken from the pile must be used in that turn.",
        "R5-11, B-30",
    )
    SELECTED_CARD = (
        "selected_card",
        "With the stock empty, only the deepest card taken must be used in that turn.",
        "B-30",
        EXTENSION,
    )


class Sets(Choice):
    FOUR = "3-4", "A set is three or four cards of one rank.", "BR-5, R5-7, RJ-2, B-26"
    FOUR_A_DECK = (
        "3-4xdecks",
        "A set is three or more cards of one rank, at most four with one pack and eight with two.",
        "K5-8, B-26",
    )


class AceInRuns(Choice):
    LOW = "low", "In runs the ace is low: A-2-3 is a run, Q-K-A is not.", "BR-5"
    HIGH_OR_LOW = (
        "high_or_low",
        "In runs the ace is low or high: A-2-3 and Q-K-A are runs, K-A-2 is not.",
        "R5-7, B-28",
    )
    CORNER = (
        "corner",
        "In runs the ace may also stand in the middle: K-A-2 is a run.",
        "B-28",
        EXTENSION,
    )


class WildNamed(Choice):
    YES = (
        "yes",
        "Whoever lays a wild card says which card it stands for, and that never changes.",
        "RJ-3, B-15",
    )


class WildSwap(Choice):
    NONE = "none", "A wild card on the table is never taken back.", "RJ-3, B-14"
    STEAL = (
        "steal",
        (
            "Whoever holds the card that a wild stands for may put it in the wild's place and"
            " take the wild."
        ),
        "B-14",
        EXTENSION,
    )


class RealCardForWild(Choice):
    OFF = "off", "The real card for a wild card on the table has no special use.", "RJ-3"
    RUN_ONLY = (
        "run_only",
        (
            "Whoever holds the card that a wild stands for in a run may lay it down for its"
            " points; the wild stays where it is."
        ),
        "K5-5, B-19",
    )


class LayoffTargets(Choice):
    ANY = "any", "Cards may be laid off on any meld on the table.", "BR-6, R5-8, RJ-2, K5-5"


class Rearrange(Choice):
    NEVER = "never", "Cards on the table are never moved to another meld.", "BR-6, R5-8"


class GoOut(Choice):
    ANY = (
        "any",
        "Whoever melds, lays off or discards the last card is out.",
        "BR-8, R5-10, RJ-5",
    )
    DISCARD_REQUIRED = (
        "discard_required",
        "A player goes out only with a discard: the last card may not be melded or laid off.",
        "R5-10, B-37",
    )
    UNPLAYABLE_DISCARD_FLOAT = (
        "unplayable_discard_float",
        (
            "A player goes out only by discarding a last card that nothing on the table can"
            " use; a player who melds every card floats, drawing one card from the stock each"
            " turn until one cannot be used."
        ),
        "K5-9, B-34, B-36",
    )


class GoingRummy(Choice):
    OFF = "off", "Laying the whole hand down in one turn earns nothing extra.", "B-38"
    DOUBLE = (
        "double",
        "Whoever goes out in one turn, with nothing laid down before in the round, scores double.",
        "BR-11, B-38",
    )
    FLAT10 = (
        "flat10",
        (
            "Whoever goes out in one turn, with nothing laid down before in the round, scores"
            " 10 extra."
        ),
        "B-38",
        EXTENSION,
    )


class CallRummy(Choice):
    OFF = "off", "Nobody may call rummy.", "R5-14"
    BOARD = (
        "board",
        (
            "A discard that fits a meld on the table may be called by anybody but the"
            " discarder: whoever calls rummy takes it and lays it there, out of turn."
        ),
        "K5-7, B-39",
    )
    BOARD_AND_PILE = (
        "board_and_pile",
        (
            "After a discard anybody but the discarder may call rummy, out of turn, for a card"
            " of the pile that fits a meld on the table or for a new meld made of cards in the"
            " pile."
        ),
        "R5-14, B-39",
    )


class CallFollowup(Choice):
    NONE = "none", "After a call the caller does nothing more.", "B-40"
    DISCARD_IF_POSSIBLE = (
        "discard_if_possible",
        "After a call the caller discards, if any card is left.",
        "K5-7, B-40",
    )
    COMPLETE_TURN = (
        "complete_turn",
        "After a call the caller completes a turn: further melds, then a discard.",
        "B-40",
        EXTENSION,
    )


class CallResume(Choice):
    ORIGINAL = (
        "original",
        "After a call play goes on with whoever was due anyway.",
        "K5-7, B-40",
    )
    LEFT_OF_CALLER = (
        "left_of_caller",
        "After a call play goes on to the caller's left.",
        "B-40",
        EXTENSION,
    )


class CallWindow(Choice):
    FAIR = (
        "fair",
        (
            "Nobody sees what the others answer; of several calls the first in turn order after"
            " the discarder counts."
        ),
        "B-39",
    )
    RACE = "race", "The first call counts.", "R5-14, B-39"
    TEACHER = (
        "teacher",
        "A discard that could be called is pointed out, and may be taken back.",
        "B-39",
        EXTENSION,
    )
    UNTIL_NEXT_DRAW = (
        "until_next_draw",
        "A discard may be called until the next player draws.",
        "B-39",
        EXTENSION,
    )


class ScoringRule(Choice):
    WINNER_TAKES_HANDS = (
        "winner_takes_hands",
        "Only the player who goes out scores: the value of all cards the others still hold.",
        "BR-10",
    )
    TABLE_MINUS_HAND = (
        "table_minus_hand",
        "Everybody scores the cards they have put on the table, less the cards still in hand.",
        "R5-12, RJ-6",
    )
    MELDS_PLUS_OUT_BONUS = (
        "melds_plus_out_bonus",
        "Everybody scores the cards they have put on the table.",
        "K5-12",
    )


class Deadwood(Choice):
    TO_WINNER = (
        "to_winner",
        "Whoever goes out also collects the value of all cards the others still hold.",
        "K5-12",
    )
    SUBTRACT_OWN = (
        "subtract_own",
        "Everybody subtracts the cards still in their own hand; nobody collects them.",
        "K5-14, B-46",
    )


class NegativeScores(Choice):
    ALLOWED = "allowed", "Scores may be negative.", "R5-12, RJ-6"
    SHEET_FLOOR_ZERO = (
        "sheet_floor_zero",
        "A round below zero is entered as 0, and the shortfall is taken off the next round.",
        "K5-14, B-46",
    )


class MatchMode(Choice):
    TARGET = "target", "The match is played to a target.", "BR-12, R5-13, K5-13"
    N_DEALS = (
        "n_deals",
        "The match is an agreed number of rounds, and the highest total wins.",
        "BR-12",
    )
    HANDS_WON = (
        "hands_won",
        "The match is an agreed number of rounds, and whoever won most of them wins.",
        "BR-12, B-48",
    )


class WinnerRule(Choice):
    HIGHEST = "highest", "Once the target is reached, the highest total wins.", "R5-13, B-43"
    OUT_PLAYER = (
        "out_player",
        (
            "The winner is the player who goes out with a total that has reached the target;"
            " until then play goes on, however high totals get."
        ),
        "RJ-8, B-44",
    )
    OUT_PLAYER_IF_REACHED = (
        "out_player_if_reached",
        (
            "The highest total wins; but if several reach the target in one round, whoever went"
            " out in it wins if among them."
        ),
        "K5-13, B-45",
    )


class TieRule(Choice):
    EXTRA_HAND = "extra_hand", "A tie is broken by further rounds.", "BR-12, RJ-7"
    SHARED = "shared", "A tie is a shared win.", "K5-13"
