"""States of Pyramids, by the names of cells, and moves in short, for the tests of its rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ludarium import AnyGame, load
from ludarium.core.scene import cell_name

GAME = load("pyramids")
CODES = [colour + size for colour in "BGRY" for size in "LMS"]
CELLS = [(row, col) for row in range(5) for col in range(5)]
# The start that the rules text shows.
DIAGRAM = ("RYGBY", "GBRYR", "YR.GB", "BGYRG", "RYBGB")
ALL_WAYS = ["c4", "d4", "d3", "d2", "c2", "b2", "b3", "b4"]  # from c3: N, NE, E, ... NW
CALM = "a3 a1 a5 e5 e1 c1"
PASS = {"t": "pass"}


def cell(name: str) -> list[int]:
    return [5 - int(name[1]), "abcde".index(name[0])]


def cap(written: str) -> dict[str, Any]:
    source, target = written.split("-")
    return {"t": "cap", "from": cell(source), "to": cell(target)}


def power(written: str) -> dict[str, Any]:
    piece, target = written.split("@")
    return {"t": "power", "piece": piece, "to": cell(target)}


def stack(state: dict[str, Any], name: str) -> list[str]:
    row, col = cell(name)
    found: list[str] = state["stacks"][row][col]
    return found


def diagram(**fields: Any) -> dict[str, Any]:
    """The start of the rules text."""
    nests = [[[] if c == "." else [c + "S", c + "M", c + "L"] for c in row] for row in DIAGRAM]
    return {
        "stacks": nests,
        "caps": [[row, col] for row, col in CELLS if DIAGRAM[row][col] == "R"],
        "captured": [[], []],
        "to_move": 0,
        "quiet_caps": 0,
        "power_used": False,
        "barren_turns": 0,
        "ply": 0,
        "winner": None,
        "reason": "",
    } | fields


def middle(
    stacks: dict[str, str], caps: str, captured: tuple[str, ...] = ("BL", "YS"), **fields: Any
) -> dict[str, Any]:
    """A state in the middle of a game; all pieces not named lie in one pile on e1."""
    board = {name: pieces.split() for name, pieces in stacks.items()}
    hands = [sorted(pieces.split()) for pieces in captured]
    used = Counter(piece for pieces in [*board.values(), *hands] for piece in pieces)
    rest = [code for code in CODES for _ in range(6 - used[code])]
    board["e1"] = rest + board.get("e1", [])
    names = [[cell_name(row, col, 5) for col in range(5)] for row in range(5)]
    return {
        "stacks": [[board.get(name, []) for name in row] for row in names],
        "caps": sorted(cell(name) for name in caps.split()),
        "captured": hands,
        "to_move": 0,
        "quiet_caps": 0,
        "power_used": False,
        "barren_turns": 0,
        "ply": 300,
        "winner": None,
        "reason": "",
    } | fields


def play(state: dict[str, Any], *moves: dict[str, Any], game: AnyGame = GAME) -> dict[str, Any]:
    for move in moves:
        state = game.apply_move(state, move)
    return state


def written(state: dict[str, Any], game: AnyGame = GAME) -> list[str]:
    return [choice.notation for choice in game.choices(game.state_from_json(state))]


def barren(*hands: str) -> dict[str, Any]:
    """A state one turn before the 40th barren one, the last seat to move."""
    seats = len(hands)
    # 39 barren turns, the last capture by a seat that has had turns since.
    fields = {"to_move": seats - 1, "barren_turns": 39, "ply": 300 - 300 % seats + seats - 1}
    return play(middle({"a3": "RS"}, CALM, hands, **fields), cap("a3-b3"))


QUIET = middle({}, "c3 a1 a5 c1 e5 a3", quiet_caps=24)
