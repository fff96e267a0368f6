"""A phone in front of the table, for `scripts/bench page`: how soon the first card is seen, what
is loaded for it, and how smoothly cards move at the fullest table."""

from __future__ import annotations

import json
import random
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright
from tests.browser.chromium import ARGUMENTS, executable
from tests.browser.people import DOING, Device, Person
from tests.browser.serving import Laid, Served, lay_out

from laydown.cards import Card, cards_text
from laydown.engine.dealing import decks_for, pack_of
from laydown.rules.text import parse_rules

SLOWED = 4
"""times: what a phone of the middle class is to a desk"""
MELDS = 40

FIRST_CARD = """
  const look = () => {
    if (!document.querySelector(".hand [data-card] use")) return requestAnimationFrame(look);
    // it is painted after this frame's callbacks: the next task comes after the paint
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => console.debug("first card", performance.now());
    port2.postMessage(0);
  };
  requestAnimationFrame(look);
"""

# Two packs have 108 cards, too few for forty melds: what lies is shown several times.
FULL_TABLE = """
  const Real = window.WebSocket;
  window.WebSocket = class extends Real {
    set onmessage(hear) {
      super.onmessage = (event) => {
        const told = JSON.parse(event.data);
        const melds = told.is === "state" ? told.table?.melds : null;
        if (!melds?.length) return hear(event);
        const all = [...melds];
        for (let i = 0; all.length < MELDS; i++)
          all.push({ ...melds[i % melds.length], id: `copy${i}` });
        told.table.melds = all;
        hear({ data: JSON.stringify(told) });
      };
    }
  };
  window.moving = [];
  window.long = [];
  let last = 0;
  let until = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    until = Math.max(until, performance.now() + how[1].duration + (how[1].delay ?? 0));
    return animate.apply(this, how);
  };
  const frame = (now) => {
    if (last && last < until) window.moving.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.long.push(entry.duration);
  }).observe({ type: "longtask" });
""".replace("MELDS", str(MELDS))

WORK = ("TaskDuration", "ScriptDuration", "RecalcStyleDuration", "LayoutDuration")


def shuffled(rules: str, seed: int) -> str:
    """A shuffle of the whole pack, the same each time."""
    found = parse_rules(rules)
    cards: list[Card] = list(pack_of(found, decks_for(found)))
    random.Random(seed).shuffle(cards)
    return cards_text(cards)


def running(seed: int) -> Laid:
    """A match between two that has begun."""
    rules = "rummy-500 players=2"
    return lay_out(rules, shuffled(rules, seed), dealer=1, people=1)


def crowded() -> Laid:
    """Eight at a table, seven of them computers."""
    rules = "rummy-500-jokers players=8 deal_fixed=9 pile_draw=top_only call_rummy=off target=5000"
    return lay_out(rules, shuffled(rules, 3), dealer=7, people=1)


def counted(session: CDPSession) -> dict[str, float]:
    """What the page's main thread has done so far, in milliseconds, and how often."""
    found = session.send("Performance.getMetrics")["metrics"]
    return {
        each["name"]: each["value"] * (1000 if each["name"].endswith("Duration") else 1)
        for each in found
    }


@contextmanager
def phone(browser: Browser, served: Served) -> Iterator[Page]:
    """A phone that has never been here."""
    width, height, _ = Device.PHONE.value
    context = browser.new_context(
        base_url=served.base,
        viewport={"width": width, "height": height},
        has_touch=True,
        is_mobile=True,
        service_workers="block",
    )
    yield context.new_page()
    context.close()


@contextmanager
def slowed(page: Page, times: int) -> Iterator[CDPSession]:
    """A session with the browser, whose processor is so many times slower."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": times})
    yield session
    session.detach()


def first_card(browser: Browser, served: Served, times: int) -> dict[str, float]:
    """One cold load of a running match: milliseconds to the first card, and where they went."""
    with phone(browser, served) as page:
        page.add_init_script(FIRST_CARD)
        with slowed(page, times) as session:
            # nothing is asked of the page meanwhile: that would put more scripts into it
            with page.expect_console_message(lambda said: said.type == "debug") as said:
                page.goto(served.table("running").link(0), wait_until="commit")
            work = counted(session)
        shown = float(said.value.text.split()[-1])
    return {"shown": shown, **{name: work[name] for name in WORK}}


def weight(browser: Browser, served: Served) -> tuple[int, int, int]:
    """Files of the table's page, their bytes as sent, and of these script and style."""
    with phone(browser, served) as page:
        page.goto(served.table("running").link(0))
        page.locator(".hand [data-card]").first.wait_for()
        found: list[tuple[str, int]] = page.evaluate(
            """() => [...performance.getEntriesByType("navigation"),
                      ...performance.getEntriesByType("resource")]
              .map((one) => [new URL(one.name).pathname, one.transferSize])"""
        )
    own = sum(size for path, size in found if path.endswith((".js", ".css")))
    return len(found), sum(size for _, size in found), own


