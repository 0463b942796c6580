"""Shared list: a versioned list of own items and of those that other nodes contribute."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ludarium.server.site.versioned_list import VersionedList

T = TypeVar("T")


class SharedList(VersionedList[T]):
    """Followers see one list. `prefer` chooses between an own item and another node's.

    A follower may come from another node, whose numbers mean nothing here: `first_number` is far
    from that of every other node, so that such a follower gets the whole list.
    """

    def __init__(self, prefer: Callable[[T, T], T], first_number: int = 0) -> None:
        super().__init__()
        self.number = first_number
        self.own: dict[str, T] = {}
        self.foreign: dict[str, T] = {}
        self._prefer = prefer

    def set_own(self, key: str, item: T | None) -> None:
        """Set or remove an item of this node."""
        _set(self.own, key, item)
        self._show(key)

    def set_foreign(self, key: str, item: T | None) -> None:
        """Set or remove what the other nodes say of an item."""
        _set(self.foreign, key, item)
        self._show(key)

    def _show(self, key: str) -> None:
        own, foreign = self.own.get(key), self.foreign.get(key)
        if own is not None and foreign is not None:
            self.set_item(key, self._prefer(own, foreign))
        else:
            self.set_item(key, foreign if own is None else own)


def _set(items: dict[str, T], key: str, item: T | None) -> None:
    if item is None:
        items.pop(key, None)
    else:
        items[key] = item
