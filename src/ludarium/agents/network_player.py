"""Players whose search uses the weights of a file, or none: `network:FILE,nodes=N,…`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ludarium.agents.fixed_limit_player import FixedLimitPlayer
from ludarium.core import network
from ludarium.core.errors import InvalidOption
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.search.limits import MAX_LIMIT, Limits
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.parameters import PARAMETERS, parse_parameter, set_parameters
from ludarium.search.searcher import Searcher, SearchResult

NETWORK_PREFIX = "network:"
LIMITS = ("nodes", "seconds")
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
    parameters: tuple[tuple[str, int], ...] = ()  # by name, in place of the game's own

    def make_player(self, game: AnyGame, seed: int = 0, nodes: int = 0) -> FixedLimitPlayer:
        """Make a player of a game. `nodes`, unless 0, is a second limit of its searches."""
        limits = self.limits
        if nodes:
            limits = limits._replace(nodes=min(nodes, limits.nodes or nodes))
        try:
            packed = self.weights.read_bytes() if self.weights else None
            search = NetworkSearch(evaluator_maker(game, packed, dict(self.parameters)), seed)
        except OSError as error:
            raise InvalidOption("no_such_file", "The weights cannot be read.") from error
        except network.BadWeights as error:
            raise InvalidOption("bad_weights", "The weights are not of this game.") from error
        return FixedLimitPlayer(game, search, limits)


def read_network_spec(written: str) -> NetworkSpec:
    """Parse a `network:` text. Raises InvalidOption if it is malformed."""
    file, settings = split_settings(written.removeprefix(NETWORK_PREFIX))
    limits = [_read_limit(*each) for each in settings if each[0] in LIMITS]
    parameters = [
        (name, parse_parameter(name, value)) for name, value in settings if name in PARAMETERS
    ]
    if not file or len(limits) != 1 or len(dict(parameters)) < len(parameters):
        raise InvalidOption("wrong_setting", NETWORK_SPEC_FORM)
    if file != BY_HAND and not Path(file).is_file():
        raise InvalidOption("no_such_file", "There is no such file of weights.")
    weights = None if file == BY_HAND else Path(file)
    return NetworkSpec(weights, limits[0], tuple(parameters))


def split_settings(written: str) -> tuple[str, list[tuple[str, str]]]:
    """Split a file from the settings behind it; the name of a file may contain commas."""
    settings: list[tuple[str, str]] = []
    while True:
        rest, _, last = written.rpartition(",")
        name, _, value = last.partition("=")
        if name not in LIMITS and name not in PARAMETERS:
            return written, settings[::-1]
        settings.append((name, value))
        written = rest


def _read_limit(name: str, written: str) -> Limits:
    try:
        number = float(written) if name == "seconds" else int(written)
    except ValueError:
        number = 0
    if not 0 < number <= MAX_LIMIT:
        raise InvalidOption("wrong_setting", NETWORK_SPEC_FORM)
    return Limits(seconds=number) if name == "seconds" else Limits(nodes=int(number))


def network_spec(
    weights: Path | None, limits: Limits, parameters: Iterable[tuple[str, int]] = ()
) -> str:
    """Format weights, limits and parameters as a text that `read_network_spec` parses."""
    file = weights.absolute() if weights else BY_HAND
    limit = f"seconds={limits.seconds}" if limits.seconds else f"nodes={limits.nodes}"
    settings = [limit, *(f"{name}={value}" for name, value in parameters)]
    return f"{NETWORK_PREFIX}{file},{','.join(settings)}"


def evaluator_maker(
    game: AnyGame,
    weights: bytes | None,
    parameters: Mapping[str, int] = MappingProxyType({}),
) -> Callable[[], Evaluator]:
    """A factory of evaluators with these packed weights. Raises BadWeights if they do not fit.

    Without weights the evaluation is the hand-written one. `parameters` replace those of the game.
    """
    unpacked = network.unpack_weights(weights) if weights else None

    def make() -> Evaluator:
        evaluator = game.evaluator(trained=False)
        evaluator.use_weights(unpacked)
        set_parameters(evaluator, parameters)
        return evaluator

    return make
