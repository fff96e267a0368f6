"""Questions about what is so after an event: piles, dealers, knowledge, and the score sheet."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from laydown.cards import card_text
from laydown.cases.ask_deal import dealt_round
from laydown.cases.ask_turn import ending_facts, is_over, story_facts
from laydown.cases.compare import Bag, Facts, Row
from laydown.cases.errors import BadCase
from laydown.cases.events import Story, draws_stock, quiet, told
from laydown.cases.options import seats_and_rules
from laydown.cases.position import position_of
from laydown.cases.schema import AskState, Case
from laydown.cases.seats import Seats
from laydown.cases.tokens import rank_text, read_card
from laydown.engine.actions import HOUSE, Cut, Move
from laydown.engine.dealing import first_seat, next_dealer
from laydown.engine.match import enter, new_match, play_match
from laydown.engine.state import Phase, Round
from laydown.engine.view import view
from laydown.rules.rules import Rules


class Scene(msgspec.Struct, frozen=True):
    """A case with its table, and the event that it tells."""

    case: Case
    rules: Rules
    seats: Seats
    event: str


def state(case: Case, ask: AskState) -> Facts:
    """What is so after the event that the case tells."""
    seats, rules = seats_and_rules(case)
    scene = Scene(case, rules, seats, (ask.event or ask.after or "").strip())
    for pattern, answer in _EVENTS:
        if re.fullmatch(pattern, scene.event, re.IGNORECASE):
            return answer(scene)
    return _after_events(scene)


def _dealers(scene: Scene) -> Facts:
    """Who deals and starts; once a round has ended, the next one."""
    here, rules, seats = scene.case.situation, scene.rules, scene.seats
    found: Facts = {}
    if here.dealer is None:
        return found
    dealer = seats.seat(here.dealer)
    following = next_dealer(rules, dealer)
    starts = first_seat(rules, following if here.hand_just_ended else dealer)
    return {
        "dealer": seats.name(dealer),
        "next_dealer": seats.name(following),
        "first_to_act": seats.name(starts),
    }


def _cut(scene: Scene) -> Facts:
    """The cut for the first deal: low deals."""
    rules, seats = scene.rules, scene.seats
    drawn: dict[int, int] = {}
    for piece in scene.event.partition(":")[2].split(","):
        name, _, card = piece.strip().rpartition(" ")
        drawn[seats.seat(name.strip())] = read_card(card)
    if len(drawn) < len(seats):
        raise BadCase("the cut: everybody draws a card")
    cards = tuple(drawn[seat] for seat in range(len(seats)))
    match = play_match(new_match(rules), Move(HOUSE, Cut(cards)))
    if match.dealer < 0:
        return {"dealer": None, "first_to_act": None, "cut_again": True}
    return {
        "dealer": seats.name(match.dealer),
        "first_to_act": seats.name(first_seat(rules, match.dealer)),
        "cut_again": False,
    }


def _knowledge(scene: Scene) -> Facts:
    """What everybody knows of the hands."""
    seats = scene.seats
    round_ = position_of(scene.case, scene.rules, seats).round
    seen = view(round_, None)
    found: Facts = {"hand_sizes": dict(zip(seats.names, seen.sizes, strict=True))}
    for seat, name in enumerate(seats.names):
        found[f"known_of_{name}"] = Bag(seen.known[seat])
        found[f"hand_count_of_{name}"] = seen.sizes[seat]
    return found


def _after_deal(scene: Scene) -> Facts:
    """What everybody has seen of the deal."""
    case, seats = scene.case, scene.seats
    dealt, _ = dealt_round(case, seats, scene.rules)
    if dealt.phase is Phase.DEAL:
        raise BadCase("that deal is void: nothing is public")
    seen = view(dealt, None)
    public = {
        name: card_text(seen.upcards[seat])
        for seat, name in enumerate(seats.names)
        if seen.upcards and name in case.situation.upcards
    }
    return {
        "public": dict(public),
        "wild_rank": rank_text(seen.wild_rank),
        **_known(seen.known, seats),
    }


def _known(known: tuple[tuple[int, ...], ...], seats: Seats) -> Facts:
    return {f"known_of_{name}": Bag(known[seat]) for seat, name in enumerate(seats.names)}


def _scored(scene: Scene) -> Facts:
    """The totals once the round's scores are entered, of those whose scores are given."""
    here, seats = scene.case.situation, scene.seats
    before, earned, pending = (
        tuple(given.get(name, 0) for name in seats.names)
        for given in (here.scores_before, here.hand_scores, here.pending_shortfall)
    )
    for name in (*here.scores_before, *here.hand_scores, *here.pending_shortfall):
        seats.seat(name)
    entered, carried = enter(scene.rules, earned, pending)
    scored = {name: seats.seat(name) for name in seats.names if name in here.hand_scores}
    return {
        "scores": {name: before[seat] + entered[seat] for name, seat in scored.items()},
        "entered": {name: entered[seat] for name, seat in scored.items()},
        "carried_shortfall": {name: carried[seat] for name, seat in scored.items()},
    }


def _after_events(scene: Scene) -> Facts:
    """The table after what the players did."""
    seats = scene.seats
    position, story = told(scene.case, scene.rules, seats, scene.event or None)
    round_ = quiet(story)
    return {
        **ending_facts(round_, seats, over=is_over(round_, position.seen)),
        **story_facts(story, seats, position.seen),
        **_cards(story, round_, seats),
        **_dealers(scene),
    }


def _cards(story: Story, round_: Round, seats: Seats) -> Facts:
    over = round_.phase is Phase.OVER
    return {
        "stock": Row(round_.stock),
        "stock_cards": Bag(round_.stock),
        "pile": Row(round_.pile),
        "hands": {name: Bag(round_.hands[seat]) for seat, name in enumerate(seats.names)},
        "floating": {name: round_.floating[seat] for seat, name in enumerate(seats.names)},
        "wild_rank": rank_text(round_.wild_rank),
        "must_draw_from": (
            "stock"
            if not over and round_.phase is Phase.DRAW and draws_stock(round_, round_.seat)
            else None
        ),
        "drawn": None if story.drawn is None else card_text(story.drawn),
        "may_discard_drawn": story.may_discard_drawn,
        "shuffled": story.last is not None and story.last.reshuffled,
        **_known(round_.known, seats),
    }


_EVENTS: tuple[tuple[str, Callable[[Scene], Facts]], ...] = (
    (r"cut for the (?:first )?deal:.*", _cut),
    (r"what may (?:the opponents?|everybody|an? opponent) know.*", _knowledge),
    (r"what is public after the deal.*", _after_deal),
    (r"(?:hand|round) scored.*", _scored),
)
