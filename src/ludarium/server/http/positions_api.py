"""HTTP API for positions, replays, demos and rules as HTML."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from ludarium.core import record as records
from ludarium.core import registry
from ludarium.server.http import positions
from ludarium.server.http.api import (
    GameId,
    TheHub,
    Visitor,
    describe_answer,
    finished_key,
    read_record,
    stored_record,
    visible_match,
)
from ludarium.server.http.request_cost import QUERY_COST, REPLAY_COST, request_address
from ludarium.server.http.schemas import Checked, Look, Replay, RulesPage, SetupQuery, SetupState
from ludarium.server.limits.cpu_budget import CpuBudget
from ludarium.server.protocol.errors import Refused
from ludarium.server.storage import results

MAX_REPLAY_MOVES = 3000  # of a record that is replayed with frames
MAX_RUNNING_JOBS = 2  # the event loop and the engines need processors too
JOB_QUEUE_TIMEOUT_S = 5.0  # a request that waits longer is refused
MIN_GZIP_BYTES = 1024  # smaller responses are sent uncompressed
CACHE_HEADERS = {"Cache-Control": "public, max-age=3600"}

AnyRequest = Request[Any, Any, Any]


class JobQueue:
    """Runs expensive requests in threads, at most MAX_RUNNING_JOBS at a time."""

    def __init__(self) -> None:
        self.places = asyncio.Semaphore(MAX_RUNNING_JOBS)

    async def run_job(self, request: AnyRequest, work: Callable[[], Any]) -> Response[bytes]:
        """The result as JSON; Refused if the queue is too long."""
        try:
            await asyncio.wait_for(self.places.acquire(), JOB_QUEUE_TIMEOUT_S)
        except TimeoutError:
            raise Refused("overloaded", "The server is busy; try again.") from None
        try:
            return await asyncio.to_thread(_run_work, work, _takes_gzip(request))
        finally:
            self.places.release()

    async def send_cached(
        self, request: AnyRequest, work: Callable[[], tuple[bytes, bytes]]
    ) -> Response[bytes]:
        """A constant response, which is cached after the first request."""
        forms = await asyncio.to_thread(work)
        return _json_response(*forms, _takes_gzip(request), CACHE_HEADERS)


def _takes_gzip(request: AnyRequest) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


class PositionsApi(Controller):
    """Routes under /api about positions, which need no room."""

    path = "/api"

    @post("/positions", status_code=200)
    async def look_up_position(
        self, request: AnyRequest, jobs: NamedDependency[JobQueue], data: JSONBody[Look]
    ) -> Response[bytes]:
        """A position with its legal moves; 422 with the reason if a move is refused."""
        return await jobs.run_job(request, lambda: positions.look_up_position(data, CpuBudget()))

    @post(
        "/setups",
        opt=QUERY_COST,
        status_code=200,
        responses=describe_answer(SetupState),
    )
    async def read_setup(
        self, request: AnyRequest, jobs: NamedDependency[JobQueue], data: JSONBody[SetupQuery]
    ) -> Response[bytes]:
        """The state of a board that was set up by hand; 422 says why it cannot arise."""
        return await jobs.run_job(request, lambda: positions.read_setup(data, CpuBudget()))

    @post("/replays", opt=REPLAY_COST, status_code=200)
    async def replay_document(
        self, request: AnyRequest, jobs: NamedDependency[JobQueue]
    ) -> Response[bytes]:
        """Replay the record in the body, with one frame for each move; 422 if it is invalid."""
        document = await request.body()
        return await jobs.run_job(request, lambda: _replay_record(document))

    @post(
        "/records/check",
        opt=REPLAY_COST,
        status_code=200,
        responses=describe_answer(Checked),
    )
    async def check_document(
        self, request: AnyRequest, jobs: NamedDependency[JobQueue]
    ) -> Response[bytes]:
        """Check every move of the record in the body, and summarise it; 422 if it is invalid."""
        document = await request.body()
        return await jobs.run_job(request, lambda: _check_record(document))

    @get("/records/{result:str}/replay", opt=REPLAY_COST)
    async def replay_result(
        self,
        request: AnyRequest,
        hub: TheHub,
        jobs: NamedDependency[JobQueue],
        me: Visitor,
        result: Annotated[str, PathParameter(max_length=40)],
    ) -> Response[bytes]:
        """Replay a finished game by the id of its result, with one frame for each move."""

        def work() -> Replay:
            found = stored_record(hub, me, result)
            return msgspec.structs.replace(
                _replay_record(found.document.encode()), result=result, public=found.public
            )

        return await jobs.run_job(request, work)

    @get("/rooms/{room:str}/replay", opt=REPLAY_COST)
    async def replay_room(
        self,
        request: AnyRequest,
        hub: TheHub,
        jobs: NamedDependency[JobQueue],
        me: Visitor,
        room: Annotated[str, PathParameter(max_length=16)],
    ) -> Response[bytes]:
        """Replay a room's current game, for a visitor who may see it."""
        # Copied now, because the game continues while a thread replays it.
        document = records.dumps(
            records.record(visible_match(hub, me, room, request_address(request)))
        )
        key = finished_key(hub, room)

        def work() -> Replay:
            replay = _replay_record(document.encode())
            stored = (
                results.find_stored_record(hub.store, *key, me.id if me else "") if key else None
            )
            if key is None or stored is None:
                return replay
            result = f"{key[0]:x}-{key[1]}"
            return msgspec.structs.replace(replay, result=result, public=stored.public)

        return await jobs.run_job(request, work)

    @get("/games/{game:str}/demo")
    async def get_demo(
        self, request: AnyRequest, jobs: NamedDependency[JobQueue], game: GameId
    ) -> Response[bytes]:
        """A short game of bots, with one frame for each move."""
        return await _send_page(request, jobs, positions.demo_game, game)

    @get("/games/{game:str}/rules.html")
    async def get_rules_page(
        self, request: AnyRequest, jobs: NamedDependency[JobQueue], game: GameId
    ) -> Response[bytes]:
        """The rules of a game as HTML, with placeholders for diagrams."""
        return await _send_page(request, jobs, _render_rules, game)

    @get("/games/{game:str}/reference.html")
    async def get_reference_page(
        self, request: AnyRequest, jobs: NamedDependency[JobQueue], game: GameId
    ) -> Response[bytes]:
        """The reference of a game for programs as HTML: its JSON, codes and order of moves."""
        return await _send_page(request, jobs, _render_reference, game)


