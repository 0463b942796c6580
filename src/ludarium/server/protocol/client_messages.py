"""What clients say, each message with an id of their own: it is applied exactly once."""

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
Words = Annotated[str, Meta(max_length=1000)]  # cleaned before anything keeps them
Spot = Annotated[str, Meta(max_length=80, pattern=PRINTABLE)]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]
Seat = Annotated[int, Meta(ge=0, le=7)]
ListName = Literal["lobby", "presence", "notices"]


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What every message of a client has."""

    id: Id


class InRoom(Asked, frozen=True):
    """What every message to a room has."""

    room: Code


class Create(Asked, frozen=True, tag="create"):
    """Open a room; the answer's `room` is its code."""

    setup: Setup


class Enter(InRoom, frozen=True, tag="enter"):
    """Be in a room, or catch up: `last` is the number of the last event that was seen there."""

    last: Number | None = None


class Exit(InRoom, frozen=True, tag="exit"):
    """This tab looks elsewhere; a seat is kept for as long as for one who lost the connection."""


class Sit(InRoom, frozen=True, tag="sit"):
    """Take an empty seat."""

    seat: Seat


class Leave(InRoom, frozen=True, tag="leave"):
    """Leave for good, with every tab; one who hosts a broadcast ends it by that."""


class Play(InRoom, frozen=True, tag="play"):
    """Play a move; `ply` is how many were played before, so that a late one is not misread.

    Exactly one says which: `move` is its JSON, `path` what was clicked, `notation` what was
    written.
    """

    ply: Number
    move: dict[str, Any] | None = None
    path: Annotated[tuple[Spot, ...], Meta(min_length=1, max_length=8)] | None = None
    notation: Spot | None = None


class Hint(InRoom, frozen=True, tag="hint"):
    """Ask what to play, against bots or in hot-seat; asked again, it is looked for again."""


class Undo(InRoom, frozen=True, tag="undo"):
    """Take back: a step of one's turn, and against bots or in hot-seat also more."""


class Resign(InRoom, frozen=True, tag="resign"):
    """Give the game up; in hot-seat `seat` says for whom."""

    seat: Seat | None = None


class Abort(InRoom, frozen=True, tag="abort"):
    """Break the game off before its second move."""


class Offer(InRoom, frozen=True, tag="offer"):
    """Offer a draw, ask for a takeback, or for a rematch."""

    kind: OfferKind


class Answer(InRoom, frozen=True, tag="answer"):
    """Accept or decline an offer by the number of its event; its maker takes it back so."""

    offer: Number
    accept: bool


class Claim(InRoom, frozen=True, tag="claim"):
    """Once a leaver's time is over: have the win, or a bot in the empty place."""

    seat: Seat
    want: Literal["win", "bot"]
    level: Level = "medium"


class Share(InRoom, frozen=True, tag="share"):
    """The host says who may look on; on a local game that is public it is a broadcast."""

    public: bool
    spectators: bool
    label: Words = ""


class Say(InRoom, frozen=True, tag="say"):
    """Chat: players to all in the room, watchers to watchers."""

    text: Words


class Follow(Asked, frozen=True, tag="follow"):
    """Be told of a list, or catch up: the lobby, who is here, the message board."""

    list: ListName
    last: Number | None = None


class Unfollow(Asked, frozen=True, tag="unfollow"):
    """Be told no more of a list."""

    list: ListName


class Post(Asked, frozen=True, tag="post"):
    """Write on the message board."""

    text: Words


class Rename(Asked, frozen=True, tag="rename"):
    """Be called otherwise; seats that are held keep the name they were taken by."""

    name: Words


class Ping(Asked, frozen=True, tag="ping"):
    """Is somebody there? Every tab that hears nothing asks so."""
