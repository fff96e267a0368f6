"""What a page asks without changing anything: a selection, a refusal, a hint."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from laydown.engine.legal import LegalActions
from laydown.engine.state import Phase
from laydown.engine.view import PlayerView
from laydown.players.base import Advice
from laydown.players.levels import player
from laydown.players.reasons import sentence
from laydown.record.titles import meld_titles, titled
from laydown.server.answers import Answer, names_seen, refused
from laydown.server.asking import acting_view
from laydown.server.offers import call_with, offers, take_offer, why_refused
from laydown.server.rooms import RoomState
from laydown.server.suggestions import suggestions
from laydown.server.wire import Hint, Hinted, Look, Offers, Refused, Suggest, Suggested, Why


def _seen(state: RoomState, seat: int) -> PlayerView:
    seen = acting_view(state, seat)
    if seat < 0 or seen is None or not state.started:
        raise Answer("There is nothing to look at yet.")
    return seen


def look(state: RoomState, seat: int, asked: Look) -> Offers:
    """What could be done with these cards of the hand, or with so many of the pile."""
    seen = _seen(state, seat)
    names = names_seen(state, seat)
    if asked.take:
        found = take_offer(seen, asked.take, names)
    elif Counter(asked.cards) - Counter(seen.hand):
        raise Answer("Those cards are not in your hand.")
    elif Counter(asked.pile) - Counter(seen.pile):
        raise Answer("Those cards are not in the pile.")
    elif seen.phase is Phase.CALLING:
        found = call_with(seen, asked.pile, asked.cards, names)
    else:
        found = offers(seen, asked.cards, names)
    return replace(found, id=asked.id[:64], seq=state.seq)


def suggest(state: RoomState, seat: int, asked: Suggest) -> Suggested:
    """The melds in the seat's hand."""
    return replace(suggestions(_seen(state, seat)), id=asked.id[:64])


def why(state: RoomState, seat: int, asked: Why) -> Refused:
    """Why an action is refused."""
    reason = why_refused(LegalActions(_seen(state, seat)), asked.action)
    if reason is None:
        return Refused(asked.id[:64], "That is allowed.", "", "")
    told = refused(state, seat, reason)
    return Refused(asked.id[:64], told.text, told.clause, told.option)


def _in_words(advice: Advice, seen: PlayerView, names: tuple[str, ...]) -> Advice:
    """The advice with melds called by what they are."""
    titles = meld_titles(seen.melds)
    grounds = tuple(
        replace(ground, meld=f"the {titles[ground.meld]}") if ground.meld in titles else ground
        for ground in advice.grounds
    )
    return Advice(titled(advice.action, seen.melds, names), grounds)


def hint(state: RoomState, seat: int, asked: Hint) -> Hinted:
    """What the computer would do, as strongly as asked."""
    seen = _seen(state, seat)
    legal = LegalActions(seen)
    if not legal.kinds():
        raise Answer("It is not your turn.")
    found = player("plain").explain(seen, legal)
    action = found.action
    names = names_seen(state, seat)
    advice = _in_words(found, seen, names)
    because = " ".join((advice.do, *(sentence(ground, names) for ground in advice.grounds)))
    text = {1: advice.look, 2: advice.do, 3: because}[asked.strength]
    cards = tuple(getattr(action, "cards", ())) or (
        (action.card,) if hasattr(action, "card") else ()
    )
    strong = asked.strength > 1
    tag = str(type(action).__struct_config__.tag)
    place = {"draw": "stock", "take": "pile", "call": "pile", "layoff": "meld"}.get(tag, "hand")
    return Hinted(
        asked.id[:64],
        text,
        cards if strong else (),
        getattr(action, "meld", "") if strong else "",
        place,
        action if strong else None,  # type: ignore[arg-type]
    )
