"""HTTP API for lessons and puzzles."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from ludarium.core import registry
from ludarium.core.lesson import StepAnswer
from ludarium.server.http import learning
from ludarium.server.http.api import GameId, TheHub, describe_answer
from ludarium.server.http.learning_schemas import (
    LessonAnswer,
    LessonsPage,
    PuzzleAnswer,
    PuzzleInfo,
    PuzzleList,
    PuzzleReply,
)
from ludarium.server.http.positions_api import AnyRequest, JobQueue, encode_forms

LessonId = Annotated[str, PathParameter(max_length=40)]
PuzzleId = Annotated[str, PathParameter(max_length=16)]
StepNumber = Annotated[int, PathParameter(ge=1, le=99)]
Jobs = NamedDependency[JobQueue]


class LearningApi(Controller):
    """Routes under /api about lessons and puzzles."""

    path = "/api"

    @get(
        "/games/{game:str}/lessons",
        responses=describe_answer(LessonsPage),
    )
    async def list_lessons(self, request: AnyRequest, jobs: Jobs, game: GameId) -> Response[bytes]:
        """The lessons of a game; none if the game brings none."""
        name = registry.registered_game(game).id
        return await jobs.send_cached(request, lambda: _lessons_forms(name))

    @post(
        "/games/{game:str}/lessons/{lesson:str}/{step:int}",
        status_code=200,
        responses=describe_answer(StepAnswer),
    )
    async def answer_lesson(
        self,
        request: AnyRequest,
        jobs: Jobs,
        game: GameId,
        lesson: LessonId,
        step: StepNumber,
        data: JSONBody[LessonAnswer],
    ) -> Response[bytes]:
        """Whether moves reach the goal of a step; 422 with the reason if a move is refused."""
        name = registry.registered_game(game).id
        moves = data.moves
        return await jobs.run_job(request, lambda: learning.answer_step(name, lesson, step, moves))

    @get(
        "/games/{game:str}/puzzles",
        responses=describe_answer(PuzzleList),
    )
    async def list_puzzles(self, request: AnyRequest, jobs: Jobs, game: GameId) -> Response[bytes]:
        """The puzzles of a game by rating, without positions."""
        name = registry.registered_game(game).id
        return await jobs.send_cached(request, lambda: _puzzles_forms(name))

    @get(
        "/games/{game:str}/puzzles/{puzzle:str}",
        responses=describe_answer(PuzzleInfo),
    )
    async def get_puzzle(
        self, request: AnyRequest, jobs: Jobs, game: GameId, puzzle: PuzzleId
    ) -> Response[bytes]:
        """A puzzle without its solution."""
        name = registry.registered_game(game).id
        return await jobs.run_job(request, lambda: learning.puzzle_info(name, puzzle))

    @post(
        "/games/{game:str}/puzzles/{puzzle:str}",
        status_code=200,
        responses=describe_answer(PuzzleReply),
    )
    async def answer_puzzle(
        self,
        request: AnyRequest,
        jobs: Jobs,
        game: GameId,
        puzzle: PuzzleId,
        data: JSONBody[PuzzleAnswer],
    ) -> Response[bytes]:
        """The verdict on the solver's moves; 422 with the reason if a move is refused."""
        name = registry.registered_game(game).id
        return await jobs.run_job(request, lambda: learning.answer_puzzle(name, puzzle, data))

    @get("/daily-puzzle", responses=describe_answer(PuzzleInfo))
    async def get_daily_puzzle(
        self, request: AnyRequest, jobs: Jobs, hub: TheHub
    ) -> Response[bytes]:
        """The puzzle of the day, by the date in UTC."""
        today = datetime.fromtimestamp(hub.now(), UTC).date()
        return await jobs.run_job(request, lambda: learning.daily_puzzle(today))


@lru_cache(maxsize=64)
def _lessons_forms(game: str) -> tuple[bytes, bytes]:
    return encode_forms(learning.lessons_page(game))


@lru_cache(maxsize=64)
def _puzzles_forms(game: str) -> tuple[bytes, bytes]:
    return encode_forms(learning.list_puzzles(game))
