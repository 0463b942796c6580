"""The HTTP interface: games, records, results, tokens and health, described by OpenAPI."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta, Struct
from sqlalchemy.exc import SQLAlchemyError

from ludarium import mode
from ludarium.agents.levels import LEVELS
from ludarium.core import record as records
from ludarium.core import registry
from ludarium.core.errors import InvalidRecord, LudariumError, UnknownGame
from ludarium.core.options import Option
from ludarium.server import codes, results
from ludarium.server.hub import Hub
from ludarium.server.identity import COOKIE, TOKENS, Identity, cookie
from ludarium.server.wording import NAME, clean

DOCUMENT = 512 * 1024  # bytes of a record
MOVES = 5000  # of one: more than any game has, and soon replayed

TheHub = NamedDependency[Hub]
Visitor = NamedDependency[Identity | None]
GameId = Annotated[str, PathParameter(max_length=64)]


class GameInfo(Struct):
    """A game and what can be chosen for it."""

    id: str
    title: str
    summary: str
    rules_version: int
    seats: tuple[int, ...]
    seat_names: tuple[str, ...]
    rulesets: list[str]
    options: dict[str, Option]
    levels: tuple[str, ...] = LEVELS


class Health(Struct):
    """How the server is."""

    status: str
    rooms: int
    connections: int
    waiting: int
    engine: str


class Me(Struct):
    """Who you are to the server."""

    member: str
    name: str


class Checked(Struct):
    """What a record says, after every move of it was checked."""

    game: str
    ruleset: str
    moves: int
    winner: int | None
    reason: str | None
    hash: str


class NewToken(Struct, forbid_unknown_fields=True):
    """A program that is to have a token."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class Token(Struct, omit_defaults=True):
    """A program with a token; `token` is told once, when it is made."""

    member: str
    name: str
    token: str = ""


class Sat(Struct):
    """Who sat in a seat; of a bot `player` is its level."""

    player: str
    name: str
    kind: str


class Found(Struct):
    """A result; `id` is for its record."""

    id: str
    at: float
    game: str
    ruleset: str
    mode: str
    bots: bool
    winner: int | None
    reason: str
    moves: int
    seats: list[Sat]


class Ranked(Struct):
    """A place of a leaderboard; `score` is what the rating surely is."""

    player: str
    name: str
    kind: str
    mu: float
    sigma: float
    games: int
    wins: int
    score: float


