"""The conformance suite reports the broken rule of every broken game."""

from __future__ import annotations

import ast
import inspect
from types import ModuleType
from typing import Any

import pytest

from ludarium import AnyGame, Cell, Event, Scene, testing
from ludarium.core import position_checks
from tests.conformance.breakages import BREAKAGES, MODULE, RULES, SOUND, Breakage, retold

PLAYOUTS = 6


def broken(breakage: Breakage, monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """A game that is tic-tac-toe but for one method."""
    base = RULES if breakage.of_position else SOUND
    made: Any = type("Broken", (base,), {breakage.method: breakage.stand_in})
    if breakage.of_position:
        monkeypatch.setattr(MODULE, "TicTacToePosition", made)
        made = SOUND
    broken_game: AnyGame = made()
    return broken_game


def faults(broken_game: AnyGame) -> set[str]:
    """The rules that the suite finds broken."""
    with pytest.raises(testing.Nonconformance) as caught:
        testing.check_game(broken_game, PLAYOUTS)
    return {fault.rule for fault in caught.value.faults}


@pytest.mark.parametrize("breakage", BREAKAGES, ids=lambda breakage: breakage.stand_in.__name__)
def test_a_broken_game_is_caught(breakage: Breakage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert breakage.rule in faults(broken(breakage, monkeypatch))


def test_a_game_that_does_not_end_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "MAX_PLIES", 4)  # no game of tic-tac-toe is that short
    assert faults(SOUND()) == {"the game ends"}


def test_a_random_start_that_is_denied_is_caught() -> None:
    def start(self: Any, seed: int, seats: int) -> Any:
        first = SOUND.start(self, seed, seats)
        first.play(seed % 9)
        return first

    made = type("Broken", (SOUND,), {"start": start, "random_setup": False})
    assert "without a random set-up all seeds begin alike" in faults(made())


def test_a_cell_that_rises_untold_is_caught() -> None:
    def scene(self: Any, position: Any) -> Scene:
        sound = SOUND.scene(self, position)
        cells = tuple(Cell(token.at, level=1) for token in sound.tokens)
        return Scene(sound.grids, cells, sound.tokens)

    def events(self: Any, position: Any, move: int) -> list[Event]:
        return [Event("place", f"mark{move}")]

    made = type("Broken", (SOUND,), {"scene": scene, "events": events})
    assert faults(made()) == {"events tell of every cell that rises"}


def test_a_token_that_turns_untold_is_caught() -> None:
    def scene(self: Any, position: Any) -> Scene:
        facing = "ns"[position.board.count(None) % 2]
        return retold(self, position, lambda token: {"facing": facing})

    def events(self: Any, position: Any, move: int) -> list[Event]:
        return [Event("place", f"mark{move}")]

    made = type("Broken", (SOUND,), {"scene": scene, "events": events})
    assert faults(made()) == {"events tell of every token that turns or changes its badge"}


def test_the_sound_game_is_not_accused() -> None:
    assert testing.check_game(SOUND(), PLAYOUTS) > 0


def test_every_rule_of_the_suite_is_broken_by_some_game() -> None:
    shown = {breakage.rule for breakage in BREAKAGES}
    shown |= {
        "the game ends",
        "without a random set-up all seeds begin alike",
        "events tell of every cell that rises",
        "events tell of every token that turns or changes its badge",
    }
    assert shown == rules_in(testing) | rules_in(position_checks)


def rules_in(module: ModuleType) -> set[str]:
    """The rules in a source: `yield rule, detail` and `add_fault(rule, detail, ...)`."""
    rules: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        match node:
            case ast.Yield(ast.Tuple([ast.Constant(str(rule)), *_])):
                rules.add(rule)
            case ast.Call(ast.Attribute(attr="add_fault"), [ast.Constant(str(rule)), *_]):
                rules.add(rule)
    return rules
