"""Ludarium: deterministic, perfect-information board games from one source of rules each.

The names in `__all__` are the public contract for authors of games. Everything else may change.
"""

from __future__ import annotations

from importlib import import_module

from ludarium import mode
from ludarium.lazy_exports import lazy_attributes

mode.prepare()

TYPE_CHECKING = False  # typing is not imported: every import of the package runs this file
if TYPE_CHECKING:
    from ludarium.core.batch.actions import ActionField, ActionKind
    from ludarium.core.batch.batch import GameBatch, Rollouts, Step
    from ludarium.core.bits import mix_bits
    from ludarium.core.constants import DRAW, KEY_HORIZON, NO_FEATURE, NO_MOVE, ONGOING, UNDO_DEPTH
    from ludarium.core.declared.board_shape import BoardShape
    from ludarium.core.declared.fields import (
        Piece,
        board_field,
        choice_field,
        flag_field,
        number_field,
        place_field,
    )
    from ludarium.core.declared.game import DeclaredGame
    from ludarium.core.declared.move_shape import CellPart, MoveKind, MoveShape, SlotPart, WordPart
    from ludarium.core.declared.position import DeclaredPosition
    from ludarium.core.drawing.board_picture import BoardPicture
    from ludarium.core.errors import (
        IllegalMove,
        InvalidOption,
        InvalidRecord,
        InvalidState,
        LudariumError,
        UnknownGame,
    )
    from ludarium.core.evaluator import Evaluator, Features
    from ludarium.core.game import AnyGame, Choice, Game, Move, Outcome, State
    from ludarium.core.network import Weights, read_weights
    from ludarium.core.options import Option
    from ludarium.core.position import MoveStack, Position
    from ludarium.core.registry import games, load
    from ludarium.core.scene import (
        COMPASS,
        Button,
        Cell,
        Event,
        Grid,
        Scene,
        Token,
        Tray,
        cell_name,
        cell_spot,
        parse_cell_name,
        parse_spot,
        scene_differences,
    )
    from ludarium.core.strict_json import (
        Json,
        read_bool,
        read_choice,
        read_int,
        read_list,
        read_object,
    )
    from ludarium.core.theme import Palette, Theme
    from ludarium.core.zobrist import zobrist_numbers
    from ludarium.search.perft import perft
    from ludarium.testing import Nonconformance, check_game

__version__ = "0.1.0"

__all__ = [
    "COMPASS",
    "DRAW",
    "KEY_HORIZON",
    "NO_FEATURE",
    "NO_MOVE",
    "ONGOING",
    "UNDO_DEPTH",
    "ActionField",
    "ActionKind",
    "AnyGame",
    "BoardPicture",
    "BoardShape",
    "Button",
    "Cell",
    "CellPart",
    "Choice",
    "DeclaredGame",
    "DeclaredPosition",
    "Evaluator",
    "Event",
    "Features",
    "Game",
    "GameBatch",
    "Grid",
    "IllegalMove",
    "InvalidOption",
    "InvalidRecord",
    "InvalidState",
    "Json",
    "LudariumError",
    "Move",
    "MoveKind",
    "MoveShape",
    "MoveStack",
    "Nonconformance",
    "Option",
    "Outcome",
    "Palette",
    "Piece",
    "Position",
    "Rollouts",
    "Scene",
    "SlotPart",
    "State",
    "Step",
    "Theme",
    "Token",
    "Tray",
    "UnknownGame",
    "Weights",
    "WordPart",
    "board_field",
    "cell_name",
    "cell_spot",
    "check_game",
    "choice_field",
    "flag_field",
    "games",
    "load",
    "mix_bits",
    "number_field",
    "parse_cell_name",
    "parse_spot",
    "perft",
    "place_field",
    "read_bool",
    "read_choice",
    "read_int",
    "read_list",
    "read_object",
    "read_weights",
    "scene_differences",
    "zobrist_numbers",
]

# The names of each module. `games` is the package, which can be called.
_HOMES = {
    "core.batch.actions": "ActionField ActionKind",
    "core.batch.batch": "GameBatch Rollouts Step",
    "core.bits": "mix_bits",
    "core.constants": "DRAW KEY_HORIZON NO_FEATURE NO_MOVE ONGOING UNDO_DEPTH",
    "core.declared.board_shape": "BoardShape",
    "core.declared.fields": "Piece board_field choice_field flag_field number_field place_field",
    "core.declared.game": "DeclaredGame",
    "core.declared.move_shape": "CellPart MoveKind MoveShape SlotPart WordPart",
    "core.declared.position": "DeclaredPosition",
    "core.drawing.board_picture": "BoardPicture",
    "core.errors": "IllegalMove InvalidOption InvalidRecord InvalidState LudariumError UnknownGame",
    "core.evaluator": "Evaluator Features",
    "core.game": "AnyGame Choice Game Move Outcome State",
    "core.network": "Weights read_weights",
    "core.options": "Option",
    "core.position": "MoveStack Position",
    "core.registry": "load",
    "core.scene": "COMPASS Button Cell Event Grid Scene Token Tray"
    " cell_name cell_spot parse_cell_name parse_spot scene_differences",
    "core.strict_json": "Json read_bool read_choice read_int read_list read_object",
    "core.theme": "Palette Theme",
    "core.zobrist": "zobrist_numbers",
    "search.perft": "perft",
    "testing": "Nonconformance check_game",
}
_find_name, __dir__ = lazy_attributes(__name__, _HOMES)


def __getattr__(name: str) -> object:
    return import_module(f"{__name__}.games") if name == "games" else _find_name(name)
