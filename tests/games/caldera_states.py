"""States of Caldera, drawn as pictures, for the tests of its rules."""

from __future__ import annotations

from typing import Any

from ludarium import load

State = dict[str, Any]
Move = dict[str, Any]

GAME = load("caldera")
START = GAME.initial_state()
KINDS = {"c": "crown", "l": "lancer", "s": "smith"}

# Seat 0 in small letters, seat 1 in capitals, as in the rules. No piece is near another.
QUIET = """
    0  0  0  0C 0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  0c 0  0  0
"""


def drawn(picture: str, ply: int = 60) -> State:
    """A running game from 49 cells: the height, * for a vent, then the piece; lists in row order.

    A digit after the piece gives its place among its like instead, as in `0l1`.
    """
    cells = picture.split()
    assert len(cells) == 49
    levels = [-1 if cell[0] == "*" else int(cell[0]) for cell in cells]
    found: dict[str, list[tuple[int, str, State]]] = {"p0": [], "p1": []}
    for index, cell in enumerate(cells):
        if piece := cell[1:2]:
            side = "p0" if piece.islower() else "p1"
            kind = KINDS[piece.lower()]
            row, col = divmod(index, 7)
            order = list(KINDS).index(piece.lower())
            found[side].append((order, cell[2:], {"type": kind, "r": row, "c": col}))
    return {
        "board": [levels[start : start + 7] for start in range(0, 49, 7)],
        "p0": [piece for _, _, piece in sorted(found["p0"], key=lambda item: item[:2])],
        "p1": [piece for _, _, piece in sorted(found["p1"], key=lambda item: item[:2])],
        "ply": ply,
        "winner": None,
        "reason": "",
    }


def with_piece(piece: str, ground: int = 0, /, **others: str) -> State:
    """A quiet board with a piece of seat 0 on d4, and other cells replaced by name."""
    cells = QUIET.split()
    for name, what in {"d4": f"{ground}{piece}", **others}.items():
        cells[7 * (7 - int(name[1])) + ord(name[0]) - ord("a")] = what
    return drawn(" ".join(cells))


def cell(name: str) -> list[int]:
    """Row and column of a cell by its name."""
    return [7 - int(name[1]), ord(name[0]) - ord("a")]


def move(written: str) -> Move:
    """A move by its notation, legal or not: `d1-d2`, `d1xd2`, `c1^c2`."""
    source, target = cell(written[:2]), cell(written[3:])
    if written[2] == "^":
        return {"action": "forge", "smith": source, "target": target}
    return {"action": "move", "from": source, "to": target}


def played(state: State, *written: str) -> State:
    """The state after these moves."""
    for one in written:
        state = GAME.apply_move(state, move(one))
    return state


def legal(state: State) -> list[str]:
    """The legal moves in their order, as players write them."""
    position = GAME.state_from_json(state)
    return [choice.notation for choice in GAME.choices(position)]


def of(state: State, start: str) -> list[str]:
    """What the piece on a cell can do, in order, without naming it."""
    return [written[2:] for written in legal(state) if written.startswith(start)]


def height(state: State, name: str) -> int:
    """The height of a cell, -1 for a vent."""
    row, col = cell(name)
    level: int = state["board"][row][col]
    return level


def places(state: State, side: str) -> list[str]:
    """The living pieces of a side in the order of its list, as `lancer b1`."""
    return [f"{p['type']} {chr(ord('a') + p['c'])}{7 - p['r']}" for p in state[side]]


# The example of the rules: d4 and d3 are at 3, and a forge of d3 sets both off.
CHAIN = """
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  2  0  0  0
    0  0  0  3C 0  0  0
    0  0  0s 3  1  0  0
    0  0  0  0  0  0  0
    0c 0  0  0  0  0  0
"""
# Seat 1's crown has one way out, b6, and a forge closes it.
CORNER = """
    0C 2  0  0  0  0  0
    2  1  0s 0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0c 0  0  0  0  0  0
"""
# A forge of d4 swallows both crowns.
BRINK = """
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
    0  0  0  3C 0  0  0
    0  0  3c 3  0S 0  0
    0  0  0  0s 0  0  0
    0  0  0  0  0  0  0
    0  0  0  0  0  0  0
"""
