"""Sharing a finished game: link to a move, pictures, and a board in a frame of another site."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_pages import violations
from tests.browser.visitor import Visitor
from tests.server.serving import Guest, Process


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and prints nothing."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Another site: a folder, and the address at which its pages are served."""
    handler = partial(QuietHandler, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield tmp_path, f"http://localhost:{site.server_port}"
        site.shutdown()
        thread.join()


def test_a_game_is_shared_by_link_picture_and_frame(
    visit: Callable[..., Visitor], server: Process, other_site: tuple[Path, str]
) -> None:
    with Guest(server.port) as host:
        room = host.create("skysummit", "host", "host", public=True)
        for _ in range(3):
            turn = host.turn(room)
            host.ask("play", room=room, ply=turn["ply"], notation=turn["choices"][0]["notation"])
        host.turn(room)
        host.ask("resign", room=room, seat=0)
        ada = visit(viewport={"width": 390, "height": 844})
        page = ada.page
        ada.go(f"/play/{room}")
        page.get_by_role("link", name="Share").click()
        dialog = page.get_by_role("dialog", name="Share this game")
        link = dialog.get_by_label("Link to this move", exact=True)
        address = link.input_value()
        frame = dialog.get_by_label("Board for your own page", exact=True).input_value()
        picture = dialog.get_by_role("img", name="The board after move 3")
        expect(picture).to_be_visible()
        page.wait_for_function("image => image.naturalWidth > 100", arg=picture.element_handle())
        assert violations(ada) == []
    assert address.endswith("?ply=3")
    page.goto(address)
    expect(page.get_by_text("Move 3 of 3")).to_be_visible()

    blog = f"<!doctype html><title>Blog</title><h1>Blog</h1>{frame}"
    folder, site = other_site
    (folder / "embed.html").write_text(blog)
    (folder / "page.html").write_text(blog.replace("/embed/", "/replay/"))
    page.goto(f"{site}/embed.html")
    board = page.frame_locator("iframe")
    expect(board.get_by_text("Move 3 of 3")).to_be_visible()
    board.get_by_role("button", name="One move back").click()
    expect(board.get_by_text("Move 2 of 3")).to_be_visible()
    ada.cut = True  # the browser logs that the frame is refused
    page.goto(f"{site}/page.html")
    assert board.get_by_role("main").count() == 0
    ada.troubles.clear()


def test_a_private_game_is_not_shown_in_a_frame(
    visit: Callable[..., Visitor], server: Process
) -> None:
    with Guest(server.port) as host:
        room = host.create("skysummit", "host", "host")
        host.turn(room)
        host.ask("resign", room=room, seat=0)
        request = visit().page.request
        name, _, value = host.cookie.partition("=")
        replay = request.get(
            f"http://127.0.0.1:{server.port}/api/rooms/{room}/replay",
            headers={"Cookie": f"{name}={value}"},
        ).json()
    ada = visit()
    ada.cut = True  # the browser logs the answer 404
    ada.go(f"/embed/{replay['result']}")
    expect(ada.page.get_by_text("This game cannot be shown here.")).to_be_visible()
