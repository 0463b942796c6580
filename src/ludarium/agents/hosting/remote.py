"""A link to an agent on another machine: the arena calls it by WebSocket, a message a frame."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import ExitStack

from websockets import State
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting.link import PATIENCE
from ludarium.agents.hosting.protocol import LINE

CALLING = 10.0  # seconds until the agent must have answered the call
LEAVING = 1.0  # seconds to say goodbye
QUEUED = 16  # frames that a connection keeps until they are taken
EARLY = 1000  # frames that nobody asked for, read before a turn at most


class Remote:
    """Cannot be stopped between its turns; its clock includes the way there and back."""

    stderr = ""

    def __init__(self, address: str) -> None:
        """`address` is ws:// or wss://, with a token for the agent if it asks for one."""
        self.address = address
        self.connection: ClientConnection | None = None
        self.leaving = ExitStack()
        self.overdue = 0  # frames of a turn that were taken after its deadline

    @property
    def lost(self) -> bool:
        """Whether the agent hung up."""
        return self.connection is None or self.connection.protocol.state is not State.OPEN

    def open(self) -> None:
        """Call the agent."""
        try:
            self.connection = self.leaving.enter_context(
                connect(
                    self.address,
                    proxy=None,
                    open_timeout=CALLING,
                    close_timeout=LEAVING,
                    max_size=LINE,
                )
            )
        except (OSError, EOFError, WebSocketException) as error:
            # Its text may have the address in it, and with that the token.
            what = type(error).__name__
            raise Forfeit("crash", "The agent cannot be reached.", what) from error

    def greet(self, line: bytes) -> bytes:
        """Send the first line."""
        self.send(line, time.monotonic() + CALLING)
        return b""

    def settle(self, deadline: float) -> bool:
        """What it has read is not known."""
        return True

    def send(self, line: bytes, deadline: float) -> None:
        """Send a line as a text frame; a connection that takes no more is cut at the deadline."""
        assert self.connection is not None
        self.overdue = 0
        whole, part = divmod(max(deadline - time.monotonic(), 0.001), 1)
        # Of sending alone: the connection reads in a thread, which has to be patient.
        limit = struct.pack("ll", int(whole), int(part * 1e6))
        self.connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        try:
            self.connection.send(line.decode())
        except (ConnectionClosed, OSError) as error:
            if time.monotonic() >= deadline:
                raise Forfeit("timeout", "The agent did not read its turn in time.") from None
            raise self._lost(error) from error

    def receive(self, deadline: float) -> bytes:
        """The next frame."""
        assert self.connection is not None
        left = deadline - time.monotonic()
        # Frames that are there already may have come in time, however late this host looks.
        self.overdue += left <= 0
        try:
            if self.overdue > QUEUED:
                raise TimeoutError
            frame = self.connection.recv(timeout=min(max(left, 0.0), PATIENCE))
        except TimeoutError:
            raise Forfeit("timeout", "The agent did not answer in time.") from None
        except (ConnectionClosed, OSError) as error:
            raise self._lost(error) from error
        return frame.encode() if isinstance(frame, str) else frame

    def early(self) -> list[bytes]:
        """The frames that are there already."""
        assert self.connection is not None
        found: list[bytes] = []
        try:
            while len(found) < EARLY:
                frame = self.connection.recv(timeout=0)
                found.append(frame.encode() if isinstance(frame, str) else frame)
        except (TimeoutError, ConnectionClosed, OSError):
            pass  # one who hung up is found out when it is asked
        return found

    def resume(self) -> None:
        """Nobody stopped it."""

    def hold(self) -> None:
        """Nobody can."""

    def close(self) -> None:
        """Hang up."""
        self.leaving.close()
        self.connection = None

    def _lost(self, error: Exception) -> Forfeit:
        assert self.connection is not None
        if self.connection.protocol.close_code == 1009 or "1009" in str(error):
            return Forfeit("agent_error", "The agent sent too long a message.")
        return Forfeit("crash", "The agent hung up.", type(error).__name__)
