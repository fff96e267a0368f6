"""The numbers the plain player weighs with, in one place. They were found by play."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """Weights, in points of the score unless said otherwise."""

    tempo: float = 0.0
    """what a card less in hand is worth where the table counts"""
    race_tempo: float = 12.0
    """what a card less in hand is worth where only going out counts"""
    given_share: float = 1.0
    """part of a caught card's points that hurts where who goes out collects it"""
    out_share: float = 0.6
    """part of the others' caught points counted as a gain where everybody loses their own"""
    out_race: float = 30.0
    """what winning the round is worth beside the points where only going out counts"""
    out_risk: tuple[float, ...] = (0.5, 0.4, 0.25, 0.15, 0.1, 0.06, 0.04, 0.02)
    """chance that a hand of so many cards goes out before one's next turn"""
    stock_risk: float = 0.6
    """chance that the round ends before one's next turn when the stock is nearly empty"""
    turns_base: float = 1.0
    turns_a_card: float = 1.2
    """turns one may hope for: the base, and so many for each card of the shortest other hand"""
    pile_reach: float = 0.3
    """chance a turn of digging a useful card lying on top of the pile"""
    pile_depth: float = 0.15
    """how that falls with depth"""
    pile_returns: float = 0.3
    """how much a pile card counts as still to come where the pile will be turned"""
    held_reach: float = 0.1
    """how much a card counts as still to come that must be in some other hand"""
    discard_share: float = 0.5
    """chance that another player throws a given card when drawing it"""
    single_share: float = 0.4
    """how much a card that could begin something counts beside one that waits for one card"""
    wild_outs: float = 4.0
    """how many live cards a wild in hand is worth to a part-meld"""
    wild_flexibility: float = 12.0
    """what a wild kept in hand may still bring beside its own points"""
    hold_turns: float = 1.0
    """how many spare cards one can throw a turn, in judging what one is caught with"""
    feed_table: float = 0.9
    """chance that the next player uses a discard that fits the table"""
    feed_known: float = 0.7
    """the same of one that makes a meld with cards the player is known to hold"""
    feed_blind: float = 0.25
    """the same of one that makes a meld with two cards the player was dealt or drew"""
    feed_later: float = 0.4
    """how much a discard counts for players after the next"""
    exit_share: float = 0.15
    """part of the gain of going out that an unplayable card kept for it is worth"""
    float_share: float = 0.5
    """part of that gain which floating brings, where going out needs an unplayable card"""
    take_margin: float = 0.7
    """by how much a take must be better than the stock, in points of a mean card"""
    free_discard: float = 4.0
    """what a discard beside one's turn is worth"""
    free_turn: float = 8.0
    """what a whole turn won by a call is worth"""
    deny: float = 0.5
    """part of what a called card would bring the next player that counts as a gain"""
    rummy_cards: int = 4
    """while every other hand has at least so many cards, one's own is held back for a rummy"""
    danger_cards: int = 2
    """with no more cards than this in some other hand, points in hand are spoken of as a danger"""
