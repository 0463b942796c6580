"""A versioned list: clients get numbered changes, or the whole list after too many were missed."""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
CHANGES_KEPT_COUNT = 32  # for clients that reconnect; after more they get the whole list


class Change(NamedTuple, Generic[T]):
    """A change of a list: all of it if `whole`, else the difference to the number before."""

    number: int
    whole: bool
    put: tuple[T, ...]
    gone: tuple[str, ...]


class VersionedList(Generic[T]):
    """Items by key; what was put or removed since the last `flush` is one change."""

    def __init__(self) -> None:
        self.items: dict[str, T] = {}
        self.number = 0
        self._flushed: dict[str, T] = {}  # as of `number`
        self._touched: set[str] = set()
        self._past: deque[Change[T]] = deque(maxlen=CHANGES_KEPT_COUNT)

    @property
    def changed(self) -> bool:
        """Whether there is anything to flush."""
        return bool(self._touched)

    def set_item(self, key: str, item: T | None) -> None:
        """Set an item, or remove it."""
        if self.items.get(key) == item:
            return
        if item is None:
            self.items.pop(key, None)
        else:
            self.items[key] = item
        self._touched.add(key)

    def flush(self) -> Change[T] | None:
        """The change since the last flush, None if nothing differs."""
        touched, self._touched = sorted(self._touched), set()
        put = tuple(
            self.items[key]
            for key in touched
            if key in self.items and self.items[key] != self._flushed.get(key)
        )
        gone = tuple(key for key in touched if key in self._flushed and key not in self.items)
        if not put and not gone:
            return None
        for key in touched:
            self._flushed.pop(key, None)
            if key in self.items:
                self._flushed[key] = self.items[key]
        self.number += 1
        change = Change(self.number, whole=False, put=put, gone=gone)
        self._past.append(change)
        return change

    def whole(self) -> Change[T]:
        """The whole list as of the last flush; newer changes come with the next one."""
        return Change(self.number, whole=True, put=tuple(self._flushed.values()), gone=())

    def since(self, last: int | None) -> list[Change[T]]:
        """The changes after a number, or the whole list if they are not kept any more."""
        first = self._past[0].number if self._past else self.number + 1
        if last is None or last > self.number or last + 1 < first:
            return [self.whole()]
        return [change for change in self._past if change.number > last]
