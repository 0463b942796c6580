"""Tuning: SPSA finds a planted optimum; a run by games is reproducible and can be interrupted."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from ludarium import load
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.run.executor import Executor
from ludarium.cli import make_application
from ludarium.core.errors import LudariumError
from ludarium.training import tune as tuning
from ludarium.training.spsa import Spsa, TunedParameter
from ludarium.training.tune import Tuning, TuningPlan, choose_parameters, tune

OPTIMUM = {"margin": 140, "count": 9, "idle": 50}
SMALL = ("--iterations", 3, "--openings", 1, "--nodes", 40, "--workers", 1, "--seed", 5)


def planted_score(first: dict[str, int], second: dict[str, int], rng: random.Random) -> float:
    """The share of 16 games; the setting nearer to the optimum wins more often. `idle` is idle."""

    def distance(given: dict[str, int]) -> float:
        return sum((given[name] - OPTIMUM[name]) ** 2 / OPTIMUM[name] ** 2 for name in given)

    chance = 1 / (1 + 10 ** (2 * (distance(first) - distance(second))))
    return sum(rng.random() < chance for _ in range(16)) / 16


def test_it_finds_a_planted_optimum_through_noise() -> None:
    parameters = [
        TunedParameter("margin", 60, 10, 600, 12),
        TunedParameter("count", 4, 1, 40, 1.5),
    ]
    found = {}
    for seed in range(3):
        spsa, rng = Spsa(parameters, 400, seed, rate=1.0), random.Random(seed)
        for _ in range(400):
            spsa.learn(planted_score(*spsa.settings(), rng))
        found[seed] = spsa.result()
    for values in found.values():
        assert abs(values["margin"] - 140) < 30, found
        assert abs(values["count"] - 9) <= 2, found


def test_settings_are_opposite_and_stay_within_their_range() -> None:
    parameters = [TunedParameter("low", 1, 1, 9, 4), TunedParameter("high", 50, 0, 100, 10)]
    spsa = Spsa(parameters, 10, seed=1, rate=5.0)
    for _ in range(10):
        first, second = spsa.settings()
        assert first != second
        assert abs(first["high"] + second["high"] - 2 * spsa.values[1]) <= 2 or {
            first["high"],
            second["high"],
        } & {0, 100}
        spsa.learn(1.0)
        for one, value in zip(parameters, spsa.values, strict=True):
            assert one.least <= value <= one.most
            assert one.least <= first[one.name] <= one.most


def test_a_lost_game_moves_the_other_way() -> None:
    moved = []
    for score in (0.0, 0.5, 1.0):
        spsa = Spsa([TunedParameter("margin", 100, 0, 200, 10)], 10, seed=1, rate=1.0)
        spsa.learn(score)
        moved.append(spsa.values[0] - 100)
    assert moved[0] == -moved[2] != 0
    assert moved[1] == 0


def plan(folder: Path, **changed: object) -> TuningPlan:
    found = TuningPlan(
        setting=describe_game("forge"),
        folder=folder,
        parameters=choose_parameters(load("forge").evaluator(), ["futility_margin=100"]),
        iterations=4,
        openings=1,
        limit="nodes=40",
        workers=1,
        seed=3,
    )
    return found._replace(**changed)  # type: ignore[arg-type]


def test_an_interrupted_run_ends_as_an_uninterrupted_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = tune(plan(tmp_path / "whole"), lambda *_: None)
    played = tuning.play_iteration

    def break_off(given: TuningPlan, spsa: Spsa, executor: Executor, tell: tuning.OnGames) -> float:
        if len(spsa.scores) == 2:
            raise KeyboardInterrupt
        return played(given, spsa, executor, tell)

    monkeypatch.setattr(tuning, "play_iteration", break_off)
    with pytest.raises(KeyboardInterrupt):
        tune(plan(tmp_path / "cut"), lambda *_: None)
    file = tmp_path / "cut" / tuning.TUNING_FILE
    assert msgspec.json.decode(file.read_bytes(), type=Tuning).scores == whole.scores[:2]
    monkeypatch.setattr(tuning, "play_iteration", played)
    assert tune(plan(tmp_path / "cut"), lambda *_: None) == whole
    assert len(whole.scores) == 4
    told: list[int] = []
    assert tune(plan(tmp_path / "cut"), lambda _, done, total: told.append(done)) == whole
    assert not told  # nothing was left to play


def test_a_folder_of_another_run_is_refused(tmp_path: Path) -> None:
    tune(plan(tmp_path, iterations=1), lambda *_: None)
    with pytest.raises(LudariumError) as refusal:
        tune(plan(tmp_path, iterations=1, seed=4), lambda *_: None)
    assert refusal.value.code == "other_run"
    (tmp_path / tuning.TUNING_FILE).write_text("{", "utf-8")
    with pytest.raises(LudariumError) as refusal:
        tune(plan(tmp_path, iterations=1), lambda *_: None)
    assert refusal.value.code == "bad_tuning"


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (["speed"], "unknown_parameter"),
        (["futility_margin=0"], "wrong_parameter"),
        (["futility_margin=much"], "wrong_parameter"),
        (["futility_margin", "futility_margin=9"], "wrong_parameter"),
    ],
)
def test_wrong_parameters_are_refused(written: list[str], code: str) -> None:
    with pytest.raises(LudariumError) as refusal:
        choose_parameters(load("forge").evaluator(), written)
    assert refusal.value.code == code


def test_the_command_shows_the_values_and_how_to_confirm_them(tmp_path: Path) -> None:
    words = ["forge", *SMALL, "--parameter", "late_move_count", "--out", tmp_path]
    done = CliRunner().invoke(
        make_application(["tune"]), ["tune", *map(str, words)], catch_exceptions=False
    )
    assert done.exit_code == 0, done.output
    assert "late_move_count" in done.output
    assert "ludarium sprt forge tuned=search:nodes=40,late_move_count=" in done.output.replace(
        "\n", " "
    )
