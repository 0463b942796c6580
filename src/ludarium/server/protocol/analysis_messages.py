"""Messages of a running analysis or review, one JSON document per line."""

from __future__ import annotations

from msgspec import Struct

from ludarium.analysis.match_review import ReviewStep
from ludarium.analysis.review_summary import ReviewSummary


class AnalysisLine(Struct, frozen=True):
    """A line of play: the winning chance of the seat to move, and the clicks of its first move.

    `plies` counts the moves to a forced end, below zero for a loss.
    """

    chance: float
    plies: int | None
    notation: list[str]
    path: tuple[str, ...]


class AnalysisUpdate(Struct, omit_defaults=True):
    """The best lines of a position so far, the best first.

    `place` is the place in the queue while no engine works on it. After `final` nothing follows;
    `error` is the code of a failure.
    """

    seat: int = 0
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    lines: list[AnalysisLine] = []
    place: int = 0
    final: bool = False
    error: str = ""


class ReviewUpdate(Struct, omit_defaults=True):
    """The steps of a review that are new, of `total`.

    `seconds` is the time of each move of the game, as far as it is stored. The `summary` comes
    with the last line, which is `final`; `error` is the code of a failure.
    """

    total: int = 0
    steps: list[ReviewStep] = []
    summary: ReviewSummary | None = None
    seconds: list[float] = []
    place: int = 0
    final: bool = False
    error: str = ""
