"""Diagrams of the rules: positions written down so that a board can show them and go on."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ludarium.core.game import AnyGame
from ludarium.core.options import STANDARD, Value

FENCE = re.compile(r"^```diagram\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SWITCHES = {"true": True, "false": False}


class Diagram(Struct, frozen=True):
    """A caption, a set-up, and the moves that lead to the position."""

    caption: str
    moves: tuple[str, ...] = ()
    ruleset: str = STANDARD
    options: dict[str, Value] = {}
    seed: int = 0
    seats: int | None = None


def read(written: str) -> Diagram:
    """The diagram of a block: lines of `name: value`, of which any unknown name is an option."""
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
        name: SWITCHES[value] if value in SWITCHES else int(value) for name, value in given.items()
    }
    return Diagram(options=options, **fields)


def each(rules: str) -> list[Diagram]:
    """The diagrams of a rules text, in its order."""
    return [read(written) for written in FENCE.findall(rules)]


def replaced(rules: str, by: Callable[[int, Diagram], str]) -> str:
    """The rules with every diagram's block replaced by something else, told its number."""
    numbers = iter(range(len(rules)))
    return FENCE.sub(lambda found: by(next(numbers), read(found[1])), rules)


def drawn(rules: str, kind: type[AnyGame]) -> str:
    """The rules with every diagram drawn in characters, for readers without a board."""

    def draw(_number: int, diagram: Diagram) -> str:
        game = kind(diagram.ruleset, **diagram.options)
        position = game.new(diagram.seed, diagram.seats)
        for move in diagram.moves:
            game.advance(position, game.move_from_notation(position, move))
        board = game.render(game.state_to_json(position))
        return f"*{diagram.caption}*\n\n```text\n{board}\n```"

    return replaced(rules, draw)
