"""Link: the interface of a transport that carries lines between the arena and one agent."""

from __future__ import annotations

from typing import Protocol

UNLIMITED_MOVE_S = 600.0  # for a move without a limit of time


class Link(Protocol):
    """Every failure of a link counts as the agent's fault and raises Forfeit."""

    @property
    def stderr(self) -> str:
        """The captured stderr of the agent, capped."""

    def clear_stderr(self) -> None:
        """Forget the stderr captured so far."""

    @property
    def lost(self) -> bool:
        """Whether an open link is broken."""

    def open(self) -> None:
        """Connect to the agent."""

    def send_first_line(self, line: bytes) -> bytes:
        """Send what fits of the first line, wait until the agent reads it, and return the rest."""

    def wait_until_read(self, deadline: float) -> bool:
        """Wait until the agent has read all lines. Returns False at the deadline.

        Forfeits as a crash if the agent has ended or closed its input.
        """

    def send_line(self, line: bytes, deadline: float) -> None:
        """Send a line before the deadline, a time of the monotonic clock."""

    def receive_line(self, deadline: float) -> bytes:
        """Return the next complete line. Forfeits as a timeout if none arrives by the deadline."""

    def take_early_lines(self) -> list[bytes]:
        """Return the lines that arrived before the agent's turn."""

    def resume(self) -> None:
        """Let the agent run for its turn."""

    def pause(self) -> None:
        """Stop the agent between its turns."""

    def close(self) -> None:
        """End the agent and free all its resources. Never raises."""
