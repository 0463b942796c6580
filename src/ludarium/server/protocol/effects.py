"""Effects: what rooms and the site hand to the runtime, as addressed messages and orders."""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from ludarium.core.options import Value
from ludarium.server.protocol.events import Holder
from ludarium.server.protocol.room_setup import Level, Mode


class Member(NamedTuple):
    """The sender of a message: a public id, a name, and the tab (connection) that it came from."""

    id: str
    name: str
    tab: str
    kind: Literal["person", "program"] = "person"


class Think(Struct, frozen=True):
    """Request a bot's move: replay `moves` and search for at most `seconds`."""

    room: str
    request: int
    game: str
    ruleset: str
    options: dict[str, Value]
    seed: int
    seats: int
    seat: int
    moves: tuple[int, ...]
    level: Level
    seconds: float | None
    hint: bool = False  # whether the line and its odds are wanted, in place of a move


class Cancel(Struct, frozen=True):
    """Cancel a request whose answer is not wanted any more."""

    room: str
    request: int


class Result(Struct, frozen=True):
    """A finished game to be listed; `out` are seats whose holders left it early.

    `rated` says that the players chose so, `turns` how many each seat took.
    """

    room: str
    game: int
    at: float
    record: Any  # core.record.Record, which is written by its own functions
    mode: Mode
    seats: tuple[Holder, ...]
    winner: int | None
    reason: str
    out: tuple[int, ...]
    public: bool
    rated: bool
    turns: tuple[int, ...]


class Named(Struct, frozen=True):
    """A member has a new name."""

    member: str
    name: str


class To(Enum):
    """The audience of an envelope."""

    SENDER = "sender"  # the tab that the message came from
    MEMBER = "member"  # every tab of `Envelope.member`
    SEATED = "seated"  # members in the room with a seat
    WATCHERS = "watchers"  # members in the room without one
    ROOM = "room"  # all members in the room
    FOLLOWERS = "followers"  # followers of the list that the message is of
    SHELL = "shell"  # Think, Cancel, Result, Named: orders to the runtime


class Envelope(NamedTuple):
    """A message and its audience; the durable ones of a batch are stored before any is sent."""

    to: To
    message: Any  # a ServerMessage, an order to the shell, or a message of the agent protocol
    room: str = ""
    member: str = ""
    durable: bool = False
    tabs: frozenset[str] = frozenset()  # the connections it goes to, filled in by the site
