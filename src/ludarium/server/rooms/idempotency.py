"""Receipts: what was answered to which message, so that each is applied exactly once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from ludarium.server.protocol.codec import Done, Happened, Refusal

REFUSALS = 64  # that are kept of a member: one who repeats an older message is refused anew


class Receipts:
    """Messages that were followed are remembered for good, refused ones for a while."""

    def __init__(self, room: str) -> None:
        self.room = room
        self._followed: dict[tuple[str, str], int] = {}
        self._refused: dict[str, OrderedDict[str, Refusal]] = {}

    def find(self, member: str, message: str) -> Done | Refusal | None:
        """The answer that a message had, None if it is new."""
        number = self._followed.get((member, message))
        if number is not None:
            return Done(message, self.room, number)
        return self._refused.get(member, OrderedDict()).get(message)

    def followed(self, member: str, message: str, number: int) -> Done:
        """A message was followed; `number` is the last event after that."""
        self._followed[member, message] = number
        return Done(message, self.room, number)

    def refused(self, member: str, refusal: Refusal) -> None:
        """A message was refused."""
        kept = self._refused.setdefault(member, OrderedDict())
        kept[refusal.id] = refusal
        if len(kept) > REFUSALS:
            kept.popitem(last=False)

    def replay(self, events: Iterable[Happened]) -> None:
        """Events of the past tell that their causes were followed."""
        told = {(event.by, event.cause): event.number for event in events if event.cause}
        self._followed.update(told)
