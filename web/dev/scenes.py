"""Real scenes, steps and choices for the board's tests and its development page."""

# ruff: noqa: INP001, T201 - a script that prints what it wrote

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from ludarium import load
from ludarium.core.game import Choice, Game
from ludarium.core.position import ONGOING

WEB = Path(__file__).parents[1]
PLIES = {"caldera": 100, "forge": 24, "ludus": 90, "pyramids": 60, "skysummit": 44, "tictactoe": 9}
MAX_CHOICES = 60  # choices of a frame that the tests keep

Frame = dict[str, Any]


def _example() -> Game[Any]:
    where = WEB.parent / "examples" / "tictactoe" / "tictactoe.py"
    spec = importlib.util.spec_from_file_location("tictactoe", where)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tictactoe"] = module
    spec.loader.exec_module(module)
    game: Game[Any] = module.TicTacToe()
    return game


def _is_loud(choice: Choice) -> bool:
    """An action, a capture or an eruption."""
    return any(at[0] == "!" for at in choice.path) or bool(set("xX^!@*") & set(choice.notation))


def _play(game: Game[Any], plies: int, seed: int) -> list[Frame]:
    """A random game that prefers loud moves."""
    draw = random.Random(seed)
    position = game.new(0)
    frames: list[Frame] = [{"scene": game.scene(position), "steps": [], "choices": []}]
    while len(frames) <= plies and position.verdict == ONGOING:
        choices = list(game.choices(position))
        loud = [choice for choice in choices if _is_loud(choice)]
        chosen = draw.choice(loud if loud and draw.random() < 0.75 else choices)
        frames[-1]["choices"] = [
            {"move": c.json, "notation": c.notation, "path": c.path} for c in choices
        ]
        told = {"seat": position.to_move, "notation": chosen.notation, "path": chosen.path}
        steps = game.events(position, chosen.move)
        game.advance(position, chosen.move)  # which also ends a game without legal moves
        frames.append({**told, "scene": game.scene(position), "steps": steps, "choices": []})
    return frames


def _longest(game: Game[Any], plies: int) -> list[Frame]:
    """The longest of 60 games, with the most steps in one move."""
    games = [_play(game, plies, seed) for seed in range(60)]
    return max(games, key=lambda g: (min(len(g), plies), max(len(f["steps"]) for f in g)))


def _fewer(frame: Frame) -> Frame:
    choices = frame["choices"]
    return {**frame, "choices": choices[:: len(choices) // MAX_CHOICES + 1]}


def main() -> None:
    """Write dev/<game>.json, and parts of them for the tests."""
    for name, plies in PLIES.items():
        game = _example() if name == "tictactoe" else load(name)
        frames = _longest(game, plies)
        told = {"title": game.title, "seats": game.seat_names, "frames": frames}
        shown = {**told, "theme": game.theme}
        (WEB / "dev" / f"{name}.json").write_bytes(msgspec.json.encode(shown))
        busiest = max(range(len(frames)), key=lambda i: len(frames[i]["steps"]))
        kept = sorted({0, 1, busiest - 1, busiest, len(frames) - 1})
        small = {**told, "frames": [_fewer(frames[i]) for i in kept]}
        path = WEB / "tests" / "board" / "scenes" / f"{name}.json"
        path.write_bytes(msgspec.json.encode(small) + b"\n")
        print(name, len(frames), path.stat().st_size)


if __name__ == "__main__":
    main()
