"""How long a search may think, and how many lines it shall find."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """What is 0 does not limit; nodes alone make a search that gives the same result every time."""

    nodes: int = 0
    depth: int = 0
    seconds: float = 0.0
    lines: int = 1
