"""Numbers of endings agree with the rules: moves, moves backwards, and exits."""

from __future__ import annotations

import random

import pytest

from ludarium import AnyGame, load, mode
from ludarium.core.endings import EndingClass
from ludarium.core.position import ONGOING, Position
from ludarium.search.retrograde import RetrogradeAnalysis

LUDUS = load("ludus")
FORGE = load("forge", onyx_embers=0, amber_embers=0)
SAMPLES = 150 if mode.compiled() else 10
CLASSES = [(LUDUS, "FL-CU_FL"), (LUDUS, "FL-L_FL"), (LUDUS, "FL-KT_FL"), (FORGE, "no-embers")]


def open_class(game: AnyGame, name: str) -> EndingClass:
    catalogue = game.endings()
    assert catalogue is not None
    return catalogue.open_class(name)


def draw_numbers(ending: EndingClass, seed: str) -> list[int]:
    rng = random.Random(seed)
    found: list[int] = []
    while len(found) < SAMPLES:
        number = rng.randrange(ending.size)
        if ending.arrange(number):
            found.append(number)
    return found


def list_targets(ending: EndingClass, number: int, backwards: bool) -> set[int]:
    assert ending.arrange(number)
    count = ending.list_predecessors() if backwards else ending.list_successors()
    return set(ending.targets[:count])


def numbers_by_rules(game: AnyGame, ending: EndingClass, position: Position) -> set[int]:
    """The positions of the class one move later, by the rules of the game."""
    found = set()
    for move in game.moves(position):
        position.play(move)
        if position.verdict == ONGOING and ending.number_of(position) >= 0:
            found.add(ending.number_of(position))
        position.undo()
    return found


@pytest.mark.parametrize(("game", "name"), CLASSES)
def test_moves_forward_are_those_of_the_rules(game: AnyGame, name: str) -> None:
    ending = open_class(game, name)
    for number in draw_numbers(ending, name):
        targets = list_targets(ending, number, backwards=False)
        if ending.exit_win == 1:
            continue  # the table needs no other move
        ending.arrange(number)
        assert targets == numbers_by_rules(game, ending, ending.arranged_position())


@pytest.mark.parametrize(("game", "name"), CLASSES)
def test_moves_backward_undo_moves_forward(game: AnyGame, name: str) -> None:
    ending = open_class(game, name)
    for number in draw_numbers(ending, f"back {name}"):
        for before in list_targets(ending, number, backwards=True):
            if ending.arrange(before):
                assert number in list_targets(ending, before, backwards=False)
        targets = list_targets(ending, number, backwards=False)
        if ending.exit_win != 1:
            for after in list(targets)[:5]:
                assert number in list_targets(ending, after, backwards=True)


def test_a_position_is_won_before_a_lost_one_and_lost_before_won_ones_only() -> None:
    ending = open_class(LUDUS, "FL_FL")
    values = bytearray(ending.size)
    analysis = RetrogradeAnalysis(ending, values)
    analysis.start_values(0, ending.size)
    while found := max(value for value in values if value < 255):
        before = bytes(values)
        for plies in range(1, found + 1):
            analysis.extend_layer(plies, 0, ending.size)
        if values == before:
            break
    rng = random.Random(5)
    for number in rng.sample(range(ending.size), 10 * SAMPLES):
        assert analysis.value_by_moves(number) == values[number]
