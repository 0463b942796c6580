"""The wire: every message between client and server, defined once."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from ludarium.core.game import Outcome
from ludarium.core.options import Value
from ludarium.core.scene import Event as Step
from ludarium.core.scene import Scene
from ludarium.server.facts import AnyFact, Channel, Holder, OfferKind
from ludarium.server.setup import Level, Mode, Setup

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Code = Annotated[str, Meta(min_length=1, max_length=16)]
Words = Annotated[str, Meta(max_length=1000)]
Number = Annotated[int, Meta(ge=0, le=1 << 53)]
Seat = Annotated[int, Meta(ge=0, le=7)]


class Member(NamedTuple):
    """Somebody who speaks: a public id, a name, and the tab (connection) that it speaks through."""

    id: str
    name: str
    tab: str
    kind: Literal["person", "program"] = "person"


# From clients. `id` is the client's own: a message is applied once, however often it is sent.


class Asked(
    Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower
):
    """What every message of a client has."""

    id: Id


class InRoom(Asked):
    """What every message to a room has."""

    room: Code


class Create(Asked):
    """Open a room; the answer's `room` is its code."""

    setup: Setup


class Enter(InRoom):
    """Be in a room, or catch up: `last` is the number of the last event that was seen there."""

    last: Number | None = None


class Exit(InRoom):
    """This tab looks elsewhere; a seat is kept for as long as for one who lost the connection."""


class Sit(InRoom):
    """Take an empty seat."""

    seat: Seat


class Leave(InRoom):
    """Leave for good, with every tab; one who hosts a broadcast ends it by that."""


class Play(InRoom):
    """Play a move; `ply` is how many were played before, so that a late one is not misread."""

    ply: Number
    move: dict[str, Any]


class Undo(InRoom):
    """Take back: a step of one's turn, and against bots or in hot-seat also more."""


class Resign(InRoom):
    """Give the game up; in hot-seat `seat` says for whom."""

    seat: Seat | None = None


class Abort(InRoom):
    """Break the game off before its second move."""


class Offer(InRoom):
    """Offer a draw, ask for a takeback, or for a rematch."""

    kind: OfferKind


class Answer(InRoom):
    """Accept or decline an offer by the number of its event; its maker takes it back so."""

    offer: Number
    accept: bool


class Claim(InRoom):
    """Once a leaver's time is over: have the win, or a bot in the empty place."""

    seat: Seat
    want: Literal["win", "bot"]
    level: Level = "medium"


class Share(InRoom):
    """The host says who may look on; on a local game that is public it is a broadcast."""

    public: bool
    spectators: bool
    label: Words = ""


class Say(InRoom):
    """Chat: players to all in the room, watchers to watchers."""

    text: Words


class Follow(Asked):
    """Be told of a list, or catch up: the lobby, who is here, the message board."""

    list: Literal["lobby", "presence", "notices"]
    last: Number | None = None


class Unfollow(Asked):
    """Be told no more of a list."""

    list: Literal["lobby", "presence", "notices"]


class Post(Asked):
    """Write on the message board."""

    text: Words


class Rename(Asked):
    """Be called otherwise; seats that are held keep the name they were taken by."""

    name: Words


class Ping(Asked):
    """Is somebody there? Every tab that hears nothing asks so."""


RoomMessage = (
    Enter
    | Exit
    | Sit
    | Leave
    | Play
    | Undo
    | Resign
    | Abort
    | Offer
    | Answer
    | Claim
    | Share
    | Say
)
ClientMessage = RoomMessage | Create | Follow | Unfollow | Post | Rename | Ping

# To clients.


class Told(Struct, frozen=True, omit_defaults=True, tag_field="type", tag=str.lower):
    """What the server says."""


class Clocks(Struct, frozen=True):
    """Seconds that each seat had left at `at`, and the seat whose clock runs since then."""

    left: tuple[float, ...]
    running: int | None
    at: float


class Choice(Struct, frozen=True):
    """A legal move: what to send, how players write it, what to click."""

    move: dict[str, Any]
    notation: str
    path: tuple[str, ...]


class View(Struct, frozen=True, omit_defaults=True):
    """The game as everybody may see it; `steps` shows what the last move did."""

    game: int
    ply: int
    to_move: int | None
    scene: Scene
    outcome: Outcome | None = None
    clocks: Clocks | None = None
    steps: tuple[Step, ...] = ()


class Happened(Told, tag="event"):
    """An event of a room. It is stored as it is here, without the view."""

    room: str
    number: int
    at: float
    fact: AnyFact
    by: str = ""  # the member who caused it
    cause: str = ""  # and by which message
    view: View | None = None


class Turn(Told):
    """To the one who is to move, after every event that changes that: the legal moves."""

    room: str
    number: int
    seat: int
    ply: int
    choices: tuple[Choice, ...]


class Standing(Struct, frozen=True):
    """An offer that can be answered."""

    offer: int
    kind: OfferKind
    seat: int
    until: float
    agreed: tuple[int, ...]


