"""Without a network: the page opens as it was, comes back by itself, and never grows stale."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.people import Arrive, Device, Person
from tests.browser.serving import STATIC, Own, Served

AT_HAND = """async () => {
  const worker = (await navigator.serviceWorker.ready).active;
  if (worker.state === "activated") return true;
  await new Promise((seen) => worker.addEventListener("statechange", seen, { once: true }));
  return true;
}"""
"""Waits until everything is kept for when there is no network."""

KEPT_WHOLE = """async () => {
  for (;;) {
    const { active, waiting, installing } = await navigator.serviceWorker.ready;
    const caching = (await caches.keys()).map((name) => caches.open(name));
    const pages = await Promise.all((await Promise.all(caching)).map(async (cache) =>
      (await (await cache.match("/index.html"))?.text())?.includes("index-another")));
    if (pages.includes(true) && !waiting && !installing && active.state === "activated") return;
    await new Promise((next) => setTimeout(next, 50));
  }
}"""
"""The other build is at hand, and the worker that has it is at work."""


class Changing(Own):
    """A server of one's own, whose page may be replaced by another build."""

    def another_build(self) -> None:
        """The same page under another title, its script under another name."""
        (script,) = self.static.glob("assets/index-*.js")
        text = script.read_text(encoding="utf-8")
        for old in self.static.glob("assets/index-*.js*"):
            old.unlink()
        script.with_name("index-another.js").write_text(
            text + "\ndocument.documentElement.dataset.build = 'another';\n", encoding="utf-8"
        )
        for built in (*self.static.rglob("*.html"), *self.static.rglob("*.js")):
            named = built.read_text(encoding="utf-8").replace(script.name, "index-another.js")
            built.write_text(named, encoding="utf-8")
        for packed in (*self.static.rglob("*.br"), *self.static.rglob("*.gz")):
            packed.unlink()


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Changing]:
    """A server of this test alone."""
    shutil.copytree(STATIC, tmp_path / "static")
    server = Changing(tmp_path, static=tmp_path / "static")
    yield server
    server.stop()


def build_of(person: Person) -> str | None:
    """Which build the page is of."""
    found: str | None = person.page.evaluate("document.documentElement.dataset.build ?? null")
    return found


def test_a_reload_without_network_shows_the_table_and_comes_back(
    arrive: Arrive, served: Served
) -> None:
    laid = served.table("long")
    anna = arrive(Device.PHONE, offline=True)
    anna.go(laid.link(0))
    anna.draw()
    anna.until("play")
    anna.page.evaluate(AT_HAND)
    hand = anna.hand()
    assert len(hand) == 4
    served.kill()
    try:
        anna.page.reload()
        anna.sees("The connection is gone; trying again.")
        assert anna.hand() == hand
        expect(anna.page.locator(".hand [data-card]")).to_have_count(4)
        for address, text in (("/settings", "Four-colour pack"), ("/about", "About")):
            anna.go(address)
            anna.sees(text)
        anna.go(f"/room/{laid.room}")
        anna.sees("The connection is gone; trying again.")
        assert anna.hand() == hand
    finally:
        served.start()
    anna.waits_for("window.heard && heard.state")
    anna.meld("7S 7H 7D")
    expect(anna.page.get_by_text("The connection is gone")).to_have_count(0)


def test_nothing_that_was_asked_of_the_server_is_kept(arrive: Arrive, own: Changing) -> None:
    anna = arrive(Device.PHONE, base=own.base, offline=True)
    anna.go("/setup")
    anna.sees("What differs from the book")
    anna.page.evaluate(AT_HAND)
    anna.page.reload()
    anna.sees("What differs from the book")
    kept = anna.page.evaluate(
        """async () => {
          const names = await caches.keys();
          const each = await Promise.all(names.map(async (name) =>
            (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)));
          return each.flat();
        }"""
    )
    assert "/index.html" in kept
    others = [path for path in kept if path not in ("/index.html", "/icon.svg")]
    assert sorted(others) == sorted(
        f"/assets/{path.name}" for path in STATIC.glob("assets/*") if path.suffix in (".js", ".css")
    )


def test_a_new_build_is_seen_at_once(arrive: Arrive, own: Changing) -> None:
    anna = arrive(Device.PHONE, base=own.base, offline=True)
    anna.go("/about")
    anna.sees("About")
    anna.page.evaluate(AT_HAND)
    anna.page.reload()
    anna.waits_for("navigator.serviceWorker.controller")
    assert build_of(anna) is None
    own.another_build()
    # a page that is open goes on with its own files, though the server has them no more
    anna.press("Settings")
    anna.sees("Four-colour pack")
    anna.page.reload()
    anna.sees("Four-colour pack")
    assert build_of(anna) == "another"
    # and once it is kept as well, also when there is no server
    anna.page.evaluate(KEPT_WHOLE)
    own.stop()
    anna.page.reload()
    anna.sees("Four-colour pack")
    assert build_of(anna) == "another"
