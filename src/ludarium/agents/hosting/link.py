"""A link: the lines between an arena and one agent, wherever that runs."""

from __future__ import annotations

from typing import Protocol

PATIENCE = 600.0  # seconds that an agent may take for a move where nothing limits its time


class Link(Protocol):
    """What goes wrong with a link is its agent's fault, and raised as its Forfeit."""

    @property
    def stderr(self) -> str:
        """What the agent wrote beside its answers, capped."""

    @property
    def lost(self) -> bool:
        """Whether an open link is of no use any more."""

    def open(self) -> None:
        """Connect to the agent."""

    def greet(self, line: bytes) -> bytes:
        """Send what fits of the first line, wait until the agent reads it, and return the rest."""

    def settle(self, deadline: float) -> bool:
        """Wait until the agent has read all that was sent; whether it has, as far as is known.

        A crash if it ended or closed its input before.
        """

    def send(self, line: bytes, deadline: float) -> None:
        """Send a line, at the latest by the deadline of the monotonic clock."""

    def receive(self, deadline: float) -> bytes:
        """The next whole line; a timeout if none is there when the agent's time is over."""

    def early(self) -> list[bytes]:
        """The lines that came before they were asked for."""

    def resume(self) -> None:
        """Let the agent run: it is its turn."""

    def hold(self) -> None:
        """Stop the agent: it is not its turn."""

    def close(self) -> None:
        """Have the agent leave; never raises, and nothing of it is left."""
