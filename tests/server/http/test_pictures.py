"""Pictures, previews and the page for frames: of public games for all, of private ones for none."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from ludarium.server.http.link_preview import LinkPreview, add_preview, previewed_result
from ludarium.server.pictures.picture_worker import (
    MAX_ANIMATED_MOVES,
    PictureOrder,
    PictureRefusal,
    draw_picture,
)
from ludarium.server.runtime.settings import Settings
from tests.server.serving import Guest, running
from tests.server.serving import ask as ask_server


def ask(port: int, path: str, **headers: str) -> tuple[int, Any, dict[str, str]]:
    """The answer, with the names of its headers in small letters."""
    status, body, found = ask_server(port, path, None, "GET", **headers)
    return status, body, {name.lower(): value for name, value in found.items()}


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database: Path = tmp_path_factory.mktemp("pictures") / "ludarium.db"
    with running(Settings(database=str(database), workers=1, questions=10_000)) as port:
        yield port


def finish_game(port: int, host: Guest, public: bool) -> str:
    """The id of a finished game of two moves."""
    host.ask("rename", name="Ada <b>")
    room = host.create("skysummit", "host", "host", public=public)
    for _ in range(2):
        turn = host.turn(room)
        host.ask("play", room=room, ply=turn["ply"], notation=turn["choices"][0]["notation"])
    host.turn(room)
    host.ask("resign", room=room, seat=0)
    status, replay, _ = ask(port, f"/api/rooms/{room}/replay", Cookie=host.cookie)
    assert status == 200
    assert replay["public"] is public
    result: str = replay["result"]
    return result


def test_a_public_game_has_pictures_a_preview_and_a_page_for_frames(port: int) -> None:
    with Guest(port) as host:
        result = finish_game(port, host, public=True)
    status, drawn, headers = ask(port, f"/api/records/{result}/picture.svg?ply=1")
    assert (status, headers["content-type"]) == (200, "image/svg+xml")
    assert drawn.startswith(b"<svg")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cache-control"].startswith("public")
    night = ask(port, f"/api/records/{result}/picture.svg?ply=1&dark=true")[1]
    assert night != drawn
    for name, width in (("picture.png", 720), ("card.png", 1200)):
        assert ask(port, f"/api/records/{result}/{name}?ply=99999")[0] == 400
        status, drawn, headers = ask(port, f"/api/records/{result}/{name}")
        assert (status, headers["content-type"]) == (200, "image/png")
        assert Image.open(io.BytesIO(drawn)).width == width
    status, drawn, headers = ask(port, f"/api/records/{result}/animation.gif")
    assert (status, headers["content-type"]) == (200, "image/gif")
    assert getattr(Image.open(io.BytesIO(drawn)), "n_frames", 1) == 3

    status, page, headers = ask(port, f"/replay/{result}?ply=1", Host="games.example")
    assert status == 200
    assert f'content="http://games.example/api/records/{result}/card.png?ply=1"' in page.decode()
    assert "Ada &lt;b&gt;" in page.decode()
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    status, page, headers = ask(port, f"/embed/{result}")
    assert status == 200
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "set-cookie" not in headers


def test_a_private_game_has_pictures_for_its_players_only(port: int) -> None:
    with Guest(port) as host:
        result = finish_game(port, host, public=False)
        status, _, headers = ask(port, f"/api/records/{result}/picture.svg", Cookie=host.cookie)
        assert status == 200
        assert headers["cache-control"] == "private, no-store"
        # The picture is in the cache now, but only for its players.
        for name in ("picture.svg", "picture.png", "card.png", "animation.gif"):
            assert ask(port, f"/api/records/{result}/{name}")[0] == 404
        for cookie in ("", host.cookie):
            _, page, _ = ask(port, f"/replay/{result}", Cookie=cookie)
            assert b"og:" not in page
            assert b"Ada" not in page
    for nothing in ("0-0", "zz-1", "1-zz", "-", f"{1 << 70:x}-1"):
        assert ask(port, f"/api/records/{nothing}/picture.svg")[0] == 404
        assert ask(port, f"/embed/{nothing}")[0] in (200, 404)


def test_a_preview_cannot_break_out_of_its_tag() -> None:
    evil = '"><script>alert(1)</script>'
    page = add_preview(b"<head></head>", LinkPreview(evil, evil, evil, evil))
    assert b"<script>" not in page


def test_only_pages_of_finished_games_have_previews() -> None:
    assert previewed_result("replay/1f-2") == "1f-2"
    assert previewed_result("embed/1f-2/") == "1f-2"
    for path in ("replay/ABCDE", "play/1f-2", "replay", "replay/1-2/3", ""):
        assert previewed_result(path) is None


def test_what_cannot_be_drawn_is_refused_with_a_code() -> None:
    made = draw_picture(PictureOrder("{}", "svg", 0, False))
    assert isinstance(made, PictureRefusal)
    assert made.code == "not_a_record"
    assert MAX_ANIMATED_MOVES < 1000
