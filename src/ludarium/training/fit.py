"""Fitting a network to labelled positions, with torch."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn.functional import embedding_bag

from ludarium.core.constants import NO_FEATURE, ODDS_POINTS, OUTPUT_ONE
from ludarium.core.evaluator import Evaluator
from ludarium.core.network import Network, Weights
from ludarium.training.lineage import Fitting
from ludarium.training.loss_chart import draw_losses
from ludarium.training.quantise import LARGEST_OUT, quantise, row_limit
from ludarium.training.samples import Samples, chances, distinct, fitted_odds, held_out
from ludarium.training.selfplay import NO_SCORE
from ludarium.training.weights import CannotTrain

SMALLEST_BATCH = 256
# Many small steps learn more than a few large ones of the same number of samples.
LARGEST_BATCH = 2048
# Steps of an epoch at the least, where there are few samples.
LEAST_EPOCH_STEPS = 100
HIGHEST_LEARNING_RATE = 3e-3  # the highest of the one-cycle rates
ERROR_POWER = 2.5  # large errors weigh more than in squares
CHECKED_SAMPLES = 2_000  # samples on which integers are compared with real numbers
TOLERATED_DEVIATION = 20.0  # points of score that they may differ by on average

Tell = Callable[[str, int, int], None]


class Recipe(NamedTuple):
    """How a network is fitted."""

    hidden: int = 128
    epochs: int = 30
    mix: float = 0.9  # the search's score in the target; the rest is the game's result
    seed: int = 0


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


class Batches:
    """Samples as tensors, cut into batches in an order that the seed and the epoch give."""

    def __init__(self, samples: Samples, evaluator: Evaluator, recipe: Recipe, odds: float) -> None:
        self.features = torch.from_numpy(samples.features)
        self.targets = torch.from_numpy(targets(samples, recipe.mix, odds))
        self.seed = recipe.seed
        self.size = max(SMALLEST_BATCH, min(samples.size // LEAST_EPOCH_STEPS, LARGEST_BATCH))
        same = list(range(evaluator.inputs))
        none = evaluator.inputs
        # Every way to see the position, the row for no feature always last.
        self.views = torch.tensor(
            [[*names, none] for names in (same, *evaluator.feature_symmetries())], dtype=torch.int32
        )

    def __len__(self) -> int:
        return max(-(-len(self.targets) // self.size), 1)

    def epoch(self, number: int) -> Any:
        """The batches of an epoch: features, each under a random symmetry, and targets."""
        dice = torch.Generator().manual_seed(self.seed * 1_000_003 + number)
        order = torch.randperm(len(self.targets), generator=dice)
        turns = torch.randint(len(self.views), (len(self.targets), 1), generator=dice)
        for at in range(0, len(order), self.size):
            chosen = order[at : at + self.size]
            yield self.seen(chosen, turns[at : at + self.size]), self.targets[chosen]

    def seen(self, chosen: Any, turns: Any) -> Any:
        """The features of some samples, renamed."""
        # The last name of a view is the one of NO_FEATURE, which is -1.
        return self.views[turns, self.features[chosen].long()]

    def loss(self, net: Net) -> float:
        """The mean over all samples as they are."""
        total = 0.0
        with torch.no_grad():
            for at in range(0, len(self.targets), LARGEST_BATCH):
                chosen = torch.arange(at, min(at + LARGEST_BATCH, len(self.targets)))
                features = self.seen(chosen, torch.zeros((len(chosen), 1), dtype=torch.long))
                total += float(errors(net, net.sums(features), self.targets[chosen]).sum())
        return total / max(len(self.targets), 1)


def targets(samples: Samples, mix: float, odds: float) -> Any:
    """The chance to win that the network learns: by the search, and by how the game ended."""
    chance = chances(samples.scores, odds)
    share = np.where(samples.scores == NO_SCORE, 0, mix).astype(np.float32)
    result = (samples.results.astype(np.float32) + 1) / 2
    return share * chance + (1 - share) * result


def errors(net: Net, sums: Any, wanted: Any) -> Any:
    """The loss."""
    return (torch.sigmoid(net.value(sums)) - wanted).abs().pow(ERROR_POWER)


class Fit:
    """A fit under way; every epoch leaves a file from which an interrupted one goes on."""

    def __init__(
        self,
        folder: Path,
        evaluator: Evaluator,
        samples: Samples,
        recipe: Recipe,
    ) -> None:
        kept = distinct(samples, evaluator.inputs)
        aside = held_out(kept)
        self.duplicates = samples.size - kept.size
        self.positions = kept.size
        self.recipe = recipe
        self.samples = kept
        self.folder = folder
        self.file = folder / "fit.pt"
        self.odds = fitted_odds(kept)
        self.train = Batches(kept.only(~aside), evaluator, recipe, self.odds)
        self.test = Batches(kept.only(aside), evaluator, recipe, self.odds)
        if not len(self.train.targets) or not len(self.test.targets):
            raise CannotTrain(
                "too_few_games", "Too few positions to fit anything: play more games."
            )
        self.net = Net(evaluator.inputs, evaluator.slots, recipe.hidden, recipe.seed)
        self.descent = torch.optim.AdamW(self.net.numbers(), lr=HIGHEST_LEARNING_RATE)
        self.rates = torch.optim.lr_scheduler.OneCycleLR(
            self.descent,
            HIGHEST_LEARNING_RATE,
            total_steps=recipe.epochs * len(self.train) + 1,
            pct_start=0.2,
        )
        # Threads that wait for each other after every little sum cost more than they give.
        torch.set_num_threads(1)
        self.losses: list[float] = []
        self.validation: list[float] = []

    def run(self, tell: Tell) -> tuple[Weights, Fitting]:
        """Fit to the end, from the last epoch on that is in the file.

        Within an epoch nothing is kept: an interrupt may come in the middle of a step.
        """
        self.restore()
        while len(self.losses) < self.recipe.epochs:
            self.run_epoch(tell)
            self.keep()
        weights = self.net.weights()
        fitting = Fitting(
            positions=self.positions,
            duplicates=self.duplicates,
            odds=round(self.odds, 1),
            epochs=self.recipe.epochs,
            losses=self.losses,
            validation=self.validation,
            deviation=self.deviation(weights),
        )
        draw_losses(self.folder / "losses.png", self.losses, self.validation)
        self.file.unlink(missing_ok=True)
        return weights, fitting

    def run_epoch(self, tell: Tell) -> None:
        epoch, length = len(self.losses), len(self.train)
        total = 0.0
        for done, (features, wanted) in enumerate(self.train.epoch(epoch), 1):
            sums = self.net.sums(features).requires_grad_()
            loss = errors(self.net, sums, wanted).mean()
            self.descent.zero_grad(set_to_none=True)
            loss.backward()
            self.net.learn_rows(features, sums.grad)
            self.descent.step()
            self.rates.step()
            self.net.confine()
            total += float(loss.detach())
            tell("fit", epoch * length + done, self.recipe.epochs * length)
        self.losses.append(round(total / length, 7))
        self.validation.append(round(self.test.loss(self.net), 7))

    def keep(self) -> None:
        """Write down how far it got."""
        state = {
            "numbers": [number.detach() for number in self.net.numbers()],
            "descent": self.descent.state_dict(),
            "rates": self.rates.state_dict(),
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
        self.rates.load_state_dict(state["rates"])
        self.losses, self.validation = state["losses"], state["validation"]

    def shape(self) -> list[Any]:
        return [*self.recipe, self.positions]

    def deviation(self, weights: Weights) -> float:
        """How far the engine's own arithmetic is from the real numbers; CannotTrain if too far."""
        some = self.samples.features[:CHECKED_SAMPLES]
        network = Network(weights, self.net.slots)
        exact = [network.score_features(0, array("h", row.tolist())) for row in some]
        names = torch.from_numpy(some).long()
        names[names == NO_FEATURE] = self.net.inputs
        with torch.no_grad():
            real = (self.net.value(self.net.sums(names)) * ODDS_POINTS).numpy()
        found = float(np.abs(np.array(exact) - real).mean())
        if found > TOLERATED_DEVIATION:
            message = f"In integers the network differs by {found:.0f} points on average."
            raise CannotTrain("too_coarse", message)
        return round(found, 3)
