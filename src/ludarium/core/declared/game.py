"""DeclaredGame: a game over a DeclaredPosition; JSON, notation, paths and refusals are derived."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, TypeVar, get_args

from ludarium.core.declared.fields import BoardField, PlaceField
from ludarium.core.declared.move_shape import MoveShape
from ludarium.core.declared.position import DeclaredPosition
from ludarium.core.declared.setup import setup_values
from ludarium.core.errors import IllegalMove, InvalidState
from ludarium.core.game import Game, Move, State
from ludarium.core.legal_moves import has_legal_move
from ludarium.core.options import STANDARD
from ludarium.core.position import DRAW, ONGOING
from ludarium.core.scene import Scene
from ludarium.core.strict_json import Json, read_int, read_object

D = TypeVar("D", bound=DeclaredPosition)


class DeclaredGame(Game[D]):
    """A game of a declared position. The author declares `move_shape`.

    The position's class is the one in the brackets: `class Chess(DeclaredGame[ChessPosition])`.
    Every derived method may be overridden.
    """

    move_shape: ClassVar[MoveShape]
    position_class: ClassVar[type[Any]]
    prompts: ClassVar[tuple[str, ...]] = ()  # what to click first, then, … in the derived scene

    # The author overrides these if they help.

    def refuse(self, position: D, move: int) -> IllegalMove:
        """The refusal of a move that has the shape of a move but is not legal."""
        return IllegalMove("illegal_move", "That is not one of the legal moves.", "G3")

    def start(self, seed: int, seats: int) -> D:
        """The first position: every field has its first value."""
        position: D = self.position_class(seats)
        return position

    # The rest is derived.

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in vars(cls).get("__orig_bases__", ()):
            for argument in get_args(base):
                if isinstance(argument, type) and issubclass(argument, DeclaredPosition):
                    cls.position_class = argument
        if "reasons" not in vars(cls) and hasattr(cls, "position_class"):
            cls.reasons = cls.position_class.reasons
        if "random_setup" not in vars(cls):
            cls.random_setup = cls.start is not DeclaredGame.start
        if "action_kinds" not in vars(cls) and hasattr(cls, "move_shape"):
            cls.action_kinds = cls.move_shape.action_kinds()
        if "slot_letters" not in vars(cls) and hasattr(cls, "move_shape"):
            cls.slot_letters = cls.move_shape.slot_letters()

    def __init__(self, ruleset: str = STANDARD, **given: Any) -> None:
        for name in ("move_shape", "position_class"):
            if not hasattr(self, name):
                raise TypeError(f"{type(self).__name__} declares no {name}")
        fields = self.position_class.declared_fields
        for name, field in fields.items():
            field.check_partners(name, fields)
        super().__init__(ruleset, **given)

    def scene(self, position: D) -> Scene:
        """The boards of the declared fields with their pieces, and the buttons of the moves."""
        fields = position.declared_fields.items()
        boards = (f.board for _, f in fields if isinstance(f, BoardField | PlaceField))
        grids = {board.id: board.grid for board in boards}
        tokens = [token for name, field in fields for token in field.draw_tokens(name, position)]
        places = (field for _, field in fields if isinstance(field, PlaceField))
        trays = {tray.id: tray for field in places for tray in field.trays}
        return Scene(
            tuple(grids.values()),
            tokens=tuple(tokens),
            trays=tuple(trays.values()),
            buttons=self.move_shape.buttons(),
            prompts=self.prompts,
        )

    def state_to_json(self, position: D) -> State:
        """The declared fields, then the seat to move and the outcome."""
        state: State = {"seats": position.seats} if len(self.seat_counts) > 1 else {}
        for name, field in position.declared_fields.items():
            if field.in_state:
                state[name] = field.to_json(getattr(position, name))
        state["to_move"] = position.to_move
        state["winner"] = None if position.verdict in (ONGOING, DRAW) else position.verdict
        state["reason"] = self.reason(position)
        return state

    def read_state(self, value: Json) -> D:
        """The position of a state; the outcome is found by the rules and must be the one given."""
        fields = {n: f for n, f in self.position_class.declared_fields.items() if f.in_state}
        several = len(self.seat_counts) > 1
        keys = (*(("seats",) if several else ()), *fields, "to_move", "winner", "reason")
        state = read_object(value, keys, "state")
        seats = self._read_seats(state["seats"]) if several else self.seat_counts[0]
        position = self.start(0, seats)
        for name, field in fields.items():
            setattr(position, name, field.from_json(state[name], name))
        position.to_move = read_int(state["to_move"], 0, seats - 1, "to_move")
        if not position.is_reachable():
            raise InvalidState("impossible", "No game reaches this position.")
        position.find_end()
        if position.verdict == ONGOING and not has_legal_move(position):
            position.no_moves_verdict()
        return position

    def setup_states(self, scene: Scene, to_move: int) -> Iterator[State]:
        """States with the pieces of a scene; fields that no token shows are tried in turn."""
        fields = {n: f for n, f in self.position_class.declared_fields.items() if f.in_state}
        first = self.start(0, self.seat_counts[0])
        start = self.state_to_json(first) | {"to_move": to_move, "winner": None, "reason": ""}
        known = {name: getattr(first, name) for name in fields}
        for values in setup_values(fields, known, scene):
            yield start | {name: field.to_json(values[name]) for name, field in fields.items()}

    def _read_seats(self, value: Json) -> int:
        seats = read_int(value, min(self.seat_counts), max(self.seat_counts), "seats")
        if seats not in self.seat_counts:
            raise InvalidState("out_of_range", "The game is not played by so many seats.")
        return seats

    def move_to_json(self, position: D, move: int) -> Move:
        """The parts of a move by their keys."""
        return self.move_shape.to_json(move)

    def notate(self, position: D, move: int) -> str:
        """The notation of the move's shape."""
        return self.move_shape.notate(move)

    def path(self, position: D, move: int) -> tuple[str, ...]:
        """The clicks of the move's shape."""
        return self.move_shape.path(move, position.to_move)

    def explain(self, position: D, value: Json) -> IllegalMove:
        """What is wrong with the form of a move, or the author's refusal."""
        try:
            move = self.move_shape.from_json(value)
        except IllegalMove as refusal:
            return refusal
        return self.refuse(position, move)

    def parse_notation(self, position: D, written: str) -> Json | None:
        """The move with this notation, legal or not."""
        move = self.move_shape.parse_notation(written)
        return None if move is None else self.move_to_json(position, move)

    def parse_path(self, position: D, path: tuple[str, ...]) -> Json | None:
        """The move with these clicks, legal or not."""
        move = self.move_shape.parse_path(path)
        return None if move is None else self.move_to_json(position, move)
