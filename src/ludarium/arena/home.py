"""Home and away: everybody brings a game and plays it at home, others' away, and one neutral."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rich.markup import escape
from rich.table import Table

from ludarium.agents import timecontrol
from ludarium.arena.event import Event, entrants
from ludarium.arena.figures import tally
from ludarium.arena.formats import fixtures
from ludarium.arena.ground import ground
from ludarium.arena.opening import turns
from ludarium.arena.unit import Complete
from ludarium.core import symbol
from ludarium.core.errors import InvalidOption
from ludarium.core.options import STANDARD, Value

NEUTRAL = "tictactoe"  # the game of examples/tictactoe, once it is installed
CONTEXTS = ("home", "away", "neutral")
WIN, DRAW, LOSS = 3, 1, 0


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


class Row(NamedTuple):
    """What somebody made in one context."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def points(self) -> int:
        """Three for a win, one for a draw."""
        return WIN * self.won + DRAW * self.drawn + LOSS * self.lost


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


def standings(event: Event, complete: Complete) -> list[dict[str, Row]]:
    """Everybody's games won, drawn and lost in each context, in the order of the event."""
    counts: list[Counter[tuple[str, int]]] = [Counter() for _ in event.entrants]
    where = dict(enumerate(fixtures(event)))
    for number, games in complete.items():
        host = where[number % len(where)].host
        for result in games:
            for who, made in tally(result).items():
                context = "neutral" if host is None else "home" if host == who else "away"
                counts[who][context, 0 if made == 1 else 2 if made == 0 else 1] += 1
    return [
        {context: Row(*(found[context, kind] for kind in range(3))) for context in CONTEXTS}
        for found in counts
    ]


def table(event: Event, complete: Complete) -> Table:
    """The standings by context, the most points first."""
    drawn = Table("", "player", "points", *CONTEXTS, "won-drawn-lost")
    for column in drawn.columns[2:]:
        column.justify = "right"
    rows = standings(event, complete)
    order = sorted(range(len(rows)), key=lambda who: (-total(rows[who]), who))
    for place, who in enumerate(order, 1):
        found = rows[who]
        sums = [sum(row[kind] for row in found.values()) for kind in range(3)]
        drawn.add_row(
            str(place),
            escape(event.entrants[who].name),
            str(total(found)),
            *(str(found[context].points) for context in CONTEXTS),
            "-".join(map(str, sums)),
        )
    return drawn


def total(found: dict[str, Row]) -> int:
    """The points of all contexts."""
    return sum(row.points for row in found.values())


def _ground(site: str | Site, folder: Path) -> Any:
    chosen = Site(site) if isinstance(site, str) else site
    return ground(_placed(chosen.game, folder), chosen.ruleset, chosen.options)


def _placed(name: str, folder: Path) -> str:
    return str(folder.absolute() / name) if symbol.is_named(name) else name
