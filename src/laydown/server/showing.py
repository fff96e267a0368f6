"""The room as a page is shown it: seats, boards, news, and the whole state for one viewer."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from laydown.cards import Card
from laydown.engine.actions import HOUSE, Deal, Draw, Take
from laydown.engine.match import Match, RoundResult
from laydown.engine.scoring import score
from laydown.engine.state import Phase, Round
from laydown.engine.view import PlayerView, view
from laydown.record.explain_moves import explain_move
from laydown.record.explain_outcomes import explain_outcome
from laydown.record.explain_scores import explain_end, explain_line
from laydown.record.shuffles import commit
from laydown.record.words import listed
from laydown.rules.catalogue import describe
from laydown.rules.differences import differences
from laydown.rules.options import MatchMode
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game, rules_text
from laydown.server.rooms import Played, RoomState, names_of, waits_for_shuffle
from laydown.server.wire import News, Room, RoundBoard, ScoreLine, Seat

PHRASES = ("hello", "well-played", "good-luck", "thanks", "ouch", "one-moment", "rummy", "goodbye")

MOST_NEWS = 60
"""So many of the last moves are told on reconnecting."""


class Presence(msgspec.Struct):
    """Who is there, by seat; and who is ready for the next round."""

    sockets: list[int]
    away_since: list[float]
    ready: list[bool]


@lru_cache(maxsize=512)
def rules_notes(rules: Rules) -> tuple[str, tuple[str, ...], str, str]:
    """Title, what differs from the book, the goal in words, and the short text."""
    base = nearest_game(rules)
    like = msgspec.structs.replace(
        base.rules, setup=msgspec.structs.replace(base.rules.setup, players=rules.setup.players)
    )
    notes = tuple(each.sentence for each in differences(like, rules))
    goal = describe(rules, "target" if rules.match.match_mode is MatchMode.TARGET else "deals")
    return base.title, notes, goal, rules_text(rules)


def names_seen(state: RoomState, seat: int) -> tuple[str, ...]:
    """Names by seat, with "You" for the viewer's own."""
    return tuple("You" if i == seat else name for i, name in enumerate(names_of(state)))


def phase_of(state: RoomState) -> str:
    """The room's phase on the wire."""
    if state.is_over:
        return "over"
    if not state.started:
        return "lobby"
    if state.paused:
        return "paused"
    if state.match.round is None:
        return "dealing"
    if state.match.round.phase is Phase.DEAL and state.match.results:
        return "between"
    return "dealing" if waits_for_shuffle(state) else "playing"


def room_of(
    room_id: str,
    state: RoomState,
    presence: Presence,
    *,
    viewer: int,
    ready_until: float,
) -> Room:
    """The room as everybody in it sees it (names aside: the viewer's own is "You" in sentences)."""
    title, notes, goal, text = rules_notes(state.rules)
    names = names_seen(state, viewer)
    match = state.match
    target = state.rules.match.target if state.rules.match.match_mode is MatchMode.TARGET else 0
    return Room(
        id=room_id,
        phase=phase_of(state),  # type: ignore[arg-type]
        rules_text=text,
        rules_title=title,
        rules_notes=notes,
        seats=tuple(_seat(state, presence, i) for i in range(len(state.seats))),
        host=state.host,
        totals=match.totals,
        target=target,
        goal=goal,
        rounds=tuple(_board(state, i, result, names) for i, result in enumerate(match.results)),
        winners=state.winners,
        result=_result(state, names),
        commitment=_commitment(state),
        opening=_opening(state),
        ready_until=ready_until,
        pace="",
        phrases=PHRASES,
        next_room=state.next_room,
    )


def _seat(state: RoomState, presence: Presence, seat: int) -> Seat:
    who = state.seats[seat]
    return Seat(
        name=who.name,
        colour=who.colour,
        who=who.who,
        level=who.level,
        owned=who.owned,
        present=presence.sockets[seat] > 0,
        ready=presence.ready[seat],
        resigned=who.resigned,
        away_since=presence.away_since[seat] if who.owned else 0.0,
    )


