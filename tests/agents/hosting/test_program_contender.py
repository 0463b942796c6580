"""Programs and agents in files as contenders: judged, restarted, refused."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest

from ludarium import load
from ludarium.agents.built_in_contender import BuiltInContender
from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.human_contender import HumanContender
from ludarium.agents.player_spec import open_contender
from ludarium.core.errors import InvalidOption
from ludarium.core.game import Outcome
from tests.agents.bouts import bout
from tests.agents.sampling import TICTACTOE

BOTS = """
from ludarium.agents import Agent

def first(state, legal_moves):
    return legal_moves[0]

def true(state, legal_moves):
    return {"cell": True}

def nan(state, legal_moves):
    return float("nan")

def spoils(state, legal_moves):
    state.clear()
    return legal_moves.pop(0)

def raises(state, legal_moves):
    raise ValueError("I am lost")

class Told(Agent):
    def setup(self):
        self.told = ["setup"]
    def start(self):
        self.told.append(self.game["player"])
    def choose(self, state, legal_moves):
        self.info(told=self.told, limit=self.turn["clock"]["limit_ms"])
        return legal_moves[0]
    def end(self, message):
        self.told.append(message["reason"])

class Broken(Agent):
    def __init__(self):
        raise OSError("no model")

number = 7
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    file = tmp_path / "bots.py"
    file.write_text(BOTS, "utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("symbol", "code"),
    [
        ("first", ""),
        ("spoils", ""),
        ("true", "illegal_move"),
        ("nan", "timeout"),
        ("raises", "agent_error"),
        ("Broken", "agent_error"),
    ],
)
def test_an_agent_in_a_file_is_judged_like_a_program(bots: str, symbol: str, code: str) -> None:
    game = load(TICTACTOE)
    contender = open_contender(f"{bots}:{symbol}")
    contenders = [contender, open_contender("first")]
    if code:
        with pytest.raises(Forfeit) as forfeit:
            bout(game, contenders)
        assert forfeit.value.code == code
        assert ("Error" in contender.stderr) == (code == "agent_error")
    else:
        assert bout(game, contenders).match.outcome == Outcome(0, "three_in_a_row")
    contender.close()


def test_an_agent_is_told_of_games_and_can_tell_of_its_moves(bots: str) -> None:
    contender = open_contender(f"{bots}:Told")
    for _ in range(2):
        played = bout(load(TICTACTOE), [contender, open_contender("first")])
    told = ["setup", 0, "three_in_a_row", 0]
    assert played.replies[0][1].infos == [{"told": told, "limit": None}]
    contender.close()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("nobody", "unknown_player"),
        ("random:seed=1", "unknown_setting"),
        ("search:width=3", "unknown_setting"),
        ("nowhere.py:Bot", "no_such_file"),
        ("{bots}:Nobody", "no_such_symbol"),
        ("{bots}:number", "not_an_agent"),
        ("{bots}:Agent", ""),
        ("{broken}:Bot", "broken_agent"),
        ("subprocess:", "no_such_program"),
        ("subprocess:nothing-of-that-name x", "no_such_program"),
        ("subprocess:python 'half", "no_such_program"),
        ("ws://", "wrong_address"),
        ("ws://host:port", "wrong_address"),
    ],
)
def test_what_names_no_contender_is_refused(
    written: str, code: str, bots: str, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("1 / 0")
    written = written.replace("{bots}", bots).replace("{broken}", str(broken))
    if not code:
        open_contender(written).close()
        return
    with pytest.raises(InvalidOption) as refusal:
        open_contender(written)
    assert refusal.value.code == code


def test_a_program_that_cannot_be_started_crashes(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("no program at all")
    file.chmod(0o755)
    contender = open_contender(f"subprocess:{file}", sandbox="off")
    try:
        with pytest.raises(Forfeit) as forfeit:
            bout(load(TICTACTOE), [contender, open_contender("first")])
    finally:
        contender.close()
    assert forfeit.value.code == "crash"
    assert "could not be started: Exec format error" in forfeit.value.message


def test_a_program_that_crashed_is_started_again_for_the_next_game() -> None:
    code = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    if json.loads(line)['type'] == 'turn': sys.exit(4)\n"
    )
    command = [sys.executable, "-c", code]
    contender = open_contender(f"subprocess:{shlex.join(command)}", sandbox="off")
    try:
        for _ in range(2):
            with pytest.raises(Forfeit) as forfeit:
                bout(load(TICTACTOE), [contender, open_contender("first")])
            assert "exit 4" in forfeit.value.message
    finally:
        contender.close()


LEAVER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print('{"type":"ready"}', flush=True)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "move": message["legal_moves"][0]}), flush=True)
    if message["type"] == "end":
        break
"""


def test_a_program_that_leaves_after_a_game_is_started_again_for_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludarium.agents.hosting.program_contender.HELLO_READY_S", 60.0)
    monkeypatch.setattr("ludarium.agents.hosting.program_contender.START_READY_S", 0.1)
    command = shlex.join([sys.executable, "-c", LEAVER])
    contender = open_contender(f"subprocess:{command}", sandbox="off")
    assert isinstance(contender, ProgramContender)
    try:
        for _ in range(2):
            played = bout(load(TICTACTOE), [contender, open_contender("first")])
            assert played.match.outcome == Outcome(0, "three_in_a_row")
            for _ in range(1000):
                if contender.link.lost:
                    break
                time.sleep(0.01)
            # It said ready to hello, but not to start.
            assert not contender.answers_start
    finally:
        contender.close()


def test_programs_are_programs_whatever_the_link(bots: str) -> None:
    for written in (f"{bots}:first", "subprocess:true", "ws://localhost:1/"):
        assert isinstance(open_contender(written, sandbox="off"), ProgramContender)
    assert isinstance(open_contender("human"), HumanContender)
    assert isinstance(open_contender("hard:nodes=5"), BuiltInContender)
