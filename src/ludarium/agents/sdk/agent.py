"""What a bot in Python is written with: subclass `Agent`, then `run` it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # instead of importing typing: a bot's process should start quickly
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    Json = Any
    Message = dict[str, Any]


class Agent:
    """Answers the arena; `choose` is all that has to be written."""

    turn: Message  # the whole message of the current turn: clock, options, player and so on
    game: Message  # the message that the current game started with, empty if there was none

    def __init__(self) -> None:
        self.turn = {}
        self.game = {}
        self._say: Callable[[Message], None] = lambda message: None

    def choose(self, state: Json, legal_moves: list[Json]) -> Json:
        """One of the legal moves; the list is empty if the match withholds them."""
        raise NotImplementedError

    def setup(self) -> None:
        """Prepare whatever takes long, once and before any game; no clock runs."""

    def start(self) -> None:
        """A game starts, told in `self.game`; no clock runs."""

    def end(self, message: Message) -> None:
        """A game has ended; `message` has its `winner` and its `reason`."""

    def info(self, **facts: Json) -> None:
        """Tell something about the move that is being thought about: depth, score, pv, text."""
        self._say({"type": "info", **facts})

    def handle(self, message: Message, say: Callable[[Message], None]) -> None:
        """Answer a message of the arena; those of unknown types are left alone."""
        self._say = say
        kind = message.get("type")
        if kind == "hello":
            say({"type": "ready"})
        elif kind == "start":
            self.game = message
            self.start()
            say({"type": "ready"})
        elif kind == "turn":
            self.turn = message
            move = self.choose(message["state"], message.get("legal_moves") or [])
            # Which turn it answers is told, so that an answer that came too late is none.
            which = {"ts_ms": message["ts_ms"]} if "ts_ms" in message else {}
            say({"type": "move", "move": move, **which})
        elif kind == "end":
            self.end(message)


class Function(Agent):
    """The agent of a function that is given the state and the legal moves."""

    def __init__(self, function: Callable[[Json, list[Json]], Json]) -> None:
        super().__init__()
        self.function = function

    def choose(self, state: Json, legal_moves: list[Json]) -> Json:
        """What the function says."""
        return self.function(state, legal_moves)


def run(agent: Agent | type[Agent] | Callable[[Json, list[Json]], Json]) -> None:
    """Serve the arena by stdin and stdout until it is done.

    What the bot prints meanwhile goes to stderr, so that no stray line is taken for an answer. An
    error ends the game: the arena is told in a line, and stderr has the traceback.
    """
    import json  # noqa: PLC0415  not needed where an agent is only imported

    if isinstance(agent, type):
        agent = agent()
    if not isinstance(agent, Agent):
        agent = Function(agent)
    out: BinaryIO = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)

    def say(message: Message) -> None:
        out.write(json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n")

    agent.setup()
    for line in sys.stdin.buffer:
        try:
            agent.handle(json.loads(line), say)
        except Exception as error:  # noqa: BLE001  whatever it is, it is told of
            import traceback  # noqa: PLC0415  an error is rare

            traceback.print_exc()
            say({"type": "error", "error": f"{type(error).__name__}: {error}"})
