"""A sentence for every refusal, without clause and full stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from laydown.cards import JOKER, card_sign, rank_of
from laydown.engine.errors import Reason, Why
from laydown.record.words import counted, possessive, rank_plural, signs
from laydown.rules.options import StockOut
from laydown.rules.rules import Rules


class Told(msgspec.Struct, frozen=True):
    """A reason with what its sentence needs: the rules in play and the players' names."""

    reason: Reason
    rules: Rules
    names: Sequence[str] | None

    def cards(self, otherwise: str) -> str:
        """The cards of the reason, or other words where it names none."""
        return signs(self.reason.cards) or otherwise

    def is_are(self, one: str, many: str) -> str:
        """The form that agrees with the cards named."""
        return many if len(self.reason.cards) > 1 else one

    @property
    def meld(self) -> str:
        """The meld of the reason, or ``that meld``."""
        return self.reason.meld or "that meld"

    @property
    def it(self) -> str:
        """``it`` or ``them``, for the cards named."""
        return self.is_are("it", "them")


Sentence = Callable[[Told], str]


def _not_your_turn(told: Told) -> str:
    seat = told.reason.seat
    if seat < 0:
        return "It is not your turn"
    return f"It is {possessive(seat, told.names)} turn"


def _stock_empty(told: Told) -> str:
    if told.rules.drawing.stock_out is StockOut.RECYCLE:
        return "The stock is empty: decline the pile and it is turned over to be the new stock"
    return "The stock is empty: take from the pile or decline, which ends the round"


def _bad_count(told: Told) -> str:
    held = told.reason.number
    if held > 0:
        return f"The pile holds {counted(held, 'card')}, so take between 1 and {held}"
    return "Take at least one card, and no more than the pile holds"


def _two_naturals(told: Told) -> str:
    if told.reason.cards:
        ranks = rank_plural(rank_of(told.reason.cards[0]))
        return f"To take that card you must hold two natural {ranks} before you draw"
    return "To take from the pile you must hold two natural cards of the deepest card's rank"


def _no_use(told: Told) -> str:
    return (
        f"A dig must put its deepest card, {told.cards('the one you reach for')}, on the table "
        "this turn, and with your hand there is no way to do so"
    )


def _no_use_for_all(told: Told) -> str:
    return (
        "With the stock empty every card taken from the pile must be melded or laid off this turn, "
        f"and {told.cards('not all of these')} cannot be"
    )


def _too_many(told: Told) -> str:
    most = told.reason.number
    if most > 0:
        return f"That makes too many cards: there may be {most} at most"
    return "That makes more cards than such a meld may have"


def _same_card_twice(told: Told) -> str:
    return f"A run has each card once, and {_twice(told)} would be in it twice"


def _same_suit_twice(told: Told) -> str:
    return f"The cards of a set are of different suits, and {_twice(told)} would be in it twice"


def _twice(told: Told) -> str:
    """The card named twice; where none is, it lies on the table already."""
    cards = told.reason.cards
    twice = tuple(sorted({card for card in cards if cards.count(card) > 1}))
    return signs(twice or (cards if len(cards) == 1 else ())) or "one of them"


def _name_the_wild(told: Told) -> str:
    return (
        f"Say which card {told.cards('each wild')} {told.is_are('stands', 'stand')} for, "
        "such as X=8C; it then stays that card"
    )


def _not_wild(told: Told) -> str:
    match told.reason.cards:
        case (card, stands) if card != stands:
            return f"{card_sign(card)} is not wild, so it cannot stand for {card_sign(stands)}"
        case _:
            return f"{_capital(told.cards('that card'))} is not wild and stands only for itself"


def _no_such_card(told: Told) -> str:
    if JOKER in told.reason.cards:
        return "There are no jokers in this pack"
    return f"A wild stands for a card of the pack, and there is no {told.cards('such card')} in it"


def _too_many_wilds(told: Told) -> str:
    most = told.rules.melds.max_wilds_per_meld
    if most is None:
        return "That meld has too many wilds"
    if most == 0:
        return "No meld may have a wild, a wild at its own rank included"
    return f"A meld may have {counted(most, 'wild')} at most, a wild at its own rank included"


