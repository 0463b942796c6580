"""Member status: what each member does in each room, as far as that is public."""

from __future__ import annotations

from msgspec.structs import replace

from ludarium.server.protocol.codec import Person
from ludarium.server.rooms.room import Room

IDLE_PERSON = Person("", "", "person")
# A member in several rooms is shown with the first of these.
STATUS_ORDER = ("playing", "waiting", "watching", "idle")


class MemberStatus:
    """What each member does in each room."""

    def __init__(self) -> None:
        self._does: dict[str, dict[str, Person]] = {}

    def update_member(self, room: Room, member: str) -> None:
        """Note what a member does in a room now."""
        code = room.state.code
        if room.is_present(member):
            self._does.setdefault(member, {})[code] = _status_in(room, member)
            return
        rooms = self._does.get(member, {})
        rooms.pop(code, None)
        if not rooms:
            self._does.pop(member, None)

    def rooms_of(self, member: str) -> list[str]:
        """The rooms that a member is in."""
        return list(self._does.get(member, ()))

    def forget_room(self, code: str) -> list[str]:
        """Forget a room, and give the members who were in it."""
        inside = [member for member, rooms in self._does.items() if code in rooms]
        for member in inside:
            del self._does[member][code]
            if not self._does[member]:
                del self._does[member]
        return inside

    def with_status(self, person: Person) -> Person:
        """The same person with what it does now."""
        does = self._does.get(person.member, {}).values()
        best = min(does, key=lambda one: STATUS_ORDER.index(one.doing), default=IDLE_PERSON)
        return replace(person, doing=best.doing, game=best.game, room=best.room)


def busier(one: Person, two: Person) -> Person:
    """The same person at two nodes, with what comes first in the order."""
    places = [STATUS_ORDER.index(person.doing) for person in (one, two)]
    return two if places[1] < places[0] else one


def _status_in(room: Room, member: str) -> Person:
    """What a member does in a room; a private one shows neither code nor game."""
    state = room.state
    person = replace(IDLE_PERSON, member=member)
    if state.phase in ("finished", "closed"):
        return person  # after a game its players wait for no one
    if room.is_previewer(member) and not state.seats_of(member):
        return person  # the lobby or the home page shows it
    if state.setup.public:
        room_code = state.code if state.watchable else ""
        person = replace(person, game=state.setup.game, room=room_code)
    if not state.seats_of(member):
        return replace(person, doing="watching")
    return replace(person, doing="waiting" if state.phase == "open" else "playing")
