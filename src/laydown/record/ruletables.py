"""The tables and the worked example of the printed rules; every number comes from the engine."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from laydown.cards import ACE, JOKER, KING, QUEEN, TEN, Card, card
from laydown.engine.dealing import decks_for, pack_of
from laydown.engine.law import law
from laydown.engine.scoring import QUEEN_OF_SPADES, card_points
from laydown.record.words import listed, rank_letter, rank_plural
from laydown.rules.kinds import by_seats
from laydown.rules.options import DealMode, ScoringRule
from laydown.rules.pack import upcard_size
from laydown.rules.rules import Rules

Rows = tuple[tuple[str, ...], ...]
FACE_VALUE = "face value"


def deal_table(rules: Rules) -> Rows:
    """By number of players: the packs, all cards, the cards each and the stock after the deal."""
    setup = rules.setup
    fixed = setup.deal_mode is DealMode.FIXED
    rows: list[tuple[str, ...]] = [
        ("players", "packs", "cards", *(("each", "stock") if fixed else ()))
    ]
    for players in range(setup.seats_from, setup.seats_to + 1):
        table = msgspec.structs.replace(
            rules, setup=msgspec.structs.replace(setup, players=players)
        )
        if table.problems():
            continue
        decks = decks_for(table)
        cards = len(pack_of(table, decks))
        here = f"{players} (here)" if players == setup.players else str(players)
        cells: tuple[str, ...] = (here, str(decks), str(cards))
        if fixed:
            each = by_seats(setup.deal_fixed, players) or 0
            cells = (*cells, str(each), str(cards - each * players - 1))
        rows.append(cells)
    return tuple(rows)


def upcard_table(rules: Rules) -> Rows:
    """By upcard: how many cards the hand has in all, the upcard included."""
    facts = law(rules, decks=decks_for(rules))
    ranks = [rank for rank in range(13) if facts.in_pack[card(rank, 0)]]
    shown = [(rank_letter(rank), upcard_size(rules, card(rank, 0))) for rank in ranks]
    if facts.in_pack[JOKER]:
        shown.append(("Joker", upcard_size(rules, JOKER)))
    return (
        ("upcard", *(name for name, _ in shown)),
        ("cards in all", *(str(size) for _, size in shown)),
    )


def card_values(rules: Rules) -> Rows:
    """What each card counts on the table and in hand; the table is left out where it counts for
    nobody."""
    on_table = rules.scoring.scoring is not ScoringRule.WINNER_TAKES_HANDS
    rows: list[tuple[str, ...]] = [
        ("card", "on the table", "in hand") if on_table else ("card", "in hand")
    ]
    values = rules.scoring
    for name, face, low, wild in _kinds_of_cards(rules):
        facts = law(rules, decks=decks_for(rules), wild_rank=wild)
        if _is_pip(face) and values.pip_value == "face":
            rows.append((name, *(FACE_VALUE for _ in rows[0][1:])))
            continue
        hand = str(card_points(facts, face, on_table=False)[0])
        if face == JOKER and rules.scoring.joker_value == "as_represented":
            table = "as the card it stands for"
        else:
            table = str(card_points(facts, face, on_table=True, low_ace=low)[0])
        if low and not on_table:
            continue
        rows.append((name, table, "" if low else hand) if on_table else (name, hand))
    return tuple(rows)


def values_in_words(rules: Rules) -> str:
    """What each card counts in one line, on the table and, where it differs, in hand."""
    heading, *rows = card_values(rules)
    pieces = []
    for name, first, *held in rows:
        more = f" ({held[0]} in hand)" if held and held[0] and held[0] != first else ""
        pieces.append(f"{name} = {first}{more}")
    return f"{'; '.join(pieces)}{'' if len(heading) > 2 else ' (in hand)'}."


def _is_pip(face: Card) -> bool:
    return face != JOKER and ACE < face % 13 < TEN


def _kinds_of_cards(rules: Rules) -> Iterator[tuple[str, Card, bool, int]]:
    """A name, a card of the kind, whether it lies low in a run, and the wild rank meant."""
    facts = law(rules, decks=decks_for(rules))

    def natural(rank: int) -> bool:
        return facts.in_pack[card(rank, 1)] and not facts.is_wild[card(rank, 1)]

    values = rules.scoring
    if natural(ACE):
        split = rules.melds.runs and values.ace_in_low_run not in (
            "as_elsewhere",
            values.ace_elsewhere_on_table,
        )
        yield "ace", card(ACE, 1), False, -1
        if split:
            yield "ace at the low end of a run", card(ACE, 1), True, -1
    pictures = [rank for rank in (KING, QUEEN, QUEEN - 1) if natural(rank)]
    if pictures:
        yield listed(rank_plural(rank) for rank in pictures), card(pictures[0], 1), False, -1
    if facts.in_pack[QUEEN_OF_SPADES] and values.queen_of_spades != 10:
        yield "queen of spades", QUEEN_OF_SPADES, False, -1
    if natural(TEN):
        yield "ten", card(TEN, 1), False, -1
    pips = [rank for rank in range(1, TEN) if natural(rank)]
    if pips:
        yield f"{rank_letter(pips[0])} to {rank_letter(pips[-1])}", card(pips[0], 1), False, -1
    if facts.is_wild[card(1, 1)] and facts.in_pack[card(1, 1)]:
        yield "wild two", card(1, 1), False, -1
    if rules.setup.deal_mode is DealMode.UPCARD:
        yield "card of the wild rank", card(QUEEN, 1), False, QUEEN
        if facts.in_pack[card(ACE, 1)]:
            yield "ace while aces are wild", card(ACE, 1), False, ACE
    if facts.in_pack[JOKER]:
        yield "joker", JOKER, False, -1
