"""Directory: which node owns a room; adopts rooms whose owner is gone."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from ludarium.server.storage.room_leases import BOARD_CODE, SHOW_CODE, RoomLease, RoomLeases

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)
CLAIM_ATTEMPTS = 2  # the second one finds the owner that was faster


class OwnerUnknown(Exception):
    """The owner of a room is about to change: the client has to ask again."""


class Directory:
    """Remembers owners that the store named; a wrong one answers that it is none."""

    def __init__(self, hub: Hub, leases: RoomLeases) -> None:
        self.hub = hub
        self.leases = leases
        self.owners: dict[str, str] = {}  # of rooms elsewhere, by code
        self.silent: set[str] = set()  # nodes that do not answer, whatever their lease says
        self.has_board = False
        self.has_show = False
        self.adopted_count = 0
        self.drop_owner: Callable[[str], None] = self.forget_node  # closes the tabs of its rooms

    def is_here(self, code: str) -> bool:
        """Whether this node owns a room, the message board or the show game."""
        if code == BOARD_CODE:
            return self.has_board
        if code == SHOW_CODE:
            return self.has_show
        return code in self.hub.site.rooms or self.hub.site.is_expected(code)

    def find_owner(self, code: str) -> str:
        """The node that owns a room; "" if it is here, or if there is no such room.

        SQLAlchemyError if the store cannot be asked.
        """
        if not code or self.is_here(code):
            return ""
        known = self.owners.get(code)
        if known is not None:
            return known
        if code in self.hub.archive.keys or code in self.hub.site.renounced:
            return ""  # it is being closed, or cannot be rebuilt
        for _ in range(CLAIM_ATTEMPTS):
            lease = self.leases.find_room(code)
            if lease is None:
                return ""
            if lease.alive and lease.node != self.leases.node:
                if lease.node in self.silent:
                    raise OwnerUnknown  # a message to it would be lost
                self.owners[code] = lease.node
                return lease.node
            if self.adopt(lease):
                return ""
        raise OwnerUnknown

    def adopt(self, lease: RoomLease) -> bool:
        """Become the owner of a room and rebuild it; False if another node was faster."""
        if not self.leases.claim_room(lease):
            return False
        hub = self.hub
        # Tabs here that entered the room at its former owner are not in the room that is rebuilt.
        for former in {self.owners.pop(lease.code, ""), lease.node} - {"", self.leases.node}:
            self.drop_owner(former)
        if lease.code == BOARD_CODE:
            hub.deliver(hub.site.load_board(hub.archive.load_notices()))
            self.has_board = True
            return True
        if lease.code == SHOW_CODE:
            self.has_show = True
            return True
        self.adopted_count += 1
        log.info("a room is adopted", extra={"room": lease.code})
        hub.archive.keys[lease.code] = lease.key
        hub.site.expect_room(lease.code, (lease.by, lease.cause))
        hub.restore_room(lease.code)
        return True

    def note_silent(self, node: str) -> None:
        """Send a node nothing until it is heard of again."""
        self.silent.add(node)

    def note_heard(self, node: str) -> None:
        """A node has sent something."""
        self.silent.discard(node)

    def forget_node(self, node: str) -> None:
        """Ask the store again about the rooms of a node."""
        self.owners = {code: owner for code, owner in self.owners.items() if owner != node}

    def lost_rooms(self, owned: dict[int, int]) -> list[str]:
        """The rooms here that the store does not give to this node any more."""
        epochs = self.leases.epochs
        keys = self.hub.archive.keys
        return [
            code
            for code in self.hub.site.rooms
            if owned.get(keys.get(code, -1), 0) != epochs.get(keys.get(code, -1))
        ]
