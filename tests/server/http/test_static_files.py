"""Static files: encodings, caching, routes, and the page without a built client."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludarium.server.http import app
from ludarium.server.http.static_files import DOCS_TAG, MISSING_CLIENT_PAGE, ClientFiles
from ludarium.server.runtime.settings import Settings
from tests.server.serving import Guest, ask, running

SCRIPT = b"export const answer = 42;\n" * 50
PAGE = b"<!doctype html><title>Ludarium</title>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("client")
    (found / "assets").mkdir()
    (found / "index.html").write_bytes(PAGE)
    (found / "icon.svg").write_bytes(b"<svg/>")
    script = found / "assets" / "index-abc.js"
    script.write_bytes(SCRIPT)
    script.with_name("index-abc.js.gz").write_bytes(gzip.compress(SCRIPT))
    script.with_name("index-abc.js.br").write_bytes(b"brotli")
    return found


@pytest.fixture(scope="module")
def port(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    database = tmp_path_factory.mktemp("served") / "ludarium.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "ClientFiles", lambda **added: ClientFiles(folder))
        with running(Settings(database=str(database), workers=1)) as port:
            yield port


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/lobby",
        "/show",
        "/new",
        "/new/forge",
        "/rules/ludus",
        "/rules/ludus/programs",
        "/play/H64MT",
        "/replay/1a-1",
        "/replay",
    ],
)
def test_every_route_of_the_client_is_its_page(port: int, path: str) -> None:
    status, body, headers = ask(port, path)
    assert (status, body) == (200, PAGE)
    assert headers["content-type"] == "text/html; charset=utf-8"
    assert headers["cache-control"] == "private, no-cache"
    assert "unsafe-inline" not in headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/nowhere", "/new/chess", "/rules/chess", "/play/", "/lobby/x", "/assets/old-1.js"]
)
def test_what_the_client_does_not_know_is_not_found_with_its_page(port: int, path: str) -> None:
    assert ask(port, path)[:2] == (404, PAGE)


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/api/games/forge/nothing"])
def test_the_interface_answers_programs(port: int, path: str) -> None:
    status, told, headers = ask(port, path)
    assert status == 404
    assert "html" not in headers["content-type"]
    assert told["code"] == "not_found"


@pytest.mark.parametrize("path", ["/../pyproject.toml", "/assets/../../client.py", "/%2e%2e/a"])
def test_nothing_outside_of_the_client_is_sent(port: int, path: str) -> None:
    assert ask(port, path)[:2] == (404, PAGE)


def test_a_script_is_sent_packed_and_kept_for_ever(port: int) -> None:
    path = "/assets/index-abc.js"
    for accepted, form, body in (
        ("gzip, deflate, br", "br", b"brotli"),
        ("gzip;q=1.0", "gzip", gzip.compress(SCRIPT)),
        ("identity", None, SCRIPT),
    ):
        status, found, headers = ask(port, path, Accept_Encoding=accepted)
        assert (status, headers.get("content-encoding")) == (200, form)
        assert gzip.decompress(found) == SCRIPT if form == "gzip" else found == body
        assert "immutable" in headers["cache-control"]
        assert headers["vary"] == "Accept-Encoding"
        assert headers["content-type"].startswith("text/javascript")


def test_what_a_browser_has_is_not_sent_again(port: int) -> None:
    tag = ask(port, "/")[2]["etag"]
    status, body, _ = ask(port, "/", If_None_Match=tag)
    assert (status, body) == (304, b"")
    assert ask(port, "/", If_None_Match='"old"')[0] == 200
    assert ask(port, "/nowhere", If_None_Match=tag)[0] == 404


def test_the_first_page_gives_a_visitor_an_identity(port: int) -> None:
    headers = ask(port, "/")[2]
    assert headers["cache-control"] == "private, no-cache"
    given = headers["set-cookie"].partition(";")[0]
    assert ask(port, "/nowhere")[2]["set-cookie"].partition(";")[0] != given
    # No later page, script or parallel connection replaces it.
    again = ask(port, "/lobby", Cookie=given)[2]
    assert "set-cookie" not in again
    assert again["cache-control"] == "no-cache"
    assert "set-cookie" not in ask(port, "/assets/index-abc.js")[2]
    with Guest(port, given) as one, Guest(port, given) as other:
        assert one.cookie == other.cookie == given
        assert one.welcome["member"] == other.welcome["member"]


def test_a_head_has_no_body(port: int) -> None:
    status, body, headers = ask(port, "/lobby", method="HEAD")
    assert (status, body) == (200, b"")
    assert headers["etag"]


def test_a_server_with_documentation_says_so_in_its_page(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(b"<head></head>")
    page = ClientFiles(tmp_path, docs=True).find_response("lobby", "gzip, br")
    assert page.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(page.body) == f"<head>{DOCS_TAG}</head>".encode()
    assert ClientFiles(tmp_path).find_response("lobby").body == b"<head></head>"


def test_without_a_client_page_and_log_say_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sent = ClientFiles(tmp_path / "nothing").find_response("")
    assert (sent.status, sent.body) == (200, MISSING_CLIENT_PAGE)
    assert b"make client" in sent.body
    assert "the web client is not built" in caplog.text
    assert ClientFiles(tmp_path / "nothing").find_response("nowhere").status == 404
