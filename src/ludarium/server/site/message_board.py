"""The message board: the last notices that members posted for all."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from msgspec.structs import replace

from ludarium.server.protocol.codec import Envelope, Member, Notice, NoticeChange, To
from ludarium.server.protocol.user_text import MAX_LINE_CHARS, clean_text

NOTICES_KEPT_COUNT = 50


class MessageBoard:
    """Numbered notices, each stored before it is sent; `written` are from before a restart."""

    def __init__(self, written: Iterable[Notice] = ()) -> None:
        self.notices: deque[Notice] = deque(written, maxlen=NOTICES_KEPT_COUNT)
        self.number = self.notices[-1].number if self.notices else 0

    def post(self, member: Member, text: str, now: float, cause: str) -> list[Envelope]:
        """Write a line; Refused if there is nothing in it or too much."""
        notice = Notice(
            self.number + 1, now, member.name, clean_text(text, MAX_LINE_CHARS), member.id, cause
        )
        self.number = notice.number
        self.notices.append(notice)
        change = NoticeChange(notice.number, whole=False, put=(notice,))
        return [Envelope(To.FOLLOWERS, change, durable=True)]

    def append(self, put: Iterable[Notice]) -> bool:
        """Take over notices that are stored; False if there is a gap before them."""
        fresh = [notice for notice in put if notice.number > self.number]
        if not fresh or fresh[0].number != self.number + 1:
            return False
        self.notices.extend(fresh)
        self.number = fresh[-1].number
        return True

    def withdraw(self, numbers: set[int]) -> None:
        """Remove notices that could not be stored; their numbers are not used again."""
        kept = [notice for notice in self.notices if notice.number not in numbers]
        self.notices = deque(kept, maxlen=NOTICES_KEPT_COUNT)

    def hide(self, number: int) -> bool:
        """Hide a notice, which keeps its place in the numbering; False if it is not here."""
        for at, notice in enumerate(self.notices):
            if notice.number == number and notice.text:
                self.notices[at] = replace(notice, text="")
                return True
        return False

    def visible_notices(self) -> tuple[Notice, ...]:
        """The notices with a text: a hidden one has none."""
        return tuple(notice for notice in self.notices if notice.text)

    def whole(self) -> NoticeChange:
        """The whole board."""
        return NoticeChange(self.number, True, self.visible_notices())

    def since(self, last: int | None) -> list[Envelope]:
        """The notices that a follower missed."""
        first = self.notices[0].number if self.notices else self.number + 1
        # A follower may have read a notice that was hidden while it was away.
        some_hidden = len(self.visible_notices()) < len(self.notices)
        if last is None or last > self.number or last + 1 < first or some_hidden:
            return [Envelope(To.SENDER, self.whole())]
        missed = tuple(notice for notice in self.notices if notice.number > last)
        return [Envelope(To.SENDER, NoticeChange(self.number, False, missed))] if missed else []
