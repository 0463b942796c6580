"""The base class of a bot in Python: subclass `Agent`, then `run` it."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # typing is not imported, so that a bot starts fast
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, BinaryIO

    Json = Any
    Message = dict[str, Any]


class Agent:
    """Answers the messages of the arena. A bot must implement `choose` only."""

    turn: Message  # the current `turn` message: clock, options, player and so on
    game: Message  # the `start` message of the current game, empty if there was none

    def __init__(self) -> None:
        self.turn = {}
        self.game = {}
        self._send: Callable[[Message], None] = lambda message: None
        self._has_message: Callable[[], bool] = lambda: True

    def choose(self, state: Json, legal_moves: list[Json]) -> Json:
        """Return one of the legal moves. The list is empty if the match withholds them."""
        raise NotImplementedError

    def setup(self) -> None:
        """Do slow preparation, once, before the first game. No clock runs."""

    def start(self) -> None:
        """Prepare for the game that `self.game` describes. No clock runs."""

    def end(self, message: Message) -> None:
        """Handle the end of a game. `message` holds the `winner` and the `reason`."""

    def ponder(self) -> None:
        """Think in the time of the others, after a move, until `self.asked()`.

        It is called only where the event lets programs ponder.
        """

    def asked(self) -> bool:
        """Whether a message waits, so that `ponder` must return."""
        return self._has_message()

    def info(self, **facts: Json) -> None:
        """Send an info message about the current search: depth, score, pv, text."""
        self._send({"type": "info", **facts})

    def handle(self, message: Message, send_message: Callable[[Message], None]) -> None:
        """Answer a message of the arena. Unknown types are ignored."""
        self._send = send_message
        kind = message.get("type")
        if kind == "hello":
            send_message({"type": "ready"})
        elif kind == "start":
            self.game = message
            self.start()
            send_message({"type": "ready"})
        elif kind == "turn":
            self.turn = message
            move = self.choose(message["state"], message.get("legal_moves") or [])
            # The timestamp identifies the turn: a late answer must not count for the next one.
            which = {"ts_ms": message["ts_ms"]} if "ts_ms" in message else {}
            send_message({"type": "move", "move": move, **which})
            if self.game.get("ponder"):
                self.ponder()
        elif kind == "end":
            self.end(message)


class FunctionAgent(Agent):
    """Wraps a function of the state and the legal moves as an agent."""

    def __init__(self, function: Callable[[Json, list[Json]], Json]) -> None:
        super().__init__()
        self.function = function

    def choose(self, state: Json, legal_moves: list[Json]) -> Json:
        """Call the function."""
        return self.function(state, legal_moves)


def run(
    agent: Agent | type[Agent] | Callable[[Json, list[Json]], Json],
    *,
    room: str = "",
    token: str = "",
    games: int = 0,
) -> None:
    """Answer the arena on stdin and stdout until stdin ends, or play in a room of a server.

    `room` is the address of the room's page, `token` that of the program or the variable
    LUDARIUM_TOKEN; the bot leaves after `games` games, or if that is 0 when the room closes.
    On stdin and stdout output of `print` goes to stderr, so that no stray line is taken for an
    answer. An exception sends an `error` message, which loses the game, and prints the traceback.
    """
    if isinstance(agent, type):
        agent = agent()
    if not isinstance(agent, Agent):
        agent = FunctionAgent(agent)
    if room:
        from ludarium.agents.sdk.room import RoomClient  # noqa: PLC0415  slow to import

        RoomClient(agent, room, token, games).run()
        return
    _answer_stdin(agent)


def _answer_stdin(agent: Agent) -> None:
    import json  # noqa: PLC0415  only a running bot needs it

    out: BinaryIO = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)

    encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode

    def send_message(message: Message) -> None:
        out.write(encode(message).encode() + b"\n")

    agent.setup()
    for line in _stdin_lines(agent):
        try:
            agent.handle(json.loads(line), send_message)
        except Exception as error:  # noqa: BLE001  any error of the bot is reported
            import traceback  # noqa: PLC0415  slow to import, and errors are rare

            traceback.print_exc()
            send_message({"type": "error", "error": f"{type(error).__name__}: {error}"})


def _stdin_lines(agent: Agent) -> Iterable[bytes]:
    """The lines of stdin. A thread reads them for a bot that ponders, which must see them come."""
    if type(agent).ponder is Agent.ponder:
        return sys.stdin.buffer
    from queue import SimpleQueue  # noqa: PLC0415  few bots ponder
    from threading import Thread  # noqa: PLC0415

    waiting: SimpleQueue[bytes] = SimpleQueue()

    def read_lines() -> None:
        for line in sys.stdin.buffer:
            waiting.put(line)
        waiting.put(b"")

    Thread(target=read_lines, daemon=True).start()
    agent._has_message = lambda: not waiting.empty()
    return iter(waiting.get, b"")
