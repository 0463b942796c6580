"""A budget: the processor time that the work for one question may take."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludarium.server.protocol.errors import Refused

SECONDS = 4.0  # 3 000 moves of the dearest game take 1 s


class Budget:
    """Looked at between two steps of the work, by the thread that does it."""

    def __init__(
        self, seconds: float = SECONDS, clock: Callable[[], float] = time.thread_time
    ) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def check(self) -> None:
        """Go on, or Refused when it is spent."""
        if self._clock() > self._end:
            raise Refused("too_much_work", "That is too much work for one question.")
