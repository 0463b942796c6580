"""Presence: who is here and what each one does, as far as that is public."""

from __future__ import annotations

from ludarium.server.protocol.codec import Envelope, Member, Person, PresenceChange, To
from ludarium.server.site.versioned_list import Change, Listing

PAUSE = 1.0  # seconds between two changes that are told


class Presence:
    """People and programs by member, however many tabs each has."""

    def __init__(self) -> None:
        self.listing: Listing[Person] = Listing()
        self.tabs: dict[str, set[str]] = {}
        self.due: float | None = None

    def come(self, member: Member, now: float) -> None:
        """A tab opened."""
        first = member.id not in self.tabs
        self.tabs.setdefault(member.id, set()).add(member.tab)
        if first:
            self._put(member.id, Person(member.id, member.name, member.kind), now)

    def go(self, member: Member, now: float) -> None:
        """A tab closed."""
        tabs = self.tabs.get(member.id, set())
        tabs.discard(member.tab)
        if not tabs and self.tabs.pop(member.id, None) is not None:
            self._put(member.id, None, now)

    def does(self, person: Person, now: float) -> None:
        """Somebody does something else, or is called otherwise; one who is gone is left out."""
        if person.member in self.tabs:
            self._put(person.member, person, now)

    def tick(self, now: float) -> list[Envelope]:
        """Tell what changed, if it is time."""
        if self.due is None or self.due > now:
            return []
        self.due = None
        change = self.listing.flush()
        return [Envelope(To.FOLLOWERS, self._told(change))] if change else []

    def since(self, last: int | None) -> list[Envelope]:
        """What one who follows again has missed."""
        return [Envelope(To.SENDER, self._told(change)) for change in self.listing.since(last)]

    def _put(self, member: str, person: Person | None, now: float) -> None:
        self.listing.put(member, person)
        if self.listing.changed and self.due is None:
            self.due = now + PAUSE

    def _told(self, change: Change[Person]) -> PresenceChange:
        return PresenceChange(change.number, change.whole, len(self.tabs), change.put, change.gone)
