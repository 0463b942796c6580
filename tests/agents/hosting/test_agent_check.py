"""The checkup of agents: what it notes of good ones and of bad ones."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from ludarium import load
from ludarium.agents import timecontrol
from ludarium.agents.hosting.agent_check import ADVICE, FAULT, OK, Checkup, Note
from ludarium.core.errors import InvalidOption
from tests.agents.hosting.misbehaving import PRELUDE
from tests.agents.sampling import TICTACTOE
from tests.terminal.test_cli import refused, run

EXAMPLES = Path(__file__).parents[3] / "examples" / "agents"


def examined(written: str, control: str = "move=60") -> dict[str, Note]:
    games = [load(TICTACTOE), load("pyramids")]
    checkup = Checkup(written, games, timecontrol.read(control), sandbox="off")
    return {note.what: note for note in checkup.notes()}


def python(code: str) -> str:
    return "subprocess:" + shlex.join([sys.executable, "-c", PRELUDE + code])


def marks(notes: dict[str, Note]) -> dict[str, str]:
    return {what: note.mark for what, note in notes.items()}


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.agent_check.LONGEST", 50)


def test_a_good_agent_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.program.GRACE", 60.0)
    monkeypatch.setattr("ludarium.agents.hosting.process.LEAVING", 60.0)
    command = [sys.executable, str(EXAMPLES / "randomly.py")]
    notes = examined("subprocess:" + shlex.join(command))
    assert marks(notes) == {
        "starts and answers": OK,
        "survives unknown messages": OK,
        "plays Tic-tac-toe": OK,
        "plays Caldera (Looney Pyramids)": OK,
        "plays the same again": OK,
        "time": OK,
        "memory": OK,
        "infos": OK,
        "stray output": OK,
        "leaves when its input ends": OK,
        "plays without legal_moves": ADVICE,
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
    assert [what for what, mark in marks(notes).items() if mark == ADVICE] == [
        "starts and answers",
        "plays the same again",
        "stray output",
        "leaves when its input ends",
        "plays without legal_moves",
    ]
    assert "ready" in notes["starts and answers"].text
    assert "not an object: thinking" in notes["stray output"].text
    assert notes["stderr"].text.endswith("hmhm")
    assert FAULT not in marks(notes).values()


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
        ("for turn in turns(): sleep()", "starts and answers", "flush"),
        ('for turn in turns(): say(\'{"type":"move"}\\n\')', "starts and answers", "unchanged"),
        ("sys.exit(3)", "starts and answers", "exit 3"),
        (STRICT, "survives unknown messages", "what?"),
        (ONE_SEAT, "plays Tic-tac-toe, seat 1 of 2", "ZeroDivisionError"),
    ],
)
def test_faults_are_told_with_what_was_said(code: str, what: str, text: str) -> None:
    notes = examined(python(code), "move=2" if "sleep" in code else "move=60")
    assert notes[what].mark == FAULT
    assert text in notes[what].text


def test_players_of_our_own_are_checked_too_but_people_are_not() -> None:
    notes = examined("first", "nodes=5")
    assert set(marks(notes).values()) == {OK}
    with pytest.raises(InvalidOption) as refusal:
        examined("human")
    assert refusal.value.code == "not_a_program"


def test_the_command_says_how_it_is_and_ends_accordingly() -> None:
    file = shlex.quote(str(EXAMPLES / "plain.py"))
    agent = f"subprocess:{shlex.quote(sys.executable)} {file}"
    done = run("check-agent", agent, "--game", "forge", "--sandbox", "off")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "plays Forge" in done.stdout
    assert "The agent keeps the protocol." in done.stdout
    done = run("check-agent", "subprocess:true", "--game", "forge", "--sandbox", "off")
    assert done.returncode == 1
    assert "crash: The program ended with exit 0" in done.stdout
    assert refused("check-agent", "nobody") == "unknown_player"
    assert refused("check-agent", "first", "--time", "soon") == "wrong_time_control"
