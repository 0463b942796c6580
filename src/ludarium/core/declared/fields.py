"""Declared fields of a position: their Python value, their JSON and the check of both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, overload

from ludarium.core.declared.board_shape import BoardShape
from ludarium.core.scene import Token, Tray
from ludarium.core.strict_json import Json, read_bool, read_int, read_list, read_word

OFF_BOARD = -1  # the place of a piece that is on no cell
WIDE_NUMBER = 1 << 62  # numbers from here on do not fit a C number
KEY_MODULUS = 0x360BEC3C423674A7  # a random prime: it keeps wide masks apart that differ in bits
Word = str | None  # a name of a choice in JSON; None is null
Start = Any  # the first value of a field, or of each item of a list


class Piece(NamedTuple):
    """A kind of piece on a board: its word in JSON and in terminals, its glyph and its seat."""

    text: str
    glyph: str
    seat: int | None = None
    tint: str = ""

    def draw_token(
        self, id: str, at: str, facing: str = "", badge: str = "", badge_name: str = ""
    ) -> Token:
        """A token of this kind of piece."""
        return Token(
            id,
            self.glyph,
            self.text,
            at,
            self.seat,
            tint=self.tint,
            facing=facing,
            badge=badge,
            badge_name=badge_name,
        )


class DeclaredField:
    """A field of a position: a whole number, a flag or a choice of words, or a list of them.

    The position holds whole numbers and flags only; a choice is the index of its word. A field
    that is not `in_state` is set by `Game.start` alone, as an option of the rules is.
    """

    def __init__(
        self,
        low: int,
        high: int,
        start: Start,
        length: int | None = None,
        words: tuple[Word, ...] | None = None,
        in_state: bool = True,
    ) -> None:
        self.low = low
        self.high = high
        self.words = words
        self.is_flag = isinstance(start, bool)
        self.is_wide = not (low > -WIDE_NUMBER and high < WIDE_NUMBER)
        self.in_state = in_state
        several = isinstance(start, list | tuple)
        if several and length not in (None, len(start)):
            raise ValueError(f"the field has {length} items, but its start has {len(start)}")
        self.length = len(start) if several else length
        first = start if several else [start] * (1 if length is None else length)
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

    def key_values(self, value: Any) -> Sequence[int]:
        """A value as numbers of at most 64 bits, for the key of a position."""
        values: Sequence[int] = (value,) if self.length is None else value
        return [number % KEY_MODULUS for number in values] if self.is_wide else values

    def draw_tokens(self, name: str, position: Any) -> list[Token]:
        """The tokens of the derived scene; only fields of pieces have some."""
        return []

    def check_partners(self, name: str, fields: Mapping[str, DeclaredField]) -> None:
        """Raise TypeError if a field that this one names is missing; most name none."""

    def _item_to_json(self, item: int) -> Json:
        return item if self.words is None else self.words[item]

    def _read_item(self, value: Json, place: str) -> int:
        if self.is_flag:
            return read_bool(value, place)
        if self.words is None:
            return read_int(value, self.low, self.high, place)
        return read_word(value, self.words, place)


class BoardField(DeclaredField):
    """The pieces on the cells of a board; a token is known by its cell."""

    def __init__(self, board: BoardShape, pieces: tuple[Piece, ...], start: Start) -> None:
        words = (None, *(piece.text for piece in pieces))
        super().__init__(0, len(pieces), start, board.cells, words)
        self.board = board
        self.pieces = pieces

    def draw_tokens(self, name: str, position: Any) -> list[Token]:
        """A token on every cell that is not empty."""
        numbers = enumerate(getattr(position, name))
        return [
            self.pieces[number - 1].draw_token(self.board.spot(cell), self.board.spot(cell))
            for cell, number in numbers
            if number
        ]


class PlaceField(DeclaredField):
    """The cells of numbered pieces; a token is known by the number of its piece."""

    def __init__(
        self,
        board: BoardShape,
        pieces: tuple[Piece, ...],
        start: Sequence[int],
        kind: str,
        facing: str,
        badge: str,
        badge_names: tuple[str, str],
        trays: tuple[Tray, ...] = (),
    ) -> None:
        super().__init__(OFF_BOARD, board.cells - 1, list(start), len(start if kind else pieces))
        self.board = board
        self.pieces = pieces
        self.kind = kind
        self.facing = facing
        self.badge = badge
        self.badge_names = badge_names
        self.trays = trays

    def check_partners(self, name: str, fields: Mapping[str, DeclaredField]) -> None:
        """Raise TypeError if a field that this one names is missing or does not fit."""
        for word in ("kind", "facing", "badge"):
            partner = getattr(self, word)
            if partner and (partner not in fields or fields[partner].length != self.length):
                raise TypeError(
                    f"`{name}` needs a field {partner!r} with {self.length} items as its {word}"
                )
        if self.kind and not 0 <= fields[self.kind].low <= fields[self.kind].high < len(
            self.pieces
        ):
            raise TypeError(f"`{self.kind}` has numbers that are none of the pieces of `{name}`")

    def draw_tokens(self, name: str, position: Any) -> list[Token]:
        """A token for every piece on the board, and in the trays if there are some."""
        fields = position.declared_fields
        places = getattr(position, name)
        kinds = getattr(position, self.kind) if self.kind else range(len(places))
        ways = fields[self.facing].to_json(getattr(position, self.facing)) if self.facing else None
        badges = getattr(position, self.badge) if self.badge else None
        tokens = []
        for number, cell in enumerate(places):
            piece = self.pieces[kinds[number]]
            spot = self._spot_of(number, cell, piece.seat)
            if spot:
                token = piece.draw_token(
                    f"{name}{number}",
                    spot,
                    ways[number] if ways else "",
                    str(badges[number]) if badges else "",
                    self.badge_names[badges[number] != 1] if badges else "",
                )
                tokens.append(token)
        return tokens

    def _spot_of(self, number: int, cell: int, seat: int | None) -> str:
        if cell != OFF_BOARD:
            return self.board.spot(cell)
        several = len(self.trays) > 1
        trays = [tray for tray in self.trays if not several or tray.seat == seat]
        return f"{trays[0].id}:{number}" if trays else ""

    def _item_to_json(self, item: int) -> Json:
        return None if item == OFF_BOARD else item

    def _read_item(self, value: Json, place: str) -> int:
        return OFF_BOARD if value is None else read_int(value, 0, self.high, place)


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
    return DeclaredField(low, high, first, length, in_state=in_state)


@overload
def flag_field(*, start: bool = ..., in_state: bool = ...) -> bool: ...
@overload
def flag_field(*, length: int, start: bool = ..., in_state: bool = ...) -> list[bool]: ...
def flag_field(*, start: bool = False, length: int | None = None, in_state: bool = True) -> Any:
    """True or false, or a list of them."""
    return DeclaredField(0, 1, start, length, in_state=in_state)


@overload
def choice_field(words: Sequence[Word], *, start: Word = ..., in_state: bool = ...) -> int: ...
@overload
def choice_field(
    words: Sequence[Word], *, length: int, start: Word = ..., in_state: bool = ...
) -> list[int]: ...
@overload
def choice_field(
    words: Sequence[Word], *, start: list[str] | list[Word] | tuple[Word, ...], in_state: bool = ...
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
    return DeclaredField(0, len(names) - 1, first, length, names, in_state)


def board_field(
    board: BoardShape, pieces: Sequence[Piece], *, start: Sequence[Word] | Word = None
) -> list[int]:
    """The pieces on the cells of a board: 0 is an empty cell, n the n-th piece; in JSON its text.

    The derived scene draws them. It knows a token by its cell, so pieces that move are better
    declared with `place_field`.
    """
    field: Any = BoardField(board, tuple(pieces), start)
    return field  # type: ignore[no-any-return]  # the position's class puts a list in its place


def place_field(
    board: BoardShape,
    pieces: Sequence[Piece],
    *,
    start: Sequence[int],
    kind: str = "",
    facing: str = "",
    badge: str = "",
    badge_names: tuple[str, str] = ("", ""),
    tray: Tray | Sequence[Tray] = (),
) -> list[int]:
    """The cell of every piece by the piece's number, -1 for a piece that is not on the board.

    In JSON it is the number of the cell or null. The derived scene draws the pieces; `facing` and
    `badge` name the fields, one item a piece, that it shows on them. `badge_names` are the words
    for one and for several, such as `("hit point", "hit points")`. `kind` names a field with the
    number in `pieces` of what each piece is now; without it, piece n is always the n-th of
    `pieces`. Pieces that are not on the board lie in the `tray`, each in the slot of its number,
    and of several trays in that of its seat; without one they are not shown.
    """
    trays = (tray,) if isinstance(tray, Tray) else tuple(tray)
    field: Any = PlaceField(board, tuple(pieces), start, kind, facing, badge, badge_names, trays)
    return field  # type: ignore[no-any-return]  # as above
