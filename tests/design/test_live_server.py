"""The designer's loop: a saved change arrives in the page, and an error with its place."""

from __future__ import annotations

import signal
import socket
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from ludarium import check_game, cli, load
from ludarium.core.registry import GAME_FILES_VARIABLE
from ludarium.design.game_probe import ProbeResult, try_game
from ludarium.design.game_skeleton import NoSkeleton, write_skeleton
from ludarium.design.live_server import LiveServer, NotForDesigners
from ludarium.server.runtime.settings import Settings
from tests.server.serving import PATIENCE, Process, ask, free_port, running


@pytest.fixture
def name(tmp_path: Path) -> str:
    """A new game's file and class."""
    return write_skeleton("rows", tmp_path)


def edit(name: str, old: str, new: str) -> None:
    file = Path(name.rpartition(":")[0])
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_a_skeleton_keeps_the_contract_at_once(name: str) -> None:
    assert name.endswith("rows/rows.py:Rows")
    assert check_game(load(name), playouts=5) > 30
    assert Path(name.rpartition(":")[0]).with_name("pyproject.toml").is_file()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("rows", "folder_exists"),
        ("Rows", "wrong_name"),
        ("../x", "wrong_name"),
        ("class", "wrong_name"),
        ("random", "wrong_name"),
        ("ludus", "known_game"),
    ],
)
def test_a_skeleton_takes_no_place_of_another(
    name: str, tmp_path: Path, wanted: str, code: str
) -> None:
    with pytest.raises(NoSkeleton) as refusal:
        write_skeleton(wanted, tmp_path)
    assert refusal.value.code == code


def test_the_command_names_the_next_steps(tmp_path: Path) -> None:
    arguments = ["new-game", "two_words", "--folder", str(tmp_path)]
    result = CliRunner().invoke(cli.make_application(["new-game"]), arguments)
    # A command line of one command has no word for it.
    if result.exit_code:
        result = CliRunner().invoke(cli.make_application(), arguments)
    assert result.exit_code == 0, result.output
    assert "two_words.py:TwoWords" in result.output
    assert "ludarium serve --game" in result.output


def test_a_sound_game_is_known_by_its_id(name: str) -> None:
    assert try_game(name) == ProbeResult("rows")


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("BOARD = BoardShape(4, 4)", "BOARD = BoardShape(4, 4", "rows.py, line 14", "SyntaxError"),
        ("BOARD = BoardShape(4, 4)", "BOARD = Board(4, 4)", "rows.py, line 14", "NameError"),
        ("self.pass_turn()", "self.pass_turns()", "rows.py, line 29", "AttributeError"),
        ("if not self.board[cell]]", "if not self.boards[cell]]", "rows.py, line 25", "boards"),
        ('    id = "rows"', '    idle = "rows"', "rows.py", "declares no id"),
        ("class Rows(", "class Lines(", "rows.py", "The file has no Rows. Write rows.py:Lines."),
    ],
)
def test_an_error_is_told_with_its_place(
    name: str, old: str, new: str, place: str, message: str
) -> None:
    edit(name, old, new)
    result = try_game(name)
    assert (result.game_id, result.place) == ("", place)
    assert message in result.message


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.2", "example.org", "::"])
def test_a_designers_server_listens_on_this_machine_only(name: str, host: str) -> None:
    with pytest.raises(NotForDesigners) as refusal:
        LiveServer(name, Settings(host=host), print)
    assert refusal.value.code == "designer_host"


def test_a_broken_game_is_not_served(name: str) -> None:
    edit(name, "BOARD = BoardShape(4, 4)", "BOARD = BoardShape(4, 0)")
    with pytest.raises(NotForDesigners) as refusal:
        LiveServer(name, Settings(), print).run()
    assert refusal.value.code == "broken_game"
    assert "rows.py, line 14" in refusal.value.message


def test_a_taken_port_is_refused_before_an_address_is_told(name: str) -> None:
    told: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(NotForDesigners) as refusal:
            LiveServer(name, Settings(port=port, workers=1), told.append).run()
    assert refusal.value.code == "port_taken"
    assert not told


def test_the_address_is_told_when_the_server_answers(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, told = free_port(), []
    monkeypatch.setenv(GAME_FILES_VARIABLE, "")  # the server changes it

    def tell(line: str) -> None:
        told.append((line, answers(port)))
        raise KeyboardInterrupt

    handler = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(KeyboardInterrupt):
            LiveServer(name, Settings(port=port, workers=1), tell).run()
    finally:
        signal.signal(signal.SIGTERM, handler)
    assert told == [(f"version 1: http://127.0.0.1:{port}/new/rows", True)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_server_outlives_the_designers_command(
    name: str, tmp_path: Path, number: signal.Signals
) -> None:
    server = Process(str(tmp_path / "rooms.db"), "--workers", "1", "--game", name)
    with server:
        server.kill(number)
        until = time.monotonic() + PATIENCE
        while answers(server.port):
            assert time.monotonic() < until, "the server goes on"
            time.sleep(0.05)


def answers(port: int) -> bool:
    """Whether a server accepts connections."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def test_a_players_server_has_nothing_for_designers(tmp_path: Path) -> None:
    with running(Settings(database=str(tmp_path / "players.db"), workers=1)) as port:
        assert ask(port, "/api/designer")[0] == 404
        assert b"designer" not in ask(port, "/")[1]


def test_a_designers_page_has_the_script_and_the_status(tmp_path: Path) -> None:
    status = tmp_path / "status.json"
    status.write_text('{"version": 3, "error": null}', "utf-8")
    settings = Settings(
        database=str(tmp_path / "designer.db"), workers=1, designer_status=str(status)
    )
    with running(settings) as port:
        assert ask(port, "/api/designer")[:2] == (200, {"version": 3, "error": None})
        assert b"/assets/designer-" in ask(port, "/new")[1]
