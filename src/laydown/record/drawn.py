"""Melds, lay-offs and a dig drawn with cards; the engine says what is allowed and why not."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from laydown.cards import JOKER, card_text, parse_cards
from laydown.engine.actions import Discard, Meld, Move, Take
from laydown.engine.dealing import decks_for, new_round
from laydown.engine.errors import Reason
from laydown.engine.game import play, why_not
from laydown.engine.law import Law
from laydown.engine.melds import lay_off, read_meld
from laydown.engine.state import MeldKind, Phase, Round, TableMeld
from laydown.record.explain_reasons import refusal
from laydown.record.page import Paragraph, Shown
from laydown.record.questions.base import cards_of, law_for, wild_rank
from laydown.record.words import listed, rank_plural, row, signs
from laydown.rules.options import DealMode
from laydown.rules.rules import Rules
from laydown.rules.worked import WorkedDig


def _natural(facts: Law, text: str) -> bool:
    """The pack has all these cards, and none of them is wild."""
    return all(facts.in_pack[face] and not facts.is_wild[face] for face in parse_cards(text))


def melds_drawn(rules: Rules) -> Paragraph:
    """Melds that there are and some that there are not."""
    return Paragraph(shown=tuple(_melds(rules)))


_SETS = (("8S 8H 8D", "9S 9H 9D"), ("7S 7S 7H", "TS TS TH"))
_RUNS = (("5C 6C 7C 8C", "8C 9C TC JC"), ("AD 2D 3D",), ("QD KD AD",), ("KD AD 2D",))
_LONGER = ((("8S 8H 8D", "8C"), ("9S 9H 9D", "9C")), (("5C 6C 7C 8C", "9C"), ("8C 9C TC JC", "QC")))
"""Of each group the first is drawn of which all cards are in the pack and none is wild."""


def _melds(rules: Rules) -> Iterator[Shown]:
    facts = law_for(rules)
    groups = [_SETS[0], *(_SETS[1:] if decks_for(rules) == 2 else ())]
    groups += _RUNS if rules.melds.runs else _RUNS[:1]
    for group in groups:
        text = next((text for text in group if _natural(facts, text)), "")
        if text:
            yield _judged(rules, facts, text)
    wild = _a_wild(facts)
    if wild:
        pairs = (("6C 7C", "8C"), ("8C 9C", "TC")) if rules.melds.runs else (("8S 8H", "8D"),)
        for start, last in pairs:
            if _natural(facts, f"{start} {last}"):
                yield _judged(rules, facts, f"{start} {wild}={last}")
                break
        if _natural(facts, "KS KH KD KC"):
            yield _judged(rules, facts, f"KS KH KD KC {wild}=KS")


def _a_wild(facts: Law) -> str:
    """A wild card: the joker where there is one; empty where nothing is wild."""
    for face in (JOKER, *range(1, JOKER)):
        if facts.in_pack[face] and facts.is_wild[face]:
            return card_text(face)
    return ""


def _judged(rules: Rules, facts: Law, text: str) -> Shown:
    cards, stands = cards_of(text)
    shape = read_meld(facts, cards, stands if stands != cards else ())
    if isinstance(shape, Reason):
        return Shown(cards, stands, refusal(shape, rules), "no")
    kind = "a run" if shape.kind is MeldKind.RUN else "a set"
    named = [
        f"{row((face,))} is {row((stand,))}"
        for face, stand in zip(shape.cards, shape.stands, strict=True)
        if face != stand
    ]
    return Shown(shape.cards, shape.stands, listed((kind, *named), "in which"), "yes")


def layoffs_drawn(rules: Rules) -> Paragraph:
    """A card laid off on a set, and one on a run."""
    return Paragraph(shown=tuple(_layoffs(rules)))


def _layoffs(rules: Rules) -> Iterator[Shown]:
    facts = law_for(rules)
    for group in _LONGER:
        for lying, added in group:
            if not _natural(facts, f"{lying} {added}"):
                continue
            shape = read_meld(facts, parse_cards(lying))
            if isinstance(shape, Reason):
                continue
            seats = (1,) * len(shape.cards)
            meld = TableMeld("M1", shape.kind, 1, shape.cards, shape.stands, seats)
            longer = lay_off(facts, meld, parse_cards(added), (), low=False, seat=0)
            if isinstance(longer, Reason):
                continue
            caption = f"{signs(parse_cards(added))} laid off"
            at = longer.seats.index(0)
            yield Shown(longer.cards, longer.stands, caption, "yes", (at,))
            break


def dig_drawn(rules: Rules, digs: tuple[WorkedDig, ...]) -> Iterator[Paragraph]:
    """The first of these takes that the rules allow, played by the engine; nothing where none."""
    for dig in digs:
        found = tuple(_dig(rules, dig))
        if found:
            yield from found
            return


def _dig(rules: Rules, dig: WorkedDig) -> Iterator[Paragraph]:
    facts = law_for(rules)
    if not _natural(facts, f"{dig.hand} {dig.pile}"):
        return
    start = _at_draw(rules, dig)
    take, meld = Move(0, Take(dig.take)), Move(0, Meld(parse_cards(dig.meld)))
    if why_not(start, take) is not None:
        return
    taken = play(start, take)
    if why_not(taken, meld) is not None:
        return
    after = play(taken, meld)
    pile = start.pile
    deep, *above = pile[-dig.take :]
    owed = taken.turn.owed
    if dig.take > 1:
        words = f"You dig for {signs((deep,))}, which brings {signs(above)} with it,"
    else:
        words = f"You take {signs((deep,))}"
    must = f" and must use {signs(owed)} in this turn" if owed else " and might simply keep it"
    kept = [face for face in above if face in after.hands[0]]
    stay = f" {signs(kept)} stay in your hand." if len(kept) > 1 else ""
    stay = f" {signs(kept)} stays in your hand." if len(kept) == 1 else stay
    lifted = tuple(range(len(pile) - dig.take, len(pile)))
    hand = start.hands[0]
    yield Paragraph(
        text=f"{words}{must}. You put down {row(after.melds[0].cards)}.{stay}", title="Example."
    )
    yield Paragraph(
        shown=(
            Shown(pile, pile, "the pile, oldest first", lifted=lifted),
            Shown(hand, hand, "your hand"),
            Shown(
                after.melds[0].cards,
                after.melds[0].stands,
                "on the table",
                lifted=tuple(
                    at for at, face in enumerate(after.melds[0].cards) if face in pile[-dig.take :]
                ),
            ),
        )
    )
    refused = _refused(rules, start, taken, dig)
    if refused:
        yield Paragraph(text=refused)


def _refused(rules: Rules, start: Round, taken: Round, dig: WorkedDig) -> str:
    """What the rules refuse in this position: a deeper dig, and throwing the card back."""
    said = []
    if len(start.pile) > dig.take:
        deeper = dig.take + 1
        reason = why_not(start, Move(0, Take(deeper)))
        if reason is not None:
            card = start.pile[-deeper]
            said.append(f"{signs((card,))} is out of reach: {refusal(reason, rules)}")
    card = start.pile[-dig.take]
    back = why_not(taken, Move(0, Discard(card)))
    if back is not None:
        said.append(f"To throw {signs((card,))} back is refused: {refusal(back, rules)}")
    return " ".join(said)


def _at_draw(rules: Rules, dig: WorkedDig) -> Round:
    """A turn begins: this hand and pile, and a stock with cards in it."""
    start = new_round(rules, rules.setup.players - 1)
    facts, shown = law_for(rules), parse_cards(f"{dig.hand} {dig.pile}")
    stock = tuple(face for face in range(JOKER) if facts.in_pack[face] and face not in shown)[:8]
    hands = (tuple(sorted(parse_cards(dig.hand))),) + (stock[:2],) * (rules.setup.players - 1)
    return msgspec.structs.replace(
        start,
        phase=Phase.DRAW,
        seat=0,
        hands=hands,
        pile=parse_cards(dig.pile),
        stock=stock,
        wild_rank=wild_rank(rules),
    )


def wild_note(rules: Rules) -> str:
    """Which rank the drawings take for wild, where an upcard names one; else empty."""
    if rules.setup.deal_mode is not DealMode.UPCARD:
        return ""
    return f"Here {rank_plural(wild_rank(rules))} are wild."
