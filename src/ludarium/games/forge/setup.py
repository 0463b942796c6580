"""Forge: states of a board that was set up by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludarium.core.board_setup import spot_cell
from ludarium.core.game import State
from ludarium.core.options import Value
from ludarium.core.scene import Scene
from ludarium.games.forge.board import SIZE

MAX_SETUP_TURNS = 60  # of each seat; more than any board needs

Place = tuple[int, int]


def setup_states(scene: Scene, to_move: int, values: Mapping[str, Value]) -> Iterator[State]:
    """The states that look like a scene, by rising turns, with last moves that fit.

    The stocks of the trays are left out: the embers of the board are taken for the latest ones.
    """
    grid: list[list[str | None]] = [[None] * SIZE for _ in range(SIZE)]
    tokens: list[list[Place]] = [[], []]
    embers: list[Place] = []
    trays = {tray.id for tray in scene.trays}
    for token in scene.tokens:
        if token.at.partition(":")[0] in trays:
            continue
        row, col = spot_cell(token.at)
        if token.seat is None:
            grid[row][col] = "ember"
            embers.append((row, col))
        else:
            grid[row][col] = f"p{token.seat}"
            tokens[token.seat].append((row, col))
    free = [(row, col) for row in range(SIZE) for col in range(SIZE) if grid[row][col] is None]
    for turns in range(MAX_SETUP_TURNS):
        played = [turns + to_move, turns]
        state = _write_state(grid, played, embers, values)
        lit = _lighting_turns(sum(played), len(embers), values)
        if state["moveCount"] == 0:
            yield state
        elif lit and lit[0] == sum(played):
            row, col = embers[0]
            yield {**state, "lastMove": {"action": "ember", "row": row, "col": col}}
        else:
            for move in _last_drags(free, tokens[1 - to_move]):
                yield {**state, "lastMove": move}


def _write_state(
    grid: list[list[str | None]],
    played: list[int],
    embers: list[Place],
    values: Mapping[str, Value],
) -> State:
    total = sum(played)
    lit = _lighting_turns(total, len(embers), values)
    left = [int(values["onyx_embers"]), int(values["amber_embers"])]
    for turn in lit:
        left[(turn + 1) % 2] -= 1
    left[1] -= values["opening_embers"]
    burning = [
        turn + values["burn_turns"] - total if values["burn_turns"] else None for turn in lit
    ]
    fires = [
        {"row": row, "col": col, "turnsLeft": turns}
        for (row, col), turns in zip(embers, burning, strict=False)
    ]
    after_moves = len(lit) if values["ember_every"] else 0
    return {
        "grid": grid,
        "currentPlayer": 1 + played[0] - played[1],
        "phase": "move",
        "status": "playing",
        "moveCount": total + after_moves + values["opening_embers"],
        "turns": played,
        "passes": 0,
        "embersLeft": left,
        "embers": sorted(fires, key=lambda fire: (fire["row"], fire["col"])),
        "burnt": [],
        "swapped": False,
        "lastMove": None,
        "winner": None,
        "reason": "",
    }


def _lighting_turns(total: int, embers: int, values: Mapping[str, Value]) -> list[int]:
    """The latest turns in which so many embers can have been lit, the last one first."""
    left = [values["onyx_embers"], values["amber_embers"] - values["opening_embers"]]
    found: list[int] = []
    for turn in range(total, 0, -1):
        side = (turn + 1) % 2
        due = not values["ember_every"] or (turn + 1) // 2 % values["ember_every"] == 0
        if len(found) < embers and due and left[side]:
            left[side] -= 1
            found.append(turn)
    return found


def _last_drags(free: list[Place], theirs: list[Place]) -> Iterator[State]:
    """Straight drags to these tokens, the shortest first."""

    def steps(source: Place, target: Place) -> int:
        return abs(source[0] - target[0]) + abs(source[1] - target[1])

    for source in sorted(free, key=lambda at: min((steps(at, to) for to in theirs), default=0)):
        for target in theirs:
            if source[0] == target[0] or source[1] == target[1]:
                yield {
                    "action": "move",
                    "sourceRow": source[0],
                    "sourceCol": source[1],
                    "destRow": target[0],
                    "destCol": target[1],
                }
