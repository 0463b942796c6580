"""Forge Grid Tactics: drag a token to your forge while embers close the ways."""

from __future__ import annotations

from pathlib import Path

from ludarium.core import network
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.forge import state, view
from ludarium.games.forge.evaluate import ForgeEvaluator
from ludarium.games.forge.explain import explain_move, parse_notation, parse_path
from ludarium.games.forge.rules import ForgePosition

WEIGHTS_FILE = Path(__file__).with_name("weights.bin")


class Forge(Game[ForgePosition]):
    """Tokens, forges and embers on a 6x6 board."""

    id = "forge"
    title = "Forge Grid Tactics"
    summary = "Slide a token to your forge while embers close the ways."
    seat_names = ("Onyx", "Amber")
    options = {
        "reach": Option(1, "Cells that a token can travel in one move; 0 is unlimited.", 0, 36),
        "ember_first": Option(60, "A player's first turn with an ember; 0 is never.", 0, 200),
        "ember_every": Option(100, "Turns between later embers.", 1, 200),
        "both_place": Option(False, "Onyx lights embers too, not only Amber."),
        "shared_forge": Option(False, "Both players aim for the same forge, c6."),
        "turn_limit": Option(200, "Turns of both players before a draw.", 2, 1000),
    }
    rulesets = {
        "as_written": {
            "reach": 0,
            "ember_first": 0,
            "ember_every": 1,
            "both_place": False,
            "shared_forge": True,
            "turn_limit": 200,
        }
    }
    reasons = {
        "forge_reached": "A token is on its seat's forge.",
        "two_passes": "Both seats had to pass, one right after the other.",
        "turn_limit": "The limit of turns is reached.",
    }

    theme = Theme(
        seats=("#1f1f1f", "#ffd166"),
        line="#333333",
        outline="#aaaaaa",
        target="#66ccff",
        last="#ffcc00",
        accent="#ff7a1a",
        board="#5b5f66",
        cell_a="#d9dce1",
        cell_b="#cfd3d9",
        token_radius=0.36,
        cell=48,
        dark=Palette(board="#23262b", cell_a="#4a4f58", cell_b="#434851", line="#333333"),
    )

    move_to_json = staticmethod(state.write_move)
    scene = staticmethod(view.build_scene)
    notate = staticmethod(view.notate_move)
    path = staticmethod(view.click_path)
    events = staticmethod(view.move_events)
    explain = staticmethod(explain_move)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)

    def start(self, seed: int, seats: int) -> ForgePosition:
        value = self.values
        return ForgePosition(
            value["reach"],
            value["ember_first"],
            value["ember_every"],
            bool(value["both_place"]),
            bool(value["shared_forge"]),
            value["turn_limit"],
        )

    def state_to_json(self, position: ForgePosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> ForgePosition:
        return state.read_state(value, self.new())

    def evaluator(self, trained: bool = True) -> Evaluator:
        # The network is trained for the default options only.
        usual = all(self.values[name] == option.default for name, option in self.options.items())
        return ForgeEvaluator(network.read_weights(WEIGHTS_FILE) if trained and usual else None)


GAME = Forge
