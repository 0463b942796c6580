"""RoomClient: an agent sits down in a room of a server and plays by the agent protocol."""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
import traceback
from typing import Any
from urllib.parse import urlencode, urlsplit

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludarium.agents.sdk.agent import Agent
from ludarium.core.errors import LudariumError

TOKEN_VARIABLE = "LUDARIUM_TOKEN"
ROOM_PATH = re.compile(r"/(?:play/)?([A-Za-z0-9-]+)/?")
FIRST_RECONNECT_S, LONGEST_RECONNECT_S = 0.5, 30.0
MAX_ROOM_FRAME_BYTES = 1 << 24
# Codes with which a server closes for good, and what they mean.
FINAL_CLOSE_CODES = {
    4003: ("room_refused", "There is no such room, or it has no seat for this program."),
    4010: ("illegal_move", "The server refused the move: it is not legal."),
    4011: ("agent_error", "The bot raised an error; the traceback is above."),
}


class RoomRefused(LudariumError):
    """The server does not let the program play. The code says why."""


class RoomClient:
    """Connects to a room, answers its messages, and reconnects when the connection is lost."""

    def __init__(self, agent: Agent, room: str, token: str = "", games: int = 0) -> None:
        """`room` is the address of the room's page; the token may be in LUDARIUM_TOKEN.

        The client leaves after `games` games, or, if that is 0, when the room closes.
        """
        self.agent = agent
        self.url = agent_url(room)
        self.token = token or os.environ.get(TOKEN_VARIABLE, "")
        if not self.token:
            raise RoomRefused("no_token", f"Give a token, or set {TOKEN_VARIABLE}.")
        self.games = games
        self.played = 0
        self.started = False  # a game was begun and has not ended
        self.retry_s = FIRST_RECONNECT_S

    def run(self) -> None:
        """Play until the games are over. Raises RoomRefused if the server ends it."""
        self.agent.setup()
        while not self._is_done():
            try:
                with self._connect() as connection:
                    self._answer_messages(connection)
            except ConnectionClosed as closed:
                self._check_close(closed)
            except InvalidStatus as error:
                self._check_status(error.response.status_code)
            except (OSError, EOFError, WebSocketException) as error:
                self._wait_and_tell(type(error).__name__)

    def _connect(self) -> ClientConnection:
        headers = {"Authorization": f"Bearer {self.token}"}
        return connect(
            self.url, additional_headers=headers, proxy=None, max_size=MAX_ROOM_FRAME_BYTES
        )

    def _answer_messages(self, connection: ClientConnection) -> None:
        while not self._is_done():
            message = json.loads(connection.recv())
            self.retry_s = FIRST_RECONNECT_S
            try:
                self.agent.handle(message, lambda answer: connection.send(json.dumps(answer)))
            except (ConnectionClosed, OSError):
                raise
            except Exception as error:  # noqa: BLE001  any error of the bot is reported
                traceback.print_exc()
                text = f"{type(error).__name__}: {error}"
                connection.send(json.dumps({"type": "error", "error": text}))
            self._count_game(message)

    def _count_game(self, message: dict[str, Any]) -> None:
        # After a reconnect the server may tell the start or the end of a game once more.
        kind = message.get("type")
        if kind in ("start", "turn"):
            self.started = True
        elif kind == "end" and self.started:
            self.started = False
            self.played += 1

    def _is_done(self) -> bool:
        return 0 < self.games <= self.played

    def _check_close(self, closed: ConnectionClosed) -> None:
        code = closed.rcvd.code if closed.rcvd else 1006
        if code in FINAL_CLOSE_CODES:
            # A room that closes after its games refuses the next connection.
            if code == 4003 and self.played and not self.started:
                self.games = self.played
                return
            raise RoomRefused(*FINAL_CLOSE_CODES[code])
        self._wait_and_tell(f"closed with {code}")

    def _check_status(self, status: int) -> None:
        if status in (401, 403):
            raise RoomRefused("wrong_token", "The server does not accept this token.")
        self._wait_and_tell(f"status {status}")

    def _wait_and_tell(self, why: str) -> None:
        wait_s = self.retry_s * random.uniform(0.5, 1.0)
        sys.stderr.write(f"No connection ({why}); again in {wait_s:.1f} s.\n")
        time.sleep(wait_s)
        self.retry_s = min(2 * self.retry_s, LONGEST_RECONNECT_S)


def agent_url(room: str) -> str:
    """The address for agents, from the address of a room's page: `https://host/play/CODE`."""
    parts = urlsplit(room)
    schemes = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    found = ROOM_PATH.fullmatch(parts.path)
    try:
        known = parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        known = False
    if not known or found is None:
        raise RoomRefused("wrong_room", "Give the address of the room: https://host/play/CODE.")
    query = urlencode({"room": found[1]})
    return f"{schemes[parts.scheme]}://{parts.netloc.rpartition('@')[2]}/agent?{query}"
