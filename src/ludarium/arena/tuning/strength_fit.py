"""StrengthFit: the Elo of all rungs as a curve for each family, from the scores of matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.arena.tuning.rung import (
    BLURRED_PLACES,
    GLANCE_PLACES,
    LEAST_SEARCH_PLACE,
    Family,
    Rung,
)
from ludarium.core.elo import ELO_PER_NAT

Vector = NDArray[np.float64]

# What is expected before the first game, in Elo: loose enough for any game to differ.
BEND_ELO = 80.0  # by which the slopes between neighbouring knots differ
SLOPE_ELO = 200.0  # by which a slope differs from the expected one
ANYWHERE_ELO = 3000.0  # of the ends, which are no part of a curve
MOST_FIT_STEPS = 60
LONGEST_STEP_ELO = 400.0
TOLERANCE_ELO = 1e-6


class Curve(NamedTuple):
    """The places of a family at which the Elo is a number of its own; between them it is linear."""

    family: Family
    first: float
    last: float
    knots: int
    expected: float  # Elo from one knot to the next

    def weights(self, place: float) -> list[tuple[int, float]]:
        """The knots that a place lies between, each with its share."""
        if self.knots == 1:
            return [(0, 1.0)]
        at = (place - self.first) / (self.last - self.first) * (self.knots - 1)
        low = min(max(math.floor(at), 0), self.knots - 2)
        return [(low, low + 1 - at), (low + 1, at - low)]


class Comparison(NamedTuple):
    """The share of the points that a rung made against another one."""

    rung: Rung
    against: Rung
    score: float
    games: int


def dial_curves(engine_nodes: int) -> list[Curve]:
    """The curves of a game; the ends of the dial are points."""
    most = math.log2(engine_nodes)
    return [
        Curve("weakest", 0.0, 0.0, 1, 0.0),
        Curve("glance", *GLANCE_PLACES, 10, 200.0),
        Curve("blurred", *BLURRED_PLACES, 5, 60.0),
        Curve("search", LEAST_SEARCH_PLACE, most, max(round((most - 5) / 1.5), 2), 90.0),
        Curve("engine", 0.0, 0.0, 1, 0.0),
    ]


class StrengthFit:
    """The most likely curves: scores decide, smoothness only where no score does."""

    def __init__(self, curves: Sequence[Curve], comparisons: Sequence[Comparison]) -> None:
        self.curves = {curve.family: curve for curve in curves}
        self.starts: dict[Family, int] = {}
        for curve in curves:
            self.starts[curve.family] = self.count
        rows = [self._difference(one.rung, one.against) for one in comparisons]
        shares = [one.score for one in comparisons]
        games = [float(one.games) for one in comparisons]
        self._fit(np.array(rows), np.array(shares), np.array(games))

    @property
    def count(self) -> int:
        """How many numbers are fitted, of the curves that have their start."""
        return sum(self.curves[family].knots for family in self.starts)

    def elo(self, rung: Rung) -> float:
        """The Elo of a rung; the weakest one has 0."""
        return float(self._row(rung) @ self.strength)

    def gap(self, rung: Rung, against: Rung) -> tuple[float, float]:
        """The difference of two rungs in Elo, with its standard deviation."""
        row = self._difference(rung, against)
        return float(row @ self.strength), math.sqrt(max(float(row @ self.spread @ row), 0.0))

    def _row(self, rung: Rung) -> Vector:
        row = np.zeros(self.count)
        for knot, share in self.curves[rung.family].weights(rung.place):
            row[self.starts[rung.family] + knot] += share
        return row

    def _difference(self, rung: Rung, against: Rung) -> Vector:
        found: Vector = self._row(rung) - self._row(against)
        return found

    def _expectations(self) -> tuple[Vector, Vector, Vector]:
        """Rows of what is expected, their values, and how certain each is."""
        rows: list[Vector] = []
        values: list[float] = []
        spreads: list[float] = []
        unit = np.eye(self.count)
        for family, start in self.starts.items():
            curve = self.curves[family]
            knots = [unit[start + number] for number in range(curve.knots)]
            rows.append(knots[0])
            values.append(0.0)
            spreads.append(1.0 if family == "weakest" else ANYWHERE_ELO)
            slopes = [later - earlier for earlier, later in pairwise(knots)]
            for slope in slopes:
                rows.append(slope)
                values.append(curve.expected)
                spreads.append(SLOPE_ELO)
            for earlier, later in pairwise(slopes):
                rows.append(later - earlier)
                values.append(0.0)
                spreads.append(BEND_ELO)
        return np.array(rows), np.array(values), 1 / np.array(spreads) ** 2

    def _fit(self, rows: Vector, shares: Vector, games: Vector) -> None:
        """Newton's method; the sum of likelihood and expectations has one maximum."""
        expected, values, certainty = self._expectations()
        certain = (expected.T * certainty) @ expected
        strength = np.linalg.solve(certain, expected.T @ (certainty * values)).astype(np.float64)
        for _ in range(MOST_FIT_STEPS):
            chance = 1 / (1 + np.exp(-rows @ strength / ELO_PER_NAT))
            pull = rows.T @ (games * (shares - chance)) / ELO_PER_NAT
            pull += expected.T @ (certainty * (values - expected @ strength))
            weight = games * chance * (1 - chance) / ELO_PER_NAT**2
            bend = (rows.T * weight) @ rows + certain
            step = np.linalg.solve(bend, pull)
            longest = float(np.abs(step).max())
            strength = strength + step * min(1.0, LONGEST_STEP_ELO / max(longest, 1e-9))
            if longest < TOLERANCE_ELO:
                break
        self.strength = strength
        self.spread: Vector = np.linalg.inv(bend).astype(np.float64)
