"""Ludus: two armies of 26 on a wide ground and a small sky hunt each other's First Lord."""

from __future__ import annotations

from pathlib import Path

from ludarium.core import network
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.ludus import state, view
from ludarium.games.ludus.evaluate import LudusEvaluator
from ludarium.games.ludus.explain import explain_move, parse_notation, parse_path
from ludarium.games.ludus.rules import LudusPosition

WEIGHTS_FILE = Path(__file__).with_name("weights.bin")


class Ludus(Game[LudusPosition]):
    """Armies on the ground and in the sky."""

    id = "ludus"
    title = "Ludus"
    summary = "Lead 26 pieces on the ground and in the sky, and take the enemy First Lord."
    seat_names = ("White", "Black")
    options = {
        "sky_combat": Option(True, "Whether pieces in the sky may capture each other."),
        "quiet_limit": Option(
            100, "Plies without progress that make a draw; 0 is none.", 0, 10_000
        ),
        "turn_limit": Option(600, "Plies that make a draw; 0 is none.", 0, 100_000),
    }
    rulesets = {"original": {"sky_combat": False, "quiet_limit": 0, "turn_limit": 0}}
    reasons = {
        "no_legal_moves": "The seat to move has no action at all and loses.",
        "first_lord_captured": "A First Lord was captured or struck down.",
        "quiet_limit": "Too many plies in a row went by without progress.",
        "turn_limit": "The game has reached its greatest length.",
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

    move_to_json = staticmethod(state.write_move)
    scene = staticmethod(view.build_scene)
    notate = staticmethod(view.notate_move)
    path = staticmethod(view.click_path)
    events = staticmethod(view.move_events)
    explain = staticmethod(explain_move)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)

    def start(self, seed: int, seats: int) -> LudusPosition:
        return state.start_position(*self._rule_limits())

    def state_to_json(self, position: LudusPosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> LudusPosition:
        return state.read_state(value, *self._rule_limits())

    def evaluator(self, trained: bool = True) -> Evaluator:
        return LudusEvaluator(network.read_weights(WEIGHTS_FILE) if trained else None)

    def _rule_limits(self) -> tuple[bool, int, int]:
        return (
            bool(self.values["sky_combat"]),
            self.values["quiet_limit"],
            self.values["turn_limit"],
        )


GAME = Ludus
