"""Tries a game file: loads it and plays a short random game, in a process of its own.

`python -m ludarium.design.game_probe path.py:Symbol` prints the game's id as JSON, or the error
with its place.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from ludarium.core.error_place import find_error_place
from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING
from ludarium.core.registry import load

PROBE_PLIES = 40
GAME_PROBE_TIMEOUT_S = 60.0  # after this a game is taken for one that never ends a call


class ProbeResult(NamedTuple):
    """The id of a game that works, or the error of one that does not."""

    game_id: str = ""
    place: str = ""  # file and line
    message: str = ""


def probe_game(name: str) -> ProbeResult:
    """Try a game file in a process of its own, because it may hang or crash."""
    command = [sys.executable, "-m", "ludarium.design.game_probe", name]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=GAME_PROBE_TIMEOUT_S, check=False
        )
        found = json.loads(done.stdout.splitlines()[-1])
    except subprocess.TimeoutExpired:
        return ProbeResult("", _file_name(name), "The game does not answer.")
    except (ValueError, IndexError):
        return ProbeResult("", _file_name(name), "The game ended the process that tried it.")
    return ProbeResult(*found)


def try_game(name: str) -> ProbeResult:
    """Load a game and play it with every method that a page needs."""
    try:
        game = load(name)
        _play_randomly(game)
    except Exception as error:  # noqa: BLE001  the code of an author may raise anything
        return _describe_error(error, name)
    return ProbeResult(game.id)


def _play_randomly(game: AnyGame) -> None:
    rng = random.Random(0)
    position = game.new(0)
    for _ in range(PROBE_PLIES):
        game.scene(position)
        game.state_from_json(game.state_to_json(position))
        if position.verdict != ONGOING:
            break
        choices = game.choices(position)
        move = rng.choice(choices).move
        game.events(position, move)
        game.preview(position, move)
        game.advance(position, move)


def _describe_error(error: BaseException, name: str) -> ProbeResult:
    """The message of an error, and the last line of the author's files that led to it."""
    cause: BaseException = error
    # A broken import has its reason as the cause.
    while getattr(cause, "code", "broken_game") == "broken_game" and cause.__cause__ is not None:
        cause = cause.__cause__
    if isinstance(cause, LudariumError):
        return ProbeResult("", _file_name(name), cause.message)
    found = find_error_place(cause, Path(name.rpartition(":")[0]).absolute().parent)
    message = f"{found.message}\n    {found.line}" if found.line else found.message
    return ProbeResult("", found.place or _file_name(name), message)


def _file_name(name: str) -> str:
    return Path(name.rpartition(":")[0]).name


if __name__ == "__main__":
    sys.stdout.write(json.dumps(try_game(sys.argv[1])) + "\n")
