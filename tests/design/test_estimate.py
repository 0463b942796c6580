"""Figures of measured games, and how they stand to a target."""

from __future__ import annotations

import math

import pytest

from ludarium.arena.formats.unit import GameResult
from ludarium.arena.run.game_measures import GameMeasures
from ludarium.core.registry import load
from ludarium.design.estimate import (
    MeasuredGame,
    TargetEstimate,
    estimate_mean,
    estimate_median,
    estimate_target,
)
from ludarium.design.figures import StageFigures, judge_estimate, undominated
from ludarium.design.move_speed import LEAST_NODES, measure_speed, scale_nodes
from ludarium.design.target import MeasureName, Target
from tests.design.head_start import HEAD_START


def game(points: tuple[float, float], turns: int, drags: dict[int, int]) -> MeasuredGame:
    reason = "goal" if max(points) == 1 else "limit"
    result = GameResult(0, 0, 0, (0, 0), points, reason)
    return MeasuredGame(result, GameMeasures(turns, 10, 50, {"drag": drags} if drags else {}))


GAMES = [
    game((1.0, 0.0), 4, {1: 5, 3: 1}),
    game((0.0, 1.0), 8, {2: 4}),
    game((0.5, 0.5), 9, {}),
    game((1.0, 0.0), 20, {1: 1, 2: 1}),
]


@pytest.mark.parametrize(
    ("measure", "more", "value"),
    [
        ("seat_share", {"seat": 1}, 2.5 / 4),
        ("seat_share", {"seat": 2}, 1.5 / 4),
        ("draws", {}, 1 / 4),
        ("decided", {}, 3 / 4),
        ("ending", {"reason": "limit"}, 1 / 4),
        ("turns", {}, 8.5),
        ("branching", {}, 5.0),
        ("event_moves", {"event": "drag"}, 12 / 40),
        ("event_moves", {"event": "drag", "at_least": 2}, 6 / 40),
        ("event_games", {"event": "drag", "at_least": 3}, 1 / 4),
        ("event_count", {"event": "drag"}, 3.0),
        ("event_count", {"event": "ember"}, 0.0),
    ],
)
def test_a_figure_is_counted_from_the_games(
    measure: MeasureName, more: dict[str, int], value: float
) -> None:
    found = estimate_target(Target(measure, low=0, **more), GAMES)  # type: ignore[arg-type]
    assert found.value == pytest.approx(value)
    assert found.low <= found.value <= found.high


def test_intervals_become_narrow_with_more_games() -> None:
    target = Target("event_moves", low=0.1, event="drag")
    few, many = estimate_target(target, GAMES), estimate_target(target, GAMES * 30)
    assert many.high - many.low < (few.high - few.low) / 2
    never = estimate_target(Target("event_moves", low=0.1, event="ember"), GAMES * 2)
    assert (never.value, never.low) == (0, 0)
    assert 0 < never.high < 0.2
    assert estimate_median([3, 1, 2] * 40)[1:] == (2, 2)
    assert estimate_median([5.0]) == (5.0, 5.0, 5.0)
    assert estimate_median([]).high == math.inf
    assert estimate_mean([10], [2]).high == math.inf
    low, high = estimate_mean([10, 30] * 50, [2, 5] * 50)[1:]
    assert low < 40 / 7 < high < low + 1


@pytest.mark.parametrize(
    ("interval", "standing"),
    [
        ((0.5, 0.46, 0.54), "met"),
        ((0.5, 0.41, 0.59), "likely"),
        ((0.6, 0.52, 0.68), "unclear"),
        ((0.7, 0.6, 0.8), "missed"),
        ((0.3, 0.2, 0.4), "missed"),
    ],
)
def test_a_figure_is_judged_by_its_interval(
    interval: tuple[float, float, float], standing: str
) -> None:
    target = Target("seat_share", low=0.45, high=0.55)
    assert judge_estimate(target, TargetEstimate(*interval)) == standing


def test_a_gap_is_in_shares_or_in_parts_of_the_bound() -> None:
    assert Target("draws", high=0.2).gap(0.5, 0.6) == pytest.approx(0.3)
    assert Target("turns", low=20).gap(5, 10) == pytest.approx(0.5)
    assert Target("turns", low=20).gap(5, 10, slack=0.6) == 0
    assert Target("turns", low=20).gap(5, 30) == 0


def test_a_candidate_is_dominated_by_one_that_is_nearer_in_one_target_and_far_in_none() -> None:
    def figures(*gaps: float) -> StageFigures:
        return StageFigures({}, [], list(gaps), [0.0] * len(gaps), None)

    found = {0: figures(0.1, 0.2), 1: figures(0.1, 0.1), 2: figures(0.0, 0.4), 3: figures(0.2, 0.4)}
    assert sorted(undominated(found)) == [1, 2]


def test_a_slow_game_gets_fewer_nodes() -> None:
    assert scale_nodes(10_000, 0.02) == 200
    assert scale_nodes(10_000, 0.0001) == LEAST_NODES
    assert scale_nodes(10, 0.5) == 10
    assert 0 < measure_speed(load(HEAD_START), 2) <= 1
