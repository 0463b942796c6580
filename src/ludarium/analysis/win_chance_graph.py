"""The graph of a review: the chances of winning over the plies, as a PNG."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from ludarium.analysis.review import Review, Step
from ludarium.core.errors import InvalidOption, LudariumError

WORST = 0.2  # steps that give away as much are marked


class MissingExtra(LudariumError):
    """Something needs a package that is installed only on request."""


def require() -> None:
    """Say at once, not after a long analysis, that graphs cannot be drawn here."""
    try:
        import_module("matplotlib")
    except ImportError as error:
        message = "Graphs need matplotlib; install it with: pip install 'ludarium[plots]'"
        raise MissingExtra("missing_extra", message) from error


def draw(review: Review, names: Sequence[str], path: Path) -> None:
    """Write the graph; with two players one curve, the first seat's, tells all."""
    require()
    from matplotlib.figure import Figure  # noqa: PLC0415  large, and installed on request

    figure = Figure(figsize=(10, 4), layout="constrained")
    axes = figure.add_subplot()
    for seat, points in curves(review, len(names)).items():
        axes.plot(*zip(*points, strict=True), label=names[seat], marker=".")
    for step in review.steps:
        if step.loss >= WORST:
            at = (step.ply, seen(step, len(names)))
            axes.annotate(step.mark, at, textcoords="offset points", xytext=(0, 6), ha="center")
    axes.set(xlabel="ply", ylabel="chance of winning", ylim=(-0.05, 1.05))
    axes.axhline(0.5, color="grey", linewidth=0.5)
    axes.legend()
    try:
        figure.savefig(path, format="png", dpi=120)
    except OSError as error:
        raise InvalidOption("cannot_write", "The graph cannot be written there.") from error


def curves(review: Review, seats: int) -> dict[int, list[tuple[int, float]]]:
    """Points of ply and chance by seat, from what each was before its own moves."""
    points: dict[int, list[tuple[int, float]]] = {}
    for step in review.steps:
        seat = 0 if seats == 2 else step.seat
        points.setdefault(seat, []).append((step.ply, seen(step, seats)))
    return points


def seen(step: Step, seats: int) -> float:
    """The chance before a step, with two players always the first seat's."""
    return 1 - step.before if seats == 2 and step.seat else step.before
