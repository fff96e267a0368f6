"""A person at the page: sees what it shows, taps what it offers, knows no rules."""

from __future__ import annotations

import enum
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

from playwright.sync_api import Browser, Dialog, Locator, Page, Position, expect

from laydown.cards import JOKER, Card, parse_card

CORNER: Position = {"x": 14, "y": 14}
"""Where the sign of a card is, which is never covered."""

PATIENCE = 20_000.0
"""Milliseconds; machines that test are busy."""
expect.set_options(timeout=PATIENCE)


class Device(enum.Enum):
    """What somebody holds, or sits in front of."""

    PHONE = (390, 844, True)
    NARROW = (320, 640, True)
    TABLET = (820, 1180, True)
    SIDEWAYS = (844, 390, True)
    DESK = (1440, 900, False)


class Arrive(Protocol):
    """Somebody sits down with a device; what else is wished for is :class:`Person`'s."""

    def __call__(
        self, device: Device = Device.PHONE, *, base: str = "", **wishes: Any
    ) -> Person: ...


Doing = Literal["draw", "play", "call", "skip", "next", "over", "ask", "choose"]

LISTEN = """
  // What the page has heard, noted after it has dealt with it.
  window.heard = { state: null, answers: 0, refused: "", done: 0, hints: [], frames: [] };
  window.WebSocket = class extends WebSocket {
    set onmessage(hear) {
      super.onmessage = (event) => {
        hear(event);
        const told = JSON.parse(event.data);
        const heard = window.heard;
        heard.frames.push(event.data);
        if (told.is === "state") heard.state = told;
        if (told.is === "hinted") heard.hints.push(told);
        if (told.is === "done") heard.done = told.seq;
        if (told.is === "done" || told.is === "refused") {
          heard.answers += 1;
          heard.refused = told.is === "refused" ? told.text : "";
        }
      };
    }
  };
"""

