"""The summary of a review: accuracy, marks and the turning point."""

from __future__ import annotations

import pytest

from ludarium.analysis.match_review import ReviewStep
from ludarium.analysis.review_summary import summarise_review, turning_point


def step(ply: int, before: float, after: float, mark: str = "") -> ReviewStep:
    loss = max(before - after, 0.0)
    return ReviewStep(ply, (ply - 1) % 2, ["a"], 0, None, before, after, loss, mark, [])


# The first seat falls behind, comes back, and wins for good after ply 4.
GAME = [
    step(1, 0.5, 0.3, "?"),
    step(2, 0.7, 0.4, "??"),
    step(3, 0.6, 0.4, "?"),
    step(4, 0.6, 0.2, "??"),
    step(5, 0.8, 0.8),
    step(6, 0.2, 0.1, "?!"),
]


def test_the_turning_point_is_the_move_after_which_the_winner_stayed_ahead() -> None:
    assert turning_point(GAME, winner=0) == 4
    assert turning_point(GAME[4:], winner=0) is None  # ahead all the time
    assert turning_point(GAME, winner=None) == 4  # the move that lost most


def test_each_seat_has_its_accuracy_and_its_marks() -> None:
    first, second, third = summarise_review(GAME, 3, winner=0).seats
    assert first.marks == {"??": 0, "?": 2, "?!": 0}
    assert second.marks == {"??": 2, "?": 0, "?!": 1}
    assert first.accuracy is not None
    assert second.accuracy is not None
    assert first.accuracy > second.accuracy
    assert third.accuracy is None
    [perfect, _] = summarise_review([step(1, 0.5, 0.5)], 2, winner=None).seats
    assert perfect.accuracy == pytest.approx(100.0)
