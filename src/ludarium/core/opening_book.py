"""A book: what positions of an opening are worth, found beforehand, those that are alike once."""

from __future__ import annotations

import zlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ludarium.core.constants import DECIDED_SCORE, WIN_SCORE
from ludarium.core.errors import LudariumError
from ludarium.core.position import DRAW, ONGOING, Position

if TYPE_CHECKING:
    from ludarium.core.game import AnyGame

FILE = "book.json"


class BadBook(LudariumError):
    """A file that is no book, or not one of this game."""


class Book(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scores for the seat to move, by the number that positions alike share, and their origin."""

    game: str
    rules_version: int
    options: dict[str, Any]
    nodes: int  # of the search of each position,
    finer_nodes: int  # and of the best `candidates` of every choice, if any was looked at again
    candidates: int
    weights: str  # the network's sha256, "" for the evaluation by hand
    checksum: int
    scores: dict[int, int]

    def ranked(self, game: AnyGame, position: Position) -> list[tuple[int, int]]:
        """Scores with moves, best first, then in the order of the rules; [] if one is missing."""
        found = []
        for move in game.moves(position):
            after = position.copy()
            game.advance(after, move)
            score = worth(game, after, position.to_move, self.scores)
            if score is None:
                return []
            found.append((score, move))
        return sorted(found, key=lambda pair: -pair[0])


def worth(game: AnyGame, after: Position, seat: int, scores: dict[int, int]) -> int | None:
    """What a position is worth to the seat that just moved there, None if it is not known."""
    if after.verdict != ONGOING:
        won = WIN_SCORE - 1 if after.verdict == seat else 1 - WIN_SCORE
        return 0 if after.verdict == DRAW else won
    score = scores.get(game.canonical_key(after))
    if score is None:
        return None
    score = score if after.to_move == seat else -score
    if abs(score) <= DECIDED_SCORE:
        return score
    return score - 1 if score > 0 else score + 1  # the end is a ply further away


def checksum(scores: dict[int, int]) -> int:
    """A number that hardly survives any damage to the scores."""
    return zlib.crc32(msgspec.json.encode(sorted(scores.items())))


def pack(book: Book) -> bytes:
    """The book as a file, one score on a line."""
    return msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"


def unpack(packed: bytes, game: AnyGame) -> Book:
    """The book of a file, or BadBook if it is damaged or of other rules."""
    try:
        book = msgspec.json.decode(packed, type=Book)
    except msgspec.DecodeError as error:
        raise BadBook("bad_book", f"The book of {game.title} cannot be read.") from error
    if checksum(book.scores) != book.checksum:
        raise BadBook("bad_book", f"The book of {game.title} is damaged.")
    if (book.game, book.rules_version) != (game.id, game.rules_version):
        raise BadBook("other_book", f"The book is not one of {game.title} as it is played now.")
    return book


@lru_cache(maxsize=16)
def content(path: Path) -> bytes | None:
    """The bytes of a file, kept for the next one who asks; None if there is no such file."""
    return path.read_bytes() if path.is_file() else None
