"""Players whose search uses the weights of a file, or none: `network:FILE,nodes=N`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ludarium.agents.fixed_limit_player import FixedLimitPlayer
from ludarium.core import network
from ludarium.core.errors import InvalidOption
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.search.limits import Limits
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.searcher import Searcher, SearchResult

NETWORK_PREFIX = "network:"
BY_HAND = "hand"  # in place of a file: the hand-written evaluation
NETWORK_TABLE_MEBIBYTES = 8
NETWORK_SPEC_FORM = f"Write {NETWORK_PREFIX}FILE,nodes=N or {NETWORK_PREFIX}{BY_HAND},seconds=S."


class NetworkSearch:
    """As self-play searches: two seats by alpha-beta, more by a Monte-Carlo tree."""

    def __init__(self, evaluator: Callable[[], Evaluator], seed: int) -> None:
        self.pair = Searcher(evaluator, NETWORK_TABLE_MEBIBYTES)
        self.crowd = MctsSearch(evaluator, evaluate_leaves=True, seed=seed)

    def search(self, position: Position, limits: Limits) -> SearchResult:
        """Find the best lines of a running game; the nodes of a tree are its iterations."""
        searcher = self.pair if position.seats == 2 else self.crowd
        return searcher.search(position, limits)

    def forget(self) -> None:
        """Clear all memory of the last game."""
        self.pair.forget()


class NetworkSpec(NamedTuple):
    """A search with these weights, in place of the game's own network."""

    weights: Path | None
    limits: Limits

    def make_player(self, game: AnyGame, seed: int = 0, nodes: int = 0) -> FixedLimitPlayer:
        """Make a player of a game. `nodes`, unless 0, is a second limit of its searches."""
        limits = self.limits
        if nodes:
            limits = limits._replace(nodes=min(nodes, limits.nodes or nodes))
        try:
            packed = self.weights.read_bytes() if self.weights else None
            search = NetworkSearch(evaluator_maker(game, packed), seed)
        except OSError as error:
            raise InvalidOption("no_such_file", "The weights cannot be read.") from error
        except network.BadWeights as error:
            raise InvalidOption("bad_weights", "The weights are not of this game.") from error
        return FixedLimitPlayer(game, search, limits)


def read_network_spec(written: str) -> NetworkSpec:
    """Parse a `network:` text. Raises InvalidOption if it is malformed."""
    file, _, limit = written.removeprefix(NETWORK_PREFIX).rpartition(",")
    name, _, value = limit.partition("=")
    try:
        number = float(value) if name == "seconds" else int(value)
    except ValueError:
        number = 0
    if not file or name not in ("nodes", "seconds") or not 0 < number <= 1_000_000_000:
        raise InvalidOption("wrong_setting", NETWORK_SPEC_FORM)
    if file != BY_HAND and not Path(file).is_file():
        raise InvalidOption("no_such_file", "There is no such file of weights.")
    limits = Limits(seconds=number) if name == "seconds" else Limits(nodes=int(number))
    return NetworkSpec(None if file == BY_HAND else Path(file), limits)


def network_spec(weights: Path | None, limits: Limits) -> str:
    """Format weights and limits as a text that `read_network_spec` parses."""
    file = weights.absolute() if weights else BY_HAND
    limit = f"seconds={limits.seconds}" if limits.seconds else f"nodes={limits.nodes}"
    return f"{NETWORK_PREFIX}{file},{limit}"


def evaluator_maker(game: AnyGame, weights: bytes | None) -> Callable[[], Evaluator]:
    """A factory of evaluators with these packed weights. Raises BadWeights if they do not fit.

    Without weights the evaluation is the hand-written one.
    """
    unpacked = network.unpack_weights(weights) if weights else None

    def make() -> Evaluator:
        evaluator = game.evaluator(trained=False)
        evaluator.use_weights(unpacked)
        return evaluator

    return make
