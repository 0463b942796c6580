"""Occupants: the members who have a room open, each with the tabs that show it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from ludarium.server.protocol.codec import Member, To
from ludarium.server.rooms.member_tabs import MemberTabs


class Occupants:
    """Presence is not an event: after a restart a room is empty until clients enter again."""

    def __init__(self) -> None:
        self.tabs = MemberTabs()
        self.empty_since: float | None = None

    def add_tab(self, member: Member) -> None:
        """A tab shows the room."""
        self.tabs.add_tab(member)
        self.empty_since = None

    def remove_tab(self, member: Member) -> bool:
        """A tab shows the room no more; True if it was the member's last one."""
        return self.tabs.remove_tab(member)

    def is_present(self, member: str) -> bool:
        """Whether a member has a tab here."""
        return member in self.tabs

    def count_watchers(self, seated: AbstractSet[str]) -> int:
        """How many members are here without a seat."""
        return len(self.tabs) - sum(member in self.tabs for member in seated)

    def audience(self, to: To, seated: AbstractSet[str]) -> set[str]:
        """The tabs of all members here, of those with a seat, or of those without."""
        return {
            tab
            for member, tabs in self.tabs.items()
            if to is To.ROOM or (member in seated) == (to is To.SEATED)
            for tab in tabs
        }