class Api(Controller):
    """Everything under /api."""

    path = "/api"

    @get("/health", sync_to_thread=True)
    def health(self, hub: TheHub) -> Response[Health]:
        """Whether the server works: 503 while it loads or cannot reach its database."""
        status = "ok" if hub.ready.is_set() else "loading"
        try:
            hub.store.check()
        except SQLAlchemyError:
            status = "no_database"
        if hub.outbox.failing:
            status = "no_database"
        engine = "compiled" if mode.compiled() else "interpreted"
        waiting = len(hub.pool.queue)
        told = Health(status, len(hub.site.rooms), len(hub.connections), waiting, engine)
        return Response(told, status_code=200 if status == "ok" else 503)

    @get("/games", sync_to_thread=True)
    def games(self) -> list[GameInfo]:
        """Every game with its rulesets and options."""
        return [info(name) for name in registry.games()]

    @get("/games/{game:str}/rules", media_type=MediaType.TEXT, sync_to_thread=True)
    def rules(self, game: GameId) -> str:
        """The rules of a game in Markdown."""
        return registry.registered(game).rules()

    @get("/games/{game:str}/leaderboard", sync_to_thread=True)
    def leaderboard(self, hub: TheHub, game: GameId) -> list[Ranked]:
        """The best of a game, people and bots."""
        registry.registered(game)
        return msgspec.convert(results.leaderboard(hub.store, game), list[Ranked])

    @get("/results", sync_to_thread=True)
    def results(
        self,
        hub: TheHub,
        game: Annotated[str | None, QueryParameter(max_length=64)] = None,
        player: Annotated[str | None, QueryParameter(max_length=40)] = None,
        bots: Annotated[bool | None, QueryParameter()] = None,
        reason: Annotated[str | None, QueryParameter(max_length=40)] = None,
        before: Annotated[float | None, QueryParameter()] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=results.MOST)] = 20,
    ) -> list[Found]:
        """Finished public games, newest first; `before` is the time of the last one seen."""
        query = results.Query(game, player, bots, reason, before, limit)
        return [found(row) for row in results.find(hub.store, query)]

    @get("/records/{result:str}", media_type=MediaType.JSON, sync_to_thread=True)
    def record(
        self, hub: TheHub, me: Visitor, result: Annotated[str, PathParameter(max_length=40)]
    ) -> Response[bytes]:
        """The record of a finished game, by the id of its result."""
        room, dash, number = result.partition("-")
        try:
            key = (int(room, 16), int(number)) if dash else (-1, 0)
        except ValueError:
            key = (-1, 0)
        written = None
        if 0 <= key[0] < 1 << 63 and 0 <= key[1] < 1 << 31:
            written = results.record(hub.store, *key, me.id if me else "")
        if written is None:
            raise HTTPException(status_code=404, detail="There is no such record.")
        return _download(written, f"{result}.json")

    @get("/rooms/{room:str}/record", media_type=MediaType.JSON)
    async def running(
        self, hub: TheHub, me: Visitor, room: Annotated[str, PathParameter(max_length=16)]
    ) -> Response[bytes]:
        """The record of a room's game as it stands, for those who may see it."""
        found = hub.site.rooms.get(codes.read(room))
        if found is None or found.state.table is None:
            raise HTTPException(status_code=404, detail="There is no such game.")
        state = found.state
        member = me.id if me else ""
        if not (state.watchable or state.seats_of(member) or member == state.host):
            raise HTTPException(status_code=403, detail="This game is not open to spectators.")
        assert state.table is not None
        return _download(records.dumps(records.record(state.table.match)), f"{state.code}.json")

    @post("/records/check", status_code=200)
    async def check(self, request: Request[Any, Any, Any]) -> Checked:
        """Replay the record that the body is, and say what it holds; 422 if it is wrong."""
        document = await request.body()
        return await asyncio.to_thread(checked, document)

    @get("/me", sync_to_thread=True)
    def who(self, hub: TheHub, me: Visitor) -> Response[Me]:
        """Who you are; somebody new gets a cookie."""
        if me is not None:
            return Response(Me(me.id, me.name))
        fresh = hub.identities.fresh()
        made = hub.identities.read(fresh)
        assert made is not None
        headers = {"Set-Cookie": cookie(fresh, hub.settings.secure)}
        return Response(Me(made.id, made.name), headers=headers)

    @get("/tokens", sync_to_thread=True)
    def tokens(self, hub: TheHub, me: Visitor) -> list[Token]:
        """The programs that have tokens of yours."""
        rows = hub.store.tokens_of(known(me).id)
        return [Token(row["member"], row["name"]) for row in rows]

    @post("/tokens", sync_to_thread=True)
    def make_token(self, hub: TheHub, me: Visitor, data: JSONBody[NewToken]) -> Token:
        """A token for a program of yours."""
        owner = known(me).id
        if len(hub.store.tokens_of(owner)) >= TOKENS:
            raise HTTPException(status_code=409, detail=f"You have {TOKENS} tokens already.")
        name = clean(data.name, NAME)
        token, member, put = hub.identities.make(owner, name, hub.now())
        hub.store.write([put])
        return Token(member, name, token)

    @delete("/tokens/{member:str}", sync_to_thread=True)
    def revoke_token(
        self, hub: TheHub, me: Visitor, member: Annotated[str, PathParameter(max_length=40)]
    ) -> None:
        """Make a token worthless."""
        if not hub.store.revoke(known(me).id, member):
            raise HTTPException(status_code=404, detail="You have no such token.")


def info(name: str) -> GameInfo:
    """A game as it is told."""
    game = registry.registered(name)
    return GameInfo(
        game.id,
        game.title,
        game.summary,
        game.rules_version,
        game.seat_counts,
        game.seat_names,
        game.ruleset_names(),
        dict(game.options),
    )


def found(row: dict[str, Any]) -> Found:
    """A result as it is told."""
    return msgspec.convert({**row, "id": f"{row['room']:x}-{row['number']}"}, Found)


def checked(document: bytes) -> Checked:
    """What a document says, or InvalidRecord."""
    if len(document) > DOCUMENT:
        raise InvalidRecord("too_large", "The record is too large.")
    given = records.loads(document)
    if len(given.moves) > MOVES:
        raise InvalidRecord("too_long", f"The record has more than {MOVES} moves.")
    outcome = records.replay(given).outcome
    return Checked(
        given.game,
        given.ruleset,
        len(given.moves),
        outcome.winner if outcome else None,
        outcome.reason if outcome else None,
        given.hash,
    )


def known(me: Identity | None) -> Identity:
    """Who asks, if he has a cookie of ours."""
    if me is None:
        raise HTTPException(status_code=401, detail="Get /api/me first, and send its cookie.")
    return me


def _download(document: str, name: str) -> Response[bytes]:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(document.encode(), media_type=MediaType.JSON, headers=headers)


def refused(_request: Request[Any, Any, Any], error: LudariumError) -> Response[dict[str, str]]:
    """An error meant for the user, with its code."""
    status = 404 if isinstance(error, UnknownGame) else 422
    return Response({"code": error.code, "message": error.message}, status_code=status)


async def provide_me(request: Request[Any, Any, Any], hub: TheHub) -> Identity | None:
    """Who asks by the cookie, None if nobody whom we know."""
    token = request.cookies.get(COOKIE, "")
    return await asyncio.to_thread(hub.identities.read, token) if token else None
