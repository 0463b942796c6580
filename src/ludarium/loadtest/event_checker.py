"""EventChecker: finds lost, doubled, changed or reordered events of a room."""

from __future__ import annotations

from collections import Counter

from ludarium.loadtest import message_subset
from ludarium.loadtest.message_subset import PlayedMove, RoomEvent, ServerMessage


class EventChecker:
    """The events of one room, as all of its clients together have received them."""

    def __init__(self, faults: Counter[str]) -> None:
        self.faults = faults
        self.event_hashes: dict[int, int] = {}  # by event number
        self.move_numbers: dict[str, int] = {}  # by message id: the event of its move
        self.last_event_numbers: dict[str, int] = {}  # by message id: its last event
        self.acked_numbers: dict[str, int] = {}
        self.moves: list[PlayedMove] = []
        self.last_number = 0  # of the last event in `moves`

    def check_event(self, event: ServerMessage) -> RoomEvent | None:
        """Check an event of one client. Returns it if no client received it before."""
        what = hash((event.at, event.by, event.cause, bytes(event.fact)))
        known = self.event_hashes.setdefault(event.number, what)
        if known != what:
            self.faults["changed"] += 1
        if event.number <= self.last_number:
            return None
        if event.number > self.last_number + 1:
            self.faults["lost"] += event.number - self.last_number - 1
        self.last_number = event.number
        return self._apply_event(event, message_subset.event_decoder.decode(event.fact))

    def record_ack(self, message: str, number: int) -> None:
        """Record that the server has acknowledged a move."""
        self.acked_numbers[message] = number

    def check_acks(self) -> None:
        """Count acknowledged moves that were never broadcast, or with another number."""
        for message, number in self.acked_numbers.items():
            if message not in self.move_numbers:
                self.faults["lost"] += 1
            elif self.last_event_numbers[message] != number:
                self.faults["misnumbered"] += 1

    def compare_snapshot(self, whole: ServerMessage) -> None:
        """Compare the server's snapshot of the room with the recorded events."""
        if whole.number != self.last_number or whole.played != self.moves:
            self.faults["changed"] += 1

    def _apply_event(self, event: ServerMessage, fact: RoomEvent) -> RoomEvent:
        if fact.type == "began":
            self.moves = []
        elif fact.type == "undone":
            del self.moves[fact.ply :]
        elif fact.type == "moved":
            if event.cause in self.move_numbers:
                self.faults["doubled"] += 1
            if fact.ply != len(self.moves):
                self.faults["reordered"] += 1
            self.move_numbers[event.cause] = event.number
            self.moves.append(PlayedMove(fact.seat, fact.notation))
        if event.cause in self.move_numbers:
            self.last_event_numbers[event.cause] = event.number
        return fact
