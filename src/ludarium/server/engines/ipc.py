"""Messages between the server and an engine process, one JSON document per line."""

from __future__ import annotations

from typing import Any

import msgspec

from ludarium.analysis.match_review import ReviewStep
from ludarium.core.options import Value
from ludarium.server.protocol.analysis_messages import AnalysisLine
from ludarium.server.protocol.effects import Think
from ludarium.server.protocol.room_setup import Level


class SearchRequest(msgspec.Struct, tag=True):
    """A search with a time limit in seconds."""

    number: int
    think: Think
    seconds: float


class PlayedLine(msgspec.Struct, frozen=True):
    """A game and the moves played in it, from a set-up or from a state."""

    game: str
    ruleset: str
    options: dict[str, Value]
    seed: int
    seats: int
    moves: tuple[int, ...]
    state: dict[str, Any] | None = None


class AnalysisRequest(msgspec.Struct, tag=True):
    """A search for the best lines of the last position; a reply follows every new depth."""

    number: int
    played: PlayedLine
    lines: int
    seconds: float


class ReviewRequest(msgspec.Struct, tag=True):
    """A review of a finished game from a step on; a reply follows every step."""

    number: int
    played: PlayedLine
    first_step: int
    nodes: int
    seconds: float  # of each search, beside the limit of nodes


class LevelRequest(msgspec.Struct, tag=True):
    """A move that a level would play in the last position."""

    number: int
    played: PlayedLine
    level: Level
    seed: int
    seconds: float


class StopRequest(msgspec.Struct, tag=True):
    """Ends a search: its reply is wanted at once, or not at all."""

    number: int


SiteRequest = AnalysisRequest | ReviewRequest | LevelRequest
QueuedRequest = SearchRequest | SiteRequest
EngineRequest = QueuedRequest | StopRequest


class SearchReply(msgspec.Struct, tag=True):
    """The moves of the rest of the turn, or an error; for a hint its line and its odds."""

    number: int
    moves: list[int] = []
    seconds: float = 0.0
    chance: float = 0.5
    error: str = ""


class AnalysisReply(msgspec.Struct, tag=True):
    """The best lines so far; with `final` the engine is free again."""

    number: int
    final: bool = False
    seat: int = 0
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    lines: list[AnalysisLine] = []
    error: str = ""


class ReviewReply(msgspec.Struct, tag=True):
    """A step of a review; with `final` the engine is free again."""

    number: int
    final: bool = False
    total: int = 0
    step: ReviewStep | None = None
    error: str = ""


class LevelReply(msgspec.Struct, tag=True):
    """The move of a level in notation."""

    number: int
    notation: str = ""
    final: bool = True
    error: str = ""


SiteReply = AnalysisReply | ReviewReply | LevelReply
EngineReply = SearchReply | SiteReply


def error_reply(request: QueuedRequest, error: str) -> EngineReply:
    """The last reply to a request that failed."""
    if isinstance(request, AnalysisRequest):
        return AnalysisReply(request.number, final=True, error=error)
    if isinstance(request, LevelRequest):
        return LevelReply(request.number, error=error)
    if isinstance(request, ReviewRequest):
        return ReviewReply(request.number, final=True, error=error)
    return SearchReply(request.number, error=error)
