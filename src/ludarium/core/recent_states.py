"""Positions of the states that a game wrote or read last, so that none is read twice."""

from __future__ import annotations

import marshal
from typing import Any, Generic, TypeVar

from msgspec import msgpack

from ludarium.core.position import Position
from ludarium.core.strict_json import Json

CACHED_STATES = 32
# This version writes no references between equal objects: equal values have equal bytes.
MARSHAL_VERSION = 2
ENCODER = msgpack.Encoder()
DECODER = msgpack.Decoder()

State = dict[str, Any]
P = TypeVar("P", bound=Position)


class KnownState(Generic[P]):
    """A position, and its legal moves by the objects that were given out as their JSON."""

    def __init__(self, position: P, state: Json) -> None:
        self.position = position
        self.state = state
        self._moves: list[int] = []
        self._written: list[State] = []

    def remember_moves(self, moves: list[int], written: list[State]) -> None:
        """Remember the objects given out for the legal moves."""
        self._moves = list(moves)
        self._written = list(written)

    def find_move(self, value: Json) -> int | None:
        """The move that this object was given out for; its owner may have changed it since."""
        for move, written in zip(self._moves, self._written, strict=False):
            if written is value:
                return move
        return None


class RecentStates(Generic[P]):
    """The last states of a game by their content as MessagePack.

    A changed state has other bytes, so a caller may change what it was given. The bytes tell `true`
    from `1` and keep the order of keys. A list and a tuple have the same bytes, so an object that
    is not the known one is compared once more, type by type; the known object itself is not, since
    a tuple put into it leads to the same position. Other values are read as usual.
    """

    def __init__(self) -> None:
        self._known: dict[bytes, KnownState[P]] = {}

    def find(self, state: Json) -> KnownState[P] | None:
        """What is known about a state, None if it is not among the last ones."""
        key = json_bytes(state)
        known = None if key is None else self._known.get(key)
        if known is None or key is None or known.state is state:
            return known
        return known if _typed_bytes(state) == _typed_bytes(DECODER.decode(key)) else None

    def add(self, state: Json, position: P) -> KnownState[P]:
        """Remember the position of a state; the oldest one is forgotten."""
        known = KnownState(position, state)
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
        return ENCODER.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError):
        return None


def _typed_bytes(value: Any) -> bytes | None:
    """Bytes that tell all types apart; None for what is no plain JSON."""
    try:
        return marshal.dumps(value, MARSHAL_VERSION)
    except (ValueError, RecursionError):
        return None
