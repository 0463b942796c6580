"""Home and away: each entrant brings a game; all play at home, away and on neutral ground."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from ludarium.agents import time_control
from ludarium.arena.formats.event import ArenaEvent, read_entrants
from ludarium.arena.formats.game_setting import describe_game
from ludarium.arena.formats.opening_range import read_turns
from ludarium.core import symbol_import
from ludarium.core.errors import InvalidOption
from ludarium.core.options import STANDARD, Value

DEFAULT_NEUTRAL_GAME = "tictactoe"  # the game of examples/tictactoe, once it is installed


class HomeGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a competitor brings, with the options that differ from its ruleset."""

    game: str
    ruleset: str = STANDARD
    options: dict[str, Value] = {}


class Competitor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A participant: a name, an agent spec, and the game it brings."""

    name: str
    agent: str
    home: str | HomeGame


class HomeAndAwayConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The file that describes an event."""

    competitor: list[Competitor]
    neutral: str | HomeGame = DEFAULT_NEUTRAL_GAME
    openings: int = 1  # for each fixture; every one is played in both seats
    opening: str = "0"  # turns at random; with 0 only the players decide
    fair: int = 0  # nodes of the search that has to find openings fair
    seed: int = 1
    time: str = "move=1"
    sandbox: str = "auto"
    expose_legal_moves: bool = True


def read_config(path: Path) -> ArenaEvent:
    """Read the event of a configuration file. Its paths are relative to the file."""
    try:
        written = tomllib.loads(path.read_text("utf-8"))
        config = msgspec.convert(written, HomeAndAwayConfig)
    except OSError as error:
        raise InvalidOption("no_such_file", f"{path} cannot be read.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InvalidOption("wrong_config", f"The configuration is wrong: {error}.") from error
    sites = [*(one.home for one in config.competitor), config.neutral]
    grounds = tuple(_ground(site, path.parent) for site in sites)
    return ArenaEvent(
        format="home-and-away",
        grounds=grounds,
        entrants=read_entrants(
            [f"{one.name}={_absolute_name(one.agent, path.parent)}" for one in config.competitor]
        ),
        length=config.openings,
        opening=read_turns(config.opening),
        fair=config.fair,
        seed=config.seed,
        control=str(time_control.read_time_control(config.time)),
        expose_legal_moves=config.expose_legal_moves,
        sandbox=config.sandbox,
        homes=tuple(range(len(config.competitor))),
    )


def _ground(site: str | HomeGame, folder: Path) -> Any:
    chosen = HomeGame(site) if isinstance(site, str) else site
    return describe_game(_absolute_name(chosen.game, folder), chosen.ruleset, chosen.options)


def _absolute_name(name: str, folder: Path) -> str:
    return str(folder.absolute() / name) if symbol_import.names_file_symbol(name) else name
