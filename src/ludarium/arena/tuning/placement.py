"""Placement: which rungs make neighbours equally far apart, by the fitted strengths."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ludarium.agents.levels import DIAL
from ludarium.arena.tuning.rung import (
    BLURRED_PLACES,
    ENGINE,
    GLANCE_PLACES,
    LEAST_SEARCH_PLACE,
    MEDIUM,
    WEAKEST,
    Ladder,
    Rung,
)
from ludarium.arena.tuning.strength_fit import StrengthFit

GRID_PLACES = 400  # of a family that are looked at
# The last step is measured with fewer nodes than time allows, so it is made shorter where steps
# are longer than wanted.
LAST_STEP_SHARE = 0.8
WANTED_STEP_ELO = 168.0  # a score of 0.725
# Where even such steps do not fill the range, the first one takes the rest: a person is above a
# player who draws moves at random, so levels close to it serve few.
TOO_LONG_STEP_ELO = 230.0  # a score of 0.79
FILLED_STEP_ELO = 205.0  # a score of 0.765
MOST_BLURRED_PLACE = 0.9
MEDIUM_NUMBERS = range(3, 11)
KEPT_MEDIUM_ELO = 12.0  # the gain for which medium gets another number


class LevelPlacement(NamedTuple):
    """The rungs from weak to strong, the number of medium, and the largest misfit in Elo."""

    rungs: list[Rung]
    medium: int
    misfit: float


def place_levels(fit: StrengthFit, ladder: Ladder, medium: int) -> LevelPlacement:
    """The best placement. `medium` is its present number, which stays without a clear gain."""
    found = [place_around(fit, ladder, number) for number in MEDIUM_NUMBERS]
    best = min(found, key=lambda one: one.misfit)
    kept = found[medium - MEDIUM_NUMBERS[0]] if medium in MEDIUM_NUMBERS else best
    return kept if kept.misfit <= best.misfit + KEPT_MEDIUM_ELO else best


def place_around(fit: StrengthFit, ladder: Ladder, medium: int) -> LevelPlacement:
    """The placement in which medium has this number."""
    steps = step_ratio(fit.elo(ENGINE) - fit.elo(WEAKEST))
    low, middle, high = map(fit.elo, (WEAKEST, MEDIUM, ENGINE))
    below = _spread(fit, _below(), low, middle, steps[: medium - 1])
    above = _spread(fit, _above(ladder), middle, high, steps[medium - 1 :])
    rungs = [WEAKEST, *below, MEDIUM, *above, ENGINE]
    gaps = np.diff([fit.elo(rung) for rung in rungs])
    wanted = np.array(steps) * gaps.sum() / sum(steps)
    return LevelPlacement(rungs, medium, float(np.abs(gaps - wanted).max()))


def step_ratio(elo: float) -> list[float]:
    """The lengths of the steps, relative to each other, for a range of so many Elo."""
    count = len(DIAL) - 1
    last = LAST_STEP_SHARE if elo > WANTED_STEP_ELO * count else 1.0
    rest = elo / FILLED_STEP_ELO - (count - 2 + last)
    too_long = elo > TOO_LONG_STEP_ELO * (count - 1 + last)
    return [rest if too_long else 1.0, *[1.0] * (count - 2), last]


def _below() -> list[Rung]:
    """The rungs that a level below medium can be, in the order of their places."""
    return [Rung("glance", place) for place in np.linspace(*GLANCE_PLACES, GRID_PLACES).tolist()]


def _above(ladder: Ladder) -> list[Rung]:
    least, most = BLURRED_PLACES[0], MOST_BLURRED_PLACE
    blurred = np.linspace(least, most, GRID_PLACES).tolist() if ladder.blurs else []
    most = float(np.log2(ladder.engine_nodes)) - 1
    searches = np.linspace(LEAST_SEARCH_PLACE, most, GRID_PLACES).tolist()
    return [
        *(Rung("blurred", place) for place in blurred),
        *(Rung("search", place) for place in searches),
    ]


def _spread(
    fit: StrengthFit, rungs: list[Rung], low: float, high: float, steps: list[float]
) -> list[Rung]:
    """Rungs that divide the way from low to high into steps of this ratio.

    Where the rungs do not reach so far down or up, those that do reach share what is left.
    """
    elos = np.maximum.accumulate([fit.elo(rung) for rung in rungs])
    shares = np.cumsum(steps)[:-1] / sum(steps)
    wanted = low + (high - low) * shares
    if len(wanted) and wanted[-1] > elos[-1]:
        wanted = low + (elos[-1] - low) * shares / shares[-1]
    if len(wanted) and wanted[0] < elos[0]:
        wanted = high - (high - elos[0]) * (1 - shares) / (1 - shares[0])
    places = np.searchsorted(elos, wanted).clip(0, len(rungs) - 1)
    return [rungs[place] for place in places.tolist()]
