"""Caldera: two small armies on ground that smiths raise until it erupts."""

from __future__ import annotations

from pathlib import Path

from ludarium.core import network
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.caldera import state, view
from ludarium.games.caldera.evaluate import CalderaEvaluator
from ludarium.games.caldera.explain import explain_move, parse_notation, parse_path
from ludarium.games.caldera.rules import CalderaPosition


class Caldera(Game[CalderaPosition]):
    """Crowns, lancers and smiths on a 7x7 board."""

    id = "caldera"
    title = "Caldera"
    summary = "Capture the enemy crown, or raise the ground until it erupts beneath it."
    seat_names = ("Ember", "Obsidian")
    options = {
        "turn_limit": Option(200, "Plies of both players before the armies are counted.", 1, 1000),
    }
    rulesets = {"tournament": {"turn_limit": 50}}
    rated_rulesets = ("standard", "tournament")
    reasons = {
        "no_legal_moves": "The seat to move can neither move nor forge and loses.",
        "crown_captured": "A piece moved onto the enemy crown.",
        "crown_erupted": "A crown died in an eruption; the seat that still has one wins.",
        "crowns_erupted_mutual": "One forge killed both crowns; the seat that forged loses.",
        "turn_limit_pieces": "At the turn limit the seat with more pieces wins.",
        "turn_limit_crown_height": "At the turn limit, armies equal, the higher crown wins.",
        "turn_limit_draw": "At the turn limit armies and crown heights are equal.",
    }

    theme = Theme(
        seats=("#e2542b", "#453a66"),
        board="#4b3c3a",
        cell_a="#efe4d8",
        cell_b="#e3d3c3",
        line="#cbb6a2",
        dark=Palette(
            seats=("#ff7d50", "#a795ec"),
            board="#2a2226",
            cell_a="#463c41",
            cell_b="#3d3439",
            line="#2d262a",
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

    def start(self, seed: int, seats: int) -> CalderaPosition:
        return CalderaPosition(self.values["turn_limit"])

    def state_to_json(self, position: CalderaPosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> CalderaPosition:
        return state.read_state(value, self.values["turn_limit"])

    def evaluator(self, trained: bool = True) -> Evaluator:
        file = Path(__file__).with_name("weights.bin")
        return CalderaEvaluator(network.read_weights(file) if trained else None)


GAME = Caldera
