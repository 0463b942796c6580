"""Searching a space: the planted optimum is found, raw and confirmed figures stay apart."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludarium.arena.run.event_store import EventStore
from ludarium.arena.run.executor import Executor
from ludarium.core.registry import load
from ludarium.design.balance_page import render_balance_page
from ludarium.design.balance_session import export_result
from ludarium.design.candidates import candidate_options
from ludarium.design.figures import rank_candidates, undominated
from ludarium.design.space import Space, read_space
from ludarium.design.study import Study, StudyResult
from tests.design.head_start import HEAD_START, PAUSE_VARIABLE, first_seat_share
from tests.design.spaces import Together, space, write_space

ONE_GAME = {"nodes": 1, "games": 1, "openings": "random"}


def study(given: Space, folder: Path, executor: Executor | None = None) -> StudyResult:
    return Study(given, folder, executor or Together(), lambda *_: None).run()


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> tuple[StudyResult, Path]:
    folder = tmp_path_factory.mktemp("study")
    return study(space(), folder), folder


def test_the_only_fair_setting_is_found(planted: tuple[StudyResult, Path]) -> None:
    fair = [
        (goal, start)
        for goal in (6, 12, 24)
        for start in range(7)
        if 0.45 <= first_seat_share(goal, goal - start) <= 0.55
    ]
    assert fair == [(6, 1), (12, 1), (24, 1)]  # and only a goal of 12 has the wanted length
    result, _ = planted
    best = undominated(result.confirmed)[0]
    assert candidate_options(result.space, result.candidates[best]) == {"goal": 12, "start": 1}


def test_a_race_stops_hopeless_candidates_early(planted: tuple[StudyResult, Path]) -> None:
    result, _ = planted
    games = {
        result.candidates[number]: sum(found.games.values())
        for number, found in result.raw[0].items()
    }
    assert games[12, 1] == 40
    assert games[12, 6] < 40
    assert sum(games.values()) < 40 * len(games) / 2


def test_confirmed_games_took_no_part_in_the_choice(planted: tuple[StudyResult, Path]) -> None:
    result, folder = planted
    assert {sum(one.games.values()) for one in result.confirmed.values()} == {120}
    seeds = {}
    for file in folder.glob("*.sqlite"):
        with EventStore(file) as store:
            seeds[file.name] = store.event.seed
    assert len(set(seeds.values())) == len(seeds) == 2
    written = export_result(result)
    assert {one["candidate"] for one in written["confirmed"]} < {
        one["candidate"] for one in written["raw"][0]
    }
    for one in written["confirmed"]:
        (raw,) = (old for old in written["raw"][0] if old["candidate"] == one["candidate"])
        assert raw["estimates"] != one["estimates"]


def test_the_page_shows_confirmed_and_raw_figures_in_parts_of_their_own(
    planted: tuple[StudyResult, Path],
) -> None:
    page = render_balance_page(planted[0])
    confirmed, raw = page.index("<h2>Confirmed</h2>"), page.index("chose the candidates")
    assert confirmed < raw
    assert page.count("<svg") == 2
    assert "Balance of Head start" in page
    assert page.index("<h2>Result</h2>") < confirmed
    assert "ludarium play " in page


def test_the_same_study_again_plays_nothing(planted: tuple[StudyResult, Path]) -> None:
    result, folder = planted
    executor = Together()
    again = study(space(), folder, executor)
    assert executor.given == []
    assert again.confirmed == result.confirmed


def test_the_games_do_not_depend_on_the_concurrency(
    tmp_path: Path,
) -> None:
    small = space(options={"start": {"low": 0, "high": 6}}, confirm=ONE_GAME)
    first, again = (study(small, tmp_path / str(jobs), Together(jobs)) for jobs in (5, 60))
    assert first.raw == again.raw


def test_every_target_has_to_hold_in_both_kinds_of_openings(tmp_path: Path) -> None:
    small = {"nodes": 1, "games": 6}
    found = study(
        space(options={"start": [0, 1]}, stages=[], confirm=small, opening="1", fair_nodes=5),
        tmp_path,
    )
    assert len(found.confirmed) == 2
    for figures in found.confirmed.values():
        assert figures.games == {"random": 6, "fair": 6}
        target = found.space.file.targets[0]
        ends = [target.gap(one.value, one.value) for one in figures.estimates[0].values()]
        assert figures.gaps[0] == max(ends)


def test_a_proved_win_is_found_and_is_not_played_on(tmp_path: Path) -> None:
    # The first seat needs one turn; with a goal of 24 a few positions prove nothing.
    found = study(
        space(
            options={"goal": [3, 24]},
            targets=[
                {"measure": "proved", "high": 0, "positions": 40},
                {"measure": "draws", "high": 0.1},
            ],
            stages=[{"nodes": 1, "games": 4, "proof_positions": 20}],
            confirm=ONE_GAME,
        ),
        tmp_path,
    )
    proofs = {found.candidates[n][0]: one.proof for n, one in found.raw[0].items()}
    assert proofs == {3: "win", 24: "unknown"}
    games = {found.candidates[n][0]: sum(one.games.values()) for n, one in found.raw[0].items()}
    assert games == {3: 0, 24: 4}
    assert [found.candidates[n] for n in rank_candidates(found.confirmed)] == [(24,)]
    again = Together()
    study(found.space, tmp_path, again)
    assert again.given == []


def test_where_no_candidate_meets_all_targets_the_earlier_ones_weigh_more(tmp_path: Path) -> None:
    found = study(
        space(
            options={"goal": [6, 24], "start": [1]},
            targets=[
                {"measure": "turns", "low": 15},
                {"measure": "event_count", "event": "step", "high": 3},
            ],
            stages=[{"nodes": 1, "games": 16, "keep": 1, "slack": 0.0}],
            confirm={"nodes": 1, "games": 16, "openings": "random"},
        ),
        tmp_path,
    )
    assert [found.candidates[number] for number in found.confirmed] == [(24, 1)]


def test_forge_names_the_cells_of_a_drag_and_its_embers() -> None:
    forge = load("forge")
    position = forge.new()
    facts = [dict(forge.measure_move(position, move)) for move in forge.moves(position)]
    assert {fact["drag"] for fact in facts if not fact["ember"]} > {1, 2}
    assert {(fact["drag"], fact["burnt"]) for fact in facts if fact["ember"]} == {(0, 0)}


def command(folder: Path, space_file: Path) -> list[str]:
    words = ["balance", HEAD_START, "--space", str(space_file), "--out", str(folder)]
    return [sys.executable, "-m", "ludarium", *words, "--workers", "1"]


def stored(folder: Path) -> int:
    """How many games the files of a study hold, as another process sees them."""
    found = 0
    for file in folder.rglob("*.sqlite"):
        connection = sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=30)
        try:
            found += connection.execute("select count(*) from game").fetchone()[0]
        except sqlite3.OperationalError:
            pass  # the file has just been made
        finally:
            connection.close()
    return found


def written_result(folder: Path) -> Any:
    (file,) = folder.rglob("balance.json")
    return json.loads(file.read_text())


def test_a_study_that_is_killed_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    space_file = write_space(tmp_path)
    killed = tmp_path / "killed"
    # A slow game: it must not come to its end before it is killed.
    running = subprocess.Popen(
        command(killed, space_file),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {PAUSE_VARIABLE: "0.05"},
    )
    while stored(killed) < 10:
        assert running.poll() is None
        time.sleep(0.01)
    running.kill()
    running.communicate()
    before = stored(killed)
    assert not list(killed.rglob("balance.json"))
    done = subprocess.run(command(killed, space_file), capture_output=True, text=True, check=True)
    assert "random openings" in done.stderr  # a line where there is no terminal
    assert stored(killed) > before
    whole = export_result(study(read_space(space_file, HEAD_START), tmp_path / "whole"))
    assert written_result(killed) == msgspec.json.decode(msgspec.json.encode(whole))
