"""Caldera: two small armies on ground that smiths raise until it erupts."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.scene import Scene
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.caldera import setup, state, view
from ludarium.games.caldera.actions import ACTION_KINDS
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
        "turn_limit": Option(
            200,
            "After this many moves of both players together, the larger army wins.",
            1,
            1000,
            "Move limit",
        ),
        "start_height": Option(
            0, "All ground is this high at the start.", 0, 2, "Height at the start"
        ),
    }
    rulesets = {"tournament": {"turn_limit": 50}, "eruptive": {"start_height": 2}}
    ruleset_notes = {
        "standard": "The usual game: up to 200 moves.",
        "tournament": "A short game: after 50 moves the larger army wins.",
        "eruptive": "All ground is high already, and the first forges erupt.",
    }
    piece_names = {"crown": "crown", "lancer": "lancer", "smith": "smith"}
    rated_rulesets = ("standard", "tournament")
    theme_names = {
        "capture": "Capture",
        "raise": "Forging",
        "erupt": "Eruption",
        "remove": "Swallowed by an eruption",
        "crown_captured": "Crown taken",
        "crown_erupted": "Crown lost to an eruption",
        "no_legal_moves": "No way out",
    }
    reasons = {
        "no_legal_moves": "The player to move can neither move nor forge and loses.",
        "crown_captured": "A piece moved onto the enemy crown.",
        "crown_erupted": "A crown died in an eruption; the player who still has one wins.",
        "crowns_erupted_mutual": "One forge killed both crowns; the player who forged loses.",
        "turn_limit_pieces": "At the turn limit the player with more pieces wins.",
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
            seats=("#ff7d50", "#9a7bff"),
            board="#2a2226",
            cell_a="#463c41",
            cell_b="#3d3439",
            line="#2d262a",
        ),
    )

    action_kinds = ACTION_KINDS
    random_setup = False
    move_to_json = staticmethod(state.write_move)
    scene = staticmethod(view.build_scene)
    notate = staticmethod(view.notate_move)
    path = staticmethod(view.click_path)
    events = staticmethod(view.move_events)
    preview = staticmethod(view.preview_events)
    explain = staticmethod(explain_move)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)

    def start(self, seed: int, seats: int) -> CalderaPosition:
        return state.start_position(self.values["turn_limit"], self.values["start_height"])

    def state_to_json(self, position: CalderaPosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> CalderaPosition:
        return state.read_state(value, self.values["turn_limit"], self.values["start_height"])

    def setup_states(self, scene: Scene, to_move: int) -> Iterator[State]:
        return setup.setup_states(scene, to_move, self.values["turn_limit"])

    def evaluator(self, trained: bool = True) -> Evaluator:
        return CalderaEvaluator(self.trained_weights() if trained else None)


GAME = Caldera
