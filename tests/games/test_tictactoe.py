"""The worked example: its rules, the document that builds it, and the ways to load a game."""

from __future__ import annotations

import doctest
import itertools
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludarium import AnyGame, IllegalMove, InvalidState, Outcome, UnknownGame, cli, load
from ludarium.core.drawing.piece_outlines import load_glyphs
from ludarium.core.registry import find_game, games
from ludarium.search.perft import perft
from ludarium.testing import check_game

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "tictactoe"
FILE = FOLDER / "tictactoe.py"
DOCUMENT = (ROOT / "docs" / "tutorials" / "adding-a-game.md").read_text("utf-8")

PERFT = (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
REACHABLE = 5478  # all positions of the game, finished ones included


@pytest.fixture(scope="module")
def game() -> AnyGame:
    return load(f"{FILE}:TicTacToe")


def board(rows: str) -> list[str | None]:
    """`XO. .X. ...` as a list of marks."""
    return [None if mark == "." else mark for mark in rows.replace(" ", "")]


def state(rows: str, winner: int | None = None, reason: str = "") -> dict[str, Any]:
    marks = board(rows)
    to_move = marks.count("X") - marks.count("O")
    return {"board": marks, "to_move": to_move, "winner": winner, "reason": reason}


# The rules.


def test_the_example_keeps_the_contract(game: AnyGame) -> None:
    assert check_game(game, playouts=20) > 100


@pytest.mark.parametrize("depth", range(1, 10))
def test_the_counts_below_the_start_are_the_known_ones(game: AnyGame, depth: int) -> None:
    assert perft(game.new(), depth) == PERFT[depth - 1]


def test_the_board_starts_empty_and_x_begins(game: AnyGame) -> None:
    assert game.initial_state() == state("... ... ...")
    assert game.to_move(game.initial_state()) == 0


def test_a_seat_marks_any_empty_cell_in_the_order_of_the_cells(game: AnyGame) -> None:
    assert game.legal_moves(state("XO. .X. ..O")) == [{"cell": cell} for cell in (2, 3, 5, 6, 7)]


def test_the_seats_take_turns(game: AnyGame) -> None:
    after = game.apply_move(state("X.. ... ..."), {"cell": 8})
    assert after == state("X.. ... ..O")


LINES = ["XXX OO. ...", "OO. XXX ...", "OO. ... XXX", "XO. XO. X..", "OX. OX. .X.", "O.X O.X ..X"]
DIAGONALS = ["XOO .X. ..X", "O.X OX. X.."]


@pytest.mark.parametrize("rows", LINES + DIAGONALS)
def test_three_in_a_row_a_column_or_a_diagonal_win(game: AnyGame, rows: str) -> None:
    last = rows.replace(" ", "").rindex("X")
    before = state(rows)
    before["board"][last], before["to_move"] = None, 0
    after = game.apply_move(before, {"cell": last})
    assert after == state(rows, 0, "three_in_a_row")
    assert game.outcome(after) == Outcome(0, "three_in_a_row")
    assert game.legal_moves(after) == []
    assert game.to_move(after) is None


def test_the_second_seat_wins_in_the_same_way(game: AnyGame) -> None:
    after = game.apply_move(state("XX. OO. X.."), {"cell": 5})
    assert after == state("XX. OOO X..", 1, "three_in_a_row")


def test_a_full_board_is_a_draw(game: AnyGame) -> None:
    after = game.apply_move(state("XOX XXO O.O"), {"cell": 7})
    assert after == state("XOX XXO OXO", None, "board_full")
    assert game.outcome(after) == Outcome(None, "board_full")


@pytest.mark.parametrize(("rows", "last"), [("XOX OXO OX.", 8), ("XX. OOX OOX", 2)])
def test_one_line_or_two_on_the_last_cell_win(game: AnyGame, rows: str, last: int) -> None:
    after = game.apply_move(state(rows), {"cell": last})
    assert game.outcome(after) == Outcome(0, "three_in_a_row")


def test_cells_are_written_and_clicked_by_column_and_row(game: AnyGame) -> None:
    choices = game.choices(game.new())
    assert " ".join(choice.notation for choice in choices) == "a3 b3 c3 a2 b2 c2 a1 b1 c1"
    assert choices[5].path == ("board:1,2",)


def test_the_board_is_drawn_with_its_marks(game: AnyGame) -> None:
    scene = game.scene(game.state_from_json(state("X.. .O. ...")))
    tokens = [(token.glyph, token.text, token.at, token.seat) for token in scene.tokens]
    assert tokens == [("cross", "X", "board:0,0", 0), ("ring", "O", "board:1,1", 1)]


def test_the_rules_for_players_number_what_refusals_quote(game: AnyGame) -> None:
    for number in range(1, 5):
        assert f"**T{number}.**" in game.rules()


# Refusals.


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        ({"cell": 0}, "occupied", "T2"),
        ({"cell": 9}, "off_board", "G3"),
        ({"cell": -1}, "off_board", "G3"),
        ({"cell": "4"}, "malformed_move", "G3"),
        ({"cell": True}, "malformed_move", "G3"),
        ({"cell": 4.0}, "malformed_move", "G3"),
        ({"cell": None}, "malformed_move", "G3"),
        ({"cell": 4, "mark": "O"}, "malformed_move", "G3"),
        ({"square": 4}, "malformed_move", "G3"),
        ({}, "malformed_move", "G3"),
        ([4], "malformed_move", "G3"),
        (4, "malformed_move", "G3"),
        (None, "malformed_move", "G3"),
    ],
)
def test_a_move_is_refused_with_its_reason(game: AnyGame, move: Any, code: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        game.apply_move(state("X.. ... ..."), move)
    assert (refusal.value.code, refusal.value.rule) == (code, rule)


@pytest.mark.parametrize(("written", "code"), [("a3", "occupied"), ("d4", "unknown_notation")])
def test_a_typed_move_is_refused_with_its_reason(game: AnyGame, written: str, code: str) -> None:
    position = game.state_from_json(state("X.. ... ..."))
    with pytest.raises(IllegalMove) as refusal:
        game.move_from_notation(position, written)
    assert refusal.value.code == code


def test_a_finished_game_takes_no_move(game: AnyGame) -> None:
    with pytest.raises(IllegalMove) as refusal:
        game.apply_move(state("XXX OO. ...", 0, "three_in_a_row"), {"cell": 5})
    assert refusal.value.code == "game_over"


EMPTY = state("... ... ...")


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (None, "wrong_type"),
        ([], "wrong_type"),
        ({}, "missing_key"),
        ({**EMPTY, "ply": 0}, "unknown_key"),
        ({**EMPTY, "board": None}, "wrong_type"),
        ({**EMPTY, "board": [None] * 8}, "wrong_length"),
        ({**EMPTY, "board": [1] * 9}, "wrong_type"),
        ({**EMPTY, "board": ["x"] + [None] * 8}, "out_of_range"),
        ({**EMPTY, "board": [""] + [None] * 8}, "out_of_range"),
        (state("XX. ... ..."), "out_of_range"),
        (state("O.. ... ..."), "out_of_range"),
        ({**EMPTY, "board": board("XX. ... ...")}, "impossible"),
        (state("XXX OOO ..."), "impossible"),
        (state("XXX OO. O.."), "impossible"),
        (state("XX. OOO X.X", 1, "three_in_a_row"), "impossible"),
        ({**EMPTY, "to_move": 1}, "impossible"),
        ({**EMPTY, "to_move": 2}, "out_of_range"),
        ({**EMPTY, "to_move": False}, "wrong_type"),
        (state("XXX OO. ..."), "not_canonical"),
        (state("XXX OO. ...", 1, "three_in_a_row"), "not_canonical"),
        (state("XXX OO. ...", 0, "board_full"), "not_canonical"),
        (state("XX. OO. ...", 0, "three_in_a_row"), "not_canonical"),
        (state("XOX XXO OXO", 0, "board_full"), "not_canonical"),
    ],
)
def test_a_state_that_no_game_reaches_is_refused(game: AnyGame, value: Any, code: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        game.state_from_json(value)
    assert refusal.value.code == code


def test_of_all_boards_just_the_reachable_ones_are_read(game: AnyGame) -> None:
    accepted = 0
    for marks in itertools.product((None, "X", "O"), repeat=9):
        ahead = marks.count("X") - marks.count("O")
        try:
            game.read_state({**EMPTY, "board": list(marks), "to_move": ahead})
        except InvalidState:
            continue
        accepted += 1
    assert accepted == REACHABLE


# The document.


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def without_blank_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_python_blocks_of_the_document_are_the_examples() -> None:
    shown = without_blank_lines("".join(blocks("python")))
    examples = (FILE, ROOT / "examples" / "crossfire" / "crossfire.py")
    whole = "".join(file.read_text("utf-8") for file in examples)
    assert shown == without_blank_lines(whole)


def test_the_document_names_every_glyph_that_is_drawn() -> None:
    names = load_glyphs()
    assert len(names) > 20
    assert [name for name in names if f"`{name}`" not in DOCUMENT] == []


def test_the_toml_block_of_the_document_is_the_example() -> None:
    assert blocks("toml") == [(FOLDER / "pyproject.toml").read_text("utf-8")]


def test_the_sessions_of_the_document_happen_as_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session = doctest.DocTestParser().get_doctest(
        "\n".join(blocks("pycon")), {}, "adding-a-game", None, None
    )
    assert len(session.examples) > 10
    report: list[str] = []
    assert doctest.DocTestRunner().run(session, out=report.append).failed == 0, "".join(report)


COMMANDS = re.findall(r"^\$ ludarium (.*)$", "".join(blocks("console")), re.MULTILINE)


def test_the_document_shows_the_commands_for_a_game() -> None:
    assert {command.split()[0] for command in COMMANDS} == {"check-game", "perft", "play", "rules"}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_document_work(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = CliRunner().invoke(cli.make_application(), shlex.split(command), input="b2\nquit\n")
    assert result.exit_code == 0, result.output


# Ways to load a game.


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("chequers", "unknown_game"),
        ("", "unknown_game"),
        ("tictactoe.py", "no_such_file"),
        (str(FILE), "no_such_symbol"),
        ("missing.py:TicTacToe", "no_such_file"),
        (f"{FOLDER}.py:TicTacToe", "no_such_file"),
        (f"{FILE}:Chequers", "no_such_symbol"),
        (f"{FILE}:", "no_such_symbol"),
        (f"{FILE}:LINES", "not_a_game"),
        (f"{FILE}:TicTacToePosition", "not_a_game"),
        (f"{FILE}:DeclaredGame", "incomplete_game"),
    ],
)
def test_what_is_no_game_is_not_loaded(name: str, code: str) -> None:
    with pytest.raises(UnknownGame) as refusal:
        load(name)
    assert refusal.value.code == code


