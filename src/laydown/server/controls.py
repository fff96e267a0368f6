"""What people do about the room rather than the cards: events, or a refusal in words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from laydown.engine.dealing import next_dealer
from laydown.players.levels import LEVELS
from laydown.rules.options import FirstDealer
from laydown.rules.rules import Rules
from laydown.rules.text import rules_json
from laydown.server.answers import Answer
from laydown.server.asking import is_free
from laydown.server.events import (
    HandedOver,
    HostIs,
    Named,
    Paused,
    Planned,
    Reclaimed,
    Resumed,
    RoomEvent,
    RoomOpened,
    Sat,
    SeatPlan,
    Started,
    Stood,
)
from laydown.server.presence import Moment
from laydown.server.progress import started
from laydown.server.rooms import COLOURS, RoomState, names_of
from laydown.server.seats import clean_name
from laydown.server.wire import Control


def control(moment: Moment, seat: int, asked: Control) -> Sequence[RoomEvent]:
    """The events of a control; each refusal says why. A rematch is none of them."""
    state, now = moment.state, moment.at
    if seat < 0:
        raise Answer("Only those at the table may do this.")
    if asked.level and asked.level not in LEVELS:
        raise Answer("There is no such computer level.")
    if not -1 <= asked.seat < len(state.seats):
        raise Answer("There is no such seat.")
    match asked.what:
        case "name":
            name = fresh_name(state, seat, asked.text, state.seats[seat].name)
            return [] if name == state.seats[seat].name else [Named(now, seat, name)]
        case "start" | "level" | "kick":
            return _before_the_start(moment, seat, asked)
        case "leave":
            return _leave(moment, seat, asked.level or "plain")
        case _:
            return _in_play(moment, seat, asked)


def fresh_name(state: RoomState, seat: int, text: str, fallback: str) -> str:
    """A clean name that nobody else at the table has."""
    name = clean_name(text, fallback)
    taken = {each.name for i, each in enumerate(state.seats) if i != seat}
    number, fresh = 2, name
    while fresh in taken:
        fresh = f"{name[:20]} {number}"
        number += 1
    return fresh


def _need_host(state: RoomState, seat: int) -> None:
    if seat != state.host:
        raise Answer(f"Only the host, {names_of(state)[state.host]}, may do this.")


def _before_the_start(moment: Moment, seat: int, asked: Control) -> Sequence[RoomEvent]:
    state, now, target = moment.state, moment.at, asked.seat
    _need_host(state, seat)
    if state.started:
        raise Answer("The match has begun.")
    if asked.what == "start":
        return [started(state.rules, state.host, now)]
    if target < 0:
        raise Answer("There is no such seat.")
    who = state.seats[target]
    if asked.what == "kick":
        if target == seat:
            raise Answer("Leave the room instead.")
        return [Stood(now, target)] if who.who != "open" else []
    if who.owned:
        raise Answer("A person has that seat; open it first.")
    level = "" if asked.text == "open" else asked.level or "plain"
    return [] if level == who.level else [Planned(now, target, level)]


def _leave(moment: Moment, seat: int, level: str) -> Sequence[RoomEvent]:
    state, now = moment.state, moment.at
    if state.is_over:
        return []
    if state.started:
        return [] if state.seats[seat].level else [HandedOver(now, seat, level, "asked")]
    if seat != state.host:
        return [Stood(now, seat)]
    heirs = moment.others(seat) or [
        i for i, each in enumerate(state.seats) if each.owned and i != seat
    ]
    return [*(HostIs(now, heir) for heir in heirs[:1]), Stood(now, seat)]


def _in_play(moment: Moment, seat: int, asked: Control) -> Sequence[RoomEvent]:
    state, now, level = moment.state, moment.at, asked.level or "plain"
    if not state.started or state.is_over:
        raise Answer("No match is being played here.")
    who = state.seats[seat]
    if who.resigned:
        raise Answer("You have resigned; the computer plays your seat to the end.")
    match asked.what:
        case "pause":
            return [] if state.paused else [Paused(now, seat)]
        case "resume":
            return [Resumed(now, seat)] if state.paused else []
        case "resign":
            return [HandedOver(now, seat, level, "resigned")]
        case "reclaim":
            return [Reclaimed(now, seat)] if who.level else []
        case "hand_over":
            return _hand_over(moment, seat, seat if asked.seat < 0 else asked.seat, level)
        case _:
            raise Answer("That cannot be done here.")


def _hand_over(moment: Moment, seat: int, target: int, level: str) -> Sequence[RoomEvent]:
    state = moment.state
    if state.seats[target].who != "person":
        raise Answer("A computer plays that seat already.")
    if target == seat:
        return [HandedOver(moment.at, seat, level, "asked")]
    if not moment.is_away(target):
        wait = "a day" if state.days else "a minute"
        raise Answer(f"A seat can be handed over when its player has been away for {wait}.")
    votes = moment.presence.votes.setdefault(target, set())
    votes.add(seat)
    if seat == state.host or len(votes) >= 2:
        return [HandedOver(moment.at, target, level, "away")]
    return []


def returned(moment: Moment, seat: int) -> Sequence[RoomEvent]:
    """Who comes back to a seat that was handed over in absence has it back at once."""
    state = moment.state
    if seat >= 0 and state.seats[seat].given == "away" and not state.is_over:
        return [Reclaimed(moment.at, seat)]
    return []


def sit(
    moment: Moment, seat: int, secret: str, name: str, colour: str, browser: str
) -> Sequence[RoomEvent]:
    """A person takes a free seat, or that of somebody who left it to the computer and is away."""
    state = moment.state
    if not 0 <= seat < len(state.seats):
        raise Answer("There is no such seat.")
    if state.is_over:
        raise Answer("That match is over.")
    who = state.seats[seat]
    if who.resigned:
        raise Answer("That seat was resigned; the computer plays it to the end.")
    if who.who == "person":
        raise Answer("That seat is taken.")
    if not is_free(state, seat):
        raise Answer("That seat is a computer's.")
    if who.owned and not moment.is_away(seat):
        raise Answer("The player of that seat may still come back.")
    return [
        Sat(
            moment.at,
            seat,
            secret,
            fresh_name(state, seat, name, f"Player {seat + 1}"),
            colour if colour in COLOURS else COLOURS[seat],
            browser,
        )
    ]


# ------------------------------------------------------------------ a rematch


def rematch(moment: Moment) -> list[RoomEvent]:
    """A new room with the same rules, people and secrets, the deal moved on."""
    state, now = moment.state, moment.at
    rules = dealer_by_chance(state.rules)
    seats = tuple(
        SeatPlan("open")
        if who.owned or who.given == "start"
        else SeatPlan("computer", who.level or "plain")
        for who in state.seats
    )
    dealer = -1 if state.match.dealer < 0 else next_dealer(rules, state.match.dealer)
    events: list[RoomEvent] = [
        RoomOpened(
            now,
            rules=rules_json(rules).decode(),
            seats=seats,
            clock=state.clock,
            days=state.days,
            dealer=dealer,
        )
    ]
    events += [
        Sat(now, seat, who.secret, who.name, who.colour, who.browser)
        for seat, who in enumerate(state.seats)
        if who.owned
    ]
    events += [HostIs(now, state.host), Started(now)]
    events += [
        HandedOver(now, seat, who.level, "away")
        for seat, who in enumerate(state.seats)
        if who.owned and who.level and not moment.presence.is_present(seat)
    ]
    return events


def dealer_by_chance(rules: Rules) -> Rules:
    """The same rules where the host does not deal first: another first dealer is given."""
    if rules.setup.first_dealer is not FirstDealer.HOST:
        return rules
    setup = replace(rules.setup, first_dealer=FirstDealer.RANDOM)
    return replace(rules, setup=setup)
