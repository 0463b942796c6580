"""Requests of muted and banned members: they read, and may export and delete their own data."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from ludarium.server.admin.desk import open_desk
from ludarium.server.runtime.connection import CLOSE_BANNED
from ludarium.server.runtime.settings import Settings
from tests.server.serving import PATIENCE, Guest, ask, running

TOKENS = "/api/tokens"


def post(port: int, path: str, cookie: str, **body: str) -> tuple[int, Any]:
    given = {"Cookie": cookie, "Content_Type": "application/json"}
    status, found, _ = ask(port, path, json.dumps(body).encode(), **given)
    return status, found


def refusal_of_token(port: int, cookie: str) -> str:
    """The code of the refusal, once the server follows the operator."""
    end = time.monotonic() + PATIENCE
    while True:
        status, found = post(port, TOKENS, cookie, name="Deep Sand")
        if status == 403:
            return str(found["code"])
        assert time.monotonic() < end, "the act is not followed"
        time.sleep(0.3)


def test_a_banned_member_reads_and_deletes_and_nothing_else(tmp_path: Path) -> None:
    database = str(tmp_path / "a.db")
    with (
        running(Settings(database=database, workers=1, questions=100_000)) as port,
        open_desk(database, "olga") as desk,
        Guest(port) as ada,
        Guest(port) as bob,
    ):
        member, cookie = ada.welcome["member"], ada.cookie
        assert post(port, TOKENS, cookie, name="Sand Clock")[0] == 201
        desk.impose("mute", member, 3600.0)
        assert refusal_of_token(port, cookie) == "muted"
        desk.impose("ban", member, 3600.0)
        assert ada.closed() == CLOSE_BANNED
        assert refusal_of_token(port, cookie) == "banned"
        with Guest(port, cookie) as again:
            assert again.welcome["code"] == "banned"  # in place of a welcome
            assert again.closed() == CLOSE_BANNED
        for path in ("/", "/api/games", TOKENS, "/api/me/export"):
            assert ask(port, path, Cookie=cookie)[0] == 200, path
        assert post(port, "/api/me/deletion", cookie, name=ada.welcome["name"])[0] == 200
        assert bob.ask("rename", name="Bobby")["type"] == "done"
