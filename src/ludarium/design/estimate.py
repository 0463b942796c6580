"""Estimates: the figure of a target from measured games, with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from ludarium.arena.formats.unit import GameResult
from ludarium.arena.report.ratings import Z_95
from ludarium.arena.report.standings import score_interval
from ludarium.arena.run.game_measures import GameMeasures
from ludarium.design.target import Target


class MeasuredGame(NamedTuple):
    """A game's result and its measures."""

    result: GameResult
    measures: GameMeasures


class TargetEstimate(NamedTuple):
    """A figure; `low` to `high` holds the truth 19 times in 20, unless another z is asked."""

    value: float
    low: float
    high: float


def estimate_target(
    target: Target, games: Sequence[MeasuredGame], z: float = Z_95
) -> TargetEstimate:
    """The figure of a target that games decide; `proved` is none of them."""
    results = [game.result for game in games]
    measures = [game.measures for game in games]
    match target.measure:
        case "seat_share":
            return _share([result.points[target.seat - 1] for result in results], z)
        case "draws":
            return _share([float(max(result.points) < 1) for result in results], z)
        case "decided":
            return _share([float(max(result.points) == 1) for result in results], z)
        case "ending":
            return _share([float(result.reason == target.reason) for result in results], z)
        case "turns":
            return estimate_median([one.turns for one in measures], z)
        case "branching":
            return estimate_mean(
                [one.choices for one in measures], [one.moves for one in measures], z
            )
        case _:
            return _estimate_event(target, measures, z)


def estimate_median(values: Sequence[float], z: float = Z_95) -> TargetEstimate:
    """The median with an interval of order statistics, which assumes no distribution."""
    if not values:
        return TargetEstimate(0.0, 0.0, math.inf)
    ordered = sorted(values)
    count = len(ordered)
    reach = z * math.sqrt(count) / 2
    # Ranks are counted from 1; the outermost values are the widest interval there is.
    low = max(math.floor(count / 2 - reach), 1)
    high = min(math.ceil(count / 2 + reach) + 1, count)
    return TargetEstimate(median(ordered), ordered[low - 1], ordered[high - 1])


def estimate_mean(
    sums: Sequence[float], counts: Sequence[float], z: float = Z_95
) -> TargetEstimate:
    """The mean over all counts, never below 0, with an interval by games."""
    games, total = len(counts), sum(counts)
    if not total:
        return TargetEstimate(0.0, 0.0, math.inf)
    mean = sum(sums) / total
    if games < 2:
        return TargetEstimate(mean, 0.0, math.inf)
    reach = student_quantile(z, games - 1) * _ratio_deviation(sums, counts)
    return TargetEstimate(mean, max(mean - reach, 0.0), mean + reach)


def estimate_move_share(
    hits: Sequence[int], moves: Sequence[int], z: float = Z_95
) -> TargetEstimate:
    """A share of all moves. Moves of a game are alike, so the interval is by games."""
    games, total = len(moves), sum(moves)
    if not total or games < 2:
        return TargetEstimate(sum(hits) / total if total else 0.0, 0.0, 1.0)
    # Never surer than if every move were independent: a few equal games are no certainty.
    share = sum(hits) / total
    padded = (sum(hits) + 2) / (total + 4)
    deviation = max(_ratio_deviation(hits, moves), math.sqrt(padded * (1 - padded) / (total + 4)))
    reach = student_quantile(z, games - 1) * deviation
    return TargetEstimate(share, max(share - reach, 0.0), min(share + reach, 1.0))


def student_quantile(z: float, freedom: int) -> float:
    """Student's quantile for a normal one, by the first term of its expansion."""
    return z + (z**3 + z) / (4 * freedom)


def _ratio_deviation(sums: Sequence[float], counts: Sequence[float]) -> float:
    """The standard deviation of a ratio of two sums over independent games."""
    games, total = len(counts), sum(counts)
    mean = sum(sums) / total
    pairs = zip(sums, counts, strict=True)
    variance = sum((part - mean * count) ** 2 for part, count in pairs) / (games - 1)
    return math.sqrt(variance / games) / (total / games)


def _estimate_event(target: Target, measures: Sequence[GameMeasures], z: float) -> TargetEstimate:
    counts = [one.count_moves(target.event, target.at_least) for one in measures]
    if target.measure == "event_moves":
        return estimate_move_share(counts, [one.moves for one in measures], z)
    if target.measure == "event_games":
        return _share([float(count > 0) for count in counts], z)
    return estimate_median(counts, z)


def _share(shares: Sequence[float], z: float) -> TargetEstimate:
    found = score_interval(shares, z)
    return TargetEstimate(found.mean, found.low, found.high)
