"""The opening book: precomputed scores of positions, one for each class of symmetric ones."""

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

BOOK_FILE = "book.json"


class BadBook(LudariumError):
    """A book file that is damaged or belongs to another game."""


class Book(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Scores for the seat to move, by canonical key, and how they were made."""

    game: str
    rules_version: int
    options: dict[str, Any]
    nodes: int  # of the search of each position
    finer_nodes: int  # of the second search of the best `candidates` of each choice, if any
    candidates: int
    weights: str  # the network's sha256, "" for the hand-written score
    checksum: int
    scores: dict[int, int]

    def rank_moves(self, game: AnyGame, position: Position) -> list[tuple[int, int]]:
        """Scores with moves, best first, equal ones in rule order; [] if a score is missing."""
        found = []
        for move in game.moves(position):
            after = position.copy()
            game.advance(after, move)
            score = score_after_move(game, after, position.to_move, self.scores)
            if score is None:
                return []
            found.append((score, move))
        return sorted(found, key=lambda pair: -pair[0])


def score_after_move(
    game: AnyGame, after: Position, seat: int, scores: dict[int, int]
) -> int | None:
    """The score of a position for the seat that just moved; None if it is not in the book."""
    if after.verdict != ONGOING:
        won = WIN_SCORE - 1 if after.verdict == seat else 1 - WIN_SCORE
        return 0 if after.verdict == DRAW else won
    score = scores.get(game.canonical_key(after))
    if score is None:
        return None
    score = score if after.to_move == seat else -score
    if abs(score) <= DECIDED_SCORE:
        return score
    return score - 1 if score > 0 else score + 1  # the end is one ply further away


def checksum_scores(scores: dict[int, int]) -> int:
    """The checksum of the scores, which detects a damaged file."""
    return zlib.crc32(msgspec.json.encode(sorted(scores.items())))


def pack_book(book: Book) -> bytes:
    """The bytes of a book file, one score a line."""
    return msgspec.json.format(msgspec.json.encode(book), indent=1) + b"\n"


def unpack_book(packed: bytes, game: AnyGame) -> Book:
    """The book in the bytes of a file; BadBook if damaged or made for other rules."""
    try:
        book = msgspec.json.decode(packed, type=Book)
    except msgspec.DecodeError as error:
        raise BadBook("bad_book", f"The book of {game.title} cannot be read.") from error
    if checksum_scores(book.scores) != book.checksum:
        raise BadBook("bad_book", f"The book of {game.title} is damaged.")
    if (book.game, book.rules_version) != (game.id, game.rules_version):
        raise BadBook("other_book", f"The book is not one of {game.title} as it is played now.")
    return book


@lru_cache(maxsize=16)
def read_book_bytes(path: Path) -> bytes | None:
    """The bytes of a book file, cached; None if there is no such file."""
    return path.read_bytes() if path.is_file() else None
