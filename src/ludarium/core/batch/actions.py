"""The action space of a game: a fixed number for every move that may ever be legal."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from ludarium.core.errors import InvalidOption
from ludarium.core.legal_moves import MAX_LEGAL_MOVES

MAX_ACTIONS = 1 << 20


class ActionField(NamedTuple):
    """A field of packed moves: where its lowest bit is, and the values that it can have.

    `bits` is its width, by default that of its largest value.
    """

    shift: int
    values: Sequence[int]
    bits: int = 0


class ActionKind(NamedTuple):
    """The moves whose bits under `mask` equal `bits`; their fields are the digits of the action."""

    mask: int
    bits: int
    fields: tuple[ActionField, ...] = ()

    @property
    def size(self) -> int:
        """How many actions the kind has."""
        size = 1
        for field in self.fields:
            size *= len(field.values)
        return size


class ActionTable:
    """The kinds of a game's actions in flat arrays, as compiled code reads them.

    `kinds` holds four numbers a kind: mask, bits, first action, end of its fields. `fields` holds
    four numbers a field: shift, mask of its bits, start in `digits`, number of values.
    """

    def __init__(self, kinds: Sequence[ActionKind]) -> None:
        self.kinds = array("q")
        self.fields = array("q")
        self.digits = array("q")
        self.count = 0 if kinds else MAX_LEGAL_MOVES
        for kind in kinds:
            for field in kind.fields:
                self._add_field(field)
            self.kinds.extend((kind.mask, kind.bits, self.count, len(self.fields) // 4))
            self.count += kind.size
        if self.count > MAX_ACTIONS:
            raise InvalidOption("too_many_actions", f"A game has at most {MAX_ACTIONS} actions.")

    def _add_field(self, field: ActionField) -> None:
        bits = field.bits or max(field.values).bit_length()
        self.fields.extend(
            (field.shift, (1 << bits) - 1, len(self.digits), len(field.values)),
        )
        digit_of = {value: digit for digit, value in enumerate(field.values)}
        self.digits.extend(digit_of.get(value, -1) for value in range(1 << bits))
