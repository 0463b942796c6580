"""Messages of clients. Each has an id, the idempotency key: it is applied exactly once."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from ludarium.server.protocol.events import OfferKind
from ludarium.server.protocol.room_setup import Level, Setup

# No control characters: PostgreSQL cannot hold some of them. The look-ahead is for Python, whose
# `$` also matches before a last line break.
PRINTABLE = r"^[^\u0000-\u001f\u007f-\u009f]*(?!\n)$"
Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=PRINTABLE)]
Code = Annotated[str, Meta(min_length=1, max_length=16, pattern=PRINTABLE)]
Words = Annotated[str, Meta(max_length=1000)]  # cleaned before they are stored
Spot = Annotated[str, Meta(max_length=80, pattern=PRINTABLE)]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]
Seat = Annotated[int, Meta(ge=0, le=7)]
ListName = Literal["lobby", "presence", "notices"]


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """The base of every message of a client."""

    id: Id


class InRoom(Asked, frozen=True):
    """The base of every message to a room."""

    room: Code


class Create(Asked, frozen=True, tag="create"):
    """Create a room; `room` in the answer is its code."""

    setup: Setup


class Enter(InRoom, frozen=True, tag="enter"):
    """Enter a room, or catch up: `last` is the number of the last event that was received.

    With `preview` the tab shows a small picture of the game, and its member is no watcher.
    """

    last: Number | None = None
    preview: bool = False


class Exit(InRoom, frozen=True, tag="exit"):
    """Leave the page of a room; a seat is kept as long as after a lost connection."""


class Sit(InRoom, frozen=True, tag="sit"):
    """Take an empty seat."""

    seat: Seat


class Leave(InRoom, frozen=True, tag="leave"):
    """Leave for good, with every tab; the host of a broadcast ends it."""


class Play(InRoom, frozen=True, tag="play"):
    """Play a move; `ply` is the number of moves before it, so that a late move is refused.

    Exactly one field names the move: `move` is its JSON, `path` its clicks, `notation` its text.
    """

    ply: Number
    move: dict[str, Any] | None = None
    path: Annotated[tuple[Spot, ...], Meta(min_length=1, max_length=8)] | None = None
    notation: Spot | None = None


class Hint(InRoom, frozen=True, tag="hint"):
    """Ask for a good move, against bots or in hot-seat; each request is a new search."""


class Undo(InRoom, frozen=True, tag="undo"):
    """Take back a step of the own turn, and against bots or in hot-seat also whole turns."""


class Resign(InRoom, frozen=True, tag="resign"):
    """Resign; in hot-seat `seat` is the seat that resigns."""

    seat: Seat | None = None


class Abort(InRoom, frozen=True, tag="abort"):
    """Abort the game before its second move."""


class Offer(InRoom, frozen=True, tag="offer"):
    """Offer a draw, or ask for a takeback or a rematch."""

    kind: OfferKind


class Restart(InRoom, frozen=True, tag="restart"):
    """Begin again at once, against bots or in hot-seat; `level` is for all bots, if given.

    A game that is running is broken off; after one that has ended, it is a rematch.
    """

    level: Level | None = None


class Answer(InRoom, frozen=True, tag="answer"):
    """Accept or decline an offer by the number of its event; its maker withdraws it so."""

    offer: Number
    accept: bool


class Claim(InRoom, frozen=True, tag="claim"):
    """After the deadline of an absent player: claim the win, or a bot for the seat."""

    seat: Seat
    want: Literal["win", "bot"]
    level: Level = "medium"


class Share(InRoom, frozen=True, tag="share"):
    """Set who may watch, by the host; a public local game is a broadcast."""

    public: bool
    spectators: bool
    label: Words = ""


class Say(InRoom, frozen=True, tag="say"):
    """Chat: players write to the whole room, watchers to watchers."""

    text: Words


class Follow(Asked, frozen=True, tag="follow"):
    """Subscribe to a list, or catch up: the lobby, presence, or the message board."""

    list: ListName
    last: Number | None = None


class Unfollow(Asked, frozen=True, tag="unfollow"):
    """Unsubscribe from a list."""

    list: ListName


class Post(Asked, frozen=True, tag="post"):
    """Write on the message board."""

    text: Words


class Rename(Asked, frozen=True, tag="rename"):
    """Change the own name; a held seat keeps the earlier name."""

    name: Words


class Ping(Asked, frozen=True, tag="ping"):
    """Heartbeat: a tab sends it when it has received nothing for a while."""
