"""InProcessLink: calls an agent of a file inside this process. It must not hang."""

from __future__ import annotations

import json
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any

from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting.output_excerpt import OutputExcerpt
from ludarium.agents.sdk.agent import Agent


class InProcessLink:
    """Passes the same lines that a program would read and write."""

    lost = False

    def __init__(self, make_agent: Callable[[], Agent]) -> None:
        self.make_agent = make_agent
        self.agent: Agent | None = None
        self.errors = OutputExcerpt()
        self.lines: deque[bytes] = deque()
        self.answered_at = 0.0  # when the agent had returned

    @property
    def stderr(self) -> str:
        """The tracebacks of the agent's errors."""
        return self.errors.text

    def clear_stderr(self) -> None:
        """Forget the stderr captured so far."""
        self.errors = OutputExcerpt()

    def open(self) -> None:
        """Make the agent and call its `setup`."""
        try:
            self.agent = self.make_agent()
            self.agent.setup()
        except Exception as error:
            raise self._agent_error(error, "could not be started") from error

    def send_first_line(self, line: bytes) -> bytes:
        """Send the first line."""
        self.send_line(line, 0.0)
        return b""

    def wait_until_read(self, deadline: float) -> bool:
        """Return True: the agent reads each line at once."""
        return True

    def send_line(self, line: bytes, deadline: float) -> None:
        """Call the agent with a line. The call cannot be interrupted."""
        assert self.agent is not None
        self.lines.clear()
        try:
            self.agent.handle(json.loads(line), self._queue_line)
        except Exception as error:
            raise self._agent_error(error, "raised an error") from error
        self.answered_at = time.monotonic()

    def receive_line(self, deadline: float) -> bytes:
        """Return the next line of the agent's answer."""
        if self.answered_at > deadline or not self.lines:
            raise Forfeit("timeout", "The agent did not answer in time.")
        return self.lines.popleft()

    def take_early_lines(self) -> list[bytes]:
        """Return nothing: the agent only runs when it is called."""
        return []

    def resume(self) -> None:
        """Do nothing: the agent only runs when it is called."""

    def pause(self) -> None:
        """Do nothing: the agent only runs when it is called."""

    def close(self) -> None:
        """Drop the agent."""
        self.agent = None

    def _queue_line(self, message: dict[str, Any]) -> None:
        self.lines.append(json.dumps(message).encode() + b"\n")

    def _agent_error(self, error: Exception, what: str) -> Forfeit:
        self.errors.add_output(
            "".join(traceback.format_exception(error)).encode("utf-8", "replace")
        )
        told = f"{type(error).__name__}: {error}"
        return Forfeit("agent_error", f"The agent {what}.", told)
