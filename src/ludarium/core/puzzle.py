"""Puzzles: positions with one right turn, as data in a game's folder; the check of an answer."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.core.position import ONGOING, Position

if TYPE_CHECKING:
    from ludarium.core.game import AnyGame

PUZZLES_FILE = "puzzles.json.gz"

Goal = Literal["win", "gain", "save"]
Proof = Literal["", "win", "loss"]


class BadPuzzles(LudariumError):
    """A file of puzzles that is damaged or belongs to another game."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, and the line that solves it.

    `line` holds turns in notation, a turn of the solver first and last. `plies` counts the moves
    of the search to the end of a forced win, 0 if none is forced. `proof` says what was proved
    without evaluation: that the line wins and no other turn wins as soon, or that every other turn
    loses. `nodes` is the smallest search that found the first turn.
    """

    id: str
    state: dict[str, Any]
    line: list[list[str]]
    goal: Goal
    rating: int
    themes: list[str]
    nodes: int
    plies: int = 0
    proof: Proof = ""
    game_number: int = 0  # of the self-play game that it comes from


class PuzzleSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The puzzles of a game under one ruleset, and the command that made them.

    `network` is a digest of the files that the searches used, empty in older sets: with another
    network the same command finds other puzzles.
    """

    game: str
    rules_version: int
    ruleset: str
    options: dict[str, Any]
    command: str
    checksum: int
    puzzles: list[Puzzle]
    network: str = ""

    def find(self, id: str) -> Puzzle | None:
        """The puzzle with this id."""
        return next((puzzle for puzzle in self.puzzles if puzzle.id == id), None)


class LineVerdict(msgspec.Struct, frozen=True):
    """The result of an answer, and all moves played so far, with the replies to it.

    `unfinished` is an answer in the middle of a turn or of the line; `right` counts the solver's
    turns that were right.
    """

    status: Literal["unfinished", "solved", "wrong"]
    moves: list[str]
    right: int


def check_answer(game: AnyGame, puzzle: Puzzle, given: Sequence[str]) -> LineVerdict:
    """Check the solver's moves so far, and add the replies of the line.

    A turn is right if it wins at once or leads to the same position as the turn of the line, by
    whatever moves. Raises IllegalMove for a move that cannot be played.
    """
    position = game.state_from_json(puzzle.state)
    seat = position.to_move
    waiting = list(given)
    moves: list[str] = []
    for number in range(0, len(puzzle.line), 2):
        after = position.copy()
        play_notations(game, after, puzzle.line[number])
        finished = False
        while waiting and not finished:
            moves.append(waiting[0])
            play_notations(game, position, [waiting.pop(0)])
            finished = position.verdict != ONGOING or position.to_move != seat
        if not finished:
            return LineVerdict("unfinished", moves, number // 2)
        won = position.verdict == seat
        if not won and (position.key() != after.key() or position.verdict != after.verdict):
            return LineVerdict("wrong", moves, number // 2)
        if won or number + 1 >= len(puzzle.line):
            _refuse_more_moves(waiting)
            return LineVerdict("solved", moves, number // 2 + 1)
        play_notations(game, position, puzzle.line[number + 1])
        moves += puzzle.line[number + 1]
    raise AssertionError("a line ends with a turn of the solver")


def puzzle_faults(game: type[AnyGame], most: int) -> Iterator[str]:
    """What is wrong with a game's puzzles, as sentences; at most so many of them are checked."""
    found = game.puzzles()
    if found is None:
        return
    rules = game(found.ruleset, **found.options)
    ids = {puzzle.id for puzzle in found.puzzles}
    if len(ids) != len(found.puzzles):
        yield "Two puzzles have the same id."
    for puzzle in found.puzzles[:: -(-len(found.puzzles) // most) or 1]:
        given = [notation for turn in puzzle.line[::2] for notation in turn]
        try:
            solved = check_answer(rules, puzzle, given).status == "solved"
        except LudariumError as error:
            yield f"Puzzle {puzzle.id} is refused: {error.message}"
            continue
        if not solved:
            yield f"The line of puzzle {puzzle.id} does not solve it."


def _refuse_more_moves(waiting: list[str]) -> None:
    if waiting:
        raise IllegalMove("game_over", "The puzzle is solved already.", "G3")


def play_notations(game: AnyGame, position: Position, written: Sequence[str]) -> None:
    """Play moves in notation on a position."""
    for notation in written:
        game.advance(position, game.move_from_notation(position, notation))


def checksum_puzzles(puzzles: list[Puzzle]) -> int:
    """The checksum of all puzzles, which detects a damaged file."""
    return zlib.crc32(msgspec.json.encode(puzzles))


def pack_puzzles(made: PuzzleSet) -> bytes:
    """The bytes of a file of puzzles; the same puzzles give the same bytes."""
    return gzip.compress(msgspec.json.encode(made), 9, mtime=0)


def unpack_puzzles(packed: bytes, game: type[AnyGame]) -> PuzzleSet:
    """The puzzles in the bytes of a file; BadPuzzles if damaged or made for other rules."""
    try:
        found = msgspec.json.decode(gzip.decompress(packed), type=PuzzleSet)
    except (msgspec.DecodeError, OSError, EOFError, zlib.error) as error:
        raise BadPuzzles("bad_puzzles", f"The puzzles of {game.title} cannot be read.") from error
    if checksum_puzzles(found.puzzles) != found.checksum:
        raise BadPuzzles("bad_puzzles", f"The puzzles of {game.title} are damaged.")
    if (found.game, found.rules_version) != (game.id, game.rules_version):
        raise BadPuzzles(
            "other_puzzles", f"The puzzles are not of {game.title} as it is played now."
        )
    return found


@lru_cache(maxsize=16)
def read_puzzles_file(path: Path, game: type[AnyGame]) -> PuzzleSet | None:
    """The puzzles of a file, cached; None if there is no such file."""
    return unpack_puzzles(path.read_bytes(), game) if path.is_file() else None
