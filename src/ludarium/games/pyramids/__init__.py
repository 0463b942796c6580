"""Pyramids: caps wander over nested pyramids, which erupt where a cap steps aside."""

from __future__ import annotations

from pathlib import Path

from ludarium.core import network
from ludarium.core.evaluator import Evaluator
from ludarium.core.game import Game, State
from ludarium.core.options import Option
from ludarium.core.position import Position
from ludarium.core.strict_json import Json
from ludarium.core.theme import Palette, Theme
from ludarium.games.pyramids import board, nests, state, turns, view
from ludarium.games.pyramids.evaluate import PyramidsEvaluator
from ludarium.games.pyramids.explain import explain, parse_notation, parse_path
from ludarium.games.pyramids.rules import PyramidsPosition

WEIGHTS = Path(__file__).with_name("weights.bin")


class Pyramids(Game[PyramidsPosition]):
    """Nests of pyramids on a 5x5 board."""

    id = "pyramids"
    title = "Caldera (Looney Pyramids)"
    summary = "Move the caps, let the mountains erupt and collect three trios of one colour each."
    seat_counts = (2, 3)
    seat_names = view.SEATS
    options = {
        "power_play": Option(True, "Whether captured pieces may be put back."),
        "quiet_caps": Option(24, "Cap moves without an eruption in one turn.", 1, 1000),
        "barren_turns": Option(40, "Turns in a row without a capture that end it.", 1, 1000),
        "ply_limit": Option(3000, "Moves after which no turn begins; 0 is none.", 0, 1_000_000),
    }
    reasons = {
        "three_trios": "A seat has completed three trios and wins.",
        "barren_trios": "The game leads nowhere; the most trios win.",
        "barren_pieces": "The game leads nowhere, trios equal; the most pieces win.",
        "barren": "The game leads nowhere, trios and pieces equal: a draw.",
    }

    theme = Theme(
        board="#35463f",
        cell_a="#ece9dd",
        cell_b="#dfdccd",
        line="#c3c0ae",
        dark=Palette(board="#1f2b29", cell_a="#3f4a4a", cell_b="#374141", line="#28302f"),
    )

    move_to_json = staticmethod(state.write_move)
    scene = staticmethod(view.scene)
    notate = staticmethod(view.notate)
    path = staticmethod(view.path)
    events = staticmethod(view.events)
    explain = staticmethod(explain)
    parse_notation = staticmethod(parse_notation)
    parse_path = staticmethod(parse_path)

    def start(self, seed: int, seats: int) -> PyramidsPosition:
        colours = nests.draw(seed)
        position = self._empty(seats)
        position.arrange(
            [[] if colour == nests.NO_NEST else board.nest(colour) for colour in colours],
            [cell for cell, colour in enumerate(colours) if colour == board.RED],
            [],
        )
        return position

    def state_to_json(self, position: PyramidsPosition) -> State:
        return state.write(position, self.reason(position))

    def read_state(self, value: Json) -> PyramidsPosition:
        return state.read(value, self._empty)

    def evaluator(self, trained: bool = True) -> Evaluator:
        return PyramidsEvaluator(network.read_weights(WEIGHTS) if trained else None)

    def search_position(self, position: PyramidsPosition) -> Position:
        return turns.plan(position)

    def expand_turn(self, position: PyramidsPosition, move: int) -> list[int]:
        return turns.expand_turn(position, move)

    def _empty(self, seats: int) -> PyramidsPosition:
        values = self.values
        return PyramidsPosition(
            seats,
            bool(values["power_play"]),
            values["quiet_caps"],
            values["barren_turns"],
            values["ply_limit"],
        )


GAME = Pyramids
