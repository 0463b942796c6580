"""Whereabouts: in which rooms each member is, and what is told of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludarium.server.protocol.codec import Person

if TYPE_CHECKING:
    from ludarium.server.rooms.room import Room

IDLE = Person("", "", "person")
# What somebody does who is in several rooms: the first of these.
ORDER = ("playing", "waiting", "watching", "idle")


class Whereabouts:
    """What each member does in each room."""

    def __init__(self) -> None:
        self._does: dict[str, dict[str, Person]] = {}

    def note(self, room: Room, member: str) -> None:
        """Look at what a member does in a room."""
        code = room.state.code
        if room.present(member):
            self._does.setdefault(member, {})[code] = doing(room, member)
            return
        rooms = self._does.get(member, {})
        rooms.pop(code, None)
        if not rooms:
            self._does.pop(member, None)

    def rooms(self, member: str) -> list[str]:
        """The rooms that a member is in."""
        return list(self._does.get(member, ()))

    def forget(self, code: str) -> list[str]:
        """A room is no more; these were in it."""
        inside = [member for member, rooms in self._does.items() if code in rooms]
        for member in inside:
            del self._does[member][code]
            if not self._does[member]:
                del self._does[member]
        return inside

    def describe(self, person: Person) -> Person:
        """The same person with what it does now."""
        does = self._does.get(person.member, {}).values()
        best = min(does, key=lambda one: ORDER.index(one.doing), default=IDLE)
        return replace(person, doing=best.doing, game=best.game, room=best.room)


def doing(room: Room, member: str) -> Person:
    """What a member does in a room; of a private one neither code nor game are told."""
    state = room.state
    person = replace(IDLE, member=member)
    if state.setup.public:
        watchable = state.watchable and state.phase != "closed"
        person = replace(person, game=state.setup.game, room=state.code if watchable else "")
    if not state.seats_of(member):
        return replace(person, doing="watching")
    return replace(person, doing="waiting" if state.phase != "playing" else "playing")
