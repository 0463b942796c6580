"""Tuning of the dial: a fit of strengths, placement of levels, and files that go on."""

from __future__ import annotations

import math
import tomllib
from io import StringIO
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from rich.console import Console
from typer.testing import CliRunner

from ludarium import InvalidOption
from ludarium.agents import levels
from ludarium.agents.levels import DIAL, Level, find_level, find_mark
from ludarium.agents.style import STYLES_FILE, StyleTerms
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.run.executor import open_executor
from ludarium.arena.tuning import session
from ludarium.arena.tuning.placement import (
    FILLED_STEP_ELO,
    LAST_STEP_SHARE,
    WANTED_STEP_ELO,
    place_levels,
    step_ratio,
)
from ludarium.arena.tuning.rung import (
    ENGINE,
    MEDIUM,
    WEAKEST,
    Ladder,
    Rung,
    first_rungs,
    open_ladder,
)
from ludarium.arena.tuning.settings_lines import level_lines, replace_lines, style_lines
from ludarium.arena.tuning.strength_fit import Comparison, StrengthFit, dial_curves
from ludarium.arena.tuning.style_tuner import equal_place
from ludarium.arena.tuning.trial import Trial, TrialPlayer, play_trial
from ludarium.arena.tuning.tuner import TunedDial, TuningTerms
from ludarium.cli import make_application
from ludarium.core.elo import expected_score
from tests.agents.sampling import TICTACTOE

ENGINE_NODES = 100_000
TERMS = TuningTerms(games=10, costly_games=10, seed=3)


def true_elo(rung: Rung) -> float:
    """Strengths of an invented game, as curved as those of the real ones."""
    return {
        "weakest": 0.0,
        "glance": 900 + 220 * rung.place - 15 * rung.place**2,
        "blurred": 1500 + 100 * rung.place,
        "search": 1350 + 70 * (rung.place - 5) - 1.5 * (rung.place - 5) ** 2,
        "engine": 2050.0,
    }[rung.family]


def score_of(rung: Rung, against: Rung, games: int, rng: Random) -> Comparison:
    """The score of games that are drawn by the true strengths."""
    chance = expected_score(true_elo(rung) - true_elo(against))
    won = sum(rng.random() < chance for _ in range(games))
    return Comparison(rung, against, won / games, games)


def tuned(ladder: Ladder, games: int) -> list[Rung]:
    """The rungs after five rounds against drawn scores."""
    rng, rungs, medium = Random(5), first_rungs(ladder), int(find_mark(ladder.game, "medium"))
    rungs[medium - 1] = MEDIUM
    compared: list[Comparison] = []
    for _ in range(5):
        compared += [score_of(high, low, games, rng) for low, high in pairwise(rungs)]
        fit = StrengthFit(dial_curves(ENGINE_NODES), compared)
        rungs, medium, _ = place_levels(fit, ladder, medium)
    return rungs


@pytest.mark.parametrize("game", ["caldera", "forge", "ludus", "skysummit"])
def test_levels_end_equally_far_apart(game: str) -> None:
    """Every neighbour's true score ends near the mean step, however wrong the start was."""
    rungs = tuned(open_ladder(game, ENGINE_NODES), games=200)
    gaps = [true_elo(high) - true_elo(low) for low, high in pairwise(rungs)]
    # The true range is wider than eleven steps of 72.5 %, so the last one is shorter.
    step = sum(gaps) / (len(gaps) - 1 + LAST_STEP_SHARE)
    assert sum(gaps) > len(gaps) * WANTED_STEP_ELO
    assert rungs[0] == WEAKEST
    assert rungs[-1] == ENGINE
    assert MEDIUM in rungs
    assert all(0.65 < expected_score(gap) < 0.80 for gap in gaps)
    assert max(abs(gap - step) for gap in gaps[:-1]) < 45


def test_steps_fill_the_range_of_a_game() -> None:
    assert step_ratio(1700) == [1.0] * 11
    assert step_ratio(2300) == [*[1.0] * 10, LAST_STEP_SHARE]
    first, *others = step_ratio(2750)
    assert others == [*[1.0] * 9, LAST_STEP_SHARE]
    assert 2750 / (first + sum(others)) == pytest.approx(FILLED_STEP_ELO)


def test_a_fit_knows_how_certain_it_is() -> None:
    rng, far = Random(2), Rung("glance", 3.0)
    few = [score_of(Rung("glance", 0.0), WEAKEST, 40, rng)]
    many = [replace_games(few[0], 4000)]
    fits = [StrengthFit(dial_curves(ENGINE_NODES), found) for found in (few, many)]
    spreads = [fit.gap(Rung("glance", 0.0), WEAKEST)[1] for fit in fits]
    assert spreads[1] < spreads[0] / 5
    assert fits[1].gap(far, WEAKEST)[1] > 5 * spreads[1]
    share = expected_score(fits[1].gap(Rung("glance", 0.0), WEAKEST)[0])
    assert share == pytest.approx(few[0].score, abs=0.01)


def replace_games(one: Comparison, games: int) -> Comparison:
    return one._replace(games=games)


def test_a_style_ends_at_half_the_points() -> None:
    """Each doubling is worth 50 Elo here; four times the nodes make the style equal."""
    rng, places, shares = Random(1), [math.log2(3)], []
    for _ in range(5):
        chance = expected_score(50 * (places[-1] - 2))
        shares.append(sum(rng.random() < chance for _ in range(400)) / 400)
        places.append(equal_place(places[: len(shares)], shares, [400] * len(shares)))
    assert places[-1] == pytest.approx(2, abs=0.4)


