"""Summary of a review: accuracy and marks of each seat, and the turning point."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from ludarium.analysis.match_review import LOSS_MARKS, ReviewStep

ACCURACY_DECAY = 4.0  # a move that loses 0.1 of the winning chance is 67 percent accurate
EVEN_CHANCE = 0.5


class SeatSummary(msgspec.Struct, frozen=True):
    """The accuracy of a seat in percent, None without a move, and how often each mark was given."""

    accuracy: float | None
    marks: dict[str, int]


class ReviewSummary(msgspec.Struct, frozen=True):
    """The seats, and the ply of the move that decided the game, None if there is none."""

    seats: list[SeatSummary]
    turning_point: int | None


def summarise_review(steps: Sequence[ReviewStep], seats: int, winner: int | None) -> ReviewSummary:
    """The summary of all steps of a game."""
    own = [[step for step in steps if step.seat == seat] for seat in range(seats)]
    return ReviewSummary([_summarise_seat(each) for each in own], turning_point(steps, winner))


def move_accuracy(step: ReviewStep) -> float:
    """How much of its winning chance a move keeps, in percent; small losses weigh little."""
    return 100 * math.exp(-ACCURACY_DECAY * step.loss)


def turning_point(steps: Sequence[ReviewStep], winner: int | None) -> int | None:
    """The ply of the move after which the winner never was behind again.

    Without a winner it is the move that lost most, if any move has a mark.
    """
    if winner is None:
        worst = max((step for step in steps if step.mark), key=lambda step: step.loss, default=None)
        return worst.ply if worst else None
    found = None
    for step in steps:
        before, after = _chances_of(step, winner)
        if before < EVEN_CHANCE <= after:
            found = step.ply
        elif after < EVEN_CHANCE:
            found = None
    return found


def _chances_of(step: ReviewStep, seat: int) -> tuple[float, float]:
    """The chances of a seat before and after a step; of others only as a whole."""
    if step.seat == seat:
        return step.before, step.after
    return 1 - step.before, 1 - step.after


def _summarise_seat(steps: Sequence[ReviewStep]) -> SeatSummary:
    marks = {mark: sum(step.mark == mark for step in steps) for _, mark in LOSS_MARKS}
    if not steps:
        return SeatSummary(None, marks)
    return SeatSummary(round(sum(map(move_accuracy, steps)) / len(steps), 1), marks)
