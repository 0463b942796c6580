"""The agent check: its notes about correct and faulty agents."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from ludarium import load
from ludarium.agents import time_control
from ludarium.agents.hosting.agent_check import (
    CHECK_ADVICE,
    CHECK_FAULT,
    CHECK_OK,
    AgentCheck,
    CheckNote,
)
from ludarium.core.errors import InvalidOption
from tests.agents.hosting.misbehaving import PRELUDE
from tests.agents.sampling import TICTACTOE
from tests.terminal.test_cli import refused, run

EXAMPLES = Path(__file__).parents[3] / "examples" / "agents"


def examined(written: str, control: str = "move=60") -> dict[str, CheckNote]:
    games = [load(TICTACTOE), load("pyramids")]
    check = AgentCheck(written, games, time_control.read_time_control(control), sandbox="off")
    return {note.what: note for note in check.run_checks()}


def python(code: str) -> str:
    return "subprocess:" + shlex.join([sys.executable, "-c", PRELUDE + code])


def marks(notes: dict[str, CheckNote]) -> dict[str, str]:
    return {what: note.mark for what, note in notes.items()}


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.agent_check.MAX_CHECK_MOVES", 50)


def test_a_good_agent_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.program_contender.HELLO_READY_S", 60.0)
    monkeypatch.setattr("ludarium.agents.hosting.process_link.EXIT_GRACE_S", 60.0)
    command = [sys.executable, str(EXAMPLES / "randomly.py")]
    notes = examined("subprocess:" + shlex.join(command))
    assert marks(notes) == {
        "starts and answers": CHECK_OK,
        "survives unknown messages": CHECK_OK,
        "plays Tic-tac-toe": CHECK_OK,
        "plays Caldera (Looney Pyramids)": CHECK_OK,
        "plays the same again": CHECK_OK,
        "time": CHECK_OK,
        "memory": CHECK_OK,
        "infos": CHECK_OK,
        "stray output": CHECK_OK,
        "ends when its input ends": CHECK_OK,
        "plays without legal_moves": CHECK_ADVICE,
    }
    assert notes["plays Tic-tac-toe"].text.startswith("2 games in all seats, ")
    assert notes["plays Caldera (Looney Pyramids)"].text == (
        "5 games in all seats, 250 moves; 5 were broken off after 50."
    )
    assert int(notes["memory"].text.split()[0]) > 3


def test_bad_manners_are_noted_with_advice() -> None:
    notes = examined(
        python(
            "import random\n"
            "for turn in turns():\n"
            "    say('thinking\\n'); os.write(2, b'hm')\n"
            "    say(json.dumps({'type': 'move', 'move': random.choice(turn['legal_moves'])})"
            " + '\\n')\n"
            "while True: time.sleep(1)"
        )
    )
    assert [what for what, mark in marks(notes).items() if mark == CHECK_ADVICE] == [
        "starts and answers",
        "plays the same again",
        "stray output",
        "ends when its input ends",
        "plays without legal_moves",
    ]
    assert "ready" in notes["starts and answers"].text
    assert "not an object: thinking" in notes["stray output"].text
    assert notes["stderr"].text.endswith("hmhm")
    assert CHECK_FAULT not in marks(notes).values()


STRICT = """
for line in sys.stdin:
    message = json.loads(line)
    assert message['type'] in ('hello', 'start', 'turn', 'end'), 'what?'
    if message['type'] == 'turn': answer(message)
"""
ONE_SEAT = """
for turn in turns():
    if turn['player'] == 1: 1 / 0
    answer(turn)
"""


@pytest.mark.parametrize(
    ("code", "what", "text"),
    [
        ("for turn in turns(): sleep()", "starts and answers", "Flush"),
        ('for turn in turns(): say(\'{"type":"move"}\\n\')', "starts and answers", "unchanged"),
        ("sys.exit(3)", "starts and answers", "exit 3"),
        (STRICT, "survives unknown messages", "what?"),
        (ONE_SEAT, "plays Tic-tac-toe, seat 1 of 2", "ZeroDivisionError"),
    ],
)
def test_faults_are_told_with_what_was_said(code: str, what: str, text: str) -> None:
    notes = examined(python(code), "move=2" if "sleep" in code else "move=60")
    assert notes[what].mark == CHECK_FAULT
    assert text in notes[what].text


def test_players_of_our_own_are_checked_too_but_people_are_not() -> None:
    notes = examined("first", "nodes=5")
    assert set(marks(notes).values()) == {CHECK_OK}
    with pytest.raises(InvalidOption) as refusal:
        examined("human")
    assert refusal.value.code == "not_a_program"


def test_the_command_says_how_it_is_and_ends_accordingly() -> None:
    file = shlex.quote(str(EXAMPLES / "plain.py"))
    agent = f"subprocess:{shlex.quote(sys.executable)} {file}"
    done = run("check-agent", agent, "--game", "forge", "--sandbox", "off")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "plays Forge" in done.stdout
    assert "The agent follows the protocol." in done.stdout
    done = run("check-agent", "subprocess:true", "--game", "forge", "--sandbox", "off")
    assert done.returncode == 1
    assert "crash: The program ended with exit 0" in done.stdout
    assert refused("check-agent", "nobody") == "unknown_player"
    assert refused("check-agent", "first", "--time", "soon") == "wrong_time_control"
