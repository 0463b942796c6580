"""Players written as text: a name and what it may spend, such as `hard:nodes=5000`."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from ludarium.agents.levels import LEVELS
from ludarium.agents.player import LevelPlayer
from ludarium.agents.searcher import Searcher
from ludarium.agents.thinking import evaluator, thinker
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.search.limits import Limits
from ludarium.search.maxn import Maxn
from ludarium.search.monte import Monte

# What may be set for each. A level's nodes take the place of its time.
SETTINGS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(LEVELS, ("nodes",)),
    "paranoid": ("nodes", "seconds"),  # the common search: all others play against one
    "maxn": ("nodes", "seconds", "width"),  # every seat plays for itself
    "mcts": ("iterations", "seconds"),  # Monte-Carlo by random play-outs, without any evaluation
    "judged": ("iterations", "seconds"),  # Monte-Carlo whose leaves the evaluator judges
}
LARGEST = 1_000_000_000  # that any setting may be: compiled counters hold it, and so do clocks
LIMITS = ("nodes", "iterations", "seconds")


class Chooser(Protocol):
    """Asked for a move of a position, it gives one."""

    def choose(self, position: Position) -> int:
        """A legal move of a running game."""

    def forget(self) -> None:
        """Begin a new game."""


class Spec(NamedTuple):
    """A player's name and settings, as somebody wrote them."""

    name: str
    settings: dict[str, float]

    def __str__(self) -> str:
        """The shortest text that is read as the same player."""
        settings = ",".join(f"{name}={value}" for name, value in sorted(self.settings.items()))
        return f"{self.name}:{settings}" if settings else self.name

    def player(self, game: AnyGame, seed: int = 0) -> Chooser:
        """Somebody to play with; without a limit of seconds the same seed gives the same moves."""
        settings = self.settings
        nodes = int(settings.get("nodes", settings.get("iterations", 0)))
        if self.name in LEVELS:
            return LevelPlayer(game, self.name, seed, nodes)
        limits = Limits(nodes=nodes, seconds=settings.get("seconds", 0.0))
        if self.name == "paranoid":
            return Searcher(game, thinker(game, seed=seed), limits)
        if self.name == "maxn":
            return Searcher(game, Maxn(evaluator(game), int(settings.get("width", 0))), limits)
        if self.name == "judged":
            return Searcher(game, Monte(lambda: evaluator(game), judged=True, seed=seed), limits)
        return Searcher(game, Monte(seed=seed), limits)


def read(written: str) -> Spec:
    """The player that a text names, or InvalidOption with what it should look like."""
    name, colon, rest = written.partition(":")
    if name not in SETTINGS:
        known = ", ".join(SETTINGS)
        raise InvalidOption("unknown_player", f"There is no player {name!r}; known are {known}.")
    parts = rest.split(",") if colon else []
    settings = dict(_setting(name, part) for part in parts)
    if len(settings) < len(parts):
        raise InvalidOption("wrong_setting", "Every setting is written once.")
    if name not in LEVELS and not set(settings) & set(LIMITS):
        limit = " or ".join(setting for setting in SETTINGS[name] if setting in LIMITS)
        raise InvalidOption(
            "wrong_setting", f"{name} needs a limit: {limit}, such as {name}:seconds=0.1."
        )
    return Spec(name, settings)


def _setting(name: str, written: str) -> tuple[str, float]:
    setting, _, value = written.partition("=")
    if setting not in SETTINGS[name]:
        known = ", ".join(SETTINGS[name])
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
