"""GameSetting: a game with its ruleset and options, as events and training runs store it."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

import msgspec

from ludarium.core import symbol_import
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD, Value
from ludarium.core.registry import load


class GameSetting(msgspec.Struct, frozen=True):
    """A game that each process loads by itself, with its version at the start of the event."""

    game: str
    ruleset: str = STANDARD
    options: dict[str, Value] = {}
    rules_version: int = 1
    digest: str = ""  # of a game in a file that file, and of a trained one its network

    def load(self) -> AnyGame:
        """Load the game. In one process it is always the same object."""
        return _loaded(self.game, self.ruleset, tuple(sorted(self.options.items())))

    def file_game(self) -> str:
        """The name of a game in a file; empty for a game that loads by its id everywhere."""
        return self.game if symbol_import.names_file_symbol(self.game) else ""


def describe_game(
    name: str, ruleset: str = STANDARD, options: dict[str, Value] | None = None
) -> GameSetting:
    """The setting of a game, from its name, ruleset and options."""
    in_file = symbol_import.names_file_symbol(name)
    place = absolute_symbol(name) if in_file else name
    game = load(place, ruleset, **(options or {}))
    files = [Path(place.rpartition(":")[0])] if in_file else []
    files.append(game.weights_file())
    return GameSetting(place, ruleset, dict(game.values), game.rules_version, digest_files(files))


def absolute_symbol(name: str) -> str:
    """`file.py:Symbol` with an absolute path, for workers in any folder."""
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
