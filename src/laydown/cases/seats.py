"""Who sits at the table of a case."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from laydown.cases.errors import BadCase, cut
from laydown.cases.schema import Case

MOST = 12
"""More seats than any table has; a larger number is a slip."""
_SPARE = ("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")


class Seats(msgspec.Struct, frozen=True):
    """The names by seat, clockwise."""

    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.names)

    def seat(self, name: str | int) -> int:
        """The seat of a player."""
        try:
            return self.names.index(str(name))
        except ValueError:
            raise BadCase(
                f"nobody called {cut(str(name))} sits there: {', '.join(self.names)}"
            ) from None

    def name(self, seat: int) -> str:
        return self.names[seat]

    def after(self, seat: int) -> int:
        """The seat to the left."""
        return (seat + 1) % len(self.names)

    def before(self, seat: int) -> int:
        """The seat to the right."""
        return (seat - 1) % len(self.names)


def seats_of(case: Case, usual: int) -> Seats:
    """The seats a case names; where it names none, as many as it needs or as are usual."""
    given = tuple(str(name) for name in case.situation.seats)
    if len(set(given)) < len(given):
        raise BadCase("two players have the same name")
    wanted = players_given(case)
    if given:
        if wanted is not None and wanted != len(given):
            raise BadCase(f"players={wanted}, but {len(given)} seats are named")
        if len(given) > MOST:
            raise BadCase(f"{len(given)} seats are more than any table has")
        return Seats(given)
    names = list(dict.fromkeys(_mentioned(case)))
    number = wanted if wanted is not None else max(usual, len(names))
    if len(names) > number:
        raise BadCase(f"players={number}, but the case speaks of {', '.join(names)}")
    spare = (name for name in _SPARE if name not in names)
    while len(names) < number:
        names.append(next(spare))
    return Seats(tuple(names))


def players_given(case: Case) -> int | None:
    """The option `players`, where the case has it."""
    given = case.options.get("players")
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= MOST:
        raise BadCase(f"players={cut(given)} is not a number of seats")
    return given


def _mentioned(case: Case) -> Iterator[str]:
    """Everybody the situation speaks of, in order."""
    here = case.situation
    for table in (
        here.hands,
        here.upcards,
        here.scores,
        here.scores_before,
        here.hand_scores,
        here.hands_won,
        here.took_from_pile,
        here.pending_shortfall,
    ):
        if not (here.teams and table and set(table) <= set(here.teams)):
            yield from table
    for members in here.teams.values():
        yield from map(str, members)
    for name in (here.to_act, here.dealer, here.next_, here.turn_just_ended_by, here.host):
        if name is not None:
            yield str(name)
    if here.last_discard is not None:
        yield str(here.last_discard.by)
    for meld in here.melds:
        yield str(meld.owner)
    yield from map(str, (*here.floating, *(here.melded or ())))
    asker = getattr(case.ask, "by", None)
    if asker is not None and asker != "table":
        yield str(asker)