@pytest.mark.parametrize("name", [str(FILE), f"{FILE}:Chequers"])
def test_the_games_of_a_file_are_named_to_an_author_who_names_none(name: str) -> None:
    with pytest.raises(UnknownGame, match=r" Write tictactoe.py:TicTacToe\.$"):
        load(name)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("class TicTacToe(:\n", "SyntaxError: invalid syntax (broken.py, line 1)."),
        ("\nimport chequers\n", "No module named 'chequers' (broken.py, line 2)."),
        ("import beside\n", "beside.py lies beside it: put their folder into PYTHONPATH."),
        ("1 / 0\n", "ZeroDivisionError: division by zero (broken.py, line 1)."),
        ("\0", "source code string cannot contain null bytes"),
    ],
)
def test_a_file_that_cannot_be_imported_is_not_loaded(
    tmp_path: Path, source: str, reason: str
) -> None:
    file = tmp_path / "broken.py"
    file.write_text(source, "utf-8")
    (tmp_path / "beside.py").touch()
    with pytest.raises(UnknownGame) as refusal:
        load(f"{file}:TicTacToe")
    assert refusal.value.code == "broken_game"
    assert reason in refusal.value.message


def test_a_game_is_loaded_by_a_relative_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert load("examples/tictactoe/tictactoe.py:TicTacToe").id == "tictactoe"