DOING = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .some((node) => node.checkVisibility());
  const named = (name) => [...document.querySelectorAll(".dock button")]
    .some((node) => node.textContent.trim().startsWith(name) && node.checkVisibility());
  const dialog = document.querySelector("dialog[open]");
  if (dialog) return /sure/.test(dialog.textContent) ? "ask" : "choose";
  if (seen(".board [data-next]")) return "next";
  if (seen(".board .result")) return "over";
  if (named("Skip to now")) return "skip";
  if (seen("section.chip button")) return "call";
  if (named("Draw from the stock") || named("From the pile")) return "draw";
  if (seen(".dock [data-kind]")) return "play";
  return null;
}"""
"""What the page asks of its player just now; null while it asks nothing."""

ANSWERED = """before => {
  if (document.querySelector("dialog[open] .choices .button")) return "choose";
  if (document.querySelector("dialog[open] .button.main")) return "ask";
  const heard = window.heard;
  if (heard.answers <= before) return null;
  if (heard.refused) return heard.refused;
  return heard.state && heard.state.seq >= heard.done ? "done" : null;
}"""
"""What became of a command sent after so many answers: it is answered and shown, or asks first."""


def is_near(card: Card, other: Card) -> bool:
    """Two different faces that might lie in one meld."""
    if JOKER in (card, other) or card == other:
        return card == JOKER
    same_suit = card // 13 == other // 13
    return card % 13 == other % 13 or (same_suit and abs(card - other) <= 2)


def likely(hand: Sequence[Card]) -> Iterator[list[Card]]:
    """What looks like a meld to anybody: the faces of a rank, or three and more in a row."""
    naturals = sorted(set(hand) - {JOKER})
    for rank in range(13):
        faces = [card for card in naturals if card % 13 == rank]
        if len(faces) >= 3:
            yield faces
    row: list[Card] = []
    for card in [*naturals, -9]:
        if row and (card != row[-1] + 1 or card % 13 == 0):
            if len(row) >= 3:
                yield row
            row = []
        row.append(card)


class Person:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        device: Device = Device.PHONE,
        *,
        scheme: Literal["light", "dark"] = "light",
        motion: Literal["reduce", "no-preference"] = "reduce",
        settings: dict[str, object] | None = None,
        offline: bool = False,
    ) -> None:
        width, height, self.touches = device.value
        self.base = base
        self.context = browser.new_context(
            base_url=base,
            viewport={"width": width, "height": height},
            has_touch=self.touches,
            is_mobile=self.touches,
            color_scheme=scheme,
            reduced_motion=motion,
        )
        self.context.set_default_timeout(PATIENCE)
        kept = {"pace": "fast", "name": "Anna", **(settings or {})}
        # only where nothing is kept yet, so that what the page keeps survives a reload
        self.context.add_init_script(
            "if (!localStorage.getItem('laydown.settings'))"
            f" localStorage.setItem('laydown.settings', {json.dumps(json.dumps(kept))});"
        )
        self.context.add_init_script(LISTEN)
        if not offline:  # the worker fetches every file of the page, which few tests are about
            self.context.add_init_script("delete Navigator.prototype.serviceWorker;")
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        """What the page complained of."""
        self._turns = 0
        self.asked: list[str] = []
        """Every address that was asked for."""
        self.page.on("websocket", lambda socket: self.asked.append(socket.url))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on(
            "console",
            lambda said: (
                self.faults.append(said.text) if said.type in ("error", "warning") else None
            ),
        )
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("dialog", self._refuse_dialogs)

    def _refuse_dialogs(self, dialog: Dialog) -> None:
        self.faults.append(f"the browser's own dialog: {dialog.message}")
        dialog.dismiss()

    # -------------------------------------------------------------- looking and pressing

    def go(self, address: str) -> None:
        """Type an address."""
        self.page.goto(address)

    def press(self, what: Locator | str, at: Position | None = None) -> None:
        """A tap or a click. A string is the beginning of a button's or a link's name."""
        found = self.button(what) if isinstance(what, str) else what
        if self.touches:
            found.tap(position=at)
        else:
            found.click(position=at)

    def button(self, name: str) -> Locator:
        """The first visible button or link whose name begins so."""
        begins = re.compile(rf"^\s*{re.escape(name)}")
        both = self.page.get_by_role("button", name=begins).or_(
            self.page.get_by_role("link", name=begins)
        )
        return both.filter(visible=True).first

    def sees(self, text: str | re.Pattern[str]) -> None:
        """The text is on the page, now or soon."""
        expect(self.page.get_by_text(text).filter(visible=True).first).to_be_visible(
            timeout=PATIENCE
        )

    def waits_for(self, what: str) -> None:
        """Until the JavaScript expression is true."""
        self.page.wait_for_function(f"() => ({what})")  # a bare expression would need eval

    def state(self) -> dict[str, Any]:
        """The last state that was sent to this page."""
        last: dict[str, Any] = self.page.wait_for_function("() => window.heard?.state").json_value()
        return last

    def frames(self) -> list[str]:
        """Every message that came over a socket since the page was loaded."""
        found: list[str] = self.page.evaluate("window.heard ? heard.frames : []")
        return found

    def labels(self) -> list[str]:
        """What only those hear who do not see: labels and titles of everything on the page."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll("[aria-label], [title]")]
              .flatMap((node) => [node.getAttribute("aria-label"), node.getAttribute("title")])
              .filter(Boolean)"""
        )
        return found

    def hand(self) -> list[Card]:
        """The own cards, as they lie on the screen."""
        return [
            int(node.get_attribute("data-card") or -1)
            for node in self.page.locator(".hand [data-card]").all()
        ]

    def pile(self) -> int:
        """How many cards the pile shows."""
        return self.page.locator(".pile .place").count()

    def faults_apart_from_lost_lines(self) -> list[str]:
        """What the page complained of, without the browser's own lines about a network cut on
        purpose."""
        return [each for each in self.faults if not re.search(r"net::ERR_|WebSocket", each)]

    # -------------------------------------------------------------- playing

    def doing(self) -> Doing:
        """What is asked of this person now; waits until something is."""
        found: Doing = self.page.wait_for_function(DOING).json_value()
        return found

    def becomes(self, wanted: Doing) -> None:
        """Wait until the page asks for this."""
        self.page.wait_for_function(f"wanted => ({DOING})() === wanted", arg=wanted)

    def until(self, *wanted: Doing) -> Doing:
        """Skip what others did until one of these is asked."""
        while True:
            doing = self.doing()
            if doing in wanted:
                return doing
            assert doing == "skip", f"the page asks for {doing!r}, not for {wanted}"
            self.skip()

    def skip(self) -> None:
        """See at once what others did; the button may be gone before it is pressed."""
        self.page.evaluate(
            "() => [...document.querySelectorAll('.dock button')]"
            ".find((node) => node.textContent.trim() === 'Skip to now')?.click()"
        )

    def draw(self) -> None:
        """From the stock."""
        self.until("draw")
        self.command("Draw from the stock")

    def moved_on(self, was: Doing) -> None:
        """Wait until the page asks for something else, or shows that nothing is asked."""
        self.page.wait_for_function(f"was => ({DOING})() !== was", arg=was)

    def select(self, cards: str | Sequence[Card]) -> None:
        """Raise these cards of the hand, and only these."""
        wanted = [parse_card(each) for each in cards.split()] if isinstance(cards, str) else cards
        raised = self.page.locator('.hand [aria-pressed="true"]')
        for left in range(raised.count(), 0, -1):
            self.press(raised.first, CORNER)
            expect(raised).to_have_count(left - 1)
        for card in wanted:
            lying = self.page.locator(f'.hand [data-card="{card}"][aria-pressed="false"]')
            self.press(lying.first, CORNER)
        expect(self.page.locator('.hand [aria-pressed="true"]')).to_have_count(len(wanted))

    def act(self, kind: Literal["meld", "layoff", "discard"], choice: str = "") -> None:
        """Press the button of the dock once it is lit; a question is answered with yes, and of
        several ways the one that says `choice` is chosen."""
        lit = self.page.locator(f'.dock [data-kind="{kind}"]:not([aria-disabled="true"])')
        self.command(lit.first, choice)

    def command(self, what: Locator | str, choice: str = "") -> None:
        """Press what sends a command, answer what is asked first, and wait for what it does."""
        before = self.page.evaluate("heard.answers")
        self.press(what)
        for _ in range(4):
            became = self.page.wait_for_function(ANSWERED, arg=before).json_value()
            match became:
                case "done":
                    return
                case "ask":
                    self.press(self.page.locator("dialog[open] .button.main"))
                case "choose":
                    ways = self.page.locator("dialog[open] .choices .button")
                    self.press((ways.filter(has_text=choice) if choice else ways).first)
                case _:
                    raise AssertionError(f"refused: {became}")
            self.page.wait_for_function("() => !document.querySelector('dialog[open]')")
        raise AssertionError("it asks and asks")

    def meld(self, cards: str, choice: str = "") -> None:
        """A new meld of these cards."""
        self.until("play")
        self.select(cards)
        self.act("meld", choice)

    def lay_off(self, cards: str) -> None:
        """On the meld that takes them."""
        self.until("play")
        self.select(cards)
        self.act("layoff")

    def discard(self, card: str) -> None:
        """End the turn."""
        self.until("play")
        self.select(card)
        self.act("discard")

    def dig(self, depth: int) -> None:
        """Take so many cards of the pile: tap the deepest, read the bubble, take."""
        self.until("draw")
        self.press(self.page.locator(".pile .place").nth(self.pile() - depth))
        self.command(self.page.locator(".bubble .button.main"))

    # -------------------------------------------------------------- playing by oneself

    def play_on(self, *, rounds: int = 99) -> None:
        """Play as somebody would who knows how rummy goes, until the match is over, or so many
        rounds are."""
        for _ in range(2000):
            match self.doing():
                case "over":
                    return
                case "next":
                    rounds -= 1
                    if not rounds:
                        return
                    self.command(self.page.locator("[data-next]"))
                    self.moved_on("next")
                case "skip":
                    self.skip()
                case "call":
                    self.command(self.page.locator("section.chip button").first)
                    self.moved_on("call")
                case "draw":
                    self._draw_somehow()
                case _:
                    self._play_something()
        raise AssertionError("the match does not end")

    def _draw_somehow(self) -> None:
        """From the stock; every third time, and without one, as the hint says."""
        self._turns += 1
        if self._turns % 3 == 1 or "draw" not in self.state()["legal"]["kinds"]:
            self.one_hint()
            return
        self.command("Draw from the stock")

    def _play_something(self) -> None:
        """Meld, lay off or discard: whatever of it lights a button."""
        state = self.state()
        table, legal = state["table"], state["legal"]
        if not legal or not legal["kinds"]:
            self.page.wait_for_timeout(20)
            return
        if table["owed"]:
            self.one_hint()
            return
        if "meld" in legal["kinds"]:
            for cards in likely(table["hand"]):
                self.select(cards)
                if self._lights("meld"):
                    self.act("meld")
                    return
        for _, cards in legal["layoffs"]:
            self.select(cards[:1])
            if self._lights("layoff"):
                self.act("layoff")
                return
        if legal["discards"]:
            hand = table["hand"]
            friends = {card: sum(is_near(card, other) for other in hand) for card in hand}
            worst = min(legal["discards"], key=lambda card: (friends[card], -(card % 13)))
            self.select([worst])
            self.act("discard")
        else:
            self.one_hint()

    def _lights(self, kind: str) -> bool:
        """The server has been asked about the selection, and the button is lit."""
        said = self.page.wait_for_function(
            """kind => {
              const lit = [...document.querySelectorAll('.dock [data-kind]')]
                .filter((node) => node.getAttribute("aria-disabled") !== "true")
                .map((node) => node.dataset.kind);
              if (lit.includes(kind)) return "lit";
              return lit.length || document.querySelector(".status .missing") ? "not" : null;
            }""",
            arg=kind,
        )
        return bool(said.json_value() == "lit")

    def one_hint(self) -> None:
        """Do the one thing that the hint says."""
        action = self.hinted()
        page = self.page
        match action["type"]:
            case "draw":
                self.command("Draw from the stock")
            case "decline":
                self.command("Decline")
            case "take":
                self.press(page.locator(".pile .place").nth(self.pile() - action["count"]))
                self.command(page.locator(".bubble .button.main"))
            case kind:
                self.select(action.get("cards") or [action["card"]])
                wanted = kind if kind in ("meld", "discard") else "layoff"
                meld = page.locator(f'[data-meld="{action.get("meld", "")}"].fits')
                lit = page.locator(f'.dock [data-kind="{wanted}"]:not([aria-disabled="true"])')
                lit.first.wait_for()
                self.command(meld if meld.count() else lit.first)

    def hinted(self) -> dict[str, Any]:
        """What the page's hint says to do; asked once, it only says where to look."""
        hint = self.page.locator(".dock .tools .button", has_text=re.compile("^Hint"))
        before = self.page.evaluate("[heard.answers, heard.hints.length]")
        for _ in range(30):
            self.press(hint)
            self.page.wait_for_function(
                "was => heard.answers > was[0] || heard.hints.length > was[1]", arg=before
            )
            answers, hints, last = self.page.evaluate(
                "[heard.answers, heard.hints.length, heard.hints.at(-1)]"
            )
            if answers > before[0]:
                self.page.wait_for_timeout(500)  # so many hints at once are not given
            elif last["action"]:
                expect(self.page.locator(".status .hint")).to_contain_text(last["text"])
                action: dict[str, Any] = last["action"]
                return action
            before = [answers, hints]
        raise AssertionError("no hint came")

    # -------------------------------------------------------------- leaving

    def keep_picture(self, root: Path, name: str, number: int) -> None:
        """What this person saw when the test failed."""
        folder = root / "build" / "browser"
        folder.mkdir(parents=True, exist_ok=True)
        safe = re.sub(r"[^\w.-]+", "-", name)
        self.page.screenshot(path=folder / f"{safe}-{number}.png")
        text = "\n".join([self.page.url, *self.faults, *self.frames()[-5:]])
        (folder / f"{safe}-{number}.txt").write_text(text, encoding="utf-8")

    def leave(self) -> None:
        """Close the browser."""
        self.context.close()
