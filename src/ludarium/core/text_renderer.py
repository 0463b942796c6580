"""Renders a scene as characters, for terminals and logs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludarium.core.scene import COMPASS, Grid, Scene, Token, Tray, cell_spot

MARK_TEXTS = {"vent": "##", "dome": "()", "goal": "<>"}
LEVEL_TEXTS = "·¹²³⁴⁵⁶⁷⁸⁹"
FACING_TEXTS = dict(zip(COMPASS, "↑↗→↘↓↙←↖", strict=True))


class Square(NamedTuple):
    """A cell of a drawn board: the top token, height and mark, and the tokens below.

    The text of a token ends with its facing and its badge.
    """

    text: str
    seat: int | None
    tint: str
    level: int
    mark: str
    under: list[tuple[str, str]]  # text and tint, from the top down


def scene_squares(scene: Scene, grid: Grid) -> list[list[Square]]:
    """The cells of a grid, row by row."""
    marked = {cell.at: cell for cell in scene.cells}
    standing: dict[str, list[Token]] = defaultdict(list)
    for token in sorted(scene.tokens, key=lambda token: -token.layer):
        standing[token.at].append(token)

    def square(at: str) -> Square:
        cell = marked.get(at)
        level, mark, owner = (cell.level, cell.mark, cell.seat) if cell else (0, "", None)
        if at not in standing:
            return Square(MARK_TEXTS.get(mark, ""), owner, "", level, mark, [])
        top, *rest = standing[at]
        under = [(token.text, token.tint) for token in rest]
        return Square(token_text(top), top.seat, top.tint, level, mark, under)

    return [
        [square(cell_spot(grid.id, row, col)) for col in range(grid.cols)]
        for row in range(grid.rows)
    ]


def token_text(token: Token) -> str:
    """The text of a token with an arrow for its facing, and its badge."""
    return token.text + FACING_TEXTS.get(token.facing, "") + token.badge


def tray_tokens(
    scene: Scene, tray: Tray, slot_letters: Mapping[str, str]
) -> list[tuple[str, Token]]:
    """The tokens in a tray with their texts, and with their slots where notation names them."""
    letter = slot_letters.get(tray.id, "")
    return sorted(
        (
            (token.text + (letter + token.at.partition(":")[2] if letter else ""), token)
            for token in scene.tokens
            if token.at.startswith(tray.id + ":")
        ),
        key=lambda told: told[0],
    )


def draw_scene(scene: Scene, slot_letters: Mapping[str, str]) -> str:
    """Draw every grid with coordinates, then the trays; seats but the first in lower case.

    `slot_letters` are those of the game.
    """
    blocks = [_draw_grid(scene, grid) for grid in scene.grids]
    for tray in scene.trays:
        held = " ".join(text for text, _ in tray_tokens(scene, tray, slot_letters))
        blocks.append(f"{tray.label}: {held or '-'}")
    return "\n\n".join(blocks)


def describe_texts(scene: Scene, piece_names: Mapping[str, str], seat_names: Sequence[str]) -> str:
    """What the signs of a drawn scene mean, in one line; `piece_names` are by glyph."""
    known = {}
    for token in scene.tokens:
        name = piece_names.get(token.glyph, token.glyph.replace(".", " "))
        known[token.text] = f"{token.text} {token.tint} {name}".replace("  ", " ")
    told = [known[text] for text in sorted(known)]
    marks = sorted({cell.mark for cell in scene.cells if cell.mark})
    told += [f"{MARK_TEXTS[mark]} {mark}" for mark in marks]
    parts = [", ".join(told)] if told else []
    later = sorted({token.seat for token in scene.tokens if token.seat})
    if later:
        owners = " and ".join(seat_names[seat] for seat in later)
        parts.append(f"pieces of {owners} are written in lower case")
    counted = sorted({token.badge_name for token in scene.tokens if token.badge_name})
    if counted:
        parts.append(f"the figure after a piece counts {' or '.join(counted)}")
    if any(cell.level for cell in scene.cells):
        parts.append("small figures are heights")
    return "; ".join(parts)


def _draw_grid(scene: Scene, grid: Grid) -> str:
    rows = [[_draw_square(cell) for cell in row] for row in scene_squares(scene, grid)]
    width = max(len(drawn) for row in rows for drawn in row)
    header = "".join(f" {chr(ord('a') + col):^{width}}" for col in range(grid.cols))
    lines = [f"{grid.id}:"] if len(scene.grids) > 1 else []
    lines.append("   " + header)
    for row, cells in enumerate(rows):
        number = grid.rows - row
        lines.append(f"{number:>2} {''.join(f' {drawn:<{width}}' for drawn in cells)}  {number}")
    lines.append("   " + header)
    return "\n".join(line.rstrip() for line in lines)


def _draw_square(cell: Square) -> str:
    under = ".".join(text for text, _ in cell.under)
    return f"{square_text(cell):>2}" + (f"/{under}" if under else LEVEL_TEXTS[min(cell.level, 9)])


def square_text(cell: Square) -> str:
    """The text of a cell, in lower case for every seat but the first."""
    return cell.text.lower() if cell.seat else cell.text
