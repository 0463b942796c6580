"""The whole site as one pure machine: rooms, lobby, presence and message board."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from ludarium.core.errors import LudariumError
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Done, Envelope, Happened, Member, Notice, Refusal, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import Moved, Said
from ludarium.server.protocol.member_names import checked_name, guest_name
from ludarium.server.rooms import projections
from ludarium.server.rooms.disconnects import GRACE
from ludarium.server.rooms.membership import NO_SUCH_ROOM, Access, access
from ludarium.server.rooms.room import Room
from ludarium.server.site import room_codes
from ludarium.server.site.lobby import Lobby
from ludarium.server.site.member_status import Whereabouts
from ludarium.server.site.message_board import Noticeboard
from ludarium.server.site.presence import Presence
from ludarium.server.site.wakeups import Alarm

EMPTY: Mapping[str, tuple[str, str]] = MappingProxyType({})
ROOMS = 20  # that one member may host at a time
RECEIPTS = 20_000  # answers to messages outside of rooms that are remembered
LISTS: dict[type, str] = {
    m.LobbyChange: "lobby",
    m.PresenceChange: "presence",
    m.NoticeChange: "notices",
}
QUIET = (Moved, Said)  # facts that change nothing in the lobby or in what people do

Handler = Callable[[Member, Any, float], list[Envelope]]


class Site:
    """Everything that one process serves.

    `notices` are those of before a restart, and `opened` are its rooms, each by its code with the
    member and the message that opened it; they come back one by one, by `admit`.
    """

    def __init__(
        self,
        rng: Random,
        notices: Iterable[Notice] = (),
        opened: Mapping[str, tuple[str, str]] = EMPTY,
        grace: float = GRACE,
    ) -> None:
        self.rng = rng
        self.grace = grace
        self.rooms: dict[str, Room] = {}
        self.expected = dict(opened)  # rooms that are not back yet
        self.renounced: set[str] = set()  # codes of rooms that are not back before a restart
        self.closing: dict[str, Room] = {}  # by the last call: their guests have yet to be told
        self.lobby = Lobby()
        self.presence = Presence()
        self.noticeboard = Noticeboard(notices)
        self.followers: dict[str, set[str]] = {name: set() for name in LISTS.values()}
        self.whereabouts = Whereabouts()
        self.alarm = Alarm()
        self.receipts: OrderedDict[tuple[str, str], Done | Refusal] = OrderedDict()
        self._handlers: dict[type, Handler] = {
            m.Create: self._create,
            m.Follow: self._follow,
            m.Unfollow: self._unfollow,
            m.Post: self._post,
            m.Rename: self._rename,
        }
        for code, origin in opened.items():
            self._remember(origin, Done(origin[1], code, 1))
        for notice in self.noticeboard.notices:
            self._remember((notice.by, notice.cause), Done(notice.cause, "", notice.number))

    # What the shell calls.

    @property
    def count(self) -> int:
        """How many rooms there are, those that are not back yet included."""
        return len(self.rooms) + len(self.expected)

    def take(self, room: Room) -> None:
        """Have a room, new or back from the store."""
        room.grace = self.grace
        self.rooms[room.state.code] = room

    def admit(self, room: Room, now: float) -> list[Envelope]:
        """Have a room go on after the server was down."""
        self.expected.pop(room.state.code, None)
        self.take(room)
        if room.origin[1]:
            self._remember(room.origin, Done(room.origin[1], room.state.code, 1))
        batch = self._settled(room, room.restart(now), now)
        self._list(room, (), now)  # nothing has to happen in a room that is only looked at
        return batch

    def renounce(self, code: str) -> None:
        """A room does not come back; no other gets its code, because it may be stored."""
        self.expected.pop(code, None)
        self.renounced.add(code)

    def discard(self, code: str, now: float) -> Room | None:
        """Take a room out that is not what the store says; gives it, if it was there."""
        room = self.rooms.pop(code, None) or self.closing.pop(code, None)
        self.alarm.set(code, None)
        self.lobby.put(code, None, now)
        for member in self.whereabouts.forget(code):
            self._place(member, now)
        return room

    def take_back(self, member: str, message: str) -> None:
        """Forget the answer to a message: sent again, it is followed or refused as a new one."""
        self.receipts.pop((member, message), None)

    def call(self, member: str, name: str, now: float) -> None:
        """Show a member under a name to those who are here."""
        person = self.presence.listing.items.get(member)
        if person is not None:
            self.presence.does(replace(person, name=name), now)

    def connect(self, member: Member, now: float) -> list[Envelope]:
        """A tab opened."""
        self.presence.come(member, now)
        return [Envelope(To.SENDER, m.Welcome(member.id, member.name, now))]

    def disconnect(self, member: Member, now: float) -> list[Envelope]:
        """A tab is gone."""
        self.closing.clear()
        for tabs in self.followers.values():
            tabs.discard(member.tab)
        batch = []
        for code in self.whereabouts.rooms(member.id):
            room = self.rooms[code]
            batch += self._settled(room, room.drop(member, now), now, member.id, coming=True)
        self.presence.go(member, now)
        return batch

    def handle(self, member: Member, message: m.ClientMessage, now: float) -> list[Envelope]:
        """Follow a message, or refuse it."""
        self.closing.clear()
        if isinstance(message, m.Ping):
            return [Envelope(To.SENDER, m.Pong(message.id, now))]
        known = self.receipts.get((member.id, message.id))
        if known is not None:
            return [Envelope(To.SENDER, known)]
        if isinstance(message, m.RoomMessage):
            return self._to_room(member, message, now)
        try:
            if member.kind == "program":
                raise Refused("not_for_programs", "Programs cannot do that.")
            return self._handlers[type(message)](member, message, now)
        except LudariumError as error:
            return self._answer(member, Refusal(message.id, error.code, error.message))

    def access(self, member: Member, message: m.RoomMessage) -> Access:
        """How a member comes to the room of a message; who repeats one gets its receipt."""
        if isinstance(message, m.Exit) or (member.id, message.id) in self.receipts:
            return Access.INSIDE  # the answer tells nothing of a room, or nothing new
        room = self.rooms.get(room_codes.read(message.room))
        # `enter` has no receipts: it is followed each time.
        receipts = room.receipts if room and not isinstance(message, m.Enter) else None
        if receipts and receipts.find(member.id, message.id):
            return Access.INSIDE
        return access(room, member.id, member.kind)

    def thought(
        self, code: str, request: int, move: int, seconds: float, now: float
    ) -> list[Envelope]:
        """A bot's move, which took so long to find."""
        room = self.rooms.get(code)
        return self._settled(room, room.thought(request, move, seconds, now), now) if room else []

    def advised(
        self, code: str, request: int, moves: list[int], chance: float, now: float
    ) -> list[Envelope]:
        """A hint that was found."""
        room = self.rooms.get(code)
        return self._settled(room, room.advised(request, moves, chance, now), now) if room else []

    def tick(self, now: float) -> list[Envelope]:
        """Do what is due by now."""
        self.closing.clear()
        batch = []
        for code in self.alarm.due(now):
            room = self.rooms.get(code)
            if room:
                batch += self._settled(room, room.tick(now), now)
        return batch + self.lobby.tick(now) + self.presence.tick(now)

    def next_wake(self) -> float | None:
        """When `tick` may have something to do, None if never."""
        times = (self.alarm.next(), self.lobby.due, self.presence.due)
        return min((time for time in times if time is not None), default=None)

    def audience(self, envelope: Envelope, sender: str) -> set[str]:
        """The tabs that an envelope is for; `sender` is the one whose message it came from."""
        if envelope.to is To.SENDER:
            return {sender}
        if envelope.to is To.MEMBER:
            return set(self.presence.tabs.get(envelope.member, ()))
        if envelope.to is To.FOLLOWERS:
            return set(self.followers[LISTS[type(envelope.message)]])
        room = self.rooms.get(envelope.room) or self.closing.get(envelope.room)
        return room.audience(envelope.to) if room else set()

    # Rooms.

    def _to_room(self, member: Member, message: m.RoomMessage, now: float) -> list[Envelope]:
        room = self.rooms.get(room_codes.read(message.room))
        if isinstance(message, m.Exit) and not (room and room.present(member.id)):
            return [Envelope(To.SENDER, Done(message.id, message.room))]
        if room is None or self.access(member, message) is Access.NONE:
            # One answer for both, or it would tell which private rooms there are.
            refusal = Refusal(message.id, "no_such_room", NO_SUCH_ROOM, "", message.room)
            return [Envelope(To.SENDER, refusal)]
        coming = isinstance(message, m.Enter | m.Exit | m.Leave)
        return self._settled(room, room.handle(member, message, now), now, member.id, coming)

    def _create(self, member: Member, message: m.Create, now: float) -> list[Envelope]:
        hosts = [room.state.host for room in self.rooms.values()]
        hosts += [host for host, _ in self.expected.values()]
        if hosts.count(member.id) >= ROOMS:
            raise Refused("too_many_rooms", "Close one of your rooms first.")
        taken = self.rooms.keys() | self.expected.keys() | self.renounced
        code = room_codes.draw(self.rng, taken)
        room, batch = Room.create(code, member, message, now, self.rng)
        self.take(room)
        self._remember((member.id, message.id), Done(message.id, code, room.state.number))
        return self._settled(room, batch, now, member.id, coming=True)

    def _settled(
        self,
        room: Room,
        batch: list[Envelope],
        now: float,
        sender: str = "",
        coming: bool = False,
    ) -> list[Envelope]:
        """The batch of a room, after which lobby, presence and alarm know of it."""
        code = room.state.code
        self.alarm.set(code, room.next_wake())
        if _loud(batch) or coming:
            affected = room.state.people() | {sender} | {sent.member for sent in batch}
            self._list(room, affected - {""}, now)
        if room.state.phase == "closed":
            self._forget(room, batch, sender, now)
        return batch

    def _list(self, room: Room, affected: Iterable[str], now: float) -> None:
        self.lobby.put(room.state.code, projections.entry(room), now)
        for member in affected:
            self.whereabouts.note(room, member)
            self._place(member, now)

    def _place(self, member: str, now: float) -> None:
        person = self.presence.listing.items.get(member)
        if person is not None:
            self.presence.does(self.whereabouts.describe(person), now)

    def _forget(self, room: Room, batch: list[Envelope], sender: str, now: float) -> None:
        """A closed room is no more; whoever closed it may ask again whether it was done."""
        for sent in batch:
            if sent.to is To.SENDER and isinstance(sent.message, Done):
                self._remember((sender, sent.message.id), sent.message)
        self.closing[room.state.code] = self.rooms.pop(room.state.code)
        self.alarm.set(room.state.code, None)
        for member in self.whereabouts.forget(room.state.code):
            self._place(member, now)

    # Lists.

    def _follow(self, member: Member, message: m.Follow, now: float) -> list[Envelope]:
        self.followers[message.list].add(member.tab)
        source = {
            "lobby": self.lobby.since,
            "presence": self.presence.since,
            "notices": self.noticeboard.since,
        }[message.list]
        return [*source(message.last), Envelope(To.SENDER, Done(message.id))]

    def _unfollow(self, member: Member, message: m.Unfollow, now: float) -> list[Envelope]:
        self.followers[message.list].discard(member.tab)
        return [Envelope(To.SENDER, Done(message.id))]

    def _post(self, member: Member, message: m.Post, now: float) -> list[Envelope]:
        batch = self.noticeboard.post(member, message.text, now, message.id)
        return batch + self._answer(member, Done(message.id, "", self.noticeboard.number))

    def _rename(self, member: Member, message: m.Rename, now: float) -> list[Envelope]:
        name = checked_name(message.name, guest_name(member.id))
        self.call(member.id, name, now)
        named = Envelope(To.SHELL, m.Named(member.id, name), durable=True)
        told = Envelope(To.MEMBER, m.Welcome(member.id, name, now), member=member.id)
        return [named, told, *self._answer(member, Done(message.id))]

    # Receipts.

    def _answer(self, member: Member, answer: Done | Refusal) -> list[Envelope]:
        self._remember((member.id, answer.id), answer)
        return [Envelope(To.SENDER, answer)]

    def _remember(self, key: tuple[str, str], answer: Done | Refusal) -> None:
        self.receipts[key] = answer
        if len(self.receipts) > RECEIPTS:
            self.receipts.popitem(last=False)


def _loud(batch: list[Envelope]) -> bool:
    """Whether a batch may change what the lobby or presence tell."""
    return any(
        isinstance(sent.message, m.Watching | m.Dismissed)
        or (isinstance(sent.message, Happened) and not isinstance(sent.message.fact, QUIET))
        for sent in batch
    )
