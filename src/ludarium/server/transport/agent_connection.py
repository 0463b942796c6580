"""Agent connection: a program plays in a room by the agent protocol of the arena."""

from __future__ import annotations

import secrets
from typing import Any

import ludarium
from ludarium.agents.hosting import protocol
from ludarium.server.protocol.codec import Enter, Play, Refusal, Sit, encoder
from ludarium.server.runtime.connection import (
    CLOSE_FORBIDDEN,
    Connection,
    SocketWriter,
    frame_text,
)
from ludarium.server.runtime.hub import Hub
from ludarium.server.runtime.identity import Identity
from ludarium.server.site import room_codes

CLOSE_ILLEGAL_MOVE = 4010  # the move is illegal; the agent may reconnect and try again
CLOSE_AGENT_FAULT = 4011  # the agent reports an error
FOR_AGENTS = (
    protocol.HelloMessage,
    protocol.StartMessage,
    protocol.TurnMessage,
    protocol.EndMessage,
)


class AgentConnection(Connection):
    """Takes a seat in a room for the program, and forwards turns to it and moves from it."""

    def __init__(
        self, identity: Identity, address: str, socket: SocketWriter, room: str, seat: str, hub: Hub
    ) -> None:
        super().__init__(identity, address, socket, hub)
        self.room = room_codes.parse_code(room)
        self.seat = int(seat) if seat.isdecimal() else None
        self.turn: protocol.TurnMessage | None = None
        self.ply = 0
        # Idempotency keys are stored for good: after a restart they must differ from earlier ones.
        self.session = secrets.token_hex(6)
        self.moves = 0

    def send_message(self, message: Any, frame: bytes) -> None:
        """Forward messages of the agent protocol; a refusal closes the connection.

        Agents have no message for a refusal.
        """
        if isinstance(message, protocol.TurnMessage) and not self._accept_turn(message):
            return  # the game has moved on, and the next turn follows
        if isinstance(message, FOR_AGENTS):
            super().send_message(message, frame)
        elif isinstance(message, Refusal) and message.code != "game_moved_on":
            self.close(CLOSE_ILLEGAL_MOVE if message.id.startswith("move") else CLOSE_FORBIDDEN)

    def on_admitted(self) -> None:
        """Send hello, and take the seat."""
        hello = protocol.HelloMessage(
            protocol.AGENT_PROTOCOL_VERSION, f"ludarium {ludarium.__version__}"
        )
        self.send_message(hello, frame_text(encoder.encode(hello)))
        self._take_seat()

    def handle_text(self, text: bytes) -> bool:
        """Handle moves and errors; other messages are ignored."""
        try:
            message = protocol.decode_message(text)
        except protocol.NotAMessage:
            return False
        kind = message["type"]
        if kind == "error":
            self.close(CLOSE_AGENT_FAULT)
        elif (
            kind == "move"
            and self.turn
            and self.turn.ts_ms == message.get("ts_ms", self.turn.ts_ms)
        ):
            self.turn = None
            self._play_move(message.get("move"))
        return True

    def _accept_turn(self, turn: protocol.TurnMessage) -> bool:
        """Expect a move for this turn; False if the game has another position now."""
        room = self.hub.site.rooms.get(self.room)
        table = room.state.table if room else None
        if table is None or table.match.game.state_to_json(table.match.position) != turn.state:
            return False
        self.turn = turn
        self.ply = table.ply
        return True

    def _take_seat(self) -> None:
        """Enter the room, and take a seat unless the program has one already."""
        hub = self.hub
        hub.receive(self, Enter(id=f"enter {self.session}", room=self.room))
        room = hub.site.rooms.get(self.room)
        if room is None or not room.is_present(self.member.id):
            return  # the room refused entry
        if room.state.seats_of(self.member.id):
            return
        kinds = [place.kind for place in room.state.setup.seats]
        free = [
            seat
            for seat, holder in enumerate(room.state.seats)
            if holder.kind == "nobody" and kinds[seat] == "agent"
        ]
        seat = self.seat if self.seat is not None else next(iter(free), 0)
        hub.receive(self, Sit(id=f"sit {self.session}", room=self.room, seat=seat))

    def _play_move(self, move: Any) -> None:
        self.moves += 1
        if not isinstance(move, dict):
            self.close(CLOSE_ILLEGAL_MOVE)
            return
        which = f"move {self.session} {self.moves}"
        self.hub.receive(self, Play(id=which, room=self.room, ply=self.ply, move=move))
