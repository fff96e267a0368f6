"""What is looked at on every page: axe-core's verdict, room to the side, targets for a thumb."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Literal

from tests.browser.people import Person

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
THUMB = 44
"""CSS pixels that a target must have for a thumb."""


@functools.cache
def axe_source() -> str:
    """The script of axe-core, which comes with a Python package."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def violations(person: Person, *rules: str) -> list[str]:
    """What axe-core finds wrong with the page as it stands, by these rules or by all."""
    if not person.page.evaluate("typeof window.axe === 'object'"):
        person.page.evaluate(axe_source())
    found: list[str] = person.page.evaluate(
        """async (rules) => {
          const how = { resultTypes: ["violations"] };
          if (rules.length) how.runOnly = rules;
          const result = await axe.run(document, how);
          return result.violations.flatMap((rule) => rule.nodes.map(
            (node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
        }""",
        list(rules),
    )
    return found


def sideways(person: Person) -> int:
    """By how many pixels the page is wider than the screen."""
    found: int = person.page.evaluate(
        "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
    )
    return max(0, found)


def small_targets(person: Person) -> list[str]:
    """Controls lower than a thumb needs. Links within a sentence are none of them, and cards
    that lie under others are as narrow as their strip but not lower."""
    found: list[str] = person.page.evaluate(
        """(thumb) => [...document.querySelectorAll("button, select, input, summary, a")]
          .filter((node) => node.checkVisibility({ visibilityProperty: true }))
          .filter((node) => !node.closest(".unseen, .skip") && !node.matches(".unseen, .skip"))
          .filter((node) => getComputedStyle(node).display !== "inline")
          .filter((node) => !["radio", "checkbox"].includes(node.type))
          .map((node) => [node, node.getBoundingClientRect()])
          .filter(([, box]) => box.height > 0 && box.height < thumb - 0.5)
          .map(([node, box]) =>
            `${node.tagName.toLowerCase()} "${node.textContent.trim().slice(0, 30)}"` +
            ` ${Math.round(box.width)}x${Math.round(box.height)}`)""",
        THUMB,
    )
    return found


def painted(person: Person, scheme: Literal["light", "dark"]) -> None:
    """See the page in these colours, all of it."""
    person.page.emulate_media(color_scheme=scheme)
    person.page.evaluate(
        """() => new Promise((seen) => requestAnimationFrame(() => setTimeout(() =>
          requestAnimationFrame(() => setTimeout(seen, 50)), 50)))"""
    )


def widest(person: Person) -> str:
    """What stands out to the right, for whoever has to mend it."""
    found: str = person.page.evaluate(
        """() => [...document.querySelectorAll("body *")]
          .filter((node) => node.getBoundingClientRect().right > innerWidth + 0.5)
          .slice(0, 4).map((node) => `${node.tagName}.${node.classList}`).join(", ")"""
    )
    return found


def look(person: Person, where: str) -> list[str]:
    """Everything wrong with the page as it stands: light and dark, as wide as it is and as narrow
    as the narrowest phone."""
    page, wrong = person.page, []
    size = page.viewport_size
    assert size
    rules: tuple[str, ...] = ()
    for scheme in SCHEMES:
        for _ in range(3):  # colours that were still changing are looked at again
            painted(person, scheme)
            found = violations(person, *rules)
            if not found:
                break
            page.wait_for_timeout(300)
        wrong += [f"{where}, {scheme}: {each}" for each in found]
        rules = ("color-contrast",)  # nothing but the colours is different
    if person.touches:
        wrong += [f"{where}: too low for a thumb: {each}" for each in small_targets(person)]
    for width, height in ((size["width"], size["height"]), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(60)
        over = sideways(person)
        if over:
            wrong.append(f"{where}: {over} px too wide at {width}: {widest(person)}")
    page.set_viewport_size(size)
    return wrong
