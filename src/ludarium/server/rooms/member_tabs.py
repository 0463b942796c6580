"""Member tabs: the open tabs of each member, in a room or on the whole site."""

from __future__ import annotations

from ludarium.server.protocol.codec import Member


class MemberTabs(dict[str, set[str]]):
    """Tabs by member; a member without a tab has no entry."""

    def add_tab(self, member: Member) -> bool:
        """Add a tab; True if it is the first one of its member."""
        tabs = self.setdefault(member.id, set())
        tabs.add(member.tab)
        return len(tabs) == 1

    def remove_tab(self, member: Member) -> bool:
        """Remove a tab; True if it was the last one of its member."""
        tabs = self.get(member.id, set())
        tabs.discard(member.tab)
        return not tabs and self.pop(member.id, None) is not None
