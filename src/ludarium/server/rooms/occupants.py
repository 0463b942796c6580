"""Occupants: the members who have a room open, each with the tabs that show it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from ludarium.server.protocol.codec import Member, To
from ludarium.server.rooms.member_tabs import MemberTabs


class Occupants:
    """Presence is not an event: after a restart a room is empty until clients enter again."""

    def __init__(self) -> None:
        self.tabs = MemberTabs()
        self.previewers: set[str] = set()  # members whose tabs all show a small picture only
        self.empty_since: float | None = None
        self._preview_tabs = MemberTabs()

    def add_tab(self, member: Member, preview: bool = False) -> None:
        """A tab shows the room, or a small picture of it: the last message of a tab counts."""
        self.tabs.add_tab(member)
        if preview:
            self._preview_tabs.add_tab(member)
        else:
            self._preview_tabs.remove_tab(member)
        self._sort_member(member.id)
        self.empty_since = None

    def remove_tab(self, member: Member) -> bool:
        """A tab shows the room no more; True if it was the member's last one."""
        self._preview_tabs.remove_tab(member)
        was_last = self.tabs.remove_tab(member)
        self._sort_member(member.id)
        return was_last

    def remove_member(self, member: str) -> None:
        """No tab of a member shows the room any more."""
        self.tabs.pop(member, None)
        self._preview_tabs.pop(member, None)
        self._sort_member(member)

    def is_present(self, member: str) -> bool:
        """Whether a member has a tab here."""
        return member in self.tabs

    def count_watchers(self, seated: AbstractSet[str]) -> int:
        """How many members look on without a seat; a small picture in a list does not count."""
        looking = len(self.tabs) - len(self.previewers)
        return looking - sum(
            member in self.tabs and member not in self.previewers for member in seated
        )

    def audience(self, to: To, seated: AbstractSet[str]) -> set[str]:
        """The tabs of all members here, of those with a seat, or of those without."""
        return {
            tab
            for member, tabs in self.tabs.items()
            if to is To.ROOM or (member in seated) == (to is To.SEATED)
            for tab in tabs
        }

    def _sort_member(self, member: str) -> None:
        previews = self._preview_tabs.get(member)
        if previews and previews == self.tabs.get(member):
            self.previewers.add(member)
        else:
            self.previewers.discard(member)