def _too_few_naturals(told: Told) -> str:
    return f"A meld needs at least {counted(told.rules.melds.min_naturals, 'natural card')}"


def _does_not_fit(told: Told) -> str:
    return f"{_capital(told.cards('That'))} {told.is_are('does', 'do')} not fit {told.meld}"


def _deep_card_first(told: Told) -> str:
    card = told.cards("the card you dug for")
    return f"The first thing you lay after digging must use {card} at once"


def _real_no_wild(told: Told) -> str:
    return f"No wild stands for {told.cards('that card')} in {told.meld}"


def _real_taken(told: Told) -> str:
    return f"The wild in {told.meld} has its real card {told.cards('')} already".replace("  ", " ")


def _real_not_natural(told: Told) -> str:
    return (
        f"Only the natural card itself is the real card for a wild, and {told.cards('this')} is not"
    )


def _split_too_short(told: Told) -> str:
    return f"Only a meld of six or more is split, into two of three or more: not {told.meld} there"


def _split_owes_wild(told: Told) -> str:
    return f"You split {told.reason.meld or 'a meld'}: first add a wild to one of its halves"


def _must_use(told: Told) -> str:
    return f"You must still put {told.cards('the cards you took')} on the table this turn"


def _same_card_back(told: Told) -> str:
    cards = told.cards("the top card")
    return f"You took {cards} from the pile this turn, so it may not go straight back"


def _stuck(told: Told) -> str:
    return (
        f"Only {told.cards('the card you took')} would be left in your hand, and the card taken "
        "from the top of the pile may not be discarded the same turn"
    )


def _playable_last(told: Told) -> str:
    return (
        f"{_capital(told.cards('your last card'))} can be used on the table, and one goes out only "
        "with a card that cannot: lay it and float"
    )


def _not_held(told: Told) -> str:
    return f"You do not hold {told.cards('that card')}"


def _name_the_meld(told: Told) -> str:
    return f"Say which meld {told.cards('the cards')} {told.is_are('goes', 'go')} on, such as M1"


def _no_such_meld(told: Told) -> str:
    return f"There is no meld {told.reason.meld}".rstrip() + " on the table"


def _not_in_pile(told: Told) -> str:
    return f"{_capital(told.cards('that card'))} {told.is_are('does', 'do')} not lie in the pile"


def _melds_per_turn(told: Told) -> str:
    most = told.rules.melds.melds_per_turn or 1
    return f"You may lay {counted(most, 'new meld')} in a turn"


def _not_in_a_row(told: Told) -> str:
    return f"{_capital(told.cards('these cards'))} do not follow one another without a gap"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _says(text: str) -> Sentence:
    return lambda _: text


