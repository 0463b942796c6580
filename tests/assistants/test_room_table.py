"""An assistant plays in a room of a real server, against a person."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from ludarium import load
from ludarium.agents.hosting import protocol
from ludarium.assistants import room_table
from ludarium.assistants.mcp_server import AssistantTools
from ludarium.assistants.room_table import RoomTable
from ludarium.core.errors import IllegalMove, LudariumError
from ludarium.server.runtime.settings import Settings
from tests.agents.sampling import TICTACTOE
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
            tools.play_move(seen["game_id"], "z9-z8")
        with pytest.raises(LudariumError, match="no analysis"):
            tools.analyse_position(seen["game_id"])
        known = seen.get("legal_moves") or ["a1-a2"]
        answer = other.submit(tools.play_move, seen["game_id"], known[0])
        turn = ada.until(lambda message: message["type"] == "turn")
        ada.say("play", **move_of(turn))
        assert answer.result(120)["to_move"] == seen["you_are"]
        ada.say("resign", room=room)
        deadline = time.monotonic() + 120
        ended = tools.look_at_game(seen["game_id"])
        while "winner" not in ended and time.monotonic() < deadline:
            time.sleep(0.01)  # it is the assistant's turn, so nothing is waited for
            ended = tools.look_at_game(seen["game_id"])
        assert ended["winner"] == seen["you_are"]
        with pytest.raises(IllegalMove, match="ended"):
            tools.play_move(seen["game_id"], known[0])


class FileGameSocket:
    """A connection to a room that plays a game of a file, which no registry knows."""

    close_code = None

    def __iter__(self) -> Iterator[str]:
        game = load(TICTACTOE)
        yield protocol.encode_message(
            protocol.StartMessage(game.id, "standard", {}, 0, 2, 1, expose_legal_moves=True)
        ).decode()
        state = game.state_to_json(game.new())
        turn = protocol.TurnMessage(game.id, "standard", {}, 0, state, [], {}, 1)
        yield protocol.encode_message(turn).decode()


@pytest.mark.parametrize("known", [True, False])
def test_a_room_may_play_a_game_of_a_file(known: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_table, "_open_socket", lambda *_: FileGameSocket())
    tools = AssistantTools(True, (TICTACTOE,) if known else (), "http://x", "token")
    if known:
        with suppress(LudariumError):  # the connection has ended already
            tools.join_room("CCCCC")
        table = tools.tables["game-1"]
        assert isinstance(table, RoomTable)
        assert table.game is not None
        assert table.game.id == "tictactoe"
        return
    with pytest.raises(LudariumError, match="--game") as refused:
        tools.join_room("CCCCC")
    assert refused.value.code == "unknown_game"


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
