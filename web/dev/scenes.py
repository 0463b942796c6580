"""Real scenes, steps and choices for the board's tests and its development page.

Run it in web/: `python dev/scenes.py`. It plays games by a seeded random choice that likes actions.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

import msgspec

from ludarium import load
from ludarium.core.position import ONGOING

WEB = Path(__file__).parents[1]
PLIES = {"caldera": 100, "forge": 24, "ludus": 90, "pyramids": 60, "skysummit": 44, "tictactoe": 9}


def _example():
    where = WEB.parent / "examples" / "tictactoe" / "tictactoe.py"
    spec = importlib.util.spec_from_file_location("tictactoe", where)
    module = importlib.util.module_from_spec(spec)
    sys.modules["tictactoe"] = module
    spec.loader.exec_module(module)
    return module.TicTacToe()


def _pick(game, position, choices, draw):
    """Rather an action, a capture or an eruption than nothing much."""
    loud = [
        c for c in choices if any(s[0] == "!" for s in c.path) or set("xX^!@*") & set(c.notation)
    ]
    return draw.choice(loud if loud and draw.random() < 0.75 else choices)


def _play(game, plies, seed):
    draw = random.Random(seed)
    position = game.new(0)
    frames = [{"scene": game.scene(position), "steps": [], "choices": []}]
    while len(frames) <= plies and position.verdict == ONGOING:
        choices = list(game.choices(position))
        if not choices:
            break
        told = [{"move": c.json, "notation": c.notation, "path": c.path} for c in choices]
        frames[-1]["choices"] = told
        chosen = _pick(game, position, choices, draw)
        steps = game.events(position, chosen.move)
        seat = position.to_move
        position.play(chosen.move)
        frames.append(
            {
                "seat": seat,
                "notation": chosen.notation,
                "path": chosen.path,
                "scene": game.scene(position),
                "steps": steps,
                "choices": [],
            }
        )
    return frames


def _fewer(frame, most=60):
    """A frame with some of its choices, where there are very many."""
    choices = frame["choices"]
    return {**frame, "choices": choices[:: len(choices) // most + 1]}


def _longest(game, plies):
    """Of a few games one with much to see."""
    games = [_play(game, plies, seed) for seed in range(60)]
    return max(games, key=lambda g: (min(len(g), plies), max(len(f["steps"]) for f in g)))


def main() -> None:
    for name, plies in PLIES.items():
        game = _example() if name == "tictactoe" else load(name)
        frames = _longest(game, plies)
        told = {"title": game.title, "seats": game.seat_names, "frames": frames}
        (WEB / "dev" / f"{name}.json").write_bytes(msgspec.json.encode(told))
        busiest = max(range(len(frames)), key=lambda i: len(frames[i]["steps"]))
        kept = {0, 1, busiest - 1, busiest, len(frames) - 1}
        chosen = [_fewer(frames[i]) for i in sorted(kept) if 0 <= i < len(frames)]
        small = {**told, "frames": chosen}
        path = WEB / "tests" / "board" / "scenes" / f"{name}.json"
        path.write_bytes(msgspec.json.encode(small) + b"\n")
        print(name, len(frames), [len(f["steps"]) for f in frames][-8:], path.stat().st_size)


if __name__ == "__main__":
    main()
