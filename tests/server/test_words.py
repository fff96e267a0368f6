"""What pages are told in words: melds by what they are, calls of any cards, suggestions."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable, Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from tests.server.rooms import Room, room

from laydown.cards import Card, cards_text, parse_cards
from laydown.engine.actions import Call, Draw, LayOff, Meld, Pass, PlayerAction, Take
from laydown.engine.dealing import decks_for, pack_of
from laydown.engine.law import law_of
from laydown.engine.legal import LegalActions
from laydown.engine.match import apply_match, new_match
from laydown.engine.state import MeldKind, Phase, TableMeld
from laydown.engine.view import PlayerView, view
from laydown.lab.house import House
from laydown.players.levels import player
from laydown.record.titles import meld_called, meld_titles
from laydown.rules.text import parse_rules
from laydown.server.asking import acting_view, round_view
from laydown.server.offers import MOST_READINGS, call_with, offers
from laydown.server.questions import hint, look, suggest, why
from laydown.server.suggestions import suggestions
from laydown.server.telling import state_for
from laydown.server.wire import Hint, Look, Suggest, Why

ID = re.compile(r"\bM\d+\b|\b[a-z]+_[a-z_]+=|\bX=")
"""How commands and rule texts call melds, house rules and wilds."""
ASKING = (Phase.DRAW, Phase.PLAY, Phase.CALLING)


def run(test: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(test())  # type: ignore[arg-type]


def meld(name: str, owner: int, cards: str, kind: MeldKind) -> TableMeld:
    faces = parse_cards(cards)
    return TableMeld(name, kind, owner, faces, faces, (owner,) * len(faces))


def test_melds_are_called_by_what_they_are_and_told_apart() -> None:
    melds = (
        meld("M1", 0, "7H 8H 9H TH", MeldKind.RUN),
        meld("M2", 1, "7H 8H 9H TH", MeldKind.RUN),
        meld("M3", 0, "7S 7H 7D", MeldKind.SET),
        meld("M4", 0, "7S 7H 7C", MeldKind.SET),
        meld("M5", 1, "QS KS AS", MeldKind.RUN),
        meld("M6", 1, "QS KS AS", MeldKind.RUN),
    )
    assert meld_titles(melds) == {
        "M1": "run 7–10 of hearts",
        "M2": "run 7–10 of hearts",
        "M3": "set of sevens (7♠ 7♥ 7♦)",
        "M4": "set of sevens (7♠ 7♥ 7♣)",
        "M5": "run Q–A of spades (Q♠ K♠ A♠), the first",
        "M6": "run Q–A of spades (Q♠ K♠ A♠), the second",
    }
    assert meld_called("M1", melds, ("Anna", "Ben")) == "Anna's run 7–10 of hearts"
    assert meld_called("M2", melds, ("Anna", "You")) == "your run 7–10 of hearts"
    assert meld_called("M1", melds, ("Anna", "Ben"), by=0) == "their own run 7–10 of hearts"


def shuffled(rules: str, players: int, seed: int) -> tuple[Card, ...]:
    """An order of the pack, always the same for a seed."""
    read = parse_rules(f"{rules} players={players}")
    pack = list(pack_of(read, decks_for(read)))
    Random(seed).shuffle(pack)
    return tuple(pack)


def words(value: object) -> Iterator[str]:
    """Every sentence in a message: texts that have a space in them, but for the rules' own."""
    if isinstance(value, str):
        if " " in value:
            yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from words(each if name != "rules_text" else "")
    elif isinstance(value, list):
        for each in value:
            yield from words(each)


def told(table: Room, seat: int, seen: PlayerView) -> list[object]:
    """All that the page of a seat can be told at this position."""
    state = table.state
    found: list[object] = [state_for(table.live.id, table.live.moment(), seat, 0)]
    if seat < 0:
        return found
    for card in dict.fromkeys(seen.hand):
        found.append(look(state, seat, Look("l", state.seq, (card,))))
        found += [
            why(state, seat, Why("w", state.seq, LayOff((card,), lying.id))) for lying in seen.melds
        ]
    for at in range(len(seen.hand) - 2):
        three = tuple(sorted((*seen.hand[at : at + 2], seen.hand[-1])))  # the last may be wild
        found.append(look(state, seat, Look("l", state.seq, three)))
        found.append(why(state, seat, Why("w", state.seq, Meld(three))))
    for count in range(1, len(seen.pile) + 1):
        found.append(look(state, seat, Look("t", state.seq, take=count)))
    if LegalActions(seen).kinds():
        found.append(hint(state, seat, Hint("h", state.seq, 3)))
        found.append(hint(state, seat, Hint("h", state.seq, 1)))
    found.append(suggest(state, seat, Suggest("s", state.seq)))
    return found


