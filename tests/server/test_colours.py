"""Every seat has a colour of its own."""

from __future__ import annotations

from laydown.rules.games import preset
from laydown.rules.text import rules_json
from laydown.server.events import RoomOpened, Sat, SeatPlan
from laydown.server.replaying import replayed
from laydown.server.rooms import RoomState

OPENED = RoomOpened(
    1.0,
    rules=rules_json(preset("r500", players=3)).decode(),
    seats=(SeatPlan("open"), SeatPlan("computer", "plain"), SeatPlan("open")),
)


def _colours(*sat: tuple[int, str]) -> tuple[str, ...]:
    events = (Sat(2.0, seat, f"secret {seat}", f"P{seat}", colour, "") for seat, colour in sat)
    state = replayed((OPENED, *events))
    assert isinstance(state, RoomState)
    return tuple(seat.colour for seat in state.seats)


def test_a_computer_gives_way_to_a_person() -> None:
    assert _colours((0, "red"))[0] == "red"
    assert len(set(_colours((0, "red")))) == 3


def test_who_sat_first_keeps_the_colour() -> None:
    first, _, second = _colours((0, "pink"), (2, "pink"))
    assert first == "pink"
    assert second != "pink"


def test_a_free_colour_is_given_as_wished() -> None:
    assert _colours((0, "gold"), (2, "teal")) == ("gold", "red", "teal")
