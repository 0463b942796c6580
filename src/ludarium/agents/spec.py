"""Players written as text: `hard:nodes=5000`, `bot.py:Symbol`, `subprocess:…`, `ws://…`."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from ludarium.agents.contender import Contender
from ludarium.agents.hosting.in_process import Local
from ludarium.agents.hosting.process import Process
from ludarium.agents.hosting.program import Program
from ludarium.agents.human import Human
from ludarium.agents.levels import LEVELS
from ludarium.agents.network_player import NETWORK, read_network
from ludarium.agents.player import LevelPlayer
from ludarium.agents.resident import Chooser, FirstPlayer, RandomPlayer, Resident
from ludarium.agents.sdk.agent import Agent, Function
from ludarium.agents.searcher import FixedLimitPlayer, Search
from ludarium.agents.thinking import evaluator, thinker
from ludarium.core import symbol_import
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.sandbox.policy import wrap
from ludarium.sandbox.readable import check_agent_file
from ludarium.search.limits import Limits
from ludarium.search.maxn import MaxnSearch
from ludarium.search.mcts_search import MctsSearch

# What may be set for each. A level's nodes take the place of its time.
SETTINGS: dict[str, tuple[str, ...]] = {
    "random": (),
    "first": (),  # the first legal move
    "greedy": (),  # the best move as far as one ply tells
    **dict.fromkeys(LEVELS, ("nodes",)),
    # The common search; without a limit of its own it keeps to the clock.
    "search": ("nodes", "seconds", "depth", "threads"),
    "paranoid": ("nodes", "seconds"),  # the same by another name: all others play against one
    "maxn": ("nodes", "seconds", "width"),  # every seat plays for itself
    "mcts": ("iterations", "seconds"),  # Monte-Carlo by random play-outs, without any evaluation
    "judged": ("iterations", "seconds"),  # Monte-Carlo whose leaves the evaluator judges
}
LARGEST = 1_000_000_000  # that any setting may be: compiled counters hold it, and so do clocks
LIMITS = ("nodes", "iterations", "seconds")
FREE = (*LEVELS, "random", "first", "greedy", "search")  # those that need no limit
ELSEWHERE = (
    "human",
    "network:<file>,nodes=N",
    "path/to/file.py:Symbol",
    "subprocess:<command>",
    "ws://host:port/path",
)
PROGRAM = "subprocess:"
REMOTE = ("ws://", "wss://")


class Spec(NamedTuple):
    """A player's name and settings, as somebody wrote them."""

    name: str
    settings: dict[str, float]

    def __str__(self) -> str:
        """The shortest text that is read as the same player."""
        settings = ",".join(f"{name}={value}" for name, value in sorted(self.settings.items()))
        return f"{self.name}:{settings}" if settings else self.name

    def player(self, game: AnyGame, seed: int = 0, nodes: int = 0) -> Chooser:
        """Somebody to play with; without a limit of seconds the same seed gives the same moves.

        `nodes` limits what it looks at beside its own limits; 0 does not.
        """
        settings = self.settings
        own = int(settings.get("nodes", settings.get("iterations", 0)))
        nodes = min(nodes or own, own or nodes)
        if self.name in LEVELS:
            return LevelPlayer(game, self.name, seed, nodes)
        if self.name == "random":
            return RandomPlayer(game, seed)
        if self.name == "first":
            return FirstPlayer(game)
        if self.name == "greedy":
            return FixedLimitPlayer(game, thinker(game, mebibytes=1, seed=seed), Limits(depth=1))
        depth = int(settings.get("depth", 0))
        limits = Limits(nodes=nodes, depth=depth, seconds=settings.get("seconds", 0.0))
        return FixedLimitPlayer(game, self._search(game, seed), limits)

    def _search(self, game: AnyGame, seed: int) -> Search:
        if self.name in ("search", "paranoid"):
            threads = int(self.settings.get("threads", 1))
            return thinker(game, threads=threads, seed=seed)
        if self.name == "maxn":
            return MaxnSearch(evaluator(game), int(self.settings.get("width", 0)))
        if self.name == "judged":
            return MctsSearch(lambda: evaluator(game), evaluate_leaves=True, seed=seed)
        return MctsSearch(seed=seed)


