"""Idempotency: the answer to each message is kept, so that a repeated one is applied once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from ludarium.server.protocol.codec import Done, Happened, Refusal

REFUSALS_KEPT_COUNT = 512  # in a room; an older message that is repeated is judged again


class Receipts:
    """Answers by member and message id: done ones are kept for good, refusals for a while."""

    def __init__(self, room: str) -> None:
        self.room = room
        self._done: dict[tuple[str, str], int] = {}
        self._refused: OrderedDict[tuple[str, str], Refusal] = OrderedDict()

    def find(self, member: str, message: str) -> Done | Refusal | None:
        """The answer to an earlier message with this id, None if it is new."""
        number = self._done.get((member, message))
        if number is not None:
            return Done(message, self.room, number)
        return self._refused.get((member, message))

    def record_done(self, member: str, message: str, number: int) -> Done:
        """A message was followed; `number` is the last event after that."""
        self._done[member, message] = number
        return Done(message, self.room, number)

    def record_refusal(self, member: str, refusal: Refusal) -> None:
        """A message was refused."""
        self._refused[member, refusal.id] = refusal
        if len(self._refused) > REFUSALS_KEPT_COUNT:
            self._refused.popitem(last=False)

    def replay(self, events: Iterable[Happened]) -> None:
        """Restore the answers of messages that caused stored events."""
        done = {(event.by, event.cause): event.number for event in events if event.cause}
        self._done.update(done)
