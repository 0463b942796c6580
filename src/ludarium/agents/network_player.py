"""A search judged by the network of a file, or by hand: `network:FILE,nodes=N`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ludarium.agents.searcher import FixedLimitPlayer
from ludarium.core import network
from ludarium.core.errors import InvalidOption
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.search.limits import Limits
from ludarium.search.searcher import Searcher

NETWORK = "network:"
BY_HAND = "hand"  # in place of a file: the evaluation written by hand
NETWORK_TABLE_MEBIBYTES = 8
FORM = f"Write {NETWORK}FILE,nodes=N or {NETWORK}{BY_HAND},seconds=S."


class NetworkPlayer(NamedTuple):
    """The common search with given weights, whatever network the game has itself."""

    weights: Path | None
    limits: Limits

    def player(self, game: AnyGame, seed: int = 0, nodes: int = 0) -> FixedLimitPlayer:
        """A player of a game; `nodes` limits its searches beside its own limit."""
        limits = self.limits
        if nodes:
            limits = limits._replace(nodes=min(nodes, limits.nodes or nodes))
        try:
            packed = self.weights.read_bytes() if self.weights else None
            search = Searcher(evaluator_maker(game, packed), NETWORK_TABLE_MEBIBYTES)
        except OSError as error:
            raise InvalidOption("no_such_file", "The weights cannot be read.") from error
        except network.BadWeights as error:
            raise InvalidOption("bad_weights", "The weights are not of this game.") from error
        return FixedLimitPlayer(game, search, limits)


def read_network(written: str) -> NetworkPlayer:
    """The player that a text names; InvalidOption if it names none."""
    file, _, limit = written.removeprefix(NETWORK).rpartition(",")
    name, _, value = limit.partition("=")
    try:
        number = float(value) if name == "seconds" else int(value)
    except ValueError:
        number = 0
    if not file or name not in ("nodes", "seconds") or not 0 < number <= 1_000_000_000:
        raise InvalidOption("wrong_setting", FORM)
    if file != BY_HAND and not Path(file).is_file():
        raise InvalidOption("no_such_file", "There is no such file of weights.")
    limits = Limits(seconds=number) if name == "seconds" else Limits(nodes=int(number))
    return NetworkPlayer(None if file == BY_HAND else Path(file), limits)


def network_spec(weights: Path | None, limits: Limits) -> str:
    """The text that `read_network` reads as a search with these weights and limits."""
    file = weights.absolute() if weights else BY_HAND
    limit = f"seconds={limits.seconds}" if limits.seconds else f"nodes={limits.nodes}"
    return f"{NETWORK}{file},{limit}"


def evaluator_maker(game: AnyGame, weights: bytes | None) -> Callable[[], Evaluator]:
    """Makes evaluators with these packed weights, by hand without; else raises BadWeights."""
    unpacked = network.unpack_weights(weights) if weights else None

    def make() -> Evaluator:
        evaluator = game.evaluator(trained=False)
        evaluator.use_weights(unpacked)
        return evaluator

    return make
