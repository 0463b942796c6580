"""CPU budget: the processor time that the answer to one request may take."""

from __future__ import annotations

import time
from collections.abc import Callable

from ludarium.server.protocol.errors import Refused

CPU_BUDGET_S = 4.0  # 3 000 moves of the most expensive game take 1 s


class CpuBudget:
    """Checked between two steps of the work, by the thread that does the work."""

    def __init__(
        self, seconds: float = CPU_BUDGET_S, clock: Callable[[], float] = time.thread_time
    ) -> None:
        self._clock = clock
        self._end = clock() + seconds

    def check(self) -> None:
        """Refused when the budget is spent."""
        if self._clock() > self._end:
            raise Refused("too_much_work", "That is too much work for one question.")
