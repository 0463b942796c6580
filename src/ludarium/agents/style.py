"""Styles of play: which of nearly equal moves a player prefers, in terms that can be counted.

`bold` brings its pieces near the opponent's. `trader` takes pieces off the board and leaves fewer
moves to choose from. `steady` plays what the search finds best. A preference is worth a few points
only, so the strength stays.
"""

from __future__ import annotations

from ludarium.agents.attention import Place, cell_distance
from ludarium.agents.levels import STEADY
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING, Position
from ludarium.core.scene import Scene, parse_spot

STYLE_POINTS = 30  # the most that a preference is worth
STYLE_LINES = 3  # the lines that a search finds for a player with a style
STYLE_NODES_FACTOR = 3  # several lines cost nodes, and a style must not cost strength
FULL_APPROACH_CELLS = 0.5  # nearer on average by so much is worth all points


def style_points(game: AnyGame, position: Position, moves: list[int], style: str) -> float:
    """The points that a style adds to a turn, given by its legal moves, for the seat to move."""
    if style == STEADY:
        return 0.0
    seat = position.to_move
    after = position.copy()
    for move in moves:
        game.advance(after, move)
    if after.verdict != ONGOING:
        return 0.0
    before, later = game.scene(position), game.scene(after)
    if style == "trader":
        taken = count_tokens(before) - count_tokens(later)
        narrowed = 1 - len(game.moves(after)) / len(game.moves(position))
        return STYLE_POINTS / 2 * max(-1.0, min(taken + narrowed / 2, 1.0))
    nearer = mean_distance(before, seat) - mean_distance(later, seat)
    return STYLE_POINTS * max(-1.0, min(nearer / FULL_APPROACH_CELLS, 1.0))


def count_tokens(scene: Scene) -> int:
    """The tokens on the grids."""
    return sum(parse_spot(token.at) is not None for token in scene.tokens)


def mean_distance(scene: Scene, seat: int) -> float:
    """The mean distance of a seat's tokens to the nearest token of another seat."""
    own: list[Place] = []
    others: list[Place] = []
    for token in scene.tokens:
        spot = parse_spot(token.at)
        if spot is not None and token.seat is not None:
            (own if token.seat == seat else others).append(spot)
    if not own or not others:
        return 0.0
    nearest = [min(cell_distance(one, other) for other in others) for one in own]
    return sum(nearest) / len(own)
