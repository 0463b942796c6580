"""Sequential probability ratio test (GSPRT) on the scores of whole units."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from ludarium.arena.formats.event import Hypotheses
from ludarium.arena.formats.setting_words import read_setting_words
from ludarium.arena.formats.unit import GameResult, points_of
from ludarium.core.elo import expected_score
from ludarium.core.errors import InvalidOption

Verdict = Literal["H0", "H1"]
# Added to every possible score of a unit: with one that never came no test could begin.
UNSEEN_SCORE_WEIGHT = 1e-3


class SequentialTest:
    """A test of the first entrant against the second, unit by unit.

    Games of an opening are not independent and draws make pairs alike, so the test counts how
    often a unit ended in each of its possible scores: five for a pair of games.
    """

    def __init__(self, hypotheses: Hypotheses) -> None:
        self.hypotheses = hypotheses
        self.lower, self.upper = wald_bounds(hypotheses.alpha, hypotheses.beta)
        self.counts: Counter[float] = Counter()
        self.units = 0
        self.ratio = 0.0
        self.verdict: Verdict | None = None

    def add(self, games: Sequence[GameResult]) -> None:
        """Add the next unit. After a verdict the caller adds none."""
        self.counts[unit_score(games)] += 1
        self.units += 1
        filled = pad_counts(self.counts, len(games))
        given = self.hypotheses
        self.ratio = log_likelihood_ratio(
            filled, expected_score(given.elo0), expected_score(given.elo1)
        )
        if self.ratio >= self.upper:
            self.verdict = "H1"
        elif self.ratio <= self.lower:
            self.verdict = "H0"


def read_hypotheses(written: str) -> Hypotheses:
    """The hypotheses that an option describes as `elo0=0 elo1=5 alpha=0.05 beta=0.05`."""
    given = read_setting_words("sprt", written, ("elo0", "elo1", "alpha", "beta"))
    try:
        return Hypotheses(**{name: float(value) for name, value in given.items()})
    except ValueError:
        raise InvalidOption("wrong_sprt", "The settings of --sprt are numbers.") from None


def unit_score(games: Sequence[GameResult]) -> float:
    """The first entrant's share of the points of a unit, rounded so that equal scores are equal."""
    return round(points_of(games, 0) / len(games), 6)


def wald_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds: accept H0 at or below the first, H1 at or above the second."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def pad_counts(counts: Mapping[float, float], games: int) -> dict[float, float]:
    """The counts, plus a tiny count for each score that a unit of this many games can have."""
    possible = [round(half / (2 * games), 6) for half in range(2 * games + 1)]
    return {
        value: counts.get(value, 0.0) + UNSEEN_SCORE_WEIGHT
        for value in sorted({*possible, *counts})
    }


def log_likelihood_ratio(counts: Mapping[float, float], score0: float, score1: float) -> float:
    """The log likelihood ratio of the counts: the second mean score against the first.

    Each hypothesis is given the distribution with its mean that fits the counts best.
    """
    scores, weights = list(counts), list(counts.values())
    return sum(weights) * (_fit(scores, weights, score1) - _fit(scores, weights, score0))


def _fit(scores: list[float], weights: list[float], mean: float) -> float:
    """The mean log likelihood of the best distribution with that mean, up to a constant.

    By a Lagrange multiplier it has weights w / (1 + x (score - mean)), for the x that makes the
    mean right; the left side below falls with x between two poles.
    """
    from scipy.optimize import brentq  # noqa: PLC0415  slow to import

    total = sum(weights)
    shares = [weight / total for weight in weights]
    apart = [score - mean for score in scores]
    low, high = -1 / max(apart), -1 / min(apart)
    edge = 1e-9 * (high - low)

    def slope(x: float) -> float:
        return sum(share * gap / (1 + x * gap) for share, gap in zip(shares, apart, strict=True))

    root = float(brentq(slope, low + edge, high - edge))
    return -sum(share * math.log1p(root * gap) for share, gap in zip(shares, apart, strict=True))
