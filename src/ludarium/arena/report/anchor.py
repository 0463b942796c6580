"""The anchor of ratings: the entrant with a given Elo, which fixes the scale."""

from __future__ import annotations

from typing import NamedTuple

from ludarium.arena.formats.event import ArenaEvent
from ludarium.core.errors import InvalidOption


class Anchor(NamedTuple):
    """An entrant and its Elo. Without an entrant, the mean Elo of all entrants."""

    entrant: int | None = None
    elo: float = 0.0


MEAN = Anchor()


def read_anchor(written: str, event: ArenaEvent) -> Anchor:
    """Parse `name`, `name=elo` or `=elo`; an empty text is a mean of 0."""
    name, equals, elo = written.rpartition("=") if "=" in written else (written, "", "")
    names = [entrant.name for entrant in event.entrants]
    try:
        number = float(elo) if equals else 0.0
    except ValueError:
        # An equals sign of the name itself, as in `hard:nodes=5`, is followed by a number too.
        number, name = 0.0, written
    if written in names:
        name, number = written, 0.0
    if name and name not in names:
        known = ", ".join(names)
        raise InvalidOption("unknown_anchor", f"There is no player {name!r}; there are {known}.")
    return Anchor(names.index(name) if name else None, number)
