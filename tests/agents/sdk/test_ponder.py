"""Pondering: a bot of the kit thinks in the time of the others, where the event allows it."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from ludarium import load
from ludarium.agents.hosting.program_contender import ProgramContender
from ludarium.agents.player_spec import open_contender
from tests.agents.bouts import bout
from tests.agents.sampling import TICTACTOE

PONDERER = """
from ludarium.agents import Agent, run

class Ponderer(Agent):
    rounds = 0

    def choose(self, state, legal_moves):
        self.info(rounds=self.rounds, ponder=self.game.get("ponder", False))
        return legal_moves[0]

    def ponder(self):
        self.rounds = 1
        while not self.asked():
            self.rounds += 1

if __name__ == "__main__":
    run(Ponderer)
"""


@pytest.mark.parametrize("ponder", [True, False])
@pytest.mark.parametrize("inside", [True, False])
def test_a_bot_ponders_if_it_may(tmp_path: Path, ponder: bool, inside: bool) -> None:
    file = tmp_path / "ponderer.py"
    file.write_text(PONDERER)
    command = shlex.join([sys.executable, str(file)])
    bot = open_contender(f"{file}:Ponderer" if inside else f"subprocess:{command}", sandbox="off")
    assert isinstance(bot, ProgramContender)
    bot.ponder = ponder
    try:
        played = bout(load(TICTACTOE), [bot, open_contender("first")])
    finally:
        bot.close()
    infos: list[dict[str, Any]] = [one for _, reply in played.replies for one in reply.infos]
    assert len(infos) > 1
    assert {one["ponder"] for one in infos} == {ponder}
    assert bool(infos[-1]["rounds"]) == ponder
