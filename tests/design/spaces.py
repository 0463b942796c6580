"""Small searches of rules for tests, on a race with a head start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ludarium.design.space import Space, SpaceFile, check_space
from tests.arena.test_runner import Here
from tests.design.head_start import HEAD_START

PLANTED: dict[str, Any] = {
    "player": "random",
    "opening": "0",
    "nodes_by_speed": False,
    "options": {"goal": [6, 12, 24], "start": {"low": 0, "high": 6}},
    "targets": [
        {"measure": "seat_share", "low": 0.45, "high": 0.55},
        {"measure": "turns", "low": 8, "high": 14},
    ],
    "stages": [{"nodes": 1, "games": 40, "keep": 4, "slack": 0.02}],
    "confirm": {"nodes": 1, "games": 120, "openings": "random"},
}
WRITTEN = """
player = "random"
opening = "0"
nodes_by_speed = false
options = { goal = [6, 12], start = { low = 0, high = 2 } }
targets = [{ measure = "seat_share", low = 0.45, high = 0.55 }]
stages = [{ nodes = 1, games = 16, keep = 2, slack = 0.02 }]
confirm = { nodes = 1, games = 16, openings = "random" }
"""


class Together(Here):
    """Gives the results of all jobs at once, in any order: few commits make a quick test."""

    def __init__(self, capacity: int = 60) -> None:
        super().__init__(capacity)

    def collect(self) -> list[tuple[Any, Any]]:
        return [one for _ in range(len(self.waiting)) for one in super(Together, self).collect()]


def space(**changed: Any) -> Space:
    """The search with a planted optimum, or a variation of it."""
    return check_space(msgspec.convert(PLANTED | changed, SpaceFile), HEAD_START)


def write_space(folder: Path, text: str = WRITTEN) -> Path:
    """A file of a search."""
    path = folder / "space.toml"
    path.write_text(text, "utf-8")
    return path
