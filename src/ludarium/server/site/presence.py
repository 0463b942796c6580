"""Presence: the members who are connected, and what each one does, as far as that is public."""

from __future__ import annotations

from ludarium.server.protocol.codec import Envelope, Member, Person, PresenceChange, To
from ludarium.server.rooms.member_tabs import MemberTabs
from ludarium.server.site.member_status import busier
from ludarium.server.site.shared_list import SharedList
from ludarium.server.site.versioned_list import Change

PRESENCE_INTERVAL_S = 1.0  # between two changes that followers get


class Presence:
    """People and programs by member, however many tabs each has."""

    def __init__(self, first_number: int = 0) -> None:
        self.listing: SharedList[Person] = SharedList(busier, first_number)
        self.tabs = MemberTabs()
        self.due: float | None = None

    @property
    def online(self) -> int:
        """How many members are connected, at any node."""
        return len(self.listing.items)

    def open_tab(self, member: Member, now: float) -> None:
        """A tab opened."""
        if self.tabs.add_tab(member):
            self._list_person(member.id, Person(member.id, member.name, member.kind), now)

    def close_tab(self, member: Member, now: float) -> None:
        """A tab closed."""
        if self.tabs.remove_tab(member):
            self._list_person(member.id, None, now)

    def update_person(self, person: Person, now: float) -> None:
        """A person does something else or has another name; absent members are left out."""
        if person.member in self.tabs:
            self._list_person(person.member, person, now)

    def list_foreign(self, member: str, person: Person | None, now: float) -> None:
        """List a member as the other nodes see it, or remove it."""
        self.listing.set_foreign(member, person)
        self._note_change(now)

    def tick(self, now: float) -> list[Envelope]:
        """The change for followers, if it is time."""
        if self.due is None or self.due > now:
            return []
        self.due = None
        change = self.listing.flush()
        return [Envelope(To.FOLLOWERS, self._presence_change(change))] if change else []

    def since(self, last: int | None) -> list[Envelope]:
        """The changes that a follower missed."""
        return [
            Envelope(To.SENDER, self._presence_change(change))
            for change in self.listing.since(last)
        ]

    def _list_person(self, member: str, person: Person | None, now: float) -> None:
        self.listing.set_own(member, person)
        self._note_change(now)

    def _note_change(self, now: float) -> None:
        if self.listing.changed and self.due is None:
            self.due = now + PRESENCE_INTERVAL_S

    def _presence_change(self, change: Change[Person]) -> PresenceChange:
        return PresenceChange(change.number, change.whole, self.online, change.put, change.gone)
