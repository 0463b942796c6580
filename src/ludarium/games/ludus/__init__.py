"""Ludus: two armies of 26 on a wide ground and a small sky hunt each other's First Lord."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.scene import Scene
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.ludus import setup, state, view
from ludarium.games.ludus.actions import ACTION_KINDS
from ludarium.games.ludus.board import LudusSettings
from ludarium.games.ludus.ending_catalogue import LudusEndings, shared_tables
from ludarium.games.ludus.evaluate import LudusEvaluator
from ludarium.games.ludus.explain import explain_move
from ludarium.games.ludus.parse import parse_notation, parse_path
from ludarium.games.ludus.rules import LudusPosition


class Ludus(Game[LudusPosition]):
    """Armies on the ground and in the sky."""

    id = "ludus"
    title = "Ludus"
    summary = "Lead 26 pieces on the ground and in the sky, and take the enemy First Lord."
    seat_names = ("White", "Black")
    options = {
        "sky_combat": Option(
            True, "Pieces in the sky may capture each other.", name="Combat in the sky"
        ),
        "quiet_limit": Option(
            100,
            "After this many moves in a row without progress the game ends; 0 sets no limit.",
            0,
            10_000,
            "Moves without progress",
        ),
        "turn_limit": Option(
            600,
            "After this many moves the game ends; 0 sets no limit.",
            0,
            100_000,
            "Move limit",
        ),
        "shieldwall": Option(
            False, "A row of Legionares may step forward together.", name="Shield wall"
        ),
        "flanking": Option(
            False, "A move beside an enemy that is held from behind removes it.", name="Flanking"
        ),
        "check": Option(False, "A First Lord may not be left open to capture.", name="Check"),
        "tally": Option(
            False,
            "At a limit the more valuable army wins; without this, a limit is a draw.",
            name="Armies decide at a limit",
        ),
    }
    rulesets = {
        "original": {"sky_combat": False, "quiet_limit": 0, "turn_limit": 0},
        "legion": {"shieldwall": True, "flanking": True, "check": True},
        "campaign": {
            "shieldwall": True,
            "flanking": True,
            "check": True,
            "tally": True,
            "quiet_limit": 50,
            "turn_limit": 300,
        },
    }
    ruleset_notes = {
        "standard": "Pieces in the sky can be captured, and a game without progress is a draw.",
        "original": "No captures in the sky and no limits: a First Lord up there is safe.",
        "legion": "Shield walls, flanking and check: the game for experts.",
        "campaign": "Shield walls, flanking, check; after 300 moves the more valuable army wins.",
    }
    piece_names = {
        "legionare": "Legionare",
        "veteran": "Veteran Legionare",
        "flora": "Knight Flora",
        "terra": "Knight Terra",
        "ignus": "Knight Ignus",
        "ferrous": "Knight Ferrous",
        "aeris": "Knight Aeris",
        "highlord": "High Lord",
        "cursor": "Cursor",
        "steadholder": "Steadholder",
        "firstlord": "First Lord",
    }
    theme_names = {
        "capture": "Capture",
        "strike": "Strike",
        "change": "Promotion",
        "remove": "Struck down",
        "first_lord_captured": "First Lord taken",
        "no_legal_moves": "No way out",
    }
    reasons = {
        "no_legal_moves": "The player to move has no action at all and loses.",
        "first_lord_captured": "A First Lord was captured or struck down.",
        "quiet_limit": "Too many moves in a row went by without progress.",
        "turn_limit": "The game has reached its greatest length.",
        "checkmated": "A First Lord is attacked and no action saves it.",
        "quiet_limit_value": "Too many moves without progress; the more valuable army wins.",
        "turn_limit_value": "At its greatest length the more valuable army wins the game.",
    }

    theme = Theme(
        seats=("#f6efdf", "#3a3540"),
        board="#5d4a3c",
        cell_a="#d8c4a2",
        cell_b="#c8b08a",
        line="#b39a74",
        dark=Palette(
            seats=("#f1ead9", "#2a2433"),
            board="#2c3142",
            cell_a="#7d869c",
            cell_b="#6c758b",
            line="#565e72",
        ),
    )

    action_kinds = ACTION_KINDS
    random_setup = False
    move_to_json = staticmethod(state.write_move)
    scene = staticmethod(view.build_scene)
    notate = staticmethod(view.notate_move)
    path = staticmethod(view.click_path)
    other_paths = staticmethod(view.other_click_paths)
    events = staticmethod(view.move_events)
    preview = staticmethod(view.preview_events)
    explain = staticmethod(explain_move)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)

    def start(self, seed: int, seats: int) -> LudusPosition:
        return state.start_position(self._settings())

    def state_to_json(self, position: LudusPosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> LudusPosition:
        return state.read_state(value, self._settings())

    def setup_states(self, scene: Scene, to_move: int) -> Iterator[State]:
        return setup.setup_states(scene, to_move, self.values["quiet_limit"])

    def evaluator(self, trained: bool = True) -> Evaluator:
        weights = self.trained_weights() if trained else None
        return LudusEvaluator(weights, shared_tables(self.rules_version))

    def endings(self) -> LudusEndings:
        return LudusEndings(self.rules_version)

    def _settings(self) -> LudusSettings:
        return LudusSettings(**self.values)  # type: ignore[arg-type]  # options check their types


GAME = Ludus
