"""Graph of a review: the winning chances over the plies, as a PNG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ludarium.analysis.match_review import Review, ReviewStep
from ludarium.core.errors import InvalidOption
from ludarium.core.extras import require_packages

MARKED_LOSS = 0.2  # in winning chance; steps that lose as much are marked


def draw_graph(review: Review, names: Sequence[str], path: Path) -> None:
    """Write the graph. With two players it has one curve, that of the first seat."""
    require_packages("matplotlib")
    from matplotlib.figure import Figure  # noqa: PLC0415  large, and installed on request

    figure = Figure(figsize=(10, 4), layout="constrained")
    axes = figure.add_subplot()
    for seat, points in chance_curves(review, len(names)).items():
        axes.plot(*zip(*points, strict=True), label=names[seat], marker=".")
    for step in review.steps:
        if step.loss >= MARKED_LOSS:
            at = (step.ply, plotted_chance(step, len(names)))
            axes.annotate(step.mark, at, textcoords="offset points", xytext=(0, 6), ha="center")
    axes.set(xlabel="ply", ylabel="chance of winning", ylim=(-0.05, 1.05))
    axes.axhline(0.5, color="grey", linewidth=0.5)
    axes.legend()
    try:
        figure.savefig(path, format="png", dpi=120)
    except OSError as error:
        raise InvalidOption("cannot_write", "The graph cannot be written there.") from error


def chance_curves(review: Review, seats: int) -> dict[int, list[tuple[int, float]]]:
    """Points of ply and chance by seat, taken before each step of the seat."""
    points: dict[int, list[tuple[int, float]]] = {}
    for step in review.steps:
        seat = 0 if seats == 2 else step.seat
        points.setdefault(seat, []).append((step.ply, plotted_chance(step, seats)))
    return points


def plotted_chance(step: ReviewStep, seats: int) -> float:
    """The chance before a step; with two players always that of the first seat."""
    return 1 - step.before if seats == 2 and step.seat else step.before
