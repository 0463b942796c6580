"""The page of an event: everything in one file, no program's output in its markup, true replays."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium.arena.formats.event import Entrant
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.schedule import open_format
from ludarium.arena.report import png_charts, svg_charts
from ludarium.arena.report.html_page import render_page, write_page
from ludarium.arena.report.replays import pack_replay
from ludarium.arena.report.standings import standings
from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.runner import Runner
from ludarium.core import record as records
from tests.agents.node import executable
from tests.arena.events import bot, event, unit
from tests.arena.test_runner import Here


def played(path: Path, players: list[str], **changed: Any) -> EventStore:
    given = event(players, **changed)
    store = EventStore(path / "event", given)
    Runner(store, open_format(given), Here()).run(lambda _: None)
    return store


def data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    content: dict[str, Any] = json.loads(found[1])
    return content


def unpacked(replay: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(replay)))
    return content


def scenes(steps: list[list[Any]]) -> list[tuple[Any, dict[str, Any], dict[str, Any]]]:
    """What a page makes of the patches: the fixed parts, tokens and cells after each move."""
    tokens: dict[str, Any] = {}
    cells: dict[str, Any] = {}
    fixed: Any = None
    found = []
    for patch, *_ in steps:
        tokens = {name: one for name, one in tokens.items() if name not in patch.get("gone", [])}
        tokens |= {one["id"]: one for one in patch.get("tokens", [])}
        cells = {name: one for name, one in cells.items() if name not in patch.get("flat", [])}
        cells |= {one["at"]: one for one in patch.get("cells", [])}
        fixed = patch.get("fixed", fixed)
        found.append((fixed, tokens, cells))
    return found


def plain(part: Any) -> Any:
    return msgspec.to_builtins(part)


@pytest.mark.parametrize("name", ["skysummit", "caldera", "ludus", "pyramids", "forge"])
def test_a_replay_is_the_scenes_of_the_game(tmp_path: Path, name: str) -> None:
    store = played(tmp_path, ["random", "also=random"], grounds=(describe_game(name),), length=1)
    kept = store.game(0, 0)
    content = unpacked(pack_replay(kept, store.event.grounds[0]))
    match = records.replay(kept.record)
    positions = [position.copy() for position, _ in match.steps()] + [match.position]
    found = scenes(content["steps"])
    assert len(found) == len(positions) == kept.result.plies + 1
    for position, (fixed, tokens, cells) in zip(positions, found, strict=True):
        scene = match.game.scene(position)
        assert fixed == [list(map(plain, scene.grids)), list(map(plain, scene.trays))]
        assert tokens == {one.id: plain(one) for one in scene.tokens}
        assert cells == {one.at: plain(one) for one in scene.cells}
    notations = [match.game.notate(position, move) for position, move in match.steps()]
    assert [step[2] for step in content["steps"][:-1]] == notations
    store.close()


@pytest.mark.parametrize("name", ["skysummit", "ludus", "pyramids"])
def test_the_script_of_a_page_lists_and_draws_the_games(tmp_path: Path, name: str) -> None:
    players = ["random", f"bad={bot('broken')}"]
    store = played(tmp_path, players, grounds=(describe_game(name),), length=2, opening=(4, 4))
    write_page(store, tmp_path / "page.html")
    found = run_script(tmp_path / "page.html")
    replay = unpacked(data((tmp_path / "page.html").read_text("utf-8"))["games"][0]["replay"])
    assert found["scenes"] == [list(one) for one in scenes(replay["steps"])]
    assert [row[2] for row in found["rows"]] == ["random · bad", "bad · random"] * 2
    assert all("agent error" in row[4] for row in found["rows"])
    assert "out of ideas" in found["told"]
    assert len(found["moves"]) == len(replay["steps"]) - 1
    for (cells, pieces), (fixed, tokens, _) in zip(found["drawn"], found["scenes"], strict=True):
        assert cells >= sum(grid["rows"] * grid["cols"] for grid in fixed[0])
        assert pieces == len(tokens)
    store.close()


def run_script(page: Path) -> dict[str, Any]:
    """What the page's script does, by Node with a few stand-ins for a browser."""
    script = Path(__file__).with_name("page.cjs")
    done = subprocess.run([executable(), script, page], capture_output=True, text=True, check=True)
    printed: dict[str, Any] = json.loads(done.stdout)
    return printed


class Checker(HTMLParser):
    """Notes what a page would fetch, and the names of its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.elements: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.fetched += [f"{tag} {name}" for name, _ in attrs if name in ("src", "href", "srcset")]


def test_a_page_needs_nothing_else_and_shows_no_markup_of_programs(tmp_path: Path) -> None:
    names = (Entrant("</script><img src=x>", "random"), Entrant("<i>bad</i>", bot("broken")))
    store = played(tmp_path, [], entrants=names)
    write_page(store, tmp_path / "page.html")
    written = (tmp_path / "page.html").read_text("utf-8")
    checker = Checker()
    checker.feed(written)
    assert checker.fetched == []
    assert "img" not in checker.elements
    assert "i" not in checker.elements
    assert "$" not in written.replace("${", "").replace("`$", "")
    content = data(written)
    assert len(content["games"]) == 6
    replay = unpacked(content["games"][0]["replay"])
    assert "out of ideas" in json.dumps(replay["fault"])
    store.close()


def test_a_page_has_all_games_and_replays_as_many_as_wanted(tmp_path: Path) -> None:
    store = played(tmp_path, ["random", "first", "greedy"], format="round-robin")
    content = data(render_page(store, replays=4))
    assert len(content["games"]) == 18
    assert sum(bool(game["replay"]) for game in content["games"]) == 4
    assert all(game["replay"] for game in data(render_page(store))["games"])
    text = render_page(store)
    for title in ("Standings", "Elo", "Cross table", "Seats", "Time for a move", "Forfeits"):
        assert f"<h2>{title}</h2>" in text
    store.close()


def test_ratings_are_drawn_in_order_on_one_axis() -> None:
    complete = {number: unit(number, [1.0, number % 2]) for number in range(20)}
    table = standings(event(), complete)
    drawn = svg_charts.rating_chart(table, ["a & b", "c"])
    assert "a &amp; b" in drawn
    first, second = (float(x) for x in re.findall(r'<circle class="dot" cx="([\d.]+)"', drawn))
    assert first > second
    assert svg_charts.rating_chart(standings(event(), {}), ["a", "b"]) == ""


def test_pictures_are_png_files(tmp_path: Path) -> None:
    store = played(tmp_path, ["random", "first", "greedy"], format="round-robin")
    found = png_charts.draw_charts(store, tmp_path / "pictures")
    assert [path.name for path in found] == ["elo.png", "cross.png", "times.png"]
    for path in found:
        assert path.read_bytes().startswith(b"\x89PNG")
    store.close()