SENTENCES: dict[Why, Sentence] = {
    Why.ROUND_OVER: _says("The round is over"),
    Why.NOT_YOUR_TURN: _not_your_turn,
    Why.HOUSE_ONLY: _says("Only the house shuffles, cuts and deals"),
    Why.PLAYERS_ONLY: _says("That is for a player to do, not for the house"),
    Why.WRONG_ORDER: _says("A shuffle has every card of the pack exactly once, and this has not"),
    Why.DRAW_FIRST: _says("A turn begins with a draw, from the stock or from the pile"),
    Why.ALREADY_DRAWN: _says("You have drawn already: one draw to a turn"),
    Why.STOCK_EMPTY: _stock_empty,
    Why.STOCK_NOT_EMPTY: _says("There is a stock to draw from, so there is nothing to decline"),
    Why.STOCK_ONLY: _says("You declined the pile and it was turned over: now draw from the stock"),
    Why.BAD_COUNT: _bad_count,
    Why.TOP_ONLY: _says("Only the top card of the pile may be taken"),
    Why.FLOATER_DRAWS_STOCK: _says("Who floats draws from the stock only"),
    Why.TWO_NATURALS: _two_naturals,
    Why.NO_USE: _no_use,
    Why.NO_USE_FOR_ALL: _no_use_for_all,
    Why.NOT_HELD: _not_held,
    Why.NO_CARDS: _says("Name the cards"),
    Why.TOO_FEW: _says("A meld has at least three cards"),
    Why.TOO_MANY: _too_many,
    Why.NOT_A_MELD: _says("That is neither a set of one rank nor a run in one suit"),
    Why.MIXED_RANKS: _says("The cards of a set are all of one rank"),
    Why.MIXED_SUITS: _says("The cards of a run are all of one suit"),
    Why.NOT_IN_A_ROW: _not_in_a_row,
    Why.ACE_NOT_HIGH: _says(
        "The ace is low in runs: it comes before the two, never after the king"
    ),
    Why.CORNER: _says("An ace is the end of a run: a run does not go on around it, as K-A-2 would"),
    Why.SAME_CARD_TWICE: _same_card_twice,
    Why.SAME_SUIT_TWICE: _same_suit_twice,
    Why.NO_RUNS: _says("This table plays sets only, no runs"),
    Why.NAME_THE_WILD: _name_the_wild,
    Why.NOT_WILD: _not_wild,
    Why.NO_SUCH_CARD: _no_such_card,
    Why.TOO_MANY_WILDS: _too_many_wilds,
    Why.TOO_FEW_NATURALS: _too_few_naturals,
    Why.ONE_MELD_A_TURN: _melds_per_turn,
    Why.NAME_THE_MELD: _name_the_meld,
    Why.NO_SUCH_MELD: _no_such_meld,
    Why.DOES_NOT_FIT: _does_not_fit,
    Why.MELD_BEFORE_LAYOFF: _says("Lay a meld of your own before you lay off on others"),
    Why.DEEP_CARD_FIRST: _deep_card_first,
    Why.REAL_CARD_OFF: _says("A real card may not be laid down for a wild"),
    Why.REAL_NOT_IN_RUN: _says("A real card is laid for a wild in a run, not in a set"),
    Why.REAL_NO_WILD: _real_no_wild,
    Why.REAL_TAKEN: _real_taken,
    Why.REAL_NOT_NATURAL: _real_not_natural,
    Why.STEAL_OFF: _says("A wild on the table stays where it is: nobody takes it back"),
    Why.STEAL_NO_WILD: _real_no_wild,
    Why.SPLIT_OFF: _says("Melds are not split"),
    Why.SPLIT_TOO_SHORT: _split_too_short,
    Why.SPLIT_NO_WILD: _says("A meld is split only to add a wild to a half, and you could not"),
    Why.SPLIT_OWES_WILD: _split_owes_wild,
    Why.MUST_USE: _must_use,
    Why.KEEP_DISCARD: _says("Your last card has to be a discard, so keep a card for it"),
    Why.SAME_CARD_BACK: _same_card_back,
    Why.STUCK_WITH_TAKEN: _stuck,
    Why.PLAYABLE_LAST: _playable_last,
    Why.FOLLOW_UP_DISCARD: _says("After a called rummy only the discard is left to do"),
    Why.CALLING_OFF: _says("Rummy is not called at this table"),
    Why.NO_WINDOW: _says(
        "There is no discard to call: a call is made before the next player draws"
    ),
    Why.NOT_THE_DISCARDER: _says("Nobody calls their own discard"),
    Why.CALL_OWN_MELD: _says("To call rummy you must have laid a meld of your own this round"),
    Why.CALL_TOP_ONLY: _says("Only the card just discarded may be called"),
    Why.CALL_ONE_CARD: _says("A call puts one card of the pile on a meld"),
    Why.CALL_NO_HAND: _says("Cards of your hand may not help with a call"),
    Why.CALL_REAL: _says("A real card for a wild extends no meld, so it cannot be called"),
    Why.NOT_IN_PILE: _not_in_pile,
    Why.NOTHING_TO_PASS: _says("There is no discard to pass on"),
    Why.NEVER: _says("Cards on the table stay where they are, as what they are"),
}
"""A sentence, without clause and full stop, for every :class:`Why`."""
