"""The network in real numbers, as torch fits it."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import embedding_bag

from ludarium.core.constants import ACTIVATION_ONE, OUTPUT_ONE
from ludarium.core.network import LARGEST_OUT, Weights
from ludarium.training.quantise import quantise, row_limit

ADDED_UNITS_OUTPUT = 0.1  # of the usual output weights, for units added to a trained network


class Net:
    """The network in real numbers: sums of features' rows, squared within 0 to 1, one output."""

    def __init__(self, inputs: int, slots: int, hidden: int, seed: int) -> None:
        dice = torch.Generator().manual_seed(seed)
        self.inputs = inputs
        self.slots = slots
        # The row after the last stands for no feature and stays 0.
        self.rows = _drawn(dice, (inputs + 1, hidden), slots**-0.5)
        self.rows.data[inputs] = 0
        self.bias = _drawn(dice, (hidden,), 0.5)
        self.out = _drawn(dice, (hidden,), hidden**-0.5)
        self.out_bias = _drawn(dice, (1,), 0.0)

    def take_weights(self, weights: Weights) -> None:
        """Begin with a network of the same features; units that it lacks stay as drawn.

        The added units hardly count at the output at first, so the value begins as it was.
        """
        old = weights.hidden
        with torch.no_grad():
            self.out[old:] *= ADDED_UNITS_OUTPUT
            rows = torch.tensor(weights.rows.tolist()).reshape(weights.inputs, old)
            self.rows[: self.inputs, :old] = rows / ACTIVATION_ONE
            self.bias[:old] = torch.tensor(weights.bias.tolist()) / ACTIVATION_ONE
            self.out[:old] = torch.tensor(weights.out.tolist()) / OUTPUT_ONE
            self.out_bias[0] = weights.out_bias / (ACTIVATION_ONE * OUTPUT_ONE)

    def numbers(self) -> list[Any]:
        """All that is learnt."""
        return [self.rows, self.bias, self.out, self.out_bias]

    def sums(self, features: Any) -> Any:
        """The hidden units of every position without their bias, cut off from the gradient."""
        return embedding_bag(features, self.rows.detach(), mode="sum")

    def value(self, sums: Any) -> Any:
        """The logarithm of the odds to win."""
        active = (sums + self.bias).clamp(0, 1)
        return (active * active) @ self.out + self.out_bias

    def learn(self, features: Any, wanted: Any, power: float) -> float:
        """Set all gradients of the mean of |chance - wanted| to the `power`; that mean.

        Written out, because torch's own way back takes twice as long.
        """
        out = self.out.detach()
        active = self.sums(features).add_(self.bias.detach()).clamp_(0, 1)
        squares = active * active
        chance = torch.sigmoid(squares @ out + self.out_bias.detach())
        error = chance - wanted
        size = error.abs()
        steep = power / len(wanted) * size.pow(power - 1) * error.sign() * chance * (1 - chance)
        self.out.grad = steep @ squares
        self.out_bias.grad = steep.sum().reshape(1)
        inside = (active > 0) & (active < 1)
        slope = active.mul_(2 * out).mul_(steep[:, None]).mul_(inside)
        self.bias.grad = slope.sum(0)
        self.learn_rows(features, slope)
        return float(size.pow(power).mean())

    def learn_rows(self, features: Any, slope: Any) -> None:
        """Set the gradient of the rows from the one of the sums.

        The sums the other way round, over the positions that have a feature: five times as fast
        as what torch does by itself.
        """
        names = features.reshape(-1)
        counts = torch.bincount(names, minlength=self.inputs + 1)
        places = torch.argsort(names) // features.shape[1]
        self.rows.grad = embedding_bag(places, slope, counts.cumsum(0) - counts, mode="sum")
        self.rows.grad[self.inputs] = 0

    def confine(self) -> None:
        """Keep every number within what integers can say."""
        with torch.no_grad():
            self.rows.clamp_(-row_limit(self.slots), row_limit(self.slots))
            self.bias.clamp_(-row_limit(self.slots), row_limit(self.slots))
            self.out.clamp_(-LARGEST_OUT / OUTPUT_ONE, LARGEST_OUT / OUTPUT_ONE)

    def weights(self) -> Weights:
        """The same in integers."""
        rows, bias, out, out_bias = (number.detach().tolist() for number in self.numbers())
        return quantise(rows[:-1], bias, out, out_bias[0], self.slots)


def _drawn(dice: Any, shape: tuple[int, ...], width: float) -> Any:
    return torch.nn.Parameter((torch.rand(shape, generator=dice) * 2 - 1) * width)