@pytest.mark.parametrize(
    "rules",
    [
        "rummy",
        "rummy-500-jokers call_rummy=board_and_pile call_window=race wild_swap=steal",
        "5000-rummy call_window=race",
    ],
)
def test_no_page_is_told_of_melds_by_their_ids(rules: str) -> None:
    async def test() -> None:
        async with room(rules, "", "", "", order=shuffled(rules, 3, 7)) as table:
            people = {seat: await table.comes(seat) for seat in range(3)}
            mind = player("plain")
            melds = 0
            for number in range(120):
                round_ = table.state.match.round
                if round_ is None or round_.phase not in ASKING:
                    break
                seat = round_.may_call[0] if round_.phase is Phase.CALLING else round_.seat
                seen = round_view(round_, seat)
                melds = max(melds, len(seen.melds))
                if number % 6 == 0 or round_.phase is Phase.CALLING:
                    for viewer in (seat, (seat + 1) % 3, -1):
                        for message in told(table, viewer, round_view(round_, viewer)):
                            plain = msgspec.to_builtins(message)
                            assert not [text for text in words(plain) if ID.search(text)]
                action: PlayerAction = mind.choose(seen, LegalActions(seen))  # type: ignore[assignment]
                await table.play(people[seat], action)
            assert melds > 1
            last = state_for(table.live.id, table.live.moment(), 0, 0)
            assert not [text for text in words(msgspec.to_builtins(last)) if ID.search(text)]

    run(test)


@pytest.mark.parametrize(
    "rules",
    [
        "rummy-500-jokers call_rummy=board call_window=race",
        "rummy-500 call_rummy=board_and_pile call_window=race call_takes_above=on",
        "rummy-500-jokers call_rummy=board_and_pile call_with_hand=on call_window=race",
    ],
)
def test_every_legal_call_is_found_by_choosing_its_cards(rules: str) -> None:
    async def test() -> None:
        found = 0
        for seed in range(20):
            found += await calls_of_a_round(rules, shuffled(rules, 2, seed))
            if found > 20:
                return
        raise AssertionError(f"only {found} calls came up")

    run(test)


async def calls_of_a_round(rules: str, order: tuple[Card, ...]) -> int:
    """How many choices of cards could be called in the round, each compared."""
    found = 0
    async with room(rules, "", "", order=order) as table:
        people = {seat: await table.comes(seat) for seat in range(2)}
        mind = player("greedy")
        for _ in range(160):
            round_ = table.state.match.round
            if round_ is None or round_.phase not in ASKING or found > 400:
                break
            calling = round_.phase is Phase.CALLING
            seat = round_.may_call[0] if calling else round_.seat
            seen = round_view(round_, seat)
            choice: PlayerAction
            if calling:
                found += compare_calls(seen)
                choice = Pass()
            else:
                choice = mind.choose(seen, LegalActions(seen))  # type: ignore[assignment]
            await table.play(people[seat], choice)
    return found


def compare_calls(seen: PlayerView) -> int:
    """The calls listed by the engine, by the cards they use, and those found for these cards."""
    by_cards: dict[tuple[tuple[Card, ...], tuple[Card, ...]], set[Call]] = {}
    legal = LegalActions(seen)
    for number, call in enumerate(legal.of(Call)):
        if number > 300:
            break
        assert isinstance(call, Call)
        key = (tuple(sorted(call.cards)), tuple(sorted(call.hand)))
        by_cards.setdefault(key, set()).add(call)
    for (pile, hand), calls in by_cards.items():
        offers = call_with(seen, pile, hand, ("You", "Ben"))
        got = {offer.action for offer in offers.offers}
        assert got, (cards_text(pile), cards_text(hand))
        assert all(action in legal for action in got)
        if len(got) < MOST_READINGS and len(by_cards) < 300:
            assert calls <= got
    return len(by_cards)


def test_what_cannot_be_called_is_said() -> None:
    async def test() -> None:
        # Seat 1 begins after dealer 0; everything is dealt one at a time from its left.
        rules = "rummy-500 call_rummy=board call_window=race deal_fixed=2:3"
        order = parse_cards("7S 2S 7H 3S 7D KS 9C 4D")
        rest = tuple(card for card in range(52) if card not in order)
        async with room(rules, "", "", order=(*order, *rest)) as table:
            people = {seat: await table.comes(seat) for seat in range(2)}
            await table.play(people[1], Draw())
            await table.play(people[1], Meld(tuple(sorted(parse_cards("7S 7H 7D")))))
            state = table.state
            nothing = suggest(state, 0, Suggest("s", state.seq))
            assert nothing.melds == ()
            assert nothing.text == "There is no meld in your hand yet."
            told = state_for(table.live.id, table.live.moment(), 0, 0)
            assert told.table is not None
            assert told.table.melds[0].title == "set of sevens"
            assert told.news[-1].text == "P1 melds a set: 7♠ 7♥ 7♦ (+21)"

    run(test)


