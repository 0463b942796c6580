"""What a host chooses for a room: game, seats, clock, and who may look on."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD, Value
from ludarium.core.registry import registered
from ludarium.server.wording import LABEL, clean

Kind = Literal["host", "open", "bot", "agent"]
Mode = Literal["ai", "hotseat", "online"]
Level = Literal["easy", "medium", "hard", "master"]
Seconds = Annotated[float, Meta(ge=1, le=86_400)]
Extra = Annotated[float, Meta(ge=0, le=3600)]


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who is to sit in a seat: the host, whoever comes, a level, or a program with a token."""

    kind: Kind
    level: Level = "medium"


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How time is limited.

    `move`: `seconds` for each turn; `fischer`: `seconds` for the game and `extra` added by each
    turn; `bronstein`: as much is given back as the turn took, up to `extra`. `timeout` says what
    happens to a seat out of time: it loses, or the first or a drawn legal move is played for it.
    """

    kind: Literal["none", "move", "fischer", "bronstein"] = "none"
    seconds: Seconds = 20.0
    extra: Extra = 0.0
    timeout: Literal["lose", "first", "random"] = "lose"


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that a host chooses; `shuffle` draws who sits where.

    `spectators` follows `public` unless the host chooses.
    """

    game: Annotated[str, Meta(max_length=64)]
    seats: Annotated[tuple[Place, ...], Meta(min_length=1, max_length=8)]
    ruleset: Annotated[str, Meta(max_length=64)] = STANDARD
    options: dict[str, Value] = {}
    shuffle: bool = False
    clock: ClockRule = ClockRule()
    takebacks: bool = True
    public: bool = False
    spectators: bool | None = None
    label: Annotated[str, Meta(max_length=200)] = ""


def mode(setup: Setup) -> Mode:
    """Against the AI, all seats in front of one screen, or online."""
    kinds = {place.kind for place in setup.seats}
    if kinds & {"open", "agent"}:
        return "online"
    return "ai" if "bot" in kinds else "hotseat"


def settle_spectators(setup: Setup) -> Setup:
    """The set-up of a new room: a private one has spectators only if its host says so."""
    chosen = setup.public if setup.spectators is None else setup.spectators
    return replace(setup, spectators=chosen)


def checked(setup: Setup) -> tuple[Setup, AnyGame]:
    """The set-up with its label cleaned, and its game; UnknownGame, InvalidOption or Refused."""
    options = tuple((name, type(value), value) for name, value in setup.options.items())
    game = _game(setup.game, setup.ruleset, len(setup.seats), options)
    if setup.clock.timeout != "lose" and setup.clock.kind != "move":
        # A clock of the whole game stays at zero: every later move would be played for the seat.
        raise InvalidOption("wrong_clock", "Only a clock for each move can play a move itself.")
    return replace(setup, label=clean(setup.label, LABEL, least=0)), game


@lru_cache(256)
def _game(
    name: str, ruleset: str, seats: int, options: tuple[tuple[str, type, Value], ...]
) -> AnyGame:
    """The game of a set-up, the same one for all rooms: it holds no state of any.

    Types are named because True is equal to 1, but not as good an answer.
    """
    game = registered(name)(ruleset, **{option: value for option, _, value in options})
    game.new(0, seats)
    return game
