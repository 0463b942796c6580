"""Pyramids: states of a board that was set up by hand."""

from __future__ import annotations

from collections.abc import Iterator

from ludarium.core.board_setup import spot_cell
from ludarium.core.game import State
from ludarium.core.scene import Scene, parse_spot
from ludarium.games.pyramids.board import SIZE

MAX_SETUP_PLY = 90  # more moves than any board needs
MAX_BARREN_TURNS = 4  # tried beside turns that were all barren


def setup_states(scene: Scene, to_move: int) -> Iterator[State]:
    """The states that look like a scene, at the start of a turn, by rising ply."""
    stacks: list[list[list[str]]] = [[[] for _ in range(SIZE)] for _ in range(SIZE)]
    captured: list[list[str]] = [[] for _ in scene.trays]
    caps = []
    for token in sorted(scene.tokens, key=lambda token: token.layer):
        tray = next((tray for tray in scene.trays if token.at.startswith(f"{tray.id}:")), None)
        if tray is not None and parse_spot(token.at) is None:
            captured[tray.seat or 0].append(token.text)
            continue
        row, col = spot_cell(token.at)
        if token.glyph == "cap":
            caps.append([row, col])
        else:
            stacks[row][col].append(token.text)
    for ply in range(to_move, MAX_SETUP_PLY):
        # The last turns may have captured nothing, or all of them.
        for barren in sorted({*range(min(ply, MAX_BARREN_TURNS) + 1), ply}):
            yield {
                "stacks": stacks,
                "caps": sorted(caps),
                "captured": captured,
                "to_move": to_move,
                "quiet_caps": 0,
                "power_used": False,
                "barren_turns": barren,
                "ply": ply,
                "winner": None,
                "reason": "",
            }
