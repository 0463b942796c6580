"""Events of a room: facts that are stored in order, and from which a room is rebuilt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from ludarium.server.protocol.room_setup import Level, Setup

OfferKind = Literal["draw", "takeback", "rematch"]
Channel = Literal["players", "watchers"]
# Encoded once for the whole fan-out; decoded only if the rules have changed since.
WrittenMove = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class Holder(Struct, frozen=True, omit_defaults=True):
    """The holder of a seat: a person or a program by its member, a bot by its level, or none."""

    kind: Literal["person", "program", "bot", "nobody"]
    name: str = ""
    member: str = ""
    level: Level | None = None


def bot_holder(level: Level) -> Holder:
    """A level as the holder of a seat."""
    name, _, style = level.partition("-")
    shown = f"Level {name}" if name.isdecimal() else name.capitalize()
    return Holder("bot", f"{shown} {style} bot" if style else f"{shown} bot", level=level)


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """The base of events. Tags are explicit, because stored events must outlive a renamed class."""


class Created(Fact, frozen=True, tag="created"):
    """A room was created; `seats` are the holders after any draw of seats."""

    setup: Setup
    host: str
    name: str
    seats: tuple[Holder, ...]


class Sat(Fact, frozen=True, tag="sat"):
    """A member took an empty seat."""

    seat: int
    holder: Holder


class Stood(Fact, frozen=True, tag="stood"):
    """A seat became empty again before the game began."""

    seat: int


class Began(Fact, frozen=True, tag="began"):
    """A game began, the first of the room or a rematch."""

    game: int
    seed: int
    seats: tuple[Holder, ...]


class Moved(Fact, frozen=True, tag="moved"):
    """A move was played; `left` is the time of each seat, `forced` a move by the clock."""

    seat: int
    ply: int
    move: WrittenMove
    notation: str
    packed: int  # the packed move, so that a replay need not search for it
    left: tuple[float, ...] = ()
    forced: bool = False


class Undone(Fact, frozen=True, tag="undone"):
    """Moves were taken back: only the first `ply` moves stand."""

    ply: int
    left: tuple[float, ...] = ()


class Offered(Fact, frozen=True, tag="offered"):
    """A seat made an offer, whose id is the number of this event."""

    kind: OfferKind
    seat: int
    until: float


class Agreed(Fact, frozen=True, tag="agreed"):
    """A seat agreed to an offer that needs more agreement."""

    offer: int
    seat: int


class Lapsed(Fact, frozen=True, tag="lapsed"):
    """An offer ended without effect."""

    offer: int
    why: Literal["declined", "withdrawn", "expired"]


class Away(Fact, frozen=True, tag="away"):
    """The last tab of a seated member closed; from `until` on the others may claim."""

    member: str
    until: float


class Returned(Fact, frozen=True, tag="returned"):
    """A seated member reconnected."""

    member: str


class Replaced(Fact, frozen=True, tag="replaced"):
    """A bot replaces the holder of a seat, who is out of the game."""

    seat: int
    holder: Holder
    why: Literal["resigned", "timeout", "abandoned"]


class Ended(Fact, frozen=True, tag="ended"):
    """The game is over."""

    winner: int | None
    reason: str
    left: tuple[float, ...] = ()


class Shared(Fact, frozen=True, tag="shared"):
    """The host changed who may watch."""

    public: bool
    spectators: bool
    label: str


class Hosted(Fact, frozen=True, tag="hosted"):
    """The host left, and the room has another host."""

    member: str
    name: str


class Said(Fact, frozen=True, tag="said"):
    """A line of chat; lines of watchers are hidden from the players during a game."""

    channel: Channel
    name: str
    text: str


class LineHidden(Fact, frozen=True, tag="hidden"):
    """The operator hid a line of chat, by the number of its event; its text is erased."""

    line: int


class Withheld(Fact, frozen=True, tag="withheld"):
    """Replaces an event that the receiver may not see, so that no number is missing."""


class Restarted(Fact, frozen=True, tag="restarted"):
    """The server restarted; clocks stop until all seated members are back, or `until`."""

    until: float


class Resumed(Fact, frozen=True, tag="resumed"):
    """The clocks run again after a restart."""


class Closed(Fact, frozen=True, tag="closed"):
    """The room closed."""

    why: Literal["left", "ended", "idle", "operator"]


AnyFact = (
    Created
    | Sat
    | Stood
    | Began
    | Moved
    | Undone
    | Offered
    | Agreed
    | Lapsed
    | Away
    | Returned
    | Replaced
    | Ended
    | Shared
    | Hosted
    | Said
    | LineHidden
    | Withheld
    | Restarted
    | Resumed
    | Closed
)
