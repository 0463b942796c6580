"""Player specs, texts that name a player: `hard:nodes=5000`, `bot.py:Symbol`, `ws://…`."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from ludarium.agents.built_in_contender import BuiltInContender
from ludarium.agents.contender import Contender
from ludarium.agents.fixed_limit_player import FixedLimitPlayer, PositionSearch
from ludarium.agents.hosting.in_process_link import InProcessLink
from ludarium.agents.hosting.process_link import ProcessLink
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.human_contender import HumanContender
from ludarium.agents.level_player import LevelPlayer
from ludarium.agents.levels import LEVELS_HELP, is_level_name
from ludarium.agents.move_chooser import FirstPlayer, MoveChooser, RandomPlayer
from ludarium.agents.network_player import NETWORK_PREFIX, read_network_spec
from ludarium.agents.sdk.agent import Agent, FunctionAgent
from ludarium.agents.searcher_factory import make_evaluator, make_searcher
from ludarium.core import symbol_import
from ludarium.core.compiled_rules import compiled_rules_path
from ludarium.core.errors import InvalidOption
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import AnyGame
from ludarium.core.registry import GAME_FILES_VARIABLE
from ludarium.sandbox.command_files import check_agent_file
from ludarium.sandbox.policy import wrap_command
from ludarium.search.limits import MAX_LIMIT, Limits
from ludarium.search.maxn import MaxnSearch
from ludarium.search.mcts_search import MctsSearch
from ludarium.search.parameters import (
    PARAMETERS,
    SEARCH_PARAMETERS,
    TREE_PARAMETERS,
    parse_parameter,
    set_parameters,
)

LEVEL_SETTINGS = ("nodes",)  # they replace the time of a level
# The settings that each built-in player that is no level accepts.
PLAYER_SETTINGS: dict[str, tuple[str, ...]] = {
    "random": (),
    "first": (),  # the first legal move
    "greedy": (),  # the best move of a search of one ply
    # The standard search. Without a limit of its own the clock limits it.
    "search": ("nodes", "seconds", "depth", "threads", *SEARCH_PARAMETERS),
    "paranoid": ("nodes", "seconds"),  # another name of it: all other seats count as one opponent
    "maxn": ("nodes", "seconds", "width"),  # every seat maximises its own score
    "mcts": ("iterations", "seconds"),  # Monte-Carlo tree with random play-outs
    # Monte-Carlo tree with evaluated leaves
    "judged": ("iterations", "seconds", *TREE_PARAMETERS),
}
LIMIT_SETTINGS = ("nodes", "iterations", "seconds")
PLAYERS_WITHOUT_LIMIT = ("random", "first", "greedy", "search")
OTHER_SPEC_FORMS = (
    "human",
    "network:<file>,nodes=N",
    "path/to/file.py:Symbol",
    "subprocess:<command>",
    "ws://host:port/path",
)
PROGRAM_PREFIX = "subprocess:"
REMOTE_PREFIXES = ("ws://", "wss://")


class PlayerSpec(NamedTuple):
    """The name and the settings of a built-in player."""

    name: str
    settings: dict[str, float]

    def __str__(self) -> str:
        """The shortest text that names the same player."""
        settings = ",".join(f"{name}={value}" for name, value in sorted(self.settings.items()))
        return f"{self.name}:{settings}" if settings else self.name

    def make_player(self, game: AnyGame, seed: int = 0, nodes: int = 0) -> MoveChooser:
        """Make the player. The same seed gives the same moves unless time limits the search.

        `nodes`, unless 0, is a second limit of each search.
        """
        settings = self.settings
        own = int(settings.get("nodes", settings.get("iterations", 0)))
        nodes = min(nodes or own, own or nodes)
        if is_level_name(self.name):
            return LevelPlayer(game, self.name, seed, nodes)
        if self.name == "random":
            return RandomPlayer(game, seed)
        if self.name == "first":
            return FirstPlayer(game)
        if self.name == "greedy":
            return FixedLimitPlayer(
                game, make_searcher(game, mebibytes=1, seed=seed), Limits(depth=1)
            )
        depth = int(settings.get("depth", 0))
        limits = Limits(nodes=nodes, depth=depth, seconds=settings.get("seconds", 0.0))
        return FixedLimitPlayer(game, self._make_search(game, seed), limits)

    def _make_search(self, game: AnyGame, seed: int) -> PositionSearch:
        if self.name in ("search", "paranoid"):
            threads = int(self.settings.get("threads", 1))
            return make_searcher(
                game, threads=threads, seed=seed, parameters=self._search_parameters()
            )
        if self.name == "maxn":
            return MaxnSearch(make_evaluator(game), int(self.settings.get("width", 0)))
        if self.name == "judged":
            return MctsSearch(lambda: self._make_evaluator(game), evaluate_leaves=True, seed=seed)
        return MctsSearch(seed=seed)

    def _make_evaluator(self, game: AnyGame) -> Evaluator:
        evaluator = make_evaluator(game)
        set_parameters(evaluator, self._search_parameters())
        return evaluator

    def _search_parameters(self) -> dict[str, float]:
        return {name: self.settings[name] for name in PARAMETERS if name in self.settings}


def open_contender(written: str, sandbox: str = "auto", game: str = "") -> Contender:
    """Open the contender that a text names. Raises InvalidOption if there is none.

    `sandbox` is the policy for programs: auto, required or off. If `game` names one in a file, a
    program may read that file, and loads the game by its id.
    """
    if written == "human":
        return HumanContender()
    if written.startswith(PROGRAM_PREFIX):
        return ProgramContender(_sandboxed_link(_read_command(written), sandbox, game))
    if written.startswith(REMOTE_PREFIXES):
        from ludarium.agents.hosting.websocket_link import WebSocketLink  # noqa: PLC0415  slow to import, rarely used

        return ProgramContender(WebSocketLink(_read_address(written)))
    if written.startswith(NETWORK_PREFIX):
        return BuiltInContender(read_network_spec(written).make_player)
    if symbol_import.names_file_symbol(written):
        return ProgramContender(InProcessLink(_load_agent(written)))
    return BuiltInContender(read_player_spec(written, OTHER_SPEC_FORMS).make_player)


def public_label(written: str) -> str:
    """The text without the token of a remote player, so that it may be published."""
    if not written.startswith(REMOTE_PREFIXES):
        return written
    parts = urlsplit(written)
    where = parts.hostname or ""
    return f"{parts.scheme}://{where}{f':{parts.port}' if parts.port else ''}{parts.path}"


def read_player_spec(written: str, other_forms: Sequence[str] = ()) -> PlayerSpec:
    """Parse the spec of a built-in player. Raises InvalidOption, which names the known forms.

    `other_forms` are those that the caller knows beside them.
    """
    name, colon, rest = written.partition(":")
    if not is_built_in(name):
        known = ", ".join((LEVELS_HELP, *PLAYER_SETTINGS, *other_forms))
        raise InvalidOption("unknown_player", f"There is no player {name!r}; known are {known}.")
    parts = rest.split(",") if colon else []
    settings = dict(_read_setting(name, part) for part in parts)
    if len(settings) < len(parts):
        raise InvalidOption("wrong_setting", "Every setting is written once.")
    limitless = is_level_name(name) or name in PLAYERS_WITHOUT_LIMIT
    if not limitless and not set(settings) & set(LIMIT_SETTINGS):
        limit = " or ".join(
            setting for setting in PLAYER_SETTINGS[name] if setting in LIMIT_SETTINGS
        )
        raise InvalidOption(
            "wrong_setting", f"{name} needs a limit: {limit}, such as {name}:seconds=0.1."
        )
    return PlayerSpec(name, settings)


def is_built_in(name: str) -> bool:
    """Whether this is the name of a built-in player: a level, or one with settings of its own."""
    return is_level_name(name) or name in PLAYER_SETTINGS


def _read_setting(name: str, written: str) -> tuple[str, float]:
    setting, _, value = written.partition("=")
    allowed = LEVEL_SETTINGS if is_level_name(name) else PLAYER_SETTINGS[name]
    if setting not in allowed:
        known = ", ".join(allowed) or "none"
        raise InvalidOption(
            "unknown_setting", f"{name} has no setting {setting!r}; known are {known}."
        )
    if setting in PARAMETERS:
        return setting, parse_parameter(setting, value)
    try:
        number = float(value) if setting == "seconds" else int(value)
    except ValueError:
        number = -1
    if not 0 < number <= MAX_LIMIT:
        raise InvalidOption("wrong_setting", f"{setting} is a number above 0, as {setting}=2.")
    return setting, number


def _read_command(written: str) -> list[str]:
    """Split the command of a program. Raises InvalidOption if the program does not exist."""
    try:
        command = shlex.split(written.removeprefix(PROGRAM_PREFIX))
    except ValueError:
        command = []
    if not command or shutil.which(command[0]) is None:
        raise InvalidOption("no_such_program", f"There is no program for {written!r}.")
    return command


def _sandboxed_link(command: list[str], sandbox: str, game: str) -> ProcessLink:
    if not symbol_import.names_file_symbol(game):
        wrapped = wrap_command(command, sandbox)
        return ProcessLink(wrapped.command, wrapped.env)
    file = Path(game.rpartition(":")[0]).absolute()
    shown = [path for path in (file, compiled_rules_path(file)) if path.is_file()]
    wrapped = wrap_command(command, sandbox, shown=shown)
    environment = dict(os.environ) if wrapped.env is None else wrapped.env
    name = f"{file}:{game.rpartition(':')[2]}"
    return ProcessLink(wrapped.command, environment | {GAME_FILES_VARIABLE: name})


def _read_address(written: str) -> str:
    try:
        parts = urlsplit(written)
        known = bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise InvalidOption("wrong_address", "Write ws://host:port/path?token=secret.")
    return written


def _load_agent(written: str) -> Callable[[], Agent]:
    """Load a subclass of Agent, or a function, from a file; return a factory of agents."""
    file = written.rpartition(":")[0]
    if os.path.isfile(file):  # noqa: PTH113  Path raises for an impossible name
        check_agent_file(Path(file).absolute())
    found = symbol_import.load_symbol(written, InvalidOption, "broken_agent")
    if isinstance(found, type) and issubclass(found, Agent):
        return found
    if callable(found) and not isinstance(found, type):
        return lambda: FunctionAgent(found)
    raise InvalidOption("not_an_agent", "That symbol is no subclass of Agent and no function.")
