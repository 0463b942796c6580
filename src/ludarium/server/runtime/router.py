"""Router: what a hub asks of the cluster that it is a node of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from ludarium.server.protocol.codec import ClientMessage, Envelope
from ludarium.server.runtime.connection import Connection


class Router(Protocol):
    """Knows which node owns a room. A hub without a router owns all of them."""

    @property
    def suspended(self) -> bool:
        """Whether the node is cut off from the others, and serves no client."""

    def route_message(self, connection: Connection, message: ClientMessage, code: str) -> bool:
        """Forward a message whose room is not here; False if it is to be handled here.

        A room whose owner is gone is adopted, and is here then.
        """

    def find_owner(self, code: str) -> str:
        """The node that owns a room, "" for this one; Refused while that is not known."""

    def open_agent(self, owner: str, connection: Connection, room: str, seat: str) -> None:
        """Let the owner of the room speak the agent protocol with a program of this node."""

    def forward_agent_text(self, owner: str, connection: Connection, text: bytes) -> None:
        """Forward what a program wrote."""

    def find_key(self, code: str) -> int | None:
        """The key of a room that any node owns."""

    def seated_rooms(self, member: str) -> list[str]:
        """The rooms of other nodes with a game, not over yet, in which a member has a seat."""

    def count_elsewhere(self, limit: str, address: str) -> int:
        """How many open things that a limit counts an address has at other nodes."""

    async def fetch_show(self) -> bytes | None:
        """The show game of the node that plays it, None if that is this one; Refused if unknown."""

    def note_disconnect(self, connection: Connection) -> None:
        """A tab of this node is gone."""

    def publish_stored(self, batch: list[Envelope]) -> None:
        """Tell the other nodes of what a batch has changed for all."""

    def drop_room(self, code: str) -> None:
        """A commit failed: the room is not here any more."""

    def drop_board(self) -> None:
        """A commit failed: the message board is not here any more."""

    async def leave(self) -> None:
        """Give all rooms up: the server stops."""


def count_open(router: Router | None, limit: str, here: Mapping[str, int], address: str) -> int:
    """How many open things that a limit counts an address has, at all nodes of a cluster."""
    elsewhere = router.count_elsewhere(limit, address) if router is not None else 0
    return here.get(address, 0) + elsewhere
