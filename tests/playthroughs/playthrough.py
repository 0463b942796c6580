"""Writing a playthrough: a whole game with every public fact at every ply, as text."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from ludarium import games, load
from ludarium.core.game import AnyGame
from ludarium.core.position import Position
from ludarium.core.registry import find_game
from ludarium.core.text_renderer import draw_scene

TRIED = 30  # seeds, of which the shortest game is kept
# Random players of this game give back what they capture: without a limit it fills books.
OPTIONS: dict[str, dict[str, Any]] = {"pyramids": {"ply_limit": 60}}


def titles() -> Iterator[tuple[str, str, int]]:
    """Every game under every ruleset for every number of seats."""
    for name in games():
        kind = find_game(name)
        for ruleset in kind.ruleset_names():
            for seats in kind.seat_counts:
                yield name, ruleset, seats


def loaded(name: str, ruleset: str) -> AnyGame:
    """The game as it is played through."""
    return load(name, ruleset, **OPTIONS.get(name, {}))


def file_name(name: str, ruleset: str, seats: int) -> str:
    return f"{name}-{ruleset}-{seats}.txt"


def shortest(game: AnyGame, seats: int) -> int:
    """The seed of the shortest of a few random games."""
    return min(range(TRIED), key=lambda seed: (len(random_game(game, seed, seats)), seed))


def random_game(game: AnyGame, seed: int, seats: int) -> list[int]:
    rng = random.Random(f"playthrough {game.id} {game.ruleset} {seed}")
    position = game.new(seed, seats)
    played = []
    while moves := game.moves(position):
        played.append(rng.choice(moves))
        game.advance(position, played[-1])
    return played


def playthrough(name: str, ruleset: str, seats: int, seed: int) -> str:
    """The text of one game."""
    game = loaded(name, ruleset)
    position = game.new(seed, seats)
    lines = [
        f"game: {name} {ruleset}, {seats} seats, seed {seed}, rules version {game.rules_version}",
        f"options: {_dump(game.values)}",
    ]
    for ply, move in enumerate(random_game(game, seed, seats)):
        lines += ["", f"ply {ply}", *_facts(game, position)]
        lines.append(f"plays: {game.notate(position, move)}")
        lines.append(f"  json: {_dump(game.move_to_json(position, move))}")
        lines.append(f"  path: {' '.join(game.path(position, move))}")
        events = [_dump(msgspec.to_builtins(event)) for event in game.events(position, move)]
        lines += [f"  event: {event}" for event in events]
        game.advance(position, move)
    lines += ["", "end", *_facts(game, position), f"outcome: {game.result(position)}"]
    return "\n".join(lines) + "\n"


def _facts(game: AnyGame, position: Position) -> list[str]:
    return [
        draw_scene(game.scene(position), game.slot_letters),
        f"state: {_dump(game.state_to_json(position))}",
        f"key: {position.key():016x}",
        f"to move: {position.to_move}",
        f"moves: {' '.join(game.notate(position, move) for move in game.moves(position))}",
    ]


def _dump(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def seed_of(text: str) -> int:
    """The seed that a playthrough was written with."""
    return int(text.partition(", seed ")[2].partition(",")[0])
