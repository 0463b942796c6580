"""DeclaredPosition: rules over declared fields; copy, undo and key are derived."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from operator import mul
from typing import Any, ClassVar, Self

from ludarium.core.bits import mix_bits
from ludarium.core.constants import DRAW, ONGOING, UNDO_DEPTH
from ludarium.core.declared.fields import DeclaredField
from ludarium.core.position import MoveStack, Position
from ludarium.core.zobrist import zobrist_numbers

NO_LEGAL_MOVES = "no_legal_moves"
NO_LEGAL_MOVES_SENTENCE = "The player to move has no legal move and loses."
KEY_SEED = 21
SHARED_KEY_VALUES = 2  # the seat to move and the verdict, which every position has


def make_key_numbers(fields: Mapping[str, DeclaredField]) -> list[int]:
    """Random numbers for keys, one for each value of a position; the same on every machine."""
    lengths = [field.length or 1 for field in fields.values() if field.in_state]
    return zobrist_numbers(KEY_SEED, SHARED_KEY_VALUES + sum(lengths))


class DeclaredPosition(Position):
    """One game in play, as fields declared in the class: `board = number_field(0, 2, length=9)`.

    Everything that changes in a game is a declared field. `reasons` are the codes of the ways to
    end, each with its sentence.
    """

    reasons: ClassVar[Mapping[str, str]] = {}
    declared_fields: ClassVar[Mapping[str, DeclaredField]] = {}
    _key_numbers: ClassVar[list[int]] = []

    # The author writes these.

    def list_moves(self) -> Iterable[int]:
        """The legal moves of a running game, in the order of the rules."""
        raise NotImplementedError

    def make_move(self, move: int) -> None:
        """Change the fields by a legal move, `to_move` among them."""
        raise NotImplementedError

    def find_end(self) -> None:
        """Call `win` or `draw` if the fields show the end of the game."""

    def is_reachable(self) -> bool:
        """Whether a game can reach these fields, which are in their bounds."""
        return True

    # The author calls these.

    def pass_turn(self) -> None:
        """Give the turn to the next seat."""
        self.to_move = (self.to_move + 1) % self.seats

    def win(self, seat: int, code: str) -> None:
        """End the game: the seat wins, by this reason."""
        if code not in self.reasons:
            raise ValueError(f"{code!r} is not in `reasons` of {type(self).__name__}")
        self.verdict = seat
        self.reason = tuple(self.reasons).index(code) + 1

    def draw(self, code: str) -> None:
        """End the game without a winner, by this reason."""
        self.win(DRAW, code)

    # The rest is derived.

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {name: value for name, value in vars(cls).items() if isinstance(value, DeclaredField)}
        for name in own:
            if hasattr(DeclaredPosition, name):
                raise TypeError(f"a position has an attribute {name!r} already; rename the field")
            delattr(cls, name)
        cls.declared_fields = {**cls.declared_fields, **own}
        cls._key_numbers = make_key_numbers(cls.declared_fields)
        if NO_LEGAL_MOVES not in cls.reasons:
            cls.reasons = {**cls.reasons, NO_LEGAL_MOVES: NO_LEGAL_MOVES_SENTENCE}

    def __init__(self, seats: int = 2) -> None:
        super().__init__(seats)
        self._past: deque[tuple[Any, ...]] = deque(maxlen=UNDO_DEPTH)
        for name, field in self.declared_fields.items():
            setattr(self, name, field.first_value())

    def generate(self, out: MoveStack, at: int) -> int:
        """Write the legal moves to `out`."""
        if self.verdict == ONGOING:
            for move in self.list_moves():
                out[at] = move
                at += 1
        return at

    def play(self, move: int) -> None:
        """Make a move and look for the end of the game."""
        self._past.append(self._field_values())
        self.make_move(move)
        self.find_end()

    def undo(self) -> None:
        """Restore the fields as they were before the last move."""
        self._set_field_values(self._past.pop())
        self.verdict = ONGOING
        self.reason = 0

    def copy(self) -> Self:
        """An independent equal position."""
        twin = type(self)(self.seats)
        twin._set_field_values(self._field_values())
        twin.verdict = self.verdict
        twin.reason = self.reason
        return twin

    def key(self) -> int:
        """A hash of the fields of the state, the seat to move and the verdict."""
        values = [self.to_move, self.verdict]
        for name, field in self.declared_fields.items():
            if field.in_state:
                values += field.key_values(getattr(self, name))
        return mix_bits(sum(map(mul, values, self._key_numbers)))

    def no_moves_verdict(self) -> None:
        """The next seat wins."""
        self.win((self.to_move + 1) % self.seats, NO_LEGAL_MOVES)

    def _field_values(self) -> tuple[Any, ...]:
        values = [getattr(self, name) for name in self.declared_fields]
        return self.to_move, *(value[:] if isinstance(value, list) else value for value in values)

    def _set_field_values(self, values: tuple[Any, ...]) -> None:
        self.to_move = values[0]
        for name, value in zip(self.declared_fields, values[1:], strict=True):
            setattr(self, name, value)
