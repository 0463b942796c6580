"""Rungs: the players that the dial of a game can be made of, in families of one number each."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from msgspec.structs import replace

from ludarium.agents.levels import DIAL, Level, find_level, find_mark
from ludarium.core.errors import InvalidOption

# The families, from weak to strong. The place of a rung in its family grows with its strength.
Family = Literal["weakest", "glance", "blurred", "search", "engine"]

GLANCE_PLACES = (-3.3, 4.0)  # of attention: from nearly nothing (1e-12) to nearly all (0.98)
BLURRED_PLACES = (0.0, 1.0)  # the share of the noise of medium that is taken away
LEAST_SEARCH_PLACE = 5.0  # powers of two of nodes
MIN_GLANCE_NOISE = 60  # points, with full attention
ADDED_GLANCE_NOISE = 500  # points, without any
ATTENTION_DIGITS = 3  # significant ones
NODES_DIGITS = 2


class Rung(NamedTuple):
    """A player: the family and the place in it."""

    family: Family
    place: float = 0.0


class Ladder(NamedTuple):
    """The rungs of a game: the fixed ends, and what the levels between them are made from."""

    game: str
    weakest: Level
    medium: Level
    engine: Level
    engine_nodes: int  # they stand for its time
    glance: Level
    search: Level
    blurs: bool  # whether levels above medium are blurred searches as medium is

    def level(self, rung: Rung) -> Level:
        """The settings of a rung; time limits none."""
        level = replace(self.written_level(rung), seconds=0.0, threads=1)
        return replace(level, nodes=self.engine_nodes) if rung == ENGINE else level

    def written_level(self, rung: Rung) -> Level:
        """The settings of a rung as the file has them."""
        if rung.family == "weakest":
            return self.weakest
        if rung.family == "engine":
            return self.engine
        if rung.family == "glance":
            attention = round_digits(math.exp(-math.exp(-rung.place)), ATTENTION_DIGITS)
            return replace(self.glance, attention=attention, noise=glance_noise(attention))
        if rung.family == "search":
            return replace(self.search, nodes=int(round_digits(2**rung.place, NODES_DIGITS)))
        left = 1 - rung.place
        noise, margin = round(self.medium.noise * left), round(self.medium.margin * left)
        return replace(self.medium, noise=noise, margin=margin)

    def rung(self, level: Level) -> Rung:
        """The rung whose settings are nearest to these."""
        if level.kind == "glance":
            least, most = GLANCE_PLACES
            attention = min(max(level.attention, 1e-300), 1 - 1e-9)
            return Rung("glance", min(max(-math.log(-math.log(attention)), least), most))
        if level.kind == "search" and level.depth:
            return Rung("blurred", 1 - level.noise / self.medium.noise)
        if level.kind == "search":
            return Rung("search", max(math.log2(level.nodes), LEAST_SEARCH_PLACE))
        return Rung("weakest")


MEDIUM = Rung("blurred", 0.0)
WEAKEST = Rung("weakest")
ENGINE = Rung("engine")


def open_ladder(game: str, engine_nodes: int) -> Ladder:
    """The ladder of a game, by its id, from its present levels."""
    levels = [find_level(game, name) for name in DIAL]
    medium = find_level(game, "medium")
    glances = [level for level in levels if level.kind == "glance"]
    above = levels[DIAL.index(find_mark(game, "medium")) + 1 : -1]
    searches = [level for level in above if not level.depth]
    if not (glances and searches and medium.kind == "search" and medium.noise):
        raise InvalidOption(
            "no_ladder", "The levels need a glance, a blurred medium and a search to begin with."
        )
    blurs = any(level.depth for level in above)
    return Ladder(game, levels[0], medium, levels[-1], engine_nodes, glances[0], searches[0], blurs)


def first_rungs(ladder: Ladder) -> list[Rung]:
    """The rungs of the present levels, from weak to strong."""
    middle = [ladder.rung(find_level(ladder.game, name)) for name in DIAL[1:-1]]
    return [WEAKEST, *middle, ENGINE]


def glance_noise(attention: float) -> int:
    """The noise of a glance: the less is noticed, the worse it is judged."""
    return round(MIN_GLANCE_NOISE + ADDED_GLANCE_NOISE * (1 - attention) ** 2)


def round_digits(number: float, digits: int) -> float:
    """The number with so many significant digits."""
    return float(f"{number:.{digits - 1}e}")
