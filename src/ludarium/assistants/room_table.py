"""A seat of an assistant in a room of a server, held by the agent protocol over a WebSocket."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any
from urllib.parse import urlencode, urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludarium.agents.hosting import protocol
from ludarium.assistants.board_text import describe_board
from ludarium.core.errors import IllegalMove, InvalidOption, LudariumError, UnknownGame
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.core.registry import load

JOIN_TIMEOUT_S = 20.0
TURN_WAIT_S = 20.0  # a call waits so long for the answer of the other seats, then tells the board
SOCKET_SCHEMES = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
CLOSE_MEANINGS = {
    4003: ("no_seat", "There is no such room, or it has no free seat for a program."),
    4010: ("illegal_move", "The server refused the move; join the room again to go on."),
}
LOST = ("connection_lost", "The connection to the room has ended; join the room again to go on.")
decoder = msgspec.json.Decoder(protocol.ArenaMessage)


class RoomTable:
    """Reads the messages of a room in a thread, and sends the assistant's moves.

    `source_of` tells by the id of a game from where it is loaded.
    """

    def __init__(
        self,
        server: str,
        token: str,
        room: str,
        source_of: Callable[[str], str],
        *,
        show_moves: bool = True,
        wait_s: float = 0.0,
    ) -> None:
        self.room = room
        self.source_of = source_of
        self.show_moves = show_moves
        self.wait_s = wait_s or TURN_WAIT_S
        self.game: AnyGame | None = None
        self.seat = 0
        self.turn: protocol.TurnMessage | None = None
        self.end: protocol.EndMessage | None = None
        self.position: Position | None = None  # of the last turn, with the assistant's own move
        self.fault: LudariumError | None = None
        self._changed = threading.Condition()
        self._resources = ExitStack()
        self._socket = _open_socket(server, token, room, self._resources)
        threading.Thread(target=self._read_messages, daemon=True).start()

    def play(self, notation: str) -> None:
        """Send a move; IllegalMove says why it cannot be."""
        with self._changed:
            self._raise_fault()
            if self.end is not None:
                raise IllegalMove("game_over", "The game has ended.", "G3")
            if self.turn is None or self.game is None or self.position is None:
                raise LudariumError("not_your_turn", "The others are to move; look again later.")
            move = self.game.move_from_notation(self.position, notation.strip())
            sent = self.game.move_to_json(self.position, move)
            answer = {"type": "move", "move": sent, "ts_ms": self.turn.ts_ms}
            self.turn = None
            self.game.advance(self.position, move)
        with suppress(ConnectionClosed):  # the reading thread tells why
            self._socket.send(msgspec.json.encode(answer).decode())

    def resign(self) -> None:
        """Programs cannot resign in a room."""
        raise LudariumError("no_resignation", "A program cannot resign in a room; play on.")

    def describe(self) -> dict[str, Any]:
        """The game as an assistant reads it; waits a while for the others' moves."""
        self._wait_for_turn()
        with self._changed:
            self._raise_fault()
            if self.game is None or self.position is None:
                return {"room": self.room, "waiting": "The game has not begun for you yet."}
            return self._describe_game(self.game, self.position)

    def _describe_game(self, game: AnyGame, position: Position) -> dict[str, Any]:
        names = game.seat_names
        told: dict[str, Any] = {
            "room": self.room,
            "game": game.id,
            "ruleset": game.ruleset,
            "you_are": names[self.seat],
            "to_move": None if self.end else names[position.to_move],
            **describe_board(game, position),
        }
        if self.end is not None:
            told["winner"] = None if self.end.winner is None else names[self.end.winner]
            told["reason"] = game.reasons.get(self.end.reason, self.end.reason)
        elif self.turn is None:
            told["waiting"] = "The others are to move; look again later."
        elif self.show_moves and self.turn.legal_moves is not None:
            told["legal_moves"] = [game.notate(position, move) for move in game.moves(position)]
        return told

    def analyse(self, _nodes: int) -> dict[str, Any]:
        """An engine's help would be cheating here."""
        raise LudariumError("no_help", "In a room there is no analysis; its page has a review.")

    def close(self) -> None:
        """Leave the room."""
        self._resources.close()

    def _wait_for_turn(self) -> None:
        with self._changed:
            self._changed.wait_for(
                lambda: self.turn is not None or self.end is not None or self.fault is not None,
                self.wait_s,
            )

    def _raise_fault(self) -> None:
        if self.fault is not None and self.end is None:
            raise self.fault

    def _read_messages(self) -> None:
        fault: LudariumError | None = None
        try:
            for text in self._socket:
                message = decoder.decode(text)
                with self._changed:
                    self._take_message(message)
                    self._changed.notify_all()
        except ConnectionClosed:
            pass
        except msgspec.MsgspecError:
            fault = LudariumError("not_a_message", "The server sent a message of another kind.")
        except LudariumError as error:
            fault = error
        code = self._socket.close_code or 0
        with self._changed:
            self.fault = fault or LudariumError(*CLOSE_MEANINGS.get(code, LOST))
            self._changed.notify_all()

    def _take_message(self, message: protocol.ArenaMessage) -> None:
        if isinstance(message, protocol.StartMessage):
            self.game = load(self._find_source(message.game), message.ruleset, **message.options)
            self.seat, self.turn, self.end = message.player, None, None
        elif isinstance(message, protocol.TurnMessage) and self.game is not None:
            self.turn = message
            self.position = self.game.state_from_json(message.state)
        elif isinstance(message, protocol.EndMessage):
            self.turn, self.end = None, message

    def _find_source(self, game: str) -> str:
        try:
            return self.source_of(game)
        except UnknownGame as error:
            told = (
                f"The room plays {game}: start `ludarium mcp` with --game path/to/file.py:Symbol."
            )
            raise LudariumError("unknown_game", told) from error


def _open_socket(server: str, token: str, room: str, resources: ExitStack) -> ClientConnection:
    """Connect to a room; a refusal or an unreachable server becomes an error in words."""
    parts = urlsplit(server)
    if parts.scheme not in SOCKET_SCHEMES or not parts.netloc:
        raise InvalidOption("wrong_server", "A server is named like https://games.example.org.")
    address = f"{SOCKET_SCHEMES[parts.scheme]}://{parts.netloc}/agent?{urlencode({'room': room})}"
    try:
        called = connect(
            address,
            additional_headers={"Authorization": f"Bearer {token}"},
            open_timeout=JOIN_TIMEOUT_S,
            max_size=protocol.MAX_LINE_BYTES,
            proxy=None,
        )
        return resources.enter_context(called)
    except InvalidStatus:
        told = "The server refused the connection: is the token right, and the code of the room?"
        raise LudariumError("refused", told) from None
    except (OSError, WebSocketException):
        raise LudariumError("unreachable", "The server cannot be reached.") from None
