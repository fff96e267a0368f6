"""One server for each process of the suite, and people with phones and desks in front of it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, sync_playwright
from tests.browser.chromium import ARGUMENTS, executable
from tests.browser.deals import rooms_laid_out
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import Served


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The server that all tests of this process share, with the rooms that were laid out."""
    server = Served(tmp_path_factory.mktemp("server"), rooms_laid_out())
    server.start()
    yield server
    server.stop()


# Playwright keeps an event loop running, which tests of other folders must not find.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A Chromium."""
    with sync_playwright() as playwright:
        try:
            found = playwright.chromium.launch(executable_path=executable(), args=[*ARGUMENTS])
        except Error as error:
            pytest.fail(
                "Chromium does not start. Install it with your system's packages, or with"
                f" `python -m playwright install chromium`.\n{error}"
            )
        yield found
        found.close()


@pytest.fixture
def arrive(browser: Browser, served: Served, request: pytest.FixtureRequest) -> Iterator[Arrive]:
    """Somebody sits down with a device; each has a browser of their own."""
    people: list[Person] = []

    def somebody(device: Device = Device.PHONE, *, base: str = "", **wishes: Any) -> Person:
        person = Person(browser, base or served.base, device, **wishes)
        people.append(person)
        return person

    yield somebody
    failed = request.node.stash.get(FAILED, False)
    for number, person in enumerate(people):
        if failed:
            person.keep_picture(Path(request.config.rootpath), request.node.name, number)
        person.leave()


FAILED: pytest.StashKey[bool] = pytest.StashKey()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report
