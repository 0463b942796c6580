"""HTTP API: games, records, results, tokens and health, described by OpenAPI."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy.exc import SQLAlchemyError

from ludarium import mode
from ludarium.agents.level_ratings import level_ratings
from ludarium.agents.levels import MARKS, find_mark
from ludarium.core import record as records
from ludarium.core import registry
from ludarium.core.errors import IllegalMove, InvalidRecord, LudariumError, UnknownGame
from ludarium.core.match import OUTSIDE_REASONS, Match
from ludarium.server.http import learning
from ludarium.server.http.request_cost import (
    NO_COST,
    QUERY_COST,
    REPLAY_COST,
    WRITE_COST,
    request_address,
)
from ludarium.server.http.schemas import (
    Found,
    GameInfo,
    Health,
    Me,
    NewToken,
    ProgramToken,
    Ranked,
)
from ludarium.server.protocol.client_messages import PRINTABLE
from ludarium.server.protocol.member_names import checked_name
from ludarium.server.rooms.membership import Access
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import (
    COOKIE,
    TOKENS_PER_MEMBER_LIMIT,
    Identity,
    new_cookie,
)
from ludarium.server.site import room_codes
from ludarium.server.storage import results

MAX_RECORD_BYTES = 512 * 1024  # the largest body of a request
MAX_RECORD_MOVES = 5000  # more than any game has, and quickly replayed
# Status of errors that have another cause than the request; all others are 422.
STATUS_BY_CODE = {"too_often": 429, "too_many_analyses": 429, "overloaded": 503, "lease_lost": 503}
STATUS_BY_CODE |= {"banned": 403, "muted": 403}

TheHub = NamedDependency[Hub]
Visitor = NamedDependency[Identity | None]
GameId = Annotated[str, PathParameter(max_length=64)]


def describe_answer(kind: type) -> dict[int, ResponseSpec]:
    """The OpenAPI description of a document that a route encodes by itself."""
    return {200: ResponseSpec(kind, generate_examples=False)}


class Api(Controller):
    """Routes under /api about games, results and members."""

    path = "/api"

    @get("/health", opt=NO_COST)
    async def get_health(self, hub: TheHub) -> Response[Health]:
        """Whether the server works: 503 while it loads or cannot write to its database."""
        status = "ok" if hub.ready.is_set() else "loading"
        if hub.outbox.stalled or not await hub.probe.can_write():
            status = "no_database"
        if hub.router is not None and hub.router.suspended:
            status = "no_bus"
        engine = "compiled" if mode.compiled() else "interpreted"
        waiting = len(hub.pool.queue)
        rooms, connections = hub.site.room_count, len(hub.connections)
        told = Health(status, rooms, connections, waiting, engine, hub.pool.site_job_count)
        return Response(told, status_code=200 if status == "ok" else 503)

    @get("/games", sync_to_thread=True)
    def list_games(self) -> list[GameInfo]:
        """Every game with its rulesets and options."""
        return [game_info(name) for name in registry.games()]

    @get("/games/{game:str}/rules", media_type=MediaType.TEXT, sync_to_thread=True)
    def get_rules(self, game: GameId) -> str:
        """The rules of a game in Markdown."""
        return registry.registered_game(game).rules()

    @get("/games/{game:str}/leaderboard", opt=QUERY_COST, sync_to_thread=True)
    def get_leaderboard(self, hub: TheHub, game: GameId) -> list[Ranked]:
        """The players of a game by rating; provisional ratings after the established ones."""
        registry.registered_game(game)
        return msgspec.convert(results.find_leaderboard(hub.store, game), list[Ranked])

    @get("/results", opt=QUERY_COST, sync_to_thread=True)
    def list_results(
        self,
        hub: TheHub,
        game: Annotated[str | None, QueryParameter(max_length=64, pattern=PRINTABLE)] = None,
        player: Annotated[str | None, QueryParameter(max_length=40, pattern=PRINTABLE)] = None,
        bots: Annotated[bool | None, QueryParameter()] = None,
        reason: Annotated[str | None, QueryParameter(max_length=40, pattern=PRINTABLE)] = None,
        before: Annotated[float | None, QueryParameter()] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=results.MAX_LISTED_ROWS)] = 20,
    ) -> list[Found]:
        """Finished public games, newest first; `before` is the time of the last one seen."""
        query = results.ResultQuery(game, player, bots, reason, before, limit)
        return [result_info(row) for row in results.find_results(hub.store, query)]

    @get("/records/{result:str}", opt=QUERY_COST, media_type=MediaType.JSON, sync_to_thread=True)
    def get_record(
        self, hub: TheHub, me: Visitor, result: Annotated[str, PathParameter(max_length=40)]
    ) -> Response[bytes]:
        """The record of a finished game, by the id of its result."""
        return _download_response(record_of_result(hub, me, result), f"{result}.json")

    @get("/rooms/{room:str}/record", opt=REPLAY_COST, media_type=MediaType.JSON)
    async def get_room_record(
        self,
        request: Request[Any, Any, Any],
        hub: TheHub,
        me: Visitor,
        room: Annotated[str, PathParameter(max_length=16)],
    ) -> Response[bytes]:
        """The record of a room's current game, for a visitor who may see it."""
        match = visible_match(hub, me, room, request_address(request))
        name = f"{room_codes.parse_code(room)}.json"
        return _download_response(records.dumps(records.record(match)), name)

    @get("/me", sync_to_thread=True)
    def get_me(self, hub: TheHub, me: Visitor) -> Response[Me]:
        """Who you are; a new visitor gets a cookie."""
        if me is not None:
            return Response(Me(me.id, me.name))
        token, cookie = new_cookie(hub.identities, hub.settings.secure)
        made = hub.identities.read_token(token)
        assert made is not None
        return Response(Me(made.id, made.name), headers={"Set-Cookie": cookie})

    @get("/tokens", opt=QUERY_COST, sync_to_thread=True)
    def list_tokens(self, hub: TheHub, me: Visitor) -> list[ProgramToken]:
        """Your programs with tokens."""
        rows = hub.store.tokens_of(require_identity(me).id)
        return [ProgramToken(row["member"], row["name"]) for row in rows]

    @post("/tokens", opt=WRITE_COST, sync_to_thread=True)
    def make_token(
        self, request: Request[Any, Any, Any], hub: TheHub, me: Visitor, data: JSONBody[NewToken]
    ) -> ProgramToken:
        """Make a token for a program of yours."""
        owner = require_identity(me).id
        if len(hub.store.tokens_of(owner)) >= TOKENS_PER_MEMBER_LIMIT:
            raise HTTPException(
                status_code=409, detail=f"You have {TOKENS_PER_MEMBER_LIMIT} tokens already."
            )
        hub.moderation.check_text(require_identity(me), request_address(request))
        name = checked_name(data.name)
        token, member, put = hub.identities.new_program(owner, name, hub.now())
        hub.store.commit_writes([put])
        return ProgramToken(member, name, token)

    @delete("/tokens/{member:str}", opt=WRITE_COST, sync_to_thread=True)
    def revoke_token(
        self,
        hub: TheHub,
        me: Visitor,
        member: Annotated[str, PathParameter(max_length=40, pattern=PRINTABLE)],
    ) -> None:
        """Revoke a token."""
        if not hub.store.revoke_token(require_identity(me).id, member):
            raise HTTPException(status_code=404, detail="You have no such token.")


