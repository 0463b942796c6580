"""A toy game with one fair setting: a race of steps in which the second seat has a head start."""

from __future__ import annotations

import os
import time
from functools import lru_cache

from ludarium import (
    ONGOING,
    Game,
    Grid,
    Json,
    Move,
    MoveStack,
    Option,
    Position,
    Scene,
    State,
    Token,
    cell_spot,
    mix_bits,
    read_int,
    read_list,
    read_object,
)

HEAD_START = f"{__file__}:HeadStart"
STEPS = (1, 2, 3)
PAUSE_VARIABLE = "LUDARIUM_TEST_PAUSE_S"  # at every start, so that a test can end a game in time


class HeadStartPosition(Position):
    """How far both seats are; a move is a number of steps."""

    def __init__(self, goal: int, done: list[int]) -> None:
        super().__init__(seats=2)
        self.goal = goal
        self.done = done
        self.past: list[int] = []

    def generate(self, out: MoveStack, at: int) -> int:
        if self.verdict != ONGOING:
            return at
        for step in STEPS:
            out[at] = step
            at += 1
        return at

    def play(self, move: int) -> None:
        self.done[self.to_move] += move
        self.past.append(move)
        if self.done[self.to_move] >= self.goal:
            self.verdict, self.reason = self.to_move, 1
        self.to_move ^= 1

    def undo(self) -> None:
        self.to_move ^= 1
        self.done[self.to_move] -= self.past.pop()
        self.verdict, self.reason = ONGOING, 0

    def key(self) -> int:
        return mix_bits(self.done[0] << 20 | self.done[1] << 1 | self.to_move)

    def copy(self) -> HeadStartPosition:
        twin = HeadStartPosition(self.goal, list(self.done))
        twin.to_move, twin.verdict, twin.reason = self.to_move, self.verdict, self.reason
        return twin


class HeadStart(Game[HeadStartPosition]):
    """Each seat takes one to three steps a turn; the first at the goal wins."""

    id = "head_start"
    title = "Head start"
    summary = "Be the first at the goal."
    options = {
        "goal": Option(12, "Steps to the goal.", 1, 100),
        "start": Option(0, "Steps that the second seat has done before the game.", 0, 50),
        "long": Option(False, "Whether the goal is ten steps farther."),
    }
    reasons = {"goal_reached": "A seat has reached the goal."}

    def start(self, seed: int, seats: int) -> HeadStartPosition:
        values = self.values
        time.sleep(float(os.environ.get(PAUSE_VARIABLE, "0")))
        return HeadStartPosition(values["goal"] + 10 * values["long"], [0, values["start"]])

    def measure_move(self, position: HeadStartPosition, move: int) -> dict[str, int]:
        return {"step": move}

    def state_to_json(self, position: HeadStartPosition) -> State:
        return {"done": list(position.done), "to_move": position.to_move}

    def read_state(self, value: Json) -> HeadStartPosition:
        state = read_object(value, ("done", "to_move"), "state")
        done = [read_int(one, 0, 1000, "done") for one in read_list(state["done"], "done", 2)]
        position = self.start(0, 2)
        position.done = done
        position.to_move = read_int(state["to_move"], 0, 1, "to_move")
        return position

    def move_to_json(self, position: HeadStartPosition, move: int) -> Move:
        return {"steps": move}

    def notate(self, position: HeadStartPosition, move: int) -> str:
        return str(move)

    def path(self, position: HeadStartPosition, move: int) -> tuple[str, ...]:
        return (cell_spot("board", 0, move),)

    def scene(self, position: HeadStartPosition) -> Scene:
        tokens = tuple(
            Token(f"seat{seat}", "token", "T", cell_spot("board", seat, done), seat=seat)
            for seat, done in enumerate(position.done)
        )
        return Scene((Grid("board", 2, position.goal + max(STEPS)),), tokens=tokens)


@lru_cache(None)
def first_seat_share(left: int, other: int) -> float:
    """The exact share of the seat to move when both seats step at random."""
    chances = [1.0 if left <= step else 1 - first_seat_share(other, left - step) for step in STEPS]
    return sum(chances) / len(STEPS)
