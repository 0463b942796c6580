"""Agent tunnel: a program is connected to this node, and the owner of its room speaks with it."""

from __future__ import annotations

from typing import Any

from ludarium.server.runtime.connection import Connection, SocketWriter
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import Identity
from ludarium.server.runtime.router import Router


class AgentTunnel(Connection):
    """Forwards texts to the owner; frames come back by the link."""

    def __init__(
        self, identity: Identity, address: str, socket: SocketWriter, owner: str, hub: Hub
    ) -> None:
        super().__init__(identity, address, socket, hub)
        self.owner = owner
        self.room = ""
        self.seat = ""

    @property
    def router(self) -> Router:
        """The router of the node."""
        assert self.hub.router is not None
        return self.hub.router

    def on_admitted(self) -> None:
        """Let the owner take the seat."""
        self.router.open_agent(self.owner, self, self.room, self.seat)

    def send_message(self, message: Any, frame: bytes) -> None:
        """Ignore messages of this node: agents have no use for them."""

    def handle_text(self, text: bytes) -> bool:
        """Forward a text as it is."""
        self.router.forward_agent_text(self.owner, self, text)
        return True
