"""Moderation: follows the acts of operators, and enforces mutes and bans.

An operator's command writes to the database, and every server reads it there: a command needs no
port of the server, and in a cluster it reaches all nodes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection as SqlConnection
from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.protocol.codec import (
    ClientMessage,
    Create,
    Envelope,
    Post,
    Refusal,
    Rename,
    Say,
    Share,
    encoder,
    refusal_of,
)
from ludarium.server.protocol.errors import Refused
from ludarium.server.rooms.room import Room
from ludarium.server.runtime.connection import (
    CLOSE_BANNED,
    CLOSE_RESTART,
    Connection,
    frame_text,
)
from ludarium.server.runtime.identity import Identity
from ludarium.server.runtime.outbox import Batch
from ludarium.server.runtime.sanction_list import SanctionList
from ludarium.server.storage.admin_acts import (
    DONE,
    WAITING,
    AdminAct,
    acts_to_follow,
    append_act,
    last_act_number,
    run_acts,
    settle_act,
)
from ludarium.server.storage.member_export import programs_of
from ludarium.server.storage.sanctions import Sanction, SanctionKind, put_sanction, read_sanctions

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)
T = TypeVar("T")
STOP_READING_S = 2.0  # a server that stops waits this long for a read
FOLLOW_ACTS_S = 1.0  # between two looks at the acts of operators


class Moderation:
    """The sanctions of this moment, and the last act that this server has followed."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._engine = hub.store.engine
        self._last = last_act_number(self._engine)
        self._sanctions = SanctionList(read_sanctions(self._engine))
        self._reading: asyncio.Future[Any] | None = None
        self._ordered: set[int] = set()  # acts whose outcome is on its way to the store
        self._actions: dict[str, Callable[[AdminAct], None]] = {
            "mute": lambda _: None,  # the sanctions were read before
            "ban": self._enforce_ban,
            "hide": self._hide_notice,
            "hide-line": self._hide_line,
            "close": self._close_room,
            "delete": self._forget_member,
        }

    # Checks.

    @property
    def has_sanctions(self) -> bool:
        """Whether any member or address is muted or banned."""
        return bool(self._sanctions)

    def check_message(self, connection: Connection, message: ClientMessage) -> None:
        """Refuse texts for others from a muted member; another node has checked its own tabs."""
        if connection.remote or not _is_text(message):
            return
        members = (connection.member.id,)
        self._check("mute", members, connection.address)

    def check_text(self, identity: Identity, address: str) -> None:
        """Refuse a request over HTTP that others can read, from a muted member."""
        self._check("mute", (identity.id,), address)

    def check_banned(self, identity: Identity | None, address: str) -> None:
        """Refuse a request over HTTP from a banned member or address."""
        self._check("ban", (identity.id,) if identity else (), address)

    def ban_of(self, connection: Connection) -> Refusal | None:
        """The refusal for a tab of a banned member or address."""
        member, owner = connection.member.id, connection.owner
        found = self._sanctions.find("ban", self.hub.now(), (member, owner), connection.address)
        return refusal_of(found.refusal()) if found else None

    def _check(self, kind: SanctionKind, members: tuple[str, ...], address: str) -> None:
        found = self._sanctions.find(kind, self.hub.now(), members, address)
        if found is not None:
            raise found.refusal()

    # Acts of operators.

    async def follow_acts(self) -> None:
        """Carry out the acts of operators, as they are stored."""
        await self.hub.ready.wait()
        while True:
            await asyncio.sleep(FOLLOW_ACTS_S)
            try:
                await self.follow_once()
            except SQLAlchemyError:
                log.warning("the acts of operators cannot be read now; it is tried again")
            except Exception:
                log.exception("an act of an operator could not be followed")

    async def stop(self) -> None:
        """Wait for the database: a connection that is in use cannot be closed."""
        if self._reading is not None:
            await asyncio.wait({self._reading}, timeout=STOP_READING_S)

    def _in_thread(self, work: Callable[..., T], *given: Any) -> asyncio.Future[T]:
        found = asyncio.get_running_loop().run_in_executor(None, work, *given)
        self._reading = found
        return asyncio.shield(found)

    async def follow_once(self) -> None:
        """Carry out the acts that are new, or that wait for this server."""
        acts = await self._in_thread(acts_to_follow, self._engine, self._last)
        fresh = [act for act in acts if act.number > self._last]
        if fresh:
            await self._in_thread(self._reload)
            log.info("acts of operators are followed", extra={"acts": len(fresh)})
            self._last = fresh[-1].number
        for act in acts:
            if act.number not in self._ordered and act.action in self._actions:
                await self._follow(act)

    async def _follow(self, act: AdminAct) -> None:
        try:
            if act.action == "ban" and act.details.get("addresses"):
                tabs = (one for one in self._own_tabs() if act.subject in _members_of(one))
                addresses = {one.address for one in tabs}
                await self._in_thread(self._ban_addresses, act, addresses)
            if act.action == "ban":
                programs = await self._in_thread(programs_of, self._engine, act.subject)
                self._remove_from_rooms({act.subject, *programs})
            self._actions[act.action](act)
        except SQLAlchemyError:
            raise
        except Exception:
            log.exception("an act of an operator failed", extra={"act": act.number})

    def _remove_from_rooms(self, members: set[str]) -> None:
        """Let the banned leave the rooms of this server, and lose their games."""
        for room in list(self.hub.site.rooms.values()):
            for member in members & {room.state.host, *room.state.people()}:
                self._remove_from_room(room, member)

    def _remove_from_room(self, room: Room, member: str) -> None:
        hub, now = self.hub, self.hub.now()
        code = room.state.code
        hub.deliver(hub.site.act_in_room(code, lambda one: one.remove_banned(member, now), now))

    def clear_room(self, code: str) -> None:
        """Remove the banned from a room that was restored: the ban is maybe older than that."""
        room = self.hub.site.find_room(code)
        if room is None or not self._sanctions:
            return
        for member in {room.state.host, *room.state.people()}:
            if self._sanctions.find("ban", self.hub.now(), (member,), ""):
                self._remove_from_room(room, member)

    def _reload(self) -> None:
        self._sanctions = SanctionList(read_sanctions(self._engine))
        self.hub.identities.load_keys()

    def _enforce_ban(self, act: AdminAct) -> None:
        """Close the tabs of the banned."""
        for connection in self._own_tabs():
            told = self.ban_of(connection)
            if told is not None:
                self.hub.metrics.count_refusal(told.code)
                connection.send_frame(frame_text(encoder.encode(told)))
                connection.close(CLOSE_BANNED)

    def _ban_addresses(self, act: AdminAct, addresses: set[str]) -> None:
        """Ban the addresses of a banned member too, as acts of the same operator."""
        until, reason = act.details.get("until"), act.details.get("reason", "")

        def store(connection: SqlConnection) -> None:
            for address in sorted(addresses):
                ban = Sanction("ban", address, until, reason, act.at, act.operator)
                put_sanction(connection, ban)
                found = {"with": act.subject, "until": until, "reason": reason}
                append_act(connection, act.operator, "ban", address, found)

        if addresses:
            run_acts(self._engine, store)

    def _hide_notice(self, act: AdminAct) -> None:
        self.hub.deliver(self.hub.site.hide_notice(int(act.details["number"])))

    def _forget_member(self, act: AdminAct) -> None:
        """A member's data are deleted: its tabs connect again, under the name of a guest.

        Rooms in memory still know the member, so they are read again from the store.
        """
        hub = self.hub
        for number in act.details.get("notices", ()):
            hub.deliver(hub.site.hide_notice(number))
        hub.identities.forget_name(act.subject)
        changed = set(act.details.get("open_rooms", ()))
        for code in [code for code, key in hub.archive.keys.items() if key in changed]:
            hub.rollback.reload_room(code)
        for connection in self._own_tabs():
            if act.subject in _members_of(connection):
                connection.close(CLOSE_RESTART)

    def _close_room(self, act: AdminAct) -> None:
        reason = str(act.details.get("reason", ""))
        self._act_in_room(act, lambda room: room.close_by_operator(reason, self.hub.now()))

    def _hide_line(self, act: AdminAct) -> None:
        number = int(act.details["number"])
        self._act_in_room(act, lambda room: room.hide_line(number, self.hub.now()))

    def _act_in_room(self, act: AdminAct, change: Callable[[Room], list[Envelope]]) -> None:
        """Change a room of this server; a room of another node is that node's business."""
        hub, code = self.hub, act.subject
        if act.state != WAITING:
            return
        try:
            if hub.router is not None and (hub.router.suspended or hub.router.find_owner(code)):
                return
        except Refused:
            return  # its owner is about to change
        hub.restore_room(code)
        here = hub.site.find_room(code) is not None
        if here:
            hub.deliver(hub.site.act_in_room(code, change, hub.now()))
        self._settle(act, DONE if here else "no_such_room")

    def _settle(self, act: AdminAct, state: str) -> None:
        """Store the outcome, after what the act has changed."""
        self._ordered.add(act.number)

        def again() -> None:
            self._ordered.discard(act.number)

        writes = [settle_act(act.number, state)]
        self.hub.outbox.enqueue(Batch(list(writes), lambda: None, again, frozenset({act.subject})))

    def _own_tabs(self) -> list[Connection]:
        return [one for one in self.hub.connections.values() if not one.remote]


def _members_of(connection: Connection) -> tuple[str, str]:
    return connection.member.id, connection.owner


def _is_text(message: ClientMessage) -> bool:
    """Whether a message has a text that others read."""
    if isinstance(message, Create):
        return bool(message.setup.label)
    return isinstance(message, Say | Post | Rename) or bool(
        isinstance(message, Share) and message.label
    )
