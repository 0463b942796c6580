"""Perft counts found by the reference implementations hold for the product."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path

import pytest

from ludarium import Position, load, mode
from ludarium.core.constants import NO_MOVE
from ludarium.core.legal_moves import legal_moves
from ludarium.search.perft import perft

FOLDER = Path(__file__).parent
LARGEST = 1_000_000 if mode.compiled() else 4_000
LEAST_POSITIONS = 20
NAMES = sorted(file.stem for file in FOLDER.glob("*.txt"))


def lines(name: str) -> list[str]:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


CASES = [
    pytest.param(name, line, id=f"{name}-{number}")
    for name in NAMES
    for number, line in enumerate(lines(name))
]


def read_position(name: str, line: str) -> tuple[Position, list[int]]:
    """The position of a line, and its counts by depth."""
    label, state, counts = (part.strip() for part in line.split("|"))
    ruleset, *options = label.split()
    given = {key: json.loads(value) for key, _, value in (o.partition("=") for o in options)}
    position: Position = load(name, ruleset, **given).state_from_json(json.loads(state))
    return position, [int(count) for count in counts.split()]


@pytest.mark.parametrize(("name", "line"), CASES)
def test_the_counts_are_those_of_the_reference(name: str, line: str) -> None:
    position, counts = read_position(name, line)
    wanted = list(takewhile(lambda count: count <= LARGEST, counts))
    assert wanted, "no count is small enough to be checked"
    assert [perft(position, depth) for depth in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize(("name", "line"), CASES)
def test_every_move_is_in_one_slot(name: str, line: str) -> None:
    position, _ = read_position(name, line)
    slots = [position.move_in_slot(slot) for slot in range(position.count_slots())]
    found = [move for move in slots if move != NO_MOVE]
    legal = legal_moves(position)
    # The pass of a seat that cannot move has no slot.
    assert sorted(found) == sorted(legal) or (not found and (not slots or len(legal) < 2))


@pytest.mark.parametrize("name", ["caldera", "forge", "ludus", "pyramids", "skysummit"])
def test_there_are_enough_positions(name: str) -> None:
    assert len(lines(name)) >= LEAST_POSITIONS
