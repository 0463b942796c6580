"""Fits a network to labelled positions, with torch."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from ludarium.core.constants import NO_FEATURE, ODDS_POINTS
from ludarium.core.evaluator import Evaluator
from ludarium.core.network import Network, Weights
from ludarium.training.lineage import Fitting
from ludarium.training.loss_chart import draw_losses
from ludarium.training.samples import (
    Samples,
    SampleStream,
    chances,
    distinct,
    fitted_odds,
    held_out,
)
from ludarium.training.torch_network import Net
from ludarium.training.weights import CannotTrain

SMALLEST_BATCH = 256
# Many small steps learn more than a few large ones of the same number of samples.
LARGEST_BATCH = 2048
# Steps of an epoch at the least, where there are few samples.
LEAST_EPOCH_STEPS = 100
HIGHEST_LEARNING_RATE = 3e-3
RISING_SHARE = 0.05  # of all steps, in which the rate rises; then it falls
LAST_RATE_SHARE = 0.01  # of the highest rate, at the end
ERROR_POWER = 2.5  # large errors weigh more than in squares
CHECKED_SAMPLES = 2_000  # samples on which integers are compared with real numbers
SUREST_CHANCE = 0.994  # that a network learns: one that is surer says no more in integers
TOLERATED_DEVIATION = 20.0  # points of score that they may differ by on average

Tell = Callable[[str, int, int], None]


class Recipe(NamedTuple):
    """How a network is fitted."""

    hidden: int = 128
    epochs: int = 30
    mix: float = 0.9  # the search's score in the target; the rest is the game's result
    seed: int = 0
    rate: float = HIGHEST_LEARNING_RATE
    odds: float = 0.0  # points of the scores that are odds of e to 1; 0: fitted to the results


class FeatureViews:
    """Every way to see a position: a table of renamed features for each symmetry."""

    def __init__(self, evaluator: Evaluator) -> None:
        same = list(range(evaluator.inputs))
        none = evaluator.inputs
        # The last name of a view is the one of NO_FEATURE, which is -1.
        self.names = torch.tensor(
            [[*names, none] for names in (same, *evaluator.feature_symmetries())], dtype=torch.int32
        )

    def rename(self, features: Any, views: Any) -> Any:
        """The features of some samples, each seen in one way."""
        return self.names[views, features.long()]


class Batches:
    """Samples as tensors, cut into batches."""

    def __init__(self, samples: Samples, views: FeatureViews, recipe: Recipe, odds: float) -> None:
        self.features = torch.from_numpy(samples.features)
        self.targets = torch.from_numpy(targets(samples, recipe.mix, odds))
        self.views = views

    def __len__(self) -> int:
        return len(self.targets)

    def shuffled(self, size: int, seed: int) -> Iterator[tuple[Any, Any]]:
        """All samples in batches, each sample under a random symmetry."""
        dice = torch.Generator().manual_seed(seed)
        order = torch.randperm(len(self), generator=dice)
        ways = torch.randint(len(self.views.names), (len(self), 1), generator=dice)
        for at in range(0, len(self), size):
            chosen = order[at : at + size]
            seen = self.views.rename(self.features[chosen], ways[at : at + size])
            yield seen, self.targets[chosen]

    def loss(self, net: Net) -> float:
        """The mean over all samples as they are."""
        total = 0.0
        with torch.no_grad():
            for at in range(0, len(self), LARGEST_BATCH):
                part = self.features[at : at + LARGEST_BATCH]
                seen = self.views.rename(part, torch.zeros((len(part), 1), dtype=torch.long))
                wanted = self.targets[at : at + LARGEST_BATCH]
                total += float(errors(net, net.sums(seen), wanted).sum())
        return total / max(len(self), 1)


def targets(samples: Samples, mix: float, odds: float) -> Any:
    """The chance to win that the network learns: by the search, and by how the game ended."""
    chance = chances(samples.scores, odds).clip(1 - SUREST_CHANCE, SUREST_CHANCE)
    result = (samples.results.astype(np.float32) + 1) / 2
    return mix * chance + (1 - mix) * result


def errors(net: Net, sums: Any, wanted: Any) -> Any:
    """The loss."""
    return (torch.sigmoid(net.value(sums)) - wanted).abs().pow(ERROR_POWER)


def learning_rate(highest: float, progress: float) -> float:
    """The rate at a share of all steps: a short rise, then a cosine down to almost nothing."""
    if progress < RISING_SHARE:
        return highest * max(progress / RISING_SHARE, LAST_RATE_SHARE)
    fallen = (progress - RISING_SHARE) / (1 - RISING_SHARE)
    return highest * (
        LAST_RATE_SHARE + (1 - LAST_RATE_SHARE) * (1 + math.cos(math.pi * fallen)) / 2
    )


class Fit:
    """A fit under way; after every pool of samples a file says how to go on."""

    def __init__(
        self,
        folder: Path,
        evaluator: Evaluator,
        samples: SampleStream,
        recipe: Recipe,
        start: Weights | None = None,
    ) -> None:
        self.folder = folder
        self.file = folder / "fit.pt"
        self.evaluator = evaluator
        self.samples = samples
        self.recipe = recipe
        self.views = FeatureViews(evaluator)
        aside = samples.held_out() if samples.rows else None
        if aside is None or not aside.size:
            raise CannotTrain(
                "too_few_games", "Too few positions to fit anything: play more games."
            )
        self.odds = recipe.odds or fitted_odds(samples.some())
        self.test = Batches(distinct(aside, evaluator.inputs), self.views, recipe, self.odds)
        self.batch = max(SMALLEST_BATCH, min(samples.rows // LEAST_EPOCH_STEPS, LARGEST_BATCH))
        self.net = Net(evaluator.inputs, evaluator.slots, recipe.hidden, recipe.seed)
        if start is not None and start.hidden <= recipe.hidden:
            self.net.take_weights(start)
        self.descent = torch.optim.AdamW(self.net.numbers(), lr=recipe.rate)
        # Threads that wait for each other after every little sum cost more than they give.
        torch.set_num_threads(1)
        self.pools = 0  # finished, of all epochs
        self.duplicates = 0  # of one epoch
        self.total = 0.0  # the losses of the steps of this epoch
        self.steps = 0
        self.losses: list[float] = []
        self.validation: list[float] = []

    def run(self, tell: Tell) -> tuple[Weights, Fitting]:
        """Fit to the end, from the last pool on that is in the file.

        Within a pool nothing is kept: an interrupt may come in the middle of a step.
        """
        self.restore()
        while len(self.losses) < self.recipe.epochs:
            self.run_epoch(tell)
        weights = self.net.weights()
        fitting = Fitting(
            positions=self.samples.rows - self.duplicates,
            duplicates=self.duplicates,
            odds=round(self.odds, 1),
            epochs=self.recipe.epochs,
            rate=self.recipe.rate,
            losses=self.losses,
            validation=self.validation,
            deviation=self.deviation(weights),
        )
        draw_losses(self.folder / "losses.png", self.losses, self.validation)
        self.file.unlink(missing_ok=True)
        return weights, fitting

    def run_epoch(self, tell: Tell) -> None:
        """Go through the pools of an epoch that are not done yet."""
        epoch, count = len(self.losses), self.samples.pool_count()
        rng = np.random.default_rng([self.recipe.seed, epoch])
        for read in self.samples.pools(rng, self.pools - epoch * count):
            pool = distinct(read, self.evaluator.inputs)
            if self.pools < count:
                self.duplicates += read.size - pool.size
            self.fit_pool(pool.only(~held_out(pool)), tell)
            self.pools += 1
            if self.pools == (epoch + 1) * count:
                self.losses.append(round(self.total / max(self.steps, 1), 7))
                self.validation.append(round(self.test.loss(self.net), 7))
                self.total, self.steps = 0.0, 0
            self.keep()

    def fit_pool(self, pool: Samples, tell: Tell) -> None:
        batches = Batches(pool, self.views, self.recipe, self.odds)
        all_pools = self.recipe.epochs * self.samples.pool_count()
        all_rows = self.recipe.epochs * self.samples.rows
        done = 0
        for features, wanted in batches.shuffled(
            self.batch, self.recipe.seed * 1_000_003 + self.pools
        ):
            progress = (self.pools + done / len(batches)) / all_pools
            for group in self.descent.param_groups:
                group["lr"] = learning_rate(self.recipe.rate, progress)
            self.total += self.net.learn(features, wanted, ERROR_POWER)
            self.descent.step()
            self.net.confine()
            self.steps += 1
            done += len(wanted)
            tell("fit", round(all_rows * (self.pools + done / len(batches)) / all_pools), all_rows)

    def keep(self) -> None:
        """Write down how far it got."""
        state = {
            "numbers": [number.detach() for number in self.net.numbers()],
            "descent": self.descent.state_dict(),
            "pools": self.pools,
            "duplicates": self.duplicates,
            "total": self.total,
            "steps": self.steps,
            "losses": self.losses,
            "validation": self.validation,
            "shape": self.shape(),
        }
        partial = self.file.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(self.file)

    def restore(self) -> None:
        """Go on from what was written down, if it was for the same samples and recipe."""
        if not self.file.is_file():
            return
        state = torch.load(self.file)
        if state["shape"] != self.shape():
            return
        with torch.no_grad():
            for number, value in zip(self.net.numbers(), state["numbers"], strict=True):
                number.copy_(value)
        self.descent.load_state_dict(state["descent"])
        self.pools, self.duplicates = state["pools"], state["duplicates"]
        self.total, self.steps = state["total"], state["steps"]
        self.losses, self.validation = state["losses"], state["validation"]

    def shape(self) -> list[Any]:
        return [*self.recipe, self.samples.rows]

    def deviation(self, weights: Weights) -> float:
        """How far the engine's own arithmetic is from the real numbers; CannotTrain if too far."""
        some = np.ascontiguousarray(self.samples.some().features[:CHECKED_SAMPLES])
        exact = array("i", bytes(4 * len(some)))
        Network(weights, self.net.slots).score_rows(array("h", some.tobytes()), exact)
        names = torch.from_numpy(some).long()
        names[names == NO_FEATURE] = self.net.inputs
        with torch.no_grad():
            real = (self.net.value(self.net.sums(names)) * ODDS_POINTS).numpy()
        found = float(np.abs(np.array(exact) - real).mean())
        if found > TOLERATED_DEVIATION:
            message = f"In integers the network differs by {found:.0f} points on average."
            raise CannotTrain("too_coarse", message)
        return round(found, 3)
