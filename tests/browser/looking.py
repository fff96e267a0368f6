"""What is looked at on every page: axe-core's verdict, room to the side, targets for a thumb."""

from __future__ import annotations

import functools
from importlib.resources import files
from typing import Literal

from tests.browser.people import Person

Theme = Literal["light", "dark", "contrast"]
THEMES: tuple[Theme, ...] = ("light", "dark", "contrast")
NARROWEST = (320, 640)
ROOMY = (1440, 900)
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
    """By how many pixels the page is wider than the screen, once it has settled."""
    found: int = person.page.evaluate(
        """async () => {
          const over = () =>
            document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
          const until = performance.now() + 1500;
          for (let frame = 0; frame < 2 || (over() > 0 && performance.now() < until); frame++)
            await new Promise((seen) => requestAnimationFrame(seen));
          return Math.max(0, over());
        }"""
    )
    return found


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


TWO_FRAMES = """new Promise((seen) =>
  requestAnimationFrame(() => requestAnimationFrame(() => seen())))"""


def painted(person: Person, theme: Theme) -> None:
    """See the page in these colours, all of it."""
    person.page.emulate_media(color_scheme="light" if theme == "light" else "dark")
    person.page.evaluate(
        f"""(theme) => {{
          const root = document.documentElement;
          root.dataset.was ??= root.dataset.theme ?? "";
          if (theme === "contrast") root.dataset.theme = theme;
          else if (root.dataset.was) root.dataset.theme = root.dataset.was;
          else delete root.dataset.theme;
          return {TWO_FRAMES};
        }}""",
        theme,
    )


def too_wide(person: Person, where: str) -> list[str]:
    """What does not fit on the narrowest phone, on the own screen, or at a desk; also with the
    text twice as large."""
    page, wrong = person.page, []
    own = page.viewport_size
    assert own
    here = (own["width"], own["height"])
    ways = [(here, "100%"), (here, "200%")]
    if person.touches:  # a desk's page is not looked at again as a phone's
        ways = [(here, "100%"), (ROOMY, "100%"), (NARROWEST, "100%"), (NARROWEST, "200%"), ways[1]]
    for (width, height), text in ways:
        if page.viewport_size != {"width": width, "height": height}:
            page.set_viewport_size({"width": width, "height": height})
        page.evaluate("(text) => { document.documentElement.style.fontSize = text; }", text)
        over = sideways(person)
        if over:
            wrong.append(f"{where}: {over} px too wide at {width}, text {text}: {widest(person)}")
    page.evaluate("document.documentElement.style.removeProperty('font-size')")
    page.set_viewport_size(own)
    return wrong


def widest(person: Person) -> str:
    """What stands out to the right, for whoever has to mend it."""
    found: str = person.page.evaluate(
        """() => [...document.querySelectorAll("body *")]
          .filter((node) => !node.closest(".scroll"))
          .map((node) => [node, node.getBoundingClientRect()])
          .filter(([node, box]) => box.width > 1 && box.left + Math.max(box.width,
            getComputedStyle(node).overflowX === "visible" ? node.scrollWidth : 0)
            > document.documentElement.clientWidth + 0.5)
          .map(([node]) => node)
          .slice(0, 6).map((node) => `${node.tagName}.${node.classList}`).join(", ")"""
    )
    return found


def look(person: Person, where: str) -> list[str]:
    """Everything wrong with the page as it stands: light, dark and in high contrast, from the
    narrowest phone to a desk, with text of any size."""
    page, wrong = person.page, []
    rules: tuple[str, ...] = ()
    for theme in THEMES if person.touches else THEMES[:2]:
        for _ in range(3):  # colours that were still changing are looked at again
            painted(person, theme)
            found = violations(person, *rules)
            if not found:
                break
            page.wait_for_timeout(300)
        wrong += [f"{where}, {theme}: {each}" for each in found]
        rules = ("color-contrast",)  # nothing but the colours is different
    painted(person, "light")
    if person.touches:
        wrong += [f"{where}: too low for a thumb: {each}" for each in small_targets(person)]
    return wrong + too_wide(person, where)
