"""A third-party game plays in the browser without any code in the client."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor
from tests.server.serving import Process

EXAMPLE = Path(__file__).parents[2] / "examples" / "tictactoe" / "tictactoe.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with the example installed as by pip: its file and its entry point."""
    folder = tmp_path_factory.mktemp("installed")
    shutil.copy(EXAMPLE, folder)
    known = folder / "ludarium_tictactoe-0.1.0.dist-info"
    known.mkdir()
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: ludarium-tictactoe\nVersion: 1\n")
    points = "[ludarium.games]\ntictactoe = tictactoe:TicTacToe\n"
    (known / "entry_points.txt").write_text(points)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        with Process(str(folder / "ludarium.db"), "--workers", "1") as process:
            yield process


def test_the_example_is_played_to_its_end(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/")
    ada.page.get_by_role("button", name="Play now: Tic-tac-toe").click()
    outcome = Mouse(ada, 2).play()
    assert outcome in {"You won", "You lost", "A draw"}
    record = ada.record()
    assert record["game"] == "tictactoe"
    assert ada.see().moves == len(record["moves"]) >= 5


def test_the_reason_of_an_illegal_move_is_shown_at_its_cell(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.new_game("tictactoe", "Same screen")
    first = ada.until(lambda seen: seen.able, "a turn").cells[4]
    ada.page.mouse.click(first.x, first.y)
    ada.until(lambda seen: seen.moves == 1 and seen.able, "the second turn")
    ada.page.mouse.click(first.x, first.y)
    ada.expect_text("There is a mark on that cell.")
    assert ada.see().moves == 1


def test_its_rules_are_a_page(visit: Callable[..., Visitor]) -> None:
    ada = visit()
    ada.go("/rules/tictactoe")
    ada.expect_text("Three marks of one seat in a row")
