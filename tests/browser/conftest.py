"""A browser for all tests, a server for each module, and visitors with pages of their own."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.visitor import QUICK, Visitor
from tests.server.serving import Process

ROOT = Path(__file__).parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
]


# Not session-wide: while Playwright runs, no other test of the process can run an event loop.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Drives browsers."""
    with sync_playwright() as playwright:
        yield playwright


def find_browser(script: str) -> str:
    """The path that a script prints; a missing browser fails the test."""
    found = subprocess.run(
        [ROOT / "scripts" / script], stdout=subprocess.PIPE, text=True, check=True
    )
    return found.stdout.strip()


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Chromium."""
    browser = playwright.chromium.launch(executable_path=find_browser("chromium.sh"), args=FLAGS)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server process for the module."""
    assert (ROOT / "src" / "ludarium" / "client" / "index.html").is_file(), "make client"
    database = tmp_path_factory.mktemp("browser") / "ludarium.db"
    with Process(str(database), "--workers", "1") as process:
        yield process


@pytest.fixture(scope="session")
def likes() -> list[dict[str, str]]:
    """The stored settings that most tests use; the first visitor fills them in."""
    return []


@pytest.fixture
def visit(
    browser: Browser, server: Process, likes: list[dict[str, str]]
) -> Iterator[Callable[..., Visitor]]:
    """Opens pages: each call is another visitor with separate storage and cookies."""
    visitors: list[Visitor] = []

    def come(port: int = 0, quick: bool = True, **context: object) -> Visitor:
        port = port or server.port
        if quick:
            if not likes:
                likes[:] = chosen(port)
            site = {"origin": f"http://127.0.0.1:{port}", "localStorage": likes}
            context["storage_state"] = {"cookies": [], "origins": [site]}
        visitors.append(Visitor(browser, port, **context))
        return visitors[-1]

    def chosen(port: int) -> list[dict[str, str]]:
        first = Visitor(browser, port)
        first.prefer(QUICK)
        kept = first.kept()
        # An open page would log an error when a test cuts the connection.
        assert first.leave() == []
        return kept

    yield come
    troubles = [trouble for visitor in visitors for trouble in visitor.leave()]
    assert troubles == []
