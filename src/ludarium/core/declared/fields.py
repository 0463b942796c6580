"""Declared fields of a position: their Python value, their JSON and the check of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, overload

from ludarium.core.declared.board_shape import BoardShape
from ludarium.core.strict_json import Json, read_bool, read_int, read_list, read_word

Word = str | None  # a name of a choice in JSON; None is null
Start = Any  # the first value of a field, or of each item of a list


class Piece(NamedTuple):
    """A kind of piece on a board: its word in JSON and in terminals, its glyph and its seat."""

    text: str
    glyph: str
    seat: int | None = None
    tint: str = ""


class DeclaredField:
    """A field of a position: a whole number, a flag or a choice of words, or a list of them.

    The position holds whole numbers and flags only; a choice is the index of its word. A field
    that is not `in_state` is set by `Game.start` alone, as an option of the rules is.
    """

    def __init__(
        self,
        low: int,
        high: int,
        words: tuple[Word, ...] | None,
        start: Start,
        length: int | None,
        in_state: bool,
        board: BoardShape | None = None,
        pieces: tuple[Piece, ...] = (),
    ) -> None:
        self.board = board
        self.pieces = pieces
        self.low = low
        self.high = high
        self.words = words
        self.is_flag = isinstance(start, bool)
        self.in_state = in_state
        if isinstance(start, list | tuple):
            if length not in (None, len(start)):
                raise ValueError(f"the field has {length} items, but its start has {len(start)}")
            first = list(start)
        else:
            first = [start] * (1 if length is None else length)
        self.length = len(first) if length is not None or isinstance(start, list | tuple) else None
        self._start = [self._check_start(value) for value in first]

    def _check_start(self, value: Start) -> int:
        number = self.words.index(value) if self.words and value in self.words else value
        if not isinstance(number, int) or not self.low <= number <= self.high:
            raise ValueError(f"a field cannot start with {value!r}")
        return number

    def first_value(self) -> Any:
        """The value of a new position; each gets its own list."""
        return self._start[0] if self.length is None else list(self._start)

    def to_json(self, value: Any) -> Json:
        """The JSON of a value."""
        if self.length is None:
            return self._item_to_json(value)
        return [self._item_to_json(item) for item in value]

    def from_json(self, value: Json, place: str) -> Any:
        """The value of its JSON; raises InvalidState."""
        if self.length is None:
            return self._read_item(value, place)
        return [self._read_item(item, place) for item in read_list(value, place, self.length)]

    def _item_to_json(self, item: int) -> Json:
        return item if self.words is None else self.words[item]

    def _read_item(self, value: Json, place: str) -> int:
        if self.is_flag:
            return read_bool(value, place)
        if self.words is None:
            return read_int(value, self.low, self.high, place)
        return read_word(value, self.words, place)


@overload
def number_field(low: int, high: int, *, start: int = ..., in_state: bool = ...) -> int: ...
@overload
def number_field(
    low: int, high: int, *, length: int, start: int = ..., in_state: bool = ...
) -> list[int]: ...
@overload
def number_field(
    low: int, high: int, *, start: Sequence[int], in_state: bool = ...
) -> list[int]: ...
def number_field(
    low: int,
    high: int,
    *,
    start: Start = None,
    length: int | None = None,
    in_state: bool = True,
) -> Any:
    """A whole number from `low` to `high`, or a list of them; it starts with `low`."""
    first = low if start is None else start
    return DeclaredField(low, high, None, first, length, in_state)


@overload
def flag_field(*, start: bool = ..., in_state: bool = ...) -> bool: ...
@overload
def flag_field(*, length: int, start: bool = ..., in_state: bool = ...) -> list[bool]: ...
def flag_field(*, start: bool = False, length: int | None = None, in_state: bool = True) -> Any:
    """True or false, or a list of them."""
    return DeclaredField(0, 1, None, start, length, in_state)


@overload
def choice_field(words: Sequence[Word], *, start: Word = ..., in_state: bool = ...) -> int: ...
@overload
def choice_field(
    words: Sequence[Word], *, length: int, start: Word = ..., in_state: bool = ...
) -> list[int]: ...
@overload
def choice_field(
    words: Sequence[Word], *, start: list[Word] | tuple[Word, ...], in_state: bool = ...
) -> list[int]: ...
def choice_field(
    words: Sequence[Word],
    *,
    start: Any = "",
    length: int | None = None,
    in_state: bool = True,
) -> Any:
    """One of these words, or a list of them: in Python its index, in JSON the word, None is null.

    It starts with the first word.
    """
    names = tuple(words)
    first = names[0] if start == "" and "" not in names else start
    return DeclaredField(0, len(names) - 1, names, first, length, in_state)


def board_field(
    board: BoardShape, pieces: Sequence[Piece], *, start: Sequence[Word] | Word = None
) -> list[int]:
    """The pieces on the cells of a board: 0 is an empty cell, n the n-th piece; in JSON its text.

    The derived scene draws them. A token is known by its cell, so pieces that move need a scene of
    the game's own.
    """
    words = (None, *(piece.text for piece in pieces))
    field: Any = DeclaredField(
        0, len(pieces), words, start, board.cells, True, board, tuple(pieces)
    )
    return field  # type: ignore[no-any-return]  # the position's class puts a list in its place
