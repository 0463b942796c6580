"""What is trained: a game with its rules settled, and the evaluators that weights make for it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ludarium.core import network
from ludarium.core.errors import LudariumError
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD
from ludarium.core.registry import load


class CannotTrain(LudariumError):
    """A game, a folder or a machine on which training cannot start."""


class Setting(NamedTuple):
    """A game by name, so that worker processes can load it for themselves."""

    game: str
    ruleset: str = STANDARD
    options: dict[str, Any] = {}

    def load(self) -> AnyGame:
        """The game itself."""
        return load(self.game, self.ruleset, **self.options)


def evaluators(game: AnyGame, weights: bytes | None) -> Callable[[], Evaluator]:
    """Makes evaluators with these weights, as a file has them; without any, those by hand."""
    unpacked = _unpacked(weights) if weights else None

    def make() -> Evaluator:
        evaluator = game.evaluator(trained=False)
        evaluator.use(unpacked)
        return evaluator

    return make


def _unpacked(weights: bytes) -> network.Weights:
    try:
        return network.unpack(weights)
    except network.BadWeights as error:
        raise CannotTrain("bad_weights", f"These are no weights: {error}.") from error


def check(game: AnyGame, weights: bytes | None) -> Evaluator:
    """An evaluator of the game, or the reason why none can be trained or used."""
    if not game.evaluator(trained=False).slots:
        raise CannotTrain(
            "no_features", f"{game.title} has no evaluator with features: nothing can be trained."
        )
    try:
        return evaluators(game, weights)()
    except network.BadWeights as error:
        raise CannotTrain("bad_weights", "The weights are of other features.") from error


def home(game: AnyGame) -> Path:
    """Where a game looks for its weights: beside its module."""
    return Path(inspect.getfile(type(game))).with_name("weights.bin")
