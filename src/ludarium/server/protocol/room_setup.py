"""Set-up of a room, by its host: game, seats, clock, and who may watch."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from ludarium.agents.levels import LEVEL_PATTERN
from ludarium.core.errors import InvalidOption
from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD, Value
from ludarium.core.registry import registered_game
from ludarium.server.protocol.user_text import MAX_LABEL_CHARS, clean_text

Kind = Literal["host", "open", "bot", "agent"]
Mode = Literal["ai", "hotseat", "online"]
Level = Annotated[str, Meta(pattern=LEVEL_PATTERN)]  # `7`, `hard`, `7-bold`
Seconds = Annotated[float, Meta(ge=1, le=86_400)]
Extra = Annotated[float, Meta(ge=0, le=3600)]


class Place(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The intended holder of a seat: the host, any visitor, a bot, or a program with a token."""

    kind: Kind
    level: Level = "medium"


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The time control.

    `move`: `seconds` for each turn; `fischer`: `seconds` for the game and `extra` added after each
    turn; `bronstein`: the time of the turn is given back, up to `extra`. `timeout` is the penalty
    of a seat without time: it loses, or the first or a random legal move is played for it.
    """

    kind: Literal["none", "move", "fischer", "bronstein"] = "none"
    seconds: Seconds = 20.0
    extra: Extra = 0.0
    timeout: Literal["lose", "first", "random"] = "lose"


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All choices of a host; `shuffle` draws the seats.

    `spectators` follows `public` unless the host sets it.
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
    rated: bool = False  # whether the result counts for the ratings of the players


def setup_mode(setup: Setup) -> Mode:
    """Against bots, hot-seat on one screen, or online."""
    kinds = {place.kind for place in setup.seats}
    if kinds & {"open", "agent"}:
        return "online"
    return "ai" if "bot" in kinds else "hotseat"


def check_setup(setup: Setup) -> tuple[Setup, AnyGame]:
    """A new set-up with a clean label, and its game; UnknownGame, InvalidOption or Refused."""
    if setup.spectators is None:
        setup = replace(setup, spectators=setup.public)
    found, game = read_stored(setup)
    if found.rated:
        _check_rated(found, game)
    return found, game


def read_stored(setup: Setup) -> tuple[Setup, AnyGame]:
    """Like `check_setup`, for the set-up of a stored room.

    It does not check again whether the game can be rated: a room must come back even if its game
    has other rated rulesets now.
    """
    options = tuple((name, type(value), value) for name, value in setup.options.items())
    game = _shared_game(setup.game, setup.ruleset, len(setup.seats), options)
    if setup.clock.timeout != "lose" and setup.clock.kind != "move":
        # A clock of the whole game stays at zero: all later moves would be played by the clock.
        raise InvalidOption("wrong_clock", "Only a clock for each move can play a move itself.")
    # A stored set-up without the field is from before private rooms refused spectators.
    spectators = setup.spectators is not False
    return replace(
        setup, spectators=spectators, label=clean_text(setup.label, MAX_LABEL_CHARS, least=0)
    ), game


def _check_rated(setup: Setup, game: AnyGame) -> None:
    """InvalidOption, with its own code for each reason why a game cannot be rated."""
    if setup_mode(setup) == "hotseat":
        raise InvalidOption("rated_hotseat", "A game of one person for all seats is not rated.")
    if not _fair_seats(setup):
        raise InvalidOption(
            "rated_seats",
            "A rated game has a different player in each seat; against bots alone, one bot.",
        )
    if setup.ruleset not in game.rated_rulesets:
        raise InvalidOption("rated_ruleset", "Games under this ruleset are not rated.")
    if game.values != type(game)(setup.ruleset).values:
        raise InvalidOption("rated_options", "A game with changed options is not rated.")
    if setup.takebacks:
        raise InvalidOption("rated_takebacks", "A rated game is played without takebacks.")


def _fair_seats(setup: Setup) -> bool:
    """Whether no player has two seats and, in a game against bots alone, one person has one bot."""
    hosts = [place for place in setup.seats if place.kind == "host"]
    levels = [place.level for place in setup.seats if place.kind == "bot"]
    if setup_mode(setup) == "ai":
        return len(hosts) == len(levels) == 1
    return len(hosts) <= 1 and len(set(levels)) == len(levels)


@lru_cache(256)
def _shared_game(
    name: str, ruleset: str, seats: int, options: tuple[tuple[str, type, Value], ...]
) -> AnyGame:
    """The game of a set-up, cached for all rooms, because it has no state.

    The key contains the types of values, because True equals 1 and is no valid number.
    """
    game = registered_game(name)(ruleset, **{option: value for option, _, value in options})
    game.new(0, seats)
    return game
