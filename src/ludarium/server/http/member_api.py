"""HTTP API for members: my games, profiles, the key to another browser, export and deletion."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import msgspec
from litestar import Controller, MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.params import JSONBody, PathParameter, QueryParameter
from sqlalchemy import Connection

from ludarium.server.http.api import TheHub, Visitor, require_identity, result_fields
from ludarium.server.http.member_schemas import (
    Deletion,
    DeletionRequest,
    IdentityKey,
    KeyEntry,
    MyGame,
    MySummary,
    OpponentTally,
    PlayerProfile,
    RatedGame,
)
from ludarium.server.http.positions_api import AnyRequest
from ludarium.server.http.request_cost import (
    MEMBER_DATA_COST,
    QUERY_COST,
    WRITE_COST,
    request_address,
)
from ludarium.server.http.schemas import Me
from ludarium.server.limits.rate_limit import RateLimiter
from ludarium.server.protocol.client_messages import PRINTABLE
from ludarium.server.protocol.errors import Refused
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import (
    COOKIE,
    Identity,
    browser_digest,
    cookie_header,
    new_cookie,
)
from ludarium.server.storage import identity_keys, member_games
from ludarium.server.storage.admin_acts import append_act, run_acts
from ludarium.server.storage.member_deletion import (
    MemberDeletion,
    deletion_details,
    plan_deletion,
)
from ludarium.server.storage.member_export import programs_of, read_member

KEY_GUESSES = 10  # wrong keys of an address in KEY_GUESS_WINDOW_S
KEY_GUESS_WINDOW_S = 900.0
TOO_MANY_KEYS = "Too many wrong keys; try again in a quarter of an hour."
OPEN_PHASES = ("open", "playing")
MAX_NAMED_ROOMS = 5  # in a refusal
BY_MEMBER = "the member"  # stands for the operator in the audit log
Word = Annotated[str | None, QueryParameter(max_length=64, pattern=PRINTABLE)]


class MemberDataLimits:
    """One export or deletion at a time, because both read all events; and a few wrong keys."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.key_guesses = RateLimiter(KEY_GUESSES, KEY_GUESS_WINDOW_S, TOO_MANY_KEYS)


MemberData = NamedDependency[MemberDataLimits]


