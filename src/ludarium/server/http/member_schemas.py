"""Types of the HTTP API about members: their games, profiles and keys."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from ludarium.server.http.schemas import Found


class MyGame(Found):
    """A game of your own; `yours` are your seats. A game that is not `public` only you see."""

    yours: list[int]
    public: bool


class OpponentTally(Struct):
    """Your games against one kind of opponent; `level` is a bot's."""

    game: str
    kind: str
    level: str
    games: int
    wins: int
    draws: int


class RatingPoint(Struct):
    """The rating after a game."""

    at: float
    rating: int


class RatedGame(Struct):
    """A rating in one game, and its curve, oldest point first."""

    game: str
    rating: int
    deviation: int
    provisional: bool
    games: int
    wins: int
    curve: list[RatingPoint]


class PlayerProfile(Struct):
    """What all may see of a player."""

    player: str
    name: str
    kind: str
    ratings: list[RatedGame]


class MySummary(Struct):
    """What only you see: results, when your key was made, when other browsers were linked."""

    tallies: list[OpponentTally]
    key_at: float | None
    browsers: list[float]


class IdentityKey(Struct):
    """A new key; the words are shown once."""

    words: str


class KeyEntry(Struct, forbid_unknown_fields=True):
    """The words of a key."""

    words: Annotated[str, Meta(min_length=1, max_length=200)]


class DeletionRequest(Struct, forbid_unknown_fields=True):
    """A request to delete everything; `name` is your name, as a confirmation."""

    name: Annotated[str, Meta(max_length=200)]


class Deletion(Struct):
    """What was deleted, and what stays under the name of a deleted player."""

    games_deleted: int
    games_anonymised: int
    rooms_deleted: int
    messages_deleted: int
