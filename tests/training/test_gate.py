"""The gate: fair pairings, and the statistics of a match against known numbers."""

from __future__ import annotations

import math
from array import array

import pytest

from ludarium.core.network import Weights, pack
from ludarium.search.limits import Limits
from ludarium.training.gate import Duel, Standing, lineups, passes, play_duel, standing
from ludarium.training.setting import Setting
from tests.training.noughts import NOUGHTS


def test_everybody_sits_everywhere() -> None:
    assert lineups(2) == [[True, False], [False, True]]
    three = lineups(3)
    assert len(three) == 6
    for seat in range(3):
        assert sum(lineup[seat] for lineup in three) == 3  # as often new as old
    assert len({tuple(lineup) for lineup in three}) == 6


def test_the_score_and_its_interval_are_right() -> None:
    # 60 openings won, 20 split and 20 lost; with two won and two lost added, by hand:
    # mean 72/104, sum of squares 62 + 20/4 = 67, variance (67 - 104 m^2) / 103.
    found = standing([[1, 1]] * 60 + [[1, 0]] * 20 + [[0, 0]] * 20)
    mean = 72 / 104
    reach = 1.96 * math.sqrt((67 - 104 * mean**2) / 103 / 104)
    assert found.games == 200
    assert found.score == pytest.approx(0.7)
    assert (found.low, found.high) == pytest.approx((mean - reach, mean + reach))
    assert (found.low, found.high) == pytest.approx((0.6139, 0.7707), abs=1e-4)


def test_openings_are_counted_and_not_games() -> None:
    # Every opening split: much more certain than as many games won and lost at random.
    split = standing([[1, 0]] * 100)
    random = standing([[1, 1], [0, 0]] * 50)
    assert split.score == random.score == 0.5
    assert split.high - split.low < 0.3 * (random.high - random.low)
    assert split.high - split.low > 0.02  # and yet not certain


def test_an_empty_match_says_nothing() -> None:
    assert standing([]) == Standing(0, 0.5, 0.0, 1.0)


def test_a_new_network_must_score_and_may_have_to_be_surely_better() -> None:
    good = Standing(200, 0.53, 0.47, 0.59)
    assert passes(good, 0.52, 0.0)
    assert not passes(good, 0.54, 0.0)
    assert not passes(good, 0.52, 0.5)


def duel(new: bytes | None, old: bytes | None, number: int) -> list[float]:
    # So few that the evaluator decides, for tic-tac-toe is soon seen through.
    limits = Limits(nodes=12)
    return play_duel(Duel(Setting(NOUGHTS), new, old, limits, (0, 2), "3", number))


def test_an_evaluator_against_itself_is_even_and_reproducible() -> None:
    for number in range(4):
        points = duel(None, None, number)
        assert sum(points) == 1
        assert points == duel(None, None, number)


def test_a_better_evaluator_scores_more() -> None:
    # It leaves the middle (4 its own, 13 the other's) and every corner to the other seat.
    bad, good = {0, 2, 4, 6, 8}, {9, 11, 13, 15, 17}
    rows = array("h", [80 * (i in wanted) for i in range(18) for wanted in (good, bad)])
    foolish = pack(Weights(18, 2, rows, array("h", [0, 0]), array("h", [127, -127]), 0))
    results = [duel(None, foolish, number) for number in range(12)]
    reverse = [duel(foolish, None, number) for number in range(12)]
    assert standing(results).score > 0.6
    assert standing(reverse).score == pytest.approx(1 - standing(results).score)
