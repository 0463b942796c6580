"""Replication: lobby, presence, message board and names are the same at every node."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from ludarium.server.bus.bus import Bus, Delivery
from ludarium.server.cluster.packets import (
    AddressUse,
    ListMessage,
    ListUpdate,
    MemberNamed,
    NoticesStored,
    RoomSeats,
    WantLists,
    encoder,
    list_decoder,
)
from ludarium.server.cluster.shared_limits import SharedLimits
from ludarium.server.protocol.codec import Entry, Envelope, Named, Notice, NoticeChange, Person
from ludarium.server.site.member_status import busier

if TYPE_CHECKING:
    from ludarium.server.runtime.hub import Hub

log = logging.getLogger(__name__)
T = TypeVar("T")
MAX_SILENT_UPDATES = 8  # ticks of half a second, after which a node's items are removed
OPEN_PHASES = ("open", "playing")
ITEMS_PER_UPDATE = 1000  # of a whole list, so that a message stays below the bus's limit


class Contribution:
    """What another node contributes, up to a number."""

    def __init__(self) -> None:
        self.number: int | None = None  # None: its whole list is on its way
        self.rooms: dict[str, Entry] = {}
        self.people: dict[str, Person] = {}
        self.seats: dict[str, RoomSeats] = {}
        self.silent_ticks = 0


class Replication:
    """Publishes the changes of this node's lists, and merges those of the others."""

    def __init__(self, hub: Hub, bus: Bus, node: str, subject: str) -> None:
        self.hub = hub
        self.bus = bus
        self.node = node
        self.subject = subject
        self.number = 0
        self.others: dict[str, Contribution] = {}
        self.in_thread: Callable[..., Awaitable[Any]] = asyncio.to_thread
        self.note_heard: Callable[[str], None] = lambda _node: None
        self._rooms: dict[str, Entry] = {}  # as published
        self._people: dict[str, Person] = {}
        self._seats: dict[str, RoomSeats] = {}
        self.limits = SharedLimits(node)
        self._board_task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen, and ask all nodes for their lists."""
        await self.bus.subscribe(self.subject, self._receive)
        self.resync()

    def resync(self) -> None:
        """Ask for everything, and tell everything: messages may have been lost."""
        self._publish(WantLists(""))  # this node answers too
        self._reload_board()

    def tick(self) -> None:
        """Publish what has changed, or a heartbeat; forget silent nodes."""
        site = self.hub.site
        rooms, people = site.lobby.listing.own, site.presence.listing.own
        seats = _seats_here(self.hub)
        room_changes, people_changes = _changes(self._rooms, rooms), _changes(self._people, people)
        seat_changes = _changes(self._seats, seats)
        if any(room_changes) or any(people_changes) or any(seat_changes):
            self.number += 1
            self._rooms, self._people, self._seats = dict(rooms), dict(people), seats
        self._publish_update(False, *room_changes, *people_changes, *seat_changes)
        use = self.limits.take_use()
        if use is not None:
            self._publish(use)
        for node, other in list(self.others.items()):
            other.silent_ticks += 1
            if other.silent_ticks > MAX_SILENT_UPDATES:
                self.forget_node(node)

    def forget_node(self, node: str) -> None:
        """Remove the items of a node that is gone."""
        gone = self.others.pop(node, None)
        if gone is not None:
            self._show(gone.rooms.keys(), gone.people.keys())
        self.limits.forget_node(node)

    def forget_all(self) -> None:
        """This node is cut off: it shows only its own items."""
        for node in list(self.others):
            self.forget_node(node)

    def seated_rooms(self, member: str) -> list[str]:
        """The rooms of other nodes with a game, not over yet, in which a member has a seat."""
        return [
            code
            for other in self.others.values()
            for code, seats in other.seats.items()
            if member in seats.members
        ]

    def publish_stored(self, batch: list[Envelope]) -> None:
        """Tell the other nodes of stored notices and names."""
        for sent in batch:
            message = sent.message
            if isinstance(message, NoticeChange) and sent.durable:
                self._publish(NoticesStored(self.node, list(message.put)))
            elif isinstance(message, Named):
                self._publish(MemberNamed(self.node, message.member, message.name))

    def _publish(self, message: ListMessage) -> None:
        self.bus.publish(self.subject, encoder.encode(message))

    def _publish_update(
        self,
        whole: bool,
        rooms: list[Entry],
        rooms_gone: list[str],
        people: list[Person],
        people_gone: list[str],
        seats: list[RoomSeats],
        seats_gone: list[str],
    ) -> None:
        board = self.hub.site.message_board.number
        lists = (rooms, rooms_gone, people, people_gone, seats, seats_gone)
        self._publish(ListUpdate(self.node, self.number, whole, board, *lists))

    def _publish_whole(self) -> None:
        """All own items as they were published last, in several messages if they are many."""
        rooms, people = list(self._rooms.values()), list(self._people.values())
        seats = list(self._seats.values())
        most = max(len(rooms), len(people), len(seats), 1)
        for at in range(0, most, ITEMS_PER_UPDATE):
            part = slice(at, at + ITEMS_PER_UPDATE)
            self.number += 1
            self._publish_update(at == 0, rooms[part], [], people[part], [], seats[part], [])

    # What other nodes tell.

    def _receive(self, delivery: Delivery) -> None:
        try:
            message = list_decoder.decode(delivery.payload)
        except msgspec.DecodeError:
            log.warning("a message about lists cannot be decoded")
            return
        if isinstance(message, WantLists):
            if message.node in ("", self.node):
                self._publish_whole()
        elif message.node == self.node:
            return
        elif isinstance(message, ListUpdate):
            self.note_heard(message.node)
            self._apply_update(message)
        elif isinstance(message, NoticesStored):
            self._add_notices(message.notices)
        elif isinstance(message, AddressUse):
            self.limits.apply_use(message)
        else:
            self._rename(message)

    def _apply_update(self, update: ListUpdate) -> None:
        other = self.others.setdefault(update.node, Contribution())
        other.silent_ticks = 0
        if update.board > self.hub.site.message_board.number:
            self._reload_board()
        changed = any(
            (
                *(update.rooms, update.rooms_gone, update.people, update.people_gone),
                *(update.seats, update.seats_gone),
            )
        )
        if update.whole:
            stale_rooms, stale_people = set(other.rooms), set(other.people)
            other.rooms, other.people, other.seats = {}, {}, {}
        elif other.number is None or update.number != other.number + changed:
            other.number = None
            self._publish(WantLists(update.node))
            return
        else:
            stale_rooms, stale_people = set(), set()
        other.number = update.number
        other.rooms.update((entry.room, entry) for entry in update.rooms)
        other.people.update((person.member, person) for person in update.people)
        other.seats.update((seats.room, seats) for seats in update.seats)
        for code in update.seats_gone:
            other.seats.pop(code, None)
        for code in update.rooms_gone:
            other.rooms.pop(code, None)
        for member in update.people_gone:
            other.people.pop(member, None)
        self._show(
            stale_rooms.union((entry.room for entry in update.rooms), update.rooms_gone),
            stale_people.union((one.member for one in update.people), update.people_gone),
        )

    def _show(self, rooms: Iterable[str], people: Iterable[str]) -> None:
        """Show what all other nodes say of some rooms and people."""
        site, now = self.hub.site, self.hub.now()
        for code in rooms:
            entries = [one.rooms[code] for one in self.others.values() if code in one.rooms]
            site.lobby.list_foreign(code, entries[-1] if entries else None, now)
        for member in people:
            found = [one.people[member] for one in self.others.values() if member in one.people]
            site.presence.list_foreign(member, reduce(busier, found) if found else None, now)
        self.hub.set_alarm()

    def _add_notices(self, notices: list[Notice]) -> None:
        site = self.hub.site
        change = NoticeChange(notices[-1].number, whole=False, put=tuple(notices))
        batch = site.add_notices(change)
        if batch:
            self.hub.deliver(batch)
        elif notices[-1].number > site.message_board.number:
            self._reload_board()

    def _reload_board(self) -> None:
        """Read the message board again after a gap."""
        if self._board_task is None or self._board_task.done():
            loop = asyncio.get_running_loop()
            self._board_task = loop.create_task(self._read_board())

    async def _read_board(self) -> None:
        try:
            notices = await self.in_thread(self.hub.archive.load_notices)
        except SQLAlchemyError:
            log.warning("the message board cannot be read now")
            return
        known = self.hub.site.message_board.number
        fresh = [notice for notice in notices if notice.number > known]
        if not fresh:
            return
        if fresh[0].number == known + 1:
            self._add_notices(fresh)
        else:
            self.hub.deliver(self.hub.site.load_board(notices))

    def _rename(self, named: MemberNamed) -> None:
        hub = self.hub
        hub.identities.cache_name(named.member, named.name)
        hub.site.show_name(named.member, named.name, hub.now())
        for tab in hub.site.presence.tabs.get(named.member, ()):
            if tab in hub.connections:
                hub.connections[tab].rename_member(named.name)
        hub.set_alarm()


def _seats_here(hub: Hub) -> dict[str, RoomSeats]:
    """The seats of people and programs in the rooms of this node."""
    found = {}
    for code, room in hub.site.rooms.items():
        members = room.state.people() if room.state.phase in OPEN_PHASES else ()
        if members:
            found[code] = RoomSeats(code, tuple(sorted(members)))
    return found


def _changes(before: dict[str, T], after: dict[str, T]) -> tuple[list[T], list[str]]:
    """What was put, and the keys that are gone."""
    if before == after:
        return [], []
    put = [item for key, item in after.items() if before.get(key) != item]
    return put, [key for key in before if key not in after]