def open_contender(written: str, sandbox: str = "auto") -> Contender:
    """Who is written so, ready to start; InvalidOption if nobody is.

    `sandbox` is for programs: auto, required or off.
    """
    if written == "human":
        return Human()
    if written.startswith(PROGRAM):
        return Program(_process(_command(written), sandbox))
    if written.startswith(REMOTE):
        from ludarium.agents.hosting.remote import Remote  # noqa: PLC0415  slow to import, rarely used

        return Program(Remote(_address(written)))
    if written.startswith(NETWORK):
        return Resident(read_network(written))
    if symbol_import.names_file_symbol(written):
        return Program(Local(_agent(written)))
    return Resident(read(written))


def label(written: str) -> str:
    """How a player may be shown to others: without the token of a remote one."""
    if not written.startswith(REMOTE):
        return written
    parts = urlsplit(written)
    where = parts.hostname or ""
    return f"{parts.scheme}://{where}{f':{parts.port}' if parts.port else ''}{parts.path}"


def read(written: str) -> Spec:
    """The player of our own that a text names, or InvalidOption with what it should look like."""
    name, colon, rest = written.partition(":")
    if name not in SETTINGS:
        known = ", ".join((*SETTINGS, *ELSEWHERE))
        raise InvalidOption("unknown_player", f"There is no player {name!r}; known are {known}.")
    parts = rest.split(",") if colon else []
    settings = dict(_setting(name, part) for part in parts)
    if len(settings) < len(parts):
        raise InvalidOption("wrong_setting", "Every setting is written once.")
    if name not in FREE and not set(settings) & set(LIMITS):
        limit = " or ".join(setting for setting in SETTINGS[name] if setting in LIMITS)
        raise InvalidOption(
            "wrong_setting", f"{name} needs a limit: {limit}, such as {name}:seconds=0.1."
        )
    return Spec(name, settings)


def _setting(name: str, written: str) -> tuple[str, float]:
    setting, _, value = written.partition("=")
    if setting not in SETTINGS[name]:
        known = ", ".join(SETTINGS[name]) or "none"
        raise InvalidOption(
            "unknown_setting", f"{name} has no setting {setting!r}; known are {known}."
        )
    try:
        number = float(value) if setting == "seconds" else int(value)
    except ValueError:
        number = 0
    if not 0 < number <= LARGEST:
        raise InvalidOption("wrong_setting", f"{setting} is a number above 0, as {setting}=2.")
    return setting, number


def _command(written: str) -> list[str]:
    """The command of a program, if there is such a program."""
    try:
        command = shlex.split(written.removeprefix(PROGRAM))
    except ValueError:
        command = []
    if not command or shutil.which(command[0]) is None:
        raise InvalidOption("no_such_program", f"There is no program for {written!r}.")
    return command


def _process(command: list[str], sandbox: str) -> Process:
    wrapped = wrap(command, sandbox)
    return Process(wrapped.command, wrapped.env)


def _address(written: str) -> str:
    try:
        parts = urlsplit(written)
        known = bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known:
        raise InvalidOption("wrong_address", "Write ws://host:port/path?token=secret.")
    return written


def _agent(written: str) -> Callable[[], Agent]:
    """How to make the agent of a file: its subclass of Agent, or its function."""
    file = written.rpartition(":")[0]
    if os.path.isfile(file):  # noqa: PTH113  of a name that no file can have it is just false
        check_agent_file(Path(file).absolute())
    found = symbol_import.load_symbol(written, InvalidOption, "broken_agent")
    if isinstance(found, type) and issubclass(found, Agent):
        return found
    if callable(found) and not isinstance(found, type):
        return lambda: Function(found)
    raise InvalidOption("not_an_agent", "That symbol is no subclass of Agent and no function.")
