"""Member export: all that the database holds about a member, and nothing about others."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from ludarium.server.runtime.settings import Settings
from ludarium.server.storage.database import open_database
from ludarium.server.storage.member_export import ExportError, export_member
from ludarium.server.storage.store import Store
from tests.server.serving import Guest, ask, move_of, running
from tests.server.storage.test_backup import invoke


def test_everything_about_a_member_is_exported_and_nothing_about_strangers(
    database: str, tmp_path: Path
) -> None:
    file = tmp_path / "ada.json"
    with running(Settings(database=database, workers=1)) as port, Guest(port) as ada:
        ada.ask("rename", name="Ada L.")
        ada.ask("post", text="Who plays?")
        body = json.dumps({"name": "Deep Sand"}).encode()
        given = {"Cookie": ada.cookie, "Content_Type": "application/json"}
        token = ask(port, "/api/tokens", body, **given)[1]["token"]
        with Guest(port) as bob:
            bob.ask("rename", name="Bob")
            bob.ask("post", text="Words of Bob")
            code = ada.create("forge", "host", "open")
            bob.enter(code)
            bob.ask("sit", room=code, seat=1)
            ada.ask("play", **move_of(ada.turn(code)))
            ada.ask("say", room=code, text="Your move")
            bob.ask("say", room=code, text="I know")
            bob.ask("resign", room=code)
        member = ada.welcome["member"]
        told = invoke("export", member, str(file), "--database", database)
    assert "1 names" in told
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = json.loads(file.read_text())
    assert found["names"] == [{"id": member, "name": "Ada L."}]
    assert [row["text"] for row in found["notices"]] == ["Who plays?"]
    assert [row["name"] for row in found["programs"]] == ["Deep Sand"]
    assert [row["code"] for row in found["rooms"]] == [code]
    said = [row["body"]["fact"].get("text") for row in found["events"]]
    assert "Your move" in said
    assert "I know" not in said
    assert len(found["results"]) == 1
    assert found["results"][0]["record"]["game"] == "forge"
    assert token not in file.read_text()
    assert "Words of Bob" not in file.read_text()


def test_a_member_without_data_has_no_export(tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")
    Store(open_database(database)).close()
    for nothing in ("m000", "%", "_", '"'):
        with pytest.raises(ExportError) as error:
            export_member(database, nothing)
        assert error.value.code == "no_such_member"
