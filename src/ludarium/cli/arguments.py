"""Arguments that several commands share, and functions that read what they name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ludarium.core import record as records
from ludarium.core.errors import (
    InvalidOption,
    InvalidRecord,
    InvalidState,
    LudariumError,
    UnknownGame,
)
from ludarium.core.game import AnyGame
from ludarium.core.match import Match
from ludarium.core.position import Position
from ludarium.core.registry import find_game
from ludarium.core.registry import load as load_game

console = Console()
REPORT_INTERVAL_S = 30.0  # between two lines of progress without a terminal

GameName = Annotated[str, typer.Argument(help="A game's id, or path/to/file.py:Symbol.")]
Ruleset = Annotated[str, typer.Option(help="A ruleset of the game.")]
Options = Annotated[
    list[str], typer.Option("--option", help="name=value, overrides the ruleset; repeatable.")
]
Seed = Annotated[int, typer.Option(help="The seed of a random set-up, in games that have one.")]
RunSeed = Annotated[int, typer.Option(min=0, help="The same seed gives the same games.")]
Workers = Annotated[int, typer.Option(min=0, help="Processes; 0: one per core.")]
OnRay = Annotated[bool, typer.Option("--ray", help="Run the work on Ray.")]
Seats = Annotated[int | None, typer.Option(help="The number of seats.")]


def load_named_game(name: str, ruleset: str, options: list[str]) -> AnyGame:
    """Load the game that the arguments name."""
    return load_game(name, ruleset, **dict(map(_parse_option, options)))


def _parse_option(written: str) -> tuple[str, Any]:
    name, _, value = written.partition("=")
    try:
        return name, json.loads(value)
    except ValueError as error:
        message = "Write options as name=value, the value a number, true or false."
        raise InvalidOption("malformed_option", message) from error


def read_file(path: Path, error: type[LudariumError]) -> bytes:
    """Read a file. Raises the given error if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as cause:
        raise error("no_such_file", "That file cannot be read.") from cause


def read_position(game: AnyGame, path: Path) -> Position:
    """Read the position of a state file."""
    try:
        value = json.loads(read_file(path, InvalidState))
    except (ValueError, RecursionError) as error:
        raise InvalidState("not_json", "The file is not a JSON document.") from error
    position: Position = game.state_from_json(value)
    return position


def read_match(path: Path, game: str) -> Match:
    """Read the match of a record file. `game` names a game that is not registered."""
    given = records.loads(read_file(path, InvalidRecord))
    try:
        return records.replay(given, find_game(game) if game else None)
    except UnknownGame as error:
        if game:
            raise
        message = f"{error.message} For a game of a file add --game path/to/file.py:Symbol."
        raise UnknownGame(error.code, message) from error
