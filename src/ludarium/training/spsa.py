"""SPSA: finds good values of many parameters from noisy comparisons of two settings at a time."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

# Spall's exponents: how the gain and the perturbation fall with the iterations.
GAIN_EXPONENT = 0.602
PERTURBATION_EXPONENT = 0.101
STABLE_SHARE = 0.1  # of the iterations, in which the gain hardly falls
AVERAGED_SHARE = 0.5  # of the iterations: the result is the mean of the last ones


class TunedParameter(NamedTuple):
    """A parameter with its first value, its range and the last perturbation."""

    name: str
    start: float
    least: float
    most: float
    step: float


class Spsa:
    """Simultaneous perturbation: every iteration moves all parameters a step up or down at random.

    The two opposite settings play each other. All parameters then move towards the better one.
    The same seed and scores give the same values, so a run is continued from its scores alone.
    """

    def __init__(
        self, parameters: Sequence[TunedParameter], iterations: int, seed: int, rate: float
    ) -> None:
        self.parameters = parameters
        self.iterations = iterations
        self.seed = seed
        self.rate = rate  # steps that a clean win moves a parameter by, in the last iteration
        self.values = [parameter.start for parameter in parameters]
        self.scores: list[float] = []
        self.sums = [0.0] * len(parameters)  # of the values after the last iterations
        self.summed = 0

    def settings(self) -> tuple[dict[str, int], dict[str, int]]:
        """The two settings to compare next, in whole numbers."""
        signs, size = self._signs(), self._perturbation()
        pair = []
        for direction in (1, -1):
            pair.append(
                {
                    one.name: self._whole(one, value + direction * sign * one.step * size)
                    for one, value, sign in zip(self.parameters, self.values, signs, strict=True)
                }
            )
        return pair[0], pair[1]

    def learn(self, score: float) -> None:
        """Move by the share of the points, 0 to 1, that the first setting made."""
        gain = self._gain() * (2 * score - 1) / self._perturbation()
        signs = self._signs()
        self.values = [
            min(max(value + gain * sign * one.step, one.least), one.most)
            for one, value, sign in zip(self.parameters, self.values, signs, strict=True)
        ]
        self.scores.append(score)
        if len(self.scores) > self.iterations * (1 - AVERAGED_SHARE):
            self.sums = [total + value for total, value in zip(self.sums, self.values, strict=True)]
            self.summed += 1

    def result(self) -> dict[str, int]:
        """The tuned values: the mean of the last half, which has less noise than the last one."""
        means = [total / self.summed for total in self.sums] if self.summed else self.values
        pairs = zip(self.parameters, means, strict=True)
        return {one.name: self._whole(one, value) for one, value in pairs}

    def _signs(self) -> list[int]:
        rng = Random(f"{self.seed}/{len(self.scores)}")
        return [rng.choice((-1, 1)) for _ in self.parameters]

    def _perturbation(self) -> float:
        """The perturbation of this iteration, in steps; 1 in the last one."""
        return float((self.iterations / (len(self.scores) + 1)) ** PERTURBATION_EXPONENT)

    def _gain(self) -> float:
        stable = STABLE_SHARE * self.iterations
        falling = (stable + self.iterations) / (stable + len(self.scores) + 1)
        return float(self.rate * falling**GAIN_EXPONENT)

    @staticmethod
    def _whole(one: TunedParameter, value: float) -> int:
        return round(min(max(value, one.least), one.most))
