"""Positions of the states that a game wrote or read last, so that none is read twice."""

from __future__ import annotations

import marshal
from typing import Any, Generic, TypeVar

from ludarium.core.position import Position
from ludarium.core.strict_json import Json

CACHED_STATES = 32
# This version writes no references between equal objects: equal values have equal bytes.
MARSHAL_VERSION = 2

State = dict[str, Any]
P = TypeVar("P", bound=Position)


class KnownState(Generic[P]):
    """A position, and its legal moves by the objects that were given out as their JSON."""

    def __init__(self, position: P) -> None:
        self.position = position
        self._moves: dict[int, int] = {}
        self._written: list[State] = []  # kept, so that no other object gets the same identity

    def remember_moves(self, moves: list[int], written: list[State]) -> None:
        """Remember the objects given out for the legal moves."""
        self._moves = {id(value): move for value, move in zip(written, moves, strict=True)}
        self._written = list(written)

    def find_move(self, value: Json) -> int | None:
        """The move that this object was given out for; its owner may have changed it since."""
        return self._moves.get(id(value))


class RecentStates(Generic[P]):
    """The last states of a game by their exact content.

    A changed state has other bytes, so a caller may change what it was given. The bytes tell types
    apart (`true` is not `1`) and the order of keys; what they cannot express is read as usual.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, KnownState[P]] = {}

    def find(self, state: Json) -> KnownState[P] | None:
        """What is known about a state, None if it is not among the last ones."""
        key = json_bytes(state)
        return None if key is None else self._known.get(key)

    def add(self, state: Json, position: P) -> KnownState[P]:
        """Remember the position of a state; the oldest one is forgotten."""
        known = KnownState(position)
        key = json_bytes(state)
        if key is not None:
            while len(self._known) >= CACHED_STATES:
                # Another thread may have taken the same one out.
                self._known.pop(next(iter(list(self._known))), None)
            self._known[key] = known
        return known


def json_bytes(value: Any) -> bytes | None:
    """A JSON value as bytes; None for what is no plain JSON."""
    try:
        return marshal.dumps(value, MARSHAL_VERSION)
    except (ValueError, RecursionError):
        return None
