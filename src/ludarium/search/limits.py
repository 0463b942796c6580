"""The limits of a search: nodes, depth, time and the number of lines."""

from __future__ import annotations

from threading import Thread
from typing import NamedTuple

from ludarium.core.errors import LudariumError

MAX_LIMIT = 1_000_000_000  # nodes or seconds: fits into compiled counters and clocks
INTERRUPT_POLL_S = 0.1  # how often a waiting thread checks for a keyboard interrupt
STOP_SEARCH_S = 60.0  # a search that is told to stop ends after its current node


class SearchStuck(LudariumError):
    """A search does not end when it is told to."""


def join_stopped_search(thread: Thread) -> None:
    """Wait for the thread of a search that was told to stop; SearchStuck if it does not end."""
    thread.join(STOP_SEARCH_S)
    if thread.is_alive():
        message = f"One position takes more than {STOP_SEARCH_S:.0f} s: the rules may never return."
        raise SearchStuck("search_stuck", message)


class Limits(NamedTuple):
    """A limit of 0 does not limit. A search limited by nodes alone is reproducible."""

    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    lines: int = 1
