"""The check of the lessons and puzzles in a game's folder, for the conformance suite."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.errors import LudariumError
from ludarium.core.game import AnyGame
from ludarium.core.lesson import lesson_faults
from ludarium.core.puzzle import puzzle_faults

CHECKED_PUZZLES = 15  # spread over the set


def learning_faults(
    game: type[AnyGame], puzzles: int = CHECKED_PUZZLES
) -> Iterator[tuple[str, str]]:
    """Broken rules, each with a sentence: of all lessons, and of so many puzzles."""
    try:
        for fault in lesson_faults(game):
            yield "every goal of a lesson can be reached", fault
        for fault in puzzle_faults(game, puzzles):
            yield "every puzzle is solved by its line", fault
    except LudariumError as error:
        yield "lessons and puzzles can be read", error.message
