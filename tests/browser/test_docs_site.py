"""The documentation site in the browser: pages without errors, pictures, search, both widths."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ROOT
from tests.server.serving import Process

SITE = ROOT / "src" / "ludarium" / "docs"
DOCS = ROOT / "docs"


def test_every_document_has_a_page() -> None:
    assert (SITE / "index.html").is_file(), "make docs"
    missing = [file for file in DOCS.rglob("*.md") if not site_page(file).is_file()]
    assert missing == []


def site_page(file: Path) -> Path:
    place = file.relative_to(DOCS).with_suffix("")
    folder = place.parent if place.name == "README" else place
    return SITE / folder / "index.html"


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_a_reader_opens_pages_and_finds_a_word_by_search(
    browser: Browser, server: Process, width: int, scheme: str
) -> None:
    context = browser.new_context(
        base_url=f"http://127.0.0.1:{server.port}",
        viewport={"width": width, "height": 844},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda told: troubles.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    page.goto("/")
    page.get_by_role("link", name="Documentation", exact=True).click()
    expect(page.locator("h1")).to_contain_text("Documentation")
    page.goto("/docs/rules/caldera/")
    boards = page.locator(f"img.board[src$='only-{scheme}']")
    expect(boards).to_have_count(3)
    expect(boards.first).to_be_visible()
    page.goto("/docs/reference/api/ludarium/")
    expect(page.locator("[id='ludarium.Game']").first).to_be_attached()
    page.goto("/docs")
    expect(page.locator("h1")).to_contain_text("Documentation")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    opener = ".md-search__button" if width > 1000 else "label.md-header__button[for='__search']"
    page.locator(opener).click()
    page.get_by_role("combobox", name="Search").or_(
        page.get_by_role("textbox", name="Search")
    ).fill("eruption")
    page.get_by_role("option", name="Eruptions", exact=True).click()
    page.wait_for_url("**/rules/caldera/**")
    assert hosts == {f"127.0.0.1:{server.port}"}
    assert troubles == []
    context.close()
