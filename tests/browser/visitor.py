"""A visitor: a browser page, read through its ARIA labels."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from http.client import TOO_MANY_REQUESTS
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

PATIENCE = 30.0  # seconds, enough for the slowest machine
# A loaded machine is slow.
expect.set_options(timeout=PATIENCE * 1000)
# No animations and delays, because other tests cover them.
QUICK: dict[str, str | bool] = {
    "Animation": "Off",
    "A bot's move appears": "at once",
    "Sounds": False,
}
# Messages that a page logs when a test cuts its connection.
CUT = (
    "WebSocket connection",
    "Failed to load resource",
    "net::ERR",
    "establish a connection to the server at ws",  # this one and the next in Firefox
    "was interrupted while the page was loading",
)
# A note of the browser on a page that a loaded machine took seconds to draw.
SLOW = "preloaded using link preload but not used"

# Every spot that can be clicked next by its ARIA label, with its position on the screen.
SEEN = """() => {
  const box = e => { const b = e.getBoundingClientRect();
    return {x: b.x + b.width / 2, y: b.y + b.height / 2}; };
  const room = document.querySelector('.room');
  const board = document.querySelector('.stage .board');
  const open = / (can be chosen|can move here|can capture here|possible here)$/;
  const cells = [...board?.querySelectorAll('[role=gridcell]') ?? []]
    .filter(e => open.test(e.ariaLabel)).map(e => ({at: e.dataset.at, ...box(e)}));
  const slots = [...board?.querySelectorAll('[role=group] button[data-at]') ?? []]
    .filter(e => e.dataset.at.includes(':')).map(e => ({at: e.dataset.at, ...box(e)}));
  const actions = [...board?.querySelectorAll('button.ready[data-at^="!"]') ?? []]
    .map(e => ({at: e.dataset.at, key: e.querySelector('kbd')?.textContent ?? '', ...box(e)}));
  const question = document.querySelector('.board-question:not([hidden])');
  const answers = [...question?.querySelectorAll('button') ?? []]
    .map((e, i) => ({at: `?${i}`, text: e.textContent, ...box(e)}));
  return {
    phase: room?.dataset.phase ?? '', cells, slots, actions, answers,
    outcome: document.getElementById('outcome')?.textContent ?? '',
    status: document.querySelector('.status')?.textContent ?? '',
    moves: document.querySelectorAll('.moves [data-ply], .moves li button').length,
    chosen: [...board?.querySelectorAll('[role=gridcell][aria-selected=true]') ?? []].length,
  };
}"""


# Where a spot is now.
FOUND = """at => {
  const found = [...document.querySelectorAll('.stage .board [data-at]')].find(e =>
    e.dataset.at === at && e.matches('[role=gridcell], [role=group] button, button.ready'));
  const b = found?.getBoundingClientRect();
  return b ? [b.x + b.width / 2, b.y + b.height / 2] : null;
}"""


class Spot(NamedTuple):
    """A spot to click, and its position."""

    at: str
    x: float
    y: float
    key: str = ""
    text: str = ""


class Sight(NamedTuple):
    """The state of a room as its page shows it."""

    phase: str
    cells: list[Spot]
    slots: list[Spot]
    actions: list[Spot]
    answers: list[Spot]
    outcome: str
    status: str
    moves: int
    chosen: int

    @property
    def able(self) -> bool:
        """Whether any spot can be clicked."""
        return bool(self.cells or self.slots or self.actions)


def choose_tile(radio: Locator) -> None:
    """Choose one of some tiles, by a click on its label when that has stopped moving."""
    radio.locator("xpath=ancestor::label").click()
    expect(radio).to_be_checked()


class Visitor:
    """A page with its own storage; collects the errors that the page logs."""

    def __init__(self, browser: Browser, port: int, **context: Any) -> None:
        self.home = f"http://127.0.0.1:{port}"
        self.troubles: list[str] = []
        self.cut = False  # the test breaks the connection
        self.context = browser.new_context(
            viewport=context.pop("viewport", {"width": 1280, "height": 800}), **context
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        self.page.on("console", self._heard)
        # Firefox reports lost connections as errors of the page.
        self.page.on("pageerror", lambda error: self._note_trouble(str(error)))

    def prefer(self, wishes: Mapping[str, str | bool]) -> None:
        """Choose settings by their labels."""
        self.go("/settings")
        for name, value in wishes.items():
            if isinstance(value, bool):
                self.page.get_by_role("checkbox", name=name, exact=True).set_checked(value)
            else:
                group = self.page.get_by_role("group", name=name, exact=True)
                choose_tile(group.get_by_role("radio", name=value, exact=True))

    def kept(self) -> list[dict[str, str]]:
        """What the browser has stored for the site."""
        [site] = self.context.storage_state()["origins"]
        return [{"name": item["name"], "value": item["value"]} for item in site["localStorage"]]

    def leave(self) -> list[str]:
        """Close the page and return its errors."""
        self.context.close()
        return self.troubles

    def go(self, path: str) -> None:
        """Load a page."""
        self.page.goto(self.home + path)

    def see(self) -> Sight:
        """The room as it is now."""
        found = self.page.evaluate(SEEN)
        for name in ("cells", "slots", "actions", "answers"):
            found[name] = [Spot(**{"at": "", **spot}) for spot in found[name]]
        return Sight(**found)

    def place_of(self, spot: Spot) -> tuple[float, float]:
        """Where a spot is now: the page may have moved while its move was chosen."""
        x, y = self.page.evaluate(FOUND, spot.at) or (spot.x, spot.y)
        return x, y

    def until(self, wanted: Callable[[Sight], bool], why: str = "") -> Sight:
        """Wait until the page satisfies `wanted`."""
        end = time.monotonic() + PATIENCE
        while not wanted(sight := self.see()):
            assert time.monotonic() < end, f"{why or 'it'} does not appear: {sight}"
            self.page.wait_for_timeout(20)
        return sight

    def room(self) -> str:
        """The code of the room that the page shows."""
        self.page.wait_for_url("**/play/*")
        return self.page.url.rsplit("/", 1)[1]

    def record(self) -> dict[str, Any]:
        """The server's record of the room's game."""
        path = f"{self.home}/api/rooms/{self.room()}/record"
        answer = self.context.request.get(path)
        # A player that asks at every move can exceed the rate limit on a fast machine.
        while answer.status == TOO_MANY_REQUESTS:
            self.page.wait_for_timeout(200)
            answer = self.context.request.get(path)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def press(self, name: str) -> None:
        """Click a button by its name."""
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def new_game(
        self,
        game: str,
        opponent: str,
        level: str = "",
        options: dict[str, int] | None = None,
        ticks: tuple[str, ...] = (),
    ) -> None:
        """Fill in the new-game form and start the game; options and ticks are labels."""
        self.go(f"/new/{game}")
        page = self.page
        choose_tile(page.get_by_role("radio", name=opponent))
        if level:
            choose_tile(page.get_by_role("radio", name=level, exact=True))
        if options and not page.locator("details.more").evaluate("e => e.open"):
            page.locator("details.more summary").click()
        for label, value in (options or {}).items():
            page.get_by_label(label).fill(str(value))
        for label in ticks:
            page.get_by_label(label).check()
        page.locator(".new-game-start button").click()
        self.room()

    def expect_text(self, text: str) -> None:
        """Wait until the page shows a text."""
        expect(self.page.get_by_text(text).first).to_be_visible(timeout=PATIENCE * 1000)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and SLOW not in message.text:
            self._note_trouble(message.text)

    def _note_trouble(self, text: str) -> None:
        if not (self.cut and any(part in text for part in CUT)):
            self.troubles.append(text)