def _replay_record(document: bytes) -> Replay:
    budget = CpuBudget()
    match = records.replay(read_record(document, MAX_REPLAY_MOVES), each=budget.check)
    return positions.replay_match(match, budget)


def _check_record(document: bytes) -> Checked:
    """The summary of a record; InvalidRecord if a move of it is illegal."""
    given = read_record(document)
    outcome = records.replay(given, each=CpuBudget().check).outcome
    return Checked(
        given.game,
        given.ruleset,
        len(given.moves),
        outcome.winner if outcome else None,
        outcome.reason if outcome else None,
        given.hash,
    )


def _run_work(work: Callable[[], Any], packed: bool) -> Response[bytes]:
    return _json_response(*encode_forms(work()), packed, {})


def encode_forms(told: Any) -> tuple[bytes, bytes]:
    """A response as JSON, and as gzip if it is large enough."""
    plain = msgspec.json.encode(told)
    return plain, gzip.compress(plain, 5, mtime=0) if len(plain) > MIN_GZIP_BYTES else b""


async def _send_page(
    request: AnyRequest, jobs: JobQueue, render: Callable[[str], Any], game: str
) -> Response[bytes]:
    """A document of a game that never changes while the server runs."""
    name = registry.registered_game(game).id
    return await jobs.send_cached(request, lambda: _page_forms(render, name))


@lru_cache(maxsize=192)
def _page_forms(render: Callable[[str], Any], game: str) -> tuple[bytes, bytes]:
    return encode_forms(render(game))


def _render_rules(game: str) -> RulesPage:
    from ludarium.server.http import rules_html  # noqa: PLC0415  only such routes need Markdown

    return rules_html.render_rules(registry.registered_game(game))


def _render_reference(game: str) -> RulesPage:
    from ludarium.server.http import rules_html  # noqa: PLC0415  only such routes need Markdown

    return rules_html.render_reference(registry.registered_game(game))


def _json_response(
    plain: bytes, small: bytes, packed: bool, more: dict[str, str]
) -> Response[bytes]:
    headers = {"Vary": "Accept-Encoding", **more}
    if packed and small:
        headers["Content-Encoding"] = "gzip"
    body = small if packed and small else plain
    return Response(body, media_type=MediaType.JSON, headers=headers)
