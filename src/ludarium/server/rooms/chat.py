"""The chat of a room: one for players, which all may read, and one for watchers."""

from __future__ import annotations

from collections import deque

from ludarium.server.protocol.codec import Happened, Line
from ludarium.server.protocol.events import Said

KEPT = 50  # lines of a room that one who comes can read


class Chat:
    """The last lines of both channels."""

    def __init__(self) -> None:
        self._lines: deque[Line] = deque(maxlen=KEPT)

    def say(self, event: Happened, fact: Said) -> None:
        """A line was said."""
        said = Line(event.number, event.at, fact.channel, fact.name, fact.text, event.by)
        self._lines.append(said)

    def lines(self, playing: bool) -> tuple[Line, ...]:
        """What one may read: somebody who is `playing` must not get advice."""
        return tuple(line for line in self._lines if not (playing and line.channel == "watchers"))
