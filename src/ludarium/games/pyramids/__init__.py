"""Pyramids: caps wander over nested pyramids, which erupt where a cap steps aside."""

from __future__ import annotations

from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.position import Position
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.pyramids import board, nests, setup, state, turns, view
from ludarium.games.pyramids.actions import ACTION_KINDS
from ludarium.games.pyramids.evaluate import PyramidsEvaluator
from ludarium.games.pyramids.explain import explain_move, parse_notation, parse_path
from ludarium.games.pyramids.observe import PyramidsObserver
from ludarium.games.pyramids.rules import PyramidsPosition


class Pyramids(Game[PyramidsPosition]):
    """Nests of pyramids on a 5x5 board."""

    id = "pyramids"
    title = "Caldera (Looney Pyramids)"
    summary = "Move the caps, let the mountains erupt and collect three trios of one colour each."
    seat_counts = (2, 3)
    seat_names = view.SEAT_NAMES
    options = {
        "power_play": Option(
            True, "Once a turn a player may put a captured piece back.", name="Power play"
        ),
        "quiet_caps": Option(
            24,
            "A turn has at most this many cap moves without an eruption.",
            1,
            1000,
            "Quiet moves",
        ),
        "barren_turns": Option(
            40,
            "After this many turns in a row without a capture the most trios win.",
            1,
            1000,
            "Turns without a capture",
        ),
        "ply_limit": Option(
            3000,
            "After this many moves no turn begins; 0 sets no limit.",
            0,
            1_000_000,
            "Move limit",
        ),
    }
    ruleset_notes = {"standard": "Three trios win, whatever their colours."}
    piece_names = {
        "cap": "cap",
        "pyramid.small": "small pyramid",
        "pyramid.medium": "medium pyramid",
        "pyramid.large": "large pyramid",
    }
    theme_names = {
        "capture": "Capture",
        "erupt": "Eruption",
        "place": "Power play",
        "three_trios": "Three trios",
    }
    reasons = {
        "three_trios": "A player has completed three trios and wins.",
        "barren_trios": "The game leads nowhere; the most trios win.",
        "barren_pieces": "The game leads nowhere, trios equal; the most pieces win.",
        "barren": "The game leads nowhere, trios and pieces equal: a draw.",
    }

    theme = Theme(
        # No seat has the colour of a piece.
        seats=("#8a4fd0", "#a9673a", "#6f7a8a"),
        board="#35463f",
        cell_a="#ece9dd",
        cell_b="#dfdccd",
        line="#c3c0ae",
        dark=Palette(
            seats=("#b58bf0", "#d39a6b", "#a7b2c2"),
            board="#1f2b29",
            cell_a="#3f4a4a",
            cell_b="#374141",
            line="#28302f",
        ),
    )

    action_kinds = ACTION_KINDS
    move_to_json = staticmethod(state.write_move)
    scene = staticmethod(view.build_scene)
    notate = staticmethod(view.notate_move)
    path = staticmethod(view.click_path)
    events = staticmethod(view.move_events)
    preview = staticmethod(view.preview_events)
    explain = staticmethod(explain_move)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)
    setup_states = staticmethod(setup.setup_states)

    def start(self, seed: int, seats: int) -> PyramidsPosition:
        colours = nests.draw_nests(seed)
        position = self._empty_position(seats)
        position.arrange_board(
            [[] if colour == nests.NO_NEST else board.nest_codes(colour) for colour in colours],
            [cell for cell, colour in enumerate(colours) if colour == board.RED],
            [],
        )
        return position

    def state_to_json(self, position: PyramidsPosition) -> State:
        return state.write_state(position, self.reason(position))

    def read_state(self, value: Json) -> PyramidsPosition:
        return state.read_state(value, self._empty_position)

    def evaluator(self, trained: bool = True) -> Evaluator:
        return PyramidsEvaluator(self.trained_weights() if trained else None)

    def observer(self) -> Evaluator:
        return PyramidsObserver()

    def search_position(self, position: PyramidsPosition) -> Position:
        return turns.plan_turns(position)

    def expand_turn(self, position: PyramidsPosition, move: int) -> list[int]:
        return turns.expand_turn(position, move)

    def _empty_position(self, seats: int) -> PyramidsPosition:
        values = self.values
        return PyramidsPosition(
            seats,
            bool(values["power_play"]),
            values["quiet_caps"],
            values["barren_turns"],
            values["ply_limit"],
        )


GAME = Pyramids