def game_info(name: str) -> GameInfo:
    """A game with its rulesets and options."""
    game = registry.registered_game(name)
    lessons, puzzles = learning.find_lessons(name), learning.find_puzzles(name)
    return GameInfo(
        game.id,
        game.title,
        game.summary,
        game.rules_version,
        game.seat_counts,
        game.seat_names,
        game.ruleset_names(),
        game.rated_rulesets,
        {name: dict(game.rulesets.get(name, {})) for name in game.ruleset_names()},
        dict(game.ruleset_notes),
        dict(game.options),
        {**OUTSIDE_REASONS, **game.reasons},
        game.theme,
        pieces=dict(game.piece_names),
        ruleset_warnings=dict(game.ruleset_warnings),
        suggested_move_s=game.suggested_move_s,
        lessons=len(lessons.lessons) if lessons else 0,
        puzzles=len(puzzles.puzzles) if puzzles else 0,
        marks={mark: find_mark(game.id, mark) for mark in MARKS},
        ratings=level_ratings(game.id),
    )


def result_fields(row: dict[str, Any]) -> dict[str, Any]:
    """A stored result with the id of its record."""
    return {**row, "id": f"{row['room']:x}-{row['number']}"}


def result_info(row: dict[str, Any]) -> Found:
    """The same for all visitors."""
    return msgspec.convert(result_fields(row), Found)


