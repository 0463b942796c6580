"""Idempotency outside of rooms: the answers that the site gave to messages."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from ludarium.server.protocol.codec import Done, Notice, Refusal

RECEIPTS_KEPT_COUNT = 20_000


class SiteReceipts(OrderedDict[tuple[str, str], Done | Refusal]):
    """The last answers by member and message id."""

    def record(self, member: str, answer: Done | Refusal) -> None:
        """Keep the answer to a message of a member; the oldest one goes if there are too many."""
        self[member, answer.id] = answer
        if len(self) > RECEIPTS_KEPT_COUNT:
            self.popitem(last=False)

    def record_notices(self, notices: Iterable[Notice]) -> None:
        """Keep the answers to the messages that posted these notices."""
        for notice in notices:
            self.record(notice.by, Done(notice.cause, "", notice.number))
