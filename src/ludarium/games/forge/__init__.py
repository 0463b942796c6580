"""Forge Grid Tactics: drag tokens to your forges while embers close the ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludarium.core.errors import InvalidOption
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import STANDARD, Option
from ludarium.core.scene import Scene
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.forge import board, setup, state, view
from ludarium.games.forge.actions import ACTION_KINDS
from ludarium.games.forge.endings import ForgeEndings
from ludarium.games.forge.evaluate import ForgeEvaluator
from ludarium.games.forge.explain import explain_move, parse_notation, parse_path
from ludarium.games.forge.rules import ForgePosition

# A game with other values of these is judged by hand: the network knows other drags and goals.
TRAINED_OPTIONS = (
    "straight",
    "reach",
    "forge_columns",
    "hold",
    "shared_forges",
    "closed_forges",
    "opening_embers",
    "ember_every",
)


class Forge(Game[ForgePosition]):
    """Tokens, forges and embers on a 6x6 board."""

    id = "forge"
    title = "Forge Grid Tactics"
    summary = "Drag two tokens home to your forges while embers close the lines."
    rules_version = 2
    seat_names = ("Onyx", "Amber")
    options = {
        "straight": Option(
            True,
            "A token is dragged along a straight line, not round corners.",
            name="Straight lines",
        ),
        "reach": Option(
            0,
            "A token travels at most this many cells in a move; 0 sets no limit.",
            0,
            36,
            name="Reach",
        ),
        "forge_columns": Option(
            345,
            "Columns of Onyx' forges, a as 1: 345 is c, d and e of the far row.",
            1,
            123456,
            name="Columns of the forges",
        ),
        "hold": Option(
            2, "A player wins by holding this many own forges at once.", 1, 3, name="Forges to hold"
        ),
        "shared_forges": Option(
            False, "Both players aim for the forges of the top row.", name="Forges for both"
        ),
        "closed_forges": Option(
            True, "A token never enters a forge of the other player.", name="Closed forges"
        ),
        "onyx_embers": Option(5, "Onyx may light this many embers.", 0, 36, name="Embers of Onyx"),
        "amber_embers": Option(
            5, "Amber may light this many embers.", 0, 36, name="Embers of Amber"
        ),
        "opening_embers": Option(
            0,
            "Of them, embers that Amber lights before the first move.",
            0,
            4,
            name="Embers before the start",
        ),
        "ember_every": Option(
            0,
            "An ember ends every such turn of a player; 0: it takes the place of a move.",
            0,
            200,
            name="Turns between embers",
        ),
        "burn_turns": Option(
            16,
            "An ember burns for this many turns of both players; 0 is for ever.",
            0,
            200,
            name="Turns that an ember burns",
        ),
        "points": Option(
            True,
            "At the limit, the player with more tokens on own forges wins.",
            name="Points at the limit",
        ),
        "swap": Option(False, "After the first turn Amber may swap sides with Onyx.", name="Swap"),
        "turn_limit": Option(
            140, "After this many turns of both players the game ends.", 2, 1000, name="Turn limit"
        ),
    }
    ruleset_warnings = {"as_written": "The player who begins wins with the first move."}
    piece_names = {"token": "token", "ember": "ember"}
    suggested_move_s = 20
    rulesets = {
        "as_written": {
            "straight": False,
            "reach": 0,
            "forge_columns": 3,
            "hold": 1,
            "shared_forges": True,
            "closed_forges": False,
            "onyx_embers": 0,
            "amber_embers": 0,
            "opening_embers": 0,
            "ember_every": 0,
            "burn_turns": 0,
            "points": False,
            "swap": False,
            "turn_limit": 200,
        }
    }
    ruleset_notes = {
        "standard": "Two tokens home on three forges, with embers that burn out.",
        "as_written": "The game as it was first written down: the first move wins it.",
    }
    theme_names = {
        "drag": "Drag",
        "ember": "Ember",
        "burnt": "Ember burnt out",
        "forge_reached": "Forges held",
    }
    reasons = {
        "forge_reached": "The winner's tokens hold enough forges.",
        "two_passes": "Both players had to pass, one right after the other.",
        "turn_limit": "The limit of turns is reached.",
        "turn_limit_points": "At the limit of turns, the winner has more tokens on forges.",
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

    random_setup = False
    action_kinds = ACTION_KINDS
    move_to_json = staticmethod(state.write_move)
    scene = staticmethod(view.build_scene)
    notate = staticmethod(view.notate_move)
    path = staticmethod(view.click_path)
    events = staticmethod(view.move_events)
    measure_move = staticmethod(view.measure_move)
    explain = staticmethod(explain_move)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)

    def __init__(self, ruleset: str = STANDARD, **given: Any) -> None:
        super().__init__(ruleset, **given)
        value = self.values
        columns = board.forge_columns(value["forge_columns"])
        wrong = ""
        if not columns:
            wrong = "Option forge_columns takes rising digits from 1 to 6, such as 234."
        elif value["hold"] > len(columns):
            wrong = "Option hold asks for more forges than forge_columns gives."
        elif value["shared_forges"] and columns[-1] > 2:
            wrong = "With shared_forges, Amber starts on the columns 4 to 6: use 1 to 3."
        elif value["opening_embers"] > value["amber_embers"]:
            wrong = "Option opening_embers asks for more embers than amber_embers gives."
        if wrong:
            raise InvalidOption("options_conflict", wrong)

    def start(self, seed: int, seats: int) -> ForgePosition:
        return ForgePosition(self.values)

    def state_to_json(self, position: ForgePosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> ForgePosition:
        return state.read_state(value, self.new())

    def setup_states(self, scene: Scene, to_move: int) -> Iterator[State]:
        return setup.setup_states(scene, to_move, self.values)

    def endings(self) -> ForgeEndings | None:
        """One class, the whole game, if there are no embers and drags are those of standard."""
        values = self.values
        embers = values["onyx_embers"] or values["amber_embers"]
        other = values["shared_forges"] or values["swap"] or values["reach"]
        return ForgeEndings(values) if values["straight"] and not (embers or other) else None

    def evaluator(self, trained: bool = True) -> Evaluator:
        fits = all(self.values[name] == self.options[name].default for name in TRAINED_OPTIONS)
        return ForgeEvaluator(self.trained_weights() if trained and fits else None)


GAME = Forge
