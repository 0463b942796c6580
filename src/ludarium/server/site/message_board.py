"""The message board: the last lines that anybody wrote for everybody."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from ludarium.server.protocol.codec import Envelope, Member, Notice, NoticeChange, To
from ludarium.server.protocol.user_text import LINE, clean

KEPT = 50


class Noticeboard:
    """Numbered notices, each stored before it is told; `written` are those of before a restart."""

    def __init__(self, written: Iterable[Notice] = ()) -> None:
        self.notices: deque[Notice] = deque(written, maxlen=KEPT)
        self.number = self.notices[-1].number if self.notices else 0

    def post(self, member: Member, text: str, now: float, cause: str) -> list[Envelope]:
        """Write a line; Refused if there is nothing in it or too much."""
        notice = Notice(self.number + 1, now, member.name, clean(text, LINE), member.id, cause)
        self.number = notice.number
        self.notices.append(notice)
        told = NoticeChange(notice.number, whole=False, put=(notice,))
        return [Envelope(To.FOLLOWERS, told, durable=True)]

    def withdraw(self, numbers: set[int]) -> None:
        """Take notices back that could not be stored; their numbers are not given again."""
        kept = [notice for notice in self.notices if notice.number not in numbers]
        self.notices = deque(kept, maxlen=KEPT)

    def since(self, last: int | None) -> list[Envelope]:
        """What one who follows again has missed."""
        first = self.notices[0].number if self.notices else self.number + 1
        if last is None or last > self.number or last + 1 < first:
            return [Envelope(To.SENDER, NoticeChange(self.number, True, tuple(self.notices)))]
        missed = tuple(notice for notice in self.notices if notice.number > last)
        return [Envelope(To.SENDER, NoticeChange(self.number, False, missed))] if missed else []
