"""The lobby: public rooms, listed by what they are and never by how their games stand."""

from __future__ import annotations

from ludarium.server.protocol.codec import Entry, Envelope, LobbyChange, To
from ludarium.server.site.versioned_list import Change, Listing

PAUSE = 0.5  # seconds between two changes that are told


class Lobby:
    """Entries by room; changes are gathered for a moment, then told at once."""

    def __init__(self) -> None:
        self.listing: Listing[Entry] = Listing()
        self.due: float | None = None

    def put(self, room: str, entry: Entry | None, now: float) -> None:
        """List a room anew, or no longer."""
        self.listing.put(room, entry)
        if self.listing.changed and self.due is None:
            self.due = now + PAUSE

    def tick(self, now: float) -> list[Envelope]:
        """Tell what changed, if it is time."""
        if self.due is None or self.due > now:
            return []
        self.due = None
        change = self.listing.flush()
        return [Envelope(To.FOLLOWERS, told(change))] if change else []

    def since(self, last: int | None) -> list[Envelope]:
        """What one who follows again has missed."""
        return [Envelope(To.SENDER, told(change)) for change in self.listing.since(last)]


def told(change: Change[Entry]) -> LobbyChange:
    """A change as it is told."""
    return LobbyChange(change.number, change.whole, change.put, change.gone)
