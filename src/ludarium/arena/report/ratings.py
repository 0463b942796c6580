"""Ratings: the Elo of all entrants together, by maximum likelihood."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludarium.arena.formats.unit import CompleteUnits, GameResult
from ludarium.arena.report.anchor import MEAN, Anchor
from ludarium.core.elo import ELO_PER_NAT

Z_95 = 1.959963984540054  # standard deviations of an interval that holds 19 times in 20
NEWTON_STEPS = 100
TOLERANCE = 1e-9
Vector = NDArray[np.float64]


class Rating(NamedTuple):
    """The Elo of an entrant; `low` to `high` is the 95 % interval.

    It is not `settled` while an entrant has won or lost everything: no finite number fits best
    then, and a drawn unit is added for every two that met.
    """

    elo: float
    low: float
    high: float
    settled: bool

    @property
    def reach(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


class RatingSample(NamedTuple):
    """Games as arrays with a row for each game and a column for each seat."""

    lineups: NDArray[np.intp]
    points: Vector
    units: NDArray[np.intp]


def rate_entrants(entrants: int, complete: CompleteUnits, anchor: Anchor = MEAN) -> list[Rating]:
    """The Elo of each entrant, relative to the anchor.

    The seat of an entrant of strength s wins with chance s over the sum of all seats' strengths
    (Bradley and Terry's model, with Luce's for more than two seats), and a shared point is so
    many parts of a win. The intervals take units, not games, as independent (a sandwich of the
    likelihood's curvature and the units' gradients), so that shared openings do not deceive.
    """
    if not complete:
        return [Rating(anchor.elo, -math.inf, math.inf, False)] * entrants
    sample = sample_games([result for _, games in sorted(complete.items()) for result in games])
    met = count_meetings(entrants, sample)
    settled = is_connected(entrants, sample)
    prior = np.zeros_like(met) if settled else met
    strength = fit_strengths(entrants, sample, prior)
    spread = covariance(entrants, sample, met)
    # What a number is measured from: one entrant, or all of them in equal parts.
    origin = np.full(entrants, 1 / entrants)
    if anchor.entrant is not None:
        origin = np.eye(entrants)[anchor.entrant]
    ratings = []
    for who in range(entrants):
        apart = np.eye(entrants)[who] - origin
        elo = anchor.elo + ELO_PER_NAT * float(apart @ strength)
        reach = Z_95 * ELO_PER_NAT * math.sqrt(max(float(apart @ spread @ apart), 0.0))
        reach = reach if met[who].any() else math.inf
        ratings.append(Rating(elo, elo - reach, elo + reach, settled))
    return ratings


def sample_games(results: Sequence[GameResult]) -> RatingSample:
    """The arrays of these results."""
    return RatingSample(
        np.array([result.lineup for result in results], np.intp),
        np.array([result.points for result in results], np.float64),
        np.unique(np.array([result.unit for result in results]), return_inverse=True)[1],
    )


def count_meetings(entrants: int, sample: RatingSample) -> Vector:
    """A matrix: the games of a typical unit for each pair that has met, else 0."""
    met = np.zeros((entrants, entrants))
    for lineup in np.unique(sample.lineups, axis=0):
        for first in lineup:
            met[first, lineup] = 1.0
    np.fill_diagonal(met, 0.0)
    size = len(sample.units) / (sample.units.max() + 1)
    scaled: Vector = met * size
    return scaled


def is_connected(entrants: int, sample: RatingSample) -> bool:
    """Whether each entrant has taken points from each other one, directly or by way of others.

    Ford's condition for one finite set of strengths that fits best.
    """
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415  slow to import

    won = np.zeros((entrants, entrants))
    for seat in range(sample.lineups.shape[1]):
        taken = sample.points[:, seat]
        for other in range(sample.lineups.shape[1]):
            np.add.at(won, (sample.lineups[:, seat], sample.lineups[:, other]), taken)
    played = np.unique(sample.lineups)
    parts, _ = connected_components(won[np.ix_(played, played)], connection="strong")
    return bool(parts == 1)


def fit_strengths(entrants: int, sample: RatingSample, prior: Vector) -> Vector:
    """The log strengths that fit best, with mean 0; `prior` has games added as draws."""
    strength = np.zeros(entrants)
    for _ in range(NEWTON_STEPS):
        gradient = gradients(strength, sample).sum(axis=0) + _prior_gradient(strength, prior)
        bend = curvature(strength, sample) + _prior_curvature(strength, prior)
        # All strengths may be moved together; the ones keep the mean at 0.
        step = np.linalg.solve(bend + np.ones_like(bend) + TOLERANCE * np.eye(entrants), gradient)
        # Newton's step is right near the top; far away a long one would overshoot.
        strength = strength + step * min(1.0, 2.0 / max(np.abs(step).max(), TOLERANCE))
        if np.abs(step).max() < TOLERANCE:
            break
    centred: Vector = strength - strength.mean()
    return centred


def win_chances(strength: Vector, sample: RatingSample) -> Vector:
    """The win probability of each seat in each game."""
    power = np.exp(strength[sample.lineups] - strength.max())
    shares: Vector = power / power.sum(axis=1, keepdims=True)
    return shares


def gradients(strength: Vector, sample: RatingSample) -> Vector:
    """The gradient of each unit for each strength: points scored less points expected."""
    pull = np.zeros((sample.units.max() + 1, len(strength)))
    surplus = sample.points - win_chances(strength, sample)
    for seat in range(sample.lineups.shape[1]):
        np.add.at(pull, (sample.units, sample.lineups[:, seat]), surplus[:, seat])
    return pull


def curvature(strength: Vector, sample: RatingSample) -> Vector:
    """The negative second derivatives of the log likelihood (the observed information)."""
    bend = np.zeros((len(strength), len(strength)))
    share = win_chances(strength, sample)
    seats = range(sample.lineups.shape[1])
    for seat in seats:
        mine = sample.lineups[:, seat]
        np.add.at(bend, (mine, mine), share[:, seat])
        for other in seats:
            both = share[:, seat] * share[:, other]
            np.subtract.at(bend, (mine, sample.lineups[:, other]), both)
    return bend


def covariance(entrants: int, sample: RatingSample, met: Vector) -> Vector:
    """The covariance of the strengths.

    Every entrant gets two units won and two lost in advance, shared among all it met (as Agresti
    and Coull advise for a share): the same result in a few units must not look like certainty.
    """
    opponents = np.count_nonzero(met, axis=1)
    padding = 4 * met / np.maximum(np.maximum.outer(opponents, opponents), 1)
    strength = fit_strengths(entrants, sample, padding)
    pull = gradients(strength, sample)
    # Of a unit that is won a player gets the points that it was not expected to get.
    chance = _beats(strength)
    surplus = padding * met * ((1 - chance) ** 2 + chance**2) / 2
    # Strengths fitted to few units leave too little of their scatter.
    free = len(pull) - int(np.count_nonzero(opponents)) + 1
    scatter = pull.T @ pull * len(pull) / max(free, 1)
    meat = scatter + np.diag(surplus.sum(axis=1)) - surplus
    bend = curvature(strength, sample) + _prior_curvature(strength, padding)
    # Nothing is known of all strengths moved together: what bends less than this is rounding.
    bread = np.linalg.pinv(bend, rcond=TOLERANCE, hermitian=True)
    spread: Vector = bread @ meat @ bread
    return spread


def _prior_gradient(strength: Vector, prior: Vector) -> Vector:
    surplus: Vector = (prior * (0.5 - _beats(strength))).sum(axis=1)
    return surplus


def _prior_curvature(strength: Vector, prior: Vector) -> Vector:
    chance = _beats(strength)
    weight = prior * chance * (1 - chance)
    bend: Vector = np.diag(weight.sum(axis=1)) - weight
    return bend


def _beats(strength: Vector) -> Vector:
    chance: Vector = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    return chance