def _board(state: RoomState, index: int, result: RoundResult, names: tuple[str, ...]) -> RoundBoard:
    match = state.match
    last = index == len(match.results) - 1
    lines: tuple[ScoreLine, ...] = ()
    text = ""
    if last and match.last is not None:
        lines = tuple(
            ScoreLine(
                line.seat,
                line.place.value,
                line.meld,
                line.card,
                line.stands,
                line.holder,
                line.worth,
                line.points,
                explain_line(line, names),
            )
            for line in score(match.last).lines
        )
        if match.outcome is not None:
            text = explain_outcome(match.outcome, state.rules, names)
    return RoundBoard(
        number=index + 1,
        dealer=result.dealer,
        ending=explain_end(result.end, names),
        out=result.end.out,
        scores=result.scores,
        entered=result.entered,
        totals=result.totals,
        lines=lines,
        text=text,
    )


def _result(state: RoomState, names: tuple[str, ...]) -> str:
    if not state.is_over:
        return ""
    if state.match.is_over and state.match.outcome is not None:
        resigned = [names[i] for i, seat in enumerate(state.seats) if seat.resigned]
        told = explain_outcome(state.match.outcome, state.rules, names)
        return f"{told} {listed(resigned)} had resigned." if resigned else told
    (winner,) = state.winners
    verb = "have" if names[winner] == "You" else "has"
    return f"{names[winner]} {verb} won: everybody else has resigned."


def _commitment(state: RoomState) -> str:
    shown = state.prepared or (state.dealt[-1] if state.dealt else None)
    return commit(shown.order, shown.salt) if shown is not None else ""


def _opening(state: RoomState) -> str:
    """The salt of the deal of the round finished last."""
    if not state.kept:
        return ""
    for each in state.kept[-1]:
        if isinstance(each.move.action, Deal):
            for shuffle in state.dealt:
                if shuffle.order == each.move.action.order:
                    return shuffle.salt
    return ""


def drew(state: RoomState, seat: int) -> Card:
    """The card the seat drew from the stock this turn, its own to know; -1 for none."""
    for each in reversed(state.moves):
        if each.move.seat != seat:
            return -1
        if isinstance(each.move.action, Draw) and each.before.round is not None:
            return each.before.round.stock[0]
    return -1


def news(state: RoomState, seat: int, since: int) -> tuple[News, ...]:
    """The moves after event number `since` in words, as this viewer may know them."""
    moves = (*(state.kept[-1] if state.kept else ()), *state.moves)
    fresh = [each for each in moves if each.seq > since and each.move.seat != HOUSE]
    names = names_seen(state, seat)
    return tuple(
        _news(each, _after(state, moves, each), seat, names) for each in fresh[-MOST_NEWS:]
    )


def _after(state: RoomState, moves: tuple[Played, ...], each: Played) -> Round | None:
    at = moves.index(each)
    finished = state.kept and at == len(state.kept[-1]) - 1
    if finished:
        return state.match.last
    following: Match = moves[at + 1].before if at + 1 < len(moves) else state.match
    return following.round


def _seen(round_: Round | None, seat: int) -> PlayerView | None:
    return None if round_ is None else view(round_, None if seat < 0 else seat)


def _news(each: Played, after: Round | None, seat: int, names: tuple[str, ...]) -> News:
    action = each.move.action
    before = _seen(each.before.round, seat)
    cards = tuple(getattr(action, "cards", ())) or (
        (action.card,) if hasattr(action, "card") else ()
    )
    if isinstance(action, Take) and before is not None:
        cards = before.pile[len(before.pile) - action.count :]
    text = explain_move(each.move, names, before=before, after=_seen(after, seat))
    if each.by == "clock":
        text += " (the clock ran out)"
    return News(
        seq=each.seq,
        seat=each.move.seat,
        text=text,
        kind=str(type(action).__struct_config__.tag),
        cards=cards,
        meld=getattr(action, "meld", ""),
        count=len(cards),
    )
