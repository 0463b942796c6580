"""A ledger: what a room's guests were told, and whether anything was lost, doubled or reordered."""

from __future__ import annotations

from collections import Counter

from ludarium.loadtest import message_subset
from ludarium.loadtest.message_subset import Fact, Move, Told


class Ledger:
    """The events of one room, as all of its guests together have heard them."""

    def __init__(self, faults: Counter[str]) -> None:
        self.faults = faults
        self.events: dict[int, int] = {}  # what each was, by its number
        self.causes: dict[str, int] = {}  # the number of the move that a message made
        self.lasts: dict[str, int] = {}  # the number of the last event that a move led to
        self.acknowledged: dict[str, int] = {}
        self.played: list[Move] = []
        self.number = 0  # up to which `played` stands

    def hear(self, event: Told) -> Fact | None:
        """Note an event; what it was, if nobody has heard of it before."""
        what = hash((event.at, event.by, event.cause, bytes(event.fact)))
        known = self.events.setdefault(event.number, what)
        if known != what:
            self.faults["changed"] += 1
        if event.number <= self.number:
            return None
        if event.number > self.number + 1:
            self.faults["lost"] += event.number - self.number - 1
        self.number = event.number
        return self._learn(event, message_subset.fact.decode(event.fact))

    def acknowledge(self, message: str, number: int) -> None:
        """The server says that a move is stored."""
        self.acknowledged[message] = number

    def settle(self) -> None:
        """Count the moves that were acknowledged and never told, or by another number."""
        for message, number in self.acknowledged.items():
            if message not in self.causes:
                self.faults["lost"] += 1
            elif self.lasts[message] != number:
                self.faults["misnumbered"] += 1

    def compare(self, whole: Told) -> None:
        """Hold the books against what the server says the room is."""
        if whole.number != self.number or whole.played != self.played:
            self.faults["changed"] += 1

    def _learn(self, event: Told, fact: Fact) -> Fact:
        if fact.type == "began":
            self.played = []
        elif fact.type == "undone":
            del self.played[fact.ply :]
        elif fact.type == "moved":
            if event.cause in self.causes:
                self.faults["doubled"] += 1
            if fact.ply != len(self.played):
                self.faults["reordered"] += 1
            self.causes[event.cause] = event.number
            self.played.append(Move(fact.seat, fact.notation))
        if event.cause in self.causes:
            self.lasts[event.cause] = event.number
        return fact
