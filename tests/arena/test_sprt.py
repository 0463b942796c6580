"""Sequential tests: the likelihood ratio by another way, and how often they are wrong."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from ludarium.arena.formats.event import Hypotheses
from ludarium.arena.formats.sprt import (
    SequentialTest,
    log_likelihood_ratio,
    pad_counts,
    wald_bounds,
)
from ludarium.arena.formats.unit import GameResult, lineups
from ludarium.core.elo import expected_score
from tests.arena.events import unit

PENTANOMIAL = {0.0: 30.0, 0.25: 110.0, 0.5: 300.0, 0.75: 140.0, 1.0: 40.0}
# A unit of three seats has six games; thirds come from games that nobody wins.
ROTATION = {0.0: 4.0, 1 / 6: 20.0, 1 / 3: 60.0, 0.5: 90.0, 2 / 3: 75.0, 5 / 6: 20.0, 1.0: 3.0}


def by_search(counts: dict[float, float], mean: float) -> float:
    """The best log likelihood with that mean, by a general optimiser over the distribution."""
    scores, weights = np.array(list(counts)), np.array(list(counts.values()))
    share = weights / weights.sum()
    start = np.full(len(scores), 1 / len(scores))
    constraint = {
        "type": "eq",
        "fun": lambda p: np.array([p.sum() - 1, p @ scores - mean]),
    }
    search: Any = minimize  # its overloads know no function with constraints like ours
    found = search(
        lambda p: -float(share @ np.log(p)),
        start,
        jac=lambda p: -share / p,
        bounds=[(1e-9, 1.0)] * len(scores),
        constraints=constraint,
        method="SLSQP",
        tol=1e-15,
    )
    return -float(found.fun) * float(weights.sum())


@pytest.mark.parametrize("counts", [PENTANOMIAL, ROTATION])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-10, 10), (0, 80)])
def test_the_ratio_is_that_of_the_best_distributions(
    counts: dict[float, float], elo0: float, elo1: float
) -> None:
    ours = log_likelihood_ratio(counts, expected_score(elo0), expected_score(elo1))
    theirs = by_search(counts, expected_score(elo1)) - by_search(counts, expected_score(elo0))
    assert ours == pytest.approx(theirs, abs=5e-3)


def test_near_the_middle_it_is_the_normal_approximation() -> None:
    # N (s1 - s0) (2 mean - s0 - s1) / (2 variance), as engine testers calculate it.
    scores, weights = np.array(list(PENTANOMIAL)), np.array(list(PENTANOMIAL.values()))
    total = weights.sum()
    mean = scores @ weights / total
    variance = (scores - mean) ** 2 @ weights / total
    low, high = expected_score(0), expected_score(5)
    approximate = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_likelihood_ratio(PENTANOMIAL, low, high) == pytest.approx(approximate, rel=0.02)


def test_the_ratio_turns_round_with_the_sides() -> None:
    turned = {1 - score: count for score, count in PENTANOMIAL.items()}
    ours = log_likelihood_ratio(PENTANOMIAL, expected_score(0), expected_score(10))
    theirs = log_likelihood_ratio(turned, expected_score(0), expected_score(-10))
    assert ours == pytest.approx(theirs)


def test_walds_bounds() -> None:
    lower, upper = wald_bounds(0.05, 0.05)
    assert upper == pytest.approx(2.9444, abs=1e-4)
    assert lower == pytest.approx(-2.9444, abs=1e-4)
    assert wald_bounds(0.01, 0.1)[1] == pytest.approx(math.log(90))


def test_elo_as_a_score() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    assert expected_score(-400) == pytest.approx(1 / 11)


def test_scores_that_never_came_keep_a_trace() -> None:
    filled = pad_counts({0.5: 3.0}, 2)
    assert list(filled) == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert filled[0.5] > 3
    assert 0 < filled[0.0] < 0.01


def test_a_player_that_wins_all_is_soon_better_and_one_that_loses_all_is_not() -> None:
    for won, verdict in ((1.0, "H1"), (0.0, "H0")):
        trial = SequentialTest(Hypotheses(0, 50))
        while trial.verdict is None and trial.units < 1000:
            trial.add(unit(trial.units, [won, won]))
        assert trial.verdict == verdict
        assert trial.units < 60


def test_units_of_three_seats_are_tested_too() -> None:
    trial = SequentialTest(Hypotheses(0, 100))
    while trial.verdict is None and trial.units < 500:
        games = []
        for game, lineup in enumerate(lineups((0, 1), 3)):
            # The first entrant wins whenever it is alone, and when it has the first two seats.
            winner = lineup.index(0) if lineup.count(0) == 1 or lineup[2] == 1 else lineup.index(1)
            points = tuple(float(seat == winner) for seat in range(3))
            games.append(GameResult(trial.units, game, 0, lineup, points))
        trial.add(games)
    assert trial.verdict == "H1"


@pytest.mark.parametrize(("elo", "wrong"), [(0.0, "H1"), (60.0, "H0")])
def test_it_is_wrong_no_more_often_than_allowed(elo: float, wrong: str) -> None:
    rng = random.Random(f"sprt {elo}")
    chance = expected_score(elo)
    faults = 0
    for _ in range(120):
        trial = SequentialTest(Hypotheses(0, 60, 0.1, 0.1))
        while trial.verdict is None:
            trial.add(unit(trial.units, [float(rng.random() < chance) for _ in range(2)]))
        faults += trial.verdict == wrong
    assert faults <= 0.1 * 120 + 2 * math.sqrt(120 * 0.09)