def test_a_move_taken_back_is_named_by_its_number() -> None:
    async def test() -> None:
        async with room("rummy-500", "", "") as table:
            people = {seat: await table.comes(seat) for seat in range(2)}
            await table.play(people[1], Take(1))
            before = state_for(table.live.id, table.live.moment(), 0, 0)
            taken = before.news[-1]
            assert taken.kind == "take"
            await table.live.take_back(people[1], table.state.seq)
            after = state_for(table.live.id, table.live.moment(), 0, before.seq)
            (back,) = after.news
            assert (back.kind, back.undoes, back.seat) == ("back", taken.seq, 1)

    run(test)


def test_when_all_others_resign_no_other_round_is_spoken_of() -> None:
    async def test() -> None:
        rules = "rummy-500 deal_fixed=2:3 go_out=any"
        order = parse_cards("7S 2S 7H 3S 7D KS 9C 4D")
        rest = tuple(card for card in range(52) if card not in order)
        async with room(rules, "", "", order=(*order, *rest)) as table:
            people = {seat: await table.comes(seat) for seat in range(2)}
            await table.play(people[1], Draw())
            melds = Meld(tuple(sorted(parse_cards("7S 7H 7D"))))
            await table.play(people[1], melds)
            seen = acting_view(table.state, 1)
            assert seen is not None
            (last,) = seen.hand
            discard = next(each for each in LegalActions(seen) if getattr(each, "card", -1) == last)
            await table.play(people[1], discard)
            told = state_for(table.live.id, table.live.moment(), 0, 0)
            assert "another round" in told.room.rounds[-1].text
            await table.control(people[1], "resign", seat=1)
            told = state_for(table.live.id, table.live.moment(), 0, 0)
            assert told.room.phase == "over"
            assert told.room.result == "You have won: everybody else has resigned."
            assert told.room.rounds[-1].text == ""

    run(test)


def test_where_no_meld_is_held_what_fits_the_table_is_named() -> None:
    async def test() -> None:
        # Seat 1 lays three sevens; seat 0 holds the fourth, 2S and KS.
        order = parse_cards("7S 2S 7H 7C 7D KS 9C 4D")
        rest = tuple(card for card in range(52) if card not in order)
        async with room("rummy-500 deal_fixed=2:3", "", "", order=(*order, *rest)) as table:
            people = {seat: await table.comes(seat) for seat in range(2)}
            before = suggest(table.state, 0, Suggest("s", table.state.seq))
            assert before.text == "There is no meld in your hand yet."
            await table.play(people[1], Draw())
            await table.play(people[1], Meld(tuple(sorted(parse_cards("7S 7H 7D")))))
            after = suggest(table.state, 0, Suggest("s", table.state.seq))
            assert after.melds == ()
            assert after.text == (
                "There is no meld in your hand yet, but 7♣ fits a meld on the table."
            )

    run(test)


def test_suggestions_lie_side_by_side_first() -> None:
    async def test() -> None:
        rules = "rummy-500 deal_fixed=2:7"
        # Seat 1 holds 4 5 6 7 of hearts, and sevens of spades and clubs beside its seven of hearts.
        order = parse_cards("4H 2S 5H 3D 6H KS 7H JC 7S TD 7C 8S AD QH 9C 3C")
        rest = tuple(card for card in range(52) if card not in order)
        async with room(rules, "", "", order=(*order, *rest)) as table:
            for _ in range(2):
                await table.comes(_)
            seen = acting_view(table.state, 1)
            assert seen is not None
            found = suggestions(seen)
            # 4-5-6 of hearts and three sevens: 15 + 21 points; all of the run would leave two.
            labels = [each.label for each in found.melds[: found.together]]
            assert labels == ["Set 7♠ 7♥ 7♣", "Run 4♥ 5♥ 6♥"]
            others = [each.label for each in found.melds[found.together :]]
            assert others == ["Run 4♥ 5♥ 6♥ 7♥"]
            assert [each.points for each in found.melds] == [21, 15, 22]
            assert found.text == "2 melds in your hand, and 1 other way."

    run(test)


def test_no_selection_takes_the_servers_time() -> None:
    """All eight wilds, both of every card of a suit: what some of them make is not looked for. The
    melds of all of a selection are found as before."""
    rules = parse_rules("5000 players=8")
    match, house = new_match(rules), House(Random(2))
    while match.round is None or match.round.phase is not Phase.DRAW:
        match = apply_match(match, house.answer(match))
    seen = view(match.round, match.round.seat)
    law = law_of(seen)
    wilds = [face for face in range(52) if law.is_wild[face] for _ in range(2)]
    suit = [face for face in range(13) if not law.is_wild[face]] * 2
    hand = tuple(sorted(wilds + suit))
    open_ = replace(seen, phase=Phase.PLAY, hand=hand)
    begun = time.monotonic()
    told = offers(open_, hand, ("x",) * 8)
    assert told.offers == ()
    call_with(replace(open_, phase=Phase.CALLING, pile=hand[:1]), (), hand[1:], ("x",) * 8)
    assert time.monotonic() - begun < 2
    three = (*suit[:2], wilds[0])
    found = offers(open_, three, ("x",) * 8).offers
    assert {type(each.action) for each in found} == {Meld}
