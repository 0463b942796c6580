"""A link to an agent of somebody else's in this process: quick to try, and trusted not to hang."""

from __future__ import annotations

import json
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import Any

from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting.output_excerpt import Excerpt
from ludarium.agents.sdk.agent import Agent


class Local:
    """Passes the very lines that a program of its own would read and write."""

    lost = False

    def __init__(self, make: Callable[[], Agent]) -> None:
        self.make = make
        self.agent: Agent | None = None
        self.errors = Excerpt()
        self.said: deque[bytes] = deque()
        self.answered = 0.0  # when it had said all of it

    @property
    def stderr(self) -> str:
        """The tracebacks of its errors."""
        return self.errors.text

    def open(self) -> None:
        """Make the agent and let it prepare itself."""
        try:
            self.agent = self.make()
            self.agent.setup()
        except Exception as error:
            raise self._failed(error, "could not be started") from error

    def greet(self, line: bytes) -> bytes:
        """Send the first line."""
        self.send(line, 0.0)
        return b""

    def settle(self, deadline: float) -> bool:
        """It has read what was sent."""
        return True

    def send(self, line: bytes, deadline: float) -> None:
        """Have the agent answer; however long it takes, it cannot be interrupted."""
        assert self.agent is not None
        self.said.clear()
        try:
            self.agent.handle(json.loads(line), self._say)
        except Exception as error:
            raise self._failed(error, "raised an error") from error
        self.answered = time.monotonic()

    def receive(self, deadline: float) -> bytes:
        """The next line that it said."""
        if self.answered > deadline or not self.said:
            raise Forfeit("timeout", "The agent did not answer in time.")
        return self.said.popleft()

    def early(self) -> list[bytes]:
        """Nothing: it only speaks when it is spoken to."""
        return []

    def resume(self) -> None:
        """It runs when it is called."""

    def hold(self) -> None:
        """It runs when it is called."""

    def close(self) -> None:
        """Let it go."""
        self.agent = None

    def _say(self, message: dict[str, Any]) -> None:
        self.said.append(json.dumps(message).encode() + b"\n")

    def _failed(self, error: Exception, what: str) -> Forfeit:
        self.errors.add("".join(traceback.format_exception(error)).encode("utf-8", "replace"))
        told = f"{type(error).__name__}: {error}"
        return Forfeit("agent_error", f"The agent {what}.", told)