class Line(Struct, frozen=True):
    """A line of chat."""

    number: int
    at: float
    channel: Channel
    name: str
    text: str
    by: str = ""


class Played(Struct, frozen=True):
    """A move of the game so far."""

    seat: int
    notation: str


class Snapshot(Told):
    """A whole room at the event `number`, as one member may see it; `yours` are its seats."""

    room: str
    number: int
    setup: Setup
    mode: Mode
    phase: Literal["open", "playing", "finished", "closed"]
    host: str
    seats: tuple[Holder, ...]
    yours: tuple[int, ...]
    watchers: int
    away: dict[str, float]
    played: tuple[Played, ...] = ()
    offers: tuple[Standing, ...] = ()
    chat: tuple[Line, ...] = ()
    view: View | None = None


class Tail(Told):
    """What a member missed, and the game as it is now."""

    room: str
    number: int
    events: tuple[Happened, ...]
    view: View | None = None


class Watching(Told):
    """How many look on; not numbered, and told now and then."""

    room: str
    watchers: int


class Done(Told):
    """A message was followed; `number` is the room's last event after that."""

    id: str
    room: str = ""
    number: int = 0


class Refusal(Told):
    """A message was not followed and changed nothing."""

    id: str
    code: str
    message: str
    rule: str = ""
    room: str = ""


class Dismissed(Told):
    """You are no longer in the room."""

    room: str
    code: str
    message: str


class Entry(Struct, frozen=True, omit_defaults=True):
    """A room in the lobby: what it is, never how its game stands."""

    room: str
    game: str
    ruleset: str
    mode: Mode
    phase: Literal["open", "playing", "finished"]
    host: str
    seats: tuple[Holder, ...]
    clock: str
    watchers: int
    watchable: bool
    label: str = ""


class Person(Struct, frozen=True, omit_defaults=True):
    """Somebody who is here; `room` is where to watch, where that is public."""

    member: str
    name: str
    kind: Literal["person", "program"]
    doing: Literal["idle", "waiting", "playing", "watching"] = "idle"
    game: str = ""
    room: str = ""


class Notice(Struct, frozen=True):
    """A line of the message board."""

    number: int
    at: float
    name: str
    text: str
    by: str = ""


class Lobby(Told):
    """The lobby: all of it if `whole`, else what changed since the number before."""

    number: int
    whole: bool
    put: tuple[Entry, ...]
    gone: tuple[str, ...] = ()


class Presence(Told):
    """Who is here: all of it if `whole`, else what changed since the number before."""

    number: int
    whole: bool
    online: int
    put: tuple[Person, ...]
    gone: tuple[str, ...] = ()


class Notices(Told):
    """The message board: all of it if `whole`, else what is new."""

    number: int
    whole: bool
    put: tuple[Notice, ...]


class Welcome(Told):
    """The first message of a connection: who you are, and the server's time."""

    member: str
    name: str
    now: float
    protocol: int = 1


class Pong(Told):
    """Somebody is here; `now` is the server's time."""

    id: str
    now: float


class Busy(Told):
    """A bot waits for a free processor; `place` counts from 1."""

    room: str
    seat: int
    place: int


ServerMessage = (
    Happened
    | Turn
    | Snapshot
    | Tail
    | Watching
    | Done
    | Refusal
    | Dismissed
    | Lobby
    | Presence
    | Notices
    | Welcome
    | Pong
    | Busy
)

# Between the machines and the shell.


class Think(Struct, frozen=True):
    """A bot is to move: replay `moves` and search for at most `seconds`; answer by the request."""

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


class Cancel(Struct, frozen=True):
    """The answer to a request is wanted no more."""

    room: str
    request: int


class Result(Struct, frozen=True):
    """A finished game, for the hall of records; `out` are seats whose holders left it early."""

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


class To(Enum):
    """Whom an envelope is for."""

    SENDER = "sender"  # the tab that the message came from
    MEMBER = "member"  # every tab of `Envelope.member` that is in the room
    SEATED = "seated"  # those in the room who hold a seat
    WATCHERS = "watchers"  # those in the room who hold none
    ROOM = "room"  # everybody in the room
    FOLLOWERS = "followers"  # those who follow the list that the message is of
    SHELL = "shell"  # Think, Cancel, Result: for no client


class Envelope(NamedTuple):
    """A message and whom it is for; a durable one is stored before anything of its batch is sent."""

    to: To
    message: ServerMessage | Think | Cancel | Result | Any
    room: str = ""
    member: str = ""
    durable: bool = False


decoder = msgspec.json.Decoder(ClientMessage)
encoder = msgspec.json.Encoder()


def stored(event: Happened) -> bytes:
    """What is stored of an event: everything but the view, which follows from the rest."""
    return encoder.encode(msgspec.structs.replace(event, view=None))


happened = msgspec.json.Decoder(Happened)
