"""What the host of programs costs: `python -m bench.host <game> <moves> <sandbox>`."""

from __future__ import annotations

import json
import os
import random
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludarium import ONGOING, load
from ludarium.agents.player_spec import open_contender
from ludarium.agents.time_control import GameClocks, TimeControl
from ludarium.core.match import Match

# Answers at once, with the first legal move.
AGENT = """
import json, sys
for line in sys.stdin.buffer:
    message = json.loads(line)
    answer = {"type": "ready"}
    if message["type"] == "turn":
        answer = {"type": "move", "move": message["legal_moves"][0]}
    print(json.dumps(answer), flush=True)
"""
COMMAND = [sys.executable, "-I", "-S", "-c", AGENT]
STARTS = 9


@contextmanager
def bare() -> Iterator[Callable[[bytes], bytes]]:
    """The same program at the other end of two pipes, without any check."""
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        sent, received = process.stdin, process.stdout.fileno()

        def ask(line: bytes) -> bytes:
            sent.write(line)
            return os.read(received, 1 << 16)

        yield ask
        sent.close()


def matches(name: str, count: int) -> Iterator[Match]:
    """Matches some random moves after their start."""
    game = load(name)
    rng = random.Random(name)
    match = Match(game)
    for _ in range(count):
        if match.position.verdict != ONGOING:
            match = Match(game)
        yield match
        match.play(rng.choice(game.moves(match.position)))


def turn(match: Match) -> bytes:
    """The line of a turn."""
    game, position = match.game, match.position
    message = {
        "type": "turn",
        "state": game.state_to_json(position),
        "legal_moves": [game.move_to_json(position, move) for move in game.moves(position)],
    }
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def dialogue(name: str, moves: int, sandbox: str) -> tuple[float, float, float]:
    """Median milliseconds of a move by the host and by bare pipes, and the host's CPU time."""
    agent = open_contender(f"subprocess:{shlex.join(COMMAND)}", sandbox)
    allowance = GameClocks(TimeControl(move=60.0), 2).allowance(0)
    hosted, plain, cpu = [], [], []
    try:
        with bare() as ask:
            ask(b'{"type":"hello"}\n')
            for number, match in enumerate(matches(name, moves)):
                if number == 0:
                    agent.start_game(match.game, 0, 2, 0, expose_legal_moves=True)
                busy, began = time.process_time(), time.perf_counter()
                agent.request_move(match, allowance)
                hosted.append(time.perf_counter() - began)
                cpu.append(time.process_time() - busy)
                line = turn(match)
                began = time.perf_counter()
                ask(line)
                plain.append(time.perf_counter() - began)
    finally:
        agent.close()
    return (
        1000 * statistics.median(hosted),
        1000 * statistics.median(plain),
        1000 * statistics.median(cpu),
    )


def starts(name: str, sandbox: str) -> tuple[float, float]:
    """Median milliseconds until a program is ready, and until all of it is gone."""
    game = load(name)
    up, down = [], []
    for _ in range(STARTS):
        agent = open_contender(f"subprocess:{shlex.join(COMMAND)}", sandbox)
        began = time.perf_counter()
        agent.start_game(game, 0, 2, 0, expose_legal_moves=True)
        up.append(time.perf_counter() - began)
        began = time.perf_counter()
        agent.close()
        down.append(time.perf_counter() - began)
    return 1000 * statistics.median(up), 1000 * statistics.median(down)


def main() -> None:
    """Print milliseconds: hosted, bare, CPU, start, end."""
    name, moves, sandbox = sys.argv[1:]
    print(*dialogue(name, int(moves), sandbox), *starts(name, sandbox))


if __name__ == "__main__":
    main()
