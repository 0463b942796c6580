"""The lobby: lists public rooms, never how their games stand."""

from __future__ import annotations

from ludarium.server.protocol.codec import Entry, Envelope, LobbyChange, To
from ludarium.server.site.shared_list import SharedList
from ludarium.server.site.versioned_list import Change

LOBBY_INTERVAL_S = 0.5  # between two changes that followers get


class Lobby:
    """Entries by room; changes are gathered for a moment and sent together."""

    def __init__(self, first_number: int = 0) -> None:
        self.listing: SharedList[Entry] = SharedList(_prefer_own, first_number)
        self.due: float | None = None

    def list_room(self, room: str, entry: Entry | None, now: float) -> None:
        """List a room of this node as it is now, or remove it."""
        self.listing.set_own(room, entry)
        self._note_change(now)

    def list_foreign(self, room: str, entry: Entry | None, now: float) -> None:
        """List a room of another node, or remove it."""
        self.listing.set_foreign(room, entry)
        self._note_change(now)

    def _note_change(self, now: float) -> None:
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


def _prefer_own(own: Entry, _foreign: Entry) -> Entry:
    """An adopted room is listed as its new owner sees it."""
    return own


def lobby_change(change: Change[Entry]) -> LobbyChange:
    """A change as a message."""
    return LobbyChange(change.number, change.whole, change.put, change.gone)
