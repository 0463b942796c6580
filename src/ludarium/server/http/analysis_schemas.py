"""Types of requests for analyses and reviews."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ludarium.server.http.schemas import Look
from ludarium.server.protocol.room_setup import Level

MAX_ANALYSIS_LINES = 5
MAX_ANALYSIS_S = 30


class LevelMoveQuery(Struct, forbid_unknown_fields=True):
    """A request for the move that a level plays in a position."""

    position: Look
    level: Level


class LevelMove(Struct):
    """The move of a level."""

    notation: str


class AnalysisQuery(Struct, forbid_unknown_fields=True):
    """A request for the best lines of a position, which the engine may search for `seconds`."""

    position: Look
    lines: Annotated[int, Meta(ge=1, le=MAX_ANALYSIS_LINES)] = 3
    seconds: Annotated[int, Meta(ge=1, le=MAX_ANALYSIS_S)] = 8
