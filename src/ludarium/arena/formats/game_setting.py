"""A game by name with its ruleset and options, as events and training runs name it."""

from __future__ import annotations

import hashlib
import inspect
import os
from functools import lru_cache
from pathlib import Path

import msgspec

from ludarium.core import symbol_import
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD, Value
from ludarium.core.registry import load

WEIGHTS_FILE = "weights.bin"


class GameSetting(msgspec.Struct, frozen=True):
    """A game that every process can load for itself, and what it was when the event began."""

    game: str
    ruleset: str = STANDARD
    options: dict[str, Value] = {}
    rules_version: int = 1
    digest: str = ""  # of a game in a file that file, and of a trained one its network

    def load(self) -> AnyGame:
        """The game itself, the same object again in the same process."""
        return _loaded(self.game, self.ruleset, tuple(sorted(self.options.items())))


def describe_game(
    name: str, ruleset: str = STANDARD, options: dict[str, Value] | None = None
) -> GameSetting:
    """The setting that a game's name, ruleset and options make."""
    in_file = symbol_import.names_file_symbol(name)
    place = absolute_symbol(name) if in_file else name
    game = load(place, ruleset, **(options or {}))
    files = [Path(place.rpartition(":")[0])] if in_file else []
    files.append(weights_file(game))
    return GameSetting(place, ruleset, dict(game.values), game.rules_version, digest_files(files))


def weights_file(game: AnyGame) -> Path:
    """Where a game looks for its weights: beside its module."""
    return Path(inspect.getfile(type(game))).with_name(WEIGHTS_FILE)


def absolute_symbol(name: str) -> str:
    """The same `file.py:Symbol` wherever a worker runs."""
    file, _, found = name.rpartition(":")
    return f"{Path(file).absolute()}:{found}"


def digest_files(files: list[Path]) -> str:
    """A short digest of all files that exist, empty if none does."""
    digests = []
    for path in files:
        if os.path.isfile(path):  # noqa: PTH113  of a name that no file can have it is just false
            with path.open("rb") as file:
                digests.append(hashlib.file_digest(file, "sha256").digest())
    return hashlib.sha256(b"".join(digests)).hexdigest()[:12] if digests else ""


@lru_cache(maxsize=16)
def _loaded(game: str, ruleset: str, options: tuple[tuple[str, Value], ...]) -> AnyGame:
    return load(game, ruleset, **dict(options))
