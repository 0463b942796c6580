"""Bus: messages between nodes, each delivered at most once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from ludarium.core.errors import LudariumError


class NoBus(LudariumError):
    """The bus cannot be reached."""


class NoResponder(LudariumError):
    """No subscriber takes a request, or none answers in time."""


class Delivery(NamedTuple):
    """A message that arrived; a request has a subject for its reply."""

    payload: bytes
    reply: str = ""


Handler = Callable[[Delivery], None]


class Subscription(Protocol):
    """A handler that gets the messages of a subject."""

    async def stop(self) -> None:
        """Deliver nothing any more."""


class Bus(Protocol):
    """Publishes and subscribes.

    Messages of one publisher on one subject arrive in order, and each at most once. A message
    that is published while the bus is away is dropped: its sender has to number its messages.
    """

    @property
    def connected(self) -> bool:
        """Whether messages can leave and arrive now."""

    async def open(self) -> None:
        """Connect; NoBus if that fails."""

    async def close(self) -> None:
        """Disconnect, after what was published before."""

    def publish(self, subject: str, payload: bytes, reply: str = "") -> None:
        """Send a message to all subscribers of a subject, and to one of each group."""

    async def subscribe(self, subject: str, handler: Handler, group: str = "") -> Subscription:
        """Call a handler for each message; in a group, one of its subscribers gets each."""

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        """Send a message and wait for one reply; NoResponder if there is none."""
