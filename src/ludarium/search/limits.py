"""The limits of a search: nodes, depth, time and the number of lines."""

from __future__ import annotations

from typing import NamedTuple

INTERRUPT_POLL_S = 0.1  # how often a waiting thread checks for a keyboard interrupt


class Limits(NamedTuple):
    """A limit of 0 does not limit. A search limited by nodes alone is reproducible."""

    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    lines: int = 1
