"""Skysummit: two workers a seat climb towers; the first to step onto level 3 wins."""

from __future__ import annotations

from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.skysummit import setup, state, view
from ludarium.games.skysummit.actions import ACTION_KINDS
from ludarium.games.skysummit.evaluate import SkysummitEvaluator
from ludarium.games.skysummit.explain import explain_move, parse_notation, parse_path
from ludarium.games.skysummit.placement import canonical_key, in_book
from ludarium.games.skysummit.rules import SkysummitPosition


class Skysummit(Game[SkysummitPosition]):
    """Towers on a 5x5 board."""

    id = "skysummit"
    title = "Skysummit"
    summary = "Climb the towers you build; the first to stand on level 3 wins."
    seat_names = ("Azure", "Amber")
    options = {
        "turn_limit": Option(
            200,
            "After this many turns, placements included, the higher workers win.",
            3,
            200,
            "Turn limit",
        ),
    }
    rulesets = {"tournament": {"turn_limit": 50}}
    ruleset_notes = {
        "standard": "The usual game: up to 200 turns.",
        "tournament": "A short game: after 50 turns the higher workers win.",
    }
    piece_names = {"worker": "worker"}
    rated_rulesets = ("standard", "tournament")
    theme_names = {
        "raise": "Building",
        "reach_level3": "Summit",
        "no_legal_moves": "Walled in",
    }
    reasons = {
        "no_legal_moves": "The player to move cannot move and loses.",
        "reach_level3": "A worker stepped onto level 3.",
        "turn_limit_altitude": "At the turn limit the higher altitude score wins.",
        "turn_limit_peak": "At the turn limit, altitudes equal, the higher peak wins.",
        "turn_limit_draw": "At the turn limit altitudes and peaks are equal.",
    }

    theme = Theme(
        board="#4d6f8f",
        cell_a="#eef2f1",
        cell_b="#dfe7e8",
        line="#bccad0",
        dark=Palette(board="#22344a", cell_a="#3b4a5e", cell_b="#334154", line="#263243"),
    )

    action_kinds = ACTION_KINDS
    random_setup = False
    move_to_json = staticmethod(state.write_move)
    moves_to_json = staticmethod(state.write_moves)
    scene = staticmethod(view.build_scene)
    notate = staticmethod(view.notate_move)
    path = staticmethod(view.click_path)
    events = staticmethod(view.move_events)
    explain = staticmethod(explain_move)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)
    setup_states = staticmethod(setup.setup_states)
    in_book = staticmethod(in_book)
    canonical_key = staticmethod(canonical_key)

    def start(self, seed: int, seats: int) -> SkysummitPosition:
        return SkysummitPosition(self.values["turn_limit"])

    def state_to_json(self, position: SkysummitPosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> SkysummitPosition:
        return state.read_state(value, self.values["turn_limit"])

    def evaluator(self, trained: bool = True) -> Evaluator:
        return SkysummitEvaluator(self.trained_weights() if trained else None)


GAME = Skysummit
