"""The move shape: the kinds of moves of a game and their parts, in all forms of a move."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from ludarium.core.batch.actions import ActionField, ActionKind
from ludarium.core.declared.board_shape import BoardShape
from ludarium.core.errors import IllegalMove
from ludarium.core.scene import Button
from ludarium.core.strict_json import Json

MOVE_BITS = 32
KIND_KEY = "action"  # the key of JSON that names the kind, in games with several kinds
STRUCTURE_RULE = "G3"  # the rule that refusals of malformed moves quote


class MovePart(Protocol):
    """A part of a move: a small number, written as JSON, as text and as a click."""

    key: str
    count: int  # values are 0 to count - 1
    pattern: str  # a regular expression of its notation

    def to_json(self, value: int) -> Json:
        """The JSON of a value."""

    def from_json(self, value: Json) -> int | None:
        """The value of its JSON; None for a wrong type, -1 out of range."""

    def to_text(self, value: int) -> str:
        """The notation of a value."""

    def from_text(self, text: str) -> int | None:
        """The value of its notation."""

    def to_click(self, value: int, seat: int) -> str:
        """The hotspot of a value, for the seat to move."""

    def from_click(self, spot: str) -> int | None:
        """The value of a hotspot."""

    def out_of_range(self) -> IllegalMove:
        """The refusal of a value that this part cannot have."""

    def describe(self) -> str:
        """Its JSON, for a refusal."""


class CellPart:
    """A cell of a board: its number in JSON, its name in notation, a click on it."""

    pattern = r"[a-z][0-9]{1,2}"

    def __init__(self, key: str, board: BoardShape) -> None:
        self.key = key
        self.board = board
        self.count = board.cells

    def to_json(self, value: int) -> Json:
        return value

    def from_json(self, value: Json) -> int | None:
        if type(value) is not int:
            return None
        return value if 0 <= value < self.count else -1

    def to_text(self, value: int) -> str:
        return self.board.name(value)

    def from_text(self, text: str) -> int | None:
        return self.board.cell_of_name(text)

    def to_click(self, value: int, seat: int = 0) -> str:
        return self.board.spot(value)

    def from_click(self, spot: str) -> int | None:
        return self.board.cell_of_spot(spot)

    def out_of_range(self) -> IllegalMove:
        text = f"The cells are numbered 0 to {self.count - 1}."
        return IllegalMove("off_board", text, STRUCTURE_RULE)

    def describe(self) -> str:
        return f"0 to {self.count - 1}"


class WordPart:
    """One of a few words: the word in JSON and in notation, a click on the button `!word`."""

    def __init__(self, key: str, words: Sequence[str]) -> None:
        self.key = key
        self.words = tuple(words)
        self.count = len(self.words)
        self.pattern = "|".join(re.escape(word) for word in self.words)

    def to_json(self, value: int) -> Json:
        return self.words[value]

    def from_json(self, value: Json) -> int | None:
        if not isinstance(value, str):
            return None
        return self.words.index(value) if value in self.words else -1

    def to_text(self, value: int) -> str:
        return self.words[value]

    def from_text(self, text: str) -> int | None:
        return self.from_json(text)

    def to_click(self, value: int, seat: int = 0) -> str:
        return f"!{self.words[value]}"

    def from_click(self, spot: str) -> int | None:
        word = spot.removeprefix("!")
        return self.words.index(word) if spot[:1] == "!" and word in self.words else None

    def out_of_range(self) -> IllegalMove:
        text = f"`{self.key}` is one of {', '.join(self.words)}."
        return IllegalMove("unknown_word", text, STRUCTURE_RULE)

    def describe(self) -> str:
        return " or ".join(f'"{word}"' for word in self.words)


class SlotPart:
    """A slot of a tray: its number in JSON, a letter and the number in notation, a click on it.

    Where every seat has a tray of its own, `tray` lists them, one for each seat.
    """

    def __init__(self, key: str, tray: str | Sequence[str], slots: int, letter: str = "@") -> None:
        self.key = key
        self.trays = (tray,) if isinstance(tray, str) else tuple(tray)
        self.count = slots
        self.letter = letter
        self.pattern = re.escape(letter) + r"[0-9]{1,4}"

    def to_json(self, value: int) -> Json:
        return value

    def from_json(self, value: Json) -> int | None:
        if type(value) is not int:
            return None
        return value if 0 <= value < self.count else -1

    def to_text(self, value: int) -> str:
        return f"{self.letter}{value}"

    def from_text(self, text: str) -> int | None:
        return self.from_json(int(text.removeprefix(self.letter)))

    def to_click(self, value: int, seat: int = 0) -> str:
        return f"{self.trays[seat if len(self.trays) > 1 else 0]}:{value}"

    def from_click(self, spot: str) -> int | None:
        tray, _, slot = spot.partition(":")
        if tray not in self.trays or not (slot.isascii() and slot.isdecimal()) or len(slot) > 4:
            return None
        return int(slot) if int(slot) < self.count else None

    def out_of_range(self) -> IllegalMove:
        text = f"The slots are numbered 0 to {self.count - 1}."
        return IllegalMove("off_board", text, STRUCTURE_RULE)

    def describe(self) -> str:
        return f"0 to {self.count - 1}"


class MoveKind:
    """A kind of move: its name, its parts in the order of the clicks, and its notation.

    `notation` is a template such as `{from}-{to}`; by default the parts are joined by hyphens. A
    kind without parts, or with `button`, begins with a click on the button `!name`.
    """

    def __init__(
        self, name: str, *parts: MovePart, notation: str = "", button: bool = False
    ) -> None:
        self.name = name
        self.parts = parts
        self.button = button or not parts
        keys = [part.key for part in parts]
        default = "-".join(f"{{{key}}}" for key in keys) or name
        self.template = notation or (f"{name}-{default}" if button and parts else default)
        pattern = re.escape(self.template)
        for part in parts:
            slot = re.escape(f"{{{part.key}}}")
            if pattern.count(slot) != 1:
                raise ValueError(f"the notation of {name!r} must name {{{part.key}}} once")
            pattern = pattern.replace(slot, f"(?P<p{keys.index(part.key)}>{part.pattern})")
        if len(set(keys)) != len(keys) or KIND_KEY in keys:
            raise ValueError(f"the parts of {name!r} need keys of their own, other than action")
        self._regex = re.compile(pattern)
        self.part_bits = [(part.count - 1).bit_length() for part in parts]
        self.bits = sum(self.part_bits)
        self.base = 0  # the bits of the kind, set by the shape

    def pack(self, *values: int) -> int:
        """The packed move with these values of its parts."""
        packed, shift = self.base, 0
        for value, bits in zip(values, self.part_bits, strict=True):
            packed |= value << shift
            shift += bits
        return packed

    def unpack(self, move: int) -> tuple[int, ...]:
        """The values of the parts of a packed move of this kind."""
        values = []
        for bits in self.part_bits:
            values.append(move & ((1 << bits) - 1))
            move >>= bits
        return tuple(values)

    def action_kind(self, mask: int) -> ActionKind:
        """The actions of this kind, for batches."""
        fields, shift = [], 0
        for part, bits in zip(self.parts, self.part_bits, strict=True):
            fields.append(ActionField(shift, range(part.count), bits))
            shift += bits
        return ActionKind(mask, self.base, tuple(fields))

    def notate(self, move: int) -> str:
        """The notation of a move of this kind."""
        text = self.template
        for part, value in zip(self.parts, self.unpack(move), strict=True):
            text = text.replace(f"{{{part.key}}}", part.to_text(value))
        return text

    def parse_notation(self, written: str) -> int | None:
        """The move with this notation; None if it has another form."""
        found = self._regex.fullmatch(written)
        if found is None:
            return None
        return self._pack_known(
            [part.from_text(found[f"p{n}"]) for n, part in enumerate(self.parts)]
        )

    def path(self, move: int, seat: int = 0) -> tuple[str, ...]:
        """The clicks of a move of this kind by a seat."""
        values = zip(self.parts, self.unpack(move), strict=True)
        clicks = tuple(part.to_click(value, seat) for part, value in values)
        return (f"!{self.name}", *clicks) if self.button else clicks

    def parse_path(self, path: Sequence[str]) -> int | None:
        """The move with these clicks; None if they belong to another kind."""
        opening = 1 if self.button else 0
        clicks = path[opening:]
        if len(path) != opening + len(self.parts) or (self.button and path[0] != f"!{self.name}"):
            return None
        found = [part.from_click(click) for part, click in zip(self.parts, clicks, strict=True)]
        return self._pack_known(found)

    def _pack_known(self, values: list[int | None]) -> int | None:
        known = [value for value in values if value is not None and value >= 0]
        return self.pack(*known) if len(known) == len(values) else None

    def describe(self, named: bool) -> str:
        """The JSON of this kind, for a refusal."""
        entries = [f'"{KIND_KEY}": "{self.name}"'] if named else []
        entries += [f'"{part.key}": {part.describe()}' for part in self.parts]
        return "{" + ", ".join(entries) + "}"


class MoveShape:
    """All kinds of moves of a game; a packed move holds the values of its parts.

    In a game with one kind the first part has the lowest bits, so a move of one part is the value
    itself. In a game with several, JSON names the kind in `action`.
    """

    def __init__(self, *kinds: MoveKind | MovePart) -> None:
        parts = [kind for kind in kinds if not isinstance(kind, MoveKind)]
        if parts and len(parts) != len(kinds):
            raise ValueError("a move shape is made of kinds, or of the parts of one kind")
        whole = [kind for kind in kinds if isinstance(kind, MoveKind)]
        self.kinds = whole or [MoveKind("move", *parts)]
        self.several = len(self.kinds) > 1
        self.shift = max(kind.bits for kind in self.kinds)
        if self.shift + (len(self.kinds) - 1).bit_length() > MOVE_BITS:
            raise ValueError(f"a move has at most {MOVE_BITS} bits; give its parts fewer values")
        for number, kind in enumerate(self.kinds):
            kind.base = number << self.shift
        self._by_name = {kind.name: kind for kind in self.kinds}
        if len(self._by_name) != len(self.kinds):
            raise ValueError("kinds of moves need names of their own")

    def kind_of(self, move: int) -> MoveKind:
        """The kind of a packed move."""
        return self.kinds[move >> self.shift]

    def action_kinds(self) -> tuple[ActionKind, ...]:
        """The actions of all kinds, for batches."""
        mask = ((1 << MOVE_BITS) - 1) >> self.shift << self.shift
        return tuple(kind.action_kind(mask) for kind in self.kinds)

    def to_json(self, move: int) -> dict[str, Json]:
        """The JSON of a move."""
        kind = self.kind_of(move)
        values = zip(kind.parts, kind.unpack(move), strict=True)
        named = {KIND_KEY: kind.name} if self.several else {}
        return named | {part.key: part.to_json(value) for part, value in values}

    def from_json(self, value: Json) -> int:
        """The move with this JSON, legal or not; IllegalMove if it has no form of a move."""
        kind = self._read_kind(value)
        keys = {part.key for part in kind.parts} | ({KIND_KEY} if self.several else set())
        if value.keys() != keys:
            raise self._malformed(kind)
        values = []
        for part in kind.parts:
            found = part.from_json(value[part.key])
            if found is None:
                raise self._malformed(kind)
            if found < 0:
                raise part.out_of_range()
            values.append(found)
        return kind.pack(*values)

    def _read_kind(self, value: Json) -> MoveKind:
        if not isinstance(value, dict):
            raise self._malformed(*self.kinds)
        name = value.get(KIND_KEY) if self.several else self.kinds[0].name
        if not isinstance(name, str) or name not in self._by_name:
            raise self._malformed(*self.kinds)
        return self._by_name[name]

    def _malformed(self, *kinds: MoveKind) -> IllegalMove:
        forms = " or ".join(kind.describe(self.several) for kind in kinds)
        return IllegalMove("malformed_move", f"A move is {forms}.", STRUCTURE_RULE)

    def notate(self, move: int) -> str:
        """The notation of a move."""
        return self.kind_of(move).notate(move)

    def parse_notation(self, written: str) -> int | None:
        """The first move with this notation, legal or not; None if it is no notation."""
        found = (kind.parse_notation(written) for kind in self.kinds)
        return next((move for move in found if move is not None), None)

    def path(self, move: int, seat: int = 0) -> tuple[str, ...]:
        """The clicks of a move by a seat."""
        return self.kind_of(move).path(move, seat)

    def parse_path(self, path: Sequence[str]) -> int | None:
        """The first move with these clicks, legal or not; None if no move is made so."""
        found = (kind.parse_path(path) for kind in self.kinds)
        return next((move for move in found if move is not None), None)

    def slot_letters(self) -> dict[str, str]:
        """The letters of the slots in notation, by tray."""
        parts = [part for kind in self.kinds for part in kind.parts]
        slots = [part for part in parts if isinstance(part, SlotPart)]
        return {tray: part.letter for part in slots for tray in part.trays}

    def buttons(self) -> tuple[Button, ...]:
        """A button for every word and every kind that is clicked by one."""
        words: list[str] = []
        for kind in self.kinds:
            words += [kind.name] if kind.button else []
            for part in kind.parts:
                words += getattr(part, "words", ())
        keys: dict[str, str] = {}
        for word in dict.fromkeys(words):
            free = [letter for letter in word.lower() if letter not in keys.values()]
            keys[word] = free[0] if free else ""
        return tuple(Button(f"!{word}", word.capitalize(), key) for word, key in keys.items())
