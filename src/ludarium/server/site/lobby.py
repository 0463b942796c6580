"""The lobby: lists public rooms, never how their games stand."""

from __future__ import annotations

from ludarium.server.protocol.codec import Entry, Envelope, LobbyChange, To
from ludarium.server.site.versioned_list import Change, VersionedList

LOBBY_INTERVAL_S = 0.5  # between two changes that followers get


class Lobby:
    """Entries by room; changes are gathered for a moment and sent together."""

    def __init__(self) -> None:
        self.listing: VersionedList[Entry] = VersionedList()
        self.due: float | None = None

    def list_room(self, room: str, entry: Entry | None, now: float) -> None:
        """List a room as it is now, or remove it."""
        self.listing.set_item(room, entry)
        if self.listing.changed and self.due is None:
            self.due = now + LOBBY_INTERVAL_S

    def tick(self, now: float) -> list[Envelope]:
        """The change for followers, if it is time."""
        if self.due is None or self.due > now:
            return []
        self.due = None
        change = self.listing.flush()
        return [Envelope(To.FOLLOWERS, lobby_change(change))] if change else []

    def since(self, last: int | None) -> list[Envelope]:
        """The changes that a follower missed."""
        return [Envelope(To.SENDER, lobby_change(change)) for change in self.listing.since(last)]


def lobby_change(change: Change[Entry]) -> LobbyChange:
    """A change as a message."""
    return LobbyChange(change.number, change.whole, change.put, change.gone)
