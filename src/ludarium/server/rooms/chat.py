"""The chat of a room: one for players, which all may read, and one for watchers."""

from __future__ import annotations

from collections import deque

from ludarium.server.protocol.codec import Happened, Line
from ludarium.server.protocol.events import Said

CHAT_LINES_KEPT_COUNT = 50  # for members who enter later


class Chat:
    """The last lines of both channels."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=CHAT_LINES_KEPT_COUNT)

    def add_line(self, event: Happened, fact: Said) -> None:
        """Add a line."""
        said = Line(event.number, event.at, fact.channel, fact.name, fact.text, event.by)
        self._lines.append(said)

    def remove_line(self, number: int) -> None:
        """Remove a line that the operator hid."""
        kept = [line for line in self._lines if line.number != number]
        self._lines = deque(kept, maxlen=CHAT_LINES_KEPT_COUNT)

    def lines(self, playing: bool) -> tuple[Line, ...]:
        """The lines that a member may read: a player gets no advice from watchers."""
        return tuple(line for line in self._lines if not (playing and line.channel == "watchers"))