@pytest.mark.parametrize("names", [f"{FILE}", f"{FILE}:TicTacToe", f"{FILE}{os.pathsep}{FILE}"])
def test_listed_files_load_by_the_id_of_their_game(
    names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_GAME_FILES", names)
    assert load("tictactoe").title == "Tic-tac-toe"


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("tictactoe", "wrong_game_files"),
        (f"{FILE}:TicTacToe:rest", "wrong_game_files"),
        (f"{Path(__file__)}", "which_game"),
        ("missing.py", "no_such_file"),
    ],
)
def test_a_wrong_list_of_files_is_refused(
    names: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARIUM_GAME_FILES", names)
    with pytest.raises(UnknownGame) as refusal:
        load("tictactoe")
    assert refusal.value.code == code


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Installs a module of this source as `tictactoe`, with the entry point of the example."""

    def install(source: str) -> None:
        project = tomllib.loads((FOLDER / "pyproject.toml").read_text("utf-8"))["project"]
        (tmp_path / "tictactoe.py").write_text(source, "utf-8")
        info = tmp_path / f"ludarium_tictactoe-{project['version']}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {project['name']}\nVersion: 0.1.0\n", "utf-8")
        lines = ["[ludarium.games]"]
        for name, target in project["entry-points"]["ludarium.games"].items():
            lines.append(f"{name} = {target}")
        (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
        monkeypatch.syspath_prepend(tmp_path)

    yield install
    sys.modules.pop("tictactoe", None)


def test_an_installed_game_is_loaded_by_its_id(install: Callable[[str], None]) -> None:
    assert "tictactoe" not in games()
    install(FILE.read_text("utf-8"))
    assert games()[-1] == "tictactoe"
    assert find_game("tictactoe").title == "Tic-tac-toe"
    assert load("tictactoe").initial_state() == EMPTY


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("TicTacToe = None\n", "not_a_game"),
        ("from ludarium import Game as TicTacToe\n", "not_a_game"),
        ("Chequers = None\n", "broken_game"),
        ("import chequers\n", "broken_game"),
        ("class TicTacToe(:\n", "broken_game"),
        ("1 / 0\n", "broken_game"),
    ],
)
def test_an_installed_module_without_a_game_is_not_loaded(
    install: Callable[[str], None], source: str, code: str
) -> None:
    install(source)
    with pytest.raises(UnknownGame) as refusal:
        load("tictactoe")
    assert refusal.value.code == code
