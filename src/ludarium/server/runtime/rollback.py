"""Rollback: after a failed commit, take its effects back and rebuild its rooms from the store."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.protocol.codec import (
    Done,
    Envelope,
    Happened,
    Named,
    NoticeChange,
    Refusal,
    To,
)
from ludarium.server.runtime.connection import CLOSE_BROKEN, Connection
from ludarium.server.runtime.outbox import Batch

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)
ROLLBACK_LIMIT = 3  # of one room; after more of them it is given up until the next start
RECALL_PAUSE_S = 1.0  # between two tries to read a room while the database is away


def keys_of(batch: list[Envelope], sender: Connection | None) -> frozenset[str]:
    """What a batch builds on: its rooms, and the receipts of the messages that it answers."""
    keys = {envelope.room for envelope in batch}
    for envelope in batch:
        if isinstance(envelope.message, Done | Refusal) and sender is not None:
            keys.add(f"{sender.member.id}/{envelope.message.id}")
        if isinstance(envelope.message, Done):
            keys.add(envelope.message.room)
    return frozenset(keys - {""})


class Rollback:
    """Gathers the lost batches of a group, then brings each of their rooms back once."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.rollbacks: Counter[str] = Counter()
        self._rooms: dict[str, None] = {}  # that lost an event, in order

    def lose(self, batch: list[Envelope], sender: Connection | None) -> None:
        """Take back what a batch did outside of rooms; its rooms are rebuilt by `run`."""
        for envelope in batch:
            self._take_back(envelope, sender)
        if sender is not None:
            sender.close(CLOSE_BROKEN)

    def _take_back(self, envelope: Envelope, sender: Connection | None) -> None:
        site, message = self.hub.site, envelope.message
        if isinstance(message, Happened):
            self._rooms[message.room] = None
            self._close_tabs(envelope.tabs)
        elif isinstance(message, Done | Refusal) and sender is not None:
            site.forget_receipt(sender.member.id, message.id)
        elif isinstance(message, NoticeChange) and envelope.to is To.FOLLOWERS:
            site.withdraw_notices({notice.number for notice in message.put})
            if self.hub.router is not None:
                self.hub.router.drop_board()
        elif isinstance(message, Named):
            site.show_name(
                message.member, self.hub.identities.name_of(message.member), self.hub.now()
            )

    def run(self) -> None:
        """Rebuild the rooms that lost something; one that cannot be stored is given up."""
        rooms, self._rooms = self._rooms, {}
        for code in rooms:
            origin = self.discard(code)
            if self.hub.router is not None:
                self.hub.router.drop_room(code)  # the next message finds its owner
                continue
            self.rollbacks[code] += 1
            if self.rollbacks[code] > ROLLBACK_LIMIT or code not in self.hub.archive.keys:
                self.give_up(code)
            else:
                self.hub.site.expect_room(code, origin)
                self.restore_room(code)

    def reload_room(self, code: str) -> None:
        """Rebuild a room whose events were changed in the store, after what waits to be stored."""
        hub = self.hub

        def rebuild() -> None:
            if any(code in batch.keys for batch in hub.outbox.waiting):
                self.reload_room(code)
            elif code in hub.site.rooms:
                hub.site.expect_room(code, self.discard(code))
                self.restore_room(code)

        hub.outbox.enqueue(Batch([], rebuild, lambda: None, frozenset({code})))

    def restore_room(self, code: str) -> None:
        """Read a room again, as soon as the database lets us."""
        try:
            self.hub.restore_room(code)
        except SQLAlchemyError:
            log.warning("a room cannot be read now; it is tried again", extra={"room": code})
            asyncio.get_running_loop().call_later(RECALL_PAUSE_S, self.restore_room, code)

    def give_up(self, code: str) -> None:
        """Forget a room; events of it that are stored stay so, and come back at the next start."""
        log.error("a room is given up", extra={"room": code})
        self.hub.site.renounce(code)
        self.hub.forget(code)

    def forget_room(self, code: str) -> None:
        """Forget how often a room was rolled back: it is closed, or given up."""
        self.rollbacks.pop(code, None)

    def discard(self, code: str) -> tuple[str, str]:
        """Take a room out of the site, with its connections; gives what opened it."""
        hub = self.hub
        lost = hub.site.discard(code, hub.now())
        if lost is None:
            return hub.archive.opened.get(code, ("", ""))
        if lost.bot_request is not None:
            hub.pool.cancel_search(code, lost.bot_request)
        self._close_tabs(lost.audience(To.ROOM))
        return lost.origin

    def _close_tabs(self, tabs: AbstractSet[str]) -> None:
        for tab in tabs & self.hub.connections.keys():
            self.hub.connections[tab].close(CLOSE_BROKEN)
