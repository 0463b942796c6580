"""Styles of play: which of nearly equal moves a player prefers, in terms that can be counted.

`bold` brings its pieces near the opponent's; where pieces belong to no seat, it moves many of them.
`trader` takes pieces off the board and leaves fewer moves to choose from. `steady` plays what the
search finds best. A preference is worth a few points, which more nodes make up for.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec

from ludarium.agents.attention import Place, cell_distance
from ludarium.agents.levels import DEFAULT_LEVELS, STEADY
from ludarium.core.game import AnyGame
from ludarium.core.position import ONGOING, Position
from ludarium.core.scene import Scene, parse_spot

STYLE_LINES = 5  # the lines that a search finds for a player with a style
# What is worth half the points, as one piece that is taken is; more of it is worth more.
HALF_APPROACH_CELLS = 2  # nearer by so much, all tokens together
HALF_MOVED_TOKENS = 4  # in games without owners
NARROWING_FACTOR = 12  # of the share of moves that the opponent has
STYLES_FILE = Path(__file__).with_name("styles.toml")


class StyleTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a style is worth in a game; styles.toml explains the numbers."""

    points: float = 80
    nodes: float = 3.0


@cache
def read_styles() -> dict[str, dict[str, StyleTerms]]:
    """The terms of all styles, by the id of the game and the name of the style."""
    written = tomllib.loads(STYLES_FILE.read_text("utf-8"))
    return msgspec.convert(written, dict[str, dict[str, StyleTerms]])


def find_style(game: str, style: str) -> StyleTerms:
    """The terms of a style in a game, by the game's id."""
    found = read_styles()
    return (found[DEFAULT_LEVELS] | found.get(game, {})).get(style, StyleTerms(0, 1.0))


def style_share(game: AnyGame, position: Position, moves: list[int], style: str) -> float:
    """How much a style likes a turn, from -1 to 1, given by its legal moves."""
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
        choices, left = len(game.moves(position)), len(game.moves(after))
        liked = taken + NARROWING_FACTOR * (0.5 - left / max(choices + left, 1))
    elif count_tokens(before, seat):
        nearer = mean_distance(before, seat) - mean_distance(later, seat)
        liked = nearer * count_tokens(before, seat) / HALF_APPROACH_CELLS
    else:
        liked = count_moved(before, later) / HALF_MOVED_TOKENS
    return liked / (1 + abs(liked))


def count_tokens(scene: Scene, seat: int | None = None) -> int:
    """The tokens on the grids, of one seat or of all."""
    return sum(
        parse_spot(token.at) is not None and seat in (None, token.seat) for token in scene.tokens
    )


def count_moved(before: Scene, after: Scene) -> int:
    """The tokens that are elsewhere now."""
    places = {token.id: token.at for token in before.tokens}
    return sum(places.get(token.id) != token.at for token in after.tokens)


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
