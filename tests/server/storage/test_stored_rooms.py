"""A database that version 0.1.0 wrote (stored/rooms.sql) opens, and its games go on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from ludarium.core import record as records
from ludarium.core.errors import InvalidRecord
from tests.server.serving import Guest, Process, ask, move_of

STORED = Path(__file__).parent / "stored"
EXPECTED: dict[str, Any] = json.loads((STORED / "rooms.json").read_text())
ROOMS: dict[str, Any] = EXPECTED["rooms"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    file = tmp_path_factory.mktemp("stored") / "ludarium.db"
    with closing(sqlite3.connect(file)) as database:
        database.executescript((STORED / "rooms.sql").read_text())
    with Process(str(file), "--workers", "1") as process:
        yield process


@pytest.fixture
def ada(server: Process) -> Iterator[Guest]:
    with Guest(server.port, EXPECTED["cookies"]["Ada L."]) as guest:
        yield guest


@pytest.fixture
def ben(server: Process) -> Iterator[Guest]:
    with Guest(server.port, EXPECTED["cookies"]["Ben"]) as guest:
        yield guest


def test_a_room_with_moves_that_the_rules_no_longer_allow_is_closed(ada: Guest) -> None:
    assert ada.enter(ROOMS["forge"]["room"])["code"] == "no_such_room"


@pytest.mark.parametrize("name", sorted({*ROOMS} - {"forge"}))  # its rules have changed
def test_every_stored_room_comes_back_as_it_was(ada: Guest, name: str) -> None:
    stored = ROOMS[name]
    snapshot = ada.enter(stored["room"])
    assert snapshot["type"] == "snapshot"
    assert snapshot["phase"] == stored["phase"]
    assert snapshot["yours"] == stored["yours"]
    # Clocks and levels may have played on by now; nothing that was played is missing.
    assert snapshot.get("view", {"ply": 0})["ply"] >= (stored["ply"] or 0)
    played = [move["notation"] for move in snapshot.get("played", [])]
    assert played[: len(stored["played"])] == stored["played"]
    assert [line["text"] for line in snapshot.get("chat", [])] == stored["chat"]


def test_a_stored_game_goes_on(ada: Guest, ben: Guest) -> None:
    room = ROOMS["talk"]["room"]
    ada.enter(room)
    ben.enter(room)
    assert ben.ask("play", **move_of(ben.turn(room)))["type"] == "done"
    assert ada.ask("play", **move_of(ada.turn(room)))["type"] == "done"


def test_a_message_that_was_acknowledged_then_has_the_same_answer_now(ada: Guest) -> None:
    again = EXPECTED["again"]
    ada.enter(again["room"])
    answer = again["answer"]
    repeated = {"type": "play", "id": answer["id"], "room": again["room"], "ply": 0, "move": {}}
    ada.connection.send(json.dumps(repeated))
    assert ada.until(lambda m: m.get("id") == answer["id"]) == answer


def test_identities_names_and_the_message_board_are_kept(ada: Guest) -> None:
    assert ada.welcome["name"] == "Ada L."
    ada.say("follow", list="notices")
    board = ada.until(lambda m: m["type"] == "notices")
    assert [line["text"] for line in board["put"]] == ["Who plays Ludus?", "I do."]


def test_a_stored_record_replays(server: Process) -> None:
    rows = sqlite3.connect(":memory:")
    with closing(rows):
        rows.executescript((STORED / "rooms.sql").read_text())
        stored = [text for (text,) in rows.execute("SELECT record FROM results")]
    assert stored
    for document in stored:
        found = records.loads(document)
        if found.game == "forge":  # its rules have changed since
            with pytest.raises(InvalidRecord, match="it is no game") as refused:
                records.replay(found)
            assert refused.value.code == "older_rules"
            assert ask(server.port, "/api/records/check", document.encode())[0] == 422
            continue
        match = records.replay(found)
        assert match.outcome is not None
        assert ask(server.port, "/api/records/check", document.encode())[0] == 200
