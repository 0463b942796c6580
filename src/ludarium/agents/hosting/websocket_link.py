"""WebSocketLink: connects to an agent on another machine, one message per frame."""

from __future__ import annotations

import socket
import struct
import time
from contextlib import ExitStack

from websockets import State
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting.link import UNLIMITED_MOVE_S
from ludarium.agents.hosting.protocol import MAX_LINE_BYTES

AGENT_CONNECT_TIMEOUT_S = 10.0
LINK_CLOSE_TIMEOUT_S = 1.0
MAX_QUEUED_FRAMES = 16  # received by the connection and not yet read
MAX_EARLY_FRAMES = 1000  # discarded before a turn


class WebSocketLink:
    """The agent cannot be paused between turns. Its clock includes the network round trip."""

    stderr = ""

    def __init__(self, address: str) -> None:
        """`address` is ws:// or wss://, with a token if the agent requires one."""
        self.address = address
        self.connection: ClientConnection | None = None
        self.leaving = ExitStack()
        self.overdue = 0  # frames of this turn that were read after its deadline

    def clear_stderr(self) -> None:
        """Do nothing: the stderr of a remote agent is not captured."""

    @property
    def lost(self) -> bool:
        """Whether the connection is closed."""
        return self.connection is None or self.connection.protocol.state is not State.OPEN

    def open(self) -> None:
        """Connect to the agent."""
        try:
            self.connection = self.leaving.enter_context(
                connect(
                    self.address,
                    proxy=None,
                    open_timeout=AGENT_CONNECT_TIMEOUT_S,
                    close_timeout=LINK_CLOSE_TIMEOUT_S,
                    max_size=MAX_LINE_BYTES,
                )
            )
        except (OSError, EOFError, WebSocketException) as error:
            # The text of the error may hold the address, and with it the token.
            what = type(error).__name__
            raise Forfeit("crash", "The agent cannot be reached.", what) from error

    def send_first_line(self, line: bytes) -> bytes:
        """Send the first line."""
        self.send_line(line, time.monotonic() + AGENT_CONNECT_TIMEOUT_S)
        return b""

    def wait_until_read(self, deadline: float) -> bool:
        """Return True: the agent's reading cannot be observed."""
        return True

    def send_line(self, line: bytes, deadline: float) -> None:
        """Send a line as a text frame. A blocked connection is given up at the deadline."""
        assert self.connection is not None
        self.overdue = 0
        whole, part = divmod(max(deadline - time.monotonic(), 0.001), 1)
        # The timeout is for sending only: a thread of the connection reads without one.
        limit = struct.pack("ll", int(whole), int(part * 1e6))
        self.connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
        try:
            self.connection.send(line.decode())
        except (ConnectionClosed, OSError) as error:
            if time.monotonic() >= deadline:
                raise Forfeit("timeout", "The agent did not read its turn in time.") from None
            raise self._connection_lost(error) from error

    def receive_line(self, deadline: float) -> bytes:
        """Return the next frame."""
        assert self.connection is not None
        left = deadline - time.monotonic()
        # A frame in the queue may have arrived in time, though this host reads it late.
        self.overdue += left <= 0
        try:
            if self.overdue > MAX_QUEUED_FRAMES:
                raise TimeoutError
            frame = self.connection.recv(timeout=min(max(left, 0.0), UNLIMITED_MOVE_S))
        except TimeoutError:
            raise Forfeit("timeout", "The agent did not answer in time.") from None
        except (ConnectionClosed, OSError) as error:
            raise self._connection_lost(error) from error
        return frame.encode() if isinstance(frame, str) else frame

    def take_early_lines(self) -> list[bytes]:
        """Return the frames that have already arrived."""
        assert self.connection is not None
        found: list[bytes] = []
        try:
            while len(found) < MAX_EARLY_FRAMES:
                frame = self.connection.recv(timeout=0)
                found.append(frame.encode() if isinstance(frame, str) else frame)
        except (TimeoutError, ConnectionClosed, OSError):
            pass  # the next request detects a closed connection
        return found

    def resume(self) -> None:
        """Do nothing: a remote agent is never paused."""

    def pause(self) -> None:
        """Do nothing: a remote agent cannot be paused."""

    def close(self) -> None:
        """Close the connection."""
        self.leaving.close()
        self.connection = None

    def _connection_lost(self, error: Exception) -> Forfeit:
        assert self.connection is not None
        if self.connection.protocol.close_code == 1009 or "1009" in str(error):
            return Forfeit("agent_error", "The agent sent too long a message.")
        return Forfeit("crash", "The agent closed the connection.", type(error).__name__)
