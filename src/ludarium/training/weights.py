"""Weights that training begins with: read, and checked against the features of the game."""

from __future__ import annotations

from pathlib import Path

from ludarium.agents.network_player import evaluator_maker
from ludarium.core import network
from ludarium.core.errors import LudariumError
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame


class CannotTrain(LudariumError):
    """A game, a folder or a machine on which training cannot start."""


def read_weights(path: Path | None) -> bytes | None:
    """The packed weights of a file, None without one."""
    try:
        return path.read_bytes() if path else None
    except OSError as error:
        raise CannotTrain("no_such_file", "The weights cannot be read.") from error


def check_weights(game: AnyGame, weights: bytes | None) -> Evaluator:
    """An evaluator of the game with these weights, or the reason why there is none."""
    if not game.evaluator(trained=False).slots:
        raise CannotTrain(
            "no_features", f"{game.title} has no evaluator with features: nothing can be trained."
        )
    try:
        return evaluator_maker(game, weights)()
    except network.BadWeights as error:
        raise CannotTrain("bad_weights", "These are no weights for the game's features.") from error
