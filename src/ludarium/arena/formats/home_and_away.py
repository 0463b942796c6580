"""Home and away: everybody brings a game and plays it at home, others' away, and one neutral."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from ludarium.agents import timecontrol
from ludarium.arena.formats.event import Event, entrants
from ludarium.arena.formats.game_setting import ground
from ludarium.arena.formats.opening_range import turns
from ludarium.core import symbol
from ludarium.core.errors import InvalidOption
from ludarium.core.options import STANDARD, Value

NEUTRAL = "tictactoe"  # the game of examples/tictactoe, once it is installed


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be played on, with the options that differ from its ruleset."""

    game: str
    ruleset: str = STANDARD
    options: dict[str, Value] = {}


class Competitor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes part: a name, an agent spec, and the game it brings."""

    name: str
    agent: str
    home: str | Site


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """The file that describes an event."""

    competitor: list[Competitor]
    neutral: str | Site = NEUTRAL
    openings: int = 1  # for each fixture; every one is played in both seats
    opening: str = "0"  # turns at random; with 0 only the players decide
    fair: int = 0  # nodes of the search that has to find openings fair
    seed: int = 1
    time: str = "move=1"
    sandbox: str = "auto"
    expose_legal_moves: bool = True


def read(path: Path) -> Event:
    """The event of a configuration file; its paths are meant from where the file is."""
    try:
        written = tomllib.loads(path.read_text("utf-8"))
        config = msgspec.convert(written, Config)
    except OSError as error:
        raise InvalidOption("no_such_file", "That file cannot be read.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise InvalidOption("wrong_config", f"The configuration is wrong: {error}.") from error
    sites = [*(one.home for one in config.competitor), config.neutral]
    grounds = tuple(_ground(site, path.parent) for site in sites)
    return Event(
        format="home-and-away",
        grounds=grounds,
        entrants=entrants(
            [f"{one.name}={_placed(one.agent, path.parent)}" for one in config.competitor]
        ),
        length=config.openings,
        opening=turns(config.opening),
        fair=config.fair,
        seed=config.seed,
        control=str(timecontrol.read(config.time)),
        expose_legal_moves=config.expose_legal_moves,
        sandbox=config.sandbox,
        homes=tuple(range(len(config.competitor))),
    )


def _ground(site: str | Site, folder: Path) -> Any:
    chosen = Site(site) if isinstance(site, str) else site
    return ground(_placed(chosen.game, folder), chosen.ruleset, chosen.options)


def _placed(name: str, folder: Path) -> str:
    return str(folder.absolute() / name) if symbol.is_named(name) else name
