"""Messages of the server to clients."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ludarium.core.record import Ending
from ludarium.core.scene import Event as Step
from ludarium.core.scene import Scene
from ludarium.server.protocol.events import AnyFact, Channel, Holder, OfferKind
from ludarium.server.protocol.room_setup import Mode, Setup


class Told(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """The base of every message of the server."""


class ClockTimes(Struct, frozen=True):
    """The seconds that each seat had left at `at`, and the seat whose clock runs since then."""

    left: tuple[float, ...]
    running: int | None
    at: float


class MoveChoice(Struct, frozen=True, omit_defaults=True):
    """A legal move: its JSON, its notation, its clicks, and effects that its clicks do not show.

    `also` lists other clicks that make the same move.
    """

    move: dict[str, Any]
    notation: str
    path: tuple[str, ...]
    preview: tuple[Step, ...] = ()
    also: tuple[tuple[str, ...], ...] = ()


class View(Struct, frozen=True, omit_defaults=True):
    """The game as all members see it; `steps` are the effects of the last move."""

    game: int
    ply: int
    to_move: int | None
    scene: Scene
    outcome: Ending | None = None
    clocks: ClockTimes | None = None
    steps: tuple[Step, ...] = ()


class Happened(Told, frozen=True, tag="event"):
    """An event of a room. It is stored in this form, without the view."""

    room: str
    number: int
    at: float
    fact: AnyFact
    by: str = ""  # the member that caused it
    cause: str = ""  # the id of the message that caused it
    view: View | None = None


class YourTurn(Told, frozen=True, tag="turn"):
    """The legal moves, sent to the player to move after every event that changes them."""

    room: str
    number: int
    seat: int
    ply: int
    choices: tuple[MoveChoice, ...]


class Standing(Struct, frozen=True):
    """An open offer."""

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


class Snapshot(Told, frozen=True, tag="snapshot"):
    """A whole room after event `number`, as one member may see it; `yours` are its seats."""

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


class Tail(Told, frozen=True, tag="tail"):
    """The events that a member missed, and the current game."""

    room: str
    number: int
    events: tuple[Happened, ...]
    view: View | None = None


class Watching(Told, frozen=True, tag="watching"):
    """The number of watchers; without an event number, and sent at intervals."""

    room: str
    watchers: int


class Done(Told, frozen=True, tag="done"):
    """A message was applied; `number` is the last event of the room after it."""

    id: str
    room: str = ""
    number: int = 0


class Refusal(Told, frozen=True, tag="refusal"):
    """A message was refused, and changed nothing."""

    id: str
    code: str
    message: str
    rule: str = ""
    room: str = ""


class Hinted(Told, frozen=True, tag="hint"):
    """The answer to a hint: the move, the line that it begins, and the odds of the seat to move."""

    id: str
    room: str
    ply: int
    path: tuple[str, ...]
    notation: str
    chance: float
    line: tuple[str, ...]


class Dismissed(Told, frozen=True, tag="dismissed"):
    """You are no longer in the room."""

    room: str
    code: str
    message: str


class Entry(Struct, frozen=True, omit_defaults=True):
    """A room in the lobby; the state of its game is not part of it."""

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
    rated: bool = False


class Person(Struct, frozen=True, omit_defaults=True):
    """A connected member; `room` is the room to watch, if that is public."""

    member: str
    name: str
    kind: Literal["person", "program"]
    doing: Literal["idle", "waiting", "playing", "watching"] = "idle"
    game: str = ""
    room: str = ""


class Notice(Struct, frozen=True, omit_defaults=True):
    """A line of the message board, and the member and message that wrote it."""

    number: int
    at: float
    name: str
    text: str
    by: str = ""
    cause: str = ""


class LobbyChange(Told, frozen=True, tag="lobby"):
    """The lobby: all of it if `whole`, else the changes since the number before."""

    number: int
    whole: bool
    put: tuple[Entry, ...]
    gone: tuple[str, ...] = ()


class PresenceChange(Told, frozen=True, tag="presence"):
    """Connected members: all if `whole`, else the changes since the number before."""

    number: int
    whole: bool
    online: int
    put: tuple[Person, ...]
    gone: tuple[str, ...] = ()


class NoticeChange(Told, frozen=True, tag="notices"):
    """The message board: all of it if `whole`, else the new lines."""

    number: int
    whole: bool
    put: tuple[Notice, ...]


class Welcome(Told, frozen=True, tag="welcome"):
    """The first message of a connection: who you are, the server's time, how many are online."""

    member: str
    name: str
    now: float
    protocol: int = 1
    online: int = 0


class Pong(Told, frozen=True, tag="pong"):
    """The answer to a heartbeat: the server's time, and how many members are online."""

    id: str
    now: float
    online: int = 0


class Busy(Told, frozen=True, tag="busy"):
    """A bot waits for a free engine; `place` counts from 1."""

    room: str
    seat: int
    place: int
