"""Reloading, lost networks, killed servers, two pages of one seat: nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.browser.deals import SHORT_DEAL
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Served, lay_out

from laydown.cards import parse_cards


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Served]:
    """A server of one's own, to be killed."""
    long = lay_out("rummy-500 players=2 deal_fixed=2:3", SHORT_DEAL, dealer=1, people=1)
    server = Served(tmp_path, {"long": [long]})
    server.start()
    yield server
    server.kill()


def in_play(person: Person) -> tuple[list[int], list[int]]:
    """The position as it is shown: the own cards in their order, the pile."""
    person.until("play")
    return person.hand(), person.state()["table"]["pile"]


def arrange(person: Person) -> list[int]:
    """Sort by hand: the first card goes one place to the right. The order that results."""
    person.press("Mine")
    before = person.hand()
    person.select([before[0]])
    person.press(person.page.get_by_role("button", name="Move right"))
    wanted = [before[1], before[0], *before[2:]]
    person.waits_for(
        "[...document.querySelectorAll('.hand [data-card]')].map((n) => Number(n.dataset.card))"
        f".join() === '{','.join(map(str, wanted))}'"
    )
    return wanted


@pytest.mark.parametrize("device", [Device.PHONE, Device.DESK], ids=["phone", "desk"])
def test_a_reload_keeps_the_position_and_the_own_order(
    arrive: Arrive, served: Served, device: Device
) -> None:
    anna = arrive(device)
    anna.go(served.table("long").link(0))
    anna.draw()
    order = arrange(anna)
    before = in_play(anna)
    anna.page.reload()
    assert in_play(anna) == before
    assert anna.hand() == order
    assert "#" not in anna.page.url  # the secret does not stay in the address
    assert anna.faults == []


def test_a_lost_network_comes_back_by_itself(arrive: Arrive, served: Served) -> None:
    anna = arrive(Device.PHONE)
    anna.go(served.table("long").link(0))
    anna.draw()
    order = arrange(anna)
    anna.context.set_offline(True)
    anna.sees("The connection is gone")
    anna.context.set_offline(False)
    anna.waits_for("!/The connection is gone/.test(document.querySelector('main').innerText)")
    assert anna.hand() == order
    anna.meld("7S 7H 7D")
    anna.discard("2C")
    anna.until("next")
    assert anna.state()["room"]["totals"][0] == 21


def test_a_killed_server_loses_nothing(arrive: Arrive, own_server: Served) -> None:
    anna = arrive(Device.PHONE, base=own_server.base)
    anna.go(own_server.table("long").link(0))
    anna.draw()
    order = arrange(anna)
    anna.meld("7S 7H 7D")
    own_server.kill()
    anna.sees("The connection is gone")
    own_server.start()
    anna.waits_for("!/The connection is gone/.test(document.querySelector('main').innerText)")
    assert anna.hand() == [card for card in order if card not in parse_cards("7S 7H 7D")]
    assert anna.state()["table"]["melds"][0]["cards"] == sorted(parse_cards("7S 7H 7D"))
    anna.discard("2C")
    anna.until("next")
    assert anna.state()["room"]["totals"][0] == 21


def test_one_seat_on_two_devices(arrive: Arrive, served: Served) -> None:
    laid = served.table("long")
    phone, desk = arrive(Device.PHONE), arrive(Device.DESK)
    phone.go(laid.link(0))
    desk.go(laid.link(0))
    phone.draw()
    desk.meld("7S 7H 7D")
    phone.waits_for("document.querySelectorAll('.hand [data-card]').length === 1")
    phone.discard("2C")
    assert (desk.until("next"), phone.until("next")) == ("next", "next")
    assert (phone.faults, desk.faults) == ([], [])
