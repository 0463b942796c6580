"""Boards set up by hand: the state of a scene, or the reason why no game reaches it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from ludarium.core.errors import InvalidState
from ludarium.core.game import AnyGame, State
from ludarium.core.scene import Scene, parse_spot, scene_hotspots


def state_from_scene(
    game: AnyGame,
    scene: Scene,
    to_move: int,
    each: Callable[[], None] = lambda: None,
    seats: int | None = None,
) -> State:
    """The state of a board that was set up by hand; InvalidState says why there is none.

    `each` is called before every attempt and may raise to stop a long search. Without `seats`
    the game has its smallest number of them.
    """
    first = game.new(seats=seats)
    board = game.scene(first)
    check_setup(scene, board, first.seats, to_move)
    refusals: dict[str, InvalidState] = {}
    counts: Counter[str] = Counter()
    for state in game.setup_states(replace(scene, trays=board.trays), to_move):
        each()
        try:
            return game.state_to_json(game.read_state(state))
        except InvalidState as error:
            refusals[error.message] = error
            counts[error.message] += 1
    if not counts:
        raise InvalidState("impossible", "No game reaches this position.")
    # Counters that do not fit change from state to state; what the board lacks stays.
    [(message, _)] = counts.most_common(1)
    raise refusals[message].with_traceback(None)


def check_setup(scene: Scene, board: Scene, seats: int, to_move: int) -> None:
    """InvalidState if a scene has a cell, a tray or a seat that the board of its game lacks."""
    spots = scene_hotspots(board)
    trays = {tray.id for tray in board.trays}
    known = all(
        token.at in spots or token.at.partition(":")[0] in trays for token in scene.tokens
    ) and all(cell.at in spots for cell in scene.cells)
    if not known:
        raise InvalidState("unknown_cell", "The board has no such cell.")
    named = [to_move, *(token.seat for token in scene.tokens if token.seat is not None)]
    if not all(0 <= seat < seats for seat in named):
        raise InvalidState("no_such_seat", "There is no such seat.")


def spot_cell(at: str) -> tuple[int, int]:
    """The row and the column of a cell's hotspot; InvalidState for any other text."""
    found = parse_spot(at)
    if found is None:
        raise InvalidState("unknown_cell", "A piece stands on no cell.")
    return found[1:]
