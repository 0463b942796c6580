"""What commands share: their common arguments, and reading what those name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ludarium.core import record as records
from ludarium.core.errors import InvalidOption, InvalidRecord, InvalidState, LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.match import Match
from ludarium.core.position import Position
from ludarium.core.registry import find_game
from ludarium.core.registry import load as load_game

console = Console()

GameName = Annotated[str, typer.Argument(help="A game's id, or path/to/file.py:Symbol.")]
Ruleset = Annotated[str, typer.Option(help="A ruleset of the game.")]
Options = Annotated[
    list[str], typer.Option("--option", help="name=value, laid over the ruleset; repeatable.")
]
Seed = Annotated[int, typer.Option(help="Draws the set-up, where the game has one.")]
Seats = Annotated[int | None, typer.Option(help="How many play.")]


def load(name: str, ruleset: str, options: list[str]) -> AnyGame:
    """A game as the arguments name it."""
    return load_game(name, ruleset, **dict(map(_option, options)))


def _option(written: str) -> tuple[str, Any]:
    name, _, value = written.partition("=")
    try:
        return name, json.loads(value)
    except ValueError as error:
        message = "Write options as name=value, the value a number, true or false."
        raise InvalidOption("malformed_option", message) from error


def read(path: Path, error: type[LudariumError]) -> bytes:
    """The bytes of a file, or the error that says it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as cause:
        raise error("no_such_file", "That file cannot be read.") from cause


def position_of(game: AnyGame, path: Path) -> Position:
    """The position of a file with a state."""
    try:
        value = json.loads(read(path, InvalidState))
    except (ValueError, RecursionError) as error:
        raise InvalidState("not_json", "The file is not a JSON document.") from error
    position: Position = game.state_from_json(value)
    return position


def read_match(path: Path, game: str) -> Match:
    """The match of a file with a record; `game` is for one that is not registered."""
    given = records.loads(read(path, InvalidRecord))
    return records.replay(given, find_game(game) if game else None)
