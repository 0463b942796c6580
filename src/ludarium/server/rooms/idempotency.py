"""Idempotency: the answer to each message is kept, so that a repeated one is applied once."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import islice

from ludarium.server.protocol.codec import Done, Happened, Refusal

REFUSALS_KEPT_COUNT = 512  # in a room; an older message that is repeated is judged again
# Answers of a room to messages that it followed. A client repeats a message when it reconnects,
# seconds later, and a connection sends at most five messages a second.
DONE_KEPT_COUNT = 8192  # at least half of them


class Receipts:
    """The last answers by member and message id."""

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
        self._drop_old_answers()
        return Done(message, self.room, number)

    @property
    def kept_count(self) -> int:
        """How many answers are kept."""
        return len(self._done) + len(self._refused)

    def record_refusal(self, member: str, refusal: Refusal) -> None:
        """A message was refused."""
        self._refused[member, refusal.id] = refusal
        if len(self._refused) > REFUSALS_KEPT_COUNT:
            self._refused.popitem(last=False)

    def replay(self, events: Iterable[Happened]) -> None:
        """Restore the answers of messages that caused stored events."""
        done = {(event.by, event.cause): event.number for event in events if event.cause}
        self._done.update(done)
        self._drop_old_answers()

    def _drop_old_answers(self) -> None:
        """Drop the older half of too many answers: a plain dict is smaller than an ordered one."""
        if len(self._done) > DONE_KEPT_COUNT:
            kept = islice(self._done.items(), len(self._done) - DONE_KEPT_COUNT // 2, None)
            self._done = dict(kept)
