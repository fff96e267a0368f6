"""The room as a page is shown it: its seats, the boards of its rounds, how it ended."""

from __future__ import annotations

from collections import OrderedDict
from functools import lru_cache

from msgspec.structs import replace

from laydown.engine.actions import Deal
from laydown.engine.match import RoundResult
from laydown.engine.scoring import score
from laydown.record.explain_outcomes import explain_outcome
from laydown.record.explain_scores import explain_end, explain_line
from laydown.record.shuffles import commit
from laydown.record.titles import meld_titles
from laydown.record.words import listed
from laydown.rules.catalogue import describe
from laydown.rules.differences import Difference, differences
from laydown.rules.options import MatchMode
from laydown.rules.rules import Rules
from laydown.rules.text import nearest_game, rules_text
from laydown.server.answers import names_seen
from laydown.server.asking import is_between, is_free, waits_for_shuffle
from laydown.server.presence import Moment
from laydown.server.progress import ready_until, turn_until
from laydown.server.rooms import RoomState
from laydown.server.table_wire import Room, RoundBoard, ScoreLine, Seat

PHRASES = ("hello", "well-played", "good-luck", "thanks", "ouch", "one-moment", "rummy", "goodbye")


MOST_BOARDS = 2000


def book_differences(rules: Rules) -> tuple[Difference, ...]:
    """Where the rules differ from the book's for as many players."""
    base = nearest_game(rules)
    like = replace(base.rules, setup=replace(base.rules.setup, players=rules.setup.players))
    return differences(like, rules)


@lru_cache(maxsize=512)
def rules_notes(rules: Rules) -> tuple[str, tuple[str, ...], str, str]:
    """Title, what differs from the book, the goal in words, and the short text."""
    base = nearest_game(rules)
    notes = tuple(each.sentence for each in book_differences(rules))
    goal = describe(rules, "target" if rules.match.match_mode is MatchMode.TARGET else "deals")
    return base.title, notes, goal, rules_text(rules)


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
    if is_between(state):
        return "between"
    return "dealing" if waits_for_shuffle(state) else "playing"


def room_of(room_id: str, moment: Moment, *, viewer: int) -> Room:
    """The room as everybody in it sees it (names aside: the viewer's own is "You" in sentences)."""
    state = moment.state
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
        seats=tuple(_seat(moment, i) for i in range(len(state.seats))),
        host=state.host,
        totals=match.totals,
        target=target,
        goal=goal,
        rounds=_boards(room_id, state, names),
        winners=state.winners,
        result=result_of(state, names),
        commitment=_commitment(state),
        opening=_opening(state),
        ready_until=ready_until(moment),
        clock=state.clock,
        turn_until=turn_until(moment),
        days=state.days,
        pace="",
        phrases=PHRASES,
        next_room=state.next_room,
    )


def _seat(moment: Moment, seat: int) -> Seat:
    state, presence = moment.state, moment.presence
    who = state.seats[seat]
    return Seat(
        name=who.name,
        colour=who.colour,
        who=who.who,
        level=who.level,
        owned=who.owned,
        present=presence.is_present(seat),
        ready=state.ready[seat],
        resigned=who.resigned,
        away_since=presence.away_since[seat] if who.owned else 0.0,
        votes=tuple(sorted(presence.votes.get(seat, ()))) if who.who == "person" else (),
        free=is_free(state, seat) and (not who.owned or moment.is_away(seat)),
    )


_known_boards: OrderedDict[tuple[object, ...], tuple[RoundBoard, ...]] = OrderedDict()


def _boards(room_id: str, state: RoomState, names: tuple[str, ...]) -> tuple[RoundBoard, ...]:
    """The boards of the finished rounds, which are made once: a finished round does not change."""
    results = state.match.results
    broken = state.broken is not None
    key = (room_id, len(results), broken, names, state.rules, state.is_over)
    boards = _known_boards.get(key)
    if boards is None:
        boards = tuple(_board(state, i, result, names) for i, result in enumerate(results))
        if broken:
            boards += (_broken_board(state, names),)
        _known_boards[key] = boards
        while len(_known_boards) > MOST_BOARDS:
            _known_boards.popitem(last=False)
    return boards


def _board(state: RoomState, index: int, result: RoundResult, names: tuple[str, ...]) -> RoundBoard:
    match = state.match
    titles = meld_titles(match.last.melds) if match.last is not None else {}
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
                explain_line(replace(line, meld=titles.get(line.meld, line.meld)), names),
            )
            for line in score(match.last).lines
        )
        # Where all others have resigned, no rule of the match has decided anything.
        if match.outcome is not None and (match.is_over or not state.is_over):
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
        broken=False,
    )


def _broken_board(state: RoomState, names: tuple[str, ...]) -> RoundBoard:
    none = (0,) * len(state.seats)
    assert state.match.round is not None
    return RoundBoard(
        number=len(state.match.results) + 1,
        dealer=state.match.round.dealer,
        ending=broken_text(state, names),
        out=-1,
        scores=none,
        entered=none,
        totals=state.match.totals,
        lines=(),
        text="",
        broken=True,
    )


def result_of(state: RoomState, names: tuple[str, ...]) -> str:
    """How the match ended; empty while it goes on."""
    if not state.is_over:
        return ""
    if state.match.is_over and state.match.outcome is not None:
        resigned = [names[i] for i, seat in enumerate(state.seats) if seat.resigned]
        told = explain_outcome(state.match.outcome, state.rules, names)
        return f"{told} {listed(resigned)} had resigned." if resigned else told
    winners = listed([names[seat] for seat in state.winners])
    verb = "has" if len(state.winners) == 1 and winners != "You" else "have"
    if any(seat.owned and not seat.resigned for seat in state.seats):
        return f"{winners} {verb} won: everybody else has resigned."
    return f"{winners} {verb} won: everybody at the table has resigned."


def broken_text(state: RoomState, names: tuple[str, ...]) -> str:
    """That a round was broken off, and why."""
    resigned = [names[i] for i, seat in enumerate(state.seats) if seat.resigned]
    verb = "has" if len(resigned) == 1 and resigned != ["You"] else "have"
    return f"{listed(resigned)} {verb} resigned: the round is broken off, and scores nothing."


def _commitment(state: RoomState) -> str:
    shown = state.prepared or (state.dealt[-1] if state.dealt else None)
    if state.broken is not None:
        shown = state.dealt[-1]  # what was promised after it is dealt to nobody
    return commit(shown.order, shown.salt) if shown is not None else ""


def _opening(state: RoomState) -> str:
    """The salt of the deal of the round that was over last."""
    for each in state.lately if state.broken is None else state.moves:
        if isinstance(each.move.action, Deal):
            for shuffle in reversed(state.dealt):
                if shuffle.order == each.move.action.order:
                    return shuffle.salt
    return ""