def result_key(result: str) -> tuple[int, int] | None:
    """The room and the number of a result's id, None if it is no id."""
    room, dash, number = result.partition("-")
    try:
        key = (int(room, 16), int(number)) if dash else (-1, 0)
    except ValueError:
        return None
    return key if 0 <= key[0] < 1 << 63 and 0 <= key[1] < 1 << 31 else None


def stored_record(hub: Hub, me: Identity | None, result: str) -> results.StoredRecord:
    """The record of a finished game, if the visitor may have it; else 404."""
    key = result_key(result)
    found = results.find_stored_record(hub.store, *key, me.id if me else "") if key else None
    if found is None:
        raise HTTPException(status_code=404, detail="There is no such record.")
    return found


def record_of_result(hub: Hub, me: Identity | None, result: str) -> str:
    """The same, only the document."""
    return stored_record(hub, me, result).document


def visible_match(hub: Hub, me: Identity | None, room: str, address: str) -> Match:
    """The match of a room's game for a visitor who may see it.

    Any other visitor gets the same 404 whether the room exists or not, and spends a guess.
    """
    found = hub.find_room(room_codes.parse_code(room))
    table = found.state.table if found else None
    how = found.access_of(me.id if me else "", "person") if found else Access.NONE
    if table is None and how is not Access.INSIDE:
        how = Access.NONE
    hub.spend_guess(address, how)
    if table is None or how is Access.NONE:
        raise HTTPException(status_code=404, detail="There is no such game.")
    return table.match


def finished_key(hub: Hub, room: str) -> tuple[int, int] | None:
    """The key of the result of a room's game, None while it is not over."""
    code = room_codes.parse_code(room)
    found = hub.find_room(code)
    table = found.state.table if found else None
    if table is None or table.match.outcome is None or code not in hub.archive.keys:
        return None
    return hub.archive.keys[code], table.number


def read_record(document: bytes, most: int = MAX_RECORD_MOVES) -> records.Record:
    """Parse a record; InvalidRecord if it is too long to be replayed quickly."""
    if len(document) > MAX_RECORD_BYTES:
        raise InvalidRecord("too_large", "The record is too large.")
    given = records.loads(document)
    if len(given.moves) > most:
        raise InvalidRecord("too_long", f"The record has more than {most} moves.")
    return given


def require_identity(me: Identity | None) -> Identity:
    """The visitor's identity; 401 without a valid cookie."""
    if me is None:
        raise HTTPException(status_code=401, detail="Get /api/me first, and send its cookie.")
    return me


def _download_response(document: str, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(document.encode(), media_type=MediaType.JSON, headers=headers)


def refusal_response(
    request: Request[Any, Any, Any], error: LudariumError
) -> Response[dict[str, str]]:
    """The response to an error of the request, with its code."""
    request.app.state.metrics.count_refusal(error.code)
    status = 404 if isinstance(error, UnknownGame) else STATUS_BY_CODE.get(error.code, 422)
    told = {"code": error.code, "message": error.message}
    if isinstance(error, IllegalMove):
        told["rule"] = error.rule
    return Response(told, status_code=status)


def http_error_response(
    _request: Request[Any, Any, Any], error: HTTPException
) -> Response[dict[str, str]]:
    """The response to an HTTP error, in the same form."""
    codes_of = {404: "not_found", 405: "not_found", 413: "too_large", 400: "not_a_request"}
    code = codes_of.get(error.status_code, "refused")
    told = {"code": code, "message": error.detail}
    return Response(told, status_code=error.status_code, headers=error.headers)


def database_error_response(
    _request: Request[Any, Any, Any], _error: SQLAlchemyError
) -> Response[dict[str, str]]:
    """The response to a failed query or commit: nothing was changed."""
    told = {"code": "no_database", "message": "The database is away; try again."}
    return Response(told, status_code=503)


async def provide_me(request: Request[Any, Any, Any], hub: TheHub) -> Identity | None:
    """The visitor's identity by the cookie, None without a valid one."""
    token = request.cookies.get(COOKIE, "")
    return await asyncio.to_thread(hub.identities.read_token, token) if token else None
