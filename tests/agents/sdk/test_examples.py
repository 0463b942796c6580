"""The examples of agents play whole games of everything, in every seat."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ludarium import games, load
from ludarium.agents.contender import Forfeit
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.player_spec import open_contender
from tests.agents.bouts import bout
from tests.agents.node import executable
from tests.agents.sampling import TICTACTOE

AGENTS = Path(__file__).parents[3] / "examples" / "agents"
LANGUAGES = ("python", "plain", "javascript", "c")


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("agents") / "randomly"
    compiler = os.environ.get("CC", "cc")
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-std=c11"]
    subprocess.run([compiler, *flags, "-o", program, AGENTS / "randomly.c"], check=True)
    return program


def spec(language: str, request: pytest.FixtureRequest) -> str:
    command = {
        "python": [sys.executable, AGENTS / "randomly.py"],
        "lookahead": [sys.executable, AGENTS / "lookahead.py"],
        "plain": [sys.executable, AGENTS / "plain.py"],
        "javascript": [executable(), AGENTS / "randomly.js"] if language == "javascript" else [],
        "c": [request.getfixturevalue("built")] if language == "c" else [],
    }[language]
    return "subprocess:" + shlex.join(map(str, command))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*games(), TICTACTOE], ids=lambda name: name[-9:])
def test_every_example_plays_every_game_to_its_end(
    language: str, name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    if language != "plain":  # `ready` will come, however busy this host is
        monkeypatch.setattr("ludarium.agents.hosting.program_contender.HELLO_READY_S", 60.0)
    game = load(name)
    written = spec(language, request)
    agent = open_contender(written, sandbox="off")
    try:
        for seat in range(game.seat_counts[-1]):
            contenders = [open_contender("random") for _ in range(game.seat_counts[-1])]
            contenders[seat] = agent
            played = bout(game, contenders, seed=seat)
            replies = [reply for who, reply in played.replies if who == seat]
            assert len(replies) > 1
            told = language != "plain"
            assert all(bool(reply.infos) == told for reply in replies)
        assert isinstance(agent, ProgramContender)
        assert agent.ignored == []
        assert agent.stderr == ""
        assert agent.says_ready == told
    finally:
        agent.close()


@pytest.mark.parametrize("language", [*LANGUAGES, "lookahead"])
def test_every_example_plays_in_the_sandbox(language: str, request: pytest.FixtureRequest) -> None:
    agent = open_contender(spec(language, request), sandbox="auto")
    try:
        played = bout(load("forge"), [agent, open_contender("random")])
        assert agent.stderr == ""
    finally:
        agent.close()
    assert played.match.outcome is not None


@pytest.mark.parametrize("language", ["python", "javascript", "c"])
def test_the_seed_decides_what_an_example_draws(
    language: str, request: pytest.FixtureRequest
) -> None:
    game = load("forge")
    agent = open_contender(spec(language, request), sandbox="off")
    try:
        moves = [
            bout(game, [agent, open_contender("first")], seed=seed).match.moves
            for seed in (5, 5, 6)
        ]
    finally:
        agent.close()
    assert moves[0] == moves[1] != moves[2]


def test_an_example_that_knows_the_rules_plays_without_being_told_the_moves(
    request: pytest.FixtureRequest,
) -> None:
    game = load("forge")
    agent = open_contender(spec("lookahead", request), sandbox="off")
    won = []
    try:
        for seed in range(4):
            played = bout(game, [agent, open_contender("random")], seed=seed, exposed=False)
            assert played.match.outcome is not None
            if played.match.outcome.winner == 0:
                won.append(played.replies[-1][1].infos)
    finally:
        agent.close()
    assert won
    assert all(infos == [{"score": 1, "text": "wins at once"}] for infos in won)


@pytest.mark.parametrize("language", ["javascript", "c"])
def test_an_example_that_does_not_know_the_rules_says_so(
    language: str, request: pytest.FixtureRequest
) -> None:
    agent = open_contender(spec(language, request), sandbox="off")
    try:
        with pytest.raises(Forfeit) as forfeit:
            bout(load("forge"), [agent, open_contender("first")], exposed=False)
    finally:
        agent.close()
    assert forfeit.value.code == "agent_error"
    assert "rules" in forfeit.value.detail
