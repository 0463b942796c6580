"""What can happen in a room: facts that are stored in order, and from which a room is rebuilt."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from ludarium.server.protocol.room_setup import Level, Setup

OfferKind = Literal["draw", "takeback", "rematch"]
Channel = Literal["players", "watchers"]
# Written once however many are told of it, and read only by rules that changed since.
WrittenMove = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]


class Holder(Struct, frozen=True, omit_defaults=True):
    """Who holds a seat: a person or a program by its member, a bot by its level, or nobody yet."""

    kind: Literal["person", "program", "bot", "nobody"]
    name: str = ""
    member: str = ""
    level: Level | None = None


def bot_holder(level: Level) -> Holder:
    """A level as the holder of a seat."""
    return Holder("bot", f"{level.capitalize()} bot", level=level)


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """Something that happened. Tags are written out: stored events must outlive a renamed class."""


class Created(Fact, frozen=True, tag="created"):
    """A room was opened; `seats` says who sits where after any draw."""

    setup: Setup
    host: str
    name: str
    seats: tuple[Holder, ...]


class Sat(Fact, frozen=True, tag="sat"):
    """Somebody took an empty seat."""

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
    """A move was played; `left` is each seat's time after it, `forced` one played by the clock."""

    seat: int
    ply: int
    move: WrittenMove
    notation: str
    packed: int  # the same move as the rules play it, so that a replay need not look for it
    left: tuple[float, ...] = ()
    forced: bool = False


class Undone(Fact, frozen=True, tag="undone"):
    """The game went back: only the first `ply` moves stand."""

    ply: int
    left: tuple[float, ...] = ()


class Offered(Fact, frozen=True, tag="offered"):
    """A seat made an offer; it is named by this event's number until it ends."""

    kind: OfferKind
    seat: int
    until: float


class Agreed(Fact, frozen=True, tag="agreed"):
    """A seat agreed to an offer, to which others have yet to agree."""

    offer: int
    seat: int


class Lapsed(Fact, frozen=True, tag="lapsed"):
    """An offer ended without effect."""

    offer: int
    why: Literal["declined", "withdrawn", "expired"]


class Away(Fact, frozen=True, tag="away"):
    """The last tab of somebody seated closed; from `until` on the others may claim."""

    member: str
    until: float


class Returned(Fact, frozen=True, tag="returned"):
    """Somebody seated is back."""

    member: str


class Replaced(Fact, frozen=True, tag="replaced"):
    """A bot plays a seat from now on, whose holder is out of the game."""

    seat: int
    holder: Holder
    why: Literal["resigned", "timeout", "abandoned"]


class Ended(Fact, frozen=True, tag="ended"):
    """The game is over."""

    winner: int | None
    reason: str
    left: tuple[float, ...] = ()


class Shared(Fact, frozen=True, tag="shared"):
    """The host changed who may look on."""

    public: bool
    spectators: bool
    label: str


class Hosted(Fact, frozen=True, tag="hosted"):
    """The room has another host, the former one having left."""

    member: str
    name: str


class Said(Fact, frozen=True, tag="said"):
    """A line of chat; what watchers say is kept from the players while they play."""

    channel: Channel
    name: str
    text: str


class Withheld(Fact, frozen=True, tag="withheld"):
    """Stands for a fact that is not for the one who reads this, so that no number is missing."""


class Restarted(Fact, frozen=True, tag="restarted"):
    """The server was down; clocks stand still until everybody seated is back, or `until`."""

    until: float


class Resumed(Fact, frozen=True, tag="resumed"):
    """The clocks run again after a restart."""


class Closed(Fact, frozen=True, tag="closed"):
    """The room is no more."""

    why: Literal["left", "ended", "idle"]


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
    | Withheld
    | Restarted
    | Resumed
    | Closed
)
