"""The files beside a game's module: rules, reference, lessons, puzzles and opening book."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ludarium.core import network
from ludarium.core import opening_book as books

if TYPE_CHECKING:
    from ludarium.core.game import AnyGame
    from ludarium.core.lesson import Lessons
    from ludarium.core.puzzle import PuzzleSet

WEIGHTS_FILE = "weights.bin"


class GameFiles:
    """The part of a game that reads files; a game whose texts are elsewhere overrides it."""

    @classmethod
    def rules(cls) -> str:
        """The rules for players in Markdown: `rules.md` beside the module, or the docstring."""
        return cls._read_document("rules.md") or inspect.getdoc(cls) or ""

    @classmethod
    def reference(cls) -> str:
        """What programs must know beside the rules: `reference.md` beside the module, or nothing.

        The JSON of states and moves, the codes of the endings, the order of legal moves.
        """
        return cls._read_document("reference.md")

    @classmethod
    def lessons(cls) -> Lessons | None:
        """The lessons in `lessons.toml` beside the module; BadLessons if they are unusable."""
        from ludarium.core import lesson  # noqa: PLC0415 -- a bot has no use for it

        file = cls._beside(lesson.LESSONS_FILE)
        return lesson.read_lessons_file(file, cast("type[AnyGame]", cls))

    @classmethod
    def puzzles(cls) -> PuzzleSet | None:
        """The puzzles in `puzzles.json.gz` beside the module; BadPuzzles if they are unusable."""
        from ludarium.core import puzzle  # noqa: PLC0415 -- a bot has no use for it

        file = cls._beside(puzzle.PUZZLES_FILE)
        return puzzle.read_puzzles_file(file, cast("type[AnyGame]", cls))

    def book(self) -> books.Book | None:
        """The opening book beside the module, None if there is none; BadBook if it is unusable."""
        packed = books.read_book_bytes(self._beside(books.BOOK_FILE))
        return None if packed is None else books.unpack_book(packed, cast("AnyGame", self))

    @classmethod
    def weights_file(cls) -> Path:
        """The path of the weights of the trained network, beside the module."""
        return cls._beside(WEIGHTS_FILE)

    @classmethod
    def trained_weights(cls) -> network.Weights | None:
        """The weights of the trained network, None if there is no file of them."""
        return network.read_weights(cls.weights_file())

    @classmethod
    def _beside(cls, name: str) -> Path:
        """The path of a file beside the module of the game."""
        return Path(inspect.getfile(cls)).with_name(name)

    @classmethod
    def _read_document(cls, name: str) -> str:
        """The text of a file beside the module of the game, empty if there is none."""
        file = cls._beside(name)
        return file.read_text("utf-8") if file.is_file() else ""
