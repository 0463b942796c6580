"""HTTP API for analyses and reviews, as streams of JSON documents."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter
from litestar.response import Stream

from ludarium.core import record as records
from ludarium.server.http.analysis_schemas import AnalysisQuery, LevelMove, LevelMoveQuery
from ludarium.server.http.analysis_service import AnalysisService, read_line
from ludarium.server.http.api import (
    TheHub,
    Visitor,
    describe_answer,
    finished_key,
    record_of_result,
    visible_match,
)
from ludarium.server.http.positions_api import AnyRequest
from ludarium.server.http.request_cost import (
    ANALYSIS_COST,
    QUERY_COST,
    REPLAY_COST,
    request_address,
)
from ludarium.server.http.review_service import ResultKey, ReviewService
from ludarium.server.limits.cpu_budget import CpuBudget
from ludarium.server.protocol.analysis_messages import AnalysisUpdate, ReviewUpdate
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import Identity
from ludarium.server.storage.reviews import find_review

NDJSON = "application/x-ndjson"
# A proxy that buffers would hold the lines back.
STREAM_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
FinishedGame = Annotated[str, PathParameter(max_length=40)]


class AnalysisApi(Controller):
    """Routes under /api that ask the engines."""

    path = "/api"

    @post(
        "/analyses",
        opt=ANALYSIS_COST,
        status_code=200,
        responses=describe_answer(AnalysisUpdate),
    )
    async def analyse_position(
        self,
        request: AnyRequest,
        analyses: NamedDependency[AnalysisService],
        me: Visitor,
        data: JSONBody[AnalysisQuery],
    ) -> Stream:
        """The best lines of a position: one document per line, until the time is used up.

        Closing the connection ends the search.
        """
        line = await asyncio.to_thread(read_line, data.position, CpuBudget())
        return stream_documents(await analyses.begin_analysis(*asker_of(request, me), data, line))

    @post("/level-moves", opt=ANALYSIS_COST, status_code=200)
    async def choose_level_move(
        self,
        request: AnyRequest,
        analyses: NamedDependency[AnalysisService],
        me: Visitor,
        data: JSONBody[LevelMoveQuery],
    ) -> LevelMove:
        """The move that a level plays in a position."""
        line = await asyncio.to_thread(read_line, data.position, CpuBudget())
        move = await analyses.choose_level_move(*asker_of(request, me), data.level, line)
        return LevelMove(move)

    @get("/reviews/{game:str}", opt=QUERY_COST)
    async def get_review(
        self, request: AnyRequest, hub: TheHub, me: Visitor, game: FinishedGame
    ) -> ReviewUpdate:
        """The stored review of a finished game, by the id of its result or its room's code.

        Its total is 0 if there is none.
        """
        key, _ = await asyncio.to_thread(find_finished_game, hub, me, game, request)
        found = await asyncio.to_thread(find_review, hub.store, *key)
        return found or ReviewUpdate()

    @post(
        "/reviews/{game:str}",
        opt=REPLAY_COST,
        status_code=200,
        responses=describe_answer(ReviewUpdate),
    )
    async def review_game(
        self,
        request: AnyRequest,
        hub: TheHub,
        reviews: NamedDependency[ReviewService],
        me: Visitor,
        game: FinishedGame,
    ) -> Stream:
        """Review a finished game: one document per line, each with the steps that are new."""
        key, document = await asyncio.to_thread(find_finished_game, hub, me, game, request)
        return stream_documents(await reviews.begin_review(request_address(request), key, document))


def asker_of(request: AnyRequest, me: Identity | None) -> tuple[str, str]:
    """The address of a request and its member, empty if it has none."""
    return request_address(request), me.id if me else ""


def find_finished_game(
    hub: Hub, me: Identity | None, game: str, request: AnyRequest
) -> tuple[ResultKey, str]:
    """The key and the record of a finished game that the visitor may see; else 404."""
    if "-" in game:
        document = record_of_result(hub, me, game)
        room, _, number = game.partition("-")
        return (int(room, 16), int(number)), document
    match = visible_match(hub, me, game, request_address(request))
    key = finished_key(hub, game)
    if key is None:
        raise Refused("game_running", "This game is not over yet.")
    return key, records.dumps(records.record(match))


def stream_documents(documents: AsyncIterator[bytes]) -> Stream:
    """A response of one JSON document per line."""
    return Stream(documents, media_type=NDJSON, headers=STREAM_HEADERS)
