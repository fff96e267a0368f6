"""Between the engine's actions and the brute force's steps."""

from __future__ import annotations

from tests.brute.melds import Facts, Pair, run_orders
from tests.brute.turns import Key, Lying, Turn

from laydown.cards import card_text
from laydown.engine.actions import (
    Decline,
    Discard,
    Draw,
    LayOff,
    Meld,
    PlayerAction,
    RealCard,
    Split,
    Steal,
    Take,
)
from laydown.engine.state import MeldKind


def key_of(action: PlayerAction) -> Key | None:
    """The step that an action is; None if it is no step of a turn or names its wilds wrongly."""
    match action:
        case Draw():
            return ("draw",)
        case Decline():
            return ("decline",)
        case Take(count):
            return ("take", count)
        case Meld(cards, as_):
            pairs = pairs_of(cards, as_)
            return None if pairs is None else ("meld", pairs)
        case LayOff(cards, meld, as_, low):
            pairs = pairs_of(cards, as_)
            return None if pairs is None else ("layoff", meld, pairs, low)
        case RealCard(card, meld):
            return ("real", card, meld)
        case Steal(card, meld):
            return ("steal", card, meld)
        case Split(meld, at):
            return ("split", meld, at)
        case Discard(card):
            return ("discard", card)
        case _:
            return None


def pairs_of(cards: tuple[int, ...], as_: tuple[int, ...]) -> tuple[Pair, ...] | None:
    stands = as_ or cards
    if len(stands) != len(cards):
        return None
    return tuple(sorted(zip(cards, stands, strict=True)))


def action_of(turn: Turn, key: Key) -> PlayerAction:
    """One action that is this step: runs low to high, no names where all stand for themselves."""
    match key:
        case ("draw",):
            return Draw()
        case ("decline",):
            return Decline()
        case ("take", int(count)):
            return Take(count)
        case ("meld", tuple(pairs)):
            orders = run_orders(turn.facts, pairs)
            cards, as_ = split_pairs(orders[0] if orders else pairs)
            return Meld(cards, as_)
        case ("layoff", str(meld), tuple(pairs), bool(low)):
            cards, as_ = split_pairs(pairs)
            return LayOff(cards, meld, as_, low)
        case ("real", int(card), str(meld)):
            return RealCard(card, meld)
        case ("steal", int(card), str(meld)):
            return Steal(card, meld)
        case ("split", str(meld), int(at)):
            return Split(meld, at)
        case ("discard", int(card)):
            return Discard(card)
        case _:
            raise AssertionError(key)


def split_pairs(pairs: tuple[Pair, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cards = tuple(card for card, _ in pairs)
    stands = tuple(stand for _, stand in pairs)
    return cards, () if stands == cards else stands


def alike(facts: Facts, table: tuple[Lying, ...], key: Key) -> Key:
    """The step up to interchangeable cards: which of several wilds, none of which stands for
    itself, takes which place; and which suit is named where a set ignores suits."""
    match key:
        case ("meld", tuple(pairs)):
            a_set = not run_orders(facts, pairs)
            return ("meld", *alike_pairs(pairs, suits_free=facts.rules.set_identical and a_set))
        case ("layoff", meld, tuple(pairs), low):
            a_set = any(lying.id == meld and lying.kind is MeldKind.SET for lying in table)
            suits_free = facts.rules.set_identical and a_set
            return ("layoff", meld, low, *alike_pairs(pairs, suits_free=suits_free))
        case _:
            return key


def alike_pairs(pairs: tuple[Pair, ...], *, suits_free: bool) -> tuple[object, ...]:
    if suits_free:
        return tuple(sorted(card for card, _ in pairs)), pairs[0][1] % 13
    own = tuple(card for card, stand in pairs if card == stand)
    wilds = tuple(card for card, stand in pairs if card != stand)
    stands = tuple(sorted(stand for card, stand in pairs if card != stand))
    return own, wilds, stands


def key_text(key: Key) -> str:
    """The step in plain letters, for a failure's report."""
    match key:
        case ("meld", tuple(pairs)):
            return "meld " + pairs_text(pairs)
        case ("layoff", str(meld), tuple(pairs), low):
            return f"layoff {pairs_text(pairs)} on {meld}" + (" (low)" if low else "")
        case (str(word), int(card), str(meld)):
            return f"{word} {card_text(card)} at {meld}"
        case ("discard", int(card)):
            return f"discard {card_text(card)}"
        case _:
            return " ".join(map(str, key))


def pairs_text(pairs: tuple[Pair, ...]) -> str:
    return " ".join(
        card_text(card) if card == stand else f"{card_text(card)}={card_text(stand)}"
        for card, stand in pairs
    )
