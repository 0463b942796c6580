"""An assistant plays in a room of a real server, against a person."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ludarium.assistants.mcp_server import AssistantTools
from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.server.runtime.settings import Settings
from tests.server.serving import Guest, ask, move_of, running


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("rooms") / "ludarium.db"
    with running(Settings(database=str(database), workers=1)) as port:
        yield port


def make_token(guest: Guest) -> str:
    body = json.dumps({"name": "Deep Sand"}).encode()
    given = {"Cookie": guest.cookie, "Content_Type": "application/json"}
    made: str = ask(guest.port, "/api/tokens", body, **given)[1]["token"]
    return made


def tools_for(port: int, token: str, legal_moves: bool = True) -> AssistantTools:
    return AssistantTools(legal_moves, (), f"http://127.0.0.1:{port}", token)


@pytest.mark.parametrize("legal_moves", [True, False])
def test_an_assistant_plays_in_a_room_to_the_end(port: int, legal_moves: bool) -> None:
    with Guest(port) as ada, ThreadPoolExecutor(1) as other:
        room = ada.create("forge", "agent", "host")
        tools = tools_for(port, make_token(ada), legal_moves)
        seen = tools.join_room(room)
        assert seen["you_are"] == seen["to_move"]
        assert ("legal_moves" in seen) == legal_moves
        with pytest.raises(IllegalMove):
            tools.play_move(seen["id"], "z9-z8")
        with pytest.raises(LudariumError, match="no analysis"):
            tools.analyse_position(seen["id"])
        known = seen.get("legal_moves") or ["a1-a2"]
        answer = other.submit(tools.play_move, seen["id"], known[0])
        turn = ada.until(lambda message: message["type"] == "turn")
        ada.say("play", **move_of(turn))
        assert answer.result()["to_move"] == seen["you_are"]
        ada.say("resign", room=room)
        ended = tools.look_at_game(seen["id"])
        while "winner" not in ended:
            ended = tools.look_at_game(seen["id"])
        assert ended["winner"] == seen["you_are"]
        with pytest.raises(IllegalMove, match="ended"):
            tools.play_move(seen["id"], known[0])


def test_rooms_that_cannot_be_joined_are_told_in_words(port: int) -> None:
    with Guest(port) as ada:
        tools = tools_for(port, make_token(ada))
        full = ada.create("forge", "host", "open")
        for room in ("CCCCC", full):
            with pytest.raises(LudariumError) as refused:
                tools.join_room(room)
            assert refused.value.code == "no_seat"
        with pytest.raises(LudariumError) as refused:
            tools_for(port, "wrong").join_room(full)
        assert refused.value.code == "refused"
    for server, code in (("", "no_server"), ("ftp://x", "wrong_server")):
        with pytest.raises(LudariumError) as refused:
            AssistantTools(True, (), server, "token").join_room("CCCCC")
        assert refused.value.code == code
    with pytest.raises(LudariumError) as refused:
        AssistantTools(True, (), "http://127.0.0.1:1", "token").join_room("CCCCC")
    assert refused.value.code == "unreachable"
