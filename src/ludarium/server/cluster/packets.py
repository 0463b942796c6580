"""Packets: what nodes send each other over the bus."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludarium.server.protocol.codec import Entry, Notice, Person


class Forwarded(msgspec.Struct, tag="forward", array_like=True):
    """A message of a tab for a room of the receiving node, as JSON."""

    tab: str
    member: str
    name: str
    kind: Literal["person", "program"]
    address: str
    text: bytes


class TabGone(msgspec.Struct, tag="gone", array_like=True):
    """A tab closed, or has no more business with the receiving node."""

    tab: str


class AgentOpened(msgspec.Struct, tag="agent", array_like=True):
    """A program connected that plays in a room of the receiving node by the agent protocol."""

    tab: str
    member: str
    name: str
    address: str
    room: str
    seat: str


class AgentText(msgspec.Struct, tag="text", array_like=True):
    """A message of such a program."""

    tab: str
    text: bytes


class FanOut(msgspec.Struct, tag="frame", array_like=True):
    """A frame for some tabs of the receiving node."""

    frame: bytes
    tabs: list[str]


class CloseTab(msgspec.Struct, tag="close", array_like=True):
    """A tab of the receiving node is to be closed."""

    tab: str
    code: int


class NotOwned(msgspec.Struct, tag="not_owned", array_like=True):
    """A forwarded message comes back: the room is not here."""

    tab: str
    text: bytes


LinkItem = Forwarded | TabGone | AgentOpened | AgentText | FanOut | CloseTab | NotOwned


class Packet(msgspec.Struct, array_like=True):
    """Numbered items of one link; `from_edge` says which end of the link sends.

    A packet with `reset` ends the link: one of its ends has missed something.
    """

    node: str
    session: str
    from_edge: bool
    number: int
    items: list[LinkItem] = []
    reset: bool = False


class RoomSeats(msgspec.Struct, array_like=True, frozen=True):
    """The members with a seat in a room whose game is not over."""

    room: str
    members: tuple[str, ...]


class ListUpdate(msgspec.Struct, tag="lists", array_like=True):
    """What a node contributes to lobby, presence and seats: all of it if `whole`, else the changes.

    Without changes it is a heartbeat, which shows whether the receiver has missed anything.
    """

    node: str
    number: int
    whole: bool
    board: int  # the number of the last notice that the node knows
    rooms: list[Entry] = []
    rooms_gone: list[str] = []
    people: list[Person] = []
    people_gone: list[str] = []
    seats: list[RoomSeats] = []
    seats_gone: list[str] = []


class WantLists(msgspec.Struct, tag="want", array_like=True):
    """A node has missed a change of another, or of all if `node` is empty."""

    node: str


class NoticesStored(msgspec.Struct, tag="notices", array_like=True):
    """Lines of the message board that are stored."""

    node: str
    notices: list[Notice]


class MemberNamed(msgspec.Struct, tag="named", array_like=True):
    """A member has a new name, which is stored."""

    node: str
    member: str
    name: str


class AddressUse(msgspec.Struct, tag="use", array_like=True):
    """What client addresses did at a node: tokens spent since the last message, and open things.

    Both are by the name of the limit. Only addresses with a fair share of a limit are named.
    """

    node: str
    spent: dict[str, dict[str, float]]
    open: dict[str, dict[str, int]]


ListMessage = ListUpdate | WantLists | NoticesStored | MemberNamed | AddressUse

encoder = msgspec.msgpack.Encoder()
packet_decoder = msgspec.msgpack.Decoder(Packet)
list_decoder: msgspec.msgpack.Decoder[ListMessage] = msgspec.msgpack.Decoder(ListMessage)
