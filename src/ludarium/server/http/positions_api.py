"""The HTTP interface to studying: positions, replays, demos and rules as pages."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter

from ludarium.core import record as records
from ludarium.core import registry
from ludarium.server.http import positions
from ludarium.server.http.api import GameId, TheHub, Visitor, read_record, recorded, watched
from ludarium.server.http.request_cost import REPLAY, caller
from ludarium.server.http.schemas import Checked, Look, Replay
from ludarium.server.limits.cpu_budget import Budget
from ludarium.server.protocol.errors import Refused

FRAMES = 3000  # moves of a record that is shown picture by picture
AT_ONCE = 2  # of these are worked on; the loop and the bots need processors too
PATIENCE = 5.0  # seconds that others wait for that
SMALL = 1024  # bytes that are sent as they are
LASTING = {"Cache-Control": "public, max-age=3600"}

Anybody = Request[Any, Any, Any]


class Desk:
    """Does work in threads, a little at a time, and for nobody too often."""

    def __init__(self) -> None:
        self.places = asyncio.Semaphore(AT_ONCE)

    async def do(self, request: Anybody, work: Callable[[], Any]) -> Response[bytes]:
        """The answer as JSON; Refused if too many ask at once."""
        try:
            await asyncio.wait_for(self.places.acquire(), PATIENCE)
        except TimeoutError:
            raise Refused("overloaded", "The server is busy; try again.") from None
        try:
            return await asyncio.to_thread(_written, work, _takes_gzip(request))
        finally:
            self.places.release()

    async def look_up(
        self, request: Anybody, work: Callable[[], tuple[bytes, bytes]]
    ) -> Response[bytes]:
        """What is always the same, and at hand after the first time."""
        forms = await asyncio.to_thread(work)
        return _sent(*forms, _takes_gzip(request), LASTING)


def _takes_gzip(request: Anybody) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


class StudyApi(Controller):
    """What is under /api and needs no room."""

    path = "/api"

    @post("/positions", status_code=200)
    async def positions(
        self, request: Anybody, desk: NamedDependency[Desk], data: JSONBody[Look]
    ) -> Response[bytes]:
        """A position, what may be played there, and why not, if it may not."""
        return await desk.do(request, lambda: positions.look(data, Budget()))

    @post("/replays", opt=REPLAY, status_code=200)
    async def replays(self, request: Anybody, desk: NamedDependency[Desk]) -> Response[bytes]:
        """The record that the body is, picture by picture; 422 if it is wrong."""
        document = await request.body()
        return await desk.do(request, lambda: _replayed(document))

    @post(
        "/records/check",
        opt=REPLAY,
        status_code=200,
        responses={200: ResponseSpec(Checked, generate_examples=False)},
    )
    async def check(self, request: Anybody, desk: NamedDependency[Desk]) -> Response[bytes]:
        """Replay the record that the body is, and say what it holds; 422 if it is wrong."""
        document = await request.body()
        return await desk.do(request, lambda: _checked(document))

    @get("/records/{result:str}/replay", opt=REPLAY)
    async def replay(
        self,
        request: Anybody,
        hub: TheHub,
        desk: NamedDependency[Desk],
        me: Visitor,
        result: Annotated[str, PathParameter(max_length=40)],
    ) -> Response[bytes]:
        """A finished game picture by picture, by the id of its result."""
        return await desk.do(request, lambda: _replayed(recorded(hub, me, result).encode()))

    @get("/rooms/{room:str}/replay", opt=REPLAY)
    async def running(
        self,
        request: Anybody,
        hub: TheHub,
        desk: NamedDependency[Desk],
        me: Visitor,
        room: Annotated[str, PathParameter(max_length=16)],
    ) -> Response[bytes]:
        """A room's game picture by picture as it stands, for those who may see it."""
        # Written down now: it goes on while a thread looks at it.
        document = records.dumps(records.record(watched(hub, me, room, caller(request))))
        return await desk.do(request, lambda: _replayed(document.encode()))

    @get("/games/{game:str}/demo")
    async def demo(
        self, request: Anybody, desk: NamedDependency[Desk], game: GameId
    ) -> Response[bytes]:
        """A short game of two bots, picture by picture."""
        name = registry.registered_game(game).id
        return await desk.look_up(request, lambda: _demo(name))

    @get("/games/{game:str}/rules.html")
    async def rules(
        self, request: Anybody, desk: NamedDependency[Desk], game: GameId
    ) -> Response[bytes]:
        """The rules of a game as HTML, with the places of diagrams."""
        name = registry.registered_game(game).id
        return await desk.look_up(request, lambda: _page(name))


def _replayed(document: bytes) -> Replay:
    budget = Budget()
    match = records.replay(read_record(document, FRAMES), each=budget.check)
    return positions.replay(match, budget)


def _checked(document: bytes) -> Checked:
    """What a document says, or InvalidRecord."""
    given = read_record(document)
    outcome = records.replay(given, each=Budget().check).outcome
    return Checked(
        given.game,
        given.ruleset,
        len(given.moves),
        outcome.winner if outcome else None,
        outcome.reason if outcome else None,
        given.hash,
    )


def _written(work: Callable[[], Any], packed: bool) -> Response[bytes]:
    return _sent(*_forms(work()), packed, {})


def _forms(told: Any) -> tuple[bytes, bytes]:
    """An answer as it is written, and packed if that is worth it."""
    plain = msgspec.json.encode(told)
    return plain, gzip.compress(plain, 5, mtime=0) if len(plain) > SMALL else b""


@lru_cache(maxsize=64)
def _demo(game: str) -> tuple[bytes, bytes]:
    return _forms(positions.demo(game))


@lru_cache(maxsize=64)
def _page(game: str) -> tuple[bytes, bytes]:
    from ludarium.server.http import rules_html  # noqa: PLC0415  Markdown is for those who ask for it

    return _forms(rules_html.page(registry.registered_game(game)))


def _sent(plain: bytes, small: bytes, packed: bool, more: dict[str, str]) -> Response[bytes]:
    headers = {"Vary": "Accept-Encoding", **more}
    if packed and small:
        headers["Content-Encoding"] = "gzip"
    body = small if packed and small else plain
    return Response(body, media_type=MediaType.JSON, headers=headers)
