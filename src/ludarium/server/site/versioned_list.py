"""A list that is told by numbered changes: who missed some gets them, or all of it."""

from __future__ import annotations

from collections import deque
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
KEPT = 32  # changes that one who comes back can be given


class Change(NamedTuple, Generic[T]):
    """What became of a list: all of it if `whole`, else what differs from the number before."""

    number: int
    whole: bool
    put: tuple[T, ...]
    gone: tuple[str, ...]


class Listing(Generic[T]):
    """Items by key; what was put or removed since the last `flush` is one change."""

    def __init__(self) -> None:
        self.items: dict[str, T] = {}
        self.number = 0
        self._told: dict[str, T] = {}  # as of `number`
        self._touched: set[str] = set()
        self._past: deque[Change[T]] = deque(maxlen=KEPT)

    @property
    def changed(self) -> bool:
        """Whether there is anything to flush."""
        return bool(self._touched)

    def put(self, key: str, item: T | None) -> None:
        """Set an item, or remove it."""
        if self.items.get(key) == item:
            return
        if item is None:
            self.items.pop(key, None)
        else:
            self.items[key] = item
        self._touched.add(key)

    def flush(self) -> Change[T] | None:
        """The change since the last one, None if there is nothing to tell."""
        touched, self._touched = sorted(self._touched), set()
        put = tuple(
            self.items[key]
            for key in touched
            if key in self.items and self.items[key] != self._told.get(key)
        )
        gone = tuple(key for key in touched if key in self._told and key not in self.items)
        if not put and not gone:
            return None
        for key in touched:
            self._told.pop(key, None)
            if key in self.items:
                self._told[key] = self.items[key]
        self.number += 1
        change = Change(self.number, whole=False, put=put, gone=gone)
        self._past.append(change)
        return change

    def whole(self) -> Change[T]:
        """Everything, as it was told last; what is newer comes with the next flush."""
        return Change(self.number, whole=True, put=tuple(self._told.values()), gone=())

    def since(self, last: int | None) -> list[Change[T]]:
        """What one missed whose last number was this: the changes, or everything."""
        first = self._past[0].number if self._past else self.number + 1
        if last is None or last > self.number or last + 1 < first:
            return [self.whole()]
        return [change for change in self._past if change.number > last]