def test_settings_become_rungs_and_settings_again() -> None:
    ladder = open_ladder("forge", ENGINE_NODES)
    for name in DIAL[1:-1]:
        level = find_level("forge", name)
        again = ladder.written_level(ladder.rung(level))
        assert (again.kind, again.attention, again.depth) == (
            level.kind,
            level.attention,
            level.depth,
        )
        assert again.nodes == pytest.approx(level.nodes, rel=0.03)
    assert ladder.level(ENGINE).nodes == ENGINE_NODES
    assert not any(ladder.level(rung).seconds for rung in (WEAKEST, MEDIUM, ENGINE))


def test_levels_without_a_ladder_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    only = Level(kind="random")
    monkeypatch.setattr("ludarium.arena.tuning.rung.find_level", lambda game, name: only)
    with pytest.raises(InvalidOption) as refusal:
        open_ladder("forge", ENGINE_NODES)
    assert refusal.value.code == "no_ladder"


def test_written_lines_give_the_same_levels() -> None:
    own = {name: find_level("forge", name) for name in DIAL}
    text = (
        '# first\n[other]\n1 = { kind = "first" }\n\n[forge]\nmedium = "8"\nhard = "11"\n\n# end\n'
    )
    written = replace_lines(text, "forge", level_lines(own, 9))
    found = tomllib.loads(written)
    assert found["forge"].pop("medium") == "9"
    assert found["forge"].pop("hard") == "11"
    found_levels = {name: Level(**given) for name, given in found["forge"].items()}
    assert found_levels == {name: own[name] for name in DIAL[1:-1]}
    assert written.endswith("\n# end\n")
    assert found["other"] == {"1": {"kind": "first"}}
    added = tomllib.loads(replace_lines(text, "a.b/3", style_lines({"bold": StyleTerms(20, 2.5)})))
    assert added["a.b/3"] == {"bold": {"points": 20, "nodes": 2.5}}


def test_the_same_trial_gives_the_same_score() -> None:
    setting = describe_game("forge")
    weak, strong = (TrialPlayer(find_level("forge", name)) for name in ("1", "5"))
    trial = Trial(setting, replace_seconds(strong), weak, 7, 0)
    scores = [play_trial(trial._replace(unit=unit)) for unit in range(6)]
    assert scores == [play_trial(trial._replace(unit=unit)) for unit in range(6)]
    assert sum(scores) > 3
    back = trial._replace(player=trial.against, against=trial.player)
    assert back.digest() != trial.digest()


def replace_seconds(player: TrialPlayer) -> TrialPlayer:
    return player._replace(level=replace(player.level, seconds=0.0))


def test_a_game_from_a_file_is_tuned_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted run ends with the same levels as one that was not."""
    file = tmp_path / "levels.toml"
    file.write_bytes(levels.LEVELS_FILE.read_bytes())
    told: list[str] = []

    def tune(folder: str, write: bool) -> TunedDial:
        executor = open_executor("processes", 1)
        work = session.TuningWork(TERMS, tmp_path / folder, executor, write)
        console = Console(file=StringIO(), width=120)
        try:
            return session.tune_levels(TICTACTOE, work, console, lambda step, *_: told.append(step))
        finally:
            executor.close()

    monkeypatch.setattr(levels, "LEVELS_FILE", file)
    found = tune("one", write=False)
    assert set(found.levels) == set(DIAL)
    assert find_level("tictactoe", "12") == found.levels["12"]
    assert "tictactoe: round 5 of 5" in told
    (log,) = (tmp_path / "one").iterdir()
    lines = log.read_bytes().splitlines(keepends=True)
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / log.name).write_bytes(b"".join(lines[:40]) + lines[40][:9])
    assert tune("two", write=True) == found
    assert (tmp_path / "two" / log.name).read_bytes().count(b"\n") >= len(lines) - 1
    levels.read_levels.cache_clear()
    try:
        assert find_mark("tictactoe", "medium") == str(found.medium)
        assert find_level("tictactoe", "2") == found.levels["2"]
        assert find_level("tictactoe", "12").seconds
    finally:
        monkeypatch.undo()
        levels.read_levels.cache_clear()


def test_the_command_prints_lines_for_both_files(tmp_path: Path) -> None:
    words = ["strength", "tune-levels", TICTACTOE, "--games", "10", "--costly-games", "10"]
    command = [*words, "--workers", "1", "--out", str(tmp_path)]
    before = levels.LEVELS_FILE.read_bytes(), STYLES_FILE.read_bytes()
    done = [CliRunner().invoke(make_application(["strength"]), command) for _ in range(2)]
    assert [one.exit_code for one in done] == [0, 0]
    printed = done[0].stdout
    lines = printed[printed.index("[tictactoe]") :].split("[tictactoe]")
    own, styles = (tomllib.loads(part) for part in lines[1:])
    assert set(own) == {"medium", *DIAL[1:-1]}
    assert set(styles) == {"bold", "trader"}
    assert all(StyleTerms(**given).nodes for given in styles.values())
    assert (
        done[1].stdout[done[1].stdout.index("[tictactoe]") :]
        == printed[printed.index("[tictactoe]") :]
    )
    assert (levels.LEVELS_FILE.read_bytes(), STYLES_FILE.read_bytes()) == before
