"""Every page and board in both themes, on phone and desktop: accessible, complete, captured."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludarium.core import record as records
from ludarium.core.match import Match
from ludarium.core.registry import games
from tests.browser.visitor import Visitor
from tests.server.serving import Guest, Process, ask

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "screenshots"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SIZES = {"phone": {"width": 360, "height": 740}, "desktop": {"width": 1280, "height": 800}}
TOUCH = 40  # pixels: the smallest touch target
# Touch targets outside running text.
SMALL = """(least) => [...document.querySelectorAll(
    'button, input, select, summary, textarea, a.button, nav a, [role=tab]')]
  .filter(e => e.checkVisibility({visibilityProperty: true, opacityProperty: true}))
  .map(e => [e.closest('label.tile, label.check') ?? e, e])
  .map(([e, inner]) => [e.getBoundingClientRect(), inner])
  .filter(([b]) => b.width > 1 && b.height > 1)
  .filter(([b]) => b.width < least - 0.5 || b.height < least - 0.5)
  .map(([b, e]) => `${e.outerHTML.slice(0, 90)} ${Math.round(b.width)}x${Math.round(b.height)}`)"""


# Until fonts are loaded, transitions are over and two frames are painted.
SETTLED = """async () => {
  await document.fonts.ready;
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  const passing = document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.map(each => each.finished));
  await frame();
}"""


class Place(NamedTuple):
    """A page: its name, its address, and the selector to wait for."""

    name: str
    path: str
    sign: str


PATIENT = """
import sys
from ludarium.server.runtime.settings import Settings
from ludarium.server.serve import serve
serve(Settings(port=int(sys.argv[1]), database=sys.argv[2], workers=1, silence=3600.0))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that keeps its guests, though a loaded machine sends their pings late."""
    database = str(tmp_path_factory.mktemp("pages") / "ludarium.db")
    process = Process(database)
    process.command = [sys.executable, "-c", PATIENT, str(process.port), database]
    with process:
        yield process


@pytest.fixture(scope="module")
def places(server: Process) -> Iterator[list[Place]]:
    """The pages of a site with games, people and messages."""
    with ExitStack() as guests:
        host = guests.enter_context(Guest(server.port))
        room = host.create("forge", "host", "easy", ruleset="as_written", public=True)
        host.turn(room)
        host.ask("play", room=room, ply=0, notation="c1-c6")
        host.fact("ended")
        host.ask("post", text="Anybody for a quick game?")
        result = ask(server.port, "/api/results")[1][0]["id"]
        player_id = ask(server.port, "/api/me", Cookie=host.cookie)[1]["member"]
        boards = []
        for game in games():
            # One guest per game stays: a broadcast ends with its host, and chat is rate limited.
            player = guests.enter_context(Guest(server.port))
            shown = show(player, game)
            guests.enter_context(awake(player))
            boards.append(Place(f"board-{game}", f"/play/{shown}", CELL))
        host.create("skysummit", "host", "open", public=True)
        guests.enter_context(awake(host))
        yield [
            Place("home", "/", ".hero canvas, .game-card canvas"),
            Place("new", "/new/forge", ".new-game-form"),
            Place("lobby", "/lobby", ".live-card canvas"),
            Place("finished", f"/play/{room}", "#outcome"),
            Place("replay", f"/replay/{result}", "canvas"),
            Place("analysis", f"/analysis/{result}", ".tree .move"),
            Place("analysis-start", "/analysis", "textarea"),
            Place("review", f"/analysis/{result}?review", ".summary"),
            Place("setup", "/setup/pyramids", "main .primary:enabled"),
            Place("upload", "/replay", "input[type=file]"),
            Place("rules", "/rules/ludus", "figure canvas"),
            Place("programs", "/rules/ludus/programs", ".prose pre"),
            Place("learn", "/learn", "main canvas"),
            Place("lessons", "/learn/ludus", ".lesson-link"),
            Place("lesson", "/learn/caldera/smith", f".task {CELL}"),
            Place("first-game", "/learn/pyramids/first-game", f".task {CELL}"),
            Place("puzzles", "/puzzles", ".daily-card canvas"),
            Place("puzzle", "/puzzles/skysummit", f".task {CELL}"),
            Place("records", "/records", "main table, main li"),
            Place("people", "/people", "main li"),
            Place("settings", "/settings", "#name"),
            Place("show", "/show", f".stage {CELL}"),
            Place("my-games", "/games", "main h1"),
            Place("profile", f"/player/{player_id}", "main h1"),
            Place("key", "/key", "main form"),
            Place("gallery", "/gallery", "main canvas"),
            Place("embed", f"/embed/{result}", "canvas"),
            Place("missing", "/nowhere", "main h1"),
            *boards,
        ]


@contextmanager
def awake(guest: Guest) -> Iterator[None]:
    """Sends pings and reads what comes, so that the connection does not stall."""
    over = threading.Event()

    def speak() -> None:
        while not over.wait(10):
            guest.ask("ping")

    thread = threading.Thread(target=speak)
    thread.start()
    yield
    over.set()
    thread.join()


CELL = "[role=gridcell][aria-label]"


def show(host: Guest, game: str) -> str:
    """A public room with a game in progress."""
    file = ROOT / "src" / "ludarium" / "games" / game / "demo.json"
    record = records.loads(file.read_bytes())
    match: Match = records.replay(record)
    room = host.create(game, "host", "host", public=True)
    # Random draws cannot be chosen: only games without them follow their demo.
    turn = host.turn(room)
    for move in match.moves_as_json()[:24]:
        known = [choice["move"] for choice in turn["choices"]]
        wanted = move if move in known else known[len(known) // 2]
        host.say("play", room=room, ply=turn["ply"], move=wanted)
        told = host.until(
            lambda m: m["type"] == "turn" or (m["type"] == "event" and m["fact"]["type"] == "ended")
        )
        if told["type"] == "event":
            break
        turn = told
    return room


def violations(visitor: Visitor) -> list[str]:
    """The violations that axe-core finds on a page."""
    visitor.page.evaluate(AXE.read_text("utf-8"))
    found: dict[str, Any] = visitor.page.evaluate("axe.run()")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("theme", ["Light", "Dark"])
@pytest.mark.parametrize("size", SIZES)
def test_every_page_is_accessible_and_complete(
    visit: Callable[..., Visitor], places: list[Place], theme: str, size: str
) -> None:
    phone = size == "phone"
    ada = visit(viewport=SIZES[size], has_touch=phone, device_scale_factor=2 if phone else 1)
    ada.prefer({"Light or dark": theme})
    ada.cut = True  # the browser logs the missing page
    PICTURES.mkdir(parents=True, exist_ok=True)
    wrong = []
    for place in places:
        ada.go(place.path)
        ada.page.locator(place.sign).first.wait_for(state="attached")
        ada.page.evaluate(SETTLED)
        full = place.name not in {"home", "rules"} or not phone
        ada.page.screenshot(
            path=PICTURES / f"{place.name}-{size}-{theme.lower()}.png", full_page=full and phone
        )
        wrong += [f"{place.name}: {one}" for one in violations(ada)]
        wide = ada.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        if wide > 0:
            wrong.append(f"{place.name} is {wide} pixels too wide")
        if phone:
            small = ada.page.evaluate(SMALL, TOUCH)
            wrong += [f"{place.name} is hard to hit: {one}" for one in small]
    assert wrong == []