def motion(browser: Browser, served: Served, times: int, laps: int) -> dict[str, Any]:
    """So many times round the fullest table: frames while cards move, and the work they cost."""
    anna = Person(browser, served.base, Device.PHONE, motion="no-preference")
    anna.context.add_init_script(FULL_TABLE)
    anna.go(served.table("crowded").link(0))
    lap(anna)  # melds come onto the table
    done = 0
    with slowed(anna.page, times) as session:
        anna.page.evaluate("() => { moving.length = 0; long.length = 0; }")
        before = counted(session)
        while done < laps and lap(anna):
            done += 1
        after = counted(session)
        frames, long = anna.page.evaluate("[moving, long]")
        melds = anna.page.locator(".melds [data-meld]").count()
    assert not anna.faults, anna.faults
    anna.leave()
    work = {name: after[name] - before[name] for name in (*WORK, "LayoutCount", "RecalcStyleCount")}
    return {"frames": frames, "long": long, "melds": melds, "laps": done, **work}


def lap(anna: Person) -> bool:
    """The own turn, and then the seven others' as they are shown; False where the round ends."""
    anna.command("Draw from the stock")
    anna.becomes("play")
    anna.select(anna.state()["legal"]["discards"][-1:])
    anna.act("discard")
    anna.waits_for("document.querySelector('.dock [data-kind]') === null")
    asked = anna.page.wait_for_function(f"() => [({DOING})()].find((it) => it && it !== 'skip')")
    return bool(asked.json_value() == "draw")


def line(name: str, found: list[dict[str, float]]) -> str:
    """Medians of several runs."""
    middle = {key: statistics.median(each[key] for each in found) for key in found[0]}
    least = min(each["shown"] for each in found)
    return (
        f"{name:<24}{middle['shown']:>8,.0f} ms (best {least:,.0f})   main thread"
        f"{middle['TaskDuration']:>7,.0f} ms: script {middle['ScriptDuration']:,.0f},"
        f" style {middle['RecalcStyleDuration']:,.0f}, layout {middle['LayoutDuration']:,.0f}"
    )


def measure(*, runs: int, laps: int) -> int:
    """Print everything."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        laid = {
            "running": [running(seed) for seed in range(2 * runs + 4)],
            "crowded": [crowded() for _ in range(2)],
        }
        served = Served(Path(folder), laid)
        served.start()
        browser = playwright.chromium.launch(executable_path=executable(), args=[*ARGUMENTS])
        try:
            first_card(browser, served, 1)  # the server has read its own code
            files, sent, own = weight(browser, served)
            print(
                f"the table's page        {files:>8} files, {sent:,} bytes; script, style {own:,}"
            )
            for times in (1, SLOWED):
                found = [first_card(browser, served, times) for _ in range(runs)]
                print(line(f"first card, {times}x slowed", found), flush=True)
            for times in (1, SLOWED):
                print(moved(f"motion, {times}x slowed", motion(browser, served, times, laps)))
        finally:
            browser.close()
            served.stop()
    return 0


def moved(name: str, found: dict[str, Any]) -> str:
    """Frames while cards moved."""
    frames = sorted(found["frames"]) or [0.0]
    late = sum(each > 25 for each in frames)
    p95 = frames[int((len(frames) - 1) * 0.95)]
    return (
        f"{name:<24}{found['laps']} laps, {found['melds']} melds: {len(frames)} frames, {late} late"
        f" ({100 * late / len(frames):.1f} %), p95 {p95:.0f} ms; main thread"
        f" {found['TaskDuration']:,.0f} ms: script {found['ScriptDuration']:,.0f}, style"
        f" {found['RecalcStyleDuration']:,.0f} ({found['RecalcStyleCount']:.0f}x), layout"
        f" {found['LayoutDuration']:,.0f} ({found['LayoutCount']:.0f}x); long tasks"
        f" {json.dumps([round(each) for each in found['long']])}"
    )
