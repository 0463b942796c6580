"""A transaction: one step of a room as its handlers see it, and the batch that comes out of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from ludarium.server.protocol import events
from ludarium.server.protocol.codec import Envelope, Happened, To
from ludarium.server.protocol.events import AnyFact
from ludarium.server.rooms import projections
from ludarium.server.rooms.occupants import Occupants
from ludarium.server.rooms.pending import PendingHint, PendingTurn
from ludarium.server.rooms.room_state import State

# After these events the board or the clocks are different: clients get a new view.
CHANGES_VIEW = (
    events.Began,
    events.Moved,
    events.Undone,
    events.Ended,
    events.Restarted,
    events.Resumed,
)


class RoomParts(NamedTuple):
    """Everything that a room consists of while the server runs."""

    state: State
    occupants: Occupants
    tail: deque[Happened]  # the last events, for clients that reconnect
    pending_turn: PendingTurn
    pending_hint: PendingHint
    rng: Random


class Transaction:
    """Handlers check first and then let events happen, so that a refusal has no effects."""

    def __init__(self, parts: RoomParts, now: float, grace_s: float) -> None:
        self.state = parts.state
        self.occupants = parts.occupants
        self.tail = parts.tail
        self.pending_turn = parts.pending_turn
        self.pending_hint = parts.pending_hint
        self.rng = parts.rng
        self.now = now
        self.grace_s = grace_s  # how long the seat of an absent player is kept
        self.by = ""  # the member who causes what happens
        self.cause = ""  # and the id of the message
        self._out: list[Envelope] = []

    def happen(self, fact: AnyFact) -> Happened:
        """Number an event, apply it, and put it into the batch to be stored and sent."""
        state = self.state
        event = Happened(state.code, state.number + 1, self.now, fact, self.by, self.cause)
        state.apply(event)
        self.tail.append(event)
        seen = event
        if state.table and self.occupants.tabs and isinstance(fact, CHANGES_VIEW):
            seen = replace(event, view=state.table.view(self.now))
        if projections.is_hidden(state, event):
            self.send(To.WATCHERS, seen, durable=True)
            self.send(To.SEATED, projections.withhold(event))
        else:
            self.send(To.ROOM, seen, durable=True)
        return event

    def send(self, to: To, message: Any, member: str = "", durable: bool = False) -> None:
        """Put a message into the batch."""
        self._out.append(Envelope(to, message, self.state.code, member, durable))

    def answer(self, message: Any) -> None:
        """Put a message for the sender before the rest: a client catches up, then gets the new."""
        self._out.insert(0, Envelope(To.SENDER, message, self.state.code))

    def watchers(self) -> int:
        """How many members look on."""
        return self.occupants.count_watchers(self.state.people())

    def batch(self, more: Iterable[Envelope] = ()) -> list[Envelope]:
        """Everything that the transaction sends, in order."""
        return [*self._out, *more]
