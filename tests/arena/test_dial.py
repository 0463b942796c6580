"""The dial: matches of neighbours become Elo, from files that the same command continues."""

from __future__ import annotations

from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from ludarium.agents.level_ratings import read_ratings
from ludarium.agents.levels import DIAL, LevelName, find_level
from ludarium.arena.dial_session import calibrate_game
from ludarium.arena.report.dial import (
    DialTerms,
    dial_pairs,
    engine_nodes,
    level_spec,
    rate_dial,
    style_pairs,
)
from ludarium.arena.report.dial_document import DIAL_DOCUMENT, render_dials
from ludarium.arena.run.executor import open_executor
from ludarium.core.registry import load
from tests.agents.sampling import TICTACTOE

ROOT = Path(__file__).parents[2]
TERMS = DialTerms(games=2, costly_games=2, engine_nodes=30)


def test_every_level_meets_the_next_weaker_one() -> None:
    pairs = dial_pairs("forge", TERMS)
    assert [(pair.against.level, pair.player.level) for pair in pairs] == list(pairwise(DIAL))
    assert len({pair.event.name() for pair in pairs}) == len(DIAL) - 1
    assert [pair.player.style for pair in style_pairs("forge", TERMS)] == ["bold", "trader"]


def test_no_clock_decides_a_game() -> None:
    for name in ("forge", "pyramids"):
        game = load(name)
        for level in DIAL:
            spec = level_spec(game, LevelName(level, "steady"), DialTerms())
            assert ":nodes=" in spec or find_level(name, level).kind in ("first", "random")
    assert engine_nodes(load("forge"), DialTerms()) == find_level("forge", "12").measured
    assert engine_nodes(load("forge"), DialTerms(engine_nodes=9)) == 9
    unnamed = load(TICTACTOE)  # its levels name no nodes for the full engine
    assert engine_nodes(unnamed, DialTerms()) == 4 * find_level("default", "11").nodes


def test_costly_pairs_play_fewer_games() -> None:
    lengths = [pair.event.length for pair in dial_pairs("forge", DialTerms(100, 20))]
    assert lengths[0] == 50
    assert lengths[-1] == 10


def test_a_game_from_a_file_is_calibrated_and_goes_on(tmp_path: Path) -> None:
    told = StringIO()

    def calibrate(terms: DialTerms) -> None:
        console = Console(file=told, width=120)
        executor = open_executor("processes", 1)
        try:
            calibrate_game(TICTACTOE, terms, tmp_path, executor, console, False)
        finally:
            executor.close()

    calibrate(TERMS)
    found = rate_dial(TICTACTOE, TERMS, tmp_path)
    assert found is not None
    assert found.levels["6"].elo == 1500
    assert set(found.levels) == set(DIAL)
    assert [pair.games for pair in found.pairs] == [2] * 11
    assert all(rating.low <= rating.elo <= rating.high for rating in found.levels.values())
    written = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    calibrate(TERMS)  # nothing is left to play
    assert {file.name for file in tmp_path.iterdir()} == {file.name for file in written}
    assert rate_dial(TICTACTOE, TERMS, tmp_path) == found
    assert "level 12 against 11" in told.getvalue()


def test_no_games_give_no_ratings(tmp_path: Path) -> None:
    assert rate_dial("forge", TERMS, tmp_path) is None


def test_the_published_page_is_made_from_the_stored_ratings() -> None:
    page = (ROOT / "docs" / "reference" / DIAL_DOCUMENT).read_text("utf-8")
    assert page == render_dials(read_ratings())
    assert "ludarium strength calibrate" in page


@pytest.mark.parametrize("game", ["caldera", "forge", "ludus", "pyramids", "skysummit"])
def test_every_game_is_rated_with_level_six_at_1500(game: str) -> None:
    found = read_ratings()[game]
    assert set(found.levels) == set(DIAL)
    assert found.levels["6"].elo == 1500
    assert found.levels["1"].elo < 1500 < found.levels["12"].elo
    assert all(rating.low <= rating.elo <= rating.high for rating in found.levels.values())
    assert len(found.pairs) == len(DIAL) - 1
