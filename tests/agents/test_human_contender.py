"""A person as contender: asked again until a move is legal."""

from __future__ import annotations

import pytest

from ludarium import load
from ludarium.agents import time_control
from ludarium.agents.contender import Forfeit
from ludarium.agents.human_contender import HumanContender
from ludarium.agents.time_control import GameClocks
from ludarium.core.game import Outcome
from ludarium.core.match import Match
from tests.agents.sampling import TICTACTOE

FREE = GameClocks(time_control.read_time_control("none"), 2).allowance(0)


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    written = iter(["what", "a9", "b2"])
    told: list[str] = []
    person = HumanContender(lambda prompt: next(written), told.append)
    game = load(TICTACTOE)
    person.start_game(game, 0, 2, 0, expose_legal_moves=True)
    assert person.request_move(Match(game), FREE).move == 4
    text = "\n".join(told)
    assert "you are X" in text
    assert "No move is written like that.\n" in text  # no page has the rules of all games
    assert "a3  b3  c3" in text
    person.end_game(Outcome(None, "board_full"))
    assert "No seat wins" in told[-1]


def test_a_person_who_is_not_there_loses() -> None:
    def nobody(prompt: str) -> str:
        raise EOFError

    person = HumanContender(nobody, lambda text: None)
    game = load(TICTACTOE)
    person.start_game(game, 0, 2, 0, expose_legal_moves=False)
    with pytest.raises(Forfeit) as forfeit:
        person.request_move(Match(game), FREE)
    assert forfeit.value.code == "crash"
