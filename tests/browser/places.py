"""Every page of a site with games, people and messages: for tests and for pictures."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from ludarium.core import record as records
from ludarium.core.match import Match
from ludarium.core.registry import games
from tests.server.serving import Guest, Process, ask

ROOT = Path(__file__).parents[2]
CELL = "[role=gridcell][aria-label]"
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


@contextmanager
def patient_server(folder: Path) -> Iterator[Process]:
    """A server that keeps its guests, though a loaded machine sends their pings late."""
    database = str(folder / "ludarium.db")
    process = Process(database)
    process.command = [sys.executable, "-c", PATIENT, str(process.port), database]
    with process:
        yield process


@contextmanager
def lively_places(server: Process) -> Iterator[list[Place]]:
    """The pages, while the people of the site stay."""
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
