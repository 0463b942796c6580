"""Matches and their records: play a game move by move, keep it as JSON, and replay it."""

from ludarium.core.match import Match, Player
from ludarium.core.record import Record, dumps, loads, record, replay

__all__ = ["Match", "Player", "Record", "dumps", "loads", "record", "replay"]
