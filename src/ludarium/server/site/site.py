"""The site as one pure machine: rooms, lobby, presence and message board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from ludarium.core.errors import LudariumError
from ludarium.server.protocol import codec as m
from ludarium.server.protocol.codec import Done, Envelope, Happened, Member, Notice, Refusal, To
from ludarium.server.protocol.errors import Refused
from ludarium.server.protocol.events import LineHidden, Moved, Said
from ludarium.server.protocol.member_names import checked_name, guest_name
from ludarium.server.rooms import projections
from ludarium.server.rooms.disconnects import SEAT_KEPT_S
from ludarium.server.rooms.membership import NO_SUCH_ROOM, Access
from ludarium.server.rooms.room import Room
from ludarium.server.site import room_codes
from ludarium.server.site.approach import Approach, approach_room
from ludarium.server.site.lobby import Lobby
from ludarium.server.site.member_status import MemberStatus
from ludarium.server.site.message_board import MessageBoard
from ludarium.server.site.presence import Presence
from ludarium.server.site.site_receipts import SiteReceipts
from ludarium.server.site.wakeups import Wakeups

NO_ROOMS: Mapping[str, tuple[str, str]] = MappingProxyType({})
HOSTED_ROOMS_LIMIT = 20  # that one member may host at a time
LISTS: dict[type, str] = {
    m.LobbyChange: "lobby",
    m.PresenceChange: "presence",
    m.NoticeChange: "notices",
}
UNLISTED = (Moved, Said, LineHidden)  # events that change nothing in the lobby or in what people do

Batch = list[Envelope]
Handler = Callable[[Member, Any, float], Batch]


class Site:
    """Everything that one process serves. A batch that it returns carries its audience.

    `notices` are from before a restart, and `opened` are its rooms, each by its code with the
    member and the message that opened it; they come back one by one, by `admit`.
    """

    def __init__(
        self,
        rng: Random,
        notices: Iterable[Notice] = (),
        opened: Mapping[str, tuple[str, str]] = NO_ROOMS,
        grace_s: float = SEAT_KEPT_S,
        first_number: int = 0,
    ) -> None:
        self.rng = rng
        self.grace_s = grace_s
        self.rooms: dict[str, Room] = {}
        self.expected = dict(opened)  # rooms that are not back yet
        self.renounced: set[str] = set()  # codes of rooms that come back only after a restart
        self.lobby = Lobby(first_number)
        self.presence = Presence(first_number)
        self.message_board = MessageBoard(notices)
        self.followers: dict[str, set[str]] = {name: set() for name in LISTS.values()}
        self.member_status = MemberStatus()
        self.wakeups = Wakeups()
        self.receipts = SiteReceipts()
        self._handlers: dict[type, Handler] = {
            m.Create: self._create_room,
            m.Follow: self._follow_list,
            m.Unfollow: self._unfollow_list,
            m.Post: self._post_notice,
            m.Rename: self._rename_member,
        }
        for code, (member, message) in opened.items():
            self.remember_opened(member, message, code)
        self.receipts.record_notices(self.message_board.notices)

    # Rooms come and go.

    @property
    def room_count(self) -> int:
        """How many rooms there are, those that are not back yet included."""
        return len(self.rooms) + len(self.expected)

    def find_room(self, code: str) -> Room | None:
        """A room that is here."""
        return self.rooms.get(code)

    def is_expected(self, code: str) -> bool:
        """Whether a room is not back yet."""
        return code in self.expected

    def expect_room(self, code: str, origin: tuple[str, str]) -> None:
        """A room will come back from the store."""
        self.expected[code] = origin

    def admit(self, room: Room, now: float) -> Batch:
        """Let a room go on that is back from the store."""
        self.expected.pop(room.state.code, None)
        self._add_room(room)
        if room.origin[1]:
            self.remember_opened(*room.origin, room.state.code)
        batch = self._settle(room, room.restart(now), now)
        self._list_room(room, (), now)  # a finished game has no event after a restart
        return batch

    def renounce(self, code: str) -> None:
        """A room does not come back; its code stays taken, because it may be stored."""
        self.expected.pop(code, None)
        self.renounced.add(code)

    def discard(self, code: str, now: float) -> Room | None:
        """Remove a room that is not what the store says, and give it if it was there."""
        room = self.rooms.pop(code, None)
        self.wakeups.set_time(code, None)
        self.lobby.list_room(code, None, now)
        for member in self.member_status.forget_room(code):
            self._update_presence(member, now)
        return room

    # In a cluster.

    def attach(self, member: Member, now: float) -> None:
        """A tab of another node comes to a room of this one."""
        self.presence.open_tab(member, now)

    def remember_opened(self, member: str, message: str, code: str) -> None:
        """A message has opened a room already, at any node."""
        self.receipts.record(member, Done(message, code, 1))

    def load_board(self, notices: Iterable[Notice]) -> Batch:
        """Show the message board as it is stored."""
        known = self.message_board.number
        self.message_board = board = MessageBoard(notices)
        self.receipts.record_notices(board.notices)
        changed = board.number != known
        return self._addressed([Envelope(To.FOLLOWERS, board.whole())] if changed else [])

    def add_notices(self, change: m.NoticeChange) -> Batch:
        """Show notices that another node has stored; none if an earlier one is missing."""
        if not self.message_board.append(change.put):
            return []
        return self._addressed([Envelope(To.FOLLOWERS, change)])

    def act_in_room(self, code: str, act: Callable[[Room], Batch], now: float) -> Batch:
        """Let an operator act in a room that is here."""
        room = self.rooms[code]
        return self._settle(room, act(room), now)

    def hide_notice(self, number: int) -> Batch:
        """Hide a notice whose text is erased in the store."""
        hidden, board = self.message_board.hide(number), self.message_board
        return self._addressed([Envelope(To.FOLLOWERS, board.whole())] if hidden else [])

    # Undoing what could not be stored.

    def forget_receipt(self, member: str, message: str) -> None:
        """Forget the answer to a message: sent again, it is handled as a new one."""
        self.receipts.pop((member, message), None)

    def show_name(self, member: str, name: str, now: float) -> None:
        """Show a member under a name in the presence list."""
        person = self.presence.listing.own.get(member)
        if person is not None:
            self.presence.update_person(replace(person, name=name), now)

    def withdraw_notices(self, numbers: set[int]) -> None:
        """Remove notices that could not be stored."""
        self.message_board.withdraw(numbers)

    # What the runtime calls.

    def connect(self, member: Member, now: float) -> Batch:
        """A tab opened."""
        self.presence.open_tab(member, now)
        welcome = m.Welcome(member.id, member.name, now, online=self.presence.online)
        return self._addressed([Envelope(To.SENDER, welcome)], member.tab)

    def disconnect(self, member: Member, now: float) -> Batch:
        """A tab closed."""
        for tabs in self.followers.values():
            tabs.discard(member.tab)
        batch = []
        for code in self.member_status.rooms_of(member.id):
            room = self.rooms[code]
            batch += self._settle(room, room.close_tab(member, now), now, member, moved=True)
        self.presence.close_tab(member, now)
        return batch

    def handle(
        self,
        member: Member,
        message: m.ClientMessage,
        now: float,
        approach: Approach | None = None,
    ) -> Batch:
        """Follow a message, or refuse it; a known `approach` is not worked out again."""
        if isinstance(message, m.Ping):
            pong = m.Pong(message.id, now, self.presence.online)
            return self._addressed([Envelope(To.SENDER, pong)], member.tab)
        known = self.receipts.get((member.id, message.id))
        if known is not None:
            return self._addressed([Envelope(To.SENDER, known)], member.tab)
        if isinstance(message, m.RoomMessage):
            if approach is None:
                code = room_codes.parse_code(message.room)
                approach = self.approach_room(member, message, code)
            return self._handle_in_room(member, message, now, approach)
        try:
            if member.kind == "program":
                raise Refused("not_for_programs", "Programs cannot do that.")
            batch = self._handlers[type(message)](member, message, now)
        except LudariumError as error:
            batch = self._answer(member, m.refusal_of(error, message.id))
        return self._addressed(batch, member.tab)

    def approach_room(self, member: Member, message: m.RoomMessage, code: str) -> Approach:
        """The room of a message by its code, and how the sender comes to it."""
        answered = (member.id, message.id) in self.receipts
        return approach_room(self.rooms.get(code), member, message, answered)

    def play_bot_move(
        self, code: str, request: int, move: int, seconds: float, now: float
    ) -> Batch:
        """Play a bot's move, which took `seconds` to find."""
        room = self.rooms.get(code)
        if room is None:
            return []
        return self._settle(room, room.play_bot_move(request, move, seconds, now), now)

    def deliver_hint(
        self, code: str, request: int, moves: list[int], chance: float, now: float
    ) -> Batch:
        """Send a hint that was found."""
        room = self.rooms.get(code)
        if room is None:
            return []
        return self._settle(room, room.deliver_hint(request, moves, chance, now), now)

    def report_busy(self, code: str, seat: int, place: int) -> Batch:
        """Tell a room that its bot waits for a worker."""
        return self._addressed([Envelope(To.ROOM, m.Busy(code, seat, place), code)])

    def tick(self, now: float) -> Batch:
        """Carry out what is due by now."""
        batch = []
        for code in self.wakeups.due(now):
            room = self.rooms.get(code)
            if room:
                batch += self._settle(room, room.tick(now), now)
        return batch + self._addressed(self.lobby.tick(now) + self.presence.tick(now))

    def next_wake(self) -> float | None:
        """When `tick` may have something to do, None if never."""
        times = (self.wakeups.next_time(), self.lobby.due, self.presence.due)
        return min((time for time in times if time is not None), default=None)

    # Rooms.

    def _add_room(self, room: Room) -> None:
        room.grace_s = self.grace_s
        self.rooms[room.state.code] = room

    def _handle_in_room(
        self, member: Member, message: m.RoomMessage, now: float, approach: Approach
    ) -> Batch:
        room, access = approach
        if isinstance(message, m.Exit) and not (room and room.is_present(member.id)):
            done = Envelope(To.SENDER, Done(message.id, message.room))
            return self._addressed([done], member.tab)
        if room is None or access is Access.NONE:
            # One answer for both, or it would tell which private rooms there are.
            refusal = Refusal(message.id, "no_such_room", NO_SUCH_ROOM, "", message.room)
            return self._addressed([Envelope(To.SENDER, refusal)], member.tab)
        moved = isinstance(message, m.Enter | m.Exit | m.Leave)
        return self._settle(room, room.handle(member, message, now), now, member, moved)

    def _create_room(self, member: Member, message: m.Create, now: float) -> Batch:
        hosts = [room.state.host for room in self.rooms.values()]
        hosts += [host for host, _ in self.expected.values()]
        if hosts.count(member.id) >= HOSTED_ROOMS_LIMIT:
            raise Refused("too_many_rooms", "Close one of your rooms first.")
        taken = self.rooms.keys() | self.expected.keys() | self.renounced
        code = room_codes.draw_code(self.rng, taken)
        room, batch = Room.create(code, member, message, now, self.rng)
        self._add_room(room)
        self.receipts.record(member.id, Done(message.id, code, room.state.number))
        return self._settle(room, batch, now, member, moved=True)

    def _settle(
        self,
        room: Room,
        batch: Batch,
        now: float,
        sender: Member | None = None,
        moved: bool = False,
    ) -> Batch:
        """Address the batch of a room, and update lobby, presence and wakeups.

        `moved` says that the sender entered or left the room.
        """
        batch = self._addressed(batch, sender.tab if sender else "")
        code = room.state.code
        self.wakeups.set_time(code, room.next_wake())
        if moved or _changes_lists(batch):
            affected = room.state.people() | {sent.member for sent in batch}
            if sender:
                affected.add(sender.id)
            self._list_room(room, affected - {""}, now)
        if room.state.phase == "closed":
            self._forget_room(room, batch, sender.id if sender else "", now)
        return batch

    def _addressed(self, batch: Batch, sender_tab: str = "") -> Batch:
        """The batch with the tabs that each envelope goes to."""
        return [sent._replace(tabs=self._audience(sent, sender_tab)) for sent in batch]

    def _audience(self, sent: Envelope, sender_tab: str) -> frozenset[str]:
        if sent.tabs:
            return sent.tabs
        if sent.to is To.SENDER:
            return frozenset((sender_tab,))
        if sent.to is To.MEMBER:
            return frozenset(self.presence.tabs.get(sent.member, ()))
        if sent.to is To.FOLLOWERS:
            return frozenset(self.followers[LISTS[type(sent.message)]])
        if sent.to is To.SHELL:
            return frozenset()
        room = self.rooms.get(sent.room)
        return frozenset(room.audience(sent.to)) if room else frozenset()

    def _list_room(self, room: Room, affected: Iterable[str], now: float) -> None:
        entry = projections.lobby_entry(room.state, room.watchers())
        self.lobby.list_room(room.state.code, entry, now)
        for member in affected:
            self.member_status.update_member(room, member)
            self._update_presence(member, now)

    def _update_presence(self, member: str, now: float) -> None:
        person = self.presence.listing.own.get(member)
        if person is not None:
            self.presence.update_person(self.member_status.with_status(person), now)

    def _forget_room(self, room: Room, batch: Batch, sender: str, now: float) -> None:
        """Forget a closed room; the member who closed it may repeat the message."""
        for sent in batch:
            if sent.to is To.SENDER and isinstance(sent.message, Done):
                self.receipts.record(sender, sent.message)
        del self.rooms[room.state.code]
        self.wakeups.set_time(room.state.code, None)
        for member in self.member_status.forget_room(room.state.code):
            self._update_presence(member, now)

    # Lists.

    def _follow_list(self, member: Member, message: m.Follow, now: float) -> Batch:
        self.followers[message.list].add(member.tab)
        source = {
            "lobby": self.lobby.since,
            "presence": self.presence.since,
            "notices": self.message_board.since,
        }[message.list]
        return [*source(message.last), Envelope(To.SENDER, Done(message.id))]

    def _unfollow_list(self, member: Member, message: m.Unfollow, now: float) -> Batch:
        self.followers[message.list].discard(member.tab)
        return [Envelope(To.SENDER, Done(message.id))]

    def _post_notice(self, member: Member, message: m.Post, now: float) -> Batch:
        batch = self.message_board.post(member, message.text, now, message.id)
        return batch + self._answer(member, Done(message.id, "", self.message_board.number))

    def _rename_member(self, member: Member, message: m.Rename, now: float) -> Batch:
        name = checked_name(message.name, guest_name(member.id))
        self.show_name(member.id, name, now)
        tabs = frozenset(self.presence.tabs.get(member.id, ()))
        named = Envelope(To.SHELL, m.Named(member.id, name), durable=True, tabs=tabs)
        online = self.presence.online
        welcome = Envelope(
            To.MEMBER, m.Welcome(member.id, name, now, online=online), member=member.id
        )
        return [named, welcome, *self._answer(member, Done(message.id))]

    def _answer(self, member: Member, answer: Done | Refusal) -> Batch:
        self.receipts.record(member.id, answer)
        return [Envelope(To.SENDER, answer)]


def _changes_lists(batch: Batch) -> bool:
    """Whether a batch may change the lobby or the presence list."""
    return any(
        isinstance(sent.message, m.Watching | m.Dismissed)
        or (isinstance(sent.message, Happened) and not isinstance(sent.message.fact, UNLISTED))
        for sent in batch
    )
