"""Charts of strength: the ladder of levels and the lengths of games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludarium.arena.report.standings import ScoreInterval
from ludarium.arena.report.strength_summary import StrengthSummary
from ludarium.core.extras import require_packages

LENGTH_BINS = 20


def draw_ladder(path: Path, matches: list[StrengthSummary]) -> None:
    """Bars of the first player's share of the points in each match, game by game."""
    names = list(dict.fromkeys(one.about.game for one in matches))
    figure = _figure(7, 0.4 * len(matches) + 0.6 * len(names) + 0.5)
    heights = [1 + sum(one.about.game == name for one in matches) for name in names]
    rows = figure.subplots(len(names), 1, sharex=True, squeeze=False, height_ratios=heights)
    for (axes,), name in zip(rows, names, strict=True):
        shown = [one for one in matches if one.about.game == name]
        labels = [" - ".join(one.about.players) for one in shown]
        shares = [one.score for one in shown]
        axes.barh(labels, [share.mean for share in shares], xerr=_reach(shares), capsize=3)
        axes.axvline(0.5, color="grey", linewidth=0.8)
        axes.set(title=name, xlim=(0, 1))
        axes.invert_yaxis()
    _save(figure, path)


def draw_lengths(path: Path, results: list[StrengthSummary]) -> None:
    """A histogram of turns for every game."""
    figure = _figure(7, 1.8 * len(results))
    rows = figure.subplots(len(results), 1, squeeze=False)
    for (axes,), one in zip(rows, results, strict=True):
        axes.hist(one.turns, bins=LENGTH_BINS)
        axes.set(title=f"{one.about.game}, {one.about.seats} seats", xlabel="turns", ylabel="games")
    _save(figure, path)


def _reach(shares: list[ScoreInterval]) -> list[list[float]]:
    """The distances from the scores to both ends of their intervals, which differ."""
    below = [max(share.mean - share.low, 0.0) for share in shares]
    above = [max(share.high - share.mean, 0.0) for share in shares]
    return [below, above]


def _figure(width: float, height: float) -> Any:
    require_packages("matplotlib")
    from matplotlib.figure import Figure  # noqa: PLC0415  slow to import, and an extra

    return Figure(figsize=(width, height), layout="constrained")


def _save(figure: Any, path: Path) -> None:
    """Write a picture whose bytes depend on the figures only."""
    from matplotlib import rc_context  # noqa: PLC0415  slow to import, and an extra

    with rc_context({"svg.hashsalt": "ludarium", "svg.fonttype": "none"}):
        figure.savefig(path, metadata={"Date": None})
