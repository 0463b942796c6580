"""Bots for tests: some play, some do not."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from ludarium.agents import Agent


def last(state: Any, legal_moves: list[Any]) -> Any:
    """Play the last legal move."""
    return legal_moves[-1]


def broken(state: Any, legal_moves: list[Any]) -> Any:
    """Fail on every move."""
    raise RuntimeError("<b>out of ideas</b>")


def cheat(state: Any, legal_moves: list[Any]) -> Any:
    """Answer with a move that is none."""
    return {"cell": 99}


def slow(state: Any, legal_moves: list[Any]) -> Any:
    """Take a while, as long as a test asks for."""
    time.sleep(float(os.environ.get("LUDARIUM_TEST_PAUSE_S", "0.05")))
    return legal_moves[0]


def deadly_once(state: Any, legal_moves: list[Any]) -> Any:
    """Kill the process it runs in, the first time that anybody asks."""
    mark = Path(os.environ["LUDARIUM_TEST_MARK"])
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return legal_moves[0]
    return deadly(state, legal_moves)


def deadly(state: Any, legal_moves: list[Any]) -> Any:
    """Kill the process it runs in, always."""
    os.kill(os.getpid(), signal.SIGKILL)


class Gloomy(Agent):
    """Play the first legal move and call the game lost."""

    def choose(self, state: Any, legal_moves: list[Any]) -> Any:
        self.info(score=-900)
        return legal_moves[0]