class MemberApi(Controller):
    """Routes under /api about the visitor and other players."""

    path = "/api"

    @get("/me/games", opt=QUERY_COST, sync_to_thread=True)
    def list_my_games(
        self,
        hub: TheHub,
        me: Visitor,
        game: Word = None,
        outcome: Annotated[member_games.GameOutcome | None, QueryParameter()] = None,
        opponent: Annotated[member_games.OpponentKind | None, QueryParameter()] = None,
        level: Word = None,
        rated: Annotated[bool | None, QueryParameter()] = None,
        before: Annotated[float | None, QueryParameter()] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 20,
    ) -> list[MyGame]:
        """Your finished games, also private ones, newest first."""
        member = require_identity(me).id
        query = member_games.MemberQuery(game, outcome, opponent, level, rated, before, limit)
        return [
            msgspec.convert({**result_fields(row), "yours": _seats_of(row, member)}, MyGame)
            for row in member_games.find_member_games(hub.store, member, query)
        ]

    @get("/me/summary", opt=QUERY_COST, sync_to_thread=True)
    def get_my_summary(self, hub: TheHub, me: Visitor) -> MySummary:
        """Your results by opponent, your key and your linked browsers."""
        member = require_identity(me).id
        return MySummary(
            msgspec.convert(member_games.find_tallies(hub.store, member), list[OpponentTally]),
            identity_keys.key_made_at(hub.store, member),
            identity_keys.linked_times(hub.store, member),
        )

    @get("/players/{player:str}", opt=QUERY_COST, sync_to_thread=True)
    def get_profile(
        self,
        hub: TheHub,
        player: Annotated[str, PathParameter(max_length=40, pattern=PRINTABLE)],
    ) -> PlayerProfile:
        """The public profile of a player: name and ratings."""
        found = member_games.find_profile(hub.store, player)
        if found is None:
            raise HTTPException(status_code=404, detail="There is no such player.")
        rated = msgspec.convert(found.ratings, list[RatedGame])
        return PlayerProfile(found.player, found.name, found.kind, rated)

    @post("/me/key", opt=WRITE_COST, sync_to_thread=True)
    def make_key(self, hub: TheHub, me: Visitor) -> IdentityKey:
        """Make a key to your identity; the one before it ends."""
        made = identity_keys.make_key(hub.store, require_identity(me).id, hub.now())
        hub.store.commit_writes([made.write])
        return IdentityKey(made.words)

    @delete("/me/key", opt=WRITE_COST, sync_to_thread=True)
    def revoke_key(self, hub: TheHub, me: Visitor) -> None:
        """Revoke your key; browsers that used it stay linked."""
        hub.store.commit_writes([identity_keys.revoke_key(require_identity(me).id)])

    @delete("/me/browsers", opt=WRITE_COST, sync_to_thread=True)
    def unlink_browsers(self, request: AnyRequest, hub: TheHub, me: Visitor) -> None:
        """Sign out every browser that came in with a key, except this one."""
        here = browser_digest(request.cookies.get(COOKIE, ""))
        hub.store.commit_writes([identity_keys.unlink_browsers(require_identity(me).id, here)])

    @post("/key", opt=WRITE_COST, status_code=200)
    async def use_key(
        self, request: AnyRequest, hub: TheHub, data: JSONBody[KeyEntry], member_data: MemberData
    ) -> Response[Me]:
        """Become the member of a key in this browser; the cookie before is replaced."""
        address, guesses = request_address(request), member_data.key_guesses
        guesses.spend_tokens(address, hub.now())
        member = await asyncio.to_thread(identity_keys.check_key, hub.store, data.words)
        if member is None:
            raise Refused("wrong_key", "No one has this key. Check every word.")
        guesses.charge_tokens(address, hub.now(), -1)  # a right key is no guess
        token = hub.identities.linked_token(member)
        link = identity_keys.link_browser(member, browser_digest(token), hub.now())
        await asyncio.to_thread(hub.store.commit_writes, [link])
        name = await asyncio.to_thread(hub.identities.name_of, member)
        headers = {"Set-Cookie": cookie_header(token, hub.settings.secure)}
        return Response(Me(member, name), headers=headers)

    @get("/me/export", opt=MEMBER_DATA_COST, media_type=MediaType.JSON)
    async def export_me(self, hub: TheHub, me: Visitor, member_data: MemberData) -> Response[bytes]:
        """Everything that the server stores about you, as one JSON document."""
        member = require_identity(me).id
        async with member_data.lock:
            found = await asyncio.to_thread(read_member, hub.store.engine, member)
        document = msgspec.json.format(msgspec.json.encode(found), indent=2)
        headers = {
            "Content-Disposition": f'attachment; filename="ludarium-{member}.json"',
            "Cache-Control": "private, no-store",
        }
        return Response(document, media_type=MediaType.JSON, headers=headers)

    @post("/me/deletion", opt={**MEMBER_DATA_COST, "for_banned": True}, status_code=200)
    async def delete_me(
        self, hub: TheHub, me: Visitor, data: JSONBody[DeletionRequest], member_data: MemberData
    ) -> Response[Deletion]:
        """Delete everything of yours; this cannot be undone. You get a new identity."""
        gone = require_identity(me)
        if data.name.strip() != gone.name:
            raise Refused("not_confirmed", "To confirm, write your name as it is shown.")
        _check_no_seat(hub, gone)
        async with member_data.lock:
            plan = await asyncio.to_thread(plan_deletion, hub.store, gone.id)
            _check_no_seat(hub, gone)
            await asyncio.to_thread(hub.store.commit_writes, [plan.write()])
            note = partial(_note_deletion, gone.id, plan)
            await asyncio.to_thread(run_acts, hub.store.engine, note)
        hub.site.withdraw_notices(set(plan.notices))
        hub.identities.forget_name(gone.id)
        _, cookie = new_cookie(hub.identities, hub.settings.secure)
        return Response(_summary(plan), headers={"Set-Cookie": cookie})


def _seats_of(row: dict[str, object], member: str) -> list[int]:
    sitters = msgspec.convert(row["seats"], list[dict[str, str]])
    return [seat for seat, sitter in enumerate(sitters) if sitter["player"] == member]


def _check_no_seat(hub: Hub, member: Identity) -> None:
    """Refused while the member or its program sits in an open room: the game must end first."""
    mine = {member.id, *programs_of(hub.store.engine, member.id)}
    held = [
        code
        for code, room in hub.site.rooms.items()
        if room.state.phase in OPEN_PHASES and any(map(room.state.seats_of, mine))
    ]
    if hub.router is not None:
        held += [code for one in mine for code in hub.router.seated_rooms(one)]
    if held:
        codes = ", ".join(sorted(held)[:MAX_NAMED_ROOMS])
        raise Refused("still_seated", f"Finish or leave your open games first: {codes}.")


def _note_deletion(member: str, plan: MemberDeletion, connection: Connection) -> None:
    """Let all nodes forget the member, as after an operator's deletion."""
    details = deletion_details(connection, plan, plan.changed_rooms())
    append_act(connection, BY_MEMBER, "delete", member, details)


def _summary(plan: MemberDeletion) -> Deletion:
    return Deletion(
        len(plan.gone_results), len(plan.records), len(plan.gone_rooms), len(plan.notices)
    )
