"""Bots in seats: how they are called."""

from __future__ import annotations

from ludarium.server.protocol.events import Holder
from ludarium.server.protocol.room_setup import Level

STAND_IN: Level = "medium"  # who plays on for one who is out of a game of three


def bot(level: Level) -> Holder:
    """A level as the holder of a seat."""
    return Holder("bot", f"{level.capitalize()} bot", level=level)
