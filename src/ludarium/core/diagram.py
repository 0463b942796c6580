"""Diagrams in rules texts: positions that a board can show and play on from."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ludarium.core.game import AnyGame, State
from ludarium.core.options import STANDARD, Value

DIAGRAM_BLOCK = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BOOLEANS = {"true": True, "false": False}


class RulesDiagram(Struct, frozen=True):
    """A caption, a set-up and the moves that lead to the position."""

    caption: str
    moves: tuple[str, ...] = ()
    ruleset: str = STANDARD
    options: dict[str, Value] = {}
    seed: int = 0
    seats: int | None = None


def parse_diagram(written: str) -> RulesDiagram:
    """Parse a block of `name: value` lines; an unknown name is an option of the game."""
    lines = [line.partition(":") for line in written.strip().splitlines()]
    given = {name.strip(): value.strip() for name, _, value in lines}
    fields: dict[str, Any] = {
        "caption": given.pop("caption"),
        "moves": tuple(given.pop("moves", "").split()),
        "ruleset": given.pop("ruleset", STANDARD),
        "seed": int(given.pop("seed", "0")),
        "seats": int(given.pop("seats")) if "seats" in given else None,
    }
    options = {
        name: BOOLEANS[value] if value in BOOLEANS else int(value) for name, value in given.items()
    }
    return RulesDiagram(options=options, **fields)


def find_diagrams(rules: str) -> list[RulesDiagram]:
    """The diagrams of a rules text, in order."""
    return [parse_diagram(written) for written in DIAGRAM_BLOCK.findall(rules)]


def replace_diagrams(rules: str, by: Callable[[int, RulesDiagram], str]) -> str:
    """Replace every diagram block by the result of `by`, which gets its number and content."""
    numbers = iter(range(len(rules)))
    return DIAGRAM_BLOCK.sub(lambda found: by(next(numbers), parse_diagram(found[1])), rules)


def draw_diagrams(rules: str, kind: type[AnyGame]) -> str:
    """Replace every diagram block by a board drawn in characters."""

    def draw(_number: int, diagram: RulesDiagram) -> str:
        game, state = diagram_state(diagram, kind)
        return f"*{diagram.caption}*\n\n```text\n{game.render(state)}\n```"

    return replace_diagrams(rules, draw)


def diagram_state(diagram: RulesDiagram, kind: type[AnyGame]) -> tuple[AnyGame, State]:
    """The game of a diagram and the state that its moves lead to."""
    game = kind(diagram.ruleset, **diagram.options)
    position = game.new(diagram.seed, diagram.seats)
    for move in diagram.moves:
        game.advance(position, game.move_from_notation(position, move))
    return game, game.state_to_json(position)
