"""Who has a score sheet open and where they are typing; nothing of it is stored."""

from __future__ import annotations

import msgspec

from laydown.server.presence import Timing
from laydown.server.sheet_states import SheetRoom
from laydown.sheet.values import NOBODY


class Elsewhere(msgspec.Struct, frozen=True):
    """What another server told of its pages."""

    at: float
    people: frozenset[int]
    typing: tuple[tuple[int, int], ...]


class SheetPresence:
    """The people whose pages are open, here or on another server of the same sheets."""

    def __init__(self, now: float) -> None:
        self.pages: dict[int, int] = {}
        """by person, how many pages they have open here"""
        self.away: dict[int, float] = {}
        """by person, when they were seen last"""
        self.since = now
        self.typing: dict[object, tuple[int, int]] = {}
        """by page, the (column, round) whose keypad is open"""
        self.elsewhere: dict[str, Elsewhere] = {}

    def is_present(self, person: int) -> bool:
        """A page of theirs is open."""
        return person in self.pages or any(
            person in each.people for each in self.elsewhere.values()
        )

    def present(self) -> frozenset[int]:
        """Everybody who has a page open."""
        return frozenset(self.pages).union(*(each.people for each in self.elsewhere.values()))

    def came(self, person: int) -> None:
        """A page of this person was opened here."""
        self.pages[person] = self.pages.get(person, 0) + 1

    def went(self, person: int, now: float) -> None:
        """A page of this person was closed here."""
        self.pages[person] -= 1
        if not self.pages[person]:
            del self.pages[person]
            self.away[person] = now

    def away_since(self, person: int) -> float:
        """When somebody who is not present was seen last, at the latest when this began."""
        return self.away.get(person, self.since)

    def typed(self, page: object, column: int, round_: int) -> bool:
        """A keypad was opened on a cell, or closed (round 0); whether that is new."""
        before = self.typing.get(page)
        if round_ <= 0:
            self.typing.pop(page, None)
            return before is not None
        self.typing[page] = (column, round_)
        return before != (column, round_)

    def told(self, server: str, told: Elsewhere) -> bool:
        """Another server says who is there; True if that is new."""
        before = self.elsewhere.get(server)
        gone = set() if before is None else before.people - told.people
        self.elsewhere[server] = told
        for person in gone:
            self.away[person] = told.at
        new = before is None or (before.people, before.typing) != (told.people, told.typing)
        return new and (before is not None or bool(told.people or told.typing))

    def forget_servers(self, before: float, now: float) -> None:
        """Servers that have not told anything since `before` are gone, and their people."""
        for server, told in list(self.elsewhere.items()):
            if told.at < before:
                del self.elsewhere[server]
                for person in told.people:
                    self.away[person] = now

    def typing_now(self) -> dict[int, int]:
        """By column, the round that is being entered."""
        found = dict(self.typing.values())
        for each in self.elsewhere.values():
            found.update(each.typing)
        return found


class SheetMoment(msgspec.Struct, frozen=True):
    """What a decision rests on: the sheet, who is there, the time, how long a host may be away."""

    state: SheetRoom
    presence: SheetPresence
    timing: Timing
    at: float

    def is_host(self, person: int) -> bool:
        """They keep the sheet; a host with a column does so from every link to it."""
        return is_host(self.state, person)

    def others(self, person: int) -> list[int]:
        """The other people who are present, one for each column."""
        people = self.state.people
        own = people[person].column
        return [
            each
            for each in sorted(self.presence.present())
            if each != person
            and each < len(people)
            and not people[each].is_gone
            and (own == NOBODY or people[each].column != own)
        ]

    def host_away_until(self) -> float:
        """When the absent host may be replaced by somebody who is alone; 0 for one who is here."""
        if any(self.is_host(person) for person in self.presence.present()):
            return 0.0
        hosts = [i for i in range(len(self.state.people)) if self.is_host(i)]
        return max(map(self.presence.away_since, hosts)) + self.timing.away


def is_host(state: SheetRoom, person: int) -> bool:
    """This person keeps the sheet."""
    if not 0 <= person < len(state.people) or state.people[person].is_gone:
        return False
    if person == state.host:
        return True
    column = state.people[person].column
    return column != NOBODY and column == state.people[state.host].column
